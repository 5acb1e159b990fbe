"""`netnew ratchet`: cycles of a harness, whether it went soft, and changes that only tighten it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.screen import line, plain_table, tint

if TYPE_CHECKING:
    from rich.text import Text

group = typer.Typer(no_args_is_help=True, help="Whether a harness still tells good from better.")

NameOption = Annotated[str, typer.Option("--name", metavar="NAME", help="The harness.")]
ProfileOption = Annotated[
    str, typer.Option(metavar="1.0|1.1", help="Score by the letter (1.0) or repaired (1.1).")
]
FlakeOption = Annotated[
    int, typer.Option(min=0, help="Cycles with a regression gone in the next that a streak skips.")
]
HarnessOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The harness file; cycles of another content never mix."),
]
DEFAULT_NAME = "default"
COLOURS = {"NORMAL": "green", "ELEVATED": "yellow", "HIGH": "red", "CRITICAL": "bold red"}
BARS = "▁▂▃▄▅▆▇█"


@command(group, "record", example="netnew ratchet record cycle.json --name my-harness")
def record(
    door: Door,
    cycle: Annotated[str, typer.Argument(metavar="CYCLE.json", help="A cycle; `-` for stdin.")],
    name: NameOption = DEFAULT_NAME,
    profile: ProfileOption = "1.1",
    flake_tolerance: FlakeOption = 0,
    harness: HarnessOption = None,
) -> None:
    """Score a cycle, add it to its series, and say whether saturation has lasted."""
    document = _read_json(cycle)
    if harness is not None and isinstance(document, dict):
        document = {**document, "harness_hash": _content_hash(harness)}
    with door.connect() as nn:
        ratchet = nn.ratchet(name, profile=profile, flake_tolerance=flake_tolerance)
        answer = ratchet.record_cycle(document, source=cycle)
    door.answer(answer, _sentence(answer))


@command(group, "import", example="netnew ratchet import report.xml --from junit --name my-harness")
def import_(
    door: Door,
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Result files.")],
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="TOOL",
            help="auto, lm-eval, inspect, promptfoo, junit, openai-evals, csv or json.",
        ),
    ] = "auto",
    *,
    name: NameOption = DEFAULT_NAME,
    profile: ProfileOption = "1.1",
    flake_tolerance: FlakeOption = 0,
    harness: HarnessOption = None,
) -> None:
    """Record the cycles that result files tell of; with --json one answer a line."""
    keyed = None if harness is None else _content_hash(harness)
    cycles = netnew.import_results(files, source, harness_hash=keyed)
    with door.connect() as nn:
        ratchet = nn.ratchet(name, profile=profile, flake_tolerance=flake_tolerance)
        for cycle in cycles:
            answer = ratchet.record_cycle(cycle)
            if door.json:
                door.line(answer)
            else:
                door.answer(answer, _sentence(answer))


@command(group, "status", example="netnew ratchet status --name my-harness")
def status(
    door: Door,
    name: NameOption = DEFAULT_NAME,
    profile: ProfileOption = "1.1",
    flake_tolerance: FlakeOption = 0,
) -> None:
    """Where the harness stands: the last reading, the rolling window, open expansions."""
    with door.connect_to_read() as nn:
        found = nn.ratchet(name, profile=profile, flake_tolerance=flake_tolerance).status()
    last, aggregate = found["last"], found["aggregate"]
    if last is None:
        door.answer(found, f"No cycle of `{name}` yet; `netnew ratchet record` adds one.")
        return
    table = plain_table("signal", "value", "adds", "because")
    for signal in last["signals"]:
        adds = "unknown" if signal["contribution"] is None else f"{signal['contribution']:.3f}"
        value = "" if signal["value"] is None else f"{signal['value']:.4g}"
        table.add_row(signal["name"], value, adds, signal["because"])
    door.answer(found, _headline(last), "", table, "", *_window(aggregate, found["consistency"]),
                *_expansions(found["expansions"]))  # fmt: skip


@command(group, "check", example="netnew ratchet check --base old.yaml --head new.yaml")
def check(
    door: Door,
    base: Annotated[
        str | None, typer.Option(metavar="FILE|REF", help="What was demanded; HEAD with --repo.")
    ] = None,
    head: Annotated[
        str | None,
        typer.Option(metavar="FILE|REF", help="The change; with --repo by default the work tree."),
    ] = None,
    repo: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Take refs of this git repository.")
    ] = None,
    file: Annotated[
        str, typer.Option(metavar="PATH", help="With --repo: the harness file in it.")
    ] = "harness.yaml",
) -> int:
    """Prove that a change of a harness file only tightens it; exit 3 where it does not."""
    if repo is not None:
        found = netnew.check_refs(repo, file, base=base or "HEAD", head=head)
        shown = file
    elif base is None or head is None:
        raise netnew.InputError("nothing to compare", "give --base and --head, or --repo")
    else:
        found = netnew.check_files(Path(base), Path(head))
        shown = head
    document = {"ok": not found, "violations": [asdict(violation) for violation in found]}
    if not found:
        door.answer(
            document,
            line(tint("tighter or equal", "green"), ": nothing is demanded less than before"),
        )
        return 0
    table = plain_table("where", "what", "was", "problem", "is")
    for item in found:
        table.add_row(f"{shown}:{item.line}", item.path, item.old, item.problem, item.new)
    door.answer(
        document,
        table,
        line(tint("looser", "red"), f": {len(found)} violations of the one-way rule"),
    )
    return 3


@command(group, "prune", example="netnew ratchet prune --name my-harness")
def prune(
    door: Door,
    name: NameOption = DEFAULT_NAME,
    days: Annotated[int, typer.Option(min=1, help="How long cycles are kept.")] = 90,
) -> None:
    """Remove cycles older than 90 days; the aggregate and the expansions stay for ever."""
    with door.connect() as nn:
        removed = nn.ratchet(name).prune(days=days)
    door.answer({"removed": removed}, f"{removed} cycles removed")


@command(group, "schema", example="netnew ratchet schema > harness.schema.json")
def schema(door: Door) -> None:
    """Print the JSON Schema of harness files."""
    door.line(netnew.harness_schema())


def _sentence(answer: Mapping[str, Any]) -> Text:
    consistency = answer["consistency"]
    reason = f": {consistency['reason']}" if consistency["reason"] else ""
    return line(_headline(answer["snapshot"]), f"; {consistency['action']}{reason}")


def _headline(snapshot: Mapping[str, Any]) -> Text:
    level, (low, high) = snapshot["saturation_level"], snapshot["score_bounds"]
    bounds = "" if low == high else f" (between {low:.2f} and {high:.2f})"
    score = f"{snapshot['cycle_id']}: {snapshot['saturation_score']:.2f}{bounds} "
    return line(score, tint(level, COLOURS[level]))


def _window(aggregate: Mapping[str, Any], consistency: Mapping[str, Any]) -> list[str]:
    rolling = aggregate["rolling_metrics"]
    line = "".join(BARS[min(7, int(item["score"] * 8))] for item in aggregate["history"])
    return [
        f"last {aggregate['cycles_tracked']} cycles  {line}  mean "
        f"{rolling['avg_saturation_score']:.2f}, {rolling['saturation_trend']}, "
        f"{rolling['consecutive_high_count']} HIGH in a row",
        f"{consistency['action']}  {consistency['reason'] or ''}".rstrip(),
    ]


def _expansions(expansions: list[Mapping[str, Any]]) -> list[str]:
    return [f"expansion {item['expansion_id']}: {item['state']}" for item in expansions]


def _content_hash(file: Path) -> str:
    return netnew.read_harness(netnew.FileOnDisk(file).text(), str(file)).content_hash


def _read_json(name: str) -> Any:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as error:
        raise netnew.FileUnreadableError(
            f"{name} cannot be read ({error.strerror})", "check its name and owner"
        ) from error
    except (ValueError, RecursionError) as error:
        raise netnew.RecordError(
            name, f"is no JSON ({error})", 'write {"cycle_id": …, "metrics": {…}}'
        ) from error

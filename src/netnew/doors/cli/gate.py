"""`netnew gate`: judge claims against two bases, and say why."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

import netnew
from netnew.doors.cli.door import Door, command, complain
from netnew.doors.cli.explanation import explanation
from netnew.doors.cli.screen import console, count, line, plain_table, tint

group = typer.Typer(no_args_is_help=True, help="What the bases know already, and where it goes.")


@command(
    group, "judge", example="netnew gate judge claims.jsonl --policy policy.yaml "
    "--user notes --core core",
)  # fmt: skip
def judge(
    door: Door,
    claims: Annotated[
        str, typer.Argument(metavar="CLAIMS.jsonl|.csv|.parquet|-", help="Claims; - is stdin.")
    ],
    *,
    user: Annotated[str, typer.Option(metavar="NAME", help="The user's base.")],
    core: Annotated[str, typer.Option(metavar="NAME", help="The core base.")],
    policy: Annotated[
        Path | None, typer.Option(metavar="POLICY.yaml", help="Left out: the default pack.")
    ] = None,
    risk: Annotated[
        str | None, typer.Option(metavar="LOW|MED|HIGH", help="Of claims that name none.")
    ] = None,
    k: Annotated[
        int | None, typer.Option("-k", min=1, help="Neighbours of each base, not K_default.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", metavar="DIR", help="Records by kind; a killed run goes on there."),
    ] = None,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="With -o: leave the records as Parquet files too.")
    ] = False,
    binding: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="An index_snapshot_binding that must hold."),
    ] = None,
    embedder: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Of a semantic policy; left out: wordllama, if named."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="jsonl|csv|parquet", help="Not by the suffix."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first bad line.")] = False,
    admit: Annotated[
        bool, typer.Option("--admit", help="Add what is new and connected to the user's base.")
    ] = False,
) -> int:
    """Judge each claim: one JSON object a line on stdout, or records by kind in a folder.

    Bad lines are reported, and with -o kept in rejected.jsonl; they make the exit code 1.
    """
    source = sys.stdin.buffer if claims == "-" else Path(claims)
    defaults = {name: value for name, value in (("risk_class", risk), ("k", k)) if value}
    bound = _json_file(binding) if binding else None
    with door.connect() as nn, ExitStack() as stack:
        run = {"claims": claims, "user": user, "core": core, **defaults, "admit": admit}
        folder, gate = _opened(
            nn, out, run, policy, user, core, bound=bound, embedder=embedder, parquet=parquet
        )
        heard = stack.enter_context(_progress(claims))
        batch = netnew.Batch(nn.gate, gate, folder, strict, user if admit else None)
        lines = netnew.read_claims(
            source, name="stdin" if claims == "-" else None, form=form, defaults=defaults,
            heard=heard,
        )  # fmt: skip
        # The first bad line of a strict run is its error, and is said once.
        heeded = lines if strict else _complaining(lines, batch.done)
        for document in batch.run(heeded):
            if out is None:
                door.line(document)
    _close(door, batch.summary, to_stdout=out is not None)
    return 1 if batch.summary.rejected else 0


@command(group, "explain", example="netnew gate explain kgr_0123456789abcdef0123456789abcdef")
def explain(
    door: Door, kgr_id: Annotated[str, typer.Argument(metavar="KGR_ID", help="Of a judgement.")]
) -> None:
    """Say in words why a claim was judged so, and what would have changed it."""
    with door.connect() as nn:
        found = nn.gate.explain(kgr_id)
        reasons = nn.gate.reasons(kgr_id)
        alpha = _alpha(nn, found)
    door.answer({**found, "explanation": reasons.as_dict()}, *explanation(found, reasons, alpha))


@command(group, "deferred", example="netnew gate deferred --json")
def deferred(door: Door) -> None:
    """Claims that wait, each with the size of its cluster and how independent its sources are."""
    with door.connect() as nn:
        waiting = nn.gate.deferred()
    document = {
        "deferred": [
            {
                "side_record_id": one.side_record_id,
                "kgr_id": one.kgr_id,
                "state": one.review or one.state,
                "source": one.source or None,
                "normalized_claim": one.text,
                "cluster_ref": one.cluster.as_dict() if one.cluster else None,
            }
            for one in waiting
        ]
    }
    if not waiting:
        door.answer(document, "No claim waits.")
        return
    # An id that is broken in two cannot be copied.
    table = plain_table("side record", "state", "cluster", "claim", whole=1)
    for one in waiting:
        ref = one.cluster
        cluster = f"{ref.cluster_size} ({ref.w_indep:.2f})" if ref else "–"
        table.add_row(one.side_record_id, one.review or one.state, cluster, one.text)
    door.answer(document, table)


@command(
    group, "challenge",
    example="netnew gate challenge side_0123456789abcdef0123456789abcdef --as ann "
    "--reason 'the vendor confirms it'",
)  # fmt: skip
def challenge(
    door: Door,
    side_record_id: Annotated[
        str, typer.Argument(metavar="SIDE_RECORD_ID", help="From `gate deferred`.")
    ],
    *,
    by: Annotated[str, typer.Option("--as", metavar="NAME", help="Who challenges.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it is recorded.")],
) -> None:
    """Open a deferred claim again, because a person says so."""
    with door.connect() as nn:
        found = nn.gate.challenge(side_record_id, by=by, reason=reason)
    document = {"side_record_id": side_record_id, "trigger": found.trigger, "reason": reason}
    door.answer(document, line(tint("open again", "green"), f": {side_record_id}"))


def _alpha(nn: netnew.Netnew, found: dict[str, Any]) -> float | None:
    """The lexical share of C_connect, where meaning counted too."""
    kgr = found["judgement"]["kgr"]
    scores = kgr["best_match_scores"]
    if scores is None or scores["C_sem01"] is None:
        return None
    return float(nn.gate.policy(kgr["policy_config_hash"]).values["policy.step4.scoring.alpha"])


def _opened(
    nn: netnew.Netnew,
    out: Path | None,
    run: dict[str, Any],
    pack: Path | None,
    user: str,
    core: str,
    *,
    bound: dict[str, Any] | None,
    embedder: str | None,
    parquet: bool,
) -> tuple[netnew.OutputFolder | None, netnew.Gate]:
    model = netnew.load_embedder(embedder) if embedder else None
    policy = netnew.load_policy(pack) if pack else netnew.default_policy()
    if out is None:
        if parquet:
            raise netnew.InputError("--parquet has no folder to write to", "name one with -o DIR")
        gate = nn.gate.open(policy, user=user, core=core, binding=bound, embedder=model)
        return None, gate
    run["policy_config_hash"] = policy.hash
    earlier = netnew.read_progress(out)
    if earlier is not None and bound is None:
        # A run that goes on is bound to what it saw, not to what the bases are now.
        gate = nn.gate.reopen(policy, earlier.binding, model)
    else:
        gate = nn.gate.open(policy, user=user, core=core, binding=bound, embedder=model)
    return netnew.OutputFolder(out, run, gate.bound.document, parquet=parquet), gate


def _complaining(lines: Iterator[netnew.ClaimLine], done: int) -> Iterator[netnew.ClaimLine]:
    for found in lines:
        if found.problem is not None and found.number > done:
            complain(str(found.problem))
        yield found


def _close(door: Door, summary: netnew.Summary, *, to_stdout: bool) -> None:
    document = summary.as_dict()
    if to_stdout and door.json:
        door.line(document)
        return
    table = plain_table("", "")
    for kind in ("classes", "routes", "reasons"):
        for name, number in document[kind].items():
            table.add_row(f"{kind}: {name}", f"{number:,}")
    judged = tint(f"{summary.judged:,} judged", "bold")
    head = f", {count(summary.rejected, 'line')} "
    # Without a folder there is no place to set them aside to.
    head += "set aside" if to_stdout else "left out"
    head += f", {summary.admitted:,} admitted" if summary.admitted else ""
    head += f", {summary.reopened:,} reopened" if summary.reopened else ""
    head += f", {summary.skipped:,} done earlier" if summary.skipped else ""
    slowest = ""
    if summary.slowest_claim is not None:
        slowest = f"slowest: {summary.slowest_claim}, {summary.slowest_seconds * 1000:.1f} ms"
    if to_stdout:
        console().print(line(judged, head), table, slowest, sep="\n")
    elif sys.stderr.isatty():
        from rich.console import Console

        Console(stderr=True).print(line(judged, head), table, slowest, sep="\n")


def _json_file(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise netnew.FileUnreadableError(
            f"{file} cannot be read ({error.strerror})", "check its name and owner"
        ) from error
    except (ValueError, RecursionError) as error:
        raise netnew.RecordError(str(file), f"is no JSON ({error})", "mend it") from error
    if not isinstance(found, dict):
        raise netnew.RecordError(str(file), "is no JSON object", 'write {"b_user_snapshot_id": …}')
    return found


@contextmanager
def _progress(claims: str) -> Iterator[Callable[[int], object] | None]:
    """A bar on stderr while a person looks on, and nothing otherwise."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("judging"), BarColumn(), DownloadColumn(), TimeElapsedColumn()
    path = Path(claims)
    total = path.stat().st_size if path.is_file() else None
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("judging", total=total)
        yield lambda size: bar.advance(task, size)

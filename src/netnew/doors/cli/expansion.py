"""`netnew ratchet`, second half: from a trigger to a tighter harness, people in between."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

import netnew
from netnew.doors.cli.door import Door, command
from netnew.doors.cli.ratchet import DEFAULT_NAME, HarnessOption, NameOption, group
from netnew.doors.cli.screen import plain_table

__all__ = ["group"]

FileOption = Annotated[
    Path, typer.Option("--harness", metavar="FILE", help="The harness file, which is changed.")
]
ByOption = Annotated[str, typer.Option("--by", metavar="WHO", help="Who does this.")]
ReasonOption = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")]
IdOption = Annotated[
    str | None, typer.Option("--id", metavar="EXPANSION", help="Which; by default the open one.")
]
RESEARCH_SECONDS = 3600.0
TimeoutOption = Annotated[float, typer.Option("--timeout", min=1, help="Seconds to wait.")]


@command(group, "verdicts", example="netnew ratchet verdicts --name my-harness")
def verdicts(door: Door, name: NameOption = DEFAULT_NAME) -> None:
    """What each benchmark is still good for: discriminating, solved, stalled, blind or noisy."""
    with door.connect_to_read() as nn:
        found = nn.ratchet(name).verdicts()
    table = plain_table("benchmark", "verdict", "because", "sees from", "suspect items")
    for verdict in found:
        sees = (
            "" if verdict.detectable_difference is None else f"{verdict.detectable_difference:.1%}"
        )
        table.add_row(verdict.benchmark, verdict.word, verdict.because, sees,
                      ", ".join(verdict.suspects))  # fmt: skip
    document = {"verdicts": [verdict.as_dict() for verdict in found]}
    door.answer(document, table if found else f"No benchmark results of `{name}` yet.")


@command(group, "brief", example="netnew ratchet brief --harness harness.yaml > brief.md")
def brief(
    door: Door,
    name: NameOption = DEFAULT_NAME,
    harness: HarnessOption = None,
    expansion: IdOption = None,
) -> None:
    """Print the research brief of the open expansion, filled from the recorded cycles."""
    with door.connect_to_read() as nn:
        text, found = nn.ratchet(name).brief(_read(harness), expansion_id=expansion)
    if door.json:
        door.line({"brief": text, "proposal": found.proposal.document()})
    else:
        sys.stdout.write(text + "\n")


@command(
    group, "propose", example="netnew ratchet propose --harness h.yaml --by ann --from computed"
)
def propose(
    door: Door,
    harness: FileOption,
    by: ByOption,
    *,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="SOURCE",
            help="`computed` from the cycles, a YAML FILE, `-`, or a URL that gets the brief.",
        ),
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help="Gets the brief on stdin, prints the proposal."),
    ] = None,
    reason: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Open an expansion, where none is open.")
    ] = None,
    name: NameOption = DEFAULT_NAME,
    expansion: IdOption = None,
) -> None:
    """Propose an expansion; refused unless it only tightens the harness."""
    if (from_ is None) == (run is None):
        raise netnew.InputError("a proposal has one source", "give either --from or --run")
    with door.connect() as nn:
        ratchet = nn.ratchet(name)
        if reason is not None:
            ratchet.expansions.request(by=by, reason=reason)
        if from_ is not None and from_ != "computed" and not from_.startswith("http"):
            proposal = netnew.read_proposal(_text_of(from_), from_)
        else:
            text, found = ratchet.brief(_read(harness), expansion_id=expansion)
            answer = _researched(text, run, from_)
            proposal = found.proposal if answer is None else netnew.read_proposal(answer, "answer")
        document = ratchet.expansions.propose(
            proposal, netnew.FileOnDisk(harness), by=by, expansion_id=expansion
        )
    proposed = json.dumps(document["proposed_expansions"][0], indent=1, ensure_ascii=False)
    door.answer(document, _line(document), proposed)


@command(group, "approve", example='netnew ratchet approve --by ben --reason "read it, is fair"')
def approve(
    door: Door,
    by: ByOption,
    reason: ReasonOption,
    name: NameOption = DEFAULT_NAME,
    expansion: IdOption = None,
) -> None:
    """Approve the researched expansion; never by who proposed it."""
    with door.connect() as nn:
        expansions = nn.ratchet(name).expansions
        _tell(door, expansions.review("approve", by=by, reason=reason, expansion_id=expansion))


@command(group, "reject", example='netnew ratchet reject --by ben --reason "too steep"')
def reject(
    door: Door,
    by: ByOption,
    reason: ReasonOption,
    name: NameOption = DEFAULT_NAME,
    expansion: IdOption = None,
) -> None:
    """Reject the expansion; the next one needs ten more cycles."""
    with door.connect() as nn:
        expansions = nn.ratchet(name).expansions
        _tell(door, expansions.review("reject", by=by, reason=reason, expansion_id=expansion))


@command(
    group, "apply", example="netnew ratchet apply --harness harness.yaml --by ben --run './t {id}'"
)
def apply(
    door: Door,
    harness: FileOption,
    by: ByOption,
    *,
    run: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="Runs the test {id}, exit 0 is a pass; with an empty id everything from before.",
        ),
    ] = None,
    name: NameOption = DEFAULT_NAME,
    expansion: IdOption = None,
    timeout: TimeoutOption = 600,
) -> int:
    """Carry the approved expansion out, or go on where a killed run stopped; 1 if rolled back."""
    trial = None if run is None else netnew.trial_by_command(run, timeout_seconds=timeout)
    with door.connect() as nn:
        document = nn.ratchet(name).expansions.apply(
            netnew.FileOnDisk(harness), by=by, trial=trial, expansion_id=expansion
        )
    steps = [f"  {step['state']}: {step['note']}" for step in document["history"]]
    waiting = document["state"] in {"applied_disabled", "enabling"}
    hint = ["new tests are added but disabled; go on with --run COMMAND"] if waiting else []
    door.answer(document, _line(document), *steps, *hint)
    return 1 if document["state"] == "rolled_back" else 0


@command(
    group, "rollback", example='netnew ratchet rollback --harness h.yaml --by ben --reason "x"'
)
def rollback(
    door: Door,
    harness: FileOption,
    by: ByOption,
    reason: ReasonOption,
    *,
    name: NameOption = DEFAULT_NAME,
    expansion: IdOption = None,
) -> None:
    """Restore the harness as it was, byte for byte; only before the expansion is committed."""
    with door.connect() as nn:
        document = nn.ratchet(name).expansions.rollback(
            netnew.FileOnDisk(harness), by=by, reason=reason, expansion_id=expansion
        )
    _tell(door, document)


@command(group, "plot", example="netnew ratchet plot -o harness.svg --name my-harness")
def plot(
    door: Door,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="Ends in .svg, .png or .html.")
    ],
    name: NameOption = DEFAULT_NAME,
) -> None:
    """Draw score and level over cycles, the headroom of each benchmark, and its items."""
    with door.connect_to_read() as nn:
        ratchet = nn.ratchet(name)
        cycles = ratchet.cycles()
        if not cycles:
            raise netnew.NotFoundError(f"`{name}` has no cycles", "record some first")
        netnew.save_chart(netnew.draw_ratchet(cycles, ratchet.runs(), ratchet.verdicts()), output)
    door.answer({"written": str(output)}, f"{output} written")


def _researched(brief: str, run: str | None, url: str | None) -> str | None:
    """What a runner answers to the brief; None where the computed proposal was asked for."""
    if run is not None:
        return netnew.ask_command(run, brief, timeout_seconds=RESEARCH_SECONDS)
    if url is not None and url != "computed":
        return netnew.ask_endpoint(url, brief, timeout_seconds=RESEARCH_SECONDS)
    return None


def _tell(door: Door, document: Mapping[str, Any]) -> None:
    door.answer(document, _line(document))


def _line(document: Mapping[str, Any]) -> str:
    return f"expansion {document['expansion_id']}: {document['state']}"


def _read(file: Path | None) -> netnew.Harness | None:
    if file is None:
        return None
    return netnew.read_harness(netnew.FileOnDisk(file).text(), str(file))


def _text_of(name: str) -> str:
    return sys.stdin.read() if name == "-" else netnew.FileOnDisk(Path(name)).text()

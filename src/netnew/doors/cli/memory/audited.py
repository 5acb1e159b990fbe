"""An audit as people read it: shares in a table, then examples with their rules and numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import netnew
from netnew.doors.cli.screen import count, line, plain_table, tint

WHATS = ("duplicate", "near copy", "superseded", "contradictory", "doubtful", "noise")
MEANINGS = {
    "duplicate": "says what another says",
    "near copy": "nearly the same words, the same values",
    "superseded": "a newer one has another value",
    "contradictory": "denies what another says",
    "doubtful": "may be out of date; for a person to say",
    "noise": "a report or small talk, nothing to keep",
}
SHOWN = 200


def show_audit(found: netnew.MemoryAudit, of: str, examples: int) -> list[Any]:
    """The table, then so many examples of each kind."""
    facts, decisions = found.held["fact"], found.held["decision"]
    total = facts + decisions
    head = f": {count(facts, 'live fact')} and {count(decisions, 'live decision')}"
    shown: list[Any] = [line(tint(of, "bold"), head)]
    if not total:
        return shown
    table = plain_table("", "facts", "decisions", "of all", "")
    for at in (1, 2, 3):
        table.columns[at].justify = "right"
    for what in WHATS:
        own = found.count(what)  # type: ignore[arg-type]
        table.add_row(what, _number(found, what, "fact"), _number(found, what, "decision"),
                      f"{own / total:.1%}", MEANINGS[what])  # fmt: skip
    clean: int = total - found.touched
    table.add_row("nothing found", "", "", f"{clean / total:.1%}", count(clean, "thing"))
    shown.append(table)
    for what in WHATS:
        shown += _examples(found, what, examples)
    return shown


def show_tidied(tidied: netnew.Tidied, agent: str) -> list[Any]:
    """What was carried out, and how it is taken back."""
    if not tidied.done:
        return ["Nothing was there to carry out."]
    kinds = Counter(one.what for one in tidied.done)
    said = ", ".join(f"{number:,} {what}" for what, number in kinds.items())
    named = "" if agent == "agent" else f" --agent {agent}"
    first = tidied.done[0].id
    return [
        line(tint("carried out", "green"), f": {said}"),
        "To take all of it back, or the first of it:",
        f"  netnew memory audit{named} --undo {tidied.audit_id}",
        f"  netnew memory undo{named} {first}",
    ]


def _number(found: netnew.MemoryAudit, what: Any, kind: str) -> str:
    return f"{found.count(what, kind):,}"


def _examples(found: netnew.MemoryAudit, what: str, most: int) -> list[Any]:
    own = [one for one in found.findings if one.what == what][:most]
    shown: list[Any] = []
    for one in own:
        numbers = ""
        if one.score is not None and one.threshold is not None:
            numbers = f", {one.score:.2f} of {one.threshold:.2f} needed"
        shown.append("")
        shown.append(line(tint(what, "bold"), f" by {one.rule}{numbers}: {one.reason}"))
        shown.append(f"  {one.id}")
        shown.append(f"    {_cut(one.text)}")
        if one.other_id is not None:
            shown.append(f"  {one.other_id}")
            shown.append(f"    {_cut(one.other_text or '')}")
    return shown


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else f"{flat[: SHOWN - 1]}…"

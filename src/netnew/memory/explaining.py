"""Why something is remembered as it is: its changes, told in words with their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from netnew.kernel.tokens import single_spaced
from netnew.memory.ports import Item, Past
from netnew.memory.records import LIVE

ACTS: Final = {
    "learned": "learned",
    "confirmed": "learned again: the same statement",
    "refused": "said again, though a person has rejected it",
    "episode_started": "started",
    "episode_reused": "joined by a session",
    "episode_left": "left by a session",
    "episode_turn": "had one more turn",
    "decision_recorded": "recorded on purpose",
    "decision_judged": "judged at the end of a turn",
    "decision_concluded": "came to an outcome",
    "approved": "approved by a person",
    "rejected": "rejected by a person",
    "archived": "archived by a retention rule",
    "moved_in": "brought in as it stood elsewhere",
    "settled": "left as its own log has it",
    "replaced": "one decision took the place of another",
    "audited": "an audit was applied",
    "undone": "a change was taken back",
    "forgotten": "forgotten: its words are erased",
}
# What a newer fact is to an older one, and the older to the newer.
BESIDE: Final = {
    "duplicate": ("the same as {}", "{} says the same"),
    "supersedes": ("supersedes {}", "superseded by {}"),
    "late": ("older than {}", "{} is older"),
    "conflict": ("in conflict with {}", "in conflict with {}"),
    "coexist": ("stands beside {}", "{} stands beside it"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """One change of an item, in words."""

    seq: int
    at: str
    act: str
    row_id: str
    """The ledger row that seals it."""
    before: str | None
    after: str
    text: str
    undone: bool
    item_id: str = ""
    """What changed."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why an item stands as it does."""

    id: str
    kind: str
    state: str
    because: str
    history: tuple[Told, ...]

    def __str__(self) -> str:
        lines = [f"{self.id} is {self.state}: {self.because}"]
        lines += [f"{one.at}  {one.text}" for one in self.history]
        return "\n".join(lines)


def why(item: Item, past: list[Past]) -> Why:
    """Tell how an item came to stand as it does."""
    history = tuple(told(item.item_id, one) for one in past)
    standing = [one for one in history if not one.undone and one.act != "undone"]
    last = standing[-1] if standing else history[-1]
    live = "it is live" if item.state in LIVE else f"it is {item.state}"
    return Why(item.item_id, item.kind, item.state, f"{live}; {last.text}", history)


def told(item_id: str, past: Past) -> Told:
    """One change of an item, in words with its numbers."""
    (step,) = [step for step in past.steps if step.item_id == item_id]
    before = None if step.before is None else str(step.before["state"])
    words = [ACTS.get(past.act, past.act)]
    words += _numbers(item_id, past)
    if past.act == "undone":
        words[0] = f"change {past.told.get('undid')} was taken back"
    if past.act == "decision_concluded":
        words[0] = f"came to an outcome: {single_spaced(str(past.told.get('outcome')))}"
    moved = str(step.after["state"])
    if before not in {None, moved}:
        words.append(f"{before} → {moved}")
    if past.undone:
        words.append("taken back since")
    return Told(
        past.seq, past.at, past.act, past.row_id, before, moved, "; ".join(words), past.undone,
        item_id,
    )  # fmt: skip


def _numbers(item_id: str, past: Past) -> list[str]:
    body, words = past.told, []
    reasons: dict[str, Any] = past.evidence.get("compared", {})
    own = body.get("fact")
    for other_id, kind, rule, score, threshold in body.get("compared", ()):
        if item_id in {own, other_id}:
            newer, older = BESIDE[kind]
            what = newer.format(other_id) if own == item_id else older.format(own)
            words.append(_pair(what, rule, score, threshold, reasons.get(other_id)))
    verdict = body.get("verdict") or {}
    if verdict.get("outcome"):
        said = "; ".join(past.evidence.get("reasons", ()))
        words.append(_pair(f"the gate says {verdict['outcome']}", verdict.get("rule"),
                           verdict.get("score"), verdict.get("threshold"), said))  # fmt: skip
    if body.get("rule"):
        words.append(_pair("", body["rule"], body.get("score"), body.get("threshold"), None))
    if not words and past.evidence.get("reason"):
        words.append(str(past.evidence["reason"]))
    if body.get("by"):
        words.append(f"by {body['by']}")
    return words


def _pair(what: str, rule: Any, score: Any, threshold: Any, reason: Any) -> str:
    parts = [what] if what else []
    if rule:
        parts.append(f"rule {rule}")
    if score is not None:
        needed = "" if threshold is None else f", {threshold:.2f} needed"
        parts.append(f"score {score:.2f}{needed}")
    text = ", ".join(parts)
    return f"{text} ({reason})" if reason else text

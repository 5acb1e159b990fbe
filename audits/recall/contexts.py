"""Contexts with and without the part that keeps noise, copies and old states out.

`python -m audits.recall.contexts` writes results/contexts.md beside this file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from statistics import fmean

from audits.recall.month import (
    NOISE_SHARE,
    SESSIONS_A_DAY,
    TOPICS,
    TURNS_A_SESSION,
    Turn,
    turns,
)
from netnew import FactInput, Settings, TurnInput, TurnResult, connect
from netnew.kernel.overlap import text_overlap
from netnew.memory.near_copies import LIMIT, OPENING_CHARS
from netnew.memory.recall import word_shares
from netnew.memory.recall_lines import HEADINGS, SHOWN_CHARS, estimated_tokens

RESULT = Path(__file__).parent / "results" / "contexts.md"
DAYS = 30
BUDGET = 1_000
# So many earlier responses an agent without the part is shown: as many lines as the budget holds.
SHOWN = 20
STATE = re.compile(r"^- (?:\[[a-z]+\] )?")


@dataclass
class Contexts:
    """What the contexts of one way came to."""

    tokens: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    noise: list[int] = field(default_factory=list)
    copies: list[int] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)
    useless: list[int] = field(default_factory=list)
    stored: int = 0
    stored_noise: int = 0
    lost: int = 0
    waiting: int = 0

    def see(self, said: Sequence[str], shown: str, month: Month) -> None:
        """Count one context: the texts in it, and all of it as it is shown."""
        self.tokens.append(estimated_tokens(shown))
        self.lines.append(len(said))
        noise = [text[:SHOWN_CHARS] in month.noise for text in said]
        repeats = [repeats_one(text, said[:n]) for n, text in enumerate(said)]
        latest = month.known.values()
        stale = [text in month.facts and text not in latest for text in said]
        self.noise.append(sum(noise))
        self.copies.append(sum(repeats))
        self.stale.append(sum(stale))
        self.useless.append(sum(map(any, zip(noise, repeats, stale, strict=True))))


class Month:
    """What is true of the texts of some turns, as far as they have gone."""

    def __init__(self, asked: Sequence[Turn]) -> None:
        self.noise = {turn.response[:SHOWN_CHARS] for turn in asked if turn.is_noise}
        self.facts = {turn.learns for turn in asked}
        self.known: dict[str, str] = {}

    def goes_on(self, turn: Turn) -> None:
        """Note what became known in a turn."""
        if turn.learns is not None:
            self.known[turn.topic] = turn.learns


class Hand:
    """A clock that stands where it is put."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def repeats_one(text: str, before: Sequence[str]) -> bool:
    """Whether a text nearly repeats one of those before it."""
    overlaps = (text_overlap(text[:OPENING_CHARS], other[:OPENING_CHARS]) for other in before)
    return any(one.part * LIMIT.whole > one.whole * LIMIT.part for one in overlaps)


def without(asked: Sequence[Turn]) -> Contexts:
    """All is logged; the context is what shares most words with the turn, the latest of equals."""
    seen, month, logged = Contexts(), Month(asked), list[str]()
    for turn in asked:
        if turn.learns is not None:
            logged.append(turn.learns)
        month.goes_on(turn)
        shares = word_shares(turn.asks, logged)
        ranked = sorted(range(len(logged)), key=lambda n: (-shares[n], -n))
        said = [logged[n] for n in ranked[:SHOWN] if shares[n]]
        seen.see(said, "\n".join(f"- {text}" for text in said), month)
        logged.append(turn.response)
        seen.stored += 1
        seen.stored_noise += turn.is_noise
    return seen


def with_it(asked: Sequence[Turn]) -> Contexts:
    """Each turn goes through `learn`, `pre_turn` and `post_turn`, which give the context."""
    seen, month, clock = Contexts(), Month(asked), Hand(asked[0].at)
    with connect("sqlite://", settings=Settings(), clock=clock) as nn:
        memory = nn.memory(agent_id="month")
        for turn in asked:
            clock.now = turn.at
            if turn.learns is not None:
                memory.learn(FactInput(turn.topic, turn.learns))
            month.goes_on(turn)
            given = TurnInput(
                turn.asks, session_id=turn.session_id, frame="decision", budget_tokens=BUDGET
            )
            before = memory.pre_turn(given)
            seen.see(recalled(before.context), before.context, month)
            report = memory.post_turn(before, TurnResult(turn.response))
            outcome = None if report.recorded is None else report.recorded.outcome
            seen.stored += outcome == "kept"
            seen.stored_noise += outcome == "kept" and turn.is_noise
            seen.lost += outcome == "rejected" and not turn.is_noise
            seen.waiting += outcome == "quarantined"
    return seen


def recalled(context: str) -> list[str]:
    """The texts of the decisions and facts in a context, as they are shown."""
    found, episodes = [], False
    for line in context.split("\n"):
        episodes = line == HEADINGS["episode"] or (episodes and not line.startswith("#"))
        if line.startswith("- ") and not episodes:
            found.append(STATE.sub("", line))
    return found


def report(asked: Sequence[Turn], before: Contexts, after: Contexts) -> str:
    """Both ways side by side."""
    days = len(asked) // (SESSIONS_A_DAY * TURNS_A_SESSION)
    rows = {
        "tokens a context, mean": [f"{fmean(one.tokens):.0f}" for one in (before, after)],
        "texts a context, mean": [f"{fmean(one.lines):.1f}" for one in (before, after)],
        "near-copies a context, mean": [f"{fmean(one.copies):.2f}" for one in (before, after)],
        "facts out of date a context, mean": [f"{fmean(one.stale):.2f}" for one in (before, after)],
        "noise among the texts of contexts": [
            share(sum(one.noise), sum(one.lines)) for one in (before, after)
        ],
        "texts that are noise, a near-copy or out of date": [
            share(sum(one.useless), sum(one.lines)) for one in (before, after)
        ],
        "noise among what is kept as a decision": [
            share(one.stored_noise, one.stored) for one in (before, after)
        ],
        "responses kept as decisions": [f"{one.stored}" for one in (before, after)],
        "decisions rejected": [f"{one.lost}" for one in (before, after)],
        "left to people": [f"{one.waiting}" for one in (before, after)],
    }
    lines = [
        "# What an agent's context holds",
        "",
        f"{len(asked)} simulated turns: {days} days, {SESSIONS_A_DAY} sessions a day, "
        f"{TURNS_A_SESSION} turns each, on {len(TOPICS)} topics; {NOISE_SHARE:.0%} of the "
        "responses are noise, as in the store that the rules were made for, of whose contexts "
        "about 60 % was noise. All texts are written in `audits/recall/month.py`; the same seed "
        "gives the same month.",
        "",
        f"*Without*: every response and fact is logged, and the {SHOWN} that share most words "
        "with the turn are shown, the latest of equals. *With*: `learn`, `pre_turn` and "
        f"`post_turn` of the default profile, without an embedder, {BUDGET} tokens. A near-copy "
        "shares more than 0.7 of the shorter opening's words with an earlier line of the same "
        "context; it may still state another value, and such pairs are kept on purpose.",
        "",
        "| | without | with |",
        "|---|---|---|",
        *(f"| {name} | {' | '.join(values)} |" for name, values in rows.items()),
        "",
        "The noise here is of six forms, and netnew's authors wrote them: what share of real "
        "noise is caught is measured in `audits/decisions`, on texts of repositories.",
    ]
    return "\n".join(lines) + "\n"


def share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} %"


def main() -> None:
    asked = list(turns(DAYS))
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(report(asked, without(asked), with_it(asked)), encoding="utf-8")
    print(RESULT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()

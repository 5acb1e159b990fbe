"""A memory as Markdown that people read: what is live, decisions first. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from netnew.memory.records import Decision, Episode, Fact

# As much of a decision's first line as makes a heading.
LONGEST_HEADING = 100


def markdown(
    agent: str, decisions: Sequence[Decision], facts: Sequence[Fact], episodes: Sequence[Episode]
) -> Iterator[str]:
    """The page, line by line; of decisions the live ones.

    >>> list(markdown("a1", [], [], []))
    ['# Memory of a1', '', 'Nothing is remembered.']
    """
    yield f"# Memory of {_inline(agent)}"
    # Those that were replaced are named by what replaced them.
    titles = {one.id: f"{_title(one)} ({one.made_at[:10]})" for one in decisions if one.text}
    decisions = [one for one in decisions if one.active]
    if not (decisions or facts or episodes):
        yield from ("", "Nothing is remembered.")
    if decisions:
        yield from ("", "## Decisions")
        for decision in decisions:
            yield from _decision(decision, titles)
    if facts:
        yield from ("", "## Facts")
        yield from _facts(facts)
    if episodes:
        yield from ("", "## Episodes", "")
        for episode in episodes:
            yield _episode(episode)


def _decision(one: Decision, titles: Mapping[str, str]) -> Iterator[str]:
    yield from ("", f"### {one.made_at[:10]}: {_title(one)}", "")
    said = [line.rstrip() for line in one.text.strip().split("\n")]
    if len(said) > 1 or len(said[0]) > LONGEST_HEADING:
        # Quoted, so that no heading of its own breaks the page.
        yield from (f"> {line}".rstrip() for line in said)
        yield ""
    for reason in one.reasons:
        first, *rest = reason.strip().split("\n")
        yield f"- Why: {first}"
        yield from (f"  {line}".rstrip() for line in rest)
    if one.outcome != "pending":
        yield f"- Outcome: {one.outcome}"
    if one.confidence is not None:
        yield f"- Confidence: {one.confidence:.2f}"
    for older in one.supersedes:
        yield f"- Supersedes: {titles.get(older, older)}"
    yield f"- Id: `{one.id}`"


def _facts(facts: Sequence[Fact]) -> Iterator[str]:
    ordered = sorted(facts, key=lambda one: ((one.subject or "").lower(), one.observed_at))
    for subject, group in groupby(ordered, key=lambda one: (one.subject or "").lower()):
        own = list(group)
        yield from ("", f"### {_inline(own[0].subject or '') if subject else 'Of no subject'}", "")
        for one in own:
            aside = [one.observed_at[:10]]
            aside += [_inline(one.attribute)] if one.attribute else []
            aside += [f"confirmed {one.confirmations} times"] if one.confirmations > 1 else []
            aside += ["may be contradicted"] if one.conflicts_with else []
            yield f"- {_inline(one.content)} ({', '.join(aside)})"


def _episode(one: Episode) -> str:
    ended = f" to {one.ended_at[:16].replace('T', ' ')}" if one.ended_at else ""
    state = ", under way" if one.state == "ongoing" else ""
    turns = "1 turn" if one.turns == 1 else f"{one.turns} turns"
    summary = _inline(one.summary) or "without a summary"
    return f"- {one.started_at[:16].replace('T', ' ')}{ended}: {summary} ({turns}{state})"


def _title(one: Decision) -> str:
    first = _inline(one.text.strip().split("\n")[0])
    return first if len(first) <= LONGEST_HEADING else f"{first[: LONGEST_HEADING - 1].rstrip()}…"


def _inline(text: str) -> str:
    return " ".join(text.split())

"""What becomes of labelled statements under each policy.

`python -m audits.facts.relations` writes results/relations.md beside this file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import NamedTuple

from audits.facts.statements import Sequence, repeats, sequences, strangers, written
from netnew.memory.fact_relation import VERSION, Profile, Statement, relate
from netnew.memory.fact_shares import ASKED, Asked
from netnew.memory.fact_words import VERSION as WORDS_VERSION
from netnew.meter.calibrate import wilson

RESULT = Path(__file__).parent / "results" / "relations.md"
HALF, THREE_QUARTERS = Fraction(1, 2), Fraction(3, 4)
GRID = [
    Asked(*shares)
    for shares in product(
        (Fraction(1, 3), HALF, Fraction(2, 3), THREE_QUARTERS),
        (HALF, Fraction(2, 3), THREE_QUARTERS, Fraction(1)),
        (Fraction(1, 5), Fraction(1, 3), Fraction(2, 5), HALF),
    )
]


class Policy(NamedTuple):
    """A way to learn."""

    name: str
    profile: Profile
    with_attribute: bool


POLICIES = (
    Policy("004, the letter", "004", with_attribute=False),
    Policy("default, attribute given", "default", with_attribute=True),
    Policy("default, text alone", "default", with_attribute=False),
)


class Outcome(NamedTuple):
    """What learning one sequence came to."""

    retired: frozenset[int]
    flagged: bool
    swallowed: int


def learn(row: Sequence, policy: Policy, asked: Asked = ASKED) -> Outcome:
    """Learn one statement after the other, each against all that still stand."""
    said = row.statements(with_attribute=policy.with_attribute)
    retired: set[int] = set()
    standing: list[int] = []
    flagged, swallowed = False, 0
    for i, new in enumerate(said):
        found = {k: relate(said[k], new, profile=policy.profile, asked=asked) for k in standing}
        # Learning shows a person both: what contradicts, and what may replace.
        flagged |= any(r.kind == "conflict" or r.doubtful for r in found.values())
        if any(relation.kind == "duplicate" for relation in found.values()):
            swallowed += 1
            continue
        retired |= {k for k, relation in found.items() if relation.kind == "supersedes"}
        standing = [k for k in standing if k not in retired] + [i]
    return Outcome(frozenset(retired), flagged, swallowed)


class Tally(NamedTuple):
    """Hits of a total."""

    hits: int
    total: int

    def __str__(self) -> str:
        if not self.total:
            return "none"
        low, high = wilson(self.hits, self.total)
        share = 100 * self.hits / self.total
        return f"{self.hits}/{self.total} = {share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def tallies(rows: Iterable[Sequence], policy: Policy, asked: Asked = ASKED) -> dict[str, Tally]:
    counts: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for row in rows:
        found = learn(row, policy, asked)
        for name, hit, there in (
            ("updates superseded", row.superseded <= found.retired, row.label == "update"),
            ("updates swallowed as repeats", found.swallowed > 0, row.label == "update"),
            ("updates missed, but flagged", found.flagged and not row.superseded <= found.retired,
             row.label == "update"),
            ("compatible pairs retired", bool(found.retired), row.label == "coexist"),
            ("compatible pairs flagged", found.flagged, row.label == "coexist"),
            ("conflicts flagged, both kept", found.flagged and not found.retired,
             row.label == "conflict"),
            ("conflicts retired", bool(found.retired), row.label == "conflict"),
            ("active and superseded all right", found.retired == row.superseded, True),
        ):  # fmt: skip
            counts[name] += hit and there
            of[name] += there
    return {name: Tally(counts[name], of[name]) for name in of}


def value_of(rows: list[Sequence], asked: Asked) -> tuple[int, Fraction]:
    """What the thresholds are chosen by: updates found, each wrong retirement costing ten."""
    found = tallies(rows, POLICIES[2], asked)
    wrong = found["compatible pairs retired"].hits + found["conflicts retired"].hits
    good = found["updates superseded"].hits + found["conflicts flagged, both kept"].hits
    # Equal ones: the strictest, so that doubt keeps both.
    return good - 10 * wrong, sum(asked, Fraction(0))


def chosen_elsewhere(rows: list[Sequence]) -> tuple[list[tuple[Sequence, Asked]], Counter[Asked]]:
    """For each source the thresholds that were best on all the others."""
    sources = sorted({row.source for row in rows})
    by_source = {name: [row for row in rows if row.source == name] for name in sources}
    score = {asked: {name: value_of(by_source[name], asked)[0] for name in sources}
             for asked in GRID}  # fmt: skip
    pairs, picked = [], Counter[Asked]()
    for name in sources:
        best = max(GRID, key=lambda a: (sum(score[a].values()) - score[a][name], sum(a)))
        picked[best] += len(by_source[name])
        pairs += [(row, best) for row in by_source[name]]
    return pairs, picked


def held_out(rows: list[Sequence]) -> tuple[dict[str, Tally], Counter[Asked]]:
    pairs, picked = chosen_elsewhere(rows)
    summed: dict[str, Tally] = {}
    for asked in picked:
        part = tallies([row for row, own in pairs if own == asked], POLICIES[2], asked)
        for name, tally in part.items():
            before = summed.get(name, Tally(0, 0))
            summed[name] = Tally(before.hits + tally.hits, before.total + tally.total)
    return summed, picked


def among_strangers(rows: list[Sequence]) -> dict[str, Tally]:
    counts: Counter[str] = Counter()
    for pair in strangers(rows):
        found = relate(Statement("user", pair.old), Statement("user", pair.new))
        where = "of one chat" if pair.one_source else "of different chats"
        counts[where] += 1
        counts[f"{where}, retired"] += found.kind == "supersedes"
        counts[f"{where}, flagged"] += found.kind == "conflict" or found.doubtful
        counts[f"{where}, called a repeat"] += found.kind == "duplicate"
    return {name: Tally(counts[name], counts[name.split(",")[0]])
            for name in sorted(counts) if "," in name}  # fmt: skip


def said_again(rows: list[Sequence]) -> Tally:
    texts = sorted({text for row in rows for text in row.texts})
    found = [relate(Statement("s", text), Statement("s", again)).kind == "duplicate"
             for text in texts for again in repeats(text)]  # fmt: skip
    return Tally(sum(found), len(found))


def states_no_old_value(rows: list[Sequence]) -> list[Sequence]:
    """Updates whose old statements hold no value that the new one could change."""
    from netnew.memory.fact_reading import read
    from netnew.memory.fact_values import comparable

    return [
        row for row in rows
        if row.label == "update" and not any(
            comparable(new, old)
            for i in range(1, len(row.texts))
            for new in read(row.texts[i]).slots
            for old in read(row.texts[i - 1]).slots
        )
    ]  # fmt: skip


def table(columns: dict[str, dict[str, Tally]]) -> list[str]:
    names = list(next(iter(columns.values())))
    lines = [f"| | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    return lines + [
        f"| {name} | {' | '.join(str(column[name]) for column in columns.values())} |"
        for name in names
    ]


def by_source(rows: list[Sequence]) -> list[str]:
    kinds = {
        "chats": lambda row: row.subject == "user",
        "repositories": lambda row: row.subject != "user",
    }
    found = {name: tallies([row for row in rows if own(row)], POLICIES[2])
             for name, own in kinds.items()}  # fmt: skip
    return table(found)


def report(rows: list[Sequence]) -> str:
    held, picked = held_out(rows)
    best = ", ".join(
        f"{' / '.join(map(str, asked))} for {n} rows" for asked, n in picked.most_common()
    )
    blind = states_no_old_value(rows)
    sources = len({row.source for row in rows})
    lines = [
        "# Which facts replace which",
        "",
        f"`{VERSION}`, `{WORDS_VERSION}`: {len(rows)} labelled sequences of {sources} sources "
        "(chats and repositories), each learned statement by statement. Shares with 95 % Wilson "
        "intervals. An update counts only when every statement that people call replaced is.",
        "",
        *table({policy.name: tallies(rows, policy) for policy in POLICIES}),
        "",
        "The letter retires every compatible pair and every conflict: that is what it says.",
        "",
        "## Thresholds chosen without the source",
        "",
        "For each source, the shares of common topic that were best on all other sources (with a "
        "sign of change / without one / for a contradiction), then counted on that source. "
        f"Text alone. Chosen: {best}; shipped: {' / '.join(map(str, ASKED))}.",
        "",
        *table({"held out": held}),
        "",
        "## Where the statements come from (text alone)",
        "",
        *by_source(rows),
        "",
        "## Written for this audit (text alone)",
        "",
        "Sequences of many trades, in `written.jsonl`, by an author who had not seen the rules; "
        "many updates are hard on purpose and name neither the old value nor a change. The rules "
        "were shaped with the half *choose* in view; the half *report* was neither read nor used "
        "before these figures. No attribute is given, but many subjects name a property.",
        "",
        *table({half: tallies(written(half), POLICIES[2]) for half in ("choose", "report")}),
        "",
        "## Pairs that nobody labelled",
        "",
        "Chat statements of different sequences, both orders, as if all were said of one user. "
        "Nobody says that they are compatible; nearly all are, and those of one chat are close.",
        "",
        *table({"default, text alone": among_strangers(rows)}),
        "",
        "Statements said again (other case, ends, articles, short forms) merged: "
        f"{said_again(rows)}.",
        "",
        "## What stays wrong",
        "",
        *remarks(rows, blind),
    ]
    return "\n".join(lines) + "\n"


def remarks(rows: list[Sequence], blind: list[Sequence]) -> list[str]:
    text_alone = POLICIES[2]
    missed = [
        r for r in rows if r.label == "update" and not r.superseded <= learn(r, text_alone).retired
    ]
    unseen = [row for row in missed if row in blind]
    return [
        f"- Of {len(missed)} updates missed, {len(unseen)} have an old statement without any value "
        "of the kind that the new one states: nothing in the two texts says that one replaces the "
        "other. Only an attribute can, and with it they are found.",
        f"- Missed: {', '.join(row.id for row in missed)}.",
        "- No rule was made for a row. Much of what is missed tells a change by its circumstances "
        "(the keys went back, somebody walked across the stage): that takes knowledge of the "
        "world. Whoever needs more gives an attribute.",
        "- The half *report* is far below the half *choose*: what was shaped on one half, above "
        "all which nouns name a property, carries over to other subjects only in part.",
        "- The labels of chats come from questions that were asked later, so some statements are "
        "called replaced that are merely about the same day or the same person.",
        "- The rules were written while reading errors on the data of the first tables and on the "
        "half *choose*; only *report* and the pairs that nobody labelled are free of that.",
        "- Flagged means that both stay and a person is shown the pair, as learning does with a "
        "contradiction and with a doubt.",
    ]


def main() -> None:
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(report(sequences()), encoding="utf-8")
    print(RESULT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()

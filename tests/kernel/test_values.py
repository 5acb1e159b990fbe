"""What is read from text exactly, pinned by a golden file, and what two texts differ in."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.kernel import polarity, quantities, spans
from netnew.kernel import values as values_module
from netnew.kernel.values import VERSION, Values, differences, values
from tests.conftest import Golden

TEXTS = Path(__file__).resolve().parents[1] / "golden/kernel/values-texts.txt"


def described(found: Values) -> dict[str, object]:
    return {
        "numbers": [
            f"{q.comparator}{q.amount}{' ' + q.unit if q.unit else ''}"
            + (f" [{q.label}]" if q.label else "")
            for q in found.numbers
        ],
        "dates": list(found.dates),
        "negations": list(found.negations),
        "reversals": [f"{p.pair}: {p.side} {p.bears_on}".strip() for p in found.reversals],
        "modality": list(found.modality),
        "quantifiers": list(found.quantifiers),
    }


def test_the_values_of_the_golden_texts(golden: Golden) -> None:
    lines = [VERSION]
    for text in TEXTS.read_text(encoding="utf-8").splitlines():
        found = {name: value for name, value in described(values(text)).items() if value}
        lines.append(f"{text}\n    {json.dumps(found, ensure_ascii=False)}")

    golden("kernel/values-1.txt", "\n".join(lines) + "\n")


EQUAL = [
    ("It takes 200 ms", "It takes 0.2 s"),
    ("1,000 users", "1000 users"),
    ("5k users", "5,000 users"),
    ("costs $5", "costs 5 dollars"),
    ("5 % of them", "5 percent of them"),
    ("three cooks", "3 cooks"),
    ("twenty-five chairs", "25 chairs"),
    ("on 3 May 2026", "on May 3rd, 2026"),
    ("on 2026-05-03", "on 3 May 2026"),
    ("at 2:30 pm", "at 14:30"),
    ("do not use redis", "don't use redis"),
    ("don’t use redis", "never use redis"),
    ("adds a header", "adding a header"),
    ("no more than 5", "at most 5"),
    ("5 at most", "at most 5"),
    ("use redis, not memcached", "not memcached: use redis"),
    ("attempt 4 of 10", "attempt 5 of 10"),
    ("done in one week", "done in a week"),
    ("see #12", "see #13"),
    ("at commit 3f2a9bc1", "at commit 77e0d1aa"),
    ("10:15:02 no change", "10:15:07 no change"),
]
DIFFERENT = [
    ("200 ms", "500 ms", "number"),
    ("200 ms", "200 s", "unit"),
    ("under 200 ms", "over 200 ms", "comparator"),
    ("v2.1", "v2.2", "number"),
    ("1.0.5rc5 is out", "1.0.5rc9 is out", "number"),
    ("3 cooks and 4 waiters", "4 cooks and 3 waiters", "number"),
    ("-5 degrees", "5 degrees", "number"),
    ("on Monday", "on Friday", "date"),
    ("in May", "in June", "date"),
    ("at 14:30", "at 15:30", "date"),
    ("use redis", "do not use redis", "negation"),
    ("use redis, not memcached", "use memcached, not redis", "negation"),
    ("enable it", "disabled it", "reversal"),
    ("add the logs and remove the cache", "add the cache and remove the logs", "reversal"),
    ("it must run", "it may run", "modality"),
    ("all users", "some users", "quantifier"),
]


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_other_words_same_values(left: str, right: str) -> None:
    assert differences(values(left), values(right)) == ()


@pytest.mark.parametrize(("left", "right", "kind"), DIFFERENT)
def test_a_difference_is_found_and_named(left: str, right: str, kind: str) -> None:
    for a, b in ((left, right), (right, left)):
        assert kind in [found.kind for found in differences(values(a), values(b))]


@given(st.text(max_size=200))
def test_any_text_can_be_read_and_equals_itself(text: str) -> None:
    assert differences(values(text), values(text)) == ()


@given(st.text(max_size=80), st.text(max_size=80))
def test_differences_are_symmetric(left: str, right: str) -> None:
    there = differences(values(left), values(right))
    back = differences(values(right), values(left))

    assert sorted((d.kind, d.left or "", d.right or "") for d in there) == sorted(
        (d.kind, d.right or "", d.left or "") for d in back
    )


@pytest.mark.parametrize(
    "hostile",
    ["1" * 100_000, "1," * 50_000, "not " * 20_000, "v" + "1." * 50_000, "<" * 50_000,
     "a-" * 50_000 + "1", "- " * 50_000 + "5", "@." * 50_000, "((" * 50_000 + "1)"],
)  # fmt: skip
def test_hostile_texts_take_no_time(hostile: str) -> None:
    import time

    start = time.process_time()
    values(hostile)

    assert time.process_time() - start < 5


# Words, parts of words and marks of which each reader needs some.
pieces = st.sampled_from(
    "no. no not n't don't cant want neither nor without never whether or not only just doubt "
    "more than at most least or fewer exceed need to has to a an in for after every week days "
    "five often twenty-one seven phone hundred sunday today's tomorrow next last this month "
    "may march mar. sept 3rd 14 2026 5/6/2026 2026-05-03 10:30 3pm 12:00:01 q3 v2 1.2.3 1.2rc1 "
    "#12 a@b.cc http://five.x/not 7f3a9bc PROJ-12 attempt 4 of 10 3/4 $5 -2 k ms % users ' _ "
    "x_five é ’ 中 é add remove before all some must will we'll".split(" ")
)


@given(st.lists(st.tuples(pieces, st.sampled_from([" ", "", "  ", ", ", "\n"])), max_size=12))
def test_a_pattern_is_left_out_only_where_it_finds_nothing(parts: list[tuple[str, str]]) -> None:
    text = "".join(piece + gap for piece, gap in parts)
    read = values.__wrapped__

    with pytest.MonkeyPatch.context() as patch:
        for module in (spans, quantities, polarity, values_module):
            patch.setattr(module, "holds", lambda _text, _signs: True)
        patch.setattr(spans, "_DIGIT", re.compile(""))
        with_every_pattern = read(text)

    assert read(text) == with_every_pattern


WORDS = (
    "add remove enable disable not never no all some must may 3 4 200 ms cooks caching the index "
    "and then, today tomorrow Friday"
).split()


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_a_text_never_differs_from_itself(text: str) -> None:
    assert differences(values(text), values(text)) == ()


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("3 cooks at noon and 4 cooks at night", "4 cooks at night, and 3 cooks at noon"),
        ("enable caching, disable logging", "disable logging, enable caching"),
        ("add tests and remove tests", "remove tests and add tests"),
    ],
)
def test_the_same_values_in_another_order_do_not_differ(left: str, right: str) -> None:
    assert differences(values(left), values(right)) == ()

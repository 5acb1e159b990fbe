"""What comes back for a query, and what does not; the listed tests of 004, by number."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from netnew.kernel.overlap import text_overlap
from netnew.memory.near_copies import Text, near_copies
from netnew.memory.recall import Candidate, recall
from netnew.memory.recall_lines import decision_line, decisions_block, estimated_tokens
from netnew.memory.recalled import echo

STATUS = (
    "Here's my full live status! All systems are up and the queue is empty",
    "Here's my full live status! All systems are up and the queue is empty now",
    "Here's my live status! All systems are up and the queue is empty",
    "here's my full live status: all systems are up and the queue is empty",
    "Here's my full live status! All systems are up, the queue is empty",
)
DISTINCT = (
    "Use Postgres for the event store",
    "Deploy on Tuesdays only, after the review",
    "Keep the mobile clients on the old API until June",
)
PROFILES = ("004", "default")


def decisions(texts: tuple[str, ...]) -> list[Candidate]:
    return [
        Candidate(f"d{i}", "decision", text, f"2026-05-{i + 1:02}T09:00:00Z", outcome="pending")
        for i, text in enumerate(texts)
    ]


def kept(texts: tuple[str, ...], profile: str) -> list[str]:
    found = recall("", decisions(texts), profile="004" if profile == "004" else "default")
    return sorted(found.ids)


@pytest.mark.parametrize("profile", PROFILES)
def test_21_five_similar_decisions_are_reduced_to_one(profile: str) -> None:
    assert kept(STATUS, profile) == ["d4"]


@pytest.mark.parametrize("profile", PROFILES)
def test_22_three_distinct_decisions_are_all_kept(profile: str) -> None:
    assert kept(DISTINCT, profile) == ["d0", "d1", "d2"]


@pytest.mark.parametrize("profile", PROFILES)
def test_23_duplicates_go_and_unique_ones_stay(profile: str) -> None:
    assert kept((*STATUS[:2], *DISTINCT), profile) == ["d1", "d2", "d3", "d4"]


@pytest.mark.parametrize("profile", PROFILES)
def test_24_no_decisions_give_nothing(profile: str) -> None:
    assert kept((), profile) == []
    found = recall("storage", [])

    assert (found.ids, found.text, found.tokens) == ((), "", 0)


@pytest.mark.parametrize("profile", PROFILES)
def test_25_a_single_decision_comes_back_as_it_is(profile: str) -> None:
    assert kept(DISTINCT[:1], profile) == ["d0"]
    found = recall("", decisions(DISTINCT[:1]))

    assert found.ids == ("d0",)
    assert "- [pending] Use Postgres for the event store" in found.text.split("\n")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_26_the_most_recent_duplicate_is_the_one_kept(order: tuple[int, ...], profile: Any) -> None:
    candidates = decisions(STATUS[:3])

    found = recall("", [candidates[i] for i in order], profile=profile)

    assert found.ids == ("d2",)
    assert {(out.rule, out.instead) for out in found.left_out} == {("near-copy", "d2")}


def test_27_identical_strings_overlap_wholly() -> None:
    assert float(text_overlap("use postgres", "use postgres")) == 1.0


def test_28_strings_without_a_common_word_do_not_overlap() -> None:
    assert float(text_overlap("use postgres", "ship it")) == 0.0


def test_29_a_partial_overlap_is_the_share_of_the_shorter() -> None:
    assert text_overlap("use postgres for storage", "use postgres today") == (2, 3)


def test_30_overlap_does_not_mind_case() -> None:
    assert float(text_overlap("Use POSTGRES", "use postgres")) == 1.0


def test_31_an_empty_string_overlaps_with_nothing() -> None:
    assert float(text_overlap("", "use postgres")) == float(text_overlap("", "")) == 0.0


def test_32_single_words_overlap_or_do_not() -> None:
    assert (float(text_overlap("ship", "Ship")), float(text_overlap("ship", "wait"))) == (1.0, 0.0)


def test_a_decision_reads_as_the_spec_writes_it() -> None:
    long = "Move the nightly import " + "to the new cluster and verify every table " * 4

    assert decision_line(long, "success", 0.8) == f"- [success] {long[:120]} (confidence: 0.80)"
    assert decision_line("Use\nGo", "", None) == "- [pending] Use Go"
    assert decisions_block([decision_line("Use Go")]) == "## Related Decisions\n- [pending] Use Go"


def test_texts_that_differ_in_a_value_are_no_copies_unless_the_letter_says_so() -> None:
    said = [
        Text("Keep the request timeout of the public API at 200 ms", "2026-05-01"),
        Text("Keep the request timeout of the public API at 500 ms", "2026-05-02"),
        Text("Do not keep the request timeout of the public API at 200 ms", "2026-05-03"),
    ]

    assert near_copies(said) == []
    assert [copy.dropped for copy in near_copies(said, profile="004")] == [0, 1]


def test_just_seven_tenths_are_no_copy() -> None:
    ten = "a b c d e f g h i j"

    at_limit, over = "a b c d e f g x y z", "a b c d e f g h y z"
    assert near_copies([Text(ten, "1"), Text(at_limit, "2")]) == []
    assert len(near_copies([Text(ten, "1"), Text(over, "2")])) == 1


def test_rare_words_of_the_query_count_more_than_common_ones() -> None:
    filler = [
        Candidate(f"x{i}", "fact", f"the api note {i} seldom", "2026-05-01") for i in range(6)
    ]
    asked = Candidate("hit", "fact", "quota is five", "2026-04-01")

    assert recall("the api quota", [*filler, asked]).ids[0] == "hit"


def test_the_order_in_which_candidates_come_does_not_matter() -> None:
    candidates = decisions((*DISTINCT, *STATUS))

    orders = itertools.islice(itertools.permutations(candidates), 0, 5000, 97)
    answers = {recall("the queue and the API", mixed).ids for mixed in orders}

    assert len(answers) == 1


def test_meaning_finds_what_shares_no_word() -> None:
    near = Candidate("near", "fact", "We deploy on Fly", "2026-05-01", likeness=15_000)
    far = Candidate("far", "fact", "Lunch is at noon", "2026-05-02")

    found = recall("hosting", [near, far])

    assert found.ids == ("near",)
    assert [(out.id, out.rule) for out in found.left_out] == [("far", "off-topic")]


def test_diversity_puts_another_topic_before_the_third_of_one_kind() -> None:
    candidates = [
        Candidate(f"s{i}", "fact", f"search index shard {word} holds old orders", "2026-05-09")
        for i, word in enumerate(("alpha", "beta", "gamma"))
    ] + [Candidate("other", "fact", "search costs rose", "2026-05-01")]

    assert "other" in recall("search", candidates, limit=2, profile="default").ids[:2]


@pytest.mark.parametrize("budget", [0, 20, 40, 80, 10_000])
def test_a_budget_is_never_overdrawn(budget: int) -> None:
    found = recall("", decisions(DISTINCT), budget_tokens=budget)

    assert found.tokens == estimated_tokens(found.text) <= budget
    assert len(found.ids) + len(found.left_out) == 3


def test_a_long_text_makes_room_for_a_shorter_one() -> None:
    long = Candidate("long", "fact", "words " * 200, "2026-05-09")
    short = Candidate("short", "fact", "few words", "2026-05-01")

    assert recall("words", [long, short], budget_tokens=40).ids == ("short",)


BLOCK = recall("", decisions(DISTINCT)).text
ECHOES = {
    "as it was": BLOCK,
    "inside other text": f"I looked this up.\n\n{BLOCK}\n\nNothing else.",
    "other white space": "  " + BLOCK.replace("\n", "\r\n   ").replace(" ", "  "),
    "one line": BLOCK.replace("\n", " "),
    "escaped": BLOCK.replace("<", "&lt;").replace(">", "&gt;"),
    "without the end": BLOCK.removesuffix("<!-- end of recall -->"),
    "without the start": BLOCK.removeprefix("<!-- recalled by netnew -->"),
    "quoted": "\n".join(f"> {line}" for line in BLOCK.split("\n")),
    "one line of it": BLOCK.split("\n")[2],
    "the start of a line": "- [pending] Deploy on Tuesdays on",
    "the end of a line": "Tuesdays only, after the review (confidence: 0.70)",
    "upper case": BLOCK.upper(),
}


@pytest.mark.parametrize("name", ECHOES)
def test_recalled_text_is_known_again(name: str) -> None:
    found = echo(ECHOES[name], DISTINCT)

    assert found.parts
    assert "Postgres" not in found.rest
    assert "Tuesdays" not in found.rest
    assert found.whole or name == "inside other text"


def test_what_people_say_beside_recalled_text_is_left() -> None:
    found = echo(f"The review found a leak.\n\n{BLOCK}\n\nIt is fixed in 1.4.", DISTINCT)

    assert found.rest == "The review found a leak.\n\n\nIt is fixed in 1.4."


@pytest.mark.parametrize(
    "text",
    [
        "Use Postgres for the event store",
        "Use Postgres for the event store and the queue",
        "- [ ] Use Redis for the cache",
        "- [pending] Use Redis for the cache",
        "What netnew recalled: nothing. Texts recalled by netnew are marked.",
        "The end of recall is a term of medicine",
        "Related decisions: none",
        "",
    ],
)
def test_what_is_not_recalled_is_left_alone(text: str) -> None:
    assert echo(text, DISTINCT).parts == ()
    assert echo(text, DISTINCT).rest == text

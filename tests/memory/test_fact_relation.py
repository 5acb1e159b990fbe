"""What a new statement does to an old one: wording that no data set holds."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from netnew.memory.fact_reading import Reading
from netnew.memory.fact_relation import VERSION, Profile, Statement, relate
from tests.conftest import Golden

SUPERSEDING = {
    "number": ("api", "It allows 100 requests a minute", "It allows 250 requests a minute"),
    "status code": ("api", "The API returns 200", "The API returns 500"),
    "unit": ("cache", "The cache lives for 5 minutes", "The cache lives for 5 hours"),
    "date": ("launch", "The launch is on 3 May", "The launch is on 10 May"),
    "moved": ("me", "The dentist is on 4 June at 9 am", "The dentist was moved to 6 June at 10 am"),
    "raised": ("team", "The travel budget is $4,000", "The travel budget was raised to $5,500"),
    "state": ("006", "006 status: PLANNED", "006 is shipped"),
    "state of a thing": ("repo", "The search page is planned", "The search page is done"),
    "reversal": ("prod", "The nightly export is enabled", "The nightly export is disabled"),
    "home": ("Ana", "Ana lives in Porto", "Ana lives in Ghent"),
    "home, in other words": ("Ana", "Ana lives in Porto", "Ana moved to Ghent last week"),
    "work": ("Ana", "Ana works at Acme as an engineer", "Ana now works at Bolt"),
    "favourite": ("Ana", "Ana's favourite colour is blue", "Ana's favourite colour is green"),
    "label": ("shop", "Region: north", "Region: south"),
    "purpose": ("shop", "We use Redis for sessions", "We use Memcached for sessions"),
    "definite": ("shop", "The default branch is master", "The default branch is trunk"),
    "replaced": ("shop", "Builds run on Jenkins", "Jenkins was replaced by Buildkite"),
    "no longer": ("shop", "The shop accepts cheques", "The shop no longer accepts cheques"),
    "begun": ("Ana", "Ana does not eat fish", "Ana now eats fish again"),
    "release": ("tool", "tool is at version 1.4.0", "Released tool 1.5.0"),
    "required release": ("repo", "Node 18 is required", "Node 20 is required"),
    "bound of a count": ("pool", "It opens at most 40 sockets", "It opens at most 60 sockets"),
    "targeted release": ("repo", "We target Java 17", "We target Java 21"),
    "how often": ("ops", "Snapshots are taken nightly", "Snapshots are taken every two hours"),
    "opposite": ("api", "The docs page is public", "The docs page is private"),
    "sold": ("Ana", "Ana owns a canoe", "Ana sold the canoe last week"),
    "phased out": ("shop", "The shop runs on Magento", "Magento was phased out in spring"),
    "gave up": ("Ana", "Ana plays the cello", "Ana gave up the cello"),
    "set up": ("repo", "The repo has no linter", "A linter was set up for the repo"),
    "handed over": ("team", "Ivo leads the data team", "Ivo handed the data team over to Mai"),
    "in charge now": ("team", "Ivo leads the data team", "Mai leads the data team now"),
    "written anew": ("cli", "The parser is written in C", "The parser was rewritten in Zig"),
    "went over": ("shop", "The shop runs on Heroku", "The shop was migrated to Fly"),
    "said now": ("Ana", "Ana prefers tabs", "Ana now prefers spaces"),
    "the other way round": ("repo", "The test runner is nose", "tox is now the test runner"),
    "subject is a number": ("size of the crew", "There are eight", "Mai came on board: nine"),
    "subject is a tool": ("report builder", "It allows 40 rows", "It allows 90 rows"),
    "subject is a role": ("host of the show", "Kim hosts it", "Kim left, Lou took over"),
    "subject is a date": ("review meeting", "Review meeting: 4 May", "Review pushed to 9 May"),
}  # fmt: skip
COEXISTING = {
    "other topic": ("api", "The API allows 100 requests", "The API is written in Go"),
    "other modifier": ("me", "The food budget is $400", "The travel budget is $900"),
    "numbered things": ("team", "Sprint 3 ends on 5 May", "Sprint 4 ends on 19 May"),
    "likes": ("Ana", "Ana likes tea", "Ana likes coffee"),
    "owns": ("Ana", "Ana has a dog", "Ana has a cat"),
    "two days": ("Ana", "Ana ran 5 km on 3 May", "Ana ran 8 km on 9 May"),
    "against its own word": (
        "team",
        "The number of open tickets is 40",
        "The number of open tickets for billing has grown to 12",
    ),
    "two dependencies": ("tool", "tool depends on attrs 22.1.0", "tool now depends on rich 13.0.0"),
    "one act, two things": (
        "api",
        "v1 is supported until December",
        "The API does not support pagination",
    ),
    "a preference": ("Ana", "Ana prefers window seats", "Ana prefers aisle seats"),
    "supported releases": ("repo", "Java 17 is supported", "Java 21 is supported"),
    "numbered ports": ("host", "Port 80 is open", "Port 443 is open"),
    "contrasted": ("api", "GET /a takes 2 seconds", "POST /a takes 9 seconds"),
    "own days": ("shop", "It opens at 8 on weekdays", "It opens at 10 on Sundays"),
    "qualities": ("me", "My car is red", "My car is fast"),
    "what adds up": ("Ana", "Ana speaks Thai", "Ana now speaks Lao"),
    "of another": ("Ana", "Ana lives in Porto", "Ana's brother moved out"),
    "dependency and release": ("tool", "tool depends on numpy 1.26.0", "Released tool 1.5.0"),
}
CONFLICTING = {
    "never": ("Ana", "Ana has visited Kyoto", "Ana has never visited Kyoto"),
    "denied first": ("shop", "The shop does not ship to Malta", "The shop ships to Malta"),
    "never moved": ("Ana", "Ana moved to Oslo in May", "Ana has never moved to Oslo"),
    "two pasts": ("mill", "The mill was built in 1911", "The mill was built in 1924"),
    "two values of an act": ("price paid for the van", "It cost 900 euros", "It cost 700 euros"),
}
SAME = {
    "case": ("api", "The API allows 100 requests", "the api allows 100 requests."),
    "articles": ("api", "The limit is 0.2 s", "Limit is 200 ms"),
    "still": ("api", "The API is public", "The API is still public"),
}
CASES = [
    (kind, name, *texts)
    for kind, table in (
        ("supersedes", SUPERSEDING),
        ("coexist", COEXISTING),
        ("conflict", CONFLICTING),
        ("duplicate", SAME),
    )
    for name, texts in table.items()
]


@pytest.mark.parametrize(("kind", "name", "subject", "old", "new"), CASES)
def test_a_statement_stands_to_another_as_people_would_say(
    kind: str, name: str, subject: str, old: str, new: str
) -> None:
    found = relate(Statement(subject, old), Statement(subject, new))

    assert found.kind == kind, (name, found)
    assert found.reason


def test_reasons_and_scores_are_pinned(golden: Golden) -> None:
    rows = []
    for _, name, subject, old, new in CASES:
        found = relate(Statement(subject, old), Statement(subject, new))
        rows.append({
            "name": name, "kind": found.kind, "rule": found.rule,
            "score": None if found.score is None else round(found.score, 6),
            "threshold": found.threshold, "reason": found.reason,
        })  # fmt: skip

    golden(f"memory/{VERSION.replace('/', '-')}.json", json.dumps(rows, indent=1) + "\n")


@pytest.mark.parametrize("table", [SUPERSEDING, COEXISTING, CONFLICTING])
def test_the_letter_supersedes_whatever_is_said_of_the_subject(
    table: dict[str, tuple[str, str, str]],
) -> None:
    for subject, old, new in table.values():
        found = relate(Statement(subject, old), Statement(subject.upper(), new), profile="004")
        assert (found.kind, found.rule) == ("supersedes", "same-subject")


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("Version 1.2 is live", "Version 1.3 is live", "supersedes"),
        ("Version 1.2.3 is live", "Version 1.2.10 is live", "supersedes"),
        ("Release 2026.04 is current", "Release 2026.05 is current", "supersedes"),
        ("v1.2 is deployed", "v1.3 is deployed", "supersedes"),
        ("Version 1.2 has a slow start", "Version 1.3 has a slow start", "doubtful"),
        ("Version 1.2 is supported", "Version 1.3 is supported", "coexist"),
        ("Port 80 is live", "Port 443 is live", "coexist"),
        ("Player 3 is active", "Player 4 is active", "coexist"),
        ("Room 12 is in use", "Room 14 is in use", "coexist"),
    ],
)
def test_one_release_is_in_use_and_many_ports_are(old: str, new: str, kind: str) -> None:
    found = relate(Statement("shop", old), Statement("shop", new))

    assert ("doubtful" if found.doubtful else found.kind) == kind


@pytest.mark.parametrize("profile", ["004", "default"])
@pytest.mark.parametrize("subject", [None, "", "  ", "other"])
def test_another_subject_or_none_is_never_touched(profile: Profile, subject: str | None) -> None:
    old = Statement(subject, "The API returns 200")

    found = relate(old, Statement("api", "The API returns 500"), profile=profile)

    assert (found.kind, found.rule) == ("coexist", "other-subject")


@pytest.mark.parametrize(("_kind", "_name", "subject", "old", "new"), CASES)
def test_nothing_that_differs_in_a_value_is_a_duplicate(
    _kind: str, _name: str, subject: str, old: str, new: str
) -> None:
    changed = relate(
        Statement(subject, f"{old} within 7 days"), Statement(subject, f"{old} within 9 days")
    )

    assert changed.kind != "duplicate"


def test_an_older_observation_never_replaces_a_newer_one() -> None:
    newer = Statement("api", "The API returns 500", observed_at="2026-05-02T00:00:00Z")
    older = Statement("api", "The API returns 200", observed_at="2026-05-01T00:00:00Z")

    assert relate(newer, older).kind == "late"
    assert relate(older, newer).kind == "supersedes"
    assert relate(newer, older, profile="004").kind == "late"


def test_an_attribute_takes_one_value_unless_it_is_said_otherwise() -> None:
    old = Statement("Ana", "Ana plays the cello", attribute="instrument")
    new = Statement("Ana", "Ana plays the oboe", attribute="Instrument")

    assert relate(old, new).kind == "supersedes"
    assert relate(old, new, cardinality="multi").kind == "coexist"
    assert (
        relate(old, Statement("Ana", "Ana also plays the oboe", "instrument")).rule == "added-value"
    )
    assert relate(old, Statement("Ana", "Ana owns an oboe", "things")).rule == "other-attribute"


def test_a_value_goes_there_and_back() -> None:
    texts = ("The door is open", "The door is closed", "The door is open")
    found = [relate(Statement("hall", a), Statement("hall", b)).kind for a, b in pairwise(texts)]

    assert found == ["supersedes", "supersedes"]


def test_a_denial_that_tells_of_change_is_no_contradiction() -> None:
    old = Statement("shop", "The shop ships to Malta")

    assert relate(old, Statement("shop", "The shop no longer ships to Malta")).kind == "supersedes"
    assert relate(old, Statement("shop", "The shop does not ship to Malta")).kind == "conflict"
    attributed = Statement("shop", "The shop does not ship to Malta", "shipping")
    assert relate(Statement("shop", old.content, "shipping"), attributed).kind == "conflict"


def test_a_very_long_statement_is_read_in_linear_time() -> None:
    long = "The limit of the service is 5 and " * 3_000

    assert relate(Statement("a", long + "1"), Statement("a", long + "2")).kind in (
        "coexist",
        "supersedes",
    )


def test_doubt_keeps_both_and_says_so() -> None:
    old = Statement("me", "The winter holiday gift budget is $300")

    found = relate(old, Statement("me", "Holiday catering was adjusted to $450"))

    assert (found.kind, found.doubtful) == ("coexist", True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Deploys happen on Tuesday", "They were moved to Thursday"),
        ("The review meeting is on Friday", "It moved to Wednesday"),
    ],
)
def test_a_change_that_names_no_property_leaves_a_doubt(old: str, new: str) -> None:
    found = relate(Statement("team", old), Statement("team", new))

    assert (found.kind, found.doubtful) == ("coexist", True)


def test_a_value_without_a_word_of_change_about_nothing_leaves_none() -> None:
    found = relate(Statement("team", "Deploys happen on Tuesday"), Statement("team", "On Thursday"))

    assert (found.kind, found.doubtful) == ("coexist", False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The sync runs weekly", "The sync runs monthly"),
        ("The key is under the mat", "The key is over the mat"),
        ("The first stop is Rome", "The last stop is Rome"),
        ("It starts the service", "It stops the service"),
    ],
)
def test_what_differs_in_one_telling_word_is_no_repetition(old: str, new: str) -> None:
    assert relate(Statement("it", old), Statement("it", new)).kind != "duplicate"


def test_who_did_it_was_one_so_another_is_flagged() -> None:
    subject = "who painted the mural"

    found = relate(
        Statement(subject, "Kim painted it in March"), Statement(subject, "It was Lou's work")
    )

    assert (found.kind, found.doubtful) == ("coexist", True)


def test_a_property_without_another_value_is_only_flagged() -> None:
    subject = "default branch of the shop"

    found = relate(
        Statement(subject, "It is trunk"), Statement(subject, "Pushes to it need a review")
    )

    assert (found.kind, found.doubtful) == ("coexist", True)


def test_a_reading_says_the_same_in_whatever_order_its_parts_are_read() -> None:
    parts = (
        "words",
        "slots",
        "names",
        "stems",
        "states",
        "negated",
        "changes",
        "direction",
        "ends",
    )
    for _, *texts in SUPERSEDING.values():
        for text in texts:
            onward, back = Reading(text), Reading(text)
            read = {part: getattr(onward, part) for part in parts}
            assert {part: getattr(back, part) for part in reversed(parts)} == read


def test_a_value_alone_is_related_to_anything() -> None:
    assert relate(Statement("port", "It is 80"), Statement("port", "5432")).kind

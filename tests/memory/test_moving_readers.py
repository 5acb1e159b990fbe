"""What other tools and files hold, read: each format by its shapes, and by its faults."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from netnew import (
    Arrival,
    DecisionInput,
    FactInput,
    FileUnreadableError,
    InputError,
    memory_line_schema,
    read_memories,
)
from netnew.memory.moving.arrival import PastEpisode
from netnew.memory.moving.plain_schema import KEYS
from tests.parts import ordinary_user


def read(text: str | bytes, form: str = "auto", name: str = "x") -> list[Arrival]:
    data = text.encode() if isinstance(text, str) else text
    return list(read_memories(io.BytesIO(data), form=form, name=name))


def facts(text: str, form: str = "auto") -> list[FactInput]:
    return [one.given for one in read(text, form) if isinstance(one.given, FactInput)]


def decisions(text: str, form: str = "auto") -> list[DecisionInput]:
    return [one.given for one in read(text, form) if isinstance(one.given, DecisionInput)]


MEMORY = {
    "id": "0f3c", "memory": "Prefers aisle seats", "hash": "5d41", "metadata": {"channel": "web",
    "nested": {"a": 1}}, "created_at": "2026-01-02T03:04:05.123456-08:00", "updated_at": None,
    "user_id": "ann", "run_id": "r1", "categories": ["travel"], "score": None,
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"results": [MEMORY]}),
        json.dumps({"count": 1, "next": None, "previous": None, "results": [MEMORY]}, indent=1),
        json.dumps({"memories": [MEMORY]}),
        json.dumps([MEMORY]),
        json.dumps([MEMORY], indent=2),
        json.dumps(MEMORY),
        json.dumps(MEMORY) + "\n" + json.dumps({**MEMORY, "memory": ""}),
    ],
)
def test_every_shape_of_a_mem0_export_gives_the_same_fact(text: str) -> None:
    [fact] = facts(text)

    assert fact == FactInput(
        subject="ann", content="Prefers aisle seats", source="mem0 0f3c", session_id="r1",
        observed_at="2026-01-02T11:04:05.123456Z", tags=("travel", "channel:web"),
    )  # fmt: skip


def test_a_memory_that_was_updated_was_true_when_it_was_updated() -> None:
    [fact] = facts(json.dumps([{**MEMORY, "updated_at": "2026-05-01T00:00:00Z"}]))

    assert fact.observed_at == "2026-05-01T00:00:00.000000Z"


def test_a_relation_of_mem0s_graph_is_a_fact_with_an_attribute_of_several_values() -> None:
    text = json.dumps({"results": [], "relations": [
        {"source": "ann", "relationship": "works_at", "target": "acme"}]})  # fmt: skip

    [fact] = facts(text)

    assert (fact.subject, fact.content, fact.attribute, fact.multi_valued) == (
        "ann", "ann works at acme", "works_at", True,
    )  # fmt: skip


def test_a_document_that_breaks_off_gives_what_stands_before_the_break_and_names_its_line() -> None:
    lines = ['{"results": [', *(json.dumps({"id": str(n), "memory": f"m{n}"}) + ","
                                for n in range(5)), '{"id": "6", "memory": "cut']  # fmt: skip

    found = read("\n".join(lines))

    assert [one.line for one in found if one.given] == [2, 3, 4, 5, 6]
    assert found[-1].line == 7
    assert "x:7: is no JSON" in str(found[-1].problem)


GRAPH = """\
{"type":"entity","name":"Ann","entityType":"person","observations":["Speaks Spanish","Is new"]}
{"type":"entity","name":"Acme","entityType":"company","observations":[]}
{"type":"relation","from":"Ann","to":"Acme","relationType":"works_at"}
"""


def test_the_graph_of_the_mcp_memory_server_becomes_facts_on_its_entities() -> None:
    found = facts(GRAPH)

    assert [(one.subject, one.content, one.attribute, one.tags) for one in found] == [
        ("Ann", "Speaks Spanish", None, ("person",)),
        ("Ann", "Is new", None, ("person",)),
        ("Acme", "Acme is of type company", None, ("company",)),
        ("Ann", "Ann works at Acme", "works_at", ("relation",)),
    ]


def test_the_answer_of_read_graph_reads_like_the_file() -> None:
    graph: dict[str, list[Any]] = {"entities": [], "relations": []}
    for line in GRAPH.splitlines():
        one = json.loads(line)
        graph["entities" if one.pop("type") == "entity" else "relations"].append(one)

    assert facts(json.dumps(graph, indent=2)) == facts(GRAPH)


def test_a_line_of_a_graph_is_read_whole_or_set_aside() -> None:
    text = '{"type": "entity", "name": "Bob", "observations": ["fine", 3]}'

    [one] = read(text)

    assert one.given is None
    assert "observations[1]: is a int, no text" in str(one.problem)


NYGARD = """\
# 7. Use PostgreSQL

Date: 2026-05-01

## Status

Accepted

Supersedes [3. Use MySQL](0003-use-mysql.md)

## Context

We need partial indexes.

## Decision

We will use PostgreSQL.

## Consequences

One more server.
"""
MADR = """\
---
status: "superseded by [ADR-0009](0009-use-kafka.md)"
date: 2026-05-01
---
# Use RabbitMQ

## Context and Problem Statement

Jobs get lost.

## Considered Options

* RabbitMQ
* Kafka

## Decision Outcome

Chosen option: "RabbitMQ", because it is known.

### Consequences

* Good, because small
"""


def test_a_decision_record_in_nygards_form_is_a_decision_with_its_links(tmp_path: Path) -> None:
    file = tmp_path / "0007-use-postgresql.md"
    file.write_text(NYGARD)

    [one] = read_memories(file)

    assert isinstance(one.given, DecisionInput)
    assert one.given.text == "Use PostgreSQL: We will use PostgreSQL."
    assert one.given.reasons == ("We need partial indexes.", "One more server.")
    assert one.given.made_at == "2026-05-01T00:00:00+00:00"
    assert (one.ref, one.status, one.supersedes) == ("7", "active", ("3",))


def test_a_decision_record_in_madr_is_read_with_its_front_matter() -> None:
    [one] = read(MADR, name="0004-use-rabbitmq.md")

    assert isinstance(one.given, DecisionInput)
    assert one.given.text.endswith('Chosen option: "RabbitMQ", because it is known.')
    assert one.given.reasons == ("Jobs get lost.", "* Good, because small")
    assert (one.line, one.status, one.superseded_by) == (5, "superseded", "9")


@pytest.mark.parametrize(
    ("says", "state"),
    [
        ("Accepted", "active"), ("accepted on 2026-05-01", "active"), ("Proposed", "quarantined"),
        ("Rejected", "rejected"), ("Deprecated", "archived"), ("~~Accepted~~", "active"),
        ("Replaced by ADR 12", "superseded"), ("Superceded by 12", "superseded"),
        ("who knows", "quarantined"),
    ],
)  # fmt: skip
def test_a_status_says_where_a_decision_stands(says: str, state: str) -> None:
    [one] = read(f"# Use Go\n\n## Status\n\n{says}\n\n## Decision\n\nGo it is.\n", form="adr")

    assert one.status == state


LOG = """\
# Decisions

Whatever we decide, from 2026 on.

## 2026-05-01: Use Go

**Why:** one binary

### Consequences

Fewer images.

## 2026-05-03

- Ship on Fridays
- Freeze the API on 2026-06-01

## Use Rust for the core (May 9th, 2026)

Status: accepted, supersedes Use Go

Memory safety matters there.
"""


def test_a_log_of_dated_headings_and_bullets_is_read_with_lines_dates_and_reasons() -> None:
    found = read(LOG, name="log.md")

    told = [(one.line, one.given.made_at[:10], one.given.text, one.given.reasons)  # type: ignore[index,union-attr]
            for one in found]  # fmt: skip
    assert told == [
        (5, "2026-05-01", "Use Go", ("one binary", "Fewer images.")),
        (15, "2026-05-03", "Ship on Fridays", ()),
        (16, "2026-05-03", "Freeze the API on 2026-06-01", ()),
        (18, "2026-05-09", "Use Rust for the core", ()),
    ]
    assert found[-1].supersedes == ("use go",)


def test_what_goes_on_with_a_bullet_and_what_stands_below_it_belongs_to_it() -> None:
    log = (
        "# Log\n\n- 2026-05-01: Freeze releases\n  in December\n  - Why: nobody is on call\n"
        "- 2026-05-02: Use Go\neverywhere\n\n  Small images follow.\n\nSome prose.\n"
    )

    found = decisions(log)

    assert [(one.text, one.reasons) for one in found] == [
        ("Freeze releases in December", ("nobody is on call",)),
        ("Use Go everywhere\n\nSmall images follow.", ()),
    ]


def test_a_bullet_without_a_date_beside_dated_ones_is_set_aside_and_a_list_of_others_is_not() -> (
    None
):
    log = "# Log\n\n- 2026-05-01: Use Go\n- Use pnpm\n\n## Shopping\n\n- milk\n"

    found = read(log, name="log.md")

    assert [(one.line, str(one.problem)) for one in found if one.problem] == [
        (4, "log.md:4: `Use pnpm` has no date; write `- 2026-05-01: What is decided`")
    ]
    assert len(found) == 2


def test_a_table_with_a_date_column_is_a_log() -> None:
    table = "# Log\n\n| Date | Decision | Why |\n|---|---|---|\n| 2026-05-01 | Use Go | small |\n"

    [given] = decisions(table)

    assert (given.text, given.reasons, str(given.made_at)[:10]) == (
        "Use Go", ("small",), "2026-05-01",
    )  # fmt: skip


def test_a_section_without_a_date_and_a_day_that_is_none_are_set_aside() -> None:
    found = read("# Log\n\n## 2026-05-01: Go\n\n## Someday\n\n## 2026-13-40: Bad\n", "decision-log")

    assert [(one.line, one.problem is None) for one in found] == [(3, True), (5, False), (7, False)]


def test_headings_inside_of_code_are_no_decisions() -> None:
    found = read("# Log\n\n```\n## 2026-05-01: no\n```\n\n## 2026-05-02: Yes\n", "decision-log")

    assert [one.line for one in found] == [7]


def test_plain_lines_hold_facts_decisions_and_episodes() -> None:
    text = "\n".join(json.dumps(one) for one in [
        {"kind": "fact", "content": "The port is 5432", "subject": "db", "confidence": 0.9},
        {"text": "Use Go", "made_at": "2026-05-01", "stakes": "high"},
        {"summary": "Fix the parser", "started_at": "2026-05-01T09:00:00Z", "turns": 3},
    ])  # fmt: skip

    fact, decision, episode = (one.given for one in read(text))

    assert fact == FactInput("db", "The port is 5432", confidence=0.9)
    assert isinstance(decision, DecisionInput)
    assert decision.stakes == "high"
    assert isinstance(episode, PastEpisode)
    assert episode.turns == 3


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ({"kind": "fact"}, "content"),
        ({"kind": "fact", "content": 7}, "content"),
        ({"kind": "fact", "content": "x", "confidence": "high"}, "confidence"),
        ({"kind": "fact", "content": "x", "observed_at": "yesterday"}, "observed_at"),
        ({"kind": "fact", "content": "x", "tags": "a"}, "tags"),
        ({"kind": "fact", "content": "x", "colour": "red"}, "colour"),
        ({"kind": "fact", "content": "a\0b"}, "content"),
        ({"kind": "fact", "content": "x", "state": "gone", "id": "f"}, "state"),
        ({"kind": "fact", "content": "x", "state": "active"}, "id"),
        ({"kind": "decision", "text": "x", "stakes": "huge"}, "stakes"),
        ({"kind": "episode", "summary": " "}, "summary"),
        ({"kind": "episode", "summary": "x", "turns": -1}, "turns"),
        ({"kind": "idea", "content": "x"}, "kind"),
        ({"kind": "memory", "format": "netnew-memory/9"}, "format"),
    ],
)
def test_a_plain_line_that_does_not_fit_names_its_key(line: dict[str, Any], key: str) -> None:
    [one] = read(json.dumps(line), form="jsonl")

    assert str(one.problem).startswith(f"x:1: {key}: ")


def test_the_published_schema_names_the_keys_that_are_read() -> None:
    defs = memory_line_schema()["$defs"]

    assert {kind: tuple(one["properties"]) for kind, one in defs.items()} == KEYS
    assert all(one["additionalProperties"] is False for one in defs.values())


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (GRAPH, "mcp-memory"), (json.dumps({"results": []}), "mem0"), (NYGARD, "adr"),
        (MADR, "adr"), (LOG, "decision-log"), ('{"kind": "fact", "content": "x"}', "jsonl"),
        ("hello", None), ("", None), (b"\0\1", None), ("[1, 2]", None),
    ],
)  # fmt: skip
def test_a_format_is_told_by_what_is_in_a_file(text: str | bytes, form: str | None) -> None:
    if form is None:
        with pytest.raises(FileUnreadableError):
            read(text)
        return
    assert read(text) == read(text, form)


def test_a_bad_first_line_does_not_hide_the_format() -> None:
    found = read("oops\n" + GRAPH)

    assert [one.line for one in found if one.problem] == [1]
    assert len(found) == 1 + len(read(GRAPH))


def test_the_key_of_a_thing_is_of_its_content_and_not_of_where_it_lies() -> None:
    here, there = read(GRAPH, name="a"), read("\n" + GRAPH, name="b")

    assert [one.key for one in here] == [one.key for one in there]
    assert len({one.key for one in here}) == len(here)


def test_a_format_that_is_not_known_is_refused() -> None:
    with pytest.raises(InputError, match="nothing imports from 'zep'"):
        read("x", form="zep")


def test_a_file_that_may_not_be_read_is_named() -> None:
    with ordinary_user() as folder:
        file = folder / "notes.jsonl"
        file.write_text(GRAPH)
        file.chmod(0)

        with pytest.raises(FileUnreadableError, match="cannot be read \\(Permission denied"):
            list(read_memories(file))

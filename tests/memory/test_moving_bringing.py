"""Bringing in: through the gates, once, with its times; and out and in again, as it stood."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from netnew import (
    Brought,
    DecisionInput,
    FactInput,
    InputError,
    Netnew,
    Settings,
    Tally,
    connect,
    read_memories,
)
from netnew.memory.memory import Memory
from netnew.memory.moving.bringing import TOGETHER
from tests.memory.times import Hand


def brought(memory: Memory, *lines: Mapping[str, Any] | str, form: str = "jsonl") -> list[Brought]:
    texts = [one if isinstance(one, str) else json.dumps(one) for one in lines]
    stream = io.BytesIO("\n".join(texts).encode())
    return list(memory.bring_in(read_memories(stream, form=form, name="x")))


def outcomes(found: list[Brought]) -> list[str]:
    return [one.outcome for one in found]


def fact(content: str, **more: Any) -> dict[str, Any]:
    return {"kind": "fact", "subject": "api", "content": content, **more}


MIXED = (
    fact("The API allows 100 requests", observed_at="2026-01-01"),
    fact("The API allows 100 requests.", observed_at="2026-01-02"),
    fact("The API allows 250 requests", observed_at="2026-01-03"),
    fact("The API allows 50 requests", observed_at="2025-01-01"),
    fact("The API is in Go"),
    fact("The API is not in Go"),
    "not json",
    {"kind": "decision", "text": "Use Postgres because it has partial indexes"},
    {"kind": "episode", "summary": "Fix the parser", "started_at": "2026-01-05T09:00:00Z"},
)


def test_every_gate_decides_on_what_is_brought_in(memory: Memory) -> None:
    found = brought(memory, *MIXED)

    assert outcomes(found) == [
        "kept", "confirmed", "superseded", "late", "kept", "flagged", "set aside", "kept", "kept",
    ]  # fmt: skip
    assert sorted(one.content for one in memory.facts.all()) == [
        "The API allows 250 requests", "The API is in Go", "The API is not in Go",
    ]  # fmt: skip


def test_the_same_file_a_second_time_adds_and_changes_nothing(nn: Netnew, memory: Memory) -> None:
    brought(memory, *MIXED)
    before = list(memory.export()), nn.ledger.heads()

    again = brought(memory, *MIXED)

    assert set(outcomes(again)) == {"already", "set aside"}
    assert (list(memory.export()), nn.ledger.heads()) == before


def test_times_are_kept(memory: Memory) -> None:
    brought(
        memory,
        fact("It is up", observed_at="2025-02-03T04:05:06+02:00"),
        {"kind": "decision", "text": "Use Go because it is small", "made_at": "2025-02-04"},
        {
            "kind": "episode",
            "summary": "Parser",
            "started_at": "2025-02-05",
            "ended_at": "2025-02-06",
        },
    )

    assert memory.facts.all()[0].observed_at == "2025-02-03T02:05:06.000000Z"
    assert memory.decisions.all()[0].made_at == "2025-02-04T00:00:00.000000Z"
    [episode] = memory.episodes.all()
    assert episode.state == "completed"
    assert (episode.started_at[:10], str(episode.ended_at)[:10]) == ("2025-02-05", "2025-02-06")


def test_an_old_decision_that_is_brought_in_today_is_not_archived_as_unused(memory: Memory) -> None:
    from netnew import Retention

    brought(memory, {"kind": "decision", "text": "Use Go, it is small", "made_at": "2019-02-04"})

    assert memory.archive(Retention("decision", unseen_days=30)) == []


def test_a_rehearsal_tells_exactly_what_the_run_does_and_changes_nothing(
    nn: Netnew, memory: Memory
) -> None:
    memory.learn(FactInput("api", "The API is in Rust"))
    heads = nn.ledger.heads()
    data = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in MIXED).encode()

    told = list(memory.bring_in(read_memories(io.BytesIO(data), name="x"), rehearse=True))

    assert nn.ledger.heads() == heads
    assert len(memory.facts.all()) == 1
    assert memory.facts.search("Postgres allows 250 requests") == []
    assert outcomes(told) == outcomes(brought(memory, *MIXED))


def test_a_line_that_cannot_be_kept_is_set_aside_and_the_rest_goes_on(memory: Memory) -> None:
    found = brought(memory, fact("x" * 100_001), fact("fine"), form="jsonl")

    assert outcomes(found) == ["set aside", "kept"]


def test_what_was_read_before_a_file_fails_is_brought_in(memory: Memory, tmp_path: Path) -> None:
    def arrivals() -> Iterator[Any]:
        yield from read_memories(io.BytesIO(json.dumps(fact("kept")).encode()), name="x")
        yield from read_memories(tmp_path / "missing.jsonl")

    with pytest.raises(InputError, match="missing"):
        list(memory.bring_in(arrivals()))

    assert [one.content for one in memory.facts.all()] == ["kept"]


ADRS = {
    "0001-use-mysql.md": "# 1. Use MySQL\n\n## Status\n\nSuperseded by [2](0002-use-postgres.md)"
    "\n\n## Decision\n\nWe will use MySQL.\n",
    "0002-use-postgres.md": "# 2. Use PostgreSQL\n\nDate: 2026-05-01\n\n## Status\n\nAccepted"
    "\n\n## Decision\n\nWe will use PostgreSQL.\n",
    "0003-use-kafka.md": "# 3. Use Kafka\n\n## Status\n\nProposed\n\n## Decision\n\nKafka.\n",
}


@pytest.fixture
def adrs(tmp_path: Path) -> Path:
    folder = tmp_path / "adr"
    folder.mkdir()
    for name, text in ADRS.items():
        (folder / name).write_text(text)
    (folder / "README.md").write_text("# About these\n")
    return folder


def test_a_folder_of_records_keeps_its_links_and_its_states(
    nn: Netnew, memory: Memory, adrs: Path
) -> None:
    found = list(memory.bring_in(read_memories(adrs)))

    assert outcomes(found) == ["superseded", "kept", "quarantined"]
    old, new = (memory.decisions.get(str(one.item_id)) for one in found[:2])
    assert (old.state, old.superseded_by, new.supersedes) == ("superseded", new.id, (old.id,))
    [waiting] = nn.review.list("waiting")
    assert waiting.subject_id == found[2].item_id


def test_a_record_that_was_replaced_since_is_replaced_on_the_next_run(
    memory: Memory, adrs: Path
) -> None:
    list(memory.bring_in(read_memories(adrs)))
    (adrs / "0004-use-sqlite.md").write_text(
        "# 4. Use SQLite\n\n## Status\n\nAccepted, supersedes ADR 2\n\n## Decision\n\nSQLite.\n"
    )

    found = list(memory.bring_in(read_memories(adrs)))

    assert outcomes(found) == ["already", "already", "already", "kept"]
    assert [one.text.split(": ")[0] for one in memory.decisions.all()] == ["Use SQLite"]


def test_the_same_number_in_two_folders_is_two_decisions(memory: Memory, tmp_path: Path) -> None:
    for team, what in (("red", "Kafka"), ("blue", "Redis")):
        folder = tmp_path / team
        folder.mkdir()
        for number, status in ((1, "Superseded by 2"), (2, "Accepted")):
            title = f"# {number}. Use {what} {number}"
            text = f"{title}\n\n## Status\n\n{status}\n\n## Decision\n\nYes.\n"
            (folder / f"000{number}-x.md").write_text(text)

    found = list(memory.bring_in(read_memories(tmp_path)))

    by_id = {str(one.item_id): memory.decisions.get(str(one.item_id)) for one in found}
    linked = {one.text[:11]: by_id[one.superseded_by].text[:11]
              for one in by_id.values() if one.superseded_by}  # fmt: skip
    assert linked == {"Use Kafka 1": "Use Kafka 2", "Use Redis 1": "Use Redis 2"}


def test_what_was_undone_since_stays_undone_on_the_next_run(memory: Memory, adrs: Path) -> None:
    found = list(memory.bring_in(read_memories(adrs)))
    old = str(found[0].item_id)
    memory.undo(old, steps=2)

    again = list(memory.bring_in(read_memories(adrs)))

    assert outcomes(again) == ["already"] * 3
    assert memory.decisions.get(old).state == "active"


def a_full_memory(nn: Netnew, clock: Hand) -> Memory:
    memory = nn.memory(agent_id="full")
    memory.learn(FactInput("api", "The API allows 100 requests", source="docs"))
    memory.learn(FactInput("api", "The API allows 250 requests", tags=("limit",)))
    memory.learn(FactInput("api", "The API allows 250 requests."))
    memory.learn(FactInput("ann", "Likes tea", confidence=0.5, session_id="s"))
    memory.learn(FactInput("ann", "Does not like tea"))
    memory.learn(FactInput("tools", "go", attribute="language", multi_valued=True))
    memory.learn(FactInput("tools", "rust", attribute="language"))
    memory.learn(FactInput("tools", "wait for a person", hold=True))
    memory.undo(str(memory.learn(FactInput("tools", "a slip")).id))
    clock.move(hours=1)
    episode = memory.start_episode("Fix the parser", session_id="s1")
    memory.episodes.update(episode.id, session_id="s1")
    memory.end_episode(episode.id)
    memory.start_episode("Write the docs", session_id="s2")
    made = memory.record_decision(
        DecisionInput("Use Postgres because it has partial indexes", reasons=("indexes",))
    )
    memory.decisions.conclude(str(made.id), "success")
    gone = memory.learn(FactInput("ann", "Lives at 5 Elm Street"))
    memory.forget(str(gone.id), by="ann", reason="asked for")
    return memory


def as_told(memory: Memory) -> list[dict[str, Any]]:
    """Every fact, episode and decision, where ids are places in the list."""
    kinds = (memory.facts, memory.episodes, memory.decisions)
    found = [one for kind in kinds for one in kind.all(inactive=True) if one.state != "forgotten"]
    places = {one.id: place for place, one in enumerate(found)}

    def named(value: Any) -> Any:
        if isinstance(value, tuple):
            return sorted(places.get(one, one) for one in value)
        return places.get(value, value) if isinstance(value, str) else value

    return [{name: named(value) for name, value in asdict(one).items()} for one in found]


def test_an_export_brought_into_an_empty_memory_gives_the_same_things_and_links(
    nn: Netnew, clock: Hand
) -> None:
    full = a_full_memory(nn, clock)
    lines = [json.dumps(line) for line in full.export()]

    with connect("sqlite://", settings=Settings()) as other:
        copy = other.memory(agent_id="copy")
        brought(copy, *lines)

        assert as_told(copy) == as_told(full)
        assert len(other.review.list("waiting")) == 1
        assert copy.learn(FactInput("tools", "zig", attribute="language")).outcome == "kept"
        assert other.ledger.verify() == {"memory/copy": []}
        assert all(one.agrees for one in copy.replay())


def test_an_export_holds_nothing_of_what_was_forgotten(nn: Netnew, clock: Hand) -> None:
    assert "Elm Street" not in json.dumps(list(a_full_memory(nn, clock).export()))


def test_an_export_brought_into_a_memory_in_use_goes_through_the_gate(
    nn: Netnew, memory: Memory
) -> None:
    other = nn.memory(agent_id="other")
    other.learn(FactInput("api", "The API allows 250 requests", observed_at="2026-02-02"))
    other.learn(FactInput("db", "The port is 5432"))
    memory.learn(FactInput("api", "The API allows 100 requests", observed_at="2026-01-01"))
    memory.learn(FactInput("db", "The port is 5432"))

    found = brought(memory, *(json.dumps(line) for line in other.export()))

    assert outcomes(found) == ["superseded", "confirmed"]


def test_what_a_run_did_can_be_explained_and_undone(memory: Memory) -> None:
    [one] = brought(memory, {**fact("The API is up"), "id": "f1", "state": "active"})

    assert "brought in as it stood elsewhere" in str(memory.why(str(one.item_id)))
    memory.undo(str(one.item_id))
    assert memory.facts.all() == []


def many_lines(count: int) -> bytes:
    lines = [
        json.dumps(fact(f"The limit of part {n % 7} is {n} requests", subject=f"part {n % 7}"))
        for n in range(count)
    ]
    return "\n".join(lines).encode()


def killed_half_way(url: str, data: bytes, after: int) -> None:
    with connect(url, settings=Settings()) as nn:
        arrivals = read_memories(io.BytesIO(data), name="x")
        for done, _ in enumerate(nn.memory(agent_id="a").bring_in(arrivals)):
            if done == after:
                os._exit(9)


def test_a_run_that_was_killed_and_comes_again_ends_as_one_that_was_not(tmp_path: Path) -> None:
    data, urls = many_lines(TOGETHER + 20), []
    for name in ("killed", "whole"):
        urls.append(f"sqlite:///{tmp_path / name}.db")
    killed = multiprocessing.get_context("spawn").Process(
        target=killed_half_way, args=(urls[0], data, 3)
    )
    killed.start()
    killed.join()
    assert killed.exitcode == 9

    ends, tallies = [], []
    for url in urls:
        with connect(url, settings=Settings()) as nn:
            memory, tally = nn.memory(agent_id="a"), Tally()
            for one in memory.bring_in(read_memories(io.BytesIO(data), name="x")):
                tally.add(one)
            held = memory.facts.all(inactive=True)
            ends.append(sorted((one.content, str(one.subject), one.state) for one in held))
            tallies.append(tally.of("already"))
            assert not any(nn.ledger.verify().values())

    assert ends[0] == ends[1]
    assert tallies == [TOGETHER, 0]


def test_noise_of_a_log_waits_for_a_person(nn: Netnew, memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "decisions.md"
    log.write_text(
        "# Decisions\n\n- 2025-04-02 Done! Pushed to main.\n"
        "- 2025-04-03 Use Postgres rather than SQLite, because several writers share the store.\n"
    )

    found = list(memory.bring_in(read_memories(log)))

    assert outcomes(found) == ["quarantined", "kept"]
    assert found[0].reason.startswith("the gate would reject it: ")
    [waiting] = nn.review.list("waiting")
    assert waiting.subject_id == found[0].item_id
    assert outcomes(memory.bring_in(read_memories(log))) == ["already", "already"]

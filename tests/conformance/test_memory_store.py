"""One suite for every database: what an agent remembers, its steps, its ledger, its erasure."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from netnew import (
    DecisionInput,
    FactInput,
    InputError,
    Netnew,
    NotFoundError,
    Settings,
    TurnInput,
    connect,
)
from netnew.kernel.int8 import quantize_vectors
from netnew.memory.decision_gate import DecisionCandidate, judge_decision
from netnew.memory.keeping import Retention
from netnew.memory.memory import Memory
from netnew.memory.rejudging import looked_at
from tests.memory.times import Hand

SECRET = "Zanzibarquartz"


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def nn(database_url: str, clock: Hand) -> Iterator[Netnew]:
    with connect(database_url, settings=Settings(), clock=clock) as opened:
        yield opened
        assert all(not faults for faults in opened.ledger.verify().values())


@pytest.fixture
def memory(nn: Netnew) -> Memory:
    return nn.memory(agent_id="a1")


def kinds(nn: Netnew, agent: str = "a1") -> list[str]:
    return [row.kind.removeprefix("memory.") for row in nn.ledger.rows(f"memory/{agent}")]


def test_agents_and_workspaces_see_only_their_own(nn: Netnew, database_url: str) -> None:
    one, two = nn.memory(agent_id="one"), nn.memory(agent_id="two")
    fact = one.learn(FactInput("api", "The limit is 100 requests"))
    assert two.learn(FactInput("api", "The limit is 250 requests")).outcome == "kept"
    assert one.facts.get(str(fact.id)).active
    for stranger in (two, nn.memory(agent_id="three")):
        assert str(fact.id) not in {found.id for found in stranger.facts.search("limit")}
        with pytest.raises(NotFoundError):
            stranger.facts.get(str(fact.id))
        with pytest.raises(NotFoundError):
            stranger.undo(str(fact.id))
        with pytest.raises(NotFoundError):
            stranger.forget(str(fact.id), by="x", reason="x")
    with connect(database_url, workspace="other", settings=Settings()) as other:
        assert other.memory(agent_id="one").facts.all() == []


def test_every_act_is_in_the_ledger_with_its_numbers(nn: Netnew, memory: Memory) -> None:
    old = memory.learn(FactInput("api", "The limit is 100 requests"))
    new = memory.learn(FactInput("api", "The limit is 250 requests"))
    memory.learn(FactInput("api", "The limit is 250 requests"))
    memory.undo(str(new.id))
    memory.record_decision(DecisionInput("Use Postgres for storage"))
    assert kinds(nn) == ["learned", "learned", "confirmed", "undone", "decision_recorded"]
    row = list(nn.ledger.rows("memory/a1"))[1]
    [[other, kind, rule, score, threshold]] = row.body["compared"]
    assert (other, kind, row.body["replaces"]) == (old.id, "supersedes", [old.id])
    assert rule
    assert score >= threshold
    assert row.body["steps"] == [[old.id, "active", "superseded"], [new.id, None, "active"]]
    assert all("limit" not in row.body_json for row in nn.ledger.rows("memory/a1"))


def test_undo_goes_back_any_number_of_steps(memory: Memory) -> None:
    a, b, c = (
        str(memory.learn(FactInput("api", f"The limit is {n} requests")).id) for n in (1, 2, 3)
    )

    def states() -> list[str]:
        return [memory.facts.get(one).state for one in (a, b, c)]

    assert states() == ["superseded", "superseded", "active"]
    with pytest.raises(InputError, match="has changed since"):
        memory.undo(a)
    assert memory.undo(c, by="ann") == sorted([b, c])
    assert states() == ["superseded", "active", "undone"]
    memory.undo(b)
    assert states() == ["active", "undone", "undone"]
    memory.undo(a)
    assert states() == ["undone", "undone", "undone"]
    with pytest.raises(InputError, match="nothing is left"):
        memory.undo(a)
    assert memory.learn(FactInput("api", "The limit is 2 requests")).outcome == "kept"


def test_undoing_the_superseded_restores_it(memory: Memory) -> None:
    old = str(memory.learn(FactInput("api", "The limit is 1 request")).id)
    new = str(memory.learn(FactInput("api", "The limit is 2 requests")).id)
    memory.undo(old, by="ann")
    assert memory.facts.get(old).active
    assert memory.facts.get(new).state == "undone"
    assert [fact.id for fact in memory.facts.search("limit")] == [old]
    told = memory.history(old)
    assert [one.act for one in told] == ["learned", "learned", "undone"]
    assert "superseded → active" in told[-1].text
    assert "by ann" in told[-1].text


def test_why_tells_the_rule_and_the_numbers(memory: Memory) -> None:
    old = str(memory.learn(FactInput("api", "The limit is 100 requests")).id)
    new = str(memory.learn(FactInput("api", "The limit is 250 requests")).id)
    why = memory.why(old)
    assert why.state == "superseded"
    assert new in why.because
    assert "needed" in why.because
    assert "100 is now 250" in str(why)


def test_a_held_fact_waits_for_people_and_comes_in_when_approved(
    nn: Netnew, memory: Memory
) -> None:
    old = memory.learn(FactInput("api", "The limit is 100 requests"))
    held = memory.learn(FactInput("api", "The limit is 250 requests", hold=True))
    assert held.outcome == "quarantined"
    assert [fact.id for fact in memory.facts.all()] == [old.id]
    [item] = nn.review.list()
    assert (item.kind, item.subject_id) == ("memory_fact", held.id)
    nn.review.approve(item.item_id, reviewer="ann", kind="human", reason="checked")
    assert [fact.id for fact in memory.facts.all()] == [held.id]
    assert memory.facts.get(str(old.id)).superseded_by == held.id
    nn.review.undo(item.item_id, reviewer="ann")
    assert memory.facts.get(str(held.id)).state == "quarantined"
    assert memory.facts.get(str(old.id)).active
    nn.review.reject(item.item_id, reviewer="ann", kind="human", reason="wrong")
    assert memory.facts.get(str(held.id)).state == "rejected"
    again = memory.learn(FactInput("api", "The limit is 250 requests"))
    assert (again.outcome, again.id) == ("refused", held.id)
    assert [fact.id for fact in memory.facts.all()] == [old.id]


def test_a_quarantined_decision_is_inactive_until_it_is_approved(
    nn: Netnew, memory: Memory
) -> None:
    verdict = {"outcome": "quarantine", "reasons": ["looks like a report"], "score": 0.5}
    held = memory.decisions.admit(DecisionInput("Use Redis for the cache"), verdict)
    assert held.outcome == "quarantined"
    assert memory.decisions.all() == []
    assert memory.decisions.search("redis") == []
    [item] = nn.review.list()
    nn.review.approve(item.item_id, reviewer="ann", kind="human", reason="it is one")
    assert [one.id for one in memory.decisions.all()] == [held.id]


def test_a_rejected_decision_stays_and_is_shown_when_asked_for(memory: Memory) -> None:
    verdict = {"outcome": "reject", "reasons": ["starts like a chat"], "rule": "chat-prefix"}
    gone = memory.decisions.admit(DecisionInput("Done! Pushed to main"), verdict)
    assert gone.outcome == "rejected"
    assert memory.decisions.all() == []
    assert [one.id for one in memory.decisions.all(inactive=True)] == [gone.id]
    assert "starts like a chat" in str(memory.why(str(gone.id)))
    memory.undo(str(gone.id))
    assert memory.decisions.get(str(gone.id)).state == "undone"


def test_a_decision_said_again_within_five_minutes_is_one(memory: Memory, clock: Hand) -> None:
    keep = {"outcome": "keep"}
    first = memory.decisions.admit(DecisionInput("Use Redis for the cache"), keep)
    again = memory.decisions.admit(DecisionInput("use Redis for the cache now"), keep)
    assert (again.outcome, again.id) == ("duplicate", first.id)
    for other in ("Do not use Redis for the cache", "Use Redis for the cache for 5 minutes"):
        assert memory.decisions.admit(DecisionInput(other), keep).outcome == "kept"
    elsewhere = DecisionInput("Use Redis for the cache", session_id="other")
    assert memory.decisions.admit(elsewhere, keep).outcome == "kept"
    clock.move(minutes=6)
    assert memory.decisions.admit(DecisionInput("Use Redis for the cache"), keep).id != first.id


def test_old_things_are_archived_and_come_back(memory: Memory, clock: Hand) -> None:
    old = str(memory.learn(FactInput("api", "The limit is 100 requests")).id)
    often = str(memory.learn(FactInput("web", "The port is 80")).id)
    memory.learn(FactInput("web", "The port is 80"))
    clock.move(days=91)
    fresh = str(memory.learn(FactInput("db", "The port is 5432")).id)
    assert memory.archive(Retention("fact", 90, keep_confirmed=2)) == [old]
    assert {fact.id for fact in memory.facts.all()} == {often, fresh}
    assert memory.facts.get(old).state == "archived"
    memory.undo(old)
    assert memory.facts.get(old).active


def test_searches_see_what_another_process_wrote(nn: Netnew, database_url: str) -> None:
    memory = nn.memory(agent_id="a1")
    assert memory.facts.search("limit") == []
    with connect(database_url, settings=Settings()) as other:
        elsewhere = other.memory(agent_id="a1")
        one = elsewhere.learn(FactInput("api", "The limit is 100 requests"))
        assert [fact.id for fact in memory.facts.search("limit")] == [one.id]
        two = elsewhere.learn(FactInput("api", "The limit is 250 requests"))
        assert [fact.id for fact in memory.facts.search("limit")] == [two.id]


def test_what_was_read_lately_stands_as_another_process_left_it(
    nn: Netnew, database_url: str
) -> None:
    memory = nn.memory(agent_id="a1")
    one = str(memory.learn(FactInput("api", "The limit is 100 requests")).id)
    assert [fact.confirmations for fact in memory.facts.search("limit")] == [1]
    with connect(database_url, settings=Settings()) as other:
        elsewhere = other.memory(agent_id="a1")
        elsewhere.learn(FactInput("api", "The limit is 100 requests"))
        assert [fact.confirmations for fact in memory.facts.search("limit")] == [2]
        two = str(elsewhere.learn(FactInput("api", "The limit is 250 requests")).id)
        found = {fact.id: fact for fact in memory.facts.search("limit", inactive=True)}
        assert (found[one].state, found[one].superseded_by) == ("superseded", two)
        elsewhere.undo(two)
        [fact] = memory.facts.search("limit")
        assert (fact.id, fact.superseded_by) == (one, None)
        elsewhere.forget(one, by="ann", reason="asked to")
        assert memory.facts.search("limit") == []
        assert "100" not in memory.context("limit")


def test_what_a_failed_change_did_is_not_read_lately(memory: Memory) -> None:
    one = str(memory.learn(FactInput("api", "The limit is 100 requests")).id)
    assert [fact.id for fact in memory.facts.search("limit")] == [one]
    never: list[str | None] = []

    def fail() -> None:
        with memory._desk.archive.write() as shelf:
            learned = memory.facts.learn_on(shelf, FactInput("api", "The limit is 250 requests"))
            never.append(learned.id)
            raise InterruptedError

    with pytest.raises(InterruptedError):
        fail()
    [fact] = memory.facts.search("limit")
    assert (fact.id, fact.state, fact.superseded_by) == (one, "active", None)
    again = memory.learn(FactInput("db", "Its limit is a terabyte"))
    # It took the number of the one that never was.
    assert [again.id] == never
    assert {fact.content for fact in memory.facts.search("limit")} == {
        "The limit is 100 requests", "Its limit is a terabyte",
    }  # fmt: skip


def test_a_session_finds_the_episode_that_another_process_began_or_ended(
    nn: Netnew, database_url: str
) -> None:
    memory = nn.memory(agent_id="a1")
    memory.pre_turn(TurnInput("Look at the logs", session_id="other"))
    with connect(database_url, settings=Settings()) as other:
        elsewhere = other.memory(agent_id="a1")
        begun = elsewhere.start_episode("Fix the login page", session_id="s")
        assert memory.pre_turn(TurnInput("Is it fixed?", session_id="s")).episode_id == begun.id
        assert memory.episodes.of_session("s") == begun
        elsewhere.end_episode(begun.id)
        assert memory.pre_turn(TurnInput("Rename it all", session_id="s")).episode_id != begun.id


def test_what_two_learn_at_once_is_stored_once(nn: Netnew, database_url: str) -> None:
    nn.memory(agent_id="a1").facts.all()
    barrier = threading.Barrier(2)
    outcomes: list[str] = []

    def work() -> None:
        with connect(database_url, settings=Settings()) as mine:
            memory = mine.memory(agent_id="a1")
            for n in range(10):
                barrier.wait()
                outcomes.append(memory.learn(FactInput(f"s{n}", "It exists")).outcome)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["confirmed"] * 10 + ["kept"] * 10
    assert len(nn.memory(agent_id="a1").facts.all()) == 10


def test_forgetting_erases_the_words_and_keeps_the_chain(nn: Netnew, memory: Memory) -> None:
    fact = str(memory.learn(FactInput("ann", f"Ann lives in {SECRET}")).id)
    newer = str(memory.learn(FactInput("ann", f"Ann moved from {SECRET} to Oslo")).id)
    held = memory.learn(FactInput("ann", f"{SECRET} is an island", hold=True))
    for one in (fact, newer, str(held.id)):
        memory.forget(one, by="ann", reason="asked for it")
    found = memory.facts.get(fact)
    assert (found.state, found.content, found.subject) == ("forgotten", "", None)
    assert memory.facts.all() == []
    assert memory.facts.search(SECRET, inactive=True) == []
    assert SECRET not in str(memory.why(fact))
    assert SECRET not in str(nn.review.list())
    with pytest.raises(InputError, match="forgotten"):
        memory.undo(fact)
    [item] = nn.review.list()
    with pytest.raises(InputError, match="forgotten"):
        nn.review.approve(item.item_id, reviewer="ann", kind="human", reason="x")
    with pytest.raises(InputError, match="no name"):
        memory.forget(fact, by="", reason="")


def test_the_bytes_of_the_file_hold_nothing_of_what_was_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "n.db"

    def held() -> list[str]:
        return [path.name for path in tmp_path.iterdir() if SECRET.encode() in path.read_bytes()]

    with connect(f"sqlite:///{file}", settings=Settings()) as nn:
        memory = nn.memory(agent_id="a1")
        for n in range(50):
            memory.learn(FactInput(f"s{n}", f"Fact {n} of many others"))
        fact = memory.learn(FactInput(SECRET, f"The key is {SECRET}", attribute=f"{SECRET} key"))
        memory.learn(FactInput(SECRET, f"The key is {SECRET}!", attribute=f"{SECRET} key"))
        memory.learn(FactInput("other", "The key is safe"))
        assert held()
        memory.forget(str(fact.id), by="ann", reason="asked")
        assert nn.ledger.verify() == {"memory/a1": []}
    with sqlite3.connect(file) as raw:
        raw.execute("VACUUM")
    raw.close()
    assert held() == []


def test_a_row_of_the_ledger_says_nothing_that_could_be_guessed(
    nn: Netnew, database_url: str
) -> None:
    """The same words of two agents leave different hashes: each has a salt of its own."""
    for agent in ("one", "two"):
        nn.memory(agent_id=agent).learn(FactInput("pin", "The pin is 4711"))
    rows = [row for agent in ("one", "two") for row in nn.ledger.rows(f"memory/{agent}")]
    said = {row.body["said"] for row in rows}
    assert len(said) == 2


def test_what_was_decided_is_decided_the_same_again(nn: Netnew, memory: Memory) -> None:
    for n, says in enumerate(["is 100 requests", "is 250 requests", "is not public"]):
        memory.learn(FactInput("api", f"The limit of the api {says}", tags=(f"t{n}",)))
    memory.learn(FactInput("api", "The limit of the api is 50", observed_at="2020-01-01T00:00:00"))
    memory.learn(FactInput("held", "It waits", hold=True))
    candidate = DecisionCandidate("We will use SQLite because it needs no server.", confidence=0.8)
    verdict = judge_decision(candidate)
    told = {**verdict.as_dict(), "rule": verdict.rule, "threshold": verdict.threshold}
    memory.decisions.admit(DecisionInput(candidate.text), told, judged=looked_at(candidate))
    found = list(memory.replay())
    assert [one.act for one in found].count("memory.learned") == 5
    assert [one.act for one in found].count("memory.decision_judged") == 1
    assert all(one.agrees for one in found)
    memory.forget(found[0].item_id, by="ann", reason="asked")
    again = list(memory.replay())
    assert len(again) < len(found)
    assert all(one.agrees for one in again)
    assert nn.agents() == ["a1"]


def test_a_replay_finds_what_was_changed_behind_its_back(tmp_path: Path) -> None:
    file = tmp_path / "n.db"
    with connect(f"sqlite:///{file}", settings=Settings()) as nn:
        memory = nn.memory(agent_id="a1")
        memory.learn(FactInput("api", "The limit is 100 requests"))
        memory.learn(FactInput("api", "The limit is 250 requests"))
        with sqlite3.connect(file) as raw:
            raw.execute("UPDATE memory_items SET document_json=replace(document_json,'250','100')")
        raw.close()
        assert [one.agrees for one in memory.replay()] == [True, False]


class Hashed:
    """An embedder that needs no model: each word moves one number."""

    model_id = "hashed-16"
    implementation_version = "hashed/1"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), 16), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[sum(word.encode()) % 16] += 1
        return rows


def test_the_nearest_by_meaning_are_the_same_on_every_database(nn: Netnew) -> None:
    memory = nn.memory(agent_id="vectors", embedder=Hashed())
    for n in range(40):
        said = " ".join(f"w{(n * k) % 23}" for k in range(1, 8))
        memory.learn(FactInput(f"subject {n}", said))
    asked = "w1 w4 w9 w16"
    [vector] = quantize_vectors(Hashed().embed([asked]))
    with memory._desk.archive.read() as shelf:
        found = memory._desk.remembered.near(shelf, "fact", Hashed.model_id, vector, 10)
        kept = shelf.vectors_of(Hashed.model_id, [fact.id for fact in memory.facts.all()])
    products = {
        item_id: int(np.frombuffer(row, np.int8).astype(np.int32) @ vector.astype(np.int32))
        for item_id, row in kept.items()
    }
    assert [product for _, product in found] == sorted(products.values(), reverse=True)[:10]
    assert all(products[item_id] == product for item_id, product in found)


@pytest.mark.parametrize("stands_still", [False, True])
def test_a_page_goes_on_behind_a_place_whatever_changed_before_it(
    database_url: str, *, stands_still: bool
) -> None:
    clock = Hand()
    # Of one moment, their ids tell their order.
    look = clock.now.replace if stands_still else clock
    with connect(database_url, settings=Settings(), clock=look) as nn:
        check_pages(nn.memory(agent_id="a1"))


def check_pages(memory: Memory) -> None:
    given = [FactInput(f"host {n}", f"It holds {n * 37} jobs.") for n in range(6)]
    ids = [str(memory.learn(one).id) for one in given]
    whole = [fact.id for fact in memory.facts.all()]
    assert sorted(whole) == sorted(ids)
    first = memory.facts.page(3)
    assert [fact.id for fact in first] == whole[:3]
    memory.undo(whole[0])
    place = (first[-1].learned_at, first[-1].id)
    assert [fact.id for fact in memory.facts.page(9, after=place)] == whole[3:]
    assert [fact.id for fact in memory.facts.page(9)] == whole[1:]
    assert [fact.id for fact in memory.facts.page(9, inactive=True)] == whole
    last = memory.facts.get(whole[-1])
    assert memory.facts.page(9, subject=last.subject) == [last]
    assert not memory.facts.page(9, subject=last.subject, after=(last.learned_at, last.id))

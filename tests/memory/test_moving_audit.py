"""An audit says what is duplicate, stale, noise or contradictory; applying it can be undone."""

from __future__ import annotations

import io
import json

import pytest

from netnew import (
    DecisionInput,
    InputError,
    MemoryAudit,
    Netnew,
    NotFoundError,
    audit_arrivals,
    read_memories,
)
from netnew.memory.memory import Memory
from netnew.memory.moving.auditing import MOST, Held, audit

# What other stores hold, where nobody looks at what comes in.
PILED_UP = [
    {"id": "1", "memory": "Lives in Berlin", "user_id": "ann", "created_at": "2026-01-01"},
    {"id": "2", "memory": "Lives in Munich now", "user_id": "ann", "created_at": "2026-02-01"},
    {"id": "3", "memory": "Likes tea", "user_id": "ann", "created_at": "2026-01-02"},
    {"id": "4", "memory": "Likes tea.", "user_id": "ann", "created_at": "2026-01-03"},
    {"id": "5", "memory": "Does not like tea", "user_id": "ann", "created_at": "2026-01-04"},
    {"id": "6", "memory": "Done! Pushed to main.", "user_id": "ann", "created_at": "2026-01-05"},
    {"id": "7", "memory": "Works as a nurse", "user_id": "ann", "created_at": "2026-01-06"},
]


def piled_up() -> MemoryAudit:
    data = "[" + ",\n".join(json.dumps(one) for one in PILED_UP) + "]"
    return audit_arrivals(read_memories(io.BytesIO(data.encode()), name="m.json"))


def test_a_file_is_audited_without_being_brought_in() -> None:
    found = piled_up()

    assert found.held == {"fact": 7, "decision": 0}
    assert {(one.what, one.id, one.other_id) for one in found.findings} == {
        ("superseded", "m.json:1", "m.json:2"),
        ("duplicate", "m.json:4", "m.json:3"),
        ("contradictory", "m.json:5", "m.json:3"),
        ("noise", "m.json:6", None),
    }
    assert found.touched == 4


def test_every_finding_has_its_rule_and_both_texts() -> None:
    for one in piled_up().findings:
        assert one.rule
        assert one.reason
        assert one.text
        assert (one.other_text is None) == (one.what == "noise")


def test_shares_are_of_all_that_is_held() -> None:
    assert piled_up().as_dict()["shares"]["duplicate"] == 1 / 7


def test_an_empty_memory_has_shares_of_nothing(memory: Memory) -> None:
    assert set(memory.audit().as_dict()["shares"].values()) == {0.0}


def test_nearly_the_same_words_with_other_values_are_no_copies() -> None:
    texts = [
        "Deploys of the shop go out on Friday at 9",
        "Deploys of the shop go out on Friday at 10",
    ]
    held = [Held(str(n), "decision", text, f"2026-01-0{n + 1}") for n, text in enumerate(texts)]

    assert [one.what for one in audit(held).findings if one.what == "near copy"] == []


def test_decisions_said_twice_are_duplicates_and_reports_are_noise() -> None:
    texts = [
        "We will use Postgres because it has partial indexes",
        "we will use Postgres because it has partial indexes.",
        "Done! All tests pass and I pushed the branch to origin.",
    ]
    held = [Held(str(n), "decision", text, f"2026-01-0{n + 1}") for n, text in enumerate(texts)]

    assert [(one.what, one.id) for one in audit(held).findings] == [
        ("duplicate", "1"), ("noise", "2"),
    ]  # fmt: skip


def test_a_short_title_of_a_log_is_no_noise() -> None:
    assert audit([Held("a", "decision", "Use Go", "2026-01-01")]).findings == ()


def test_a_subject_with_more_facts_than_are_compared_still_finds_the_nearest() -> None:
    held = [
        Held(
            f"{n:03}",
            "fact",
            f"Part {n} of the plan needs review by team {n}",
            f"2026-01-01T{n:06}",
            "p",
        )
        for n in range(MOST + 20)
    ]
    again = held[5]._replace(id="again", at="2026-02-01")

    assert ("duplicate", "again", "005") in {
        (one.what, one.id, one.other_id) for one in audit([*held, again]).findings
    }


@pytest.fixture
def cluttered(nn: Netnew) -> Memory:
    """A memory that everything came into as it stood in one without gates."""
    memory = nn.memory(agent_id="cluttered")
    data = "\n".join(
        json.dumps({"kind": "fact", "id": one["id"], "state": "active", "content": one["memory"],
                    "subject": one["user_id"], "observed_at": one["created_at"]})
        for one in PILED_UP
    )  # fmt: skip
    list(memory.bring_in(read_memories(io.BytesIO(data.encode()), name="x")))
    return memory


def test_auditing_changes_nothing(nn: Netnew, cluttered: Memory) -> None:
    heads = nn.ledger.heads()

    cluttered.audit()

    assert nn.ledger.heads() == heads


def test_noise_is_archived_and_comes_back_with_the_audit(nn: Netnew, memory: Memory) -> None:
    memory.record_decision(DecisionInput("Done! Pushed the branch to main."))
    before = list(memory.export())

    tidied = memory.tidy(memory.audit())

    assert [one.what for one in tidied.done] == ["noise"]
    assert memory.decisions.all() == []
    assert "an audit was applied" in str(memory.why(tidied.done[0].id))
    assert memory.audit().touched == 0
    memory.untidy(tidied.audit_id)
    assert list(memory.export()) == before


def test_applying_retires_flags_and_archives_and_is_taken_back(cluttered: Memory) -> None:
    tidied = cluttered.tidy(cluttered.audit())

    assert sorted(one.what for one in tidied.done) == [
        "contradictory", "duplicate", "noise", "superseded",
    ]  # fmt: skip
    assert sorted(one.content for one in cluttered.facts.all()) == [
        "Does not like tea", "Likes tea", "Lives in Munich now", "Works as a nurse",
    ]  # fmt: skip
    [one] = cluttered.facts.search("Munich")
    assert len(one.supersedes) == 1
    assert cluttered.untidy(tidied.audit_id)
    assert len(cluttered.facts.all()) == len(PILED_UP)


def test_one_of_the_things_that_an_audit_moved_can_be_taken_back_alone(cluttered: Memory) -> None:
    tidied = cluttered.tidy(cluttered.audit())
    [noise] = [one.id for one in tidied.done if one.what == "noise"]

    cluttered.undo(noise)

    assert cluttered.facts.get(noise).state == "active"
    assert len(cluttered.facts.all()) == 5
    cluttered.untidy(tidied.audit_id)
    assert len(cluttered.facts.all()) == len(PILED_UP)


def test_one_kind_alone_can_be_carried_out(cluttered: Memory) -> None:
    done = cluttered.tidy(cluttered.audit(), only=["duplicate"]).done

    assert [one.what for one in done] == ["duplicate"]


def test_near_copies_are_for_people(memory: Memory) -> None:
    with pytest.raises(InputError, match="'near copy' is nothing to carry out"):
        memory.tidy(memory.audit(), only=["near copy"])


def test_an_audit_that_was_never_applied_cannot_be_taken_back(memory: Memory) -> None:
    with pytest.raises(NotFoundError, match="no audit `audit_0` was applied"):
        memory.untidy("audit_0")

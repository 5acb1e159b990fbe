"""From a trigger to a tighter harness: people decide, nothing loosens, every step can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from netnew.app import Netnew, connect
from netnew.foundation.errors import InputError, NotFoundError, RecordError
from netnew.foundation.settings import Settings
from netnew.ratchet.harness import read_harness
from netnew.ratchet.harness_file import FileOnDisk
from netnew.ratchet.lifecycle import CLOSED, NEXT, moved
from netnew.ratchet.proposals import read_proposal
from tests.ratchet.scenario import FINAL, HARNESS, PROPOSAL, always, approved


@pytest.fixture
def nn() -> Iterator[Netnew]:
    with connect("sqlite://", settings=Settings()) as opened:
        yield opened


def researched(nn: Netnew, folder: Path, text: str = PROPOSAL) -> FileOnDisk:
    file = FileOnDisk(folder / "h.yaml")
    file.path.write_text(HARNESS)
    expansions = nn.ratchet("h").expansions
    expansions.request(by="ann", reason="too easy")
    expansions.propose(read_proposal(text), file, by="ann")
    return file


def test_an_approved_expansion_is_applied_in_the_order_of_the_protocol(
    nn: Netnew, tmp_path: Path
) -> None:
    expansions, file = approved(nn, tmp_path)
    ran: list[str | None] = []

    done = expansions.apply(file, by="ben", trial=always(True, ran))

    assert [step["state"] for step in done["history"]] == [
        "open", "researched", "approved", "ratchet_verified", "archived", "applied_disabled",
        "enabling", "enabling", "baseline_verified", "committed",
    ]  # fmt: skip
    assert file.read().decode() == FINAL
    assert ran == ["hard-prompts"] * 3 + ["input-only-emoji"] * 3 + [None]
    assert done["applied_at"] is not None
    assert done["human_approved"] is True
    assert nn.ledger.verify() == {"ratchet/h": []}
    kinds = [row.kind for row in nn.ledger.rows("ratchet/h")]
    assert kinds == ["ratchet.expansion"] * 10


def test_new_tests_are_disabled_at_first_and_enabled_one_at_a_time(
    nn: Netnew, tmp_path: Path
) -> None:
    expansions, file = approved(nn, tmp_path)
    seen: list[tuple[str | None, list[bool]]] = []

    def trial(test: str | None) -> bool:
        harness = read_harness(file.read().decode())
        names = (("benchmarks", "hard-prompts"), ("edge_cases", "input-only-emoji"))
        seen.append((test, [harness.entries[name].values["enabled"] for name in names]))
        return True

    halted = expansions.apply(file, by="ben")
    assert halted["state"] == "applied_disabled"
    assert file.read().count(b"enabled: false") == 2
    expansions.apply(file, by="ben", trial=trial)
    assert [on for _, on in seen] == [[True, False]] * 3 + [[True, True]] * 4


def test_too_many_failures_restore_the_old_bytes(nn: Netnew, tmp_path: Path) -> None:
    expansions, file = approved(nn, tmp_path)
    done = expansions.apply(file, by="ben", trial=always(False))
    assert done["state"] == "rolled_back"
    assert done["flagged_for_review"] is True
    assert "6 of 6 runs" in done["history"][-1]["note"]
    assert file.read().decode() == HARNESS


def test_half_of_the_failures_is_not_more_than_half(nn: Netnew, tmp_path: Path) -> None:
    expansions, file = approved(nn, tmp_path)
    done = expansions.apply(file, by="ben", trial=lambda test: test != "hard-prompts")
    assert done["state"] == "committed"


def test_a_baseline_that_fails_restores_the_old_bytes(nn: Netnew, tmp_path: Path) -> None:
    expansions, file = approved(nn, tmp_path)
    done = expansions.apply(file, by="ben", trial=lambda test: test is not None)
    assert done["state"] == "rolled_back"
    assert file.read().decode() == HARNESS


def test_rollback_is_possible_until_it_is_committed(nn: Netnew, tmp_path: Path) -> None:
    expansions, file = approved(nn, tmp_path)
    with pytest.raises(InputError, match="approved and cannot be rolled back"):
        expansions.rollback(file, by="ben", reason="x")
    expansions.apply(file, by="ben")
    done = expansions.rollback(file, by="cem", reason="not now")
    assert (done["state"], file.read().decode()) == ("rolled_back", HARNESS)
    assert done["history"][-1]["by"] == "cem"
    with pytest.raises(InputError, match="is rolled_back"):
        expansions.rollback(file, by="ben", reason="x", expansion_id=done["expansion_id"])


def test_the_proposer_cannot_approve_however_the_name_is_written(
    nn: Netnew, tmp_path: Path
) -> None:
    researched(nn, tmp_path)
    expansions = nn.ratchet("h").expansions
    for name in ("ann", "ANN", "  Ann ", "ａｎｎ"):
        with pytest.raises(InputError, match="cannot approve it"):
            expansions.review("approve", by=name, reason="fine")
    assert expansions.find()["state"] == "researched"


@pytest.mark.parametrize(("by", "reason"), [("", "x"), ("  ", "x"), ("ben", ""), ("ben", "  ")])
def test_a_review_needs_a_name_and_a_reason(
    nn: Netnew, tmp_path: Path, by: str, reason: str
) -> None:
    researched(nn, tmp_path)
    with pytest.raises(InputError, match="needs a name and a reason"):
        nn.ratchet("h").expansions.review("approve", by=by, reason=reason)


def test_two_approvals_are_two_people(nn: Netnew, tmp_path: Path) -> None:
    file = FileOnDisk(tmp_path / "h.yaml")
    file.path.write_text(f"approvals: 2\n{HARNESS}")
    expansions = nn.ratchet("h").expansions
    expansions.request(by="ann", reason="too easy")
    expansions.propose(read_proposal(PROPOSAL), file, by="ann")
    assert expansions.review("approve", by="ben", reason="fair")["state"] == "researched"
    with pytest.raises(InputError, match="already reviewed"):
        expansions.review("approve", by="Ben", reason="again")
    assert expansions.review("approve", by="cem", reason="fair")["state"] == "approved"


def test_nothing_unapproved_is_applied(nn: Netnew, tmp_path: Path) -> None:
    file = researched(nn, tmp_path)
    with pytest.raises(InputError, match="researched, not approved"):
        nn.ratchet("h").expansions.apply(file, by="ben", trial=always(True))
    assert file.read().decode() == HARNESS


def test_a_rejection_ends_it(nn: Netnew, tmp_path: Path) -> None:
    file = researched(nn, tmp_path)
    expansions = nn.ratchet("h").expansions
    done = expansions.review("reject", by="ben", reason="too steep")
    assert (done["state"], done["human_approved"]) == ("rejected", False)
    with pytest.raises(NotFoundError):
        expansions.apply(file, by="ben")


LOOSENING = {
    "a lower threshold": "threshold_increases: [{benchmark: prompts, proposed: 0.6}]",
    "a benchmark that is not there": "threshold_increases: [{benchmark: x, proposed: 0.9}]",
    "an id that is taken": "new_benchmarks: [{id: prompts}]",
    "an id that looks like another": "new_benchmarks: [{id: Prompts}]",
    "no change at all": "threshold_increases: []",
    "an unknown key": "new_benchmarks: [{id: x, skip: true}]",
    "a key that smuggles lines": 'new_benchmarks: [{id: x, "name: y\\n  - id": z}]',
    "an unknown list": "removed_tests: [prompts]",
    "a number that is none": "threshold_increases: [{benchmark: prompts, proposed: high}]",
}


@pytest.mark.parametrize("name", LOOSENING)
def test_a_proposal_that_loosens_or_makes_no_sense_is_refused_before_anybody_is_asked(
    nn: Netnew, tmp_path: Path, name: str
) -> None:
    with pytest.raises(InputError):
        researched(nn, tmp_path, f"expansion_proposals: {{{LOOSENING[name]}}}")
    assert nn.ratchet("h").expansions.find()["state"] == "open"


def test_a_value_that_smuggles_yaml_stays_a_text(nn: Netnew, tmp_path: Path) -> None:
    text = 'expansion_proposals: {new_benchmarks: [{id: x, name: "a\\n  - id: evil"}]}'
    researched(nn, tmp_path, text)
    expansions = nn.ratchet("h").expansions
    expansions.review("approve", by="ben", reason="fair")
    file = FileOnDisk(tmp_path / "h.yaml")
    expansions.apply(file, by="ben", trial=always(True))
    assert [e.id for e in read_harness(file.read().decode()).section("benchmarks")] == [
        "prompts", "summaries", "x",
    ]  # fmt: skip


def test_a_harness_that_was_tightened_meanwhile_is_checked_again(
    nn: Netnew, tmp_path: Path
) -> None:
    expansions, file = approved(nn, tmp_path)
    file.path.write_text(HARNESS.replace("0.70", "0.80"))
    with pytest.raises(InputError, match="propose again"):
        expansions.apply(file, by="ben", trial=always(True))


def test_a_file_changed_while_it_is_applied_is_left_alone(nn: Netnew, tmp_path: Path) -> None:
    expansions, file = approved(nn, tmp_path)
    expansions.apply(file, by="ben")
    mine = file.read() + b"# a line of mine\n"
    file.write(mine)
    for act in (
        lambda: expansions.apply(file, by="ben", trial=always(True)),
        lambda: expansions.rollback(file, by="ben", reason="x"),
    ):
        with pytest.raises(InputError, match="was changed while"):
            act()
        assert file.read() == mine


def test_a_rejected_expansion_is_asked_again_after_ten_more_cycles(nn: Netnew) -> None:
    ratchet = nn.ratchet("h")
    metrics = {"benchmark_ceiling_rate": 1, "regression_pass_rate": 1, "improvement_delta": 0}
    for n in range(10):
        ratchet.record_cycle({"cycle_id": f"a{n}", "metrics": metrics})
    ratchet.expansions.review("reject", by="ben", reason="not now")
    for n in range(9):
        answer = ratchet.record_cycle({"cycle_id": f"b{n}", "metrics": metrics})
        assert "expansion_id" not in answer["consistency"]
        assert answer["consistency"]["action"] == "TRIGGER_EXPANSION_RESEARCH"
    answer = ratchet.record_cycle({"cycle_id": "b9", "metrics": metrics})
    assert "expansion_id" in answer["consistency"]
    assert [found["state"] for found in ratchet.expansions.all()] == ["rejected", "open"]


def test_one_expansion_is_open_at_a_time(nn: Netnew) -> None:
    expansions = nn.ratchet("h").expansions
    expansions.request(by="ann", reason="x")
    with pytest.raises(InputError, match="one is open at a time"):
        expansions.request(by="ann", reason="y")


def test_no_step_leads_out_of_turn() -> None:
    for state, following in NEXT.items():
        document = {"expansion_id": "e", "state": state, "history": []}
        for to in NEXT:
            if to in following:
                assert moved(document, to, at="", by="")["state"] == to
            else:
                with pytest.raises(InputError, match="cannot become"):
                    moved(document, to, at="", by="")
    assert {"committed", "rejected", "rolled_back"} == CLOSED


def test_an_answer_without_a_proposal_is_refused() -> None:
    with pytest.raises(RecordError, match="holds no `expansion_proposals:`"):
        read_proposal("I could not find anything.")

"""The gate over MCP: what is known, what is admitted, and what an agent is told to do next."""

from __future__ import annotations

from typing import Any

import pytest

import netnew

ASK = {"user": "notes", "core": "core"}
KNOWN = {**ASK, "claim": "Service alpha answers in 20 ms."}
CONNECTED = {**ASK, "claim": "Service beta answers in 90 ms on Mondays.", "claim_id": "c1"}
ORPHAN = {**ASK, "claim": "Zebras dislike umbrellas."}

pytestmark = pytest.mark.usefixtures("bases")


def test_a_known_claim_comes_with_the_entry_that_it_repeats(call: Any) -> None:
    answer = call("gate_check", KNOWN)
    assert answer["verdict"] == "KNOWN"
    assert answer["match"] == {
        "id": "notes0", "base": "notes", "text": "Service alpha answers in 20 ms.", "overlap": 1.0,
    }  # fmt: skip
    assert answer["recorded"] is answer["admitted"] is False
    assert answer["next"] == "Known already: do not state it again; cite the match."


def test_a_changed_number_is_told(call: Any) -> None:
    answer = call("gate_check", {**ASK, "claim": "Service alpha answers in 900 ms."})
    assert answer["verdict"] == "NEAR_DUP"
    assert any("900" in note for note in answer["differences"])
    assert answer["next"].endswith("says something else: go on, and name the difference.")


def test_checking_records_no_judgement(call: Any, nn: netnew.Netnew) -> None:
    for claim in (KNOWN, CONNECTED, ORPHAN):
        call("gate_check", claim)
    assert {head.stream for head in nn.ledger.heads()} == {"bases"}
    assert nn.review.list(None) == []


def test_checking_and_admitting_agree_on_the_record(call: Any, nn: netnew.Netnew) -> None:
    checked, admitted = call("gate_check", KNOWN), call("gate_admit", KNOWN)
    assert checked["kgr_id"] == admitted["kgr_id"]
    assert nn.gate.explain(admitted["kgr_id"])["claim"]["raw_idea"] == KNOWN["claim"]


def test_what_is_new_and_connected_is_admitted_once(call: Any, nn: netnew.Netnew) -> None:
    first, second = call("gate_admit", CONNECTED), call("gate_admit", CONNECTED)
    assert (first["verdict"], first["admitted"]) == ("NOVEL_CONNECTED", True)
    assert (second["verdict"], second["admitted"]) == ("KNOWN", False)
    assert nn.bases.snapshot("notes").get("c1").text == CONNECTED["claim"]


def test_an_orphan_waits_for_people_and_the_agent_is_told_to_leave_it(
    call: Any, nn: netnew.Netnew
) -> None:
    answer = call("gate_admit", {**ORPHAN, "risk_class": "HIGH"})
    assert (answer["verdict"], answer["admitted"]) == ("NOVEL_ORPHAN", False)
    assert answer["next"].startswith("Leave it")
    (item,) = nn.review.list()
    assert item.subject_id == answer["kgr_id"]


def test_a_base_that_is_not_there_is_an_error_with_a_way_out(call: Any) -> None:
    told = call("gate_check", {**KNOWN, "user": "nots"})
    assert (told.kind, told.problem) == ("NotFoundError", "no base `nots`")
    assert "notes" in told.way_out


def test_a_blank_claim_is_blocked_and_says_why(call: Any) -> None:
    answer = call("gate_check", {**ASK, "claim": "   "})
    assert answer["route"] == "BLOCKED_CONTEXT_MISSING"
    assert answer["missing"]

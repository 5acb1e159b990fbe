"""The meter over MCP: rounds go into a session, and the agent is told when to stop."""

from __future__ import annotations

from typing import Any

import pytest

import netnew

CLAIMS = ["The cache holds 500 entries.", "Service alpha answers in 20 ms."]


def test_a_loop_that_only_repeats_itself_is_told_to_stop(call: Any) -> None:
    first = call("meter_observe", {"session": "s", "claims": CLAIMS})
    assert (first["round"], first["signal"], first["novelty_rate"]) == (1, "CONTINUE", 1.0)
    later = [call("meter_observe", {"session": "s", "claims": CLAIMS}) for _ in range(6)]
    assert later[-1]["signal"] == "ESCALATE"
    assert later[-1]["next"].startswith("Stop")
    assert later[-1]["would_flip"]
    assert [one["round"] for one in later] == list(range(2, 8))


def test_polling_is_progress_only_while_the_answers_change(call: Any) -> None:
    def poll(answer: str) -> dict[str, Any]:
        found: dict[str, Any] = call("meter_observe", {"session": "s", "observations": [answer]})
        return found

    assert [poll(f"{n} of 9 done")["signal"] for n in range(9)] == ["CONTINUE"] * 9
    assert [poll("9 of 9 done")["signal"] for _ in range(9)][-1] == "ESCALATE"


def test_prose_is_read_as_the_extractors_read_it(call: Any) -> None:
    text = "The tests pass on Linux. Who reviews it? We will ship on Friday."
    call("meter_observe", {"session": "s", "text": text})
    told = call("meter_verdict", {"session": "s"})
    assert told["novelty_rate"] == 1.0
    assert 0 < told["action_readiness"] < 1


def test_the_verdict_is_the_one_that_was_given_and_changes_nothing(
    call: Any, nn: netnew.Netnew
) -> None:
    given = call("meter_observe", {"session": "s", "claims": CLAIMS})
    heads = nn.ledger.heads()
    assert call("meter_verdict", {"session": "s"}) == given
    assert nn.ledger.heads() == heads


def test_a_numbered_round_that_is_sent_again_counts_once(call: Any, nn: netnew.Netnew) -> None:
    sent = {"session": "s", "claims": CLAIMS, "round": 4}
    assert call("meter_observe", sent) == call("meter_observe", sent)
    assert nn.sessions.show("s").rounds == 1


def test_another_agents_session_is_neither_read_nor_added_to(call: Any) -> None:
    call("meter_observe", {"session": "s", "claims": CLAIMS})
    for tool, more in (("meter_observe", {"claims": CLAIMS}), ("meter_verdict", {})):
        told = call(tool, {"session": "s", **more}, agent="a2")
        assert told.kind == "AccessError"
        assert told.way_out == "choose another name for yours"


@pytest.mark.parametrize(
    ("tool", "given", "way_out"),
    [
        ("meter_verdict", {}, "call meter_observe with a round first"),
        ("meter_observe", {}, "give `text`, `claims` or `observations`, as far as there are"),
        ("meter_observe", {"text": " \n"}, "give `text`, `claims` or `observations`"),
    ],
)
def test_what_cannot_be_done_says_what_to_do(
    call: Any, tool: str, given: dict[str, Any], way_out: str
) -> None:
    assert call(tool, {"session": "s", **given}).way_out.startswith(way_out)

"""Tools of the meter: are the rounds of this loop still producing anything new?"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

import netnew
from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.tool import Answer, Arguments, Tool

MOST_TEXTS = 200
LONGEST_PROSE = 100_000
Text = Annotated[str, Field(min_length=1, max_length=4_000)]
Texts = Annotated[list[Text], Field(max_length=MOST_TEXTS)]
SessionName = Annotated[
    str,
    Field(min_length=1, max_length=200, description="Your name for the loop or conversation."),
]

NEXT = {
    "CONTINUE": "Go on with the next round.",
    "SHIP": "Stop: carry out what was decided.",
    "ESCALATE": "Stop, and bring in a person or narrow the task. Another round like these will "
    "not help.",
    "STOP": "Stop: nothing is left to do.",
}


class RoundArguments(Arguments):
    """One round of a loop: as prose, as lists, or both."""

    session: SessionName
    text: str | None = Field(
        default=None, max_length=LONGEST_PROSE,
        description="What was said; claims, questions and actions are read from it.",
    )  # fmt: skip
    claims: Texts = Field(default_factory=list, description="What the round found or states.")
    observations: list[Annotated[str, Field(max_length=LONGEST_PROSE)]] = Field(
        default_factory=list, max_length=MOST_TEXTS,
        description="Answers of tools, as they came; only the same answer repeats one.",
    )  # fmt: skip
    decisions: Texts = Field(default_factory=list)
    open_questions: Texts = Field(default_factory=list)
    next_actions: Texts = Field(default_factory=list)
    round: int | None = Field(
        default=None, ge=0, lt=2**53,
        description="Number of the round, rising; left out, the next one.",
    )  # fmt: skip


class SessionArguments(Arguments):
    """Which loop."""

    session: SessionName


class Verdict(Answer):
    """What the meter says after the last round."""

    session: str
    round: int
    signal: str = Field(description="CONTINUE, SHIP or ESCALATE.")
    hint: str
    rationale: str = Field(description="Why, with the numbers.")
    novelty_rate: float = Field(description="0 nothing new, 1 as much as the best round.")
    action_readiness: float = Field(description="0 nothing can be done, 1 all is clear.")
    low_rounds: int = Field(description="How many rounds in a row brought little.")
    would_flip: list[str] = Field(description="What would change the signal.")
    warnings: list[str]
    next: str = Field(description="What to do now.")


def observe(caller: Caller, given: RoundArguments) -> Verdict:
    """Add a round to the session, which the first one opens."""
    outputs = _outputs(given)
    sessions = caller.nn.sessions
    if _own(caller, given.session) is None:
        sessions.create(given.session, agent=caller.agent)
    number = given.round
    if number is None:
        last = sessions.reading(given.session)
        number = 1 if last is None else last.round.number + 1
    return _verdict(
        given.session, sessions.observe(given.session, {"round": number, "outputs": outputs})
    )


def verdict(caller: Caller, given: SessionArguments) -> Verdict:
    """Read what the meter said last."""
    if _own(caller, given.session) is None:
        raise netnew.NotFoundError(
            f"you have no session `{given.session:.100}`", "call meter_observe with a round first"
        )
    reading = caller.nn.sessions.reading(given.session)
    if reading is None:
        raise netnew.InputError(
            f"session `{given.session:.100}` has no rounds", "call meter_observe with one"
        )
    return _verdict(given.session, reading)


def _own(caller: Caller, name: str) -> netnew.Session | None:
    """The session of this name, unless it is another agent's."""
    try:
        found = caller.nn.sessions.show(name)
    except netnew.NotFoundError:
        return None
    if found.agent not in {None, caller.agent} and caller.person is None:
        raise netnew.AccessError(
            f"the session `{name:.100}` is another agent's", "choose another name for yours"
        )
    return found


def _outputs(given: RoundArguments) -> dict[str, list[str]]:
    outputs = netnew.outputs_of(given.text or "")
    for name in ("claims", "decisions", "open_questions", "next_actions"):
        texts = [*outputs.get(name, ()), *getattr(given, name)]
        if texts:
            outputs[name] = texts
    outputs["claims"] += [netnew.observation_claim(answer) for answer in given.observations]
    if not any(outputs.values()) and not (given.text or "").strip():
        raise netnew.InputError(
            "the round says nothing", "give `text`, `claims` or `observations`, as far as there are"
        )
    return outputs


def _verdict(session: str, reading: netnew.Reading) -> Verdict:
    told: dict[str, Any] = reading.as_dict()
    stop, parts = told["stop_recommendation"], told["components"]
    return Verdict(
        session=session,
        round=reading.round.number,
        signal=stop["signal"],
        hint=told["hint"],
        rationale=stop["rationale"],
        novelty_rate=parts["novelty_rate"],
        action_readiness=parts["action_readiness"],
        low_rounds=stop["k_consecutive_low_novelty"],
        would_flip=_texts(stop["would_flip"]),
        warnings=[one["text"] for one in told["warnings"]],
        next=NEXT[stop["signal"]],
    )


def _texts(found: Any) -> list[str]:
    return [found] if isinstance(found, str) else [str(one) for one in found or ()]


TOOLS = (
    Tool(
        name="meter_observe",
        title="Observe a round",
        description="Add a round of your loop to its session and say whether to go on: CONTINUE, "
        "SHIP or ESCALATE. Call it after every round.",
        scope="meter:write",
        takes=RoundArguments,
        gives=Verdict,
        run=observe,
    ),
    Tool(
        name="meter_verdict",
        title="Go on or stop?",
        description="Say again what the meter said after the last round of a session. Changes "
        "nothing.",
        scope="meter:read",
        takes=SessionArguments,
        gives=Verdict,
        run=verdict,
    ),
)

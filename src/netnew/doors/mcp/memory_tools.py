"""Tools of the memory: what an agent keeps, finds again, explains and takes back."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

import netnew
from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.tool import Answer, Arguments, Tool

LONGEST_TEXT: Final = 20_000
MOST_TOLD: Final = 20
JUDGEMENT: Final = "kgr_"
Text = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT, pattern=r"\S")]
Short = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
Shorts = Annotated[list[Short], Field(max_length=20)]
Share = Annotated[float, Field(ge=0, le=1)]
Kind = Literal["fact", "decision", "episode"]
SessionName = Annotated[
    str, Field(min_length=1, max_length=200, description="Conversation that it belongs to.")
]
Key = Annotated[
    str,
    Field(min_length=1, max_length=200, description="Again with the same key: the first answer."),
]

AFTER_FACT = {
    "kept": "It is remembered.",
    "superseded": "It is remembered, and replaces what `supersedes` names.",
    "confirmed": "It was known already; nothing more to do.",
    "conflict": "Both are kept. Find out which of them holds, then undo the other one.",
    "late": "It is kept, but a newer observation counts.",
    "quarantined": "A person has to look at it first; do not rely on it.",
    "refused": "It was not kept; do not store it again in other words.",
}
AFTER_DECISION = {
    "kept": "It is remembered.",
    "duplicate": "You decided the same before; the earlier record counts.",
    "quarantined": "A person has to look at it first; do not rely on it.",
    "rejected": "It was not kept: see the reasons.",
}


class FactArguments(Arguments):
    """Something that holds."""

    content: Text = Field(description="One statement, with its numbers and units.")
    subject: Short | None = Field(default=None, description="What it is about, such as api.")
    attribute: Short | None = Field(
        default=None, description="Which property of it, such as rate limit."
    )
    confidence: Share | None = None
    source: Short | None = Field(default=None, description="Where you have it from.")
    observed_at: str | None = Field(
        default=None, max_length=40, description="When it was true, ISO 8601; left out, now."
    )
    multi_valued: bool | None = Field(
        default=None, description="Whether several values hold at once."
    )
    session: SessionName | None = None
    tags: Shorts = Field(default_factory=list)
    key: Key | None = None


class Remembered(Answer):
    """What became of a fact, and why."""

    outcome: str = Field(
        description="kept, superseded, confirmed, conflict, late, quarantined or refused."
    )
    id: str | None = Field(description="For why and undo.")
    state: str | None
    reason: str
    supersedes: list[str] = Field(description="Facts that it replaces.")
    conflicts_with: list[str] = Field(description="Facts that say otherwise.")
    next: str


class DecisionArguments(Arguments):
    """Something that was decided."""

    text: Text = Field(description="The decision in one or two sentences.")
    reasons: list[Annotated[str, Field(min_length=1, max_length=2_000)]] = Field(
        default_factory=list, max_length=20
    )
    confidence: Share | None = None
    stakes: Literal["low", "medium", "high", "critical"] = "low"
    session: SessionName = "default"
    tags: Shorts = Field(default_factory=list)
    key: Key | None = None


class DecisionKept(Answer):
    """What became of a decision, and what the gate would have said of it."""

    outcome: str
    id: str | None = Field(description="For why and undo.")
    reasons: list[str]
    advice: str | None = Field(description="keep, quarantine or reject; it stops nothing.")
    next: str


class RecallArguments(Arguments):
    """What to look for."""

    query: Text = Field(description="The task or question.")
    budget_tokens: int = Field(default=1000, ge=0, le=20_000, description="The most it may take.")
    kinds: list[Kind] = Field(
        default_factory=list, max_length=3, description="Only these; empty for all."
    )


class Found(Answer):
    """One thing that came back."""

    id: str
    kind: str
    text: str
    at: str


class Recalled(Answer):
    """What is known: as Markdown for the prompt, and one by one."""

    text: str
    found: list[Found]
    left_out: int = Field(description="How many more there are that did not fit or suit.")
    next: str


class ItemArguments(Arguments):
    """Which fact, decision, episode or judgement."""

    id: str = Field(min_length=1, max_length=200, description="As remember_fact and recall give.")


class Because(Answer):
    """Why something stands as it does."""

    id: str
    kind: str
    state: str
    because: str
    history: list[str] = Field(description="Its last changes, or the evidence of a judgement.")


class UndoArguments(ItemArguments):
    """How far to go back."""

    steps: int = Field(default=1, ge=1, le=100, description="How many changes.")


class Undone(Answer):
    """What was moved."""

    moved: list[str]
    next: str


def remember(caller: Caller, given: FactArguments) -> Remembered:
    """Learn a fact as this agent."""
    said = given.model_dump(exclude={"session", "tags"})
    learned = _memory(caller).learn(
        netnew.FactInput(**said, session_id=given.session, tags=tuple(given.tags))
    )
    fact = learned.fact
    return Remembered(
        outcome=learned.outcome,
        id=learned.id,
        state=None if fact is None else fact.state,
        reason=learned.reason,
        supersedes=[] if fact is None else list(fact.supersedes),
        conflicts_with=[] if fact is None else list(fact.conflicts_with),
        next=AFTER_FACT[learned.outcome],
    )


def decide(caller: Caller, given: DecisionArguments) -> DecisionKept:
    """Record a decision as this agent."""
    said = given.model_dump(exclude={"session", "tags", "reasons"})
    recorded = _memory(caller).record_decision(
        netnew.DecisionInput(
            **said, session_id=given.session, tags=tuple(given.tags), reasons=tuple(given.reasons)
        )
    )
    verdict = {} if recorded.decision is None else recorded.decision.verdict
    return DecisionKept(
        outcome=recorded.outcome,
        id=recorded.id,
        reasons=list(recorded.reasons),
        advice=verdict.get("outcome"),
        next=AFTER_DECISION[recorded.outcome],
    )


def recall(caller: Caller, given: RecallArguments) -> Recalled:
    """What this agent knows for a query."""
    kinds = tuple(given.kinds) or ("decision", "fact", "episode")
    known = _memory(caller).context(given.query, budget_tokens=given.budget_tokens, kinds=kinds)
    account = known.recall
    kept = () if account is None else account.kept
    found = [
        Found(
            id=one.candidate.id, kind=one.candidate.kind, text=one.candidate.text,
            at=one.candidate.at,
        )
        for one in kept
    ]  # fmt: skip
    left_out = () if account is None else account.left_out
    more = any(one.rule == "budget" for one in left_out)
    return Recalled(
        text=str(known), found=found, left_out=len(left_out), next=_next(found, more=more)
    )


def _next(found: list[Found], *, more: bool) -> str:
    if found:
        return "Build on it, and do not store it again."
    if more:
        return "Something is known, but it does not fit: raise budget_tokens."
    return "Nothing is known of it yet."


def why(caller: Caller, given: ItemArguments) -> Because:
    """Why an item of this agent, or a judgement of the gate, is as it is."""
    if given.id.startswith(JUDGEMENT):
        return _judged(caller, given.id)
    told = _memory(caller).why(given.id)
    history = [f"{one.at} {one.text}" for one in told.history[-MOST_TOLD:]]
    return Because(
        id=told.id, kind=told.kind, state=told.state, because=told.because, history=history
    )


def undo(caller: Caller, given: UndoArguments) -> Undone:
    """Take back the last changes of an item of this agent."""
    moved = _memory(caller).undo(given.id, steps=given.steps, by=caller.agent)
    return Undone(moved=list(moved), next="`why` tells how each of them stands now.")


def _memory(caller: Caller) -> netnew.Memory:
    return caller.nn.memory(agent_id=caller.agent, by=caller.person)


def _judged(caller: Caller, kgr_id: str) -> Because:
    if not caller.may("gate:read"):
        raise netnew.AccessError(
            f"`{kgr_id[:100]}` needs the scope gate:read, which this token lacks",
            "ask a person for a token that has it",
        )
    judgement = caller.nn.gate.explain(kgr_id)["judgement"]
    kgr, route = judgement["kgr"], judgement["route"]
    told = caller.nn.gate.reasons(kgr_id)
    measured = [
        f"{one.name} {one.threshold:g}: measured {one.value:g}" + (", decided" * one.decided)
        for one in told.thresholds
    ]
    flips = [f"would change with: {one}" for one in told.would_flip]
    return Because(
        id=kgr_id,
        kind="judgement",
        state=kgr["class"],
        because=f"{route['label']}: {'; '.join(route['reasons'])}",
        history=[*measured, *told.differences, *flips],
    )


TOOLS = (
    Tool(
        name="remember_fact",
        title="Remember a fact",
        description="Keep a fact, or confirm, replace or flag what is known of it. Call it when "
        "you learned something that will still hold later.",
        scope="memory:write",
        takes=FactArguments,
        gives=Remembered,
        run=remember,
    ),
    Tool(
        name="record_decision",
        title="Record a decision",
        description="Keep a decision on purpose, with its reasons. The gate only advises on it.",
        scope="memory:write",
        takes=DecisionArguments,
        gives=DecisionKept,
        run=decide,
    ),
    Tool(
        name="recall",
        title="What do I know?",
        description="Give what you remember for a task: facts, decisions, episodes. Changes "
        "nothing. Call it before you start.",
        scope="memory:read",
        takes=RecallArguments,
        gives=Recalled,
        run=recall,
    ),
    Tool(
        name="why",
        title="Why is it so?",
        description="Say why something remembered stands as it does, or why the gate judged as it "
        "did (kgr_…). Changes nothing.",
        scope="memory:read",
        takes=ItemArguments,
        gives=Because,
        run=why,
    ),
    Tool(
        name="undo",
        title="Take back",
        description="Take the last change of something remembered back: what it replaced stands "
        "again. The change stays in the record.",
        scope="memory:write",
        takes=UndoArguments,
        gives=Undone,
        run=undo,
        destructive=True,
    ),
)

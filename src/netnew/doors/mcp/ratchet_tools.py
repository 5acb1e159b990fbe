"""Tools of the ratchet: does the evaluation harness still tell good from better?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.tool import Answer, Arguments, Tool

HarnessName = Annotated[str, Field(min_length=1, max_length=100)]
CycleId = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:@+-]{0,119}$")]
Share = Annotated[float, Field(ge=0, le=1)]

NEXT = {
    "CONTINUE": "Nothing to do.",
    "FLAG_FOR_REVIEW": "Tell a person that the harness is getting soft.",
    "TRIGGER_EXPANSION_RESEARCH": "Get the prompt `expansion_research`, do that research, and hand "
    "the YAML to a person: `netnew ratchet propose`. Only people approve.",
}


class Metrics(Arguments):
    """What one evaluation cycle measured; what is unknown is left out, never guessed."""

    benchmark_ceiling_rate: Share | None = Field(
        default=None, description="Share of benchmarks at their ceiling."
    )
    regression_pass_rate: Share | None = Field(
        default=None, description="Share of regression tests that passed."
    )
    improvement_delta: float | None = Field(
        default=None, description="How much better than the cycle before."
    )
    proposal_pass_rate: Share | None = Field(
        default=None, description="Share of proposals that passed evaluation."
    )
    auditor_unanimous_rate: Share | None = Field(
        default=None, description="Share of cycles that every auditor accepted."
    )
    delta_history: list[float] | None = Field(
        default=None, max_length=100, description="Earlier deltas, oldest first."
    )


class Benchmark(Arguments):
    """The result of one benchmark, on a scale where more is better."""

    id: str = Field(min_length=1, max_length=200)
    score: Share | None = None
    n: int | None = Field(default=None, ge=1, description="How many items it has.")
    stderr: float | None = Field(default=None, ge=0)
    attainable: Share | None = Field(
        default=None, description="Best score that is possible, where labels are known wrong."
    )
    items: dict[str, bool] | None = Field(default=None, description="Item to passed or not.")


class CycleArguments(Arguments):
    """One evaluation cycle."""

    harness: HarnessName
    cycle_id: CycleId = Field(description="Your name for this run; the same again changes nothing.")
    metrics: Metrics = Field(default_factory=Metrics)
    benchmarks: list[Benchmark] = Field(default_factory=list, max_length=1_000)
    harness_hash: str | None = Field(
        default=None, max_length=200, description="Hash of the harness file; starts a new series."
    )
    system: str | None = Field(default=None, max_length=200, description="What was evaluated.")


class CycleScored(Answer):
    """The score of the cycle, and whether saturation has lasted."""

    cycle_id: str
    saturation_score: float
    saturation_level: str = Field(description="NORMAL, ELEVATED, HIGH or CRITICAL.")
    score_bounds: list[float] = Field(description="Where it may lie, given what is unknown.")
    drivers: list[str]
    unknown: list[str] = Field(description="Signals that nothing was reported for.")
    action: str = Field(description="CONTINUE, FLAG_FOR_REVIEW or TRIGGER_EXPANSION_RESEARCH.")
    reason: str | None
    urgency: str
    expansion_id: str | None
    next: str = Field(description="What to do now.")


class HarnessArguments(Arguments):
    """Which harness."""

    harness: HarnessName


class Expansion(Answer):
    """A change of the harness that is on its way."""

    expansion_id: str
    state: str
    urgency: str
    trigger_reason: str
    human_approved: bool | None


class HarnessStatus(Answer):
    """Where a harness stands."""

    harness: str
    cycles_tracked: int
    newest_cycle: str | None
    saturation_level: str | None
    avg_saturation_score: float | None
    saturation_trend: str | None
    consecutive_high_count: int
    consecutive_critical_count: int
    action: str
    reason: str | None
    urgency: str
    expansions: list[Expansion]
    next: str = Field(description="What to do now.")


def record(caller: Caller, given: CycleArguments) -> CycleScored:
    """Record a cycle; what comes of it is decided by the ratchet."""
    cycle = given.model_dump(exclude_none=True, exclude={"harness"})
    answer = caller.nn.ratchet(given.harness).record_cycle(cycle)
    return scored(answer)


def scored(answer: Mapping[str, Any]) -> CycleScored:
    """The answer of `record_cycle` in short."""
    snapshot, consistency = answer["snapshot"], answer["consistency"]
    return CycleScored(
        **{name: snapshot[name] for name in CycleScored.model_fields if name in snapshot},
        **{name: consistency[name] for name in ("action", "reason", "urgency")},
        expansion_id=consistency.get("expansion_id"),
        next=NEXT[consistency["action"]],
    )


def status(caller: Caller, given: HarnessArguments) -> HarnessStatus:
    """Read where the newest series stands."""
    found = caller.nn.ratchet(given.harness).status()
    aggregate = found["aggregate"] or {}
    rolling = aggregate.get("rolling_metrics", {})
    consistency, last = found["consistency"], found["last"] or {}
    return HarnessStatus(
        harness=given.harness,
        cycles_tracked=aggregate.get("cycles_tracked", 0),
        newest_cycle=aggregate.get("newest_cycle"),
        saturation_level=last.get("saturation_level"),
        avg_saturation_score=rolling.get("avg_saturation_score"),
        saturation_trend=rolling.get("saturation_trend"),
        consecutive_high_count=rolling.get("consecutive_high_count", 0),
        consecutive_critical_count=rolling.get("consecutive_critical_count", 0),
        **{name: consistency[name] for name in ("action", "reason", "urgency")},
        expansions=[
            Expansion(**{name: one[name] for name in Expansion.model_fields})
            for one in found["expansions"]
        ],
        next=NEXT[consistency["action"]],
    )


TOOLS = (
    Tool(
        name="ratchet_record",
        title="Record an evaluation cycle",
        description="Score one evaluation cycle for saturation and add it to the harness's series. "
        "Call it after every evaluation run.",
        scope="ratchet:write",
        takes=CycleArguments,
        gives=CycleScored,
        run=record,
        idempotent=True,
    ),
    Tool(
        name="ratchet_status",
        title="Is the harness saturated?",
        description="Say whether a harness still tells good from better, and what is on its way.",
        scope="ratchet:read",
        takes=HarnessArguments,
        gives=HarnessStatus,
        run=status,
    ),
)

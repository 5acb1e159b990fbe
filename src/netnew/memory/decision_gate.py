"""Is this text a decision worth keeping? Layers, then a scorer; no I/O (`decision-gate/1`).

Profile `003` is the letter: a hit of a layer rejects, everything else is kept. The default
asks the scorer too: what it is sure of is kept or rejected, what it is not sure of waits for a
person, and so does what it would keep against a layer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from netnew.foundation.errors import InputError
from netnew.memory import layers
from netnew.memory.layers import Finding, Profile
from netnew.memory.records import STAKES, Stakes
from netnew.memory.scoring.around import Surroundings
from netnew.memory.scoring.scorer import Score, Sign, probability, score
from netnew.memory.scoring.weights import Weights, shipped
from netnew.memory.turn import FRAMES, FrameId, ToolResult

VERSION: Final = "decision-gate/1"
PROFILES: Final[tuple[Profile, ...]] = get_args(Profile)
Outcome = Literal["keep", "quarantine", "reject"]
# As many signs are told as a person reads.
TOLD_SIGNS: Final = 4


@dataclass(frozen=True)
class DecisionCandidate:
    """A text that may be a decision, and what is known of the turn that it comes from.

    Parameters
    ----------
    tool_results
        What the tools of the turn came to; names alone will do.
    confidence
        Between 0 and 1; None: nobody deliberated on it.
    error
        What the turn itself failed with.
    position
        The turn's place in its session, from 1.
    session_length
        How many turns the session had, where it is over.
    response
        The whole response, where `text` is only the decision in it: layer 1 reads it.
    """

    text: str
    frame: FrameId = "decision"
    tool_results: Sequence[ToolResult | str | Mapping[str, Any]] = ()
    confidence: float | None = None
    stakes: Stakes = "low"
    error: str | None = None
    position: int | None = None
    session_length: int | None = None
    response: str | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be judged, and read the tool results."""
        _one_of("frame", self.frame, FRAMES)
        _one_of("stakes", self.stakes, STAKES)
        text: object = self.text
        if not isinstance(text, str):
            raise InputError(f"a decision is a text, not {text!r}", "give it as a string")
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise InputError(
                f"confidence {self.confidence!r} lies outside 0 to 1", "give a share of 1, or none"
            )
        object.__setattr__(self, "tool_results", tuple(map(_tool_result, self.tool_results)))

    @property
    def tools(self) -> tuple[ToolResult, ...]:
        """The tool results, read."""
        return tuple(map(_tool_result, self.tool_results))


@dataclass(frozen=True, slots=True)
class DecisionVerdict:
    """What the gate says of a candidate, and why."""

    outcome: Outcome
    reasons: tuple[str, ...]
    score: float
    """How likely the scorer takes it for a decision, 0 to 1."""
    version: str
    profile: Profile
    findings: tuple[Finding, ...]
    """The rules of layers 1 and 3 that it ran into."""
    signs: tuple[Sign, ...]
    points: int
    advice: Outcome
    """The outcome by layers and scorer, where the `record_decision` tool passed them by."""
    threshold: float
    """The score from which on it would be kept."""

    @property
    def rule(self) -> str:
        """The first rule that it ran into, or `scorer`."""
        return self.findings[0].rule if self.findings else "scorer"

    def as_dict(self) -> dict[str, Any]:
        """As JSON holds it."""
        return {
            "outcome": self.outcome,
            "reasons": list(self.reasons),
            "score": self.score,
            "version": self.version,
            "profile": self.profile,
            "findings": [finding._asdict() for finding in self.findings],
            "signs": [sign._asdict() for sign in self.signs],
            "points": self.points,
            "advice": self.advice,
        }


def judge_decision(
    candidate: DecisionCandidate, *, profile: Profile = "default", weights: Weights | None = None
) -> DecisionVerdict:
    """Keep, quarantine or reject a candidate.

    >>> judge_decision(DecisionCandidate("We will use SQLite because it needs no server.")).outcome
    'keep'
    >>> judge_decision(DecisionCandidate("Done! Pushed to main.")).reasons[0]
    'layer 1, completion: says "done!"'
    """
    _one_of("profile", profile, PROFILES)
    used = weights or shipped()
    findings = findings_of(candidate, profile)
    scored = score(candidate.text, surroundings_of(candidate), used)
    advice = _advice(candidate, profile, findings, scored, used)
    recorded = any(tool.tool_name == layers.RECORDING_TOOL for tool in candidate.tools)
    reasons = _reasons(profile, advice, findings, scored, used)
    if recorded:
        reasons = (f"recorded on purpose; the gates would {advice} it", *reasons)
    return DecisionVerdict(
        outcome="keep" if recorded and candidate.text.strip() else advice,
        reasons=reasons,
        score=scored.probability,
        version=f"{VERSION}+{layers.VERSION}+{scored.version}",
        profile=profile,
        findings=findings,
        signs=scored.signs,
        points=scored.points,
        advice=advice,
        threshold=probability(used.keep_at),
    )


def findings_of(candidate: DecisionCandidate, profile: Profile) -> tuple[Finding, ...]:
    """The rules of layers 1 and 3 that a candidate runs into."""
    return (
        *layers.informational(
            candidate.response or candidate.text, candidate.frame, candidate.tools
        ),
        *layers.at_finalize(
            candidate.text,
            confidence=candidate.confidence,
            stakes=candidate.stakes,
            tool_failed=any(tool.failed for tool in candidate.tools),
            profile=profile,
        ),
    )


def surroundings_of(candidate: DecisionCandidate) -> Surroundings:
    """What the scorer is told of the turn."""
    return Surroundings(
        frame=candidate.frame,
        tools=len(candidate.tools),
        failed=sum(tool.failed for tool in candidate.tools),
        error=candidate.error is not None,
        confidence=candidate.confidence,
        position=candidate.position,
        session_length=candidate.session_length,
        characters=len(candidate.response or candidate.text),
    )


def _advice(
    candidate: DecisionCandidate,
    profile: Profile,
    findings: Sequence[Finding],
    scored: Score,
    used: Weights,
) -> Outcome:
    if not candidate.text.strip():
        return "reject"
    if profile == "003":
        return "reject" if findings else "keep"
    if scored.points >= used.keep_at:
        return "quarantine" if findings else "keep"
    # A bare phrase, as decision logs have them, says too little to be turned down for it.
    noise = scored.points < used.reject_below and not scored.bare
    return "reject" if findings or noise else "quarantine"


def _reasons(
    profile: Profile, advice: Outcome, findings: Sequence[Finding], scored: Score, used: Weights
) -> tuple[str, ...]:
    told = [f"layer {found.layer}, {found.rule}: {found.because}" for found in findings]
    if profile == "003":
        return tuple(told) or ("no rule of layer 1 or 3 speaks against it",)
    told += [
        f'{"for" if sign.points > 0 else "against"} it: {sign.says} ("{sign.words}")'
        if sign.words != sign.says
        else f"{'for' if sign.points > 0 else 'against'} it: {sign.says}"
        for sign in scored.signs[:TOLD_SIGNS]
    ]
    bounds = f"kept from {used.keep_at}, rejected below {used.reject_below}"
    return (*told, f"{advice}: {scored.points} points; {bounds}")


def _tool_result(given: ToolResult | str | Mapping[str, Any]) -> ToolResult:
    if isinstance(given, ToolResult):
        return given
    if isinstance(given, str):
        return ToolResult(given)
    read: object = given
    if not isinstance(read, Mapping) or not isinstance(read.get("tool_name"), str):
        raise InputError(f"{given!r} is no tool result", "give a ToolResult or its tool_name")
    error = read.get("error")
    failed = error is not None and error is not False and error != ""
    return ToolResult(
        read["tool_name"], str(read.get("output", "")), str(error) if failed else None
    )


def _one_of(what: str, given: str, known: Sequence[str]) -> None:
    if given not in known:
        raise InputError(f"{what} {given!r} is not known", f"choose one of {', '.join(known)}")

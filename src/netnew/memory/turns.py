"""What happens before and after a turn of an agent: frame, context, episode, decision.

Nothing of a decision is stored before the turn is final: `pre_turn` only says whether the turn
deliberates, and `post_turn` judges, then stores the verdict with its reasons in one step. So no
reader ever meets a half-made decision, and a turn that never comes back leaves none behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from netnew.foundation.errors import InputError
from netnew.foundation.ids import content_id
from netnew.foundation.names import check_name, flaw
from netnew.memory import layers
from netnew.memory.decision_gate import DecisionCandidate, DecisionVerdict, judge_decision
from netnew.memory.decisions import Act, Decisions
from netnew.memory.desk import Desk
from netnew.memory.episodes import Episodes
from netnew.memory.frames import select_frame
from netnew.memory.intake import LONGEST_TEXT, check_count
from netnew.memory.layers import DELIBERATION_FRAMES, RECORDING_TOOL
from netnew.memory.near_copies import Profile
from netnew.memory.records import DecisionInput, Recorded
from netnew.memory.rejudging import looked_at
from netnew.memory.scoring.weights import Weights
from netnew.memory.sealing import new_salt
from netnew.memory.searching import CONTEXT_KINDS, assembled, candidates_on
from netnew.memory.turn import FRAMES, Frame, TurnContext, TurnInput, TurnReport, TurnResult

# An episode is named after what its first turn was about; a whole log pasted there is no name.
LONGEST_SUMMARY: Final = 500


class Turns:
    """The turns of one agent."""

    def __init__(
        self,
        desk: Desk,
        episodes: Episodes,
        decisions: Decisions,
        profile: Profile,
        gate: layers.Profile,
        weights: Weights | None = None,
    ) -> None:
        self._desk, self._episodes, self._decisions = desk, episodes, decisions
        self._profile, self._gate, self._weights = profile, gate, weights

    def before(self, given: TurnInput) -> TurnContext:
        """Select the frame, assemble the context, start or join the episode, and deliberate.

        What this session has just decided is not deliberated again.
        """
        # An empty message is a turn too: an agent may go on unasked.
        fault = None if given.text == "" else flaw(given.text, LONGEST_TEXT)
        if fault:
            raise InputError(f"the text of a turn {fault}", "give what the user said")
        frame = _frame(given)
        check_name("session", given.session_id)
        check_count("budget_tokens", given.budget_tokens)
        started = self._desk.now()
        deliberating, same = frame.frame_id in DELIBERATION_FRAMES, None
        vector = self._desk.vector(given.text)
        with self._desk.archive.read() as shelf:
            candidates = candidates_on(self._desk, shelf, given.text, vector, CONTEXT_KINDS)
            if deliberating:
                same = self._decisions.repeated_on(shelf, given.text, given.session_id, vector)
            episode = self._episodes.of_session_on(shelf, given.session_id)
        context = assembled(given.text, candidates, given.budget_tokens, self._profile)
        if episode is None:
            summary = given.text.strip()[:LONGEST_SUMMARY]
            episode = self._episodes.start(summary, session_id=given.session_id)
        return TurnContext(
            turn_id=content_id("turn", new_salt()),
            session_id=given.session_id,
            text=given.text,
            frame=frame,
            context=context,
            episode_id=episode.id,
            deliberating=deliberating and same is None,
            duplicate_of=None if same is None else same.item_id,
            started_at=started,
        )

    def after(self, turn: TurnContext, result: TurnResult) -> TurnReport:
        """Judge and record what the turn ended in; the episode and the monitor always follow."""
        act, skipped = self._decide(turn, result)
        recorded = None
        if act is not None or turn.episode_id is not None:
            # Both or neither: a turn is one change, and waits for the disk once.
            with self._desk.archive.write() as shelf:
                recorded = act(shelf) if act is not None else None
                if turn.episode_id is not None:
                    self._episodes.count(shelf, turn.episode_id, turn.session_id)
        return TurnReport(turn.turn_id, recorded, skipped, turn.episode_id, monitored(result))

    def _decide(self, turn: TurnContext, result: TurnResult) -> tuple[Act | None, str | None]:
        """What is to be stored of the turn, or why nothing is."""
        text = (result.decision or result.response_text).strip()[:LONGEST_TEXT]
        if any(tool.tool_name == RECORDING_TOOL for tool in result.tool_results):
            return self._on_purpose(turn, result, text)
        if turn.duplicate_of is not None:
            return None, f"this session has just decided the same (`{turn.duplicate_of}`)"
        if not turn.deliberating:
            return None, f"the {turn.frame.frame_id} frame does not deliberate"
        if (unfit := _unfit(text)) is not None:
            return None, unfit
        candidate = _candidate(turn, result, text)
        verdict = judge_decision(candidate, profile=self._gate, weights=self._weights)
        given, judged = _decision(turn, result, text), looked_at(candidate)
        return self._decisions.admission(given, told_of(verdict), judged=judged), None

    def _on_purpose(
        self, turn: TurnContext, result: TurnResult, text: str
    ) -> tuple[Act | None, str | None]:
        """The tool's own record of this turn, or one made now where it left none."""
        used = [tool for tool in result.tool_results if tool.tool_name == RECORDING_TOOL]
        if all(tool.failed for tool in used):
            return None, f"{RECORDING_TOOL} failed: {used[-1].error}"
        made = [
            decision
            for decision in self._decisions.all(session_id=turn.session_id)
            if decision.made_at >= turn.started_at
        ]
        if made:
            found = Recorded("kept", made[-1], (f"recorded by {RECORDING_TOOL}",))
            return lambda _: found, None
        if (unfit := _unfit(text)) is not None:
            return None, unfit
        candidate = _candidate(turn, result, text)
        verdict = judge_decision(candidate, profile=self._gate, weights=self._weights)
        given = _decision(turn, result, text)
        return self._decisions.recording(given, told_of(verdict)), None


def advice_on(
    given: DecisionInput, gate: layers.Profile, weights: Weights | None = None
) -> Mapping[str, Any]:
    """What the gate would say of a decision that is recorded on purpose."""
    candidate = DecisionCandidate(
        given.text,
        frame=_known_frame(given.frame).frame_id,
        confidence=given.confidence,
        stakes=given.stakes,
    )
    return told_of(judge_decision(candidate, profile=gate, weights=weights))


def told_of(verdict: DecisionVerdict) -> dict[str, Any]:
    """A verdict as it is stored."""
    return {**verdict.as_dict(), "rule": verdict.rule, "threshold": verdict.threshold}


def monitored(result: TurnResult) -> tuple[str, ...]:
    """What stood out in a turn, in words.

    >>> monitored(TurnResult(" ", error="out of tokens"))
    ('the turn failed: out of tokens', 'the response is empty')
    """
    failed = [
        f"{tool.tool_name} failed: {tool.error}" for tool in result.tool_results if tool.failed
    ]
    error = [f"the turn failed: {result.error}"] if result.error is not None else []
    empty = [] if result.response_text.strip() else ["the response is empty"]
    return (*failed, *error, *empty)


def _frame(given: TurnInput) -> Frame:
    return select_frame(given.text) if given.frame is None else _known_frame(given.frame)


def _known_frame(name: str) -> Frame:
    found = next((known for known in FRAMES if known == name), None)
    if found is None:
        raise InputError(f"frame {name!r:.40} is not known", f"choose one of {', '.join(FRAMES)}")
    return Frame(found)


def _unfit(text: str) -> str | None:
    """Why a response cannot be kept at all, or None."""
    if not text:
        return "the response is empty"
    fault = flaw(text, LONGEST_TEXT)
    return f"the response {fault}" if fault else None


def _candidate(turn: TurnContext, result: TurnResult, text: str) -> DecisionCandidate:
    return DecisionCandidate(
        text,
        frame=turn.frame.frame_id,
        tool_results=result.tool_results,
        confidence=result.confidence,
        stakes=result.stakes,
        error=result.error,
        response=result.response_text,
    )


def _decision(turn: TurnContext, result: TurnResult, text: str) -> DecisionInput:
    return DecisionInput(
        text,
        session_id=turn.session_id,
        frame=turn.frame.frame_id,
        confidence=result.confidence,
        stakes=result.stakes,
        # A turn that is reported twice is answered as it was the first time.
        key=turn.turn_id,
    )

"""Readings in words: the hint, the rationale with its numbers, and what would change the signal."""

from __future__ import annotations

from netnew.meter.policy import MeterPolicy
from netnew.meter.records import Recommendation, Round, RoundNovelty, RoundReadiness

HINTS = {
    "converged": "Converged. Ship the decision and verify.",
    "nothing_left_to_do": "Converged, and nothing is left to carry out. Stop.",
    "blocked": "Blocked. Remove the blocker or bring in someone who can.",
    "stuck": "Stuck. Change the conversation: a person, another agent, a narrower scope.",
    "not_ready": "Stuck. Nothing new and not ready: bring in a person or narrow the scope.",
    "nothing_to_execute": "Nothing new, and nothing to carry out. Ask for a decision or an action.",
    "patience": "Nothing much new. {missing} more such {rounds} will tell.",
    "no_claims_yet": "Nothing has been claimed yet. Go on.",
}
_PRODUCTIVE = {
    "HIGH": "Productive. Let it run.",
    "MEDIUM": "Some new content still. Go on.",
}


def hint(found: Recommendation) -> str:
    """One sentence for someone who reads nothing else."""
    if found.rule == "matrix":
        return _PRODUCTIVE[found.novelty]
    missing = _missing(found)
    return HINTS[found.rule].format(missing=missing, rounds="round" if missing == 1 else "rounds")


def rationale(
    found: Recommendation, round_: Round, novelty: RoundNovelty, readiness: RoundReadiness
) -> str:
    """Say why, with the numbers and the round that decided."""
    return " ".join(
        (
            _novelty_sentence(found, round_, novelty),
            _readiness_sentence(round_, readiness),
            *_rule_sentence(found, readiness),
        )
    )


def _novelty_sentence(found: Recommendation, round_: Round, novelty: RoundNovelty) -> str:
    claims = "claim" if novelty.distinct_claims == 1 else "claims"
    counts = f"{novelty.new_claims} of {novelty.distinct_claims} {claims} new"
    numbers = f"round {round_.number}: {counts}, rate {float(novelty.rate):.2f}"
    if not found.low_rounds:
        return f"Novelty is {found.novelty.lower()} ({numbers})."
    if novelty.reach > 1:
        numbers += f", going {novelty.reach} rounds back"
    rounds = "round" if found.low_rounds == 1 else "consecutive rounds"
    return f"Novelty has been low for {found.low_rounds} {rounds} ({numbers})."


def _readiness_sentence(round_: Round, found: RoundReadiness) -> str:
    parts = (
        _actions_phrase(round_, found),
        _questions_phrase(round_, found),
        f'blocked ("{found.blocked_by}")' if found.blocked_by else "no blockers",
    )
    return (
        f"Action readiness is {found.level.lower()} ({float(found.score):.2f}): {', '.join(parts)}."
    )


def _actions_phrase(round_: Round, found: RoundReadiness) -> str:
    if not round_.next_actions:
        return "no next actions"
    if not found.specific_actions:
        return "only vague next actions"
    owned = f", owned by {found.owner}" if found.owner else ""
    actions = "action" if len(round_.next_actions) == 1 else "actions"
    count = f"{found.specific_actions} of {len(round_.next_actions)}"
    return f"{count} next {actions} specific{owned}"


def _questions_phrase(round_: Round, found: RoundReadiness) -> str:
    if not round_.open_questions:
        return "no open questions"
    trend = {7: "falling", 4: "stalled", 1: "rising", 3: "first round"}
    count = len(round_.open_questions)
    questions = "question" if count == 1 else "questions"
    return f"{count} open {questions} ({trend[found.open_questions_tenths]})"


def _rule_sentence(found: Recommendation, readiness: RoundReadiness) -> tuple[str, ...]:
    sentences = {
        "blocked": "A blocker and nothing new: more rounds will not remove it.",
        "stuck": f"Readiness was never high in {_low_rounds(found.low_rounds)}.",
        "not_ready": "Neither new ideas nor readiness to act.",
        "nothing_to_execute": "The conversation never carried an action, a question or a decision.",
        "nothing_left_to_do": "The last round names nothing to carry out.",
        "patience": f"It takes {_low_rounds(found.patience)} to call this converged.",
        "no_claims_yet": "No round has made a claim yet.",
    }
    if found.rule not in sentences:
        return ()
    return (sentences[found.rule],)


def would_flip(found: Recommendation, readiness: RoundReadiness, policy: MeterPolicy) -> str:
    """What has to happen for another signal."""
    if found.signal != "CONTINUE":
        back = (
            f"a round that brings at least {float(policy.novelty.low):g} of the peak in new "
            "claims → CONTINUE"
        )
        ready = {
            "blocked": "the blocker gone from questions and actions → SHIP if ready",
            "stuck": "a round with high readiness → SHIP",
            "not_ready": "a specific next action, fewer open questions → SHIP",
            "nothing_to_execute": "a next action or a decision → SHIP",
        }
        return "; ".join(filter(None, (ready.get(found.rule), back)))
    if found.rule == "no_claims_yet":
        return "claims, then rounds without new ones → SHIP or ESCALATE"
    missing, low = _missing(found), f"below {float(policy.novelty.low):g} of the peak"
    if missing == 1:
        rounds = f"1 more round {low}"
    elif found.quiet_round_stops:
        rounds = f"1 more round without anything new, or {missing} {low}"
    else:
        rounds = f"{missing} more rounds {low}"
    return f"{rounds} → {found.stops_as}"


def _missing(found: Recommendation) -> int:
    return max(found.patience - found.low_rounds, 1)


def _low_rounds(count: int) -> str:
    return f"{count} low round" if count == 1 else f"{count} low rounds"

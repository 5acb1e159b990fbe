"""How close the latest round is to something that can be carried out: 0 to 1, in exact tenths."""

from __future__ import annotations

import math
import operator
from fractions import Fraction

from netnew.meter.actions import actions_score, read_action
from netnew.meter.blockers import find_blocker
from netnew.meter.lexicon import Lexicon
from netnew.meter.policy import BLOCKER_LEXICONS, MeterPolicy, ReadinessPolicy
from netnew.meter.records import Level, Round, RoundReadiness


def readiness(round_: Round, previous: Round | None, policy: MeterPolicy) -> RoundReadiness:
    """Judge one round; only its questions are compared with those of the round before.

    >>> from netnew.meter.policy import meter_policy
    >>> done = Round(6, next_actions=("End.",))
    >>> found = readiness(done, done, meter_policy("0.2"))
    >>> float(found.score), found.level
    (0.65, 'MEDIUM')
    """
    actions = [read_action(text) for text in round_.next_actions]
    blocker = find_blocker(round_.open_questions, round_.next_actions, blocker_lexicon(policy))
    tenths = (
        actions_score(actions),
        questions_score(round_, previous),
        0 if blocker else 10,
        10 if round_.decisions else 0,
    )
    score = _weighted(tenths, policy.readiness)
    specific = [action for action in actions if action.specificity == "specific"]
    return RoundReadiness(
        next_actions_tenths=tenths[0],
        open_questions_tenths=tenths[1],
        blocker_tenths=tenths[2],
        decisions_tenths=tenths[3],
        score=score,
        level=_level(score, policy.readiness),
        blocked_by=blocker.phrase if blocker else None,
        specific_actions=len(specific),
        owner=next((action.owner for action in specific if action.owner), None),
    )


def questions_score(round_: Round, previous: Round | None) -> int:
    """Tenths of the trend of open questions: none 10, fewer 7, as many 4, more 1, first round 3.

    >>> questions_score(Round(2, open_questions=("who?",)), Round(1))
    1
    """
    now = len(round_.open_questions)
    if now == 0:
        return 10
    if previous is None:
        return 3
    before = len(previous.open_questions)
    if now < before:
        return 7
    return 4 if now == before else 1


def blocker_lexicon(policy: MeterPolicy) -> Lexicon:
    """Return the lexicon that the policy names, with the phrases that it adds."""
    lexicon = BLOCKER_LEXICONS[policy.readiness.blocker_lexicon]
    more = policy.readiness.more_blockers
    return lexicon.extended("set by the policy", more) if more else lexicon


def _weighted(tenths: tuple[int, int, int, int], policy: ReadinessPolicy) -> Fraction:
    weights = (policy.next_actions, policy.open_questions, policy.blockers, policy.decisions)
    # Whole numbers over one denominator: sums of fractions would reduce at every step.
    common = math.lcm(*[weight.denominator for weight in weights])
    whole = [weight.numerator * (common // weight.denominator) for weight in weights]
    return Fraction(sum(map(operator.mul, whole, tenths)), 10 * common)


def _level(score: Fraction, policy: ReadinessPolicy) -> Level:
    if score >= policy.high:
        return "HIGH"
    return "MEDIUM" if score >= policy.medium else "LOW"

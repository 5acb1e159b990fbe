"""From novelty and readiness to CONTINUE, SHIP or ESCALATE: the rules of both profiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from netnew.meter.laps import Circle, Span, circle, lengthened
from netnew.meter.policy import MeterPolicy, NoveltyPolicy
from netnew.meter.records import Level, Recommendation, Round, RoundNovelty, RoundReadiness, Signal


@dataclass(frozen=True, slots=True)
class Course:
    """What the decision remembers of the rounds before."""

    low_rounds: int = 0
    # Of the low rounds that repeat more than they add.
    spans: tuple[Span, ...] = ()
    high_readiness_in_streak: bool = False
    ship_was_due: bool = False
    had_claims: bool = False
    had_actions: bool = False
    had_substance: bool = False

    def after(
        self, round_: Round, novelty: RoundNovelty, readiness: RoundReadiness, policy: NoveltyPolicy
    ) -> Course:
        """Return the course with one more round in it."""
        low = novelty.rate < policy.low
        repeats = novelty.distinct_claims - novelty.new_claims
        goes_back = low and repeats >= novelty.new_claims
        substance = round_.next_actions or round_.open_questions or round_.decisions
        return Course(
            low_rounds=self.low_rounds + 1 if low else 0,
            spans=lengthened(self.spans, max(novelty.reach, 1), repeats) if goes_back else (),
            high_readiness_in_streak=low
            and (self.high_readiness_in_streak or readiness.level == "HIGH"),
            ship_was_due=low and self.ship_was_due,
            had_claims=self.had_claims or novelty.distinct_claims > 0,
            had_actions=self.had_actions or bool(round_.next_actions),
            had_substance=self.had_substance or bool(substance),
        )

    def circle(self, policy: MeterPolicy) -> Circle:
        """How often the low rounds have gone through what they repeat."""
        return circle(self.spans, policy.patience.claims_only, policy.novelty.low)


def recommend(
    round_: Round,
    novelty: RoundNovelty,
    readiness: RoundReadiness,
    course: Course,
    policy: MeterPolicy,
) -> tuple[Recommendation, Course]:
    """Decide for the round that `course` ends with, and note in it whether SHIP is now due."""
    level = classify(novelty.rate, policy.novelty)
    signal, rule = _stop(round_, readiness, course, policy)
    patience = _patience(signal, round_, novelty, readiness, course, policy)
    laps = course.circle(policy).laps
    quiet = policy.patience.adaptive and _has_nothing_to_wait_for(round_, readiness, course)
    found = Recommendation(
        "CONTINUE", level, course.low_rounds, laps, patience, "matrix", signal, quiet
    )
    if level != "LOW" or not course.had_claims:
        rule = "matrix" if course.had_claims else "no_claims_yet"
        settle = level == "MEDIUM" and readiness.level == "HIGH"
        caveat = (
            "One more round: there is still some new content; let it settle." if settle else None
        )
        return replace(found, rule=rule, caveat=caveat, novelty=_unsettled(level)), course
    if course.low_rounds < patience:
        return replace(found, novelty="MEDIUM", rule="patience"), course
    caveat = None
    if signal == "SHIP" and readiness.level != "HIGH":
        caveat = "Minor gaps remain; more rounds will not close them."
    due = replace(course, ship_was_due=course.ship_was_due or signal in ("SHIP", "STOP"))
    return replace(found, signal=signal, rule=rule, caveat=caveat), due


def classify(rate: Fraction, policy: NoveltyPolicy) -> Level:
    """Class of a rate by itself; both bounds are MEDIUM.

    >>> [classify(Fraction(n, 100), NoveltyPolicy()) for n in (51, 50, 15, 14)]
    ['HIGH', 'MEDIUM', 'MEDIUM', 'LOW']
    """
    if rate > policy.high:
        return "HIGH"
    return "MEDIUM" if rate >= policy.low else "LOW"


def _unsettled(level: Level) -> Level:
    return "MEDIUM" if level == "LOW" else level


def _stop(
    round_: Round, readiness: RoundReadiness, course: Course, policy: MeterPolicy
) -> tuple[Signal, str]:
    """Which way to stop, once novelty has been low for long enough."""
    rules = policy.decision
    if readiness.blocked_by is not None:
        return "ESCALATE", "blocked"
    stuck = course.low_rounds >= rules.stuck_rounds and not course.high_readiness_in_streak
    if stuck and not (rules.ship_once_due_holds and course.ship_was_due):
        return "ESCALATE", "stuck"
    if readiness.level == "LOW":
        return "ESCALATE", "not_ready"
    if rules.ship_needs_substance and not course.had_substance:
        return "ESCALATE", "nothing_to_execute"
    if rules.stop_signal and not round_.next_actions:
        return "STOP", "nothing_left_to_do"
    return "SHIP", "converged"


def _patience(
    signal: Signal,
    round_: Round,
    novelty: RoundNovelty,
    readiness: RoundReadiness,
    course: Course,
    policy: MeterPolicy,
) -> int:
    """How many low rounds this stop takes."""
    patience = policy.patience
    if patience.adaptive:
        if novelty.new_claims == 0 and _has_nothing_to_wait_for(round_, readiness, course):
            return 1
        if not course.had_substance:
            if patience.claims_only_counts == "laps":
                return course.low_rounds + course.circle(policy).missing
            return patience.claims_only
    return patience.escalate if signal == "ESCALATE" else patience.ship


def _has_nothing_to_wait_for(round_: Round, readiness: RoundReadiness, course: Course) -> bool:
    settled = not round_.open_questions and readiness.level != "LOW" and course.had_actions
    return readiness.blocked_by is not None or settled

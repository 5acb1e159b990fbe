"""Warnings: signs of gaming, and of review loops that turn in circles. They change no signal.

Events (a question list that vanished) stay on record with their round; states (readiness
that runs ahead of novelty, a plateau) are reported while they last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from netnew.meter.blockers import find_blocker
from netnew.meter.claims import normal_form
from netnew.meter.decision import classify
from netnew.meter.lexicons import EVASIONS
from netnew.meter.policy import MeterPolicy
from netnew.meter.readiness import blocker_lexicon
from netnew.meter.records import Caution, Meant, Round, RoundNovelty, RoundReadiness


@dataclass(frozen=True, slots=True)
class Agenda:
    """What a conversation has to carry out, and for how long none of it has moved."""

    content: frozenset[tuple[str, str]] = frozenset()
    still_rounds: int = 0
    ever_filled: bool = False
    claims_before: int = 0
    rounds_before: int = 0

    def after(self, round_: Round, novelty: RoundNovelty) -> Agenda:
        """Return the agenda with one more round in it."""
        fields = (
            ("decision", round_.decisions),
            ("question", round_.open_questions),
            ("action", round_.next_actions),
        )
        content = frozenset((kind, normal_form(t)) for kind, texts in fields for t in texts)
        still = content == self.content and novelty.new_claims > 0 and self.rounds_before > 0
        return Agenda(
            content=content,
            still_rounds=self.still_rounds + 1 if still else 0,
            ever_filled=self.ever_filled or bool(content),
            claims_before=self.claims_before + novelty.claims,
            rounds_before=self.rounds_before + 1,
        )


@dataclass(frozen=True, slots=True)
class Past:
    """What the checks remember of the rounds before this one."""

    previous: Round | None = None
    blocked_by: str | None = None
    agenda: Agenda = Agenda()


def events(
    round_: Round,
    novelty: RoundNovelty,
    readiness: RoundReadiness,
    past: Past,
    meant: Meant,
    policy: MeterPolicy,
) -> Iterator[Caution]:
    """Yield what happened in this round and stays on record; `meant` is what an embedder found."""
    number = round_.number
    if _is_inflated(novelty, past.agenda, policy):
        yield Caution(
            "claim_inflation",
            number,
            f"{novelty.claims} claims, of which {novelty.new_claims} are new: many "
            "claims, little content.",
        )
    l0 = novelty.rate_by_level["L0"]
    if l0 > policy.novelty.high and novelty.rate < policy.novelty.low:
        yield Caution(
            "paraphrase_gaming",
            number,
            f"Worded anew: {novelty.new_by_level['L0']} of the claims; "
            f"new in substance: {novelty.new_claims}.",
        )
    questions_before = len(past.previous.open_questions) if past.previous else 0
    if (
        questions_before >= policy.warnings.suppressed_questions
        and not round_.open_questions
        and novelty.new_claims
    ):
        yield Caution(
            "question_suppression",
            number,
            f"All {questions_before} open questions are gone in a round that makes "
            f"{novelty.new_claims} new claims.",
        )
    if meant.questions and not round_.open_questions:
        yield Caution(
            "question_suppression",
            number,
            "By its meaning a claim leaves something open, and no open question is listed: "
            f"{meant.questions[0]!r}.",
        )
    asked = [claim for claim in round_.claims if claim.rstrip().endswith("?")]
    if asked and not round_.open_questions:
        yield Caution(
            "question_suppression",
            number,
            f"A claim is a question, and no open question is listed: {asked[0]!r}.",
        )
    if readiness.blocked_by is None:
        yield from _evasions(round_, past.blocked_by, novelty, meant, policy)


def recorded(events: tuple[Caution, ...], happened: Iterable[Caution]) -> tuple[Caution, ...]:
    """Return `events` with what `happened`: each code once, as it was when it was last seen."""
    latest = {event.code: event for event in events}
    for event in happened:
        latest[event.code] = event
    return tuple(latest[code] for code in sorted(latest))


def states(
    number: int,
    novelty: RoundNovelty,
    readiness: RoundReadiness,
    agenda: Agenda,
    policy: MeterPolicy,
) -> Iterator[Caution]:
    """Yield what holds now and may be over in the next round."""
    if classify(novelty.rate, policy.novelty) == "HIGH" and readiness.level == "HIGH":
        yield Caution(
            "premature_readiness",
            number,
            "Actions are ready while most of the content is still new.",
        )
    if agenda.ever_filled and agenda.still_rounds >= policy.warnings.plateau_rounds:
        rounds = "round" if agenda.still_rounds == 1 else "rounds"
        yield Caution(
            "plateau",
            number,
            f"New claims for {agenda.still_rounds} {rounds}, and no question, decision or "
            "action has moved.",
        )


def _is_inflated(novelty: RoundNovelty, before: Agenda, policy: MeterPolicy) -> bool:
    rules = policy.warnings
    many = novelty.claims >= rules.inflation_claims
    as_many_as_usual = novelty.claims * before.rounds_before >= before.claims_before
    return (
        many
        and as_many_as_usual
        and before.rounds_before > 0
        and novelty.new_claims < rules.inflation_ratio * novelty.claims
    )


def _evasions(
    round_: Round,
    was_blocked_by: str | None,
    novelty: RoundNovelty,
    meant: Meant,
    policy: MeterPolicy,
) -> Iterator[Caution]:
    number = round_.number
    if meant.blockers and round_.next_actions:
        yield Caution(
            "blocker_evasion",
            number,
            "By its meaning a claim tells of a blocker, and no question or action does: "
            f"{meant.blockers[0]!r}.",
        )
    # What hides among the claims matters where something may be shipped.
    claims = round_.claims if round_.next_actions else ()
    for text in (*round_.open_questions, *round_.next_actions, *claims):
        if EVASIONS.pattern.search(text.lower().replace("’", "'")):
            yield Caution("blocker_evasion", number, f"Work is put off to no set time: {text!r}.")
            break
    if was_blocked_by and not novelty.new_claims:
        yield Caution(
            "blocker_evasion",
            number,
            f'"{was_blocked_by}" of the round before is no longer mentioned, and no new claim '
            "says why.",
        )
    hidden = find_blocker(claims, (), blocker_lexicon(policy))
    if hidden:
        yield Caution(
            "blocker_evasion",
            number,
            f'A claim says "{hidden.phrase}", and no question or action does: {hidden.text!r}.',
        )

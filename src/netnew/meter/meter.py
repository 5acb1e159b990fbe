"""The meter: feed it rounds, it says whether to go on, ship or escalate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from netnew.embed.protocol import Embedder
from netnew.foundation.errors import InputError, RecordError, SettingError
from netnew.meter import cautions
from netnew.meter.agreement import structural_agreement
from netnew.meter.cautions import Agenda, Past
from netnew.meter.claims import distinct
from netnew.meter.decision import Course, recommend
from netnew.meter.history import History
from netnew.meter.laps import Span
from netnew.meter.lexical import Lexical
from netnew.meter.novelty import Novelty, Resemblance
from netnew.meter.policy import DEFAULT_PROFILE, MeterPolicy, meter_policy
from netnew.meter.readiness import readiness
from netnew.meter.reading import Reading
from netnew.meter.records import Caution, Meant, Round, RoundNovelty, RoundReadiness
from netnew.meter.saved import WAY_OUT, check_saved, damaged
from netnew.meter.transcript import RoundReader, read_transcript

if TYPE_CHECKING:
    from netnew.meter.kinds import Kinds
    from netnew.meter.meaning import Semantic

STATE_VERSION = "meter-state/2"


class Meter:
    """Observes a conversation round by round, at a cost in proportion to the new claims.

    Parameters
    ----------
    profile
        `0.3` (adaptive, the default) or `0.2` (the specification to the letter).
    policy
        A whole policy, or overrides of the profile as they stand under `[meter]`.
    embedder
        Adds the semantic level L2; its threshold must be calibrated.

    >>> meter = Meter()
    >>> meter.observe({"round": 1, "outputs": {"claims": ["Ship on Friday"]}}).signal
    'CONTINUE'
    """

    def __init__(
        self,
        profile: str = DEFAULT_PROFILE,
        *,
        policy: MeterPolicy | Mapping[str, Any] | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        self.policy = policy if isinstance(policy, MeterPolicy) else meter_policy(profile, policy)
        rules = self.policy.novelty
        self._semantic: Semantic | None
        self._kinds: Kinds | None
        self._semantic, self._kinds = _by_meaning(embedder, self.policy)
        lexical = Lexical(rules)
        levels: list[Resemblance] = [lexical]
        if self._semantic:
            levels.append(self._semantic)
        self._novelty = Novelty(levels, changed_values_are_new=rules.changed_values_are_new)
        self._history = History(["L0", *(level.name for level in levels)])
        self._reader = RoundReader()
        self._course = Course()
        self._past = Past()
        self._events: tuple[Caution, ...] = ()

    def observe(self, round_: Round | Mapping[str, Any]) -> Reading:
        """Take in one more round and read the meter. A faulty round changes nothing."""
        reader = self._reader
        current = reader.accept(round_) if isinstance(round_, Round) else reader.read(round_)
        novelty = self._novelty.observe(current)
        ready = readiness(current, self._past.previous, self.policy)
        course = self._course.after(current, novelty, ready, self.policy.novelty)
        found, self._course = recommend(current, novelty, ready, course, self.policy)
        warnings = self._warnings(current, novelty, ready)
        self._history.append(novelty, ready, found)
        similarity = self._semantic.convergence() if self._semantic else None
        return Reading(
            round=current,
            novelty=novelty,
            readiness=ready,
            recommendation=found,
            warnings=warnings,
            semantic_similarity=similarity,
            structural_agreement=structural_agreement(novelty) if self._semantic else None,
            policy=self.policy,
            _history=self._history,
            _length=len(self._history),
        )

    def _warnings(
        self, current: Round, novelty: RoundNovelty, ready: RoundReadiness
    ) -> tuple[Caution, ...]:
        meant = Meant()
        if self._kinds and self._semantic:
            meant = self._kinds.meant(self._semantic.rows)
        happened = cautions.events(current, novelty, ready, self._past, meant, self.policy)
        self._events = cautions.recorded(self._events, happened)
        agenda = self._past.agenda.after(current, novelty)
        self._past = Past(current, ready.blocked_by, agenda)
        lasting = cautions.states(current.number, novelty, ready, agenda, self.policy)
        return (*self._events, *lasting)

    def state(self) -> dict[str, Any]:
        """Return everything needed to go on later or elsewhere, as JSON values."""
        agenda = self._past.agenda
        return {
            "version": STATE_VERSION,
            "policy_hash": self.policy.digest,
            "embedder": self._semantic.embedder_id if self._semantic else None,
            "claims": [list(item) for item in self._novelty.seen],
            "sayings": self._novelty.sayings,
            "history": self._history.state(),
            "previous": _round_state(self._past.previous),
            "blocked_by": self._past.blocked_by,
            "course": asdict(self._course),
            "agenda": {**asdict(agenda), "content": sorted(map(list, agenda.content))},
            "events": [asdict(event) for event in self._events],
        }

    @classmethod
    def resume(
        cls,
        state: Mapping[str, Any],
        *,
        profile: str = DEFAULT_PROFILE,
        policy: MeterPolicy | Mapping[str, Any] | None = None,
        embedder: Embedder | None = None,
    ) -> Meter:
        """Go on where `state` left off, under the same policy and embedder.

        >>> meter = Meter()
        >>> _ = meter.observe({"round": 1, "outputs": {"claims": ["Ship on Friday"]}})
        >>> again = Meter.resume(meter.state()).observe(
        ...     {"round": 2, "outputs": {"claims": ["ship on friday!"]}}
        ... )
        >>> again.novelty.new_claims
        0
        """
        meter = cls(profile, policy=policy, embedder=embedder)
        if not isinstance(state, Mapping):
            raise InputError(f"the saved state is {state!r:.100}", WAY_OUT)
        meter._restore(state)
        return meter

    def _restore(self, state: Mapping[str, Any]) -> None:
        self._check_same_rules(state)
        check_saved(state, tuple(self._history.state()))
        previous = self._previous(state["previous"])
        self._history.restore(state["history"])
        self._novelty.restore(state["claims"], state["sayings"], self._history.peaks())
        if previous and self._semantic:
            self._semantic.prepare(distinct(previous.claims))
        content = frozenset((kind, text) for kind, text in state["agenda"]["content"])
        agenda = replace(Agenda(**state["agenda"]), content=content)
        self._past = Past(previous, state["blocked_by"], agenda)
        spans = tuple(Span(*span) for span in state["course"]["spans"])
        self._course = Course(**{**state["course"], "spans": spans})
        self._events = tuple(Caution(**event) for event in state["events"])

    def _previous(self, saved: Mapping[str, Any] | None) -> Round | None:
        try:
            return None if saved is None else self._reader.read(saved)
        except RecordError as error:
            raise damaged("previous") from error

    def _check_same_rules(self, state: Mapping[str, Any]) -> None:
        embedder = self._semantic.embedder_id if self._semantic else None
        for name, ours in (
            ("version", STATE_VERSION),
            ("policy_hash", self.policy.digest),
            ("embedder", embedder),
        ):
            theirs = state.get(name)
            if theirs != ours:
                raise InputError(
                    f"the saved state has {name} {theirs!r}, this meter has {ours!r}",
                    "resume under the settings that it was saved with",
                )


def _round_state(round_: Round | None) -> dict[str, Any] | None:
    if round_ is None:
        return None
    names = ("claims", "decisions", "open_questions", "next_actions")
    return {
        "round": round_.number,
        "outputs": {name: list(getattr(round_, name)) for name in names},
    }


def score_transcript(
    transcript: Mapping[str, Any],
    *,
    profile: str = DEFAULT_PROFILE,
    policy: MeterPolicy | Mapping[str, Any] | None = None,
    embedder: Embedder | None = None,
) -> dict[str, Any]:
    """Score a whole transcript (schema v0.1): the reading after its last round.

    >>> rounds = [{"round": n, "outputs": {"claims": ["Ship on Friday"]}} for n in (1, 2, 3, 4)]
    >>> score = score_transcript({"version": "0.1", "conversation_id": "c", "rounds": rounds})
    >>> score["stop_recommendation"]["signal"], score["score"]
    ('ESCALATE', 1.0)
    """
    return score_rounds(
        read_transcript(transcript).rounds, profile=profile, policy=policy, embedder=embedder
    ).as_dict()


def score_rounds(
    rounds: Iterable[Round],
    *,
    profile: str = DEFAULT_PROFILE,
    policy: MeterPolicy | Mapping[str, Any] | None = None,
    embedder: Embedder | None = None,
) -> Reading:
    """Return the reading after the last of `rounds`, which may be a stream."""
    meter = Meter(profile, policy=policy, embedder=embedder)
    reading = None
    for round_ in rounds:
        reading = meter.observe(round_)
    if reading is None:
        raise InputError("the transcript has no rounds", "score it after the first round")
    return reading


def _by_meaning(
    embedder: Embedder | None, policy: MeterPolicy
) -> tuple[Semantic, Kinds] | tuple[None, None]:
    if embedder is None:
        return None, None
    if not callable(getattr(embedder, "embed", None)) or not hasattr(embedder, "model_id"):
        raise SettingError(
            f"{embedder!r:.100} is no embedder", 'give one, such as load_embedder("wordllama")'
        )
    # Their arrays take longer to load than a meter without them takes to answer.
    from netnew.meter.kinds import Kinds
    from netnew.meter.meaning import Semantic

    return Semantic(embedder, policy), Kinds(embedder, policy)

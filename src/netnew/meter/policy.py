"""Everything about the meter that a user may set: two named profiles, and overrides on top.

Thresholds are decimals, kept as exact fractions; floats never decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from netnew.foundation.errors import SettingError
from netnew.foundation.ids import digest
from netnew.meter.lexicon import VERSION as LEXICON_VERSION
from netnew.meter.lexicons import BLOCKERS, BLOCKERS_LISTED
from netnew.meter.prototypes import VERSION as PROTOTYPES_VERSION

VERSION = "meter/2"
DEFAULT_PROFILE = "0.3"


@dataclass(frozen=True, slots=True)
class NoveltyPolicy:
    """When a claim is new, and when a rate is high or low."""

    high: Fraction = Fraction("0.5")
    low: Fraction = Fraction("0.15")
    l1_threshold: Fraction = Fraction("0.6")
    # `split/1` is the specification's; `words/1` also drops the punctuation around words and
    # the number of a bare counter ("attempt 4").
    l1_tokens: str = "split/1"
    # Jaccard of content words (`content/1`) at which prose repeats prose; 0 leaves them alone.
    content_threshold: Fraction = Fraction(0)
    changed_values_are_new: bool = True


@dataclass(frozen=True, slots=True)
class PatiencePolicy:
    """How many low rounds it takes before novelty counts as low."""

    ship: int = 2
    escalate: int = 2
    # Traces that carry no action, question or decision have nothing to be ready for.
    claims_only: int = 2
    # `rounds`: low rounds; `laps`: how often they have gone through what they repeat.
    claims_only_counts: str = "rounds"
    # One round with nothing new suffices where nothing is left to wait for.
    adaptive: bool = False


@dataclass(frozen=True, slots=True)
class ReadinessPolicy:
    """Weights of the sub-signals and the bounds of the classes."""

    next_actions: Fraction = Fraction("0.5")
    open_questions: Fraction = Fraction("0.3")
    blockers: Fraction = Fraction("0.2")
    decisions: Fraction = Fraction(0)
    high: Fraction = Fraction("0.7")
    medium: Fraction = Fraction("0.4")
    # "listed" is the specification's nine phrases, "full" adds their forms and kin.
    blocker_lexicon: str = "listed"
    more_blockers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionPolicy:
    """What follows from novelty and readiness."""

    # Low rounds without high readiness after which a loop counts as stuck.
    stuck_rounds: int = 3
    # A conversation left running after SHIP was due is done, not stuck.
    ship_once_due_holds: bool = False
    # What never carried an action, question or decision cannot be shipped.
    ship_needs_substance: bool = False
    # STOP instead of SHIP where the last round names nothing to carry out.
    stop_signal: bool = False


@dataclass(frozen=True, slots=True)
class WarningPolicy:
    """When the checks against gaming speak up; they never change the signal."""

    inflation_ratio: Fraction = Fraction("0.1")
    inflation_claims: int = 5
    suppressed_questions: int = 2
    plateau_rounds: int = 2


@dataclass(frozen=True, slots=True)
class MeterPolicy:
    """One complete, versioned set of rules."""

    profile: str
    novelty: NoveltyPolicy = field(default_factory=NoveltyPolicy)
    patience: PatiencePolicy = field(default_factory=PatiencePolicy)
    readiness: ReadinessPolicy = field(default_factory=ReadinessPolicy)
    decision: DecisionPolicy = field(default_factory=DecisionPolicy)
    warnings: WarningPolicy = field(default_factory=WarningPolicy)
    # Calibrated cosine per embedder, beside the built-in ones of `netnew.embed`.
    l2_thresholds: Mapping[str, Fraction] = field(default_factory=dict)
    # How like blockers and open questions claims must be, per embedder, to be warned of.
    blocker_thresholds: Mapping[str, Fraction] = field(default_factory=dict)
    question_thresholds: Mapping[str, Fraction] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return the policy as JSON values, thresholds as decimals in text."""
        versions = {
            "version": VERSION,
            "lexicon_version": LEXICON_VERSION,
            "prototypes_version": PROTOTYPES_VERSION,
        }
        return {**versions, **_plain(asdict(self))}

    @property
    def digest(self) -> str:
        """Content hash: two readings under the same digest follow the same rules."""
        return digest(self.as_dict())


PROFILES: Mapping[str, MeterPolicy] = {
    "0.2": MeterPolicy("0.2"),
    "0.3": MeterPolicy(
        "0.3",
        novelty=NoveltyPolicy(l1_tokens="words/1", content_threshold=Fraction("0.65")),
        patience=PatiencePolicy(claims_only_counts="laps", adaptive=True),
        readiness=ReadinessPolicy(blocker_lexicon="full"),
        decision=DecisionPolicy(ship_once_due_holds=True, ship_needs_substance=True),
    ),
}


def meter_policy(
    profile: str = DEFAULT_PROFILE, overrides: Mapping[str, Any] | None = None
) -> MeterPolicy:
    """Return the named profile, with `overrides` as they stand under `[meter]` in netnew.toml.

    >>> meter_policy("0.2").patience.ship
    2
    >>> meter_policy("0.3", {"novelty": {"low": 0.1}}).novelty.low
    Fraction(1, 10)
    >>> meter_policy("0.9")
    Traceback (most recent call last):
    netnew.foundation.errors.SettingError: meter has no profile '0.9'; choose 0.2 or 0.3
    """
    if not isinstance(overrides, Mapping | None):
        raise SettingError(
            f"the policy of the meter is {overrides!r:.100}",
            'give a table of settings, such as {"novelty": {"low": 0.1}}, or a MeterPolicy',
        )
    if profile not in PROFILES:
        raise SettingError(f"meter has no profile {profile!r}", f"choose {' or '.join(PROFILES)}")
    policy: MeterPolicy = _overridden(PROFILES[profile], overrides or {}, "meter")
    _check(policy)
    return policy


def _overridden(section: Any, overrides: Mapping[str, Any], path: str) -> Any:
    known = {item.name for item in fields(section)} - {"profile"}
    changes: dict[str, Any] = {}
    for key, value in overrides.items():
        where = f"{path}.{key}"
        if key not in known:
            raise SettingError(
                f"no setting is called {where}", f"known here are {', '.join(sorted(known))}"
            )
        current = getattr(section, key)
        if is_dataclass(current):
            if not isinstance(value, Mapping):
                raise SettingError(f"{where} is {value!r}", "give a table of settings")
            changes[key] = _overridden(current, value, where)
        else:
            changes[key] = _converted(current, value, where)
    return replace(section, **changes)


def _converted(current: Any, value: Any, where: str) -> Any:
    if isinstance(current, bool):
        if not isinstance(value, bool):
            raise SettingError(f"{where} is {value!r}", "give true or false")
        return value
    if isinstance(current, int):
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1000:
            raise SettingError(f"{where} is {value!r}", "give a whole number from 1 to 1000")
        return value
    if isinstance(current, Fraction):
        return _ratio(value, where)
    if isinstance(current, Mapping):
        if not isinstance(value, Mapping):
            raise SettingError(f"{where} is {value!r}", "give a table of model = threshold")
        return {str(key): _ratio(item, f"{where}.{key}") for key, item in sorted(value.items())}
    if isinstance(current, tuple):
        if not isinstance(value, (list, tuple)) or not all(
            isinstance(item, str) and item.strip() for item in value
        ):
            raise SettingError(f"{where} is {value!r}", "give a list of phrases")
        return tuple(" ".join(item.lower().split()) for item in value)
    if not isinstance(value, str):
        raise SettingError(f"{where} is {value!r}", "give a text")
    return value


def _ratio(value: Any, where: str) -> Fraction:
    """Read a decimal exactly as it was written: a TOML 0.15 is 15/100, not its nearest double."""
    way_out = "give a decimal from 0 to 1"
    if isinstance(value, bool) or not isinstance(value, (str, int, float, Decimal)):
        raise SettingError(f"{where} is {value!r}", way_out)
    try:
        decimal = Decimal(str(value))
    except InvalidOperation as error:
        raise SettingError(f"{where} is {value!r}", way_out) from error
    # Nine decimals keep every weighted score within 64 bits.
    if not decimal.is_finite() or not 0 <= decimal <= 1 or decimal != round(decimal, 9):
        raise SettingError(f"{where} is {value!r}", f"{way_out}, with nine decimals at most")
    return Fraction(decimal)


def _check(policy: MeterPolicy) -> None:
    novelty, readiness = policy.novelty, policy.readiness
    if not novelty.low <= novelty.high:
        raise SettingError("meter.novelty.low is above meter.novelty.high", "put them in order")
    if not readiness.medium <= readiness.high:
        raise SettingError(
            "meter.readiness.medium is above meter.readiness.high", "put them in order"
        )
    weights = (
        readiness.next_actions,
        readiness.open_questions,
        readiness.blockers,
        readiness.decisions,
    )
    if sum(weights) != 1:
        raise SettingError(
            f"the weights of meter.readiness add up to {_decimal(sum(weights))}",
            "make next_actions, open_questions, blockers and decisions add up to 1",
        )
    if novelty.l1_threshold == 0:
        raise SettingError(
            "meter.novelty.l1_threshold is 0, which makes all claims alike",
            "give a decimal above 0, such as 0.6",
        )
    _one_of("meter.novelty.l1_tokens", novelty.l1_tokens, ("split/1", "words/1"))
    counts = policy.patience.claims_only_counts
    _one_of("meter.patience.claims_only_counts", counts, ("rounds", "laps"))
    _one_of("meter.readiness.blocker_lexicon", readiness.blocker_lexicon, ("listed", "full"))


def _one_of(where: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise SettingError(f"{where} is {value!r}", f"choose {' or '.join(known)}")


def _decimal(value: Fraction | int) -> str:
    return str(float(value))


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return _decimal(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


BLOCKER_LEXICONS = {"listed": BLOCKERS_LISTED, "full": BLOCKERS}

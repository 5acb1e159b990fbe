"""Labelled transcripts against the meter: where they differ, and which thresholds fit them best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from netnew.embed.protocol import Embedder
from netnew.foundation.errors import FileUnreadableError, RecordError, SettingError
from netnew.meter.meter import score_rounds
from netnew.meter.policy import DEFAULT_PROFILE, meter_policy
from netnew.meter.records import Round
from netnew.meter.transcript import parse, read_transcript

LABELS = {
    "signal": ("CONTINUE", "SHIP", "ESCALATE", "STOP"),
    "novelty": ("HIGH", "MEDIUM", "LOW"),
    "readiness": ("HIGH", "MEDIUM", "LOW"),
}
# Thresholds that are tried, each by itself, in steps of 0.05.
TRIED = (
    "novelty.low",
    "novelty.high",
    "novelty.l1_threshold",
    "readiness.high",
    "readiness.medium",
)
STEPS = tuple(Decimal(n) / 20 for n in range(1, 20))
GOOD = '"_expected": {"signal": "SHIP", "novelty": "LOW", "readiness": "HIGH"}'


@dataclass(frozen=True)
class Labelled:
    """A transcript and what a person says about it."""

    name: str
    rounds: Sequence[Round]
    expected: Mapping[str, str]


@dataclass(frozen=True)
class Suggestion:
    """The values of one threshold that agree with most labels; the present one where it does."""

    threshold: str
    value: float
    lowest: float
    highest: float
    agreeing: int


@dataclass(frozen=True)
class Calibration:
    """How the meter and the labels agree."""

    total: int
    agreeing: int
    interval: tuple[float, float]
    confusion: Mapping[tuple[str, str], int]
    differing: Sequence[Mapping[str, Any]]
    suggestions: Sequence[Suggestion]

    def as_dict(self) -> dict[str, Any]:
        """Return the calibration as JSON values."""
        return {
            "transcripts": self.total,
            "agreeing": self.agreeing,
            "agreement_interval_95": list(self.interval),
            "confusion": [
                {"expected": expected, "found": found, "count": count}
                for (expected, found), count in sorted(self.confusion.items())
            ],
            "differing": list(self.differing),
            "suggested_thresholds": [vars(suggestion) for suggestion in self.suggestions],
        }


def calibrate_meter(
    folder: str | Path,
    *,
    profile: str = DEFAULT_PROFILE,
    policy: Mapping[str, Any] | None = None,
    embedder: Embedder | None = None,
) -> Calibration:
    """Score every labelled transcript in `folder`, and try other thresholds on them.

    With an embedder its threshold is tried too, which is how a model gets its first one.
    """
    labelled = list(read_labelled(folder))
    settings = dict(policy or {})
    tried = list(TRIED)
    if embedder:
        tried.append(f"l2_thresholds.{embedder.model_id}")
        settings.setdefault("l2_thresholds", {}).setdefault(embedder.model_id, "0.9")
    trial = _Trial(labelled, profile, embedder)
    found = trial.outcomes(settings)
    confusion = Counter(
        (item.expected["signal"], outcome["signal"])
        for item, outcome in zip(labelled, found, strict=True)
        if "signal" in item.expected
    )
    differing = [
        {"name": item.name, "expected": dict(item.expected), "found": outcome}
        for item, outcome in zip(labelled, found, strict=True)
        if not _agrees(item, outcome)
    ]
    agreeing = len(labelled) - len(differing)
    return Calibration(
        total=len(labelled),
        agreeing=agreeing,
        interval=wilson(agreeing, len(labelled)),
        confusion=confusion,
        differing=differing,
        suggestions=[trial.suggestion(name, settings) for name in tried],
    )


def read_labelled(folder: str | Path) -> Iterator[Labelled]:
    """Yield the transcripts of a folder that carry `_expected`, by name."""
    if not Path(folder).is_dir():
        raise FileUnreadableError(f"{folder}: is no directory", "name one with transcripts")
    files = sorted(Path(folder).glob("*.json"))
    if not files:
        raise RecordError(
            str(folder), "holds no .json files", f"put transcripts there that carry {GOOD}"
        )
    for file in files:
        document = parse(_bytes(file), str(file), 1, whole=True)
        transcript = read_transcript(document, str(file))
        yield Labelled(file.stem, transcript.rounds, _expected(document, str(file)))


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise FileUnreadableError(f"{file}: {reason}", "name readable transcripts") from error


def _expected(document: Mapping[str, Any], source: str) -> dict[str, str]:
    expected = document.get("_expected")
    if not isinstance(expected, Mapping) or not LABELS.keys() & expected.keys():
        raise RecordError(source, "is missing", f"write {GOOD}", key="_expected")
    for name, known in LABELS.items():
        if name in expected and expected[name] not in known:
            raise RecordError(
                source,
                f"is {expected[name]!r}",
                f"choose {', '.join(known)}",
                key=f"_expected.{name}",
            )
    return {name: str(expected[name]) for name in LABELS if name in expected}


class _Trial:
    """Scores the labelled transcripts under one policy after the other."""

    def __init__(
        self, labelled: Sequence[Labelled], profile: str, embedder: Embedder | None
    ) -> None:
        self._labelled, self._profile, self._embedder = labelled, profile, embedder

    def outcomes(self, policy: Mapping[str, Any]) -> list[dict[str, str]]:
        """Return what the meter says of each transcript."""
        readings = [
            score_rounds(item.rounds, profile=self._profile, policy=policy, embedder=self._embedder)
            for item in self._labelled
        ]
        return [
            {
                "signal": reading.signal,
                "novelty": reading.recommendation.novelty,
                "readiness": reading.readiness.level,
            }
            for reading in readings
        ]

    def suggestion(self, threshold: str, policy: Mapping[str, Any]) -> Suggestion:
        """Try each step for one threshold, all else as it is."""
        now = self._present(threshold, policy)
        counts = {value: self._agreeing(threshold, value, policy) for value in (*STEPS, now)}
        best = max(counts.values())
        fitting = sorted(value for value, count in counts.items() if count == best)
        value = now if counts[now] == best else fitting[len(fitting) // 2]
        return Suggestion(threshold, float(value), float(fitting[0]), float(fitting[-1]), best)

    def _present(self, threshold: str, policy: Mapping[str, Any]) -> Decimal:
        section, _, key = threshold.partition(".")
        rules = getattr(meter_policy(self._profile, policy), section)
        value: Fraction = rules[key] if isinstance(rules, Mapping) else getattr(rules, key)
        return Decimal(value.numerator) / value.denominator

    def _agreeing(self, threshold: str, value: Decimal, policy: Mapping[str, Any]) -> int:
        section, _, key = threshold.partition(".")
        tried = {**policy, section: {**policy.get(section, {}), key: str(value)}}
        try:
            found = self.outcomes(tried)
        except SettingError:
            # Out of order with its neighbour: no candidate.
            return -1
        return sum(map(_agrees, self._labelled, found))


def _agrees(item: Labelled, outcome: Mapping[str, str]) -> bool:
    return all(outcome[name] == label for name, label in item.expected.items())


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> [round(bound, 2) for bound in wilson(8, 8)]
    [0.68, 1.0]
    """
    if total == 0:
        return (0.0, 1.0)
    z2 = 1.96**2
    share = hits / total
    middle = (share + z2 / (2 * total)) / (1 + z2 / total)
    half = (z2 * (share * (1 - share) / total + z2 / (4 * total**2))) ** 0.5 / (1 + z2 / total)
    return (max(0.0, middle - half), min(1.0, middle + half))

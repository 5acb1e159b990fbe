"""The weights of the scorer: a file of integers, made by `python -m audits.decisions.training`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from netnew.foundation.errors import FileUnreadableError, RecordError

NAME: Final = "decision-scorer-2"
FILE: Final = Path(__file__).parent / f"{NAME}.json"
_WAY_OUT: Final = "make it with `python -m audits.decisions.training`"


class Weights(NamedTuple):
    """Hundredths of a logit for each sign, and the two thresholds in the same unit."""

    version: str
    bias: int
    keep_at: int
    reject_below: int
    weights: Mapping[str, int]

    def as_dict(self) -> dict[str, Any]:
        """As the file holds it."""
        return {**self._asdict(), "weights": dict(self.weights)}


@cache
def shipped() -> Weights:
    """The weights that come with this version.

    >>> shipped().version, shipped().reject_below < shipped().keep_at
    ('decision-scorer-2', True)
    """
    return read(FILE)


def read(file: Path) -> Weights:
    """Read a file of weights, and check that it weighs exactly the signs there are."""
    from netnew.memory.scoring.scorer import SIGNS

    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        weights = Weights(**{**found, "weights": MappingProxyType(found["weights"])})
    except OSError as error:
        raise FileUnreadableError(
            f"{file} cannot be read ({error.strerror})", "check its name and owner"
        ) from error
    except (ValueError, TypeError, KeyError) as error:
        raise RecordError(str(file), f"is no file of weights ({error})", _WAY_OUT) from error
    if set(weights.weights) != set(SIGNS):
        other = sorted(set(weights.weights) ^ set(SIGNS))
        raise RecordError(str(file), f"and the scorer differ in {', '.join(other)}", _WAY_OUT)
    numbers = (weights.bias, weights.keep_at, weights.reject_below, *weights.weights.values())
    if not all(type(number) is int for number in numbers):
        raise RecordError(str(file), "holds weights that are no integers", _WAY_OUT)
    return weights

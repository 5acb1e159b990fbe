"""A claim as it was given: checked, never interpreted."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import InputError
from netnew.foundation.ids import content_id
from netnew.gate.policy_keys import MOST_NEIGHBOURS
from netnew.gate.records import RiskClass

RISK_CLASSES: Final[tuple[RiskClass, ...]] = get_args(RiskClass)
LANGUAGE_TAG: Final = "lang:"
LONGEST_ID: Final = 200
KEYS_OF_A_LINE: Final = (
    "claim_id", "raw_idea", "risk_class", "metadata", "scope_ref", "terms_ref", "constraints", "k",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim and what its author said about it explicitly.

    >>> given("Water boils.").claim_id[:6], given(None).text
    ('claim_', None)
    """

    text: str | None
    claim_id: str
    risk_class: RiskClass | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    scope_ref: str | None = None
    terms_ref: str | None = None
    constraints: Any = None
    k: int | None = None

    @property
    def tags(self) -> tuple[str, ...]:
        """Tags of the metadata, and of nothing else."""
        return tuple(self.metadata.get("tags") or ())

    @property
    def languages(self) -> frozenset[str]:
        """Tags such as `lang:de`."""
        return frozenset(tag for tag in self.tags if tag.startswith(LANGUAGE_TAG))

    def as_dict(self) -> dict[str, Any]:
        """The input line that this claim came as; what was not given is left out."""
        told = {
            "claim_id": self.claim_id,
            "raw_idea": self.text,
            "risk_class": self.risk_class,
            "metadata": dict(self.metadata) or None,
            "scope_ref": self.scope_ref,
            "terms_ref": self.terms_ref,
            "constraints": self.constraints,
            "k": self.k,
        }
        return {key: value for key, value in told.items() if value is not None}


def given(
    raw_idea: str | None,
    *,
    claim_id: str | None = None,
    risk_class: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    scope_ref: str | None = None,
    terms_ref: str | None = None,
    constraints: Any = None,
    k: int | None = None,
) -> Claim:
    """Check what was given; what is of the wrong kind is an InputError, what is absent is None.

    >>> given("x", risk_class="EXTREME")
    Traceback (most recent call last):
    netnew.foundation.errors.InputError: risk_class is 'EXTREME'; give LOW, MED or HIGH
    """
    for name, value in (
        ("raw_idea", raw_idea),
        ("claim_id", claim_id),
        ("scope_ref", scope_ref),
        ("terms_ref", terms_ref),
    ):
        if value is not None and not isinstance(value, str):
            raise InputError(f"{name} is {value!r:.40}", "give a text, or leave it out")
    if claim_id is not None and not 0 < len(claim_id) <= LONGEST_ID:
        raise InputError(
            f"claim_id has {len(claim_id)} characters", f"give 1 to {LONGEST_ID}, or leave it out"
        )
    if risk_class is not None and risk_class not in RISK_CLASSES:
        raise InputError(f"risk_class is {risk_class!r:.40}", "give LOW, MED or HIGH")
    if k is not None and (type(k) is not int or not 1 <= k <= MOST_NEIGHBOURS):
        raise InputError(f"k is {k!r:.40}", f"give 1 to {MOST_NEIGHBOURS:,}, or leave it out")
    known = _metadata(metadata)
    _plain_json("metadata", dict(known))
    _plain_json("constraints", constraints)
    name = claim_id or content_id("claim", raw_idea or "")
    return Claim(raw_idea, name, _risk(risk_class), known, scope_ref, terms_ref, constraints, k)


def claim_of(line: Mapping[str, Any]) -> Claim:
    """Read an input line of `gate judge`; a key that is not one of them is an InputError.

    >>> claim_of({"claim_id": "c1", "raw_idea": "Water boils."}).risk_class is None
    True
    """
    unknown = sorted(set(map(str, line)) - set(KEYS_OF_A_LINE))
    if unknown:
        close = difflib.get_close_matches(unknown[0], KEYS_OF_A_LINE, n=1)
        known = f"the keys are {', '.join(KEYS_OF_A_LINE)}"
        raise InputError(
            f"there is no key `{unknown[0]:.40}`", f"did you mean `{close[0]}`?" if close else known
        )
    return given(line.get("raw_idea"), **{key: line[key] for key in line if key != "raw_idea"})


def _risk(name: str | None) -> RiskClass | None:
    return next((known for known in RISK_CLASSES if known == name), None)


def _metadata(metadata: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if metadata is None:
        return {}
    if not isinstance(metadata, Mapping):
        raise InputError(f"metadata is {metadata!r:.40}", "give an object, or leave it out")
    tags = metadata.get("tags")
    if tags is not None and not (
        isinstance(tags, list | tuple) and all(isinstance(tag, str) for tag in tags)
    ):
        raise InputError(f"metadata.tags is {tags!r:.40}", "give a list of texts")
    return metadata


def _plain_json(name: str, value: Any) -> None:
    try:
        canonical_json(value)
    except InputError as error:
        raise InputError(f"{name} is no JSON ({error.problem})", error.way_out) from error
    except (RecursionError, ValueError) as error:
        raise InputError(f"{name} is nested too deeply", "flatten it") from error

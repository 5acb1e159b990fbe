"""A policy pack, checked: every problem at once, a canonical hash, and exact numbers."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeVar

from netnew.foundation.errors import FileUnreadableError, InputError, RecordError
from netnew.foundation.ids import digest
from netnew.gate.policy_keys import KEYS, Key
from netnew.gate.policy_text import WAY_OUT, Decimal, Flat, Given, read_mapping, read_text
from netnew.gate.versions import known_versions

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{0,18})?(?:[eE]-?[0-9]{1,2})?", re.ASCII)
# Roots of a pack: some people write `policy:` above all, some start with what is in it.
_INSIDE: Final = ("step4", "versions", "orphan_consensus")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PolicyProblem:
    """Something that a pack lacks or has wrong, at a key path."""

    key: str
    problem: str
    expected: str
    line: int | None = None

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{where}{self.key}: {self.problem}; expected {self.expected}"


@dataclass(frozen=True, slots=True)
class Policy:
    """A pack as the gate reads it. With problems it blocks; it never falls back to a guess.

    >>> load_policy({}).problems[0].key
    'policy_config_ref'
    """

    values: Mapping[str, Any]
    hash: str
    """SHA-256 of the canonical JSON of all that was given: equal packs have equal hashes."""
    problems: tuple[PolicyProblem, ...] = ()
    orphan_problems: tuple[PolicyProblem, ...] = ()
    """What is missing only where an orphan is produced."""
    told: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What was given, by key path: reading it again gives the same policy."""
    source: str = field(default="policy", compare=False)

    @property
    def ref(self) -> str | None:
        """`policy_config_ref`: the name under which records cite it."""
        found: str | None = self.values.get("policy_config_ref")
        return found

    def get(self, path: str, kind: type[T]) -> T:
        """The value at a key path; call it only for a key that was found sound.

        >>> load_policy({"step4": {"retrieval": {"K_default": 5}}}).get(
        ...     "policy.step4.retrieval.K_default", int)
        5
        """
        value = self.values[path]
        if not isinstance(value, kind):
            raise TypeError(f"{path} is a {type(value).__name__}")
        return value

    def require(self) -> Policy:
        """Give the pack where it is sound, else raise a RecordError that names its first fault."""
        for fault in (*self.problems, *self.orphan_problems):
            raise RecordError(
                self.source, fault.problem, f"give {fault.expected}", line=fault.line, key=fault.key
            )
        return self


def load_policy(source: str | Path | Mapping[str, Any]) -> Policy:
    """Read a pack from a file (YAML or JSON) or a mapping.

    A file that cannot be read, or is neither, is an error. Everything else that is wrong is in
    `problems`, and a gate with such a policy answers BLOCKED_POLICY_MISSING.
    """
    if isinstance(source, Mapping):
        return checked(read_mapping(source), "policy")
    if not isinstance(source, str | Path):
        raise InputError(f"the policy is {source!r:.40}", "give a file or a mapping")
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileUnreadableError(f"{path} is no UTF-8", "save it as UTF-8") from error
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or "a NUL in its name"
        raise FileUnreadableError(f"{path} cannot be read ({said})", WAY_OUT) from error
    return parse_policy(text, str(path))


def parse_policy(text: str, source: str = "policy") -> Policy:
    """Do what `load_policy` does with a text that was read already."""
    return checked(read_text(text, source), source)


def checked(flat: Flat, source: str) -> Policy:
    """Check every key; nothing stops at the first fault."""
    given = {_rooted(path): value for path, value in flat.values.items()}
    values = {key.path: key.default for key in KEYS.values() if key.default is not None}
    problems = [
        PolicyProblem(_rooted(path), "is given twice", "it once", line)
        for path, line in flat.repeated
    ]
    problems += _unknown(given)
    missing: dict[str, PolicyProblem] = {}
    for key in KEYS.values():
        found = given.get(key.path)
        if found is None or found.value is None:
            missing[key.path] = PolicyProblem(
                key.path, "is missing", key.expected, found.line if found else None
            )
            continue
        value = _fitting(key, found.value)
        if value is None:
            shown = f"is {_shown(found.value)}"
            problems.append(PolicyProblem(key.path, shown, key.expected, found.line))
        else:
            values[key.path] = value
    problems += _absent(missing, values)
    problems += _between(values, given)
    orphan = tuple(fault for path, fault in missing.items() if KEYS[path].when == "orphan")
    told = {path: _plain(value.value) for path, value in given.items()}
    return Policy(values, digest(told), tuple(problems), orphan, told, source)


def _absent(
    missing: Mapping[str, PolicyProblem], values: Mapping[str, Any]
) -> Iterator[PolicyProblem]:
    switched_on = {
        "always": True,
        "near_dup": values.get("policy.step4.near_dup.enabled") is True,
        "semantic": values.get("policy.step4.scoring.use_semantic") is True,
    }
    yield from (fault for path, fault in missing.items() if switched_on.get(KEYS[path].when, False))


def _between(values: Mapping[str, Any], given: Mapping[str, Given]) -> Iterator[PolicyProblem]:
    """What only several keys together can get wrong."""

    def fault(path: str, problem: str, expected: str) -> PolicyProblem:
        return PolicyProblem(path, problem, expected, given[path].line if path in given else None)

    alpha = values.get("policy.step4.scoring.alpha")
    if values.get("policy.step4.scoring.use_semantic") is False and alpha not in {
        None,
        Fraction(1),
    }:
        yield fault("policy.step4.scoring.alpha", f"is {float(alpha):g} without embeddings", "1")
    thresholds = [f"policy.step4.thresholds.tau_{name}" for name in ("known", "near", "orphan")]
    known, near, orphan = (values.get(path) for path in thresholds)
    for above, below, path in ((known, near, thresholds[1]), (near, orphan, thresholds[2])):
        if above is not None and below is not None and below > above:
            yield fault(
                path, f"is {float(below):g}, above {float(above):g}",
                "tau_orphan ≤ tau_near ≤ tau_known",
            )  # fmt: skip
    near_dup = "policy.step4.near_dup"
    lanes = [values.get(f"{near_dup}.{name}") for name in ("minhash_k", "lsh_bands", "lsh_rows")]
    k, bands, rows = (lane or 0 for lane in lanes)
    if None not in lanes and bands * rows != k:
        yield fault(
            f"{near_dup}.lsh_bands", f"{bands} bands of {rows} rows are not {k} lanes",
            "bands times rows equal to minhash_k",
        )  # fmt: skip
    for path, known_here in known_versions().items():
        version = values.get(path)
        if version is not None and not known_here.has(version):
            yield fault(path, f"is `{version:.40}`, which this netnew does not have",
                        known_here.choices)  # fmt: skip


def _unknown(given: Mapping[str, Given]) -> Iterator[PolicyProblem]:
    for path, value in given.items():
        # A null or an empty mapping in the place of a whole group says nothing.
        if path in KEYS or value.value in (None, {}):
            continue
        close = difflib.get_close_matches(path, KEYS, n=1)
        expected = f"`{close[0]}` perhaps" if close else "a key of `netnew policy default`"
        yield PolicyProblem(path, "there is no such key", expected, value.line)


def _rooted(path: str) -> str:
    path = path.replace("required_fields[]", "required_fields")
    return f"policy.{path}" if path.split(".", 1)[0] in _INSIDE else path


def _fitting(key: Key, value: Any) -> Any:
    """The value as the gate uses it, or None where it does not fit."""
    if key.kind == "bool":
        return value if isinstance(value, bool) else None
    if key.kind == "texts":
        is_texts = isinstance(value, list | tuple) and all(_is_text(one) for one in value)
        return tuple(map(str, value)) if is_texts else None
    if key.kind == "text":
        fits = _is_text(value) and (not key.choices or value in key.choices)
        return str(value) if fits else None
    number = _number(value)
    if number is None or not key.least <= number <= key.most:
        return None
    if key.kind == "decimal":
        return number
    return number.numerator if number.denominator == 1 else None


def _is_text(value: Any) -> bool:
    # Something that reads as a number is no text, unless it was put in quotes.
    return isinstance(value, str) and not isinstance(value, Decimal) and bool(value.strip())


def _number(value: Any) -> Fraction | None:
    if isinstance(value, Decimal):
        written = str(value).replace("_", "")
        return Fraction(written) if _NUMBER.fullmatch(written) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # The shortest decimal of a float is what its author wrote.
    written = repr(value)
    return Fraction(written) if _NUMBER.fullmatch(written) else None


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        number = _number(value)
        return str(value) if number is None else _float_or_int(number)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    number = _number(value)
    if number is not None:
        return _float_or_int(number)
    return value if isinstance(value, str | bool) or value is None else str(value)


def _float_or_int(number: Fraction) -> float | int:
    return number.numerator if number.denominator == 1 else float(number)


def _shown(value: Any) -> str:
    if isinstance(value, Decimal):
        return f"{value:.40}"
    return f"{value!r:.40}"

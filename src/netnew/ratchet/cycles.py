"""Reads a cycle document: everything is checked here, once, and every complaint names its key."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from netnew.foundation.errors import InputError, RecordError
from netnew.ratchet.document import Document
from netnew.ratchet.numbers import exact
from netnew.ratchet.records import BenchmarkResult, Cycle, Regressions

CYCLE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@+-]{0,119}")
RATES = (
    "benchmark_ceiling_rate",
    "regression_pass_rate",
    "proposal_pass_rate",
    "auditor_unanimous_rate",
)
# The series of cycles that name no harness.
UNVERSIONED = "unversioned"
LONGEST_DELTA_HISTORY = 20


def read_cycle(document: Any, source: str = "cycle") -> Cycle:
    """The cycle that a document tells of; unknown keys are kept and not looked at.

    >>> read_cycle({"cycle_id": "c1", "metrics": {"regression_pass_rate": 1.0}}).given
    {'regression_pass_rate': Fraction(1, 1)}
    """
    top = Document(document, source)
    metrics = top.inside("metrics")
    given = {name: metrics.share(name) for name in RATES}
    delta = metrics.number("improvement_delta")
    if delta is not None:
        given["improvement_delta"] = delta
    return Cycle(
        cycle_id=cycle_id(top.text("cycle_id"), source),
        harness_hash=top.text("harness_hash") or UNVERSIONED,
        system=top.text("system"),
        timestamp=top.text("timestamp"),
        given={name: value for name, value in given.items() if value is not None},
        delta_history=_delta_history(metrics),
        benchmarks=_benchmarks(top),
        regressions=_regressions(top),
        proposals=_proposals(top),
        auditors_accepted=_auditors(top),
        document=top.values,
    )


def cycle_id(text: str | None, source: str = "cycle") -> str:
    """The id, if it can be part of a key.

    >>> cycle_id("cycle-1735600000000")
    'cycle-1735600000000'
    """
    if text is None or not CYCLE_ID.fullmatch(text):
        raise RecordError(
            source,
            f"is {text!r}",
            "give up to 120 letters, digits and . _ : @ + -, a letter or digit first",
            key="cycle_id",
        )
    return text


def _delta_history(metrics: Document) -> tuple[Fraction, ...] | None:
    if metrics.values.get("delta_history") is None:
        return None
    values = metrics.list("delta_history")[-LONGEST_DELTA_HISTORY:]
    key = metrics.key("delta_history")
    return tuple(exact(v, metrics.source, f"{key}[{at}]") for at, v in enumerate(values))


def _benchmarks(top: Document) -> tuple[BenchmarkResult, ...]:
    found: dict[str, BenchmarkResult] = {}
    for reader in top.each("benchmarks"):
        result = _benchmark(reader)
        if result.id in found:
            raise reader.wrong("id", "give each benchmark once")
        found[result.id] = result
    return tuple(found.values())


def _benchmark(reader: Document) -> BenchmarkResult:
    name = reader.needed("id", "name the benchmark")
    items = _items(reader)
    n = reader.count("n")
    score = reader.share("score")
    if n is None and items:
        n = len(items)
    if score is None and items:
        score = Fraction(sum(items.values()), len(items))
    stderr = reader.number("stderr")
    if stderr is not None and stderr < 0:
        raise reader.wrong("stderr", "give 0 or more")
    attainable = reader.share("attainable")
    if attainable == 0:
        raise reader.wrong("attainable", "give a share above 0, or leave it out")
    groups = reader.inside("groups").values
    return BenchmarkResult(
        id=name,
        score=score,
        n=n,
        stderr=stderr,
        attainable=Fraction(1) if attainable is None else attainable,
        threshold=reader.number("threshold"),
        items=items,
        groups={str(item): str(group) for item, group in groups.items()},
    )


def _items(reader: Document) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for item, value in reader.inside("items").values.items():
        if value is None:
            continue
        if value not in (0, 1):
            raise RecordError(
                reader.source,
                f"is {value!r}",
                "give true or 1 for passed, false or 0 for failed, null for not scored",
                key=f"{reader.path}.items.{item}",
            )
        found[str(item)] = bool(value)
    return found


def _regressions(top: Document) -> Regressions | None:
    if top.values.get("regressions") is None:
        return None
    reader = top.inside("regressions")
    total, failed, flaky = reader.count("total"), reader.names("failed"), reader.names("flaky")
    if total is None or total < len({*failed, *flaky}):
        raise reader.wrong("total", "give how many tests ran: no fewer than failed and flaky ones")
    return Regressions(total, tuple(t for t in failed if t not in flaky), flaky)


def _proposals(top: Document) -> Fraction | None:
    reader = top.inside("proposals")
    passed, total = reader.count("passed"), reader.count("total")
    if not total:
        return None
    if passed is None or passed > total:
        raise reader.wrong("passed", f"give how many of the {total} proposals passed")
    return Fraction(passed, total)


def _auditors(top: Document) -> bool | None:
    reader = top.inside("auditors")
    accepting, total = reader.count("accepting"), reader.count("total")
    if not total:
        return None
    if accepting is None or accepting > total:
        raise reader.wrong("accepting", f"give how many of the {total} auditors accepted")
    return accepting == total


def check_name(name: str) -> str:
    """The name of a harness, if it can be one: 1 to 100 characters on one line.

    >>> check_name("my-harness")
    'my-harness'
    """
    if not 0 < len(name.strip()) <= 100 or not name.isprintable():
        raise InputError(f"a harness cannot be called {name[:40]!r}", "give 1 to 100 characters")
    return name

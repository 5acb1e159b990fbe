"""JUnit XML as pytest and its kin write it: regression tests, and a benchmark for each class."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring

from netnew.foundation.errors import RecordError
from netnew.ratchet.importers.run import Run


class Case(NamedTuple):
    """One test: passed, failed, or None where it was skipped; flaky where a rerun passed."""

    group: str
    name: str
    passed: bool | None
    flaky: bool


def read(content: bytes, source: str) -> Run:
    """The run of one file."""
    root = _root(content, source)
    suites = [root] if root.tag == "testsuite" else root.findall("testsuite")
    if root.tag not in {"testsuite", "testsuites"} or not suites:
        raise RecordError(source, f"is <{root.tag}>", "give JUnit XML", key="testsuites")
    cases = _once([case for suite in suites for case in _cases(suite, source)])
    if not cases:
        raise RecordError(source, "holds no test", "run at least one", key="testsuites.testcase")
    ran = {name: case for name, case in cases.items() if case.passed is not None}
    groups: dict[str, dict[str, int]] = defaultdict(dict)
    for name, case in ran.items():
        groups[case.group][name] = int(bool(case.passed))
    return Run(
        source="junit",
        timestamp=suites[0].get("timestamp"),
        benchmarks=tuple(
            {"id": group, "metric": "pass", "items": items}
            for group, items in sorted(groups.items())
        ),
        regressions={
            "total": len(ran),
            "failed": [name for name, case in ran.items() if not case.passed],
            "flaky": [name for name, case in ran.items() if case.flaky],
        },
        harness={"tests": sorted(cases)},
    )


def _root(content: bytes, source: str) -> Element:
    if b"\0" in content:
        # UTF-16 would hide the document type that is looked for below.
        raise RecordError(source, "is not UTF-8", "write plain JUnit XML")
    # A document type can define entities that grow without bound; test reports have none.
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise RecordError(source, "carries a document type", "write plain JUnit XML")
    try:
        # Without a document type there are no entities that could grow (refused above).
        return fromstring(content)  # noqa: S314
    except ParseError as error:
        line = error.position[0]
        raise RecordError(source, f"is no XML ({error})", "write it anew", line=line) from error


def _cases(suite: Element, source: str) -> Iterator[Case]:
    for case in suite.iter("testcase"):
        name = case.get("name")
        if not name:
            key = f"testsuite[{suite.get('name')}].testcase.name"
            raise RecordError(source, "is missing", "name every test", key=key)
        group = case.get("classname") or suite.get("name") or "tests"
        children = {child.tag for child in case}
        failed = bool(children & {"failure", "error"})
        skipped = "skipped" in children
        flaky = not failed and bool(
            children & {"flakyFailure", "flakyError", "rerunFailure", "rerun"}
        )
        yield Case(group, f"{group}::{name}", None if skipped else not failed, flaky)


def _once(cases: list[Case]) -> dict[str, Case]:
    """A test listed twice failed if it ever failed, and was flaky if it also passed."""
    found: dict[str, Case] = {}
    for case in cases:
        before = found.get(case.name)
        if before is None or before.passed is None:
            found[case.name] = case
        elif case.passed is not None and case.passed != before.passed:
            # Reruns list a test once for each try, and the last one is the outcome.
            found[case.name] = case._replace(flaky=bool(case.passed))
    return found

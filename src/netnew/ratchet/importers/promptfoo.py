"""promptfoo: the JSON that `promptfoo eval -o results.json` writes."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from netnew.ratchet.document import Document
from netnew.ratchet.importers.run import Run


def read(document: Document) -> Run:
    """The run of one file: a benchmark for each prompt and provider."""
    results = document.inside("results")
    columns: dict[str, dict[str, int | None]] = defaultdict(dict)
    tests: set[str] = set()
    for result in results.each("results"):
        test = result.count("testIdx")
        if test is None:
            raise result.wrong("testIdx", "give the JSON that promptfoo wrote")
        name = f"prompt-{result.count('promptIdx') or 0}"
        provider = result.values.get("provider")
        label = (
            provider.get("label") or provider.get("id") if isinstance(provider, dict) else provider
        )
        column = f"{name}@{label}" if label else name
        tests.add(str(test))
        columns[column][f"test-{test}"] = _outcome(result)
    if not columns:
        raise results.wrong("results", "give a file with at least one result")
    return Run(
        source="promptfoo",
        run_id=document.text("evalId"),
        timestamp=results.text("timestamp"),
        benchmarks=tuple(
            {"id": column, "metric": "pass", "items": items}
            for column, items in sorted(columns.items())
        ),
        harness={"columns": sorted(columns), "tests": sorted(tests),
                 "asserts": _asserts(document)},
    )  # fmt: skip


def _outcome(result: Document) -> int | None:
    success = result.values.get("success")
    if not isinstance(success, bool):
        raise result.wrong("success", "give true or false")
    # promptfoo counts a provider's error (2) apart from a failed assertion (1).
    errored = result.values.get("failureReason") == 2
    return None if errored else int(success)


def _asserts(document: Document) -> Any:
    tests = document.inside("config").values.get("tests")
    return tests if isinstance(tests, list) else None

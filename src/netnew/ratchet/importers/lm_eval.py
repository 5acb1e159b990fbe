"""lm-evaluation-harness: `results_<date>.json`, and the `samples_*.jsonl` of the same run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from netnew.foundation.errors import RecordError
from netnew.ratchet.document import Document
from netnew.ratchet.importers.run import Run

# The metric that stands for a task, in this order; each is a share of items where more is better.
METRICS = ("acc", "exact_match", "acc_norm", "pass@1", "em", "f1", "mcc", "prompt_level_strict_acc")


def read(document: Document, samples: Mapping[str, Sequence[Document]]) -> Run:
    """The run of a results file; `samples` holds the lines of each task's samples file."""
    results = document.inside("results")
    if not results.values:
        raise document.wrong("results", "give the file that lm-eval wrote")
    grouped = set(document.inside("groups").values)
    benchmarks = []
    for task in sorted(set(results.values) - grouped):
        benchmarks.append(_task(document, results.inside(task), task, samples.get(task, ())))
    date = document.number("date")
    hashes = document.inside("task_hashes").values
    versions = document.inside("versions").values
    config = document.inside("config")
    return Run(
        source="lm-eval",
        run_id=None if date is None else f"{float(date):.6f}",
        system=document.text("model_name") or config.text("model"),
        timestamp=None if date is None else datetime.fromtimestamp(float(date), UTC).isoformat(),
        benchmarks=tuple(benchmarks),
        harness={
            item["id"]: [item.get("n"), hashes.get(item["id"]), versions.get(item["id"]),
                         item["metric"]]
            for item in benchmarks
        },
    )  # fmt: skip


def _task(
    document: Document, result: Document, task: str, samples: Sequence[Document]
) -> dict[str, Any]:
    metric, key = _metric(document, result, task)
    name, filter_ = key.split(",", 1)
    n = document.inside("n-samples").inside(task).count("effective")
    higher = document.inside("higher_is_better").inside(task).values.get(metric, True)
    found: dict[str, Any] = {"id": task, "metric": key, "n": n}
    stderr = result.values.get(f"{name}_stderr,{filter_}")
    if not isinstance(stderr, str) and stderr is not None:
        found["stderr"] = float(result.number(f"{name}_stderr,{filter_}") or 0)
    score = result.number(key)
    # A metric that is no share of items (perplexity) has no ceiling that we could know.
    if score is not None and higher and 0 <= score <= 1:
        found["score"] = result.values[key]
    items = dict(_items(samples, metric, filter_))
    return found | ({"items": items} if items else {})


def _metric(document: Document, result: Document, task: str) -> tuple[str, str]:
    keys = [key for key in result.values if re.fullmatch(r"[^,]+,[^,]+", key)]
    scores = [key for key in keys if not key.split(",")[0].endswith("_stderr")]
    known = set(document.inside("higher_is_better").inside(task).values)
    for metric in (*METRICS, *sorted(known)):
        for key in sorted(scores):
            if key.split(",")[0] == metric:
                return metric, key
    raise RecordError(
        result.source, "holds no metric", "expected `acc,none` or the like", key=result.path
    )


def _items(
    samples: Sequence[Document], metric: str, filter_: str
) -> Iterator[tuple[str, int | None]]:
    for line in samples:
        # One line a document and filter: only the filter of the reported score counts.
        if line.text("filter") in (None, filter_):
            value = line.number(metric)
            item = line.values.get("doc_hash") or line.values.get("doc_id")
            # Half a point is no pass and no failure.
            yield str(item), int(value) if value in (0, 1) else None

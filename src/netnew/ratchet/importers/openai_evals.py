"""OpenAI evals: the JSONL log of `oaieval`, one event a line, the report at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from netnew.foundation.errors import RecordError
from netnew.ratchet.document import Document
from netnew.ratchet.importers.run import Run


def read(lines: Sequence[Document]) -> Run:
    """The run of one log."""
    spec: Document | None = None
    report: Document | None = None
    items: dict[str, int | None] = {}
    for line in lines:
        if "spec" in line.values:
            spec = line.inside("spec")
        elif "final_report" in line.values:
            report = line.inside("final_report")
        elif line.values.get("type") == "match":
            sample = line.needed("sample_id", "give the log that oaieval wrote")
            correct = line.inside("data").values.get("correct")
            if not isinstance(correct, bool):
                raise line.inside("data").wrong("correct", "give true or false")
            items[sample] = int(correct)
    if report is None or spec is None:
        source = lines[0].source if lines else "log"
        missing = "final_report" if report is None else "spec"
        raise RecordError(source, "is missing", "give the log of a finished run", key=missing)
    name = spec.text("base_eval") or spec.needed("eval_name", "give the log that oaieval wrote")
    benchmark: dict[str, Any] = {"id": name, "metric": "accuracy", "items": items}
    if report.share("accuracy") is not None:
        benchmark["score"] = report.values["accuracy"]
    return Run(
        source="openai-evals",
        run_id=spec.text("run_id"),
        system=_system(spec),
        timestamp=spec.text("created_at"),
        benchmarks=(benchmark,),
        harness={"eval": name, "split": spec.values.get("split"), "samples": sorted(items)},
    )


def _system(spec: Document) -> str | None:
    names = spec.values.get("completion_fns")
    return ", ".join(map(str, names)) if isinstance(names, list) and names else None

"""Result files of tools that do not run here, in their own formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

REAL = Path(__file__).parent / "real"
(LM_EVAL,) = REAL.glob("results_*.json")
(SAMPLES,) = REAL.glob("samples_*.jsonl")

PROMPTFOO: dict[str, Any] = {
    "evalId": "eval-abc-2026-01-02T03:04:05",
    "config": {"tests": [{"vars": {"x": 1}}]},
    "results": {
        "version": 3,
        "timestamp": "2026-01-02T03:04:05.000Z",
        "prompts": [{"metrics": {"testPassCount": 1, "testFailCount": 1, "testErrorCount": 1}}],
        "stats": {"successes": 1, "failures": 1, "errors": 1},
        "results": [
            {"testIdx": 0, "promptIdx": 0, "success": True, "score": 1, "provider": {"id": "echo"}},
            {
                "testIdx": 1,
                "promptIdx": 0,
                "success": False,
                "failureReason": 1,
                "provider": {"id": "echo"},
            },
            {
                "testIdx": 2,
                "promptIdx": 0,
                "success": False,
                "failureReason": 2,
                "provider": {"id": "echo"},
            },
        ],
    },
}
OPENAI: list[dict[str, Any]] = [
    {
        "spec": {
            "base_eval": "sums",
            "eval_name": "sums.dev.v0",
            "run_id": "26010203ABC",
            "completion_fns": ["dummy"],
            "split": "dev",
            "created_at": "2026-01-02 03:04:05",
        }
    },
    {
        "run_id": "26010203ABC",
        "event_id": 0,
        "sample_id": "sums.dev.0",
        "type": "match",
        "data": {"correct": True},
    },
    {
        "run_id": "26010203ABC",
        "event_id": 1,
        "sample_id": "sums.dev.1",
        "type": "match",
        "data": {"correct": False},
    },
    {
        "run_id": "26010203ABC",
        "event_id": 2,
        "sample_id": "sums.dev.1",
        "type": "sampling",
        "data": {},
    },
    {"final_report": {"accuracy": 0.5}},
]


def written(folder: Path, name: str, content: Any) -> Path:
    file = folder / name
    if isinstance(content, list):
        file.write_text("".join(json.dumps(line) + "\n" for line in content))
    else:
        file.write_text(content if isinstance(content, str) else json.dumps(content))
    return file

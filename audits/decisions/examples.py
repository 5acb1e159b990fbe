"""Labelled texts: the data beside the repository, and verdicts of people."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from netnew.foundation.errors import RecordError
from netnew.memory import DecisionCandidate

BESIDE = Path(__file__).resolve().parents[3] / "shared" / "data"
DATA = Path(os.environ.get("NETNEW_DATA", BESIDE)) / "decisions" / "tune.jsonl"
# Written for this audit by people who had not seen the signs. One half may shape them and teach
# the weights; the other is only reported.
WRITTEN = Path(__file__).parent / "written.jsonl"
Half = Literal["choose", "report"]
LABELS = {"decision": True, "noise": False, "approve": True, "reject": False}
# What a line may say of the turn; everything else about it is not known.
TURN_KEYS = ("frame", "tool_results", "confidence", "stakes", "error", "position", "session_length")
WAY_OUT = 'give {"text": …, "label": "decision" or "noise"}, one object a line'


class Example(NamedTuple):
    """One text that is a decision, or not."""

    candidate: DecisionCandidate
    decision: bool
    source: str
    kind: str
    hard: bool
    """Whether its words mislead."""

    @property
    def repository(self) -> str:
        """What is held out together: all that comes from one place."""
        return self.source.split()[0]


def read_examples(file: Path = DATA) -> list[Example]:
    """Every labelled text of a file."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [_example(line, str(file), at) for at, line in enumerate(lines, 1) if line.strip()]


def read_written(half: Half) -> list[Example]:
    """The written texts of one half."""
    return [example for example in read_examples(WRITTEN) if example.source == f"written-{half}"]


def _example(line: str, file: str, at: int) -> Example:
    try:
        row: dict[str, Any] = json.loads(line)
        decision = LABELS[row.get("label", row.get("verdict"))]
        turn = {key: row[key] for key in TURN_KEYS if row.get(key) is not None}
        candidate = DecisionCandidate(row["text"], **turn)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RecordError(file, f"is no labelled text ({error})", WAY_OUT, line=at) from error
    source, kind = row.get("source") or "review", row.get("kind", "review")
    return Example(candidate, decision, source, kind, bool(row.get("hard")))


def repositories(examples: Sequence[Example]) -> list[str]:
    """All that can be held out, sorted."""
    return sorted({example.repository for example in examples})

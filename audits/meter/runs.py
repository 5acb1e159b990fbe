"""Coding-agent runs: stuck runs caught against resolved runs stopped before their last edit."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netnew.meter.extract.turns import CLAIM_WORDS, sentences
from netnew.meter.meter import Meter

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "loops"
_CALL = re.compile(r"<function=.*?(?:</function>|\Z)|^Function: \w+\(\{.*", re.DOTALL | re.MULTILINE)
_EDIT = re.compile(
    r"(?:<parameter=command>\s*|\"command\":\s*\")(?:create|str_replace|insert|undo_edit)\b"
)
# No patience that is tried is longer.
LONGEST = 8


@dataclass(frozen=True)
class Run:
    """One run of an agent, as rounds of claims."""

    model: str
    stuck: bool
    resolved: bool
    last_edit: int
    with_observations: Sequence[dict[str, Any]]
    without_observations: Sequence[dict[str, Any]]


def read_runs() -> list[Run]:
    with gzip.open(DATA / "openhands_runs.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [_run(json.loads(line)) for line in lines]


def _run(row: dict[str, Any]) -> Run:
    edits = [each["round"] for each in row["rounds"] if _EDIT.search(each["response"] or "")]
    return Run(
        model=row["model"],
        stuck=row["end"] == "stuck" and not row["resolved"],
        resolved=bool(row["resolved"]),
        last_edit=max(edits, default=0),
        with_observations=[_round(each, observed=True) for each in row["rounds"]],
        without_observations=[_round(each, observed=False) for each in row["rounds"]],
    )


def _round(each: dict[str, Any], *, observed: bool) -> dict[str, Any]:
    text = each["response"] or ""
    calls = [" ".join(call.split()) for call in _CALL.findall(text)]
    said = [
        sentence
        for line in _CALL.sub("\n", text).splitlines()
        for sentence in sentences(line)
        if len(sentence.split()) >= CLAIM_WORDS
    ]
    seen = [f"obs:{each['obs_hash']}"] if observed and each.get("obs_hash") else []
    return {"round": each["round"], "outputs": {"claims": said + calls + seen}}


def low_streaks(run: Iterable[dict[str, Any]], profile: str) -> list[tuple[int, int, bool]]:
    """(round, low rounds in a row, whether all of them brought nothing) for each round."""
    # Without patience every low round would be a stop: the streak is what patience is held to.
    meter = Meter(profile)
    found, empty = [], True
    for item in run:
        reading = meter.observe(item)
        low = reading.recommendation.low_rounds
        empty = low > 0 and (empty or low == 1) and reading.novelty.new_claims == 0
        found.append((reading.round.number, low, empty))
    return found


def first_stop(streaks: Sequence[tuple[int, int, bool]], patience: int) -> int | None:
    return next((number for number, low, _ in streaks if low >= patience), None)


@dataclass(frozen=True)
class Outcome:
    """What one patience does to a set of runs."""

    patience: int
    caught: int
    stuck: int
    stopped_early: int
    resolved: int


def outcome(
    runs: Sequence[Run], streaks: Sequence[Sequence[tuple[int, int, bool]]], patience: int
) -> Outcome:
    stops = [first_stop(each, patience) for each in streaks]
    pairs = list(zip(runs, stops, strict=True))
    stuck = [stop for run, stop in pairs if run.stuck]
    resolved = [(run, stop) for run, stop in pairs if run.resolved]
    early = [run for run, stop in resolved if stop is not None and stop < run.last_edit]
    caught = [stop for stop in stuck if stop is not None]
    return Outcome(patience, len(caught), len(stuck), len(early), len(resolved))

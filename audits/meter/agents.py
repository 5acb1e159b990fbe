"""Runs of coding agents, as rounds of claims: what they said, what they called, what came back."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netnew.meter.extract.turns import CLAIM_WORDS, Turn, sentences

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "loops"
_CALL = re.compile(
    r"<function=.*?(?:</function>|\Z)|^Function: \w+\(\{.*", re.DOTALL | re.MULTILINE
)
_EDIT = re.compile(
    r"(?:<parameter=command>\s*|\"command\":\s*\")(?:create|str_replace|insert|undo_edit)\b"
)


@dataclass(frozen=True)
class Run:
    """One run of an agent, as rounds of claims."""

    model: str
    stuck: bool
    resolved: bool
    last_edit: int
    with_observations: Sequence[dict[str, Any]]
    without_observations: Sequence[dict[str, Any]]
    as_log: Sequence[dict[str, Any]]
    """As the extractors read logs: questions, actions and decisions told apart."""


def read_runs() -> list[Run]:
    with gzip.open(DATA / "openhands_runs.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [_run(json.loads(line)) for line in lines]


def _run(row: dict[str, Any]) -> Run:
    # The last response stands apart and was never answered: it is a round without an observation.
    last = row["rounds"][-1]["round"] if row["rounds"] else 0
    ending = [{"round": last + 1, "response": row["final"]}] if row["final"] else []
    row = {**row, "rounds": [*row["rounds"], *ending]}
    edits = [each["round"] for each in row["rounds"] if _EDIT.search(each["response"] or "")]
    return Run(
        model=row["model"],
        stuck=row["end"] == "stuck" and not row["resolved"],
        resolved=bool(row["resolved"]),
        last_edit=max(edits, default=0),
        with_observations=[_round(each, observed=True) for each in row["rounds"]],
        without_observations=[_round(each, observed=False) for each in row["rounds"]],
        as_log=[_logged(each) for each in row["rounds"]],
    )


def _logged(each: dict[str, Any]) -> dict[str, Any]:
    turn, text = Turn(), each["response"] or ""
    turn.say(_CALL.sub("\n", text))
    for call in _CALL.findall(text):
        turn.call("call", call)
    if each.get("obs_hash"):
        turn.observe(each["obs_hash"])
    return turn.as_round(each["round"])


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

"""The decision gate is no worse than its audit says, and its weights come from its script."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from audits.decisions import examples, fitting, held_out, thresholds, training
from audits.decisions.examples import read_examples, read_written

from netnew import TurnInput, TurnResult, connect, decision_verdicts
from netnew.memory.scoring import weights

pytestmark = pytest.mark.needs("data")


@pytest.fixture(scope="module")
def tune() -> list[examples.Example]:
    return examples.read_examples()


def test_training_again_gives_the_same_file(tmp_path: Path) -> None:
    made = tmp_path / "weights.json"

    assert training.train(["-o", str(made)]) == 0

    assert made.read_bytes() == weights.FILE.read_bytes()


def test_repositories_never_seen_keep_the_rates_of_the_audit(tune: list[examples.Example]) -> None:
    labels = np.array([example.decision for example in tune])
    taught = [*tune, *read_written("choose")]

    got = held_out.nested(taught, fitting.sign_matrix(taught)).of(
        np.arange(len(taught)) < len(tune)
    )

    rates = thresholds.rates(got.kept, got.rejected, labels)
    assert rates.noise_kept <= 0.018
    assert rates.lost <= 0.027
    assert rates.quarantined <= 0.087
    assert held_out.auc(got.scores, labels) >= 0.988


def test_the_whole_gate_is_what_the_audit_computes(tune: list[examples.Example]) -> None:
    from netnew.memory import judge_decision

    shipped = weights.shipped()
    signs = fitting.sign_matrix(tune)
    points = shipped.bias + signs @ np.array([shipped.weights[name] for name in fitting.NAMES])
    bounds = thresholds.Bounds(shipped.keep_at, shipped.reject_below)
    kept, rejected = thresholds.outcome(points, thresholds.facts(tune), bounds)

    outcomes = [judge_decision(example.candidate).outcome for example in tune]

    assert [outcome == "keep" for outcome in outcomes] == kept.tolist()
    assert [outcome == "reject" for outcome in outcomes] == rejected.tolist()


def test_verdicts_of_people_change_the_weights(tmp_path: Path) -> None:
    said, made = tmp_path / "verdicts.jsonl", tmp_path / "weights.json"
    rows = [
        {"text": f"We will need {n} chairs.", "verdict": "reject", "source": "review:a1"}
        for n in range(30)
    ]
    said.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    assert training.train(["--verdicts", str(said), "--version", "mine-1", "-o", str(made)]) == 0

    taught, shipped = weights.read(made), weights.shipped()
    assert taught.version == "mine-1"
    assert taught.weights["we_will"] < shipped.weights["we_will"]


def test_verdicts_from_the_review_queue_come_out_as_the_training_reads_them(
    tmp_path: Path,
) -> None:
    said = tmp_path / "verdicts.jsonl"
    with connect(f"sqlite:///{tmp_path / 'netnew.db'}") as nn:
        memory = nn.memory(agent_id="a1")
        for text in ("Postgres for the session store", "Redis for the queue of jobs"):
            turn = memory.pre_turn(TurnInput("Which store?", frame="decision"))
            memory.post_turn(turn, TurnResult(text))
        first, second = nn.review.list()
        nn.review.approve(first.item_id, reviewer="ann", kind="human", reason="we agreed on it")
        nn.review.reject(second.item_id, reviewer="ann", kind="human", reason="only an idea")
        rows = list(decision_verdicts(nn.review.list(None)))
    said.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    read = {row.candidate.text: (row.decision, row.repository) for row in read_examples(said)}

    assert sorted(read.values()) == [(False, "review:a1"), (True, "review:a1")]
    assert set(read) == {"Postgres for the session store", "Redis for the queue of jobs"}
    assert {row.candidate.frame for row in read_examples(said)} == {"decision"}


def test_a_bad_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = tmp_path / "verdicts.jsonl"
    said.write_text('{"text": "x", "label": "maybe"}\n', encoding="utf-8")

    assert training.train(["--verdicts", str(said), "-o", str(tmp_path / "w")]) == 2

    assert f"{said}:1: is no labelled text" in capsys.readouterr().err

"""The verdicts are no worse than the audits say: the figures of the half that is reported."""

from __future__ import annotations

import pytest
from audits.meter import agents, meaning, runs, steps

from netnew.embed.choice import load_embedder
from netnew.meter.kinds import CALIBRATED

pytestmark = pytest.mark.needs("data")


@pytest.mark.parametrize(
    ("field", "least_auc", "least_recall", "most_false"),
    [("thought", 0.86, 0.78, 0.07), ("action", 0.81, 0.71, 0.095)],
)
def test_repeated_steps_are_found(
    field: str, least_auc: float, least_recall: float, most_false: float
) -> None:
    _, report = steps.halves(steps.steps(field))

    recall, false = steps.rates(report, steps.judged("0.3"))

    assert steps.auc(report, steps.word_overlap("words/1")) >= least_auc
    assert recall >= least_recall
    assert false <= most_false


def test_stuck_runs_are_caught_and_resolved_ones_left_alone() -> None:
    reported = [run for run in agents.read_runs() if runs.reports(run)]
    stops = [runs.first_signal(run.with_observations, "0.3") for run in reported]

    found = runs.outcome(reported, stops)

    assert found.caught / found.stuck >= 0.8
    assert found.stopped_early / found.resolved <= 0.03


@pytest.mark.needs("embedder")
@pytest.mark.parametrize(("kind", "least_found"), [("blockers", 0.28), ("questions", 0.5)])
def test_hidden_blockers_and_questions_are_found_at_few_false_positives(
    kind: str, least_found: float
) -> None:
    _, report = meaning.halves()
    embedder = load_embedder("wordllama")
    like = meaning.Likeness(embedder, kind)
    threshold = CALIBRATED[kind][embedder.model_id]

    assert meaning.share(like(report.of(kind)), threshold) >= least_found
    assert not any(map(meaning.found_by_words, report.of(kind)))
    for texts in report.ordinary().values():
        assert meaning.share(like(texts), threshold) <= 0.05

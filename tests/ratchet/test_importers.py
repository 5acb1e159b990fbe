"""Result files become cycles; malformed ones are refused with the path of the field."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from netnew.ratchet.cycles import read_cycle
from netnew.ratchet.importers.files import import_results
from tests.ratchet.results import LM_EVAL, OPENAI, PROMPTFOO, REAL, SAMPLES, written

SUITE = """
import pytest
class TestSums:
    def test_one(self): assert 1 + 1 == 2
    def test_two(self): assert 2 + 2 == 5
    @pytest.mark.parametrize("n", [1, 2])
    def test_many(self, n): assert n
@pytest.mark.skip(reason="later")
def test_later(): pass
@pytest.fixture
def broken(): raise RuntimeError("no server")
def test_error(broken): pass
"""


def one(*paths: Path, source: str = "auto") -> dict[str, Any]:
    (cycle,) = import_results(paths, source)
    read_cycle(cycle)
    return cycle


def test_lm_eval_brings_score_error_and_items() -> None:
    cycle = one(LM_EVAL, SAMPLES)
    (benchmark,) = cycle["benchmarks"]
    assert (benchmark["id"], benchmark["metric"]) == ("toy_sums", "acc,none")
    assert (benchmark["score"], benchmark["n"]) == (0.3, 20)
    assert benchmark["stderr"] == pytest.approx(0.10513149660756933)
    assert sum(benchmark["items"].values()) == 6
    assert len(benchmark["items"]) == 20
    assert cycle["timestamp"].startswith("20")


@pytest.mark.parametrize("name", ["inspect.json", "inspect.eval"])
def test_inspect_brings_the_same_from_both_formats(name: str) -> None:
    cycle = one(REAL / name)
    (benchmark,) = cycle["benchmarks"]
    assert (benchmark["id"], benchmark["score"], benchmark["n"]) == ("sums", 0.8125, 8)
    # Right in one epoch of two is neither passed nor failed.
    assert benchmark["items"] == {f"sum-{n}": {4: None, 8: 0}.get(n, 1) for n in range(1, 9)}
    assert cycle["system"] == "mockllm/model"


def test_runs_of_one_task_are_one_series() -> None:
    cycles = import_results([REAL / "inspect.json", REAL / "inspect.eval"])
    assert len({cycle["harness_hash"] for cycle in cycles}) == 1
    assert len({cycle["cycle_id"] for cycle in cycles}) == 2
    assert [cycle["timestamp"] for cycle in cycles] == sorted(c["timestamp"] for c in cycles)


def test_samples_without_reductions_are_counted_by_epoch(tmp_path: Path) -> None:
    log = json.loads((REAL / "inspect.json").read_text())
    del log["reductions"]
    log["samples"][0]["scores"]["match"]["value"] = float("nan")
    log["samples"][1]["error"] = {"message": "lost"}
    (benchmark,) = one(written(tmp_path, "log.json", log))["benchmarks"]
    assert benchmark["items"] == {
        f"sum-{n}": {1: None, 2: None, 4: None, 8: 0}.get(n, 1) for n in range(1, 9)
    }


def test_pytest_brings_regression_tests_and_groups(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        "--rootdir",
        str(tmp_path),
        "--junitxml",
        "report.xml",
        "test_suite.py",
    ]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)

    cycle = one(tmp_path / "report.xml")

    assert cycle["regressions"] == {
        "total": 5,
        "failed": ["test_suite.TestSums::test_two", "test_suite::test_error"],
        "flaky": [],
    }
    groups = {item["id"]: item["items"] for item in cycle["benchmarks"]}
    assert sum(groups["test_suite.TestSums"].values()) == 3
    assert groups["test_suite"] == {"test_suite::test_error": 0}


def test_a_test_that_passed_on_a_rerun_is_flaky(tmp_path: Path) -> None:
    xml = (
        '<testsuites><testsuite name="s" timestamp="2026-01-01T00:00:00">'
        '<testcase classname="a" name="t"><failure/></testcase>'
        '<testcase classname="a" name="t"/>'
        '<testcase classname="a" name="u"><flakyFailure/></testcase>'
        "</testsuite></testsuites>"
    )
    cycle = one(written(tmp_path, "report.xml", xml))
    assert cycle["regressions"] == {"total": 2, "failed": [], "flaky": ["a::t", "a::u"]}


def test_promptfoo_counts_an_error_of_the_provider_as_unknown(tmp_path: Path) -> None:
    cycle = one(written(tmp_path, "results.json", PROMPTFOO))
    (benchmark,) = cycle["benchmarks"]
    assert benchmark["id"] == "prompt-0@echo"
    assert benchmark["items"] == {"test-0": 1, "test-1": 0, "test-2": None}
    assert cycle["cycle_id"].startswith("promptfoo-eval-abc")


def test_openai_evals_brings_the_last_report_and_matches(tmp_path: Path) -> None:
    cycle = one(written(tmp_path, "log.jsonl", OPENAI))
    assert cycle["benchmarks"] == [
        {
            "id": "sums",
            "metric": "accuracy",
            "score": 0.5,
            "items": {"sums.dev.0": 1, "sums.dev.1": 0},
        }
    ]
    assert cycle["system"] == "dummy"


def test_csv_of_scores_and_of_items(tmp_path: Path) -> None:
    scores = written(
        tmp_path, "scores.csv", "cycle_id,benchmark,score,n\nr1,b,0.5,10\nr2,b,0.6,10\n"
    )
    assert [c["cycle_id"] for c in import_results([scores])] == ["csv-r1", "csv-r2"]
    items = written(tmp_path, "items.csv", "benchmark,item,passed\nb,i1,1\nb,i2,fail\nb,i3,\n")
    (benchmark,) = one(items)["benchmarks"]
    assert benchmark["items"] == {"i1": 1, "i2": 0, "i3": None}


def test_json_is_a_cycle_or_a_list_of_them(tmp_path: Path) -> None:
    cycle = {"cycle_id": "c1", "metrics": {"proposal_pass_rate": 0.5}}
    assert one(written(tmp_path, "one.json", cycle)) == cycle
    (tmp_path / "two.json").write_text(json.dumps([cycle, {"cycle_id": "c2"}]))
    assert [c["cycle_id"] for c in import_results([tmp_path / "two.json"])] == ["c1", "c2"]


def test_the_series_can_be_named(tmp_path: Path) -> None:
    (cycle,) = import_results([LM_EVAL], harness_hash="abc")
    assert cycle["harness_hash"] == "abc"

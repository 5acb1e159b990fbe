"""Result files become cycles; malformed ones are refused with the path of the field."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from netnew.foundation.errors import FileUnreadableError, InputError, RecordError
from netnew.ratchet.cycles import read_cycle
from netnew.ratchet.importers.files import import_results

REAL = Path(__file__).parent / "real"
(LM_EVAL,) = REAL.glob("results_*.json")
(SAMPLES,) = REAL.glob("samples_*.jsonl")

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


def one(*paths: Path, source: str = "auto") -> dict[str, Any]:
    (cycle,) = import_results(paths, source)
    read_cycle(cycle)
    return cycle


def written(folder: Path, name: str, content: Any) -> Path:
    file = folder / name
    if isinstance(content, list):
        file.write_text("".join(json.dumps(line) + "\n" for line in content))
    else:
        file.write_text(content if isinstance(content, str) else json.dumps(content))
    return file


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


def changed(document: Any, path: str, value: Any) -> Any:
    """A copy with the value at `path` replaced; `...` removes it."""
    copy = json.loads(json.dumps(document))
    *folders, last = path.split("/")
    inside = copy
    for key in folders:
        inside = inside[int(key) if isinstance(inside, list) else key]
    key = int(last) if isinstance(inside, list) else last
    if value is ...:
        del inside[key]
    else:
        inside[key] = value
    return copy


LM = json.loads(LM_EVAL.read_text())
INSPECT = json.loads((REAL / "inspect.json").read_text())
MALFORMED = {
    "lm-eval, results no object": ("lm-eval", changed(LM, "results", [1]), "results: is a list"),
    "lm-eval, no results": ("lm-eval", changed(LM, "results", {}), "results: is"),
    "lm-eval, score a text": (
        "lm-eval",
        changed(LM, "results/toy_sums/acc,none", "x"),
        "results.toy_sums.acc,none: is 'x'",
    ),
    "lm-eval, score not a number": (
        "lm-eval",
        changed(LM, "results/toy_sums/acc,none", float("nan")),
        "results.toy_sums.acc,none: is nan",
    ),
    "lm-eval, count negative": (
        "lm-eval",
        changed(LM, "n-samples/toy_sums/effective", -1),
        "n-samples.toy_sums.effective: is '-1'",
    ),
    "lm-eval, no metric": (
        "lm-eval",
        changed(LM, "results/toy_sums", {"alias": "x"}),
        "results.toy_sums: holds no metric",
    ),
    "inspect, not ended": (
        "inspect",
        changed(INSPECT, "status", "started"),
        "status: is 'started'",
    ),
    "inspect, no task": ("inspect", changed(INSPECT, "eval/task", ...), "eval.task: is missing"),
    "inspect, no scores": ("inspect", changed(INSPECT, "results/scores", []), "results: is"),
    "inspect, score a text": (
        "inspect",
        changed(INSPECT, "results/scores/0/metrics/accuracy/value", "x"),
        "results.scores[0].metrics.accuracy.value: is 'x'",
    ),
    "promptfoo, no index": (
        "promptfoo",
        changed(PROMPTFOO, "results/results/1/testIdx", ...),
        "results.results[1].testIdx: is missing",
    ),
    "promptfoo, success a text": (
        "promptfoo",
        changed(PROMPTFOO, "results/results/0/success", "yes"),
        "results.results[0].success: is 'yes'",
    ),
    "promptfoo, empty": (
        "promptfoo",
        changed(PROMPTFOO, "results/results", []),
        "results.results: is",
    ),
    "openai, correct a number": (
        "openai-evals",
        changed(OPENAI, "1/data/correct", 2),
        "data.correct: is '2'",
    ),
    "openai, no report": ("openai-evals", OPENAI[:-1], "final_report: is missing"),
    "openai, no sample": (
        "openai-evals",
        changed(OPENAI, "1/sample_id", ...),
        "sample_id: is missing",
    ),
    "csv, other columns": ("csv", "a,b\n1,2\n", "has the columns a, b"),
    "csv, score too large": ("csv", "benchmark,score\nb,82\n", ":2: score: is 82, outside 0 to 1"),
    "csv, odd word": ("csv", "benchmark,item,passed\nb,i,maybe\n", ":2: passed: is 'maybe'"),
    "csv, no rows": ("csv", "benchmark,score\n", "holds no rows"),
    "json, no id": ("json", {"metrics": {}}, "[0].cycle_id: is missing"),
    "junit, another document": ("junit", "<html/>", "is <html>"),
    "junit, cut off": ("junit", "<testsuites><testsuite>", "is no XML"),
    "junit, nameless test": (
        "junit",
        "<testsuite name='s'><testcase/></testsuite>",
        "testsuite[s].testcase.name: is missing",
    ),
    "junit, entities": (
        "junit",
        "<!DOCTYPE x [<!ENTITY a 'b'>]><testsuite/>",
        "carries a document type",
    ),
    "junit, empty": ("junit", "<testsuite/>", "holds no test"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_file_is_refused_with_the_path_of_the_field(tmp_path: Path, name: str) -> None:
    source, content, said = MALFORMED[name]
    file = written(tmp_path, "results", content)
    with pytest.raises(RecordError) as caught:
        import_results([file], source)
    assert said in str(caught.value)
    assert str(caught.value).startswith(str(file))


@pytest.mark.parametrize(
    "content", ["", "plain words", "[", '{"a": 1}', "PK\x03\x04 no zip", "<a>"]
)
def test_a_file_of_no_known_tool_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(RecordError):
        import_results([written(tmp_path, "file", content)])


def test_a_log_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    whole = (REAL / "inspect.eval").read_bytes()
    (tmp_path / "log.eval").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(RecordError, match="is no zip"):
        import_results([tmp_path / "log.eval"])
    with zipfile.ZipFile(tmp_path / "bare.eval", "w") as bare:
        bare.writestr("start.json", "{}")
    with pytest.raises(RecordError, match=r"holds no header\.json"):
        import_results([tmp_path / "bare.eval"])


def test_an_unknown_tool_and_an_absent_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing imports from `excel`"):
        import_results([LM_EVAL], "excel")
    with pytest.raises(FileUnreadableError):
        import_results([tmp_path / "absent.xml"])

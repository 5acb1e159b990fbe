"""A malformed result file is refused with the path of the field."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from netnew.foundation.errors import FileUnreadableError, InputError, RecordError
from netnew.ratchet.importers.files import import_results
from tests.ratchet.results import LM_EVAL, OPENAI, PROMPTFOO, REAL, written


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


def test_a_document_type_cannot_hide_in_another_encoding(tmp_path: Path) -> None:
    file = tmp_path / "results.xml"
    file.write_bytes("<!DOCTYPE x [<!ENTITY a 'b'>]><testsuite/>".encode("utf-16"))
    with pytest.raises(RecordError, match="is not UTF-8"):
        import_results([file], "junit")


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

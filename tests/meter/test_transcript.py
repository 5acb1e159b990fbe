"""What can be read, and one readable line for what cannot."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from netnew.foundation.errors import InputError
from netnew.meter.transcript import LINE_BYTES, read_rounds, read_transcript
from tests import soak
from tests.meter.transcripts import round_, transcript

ROOT = Path(__file__).resolve().parents[2]
GOOD = json.dumps(round_(1, ["The pump is loud."]))
DEEP = "[" * 100_000 + "]" * 100_000

BAD_TEXTS = {
    "empty": ("", "is empty"),
    "white space": ("\n  \n", "is empty"),
    "prose": ("We met and talked.\nThen we left.", ":1"),
    "a number": ("42", "no round"),
    "a list": ("[1, 2]", "no round"),
    "a text": ('"round one"', "no round"),
    "null": ("null", "no round"),
    "broken first line": ('{"round": 1,\n' + GOOD, ":1"),
    "broken third line": (GOOD + "\n\n{broken\n", ":3"),
    "cut off": (GOOD[:-5], ":1"),
    "single quotes": ("{'round': 1}", ":1"),
    "trailing comma": ('{"rounds": [],}', ":1"),
    "two documents": ('{"rounds": []}\n{"rounds": []}', ":2"),
    "not a number": ('{"round": 1, "outputs": {"claims": [], "cost": NaN}}', "NaN"),
    "infinity": ('{"round": 1, "outputs": {"claims": [], "cost": -Infinity}}', "Infinity"),
    "huge number": ('{"round": 1' + "0" * 5000 + ', "outputs": {"claims": []}}', ":1"),
    "nested too deeply": ('{"round": 1, "outputs": ' + DEEP + "}", "nested"),
    "same round twice": (GOOD + "\n" + GOOD, ":2"),
    "rounds backwards": ('{"round": 3, "outputs": {"claims": []}}\n' + GOOD, "rising"),
    "line without outputs": ('{"round": 1}', "outputs"),
    "line without number": ('{"outputs": {"claims": []}}', "round"),
    "several lines, error in the middle": (
        '{\n"rounds": [\n{"round": 1 "outputs": {}}\n]\n}',
        ":3",
    ),
}
BAD_DOCUMENTS: dict[str, tuple[Any, str]] = {
    "list": ([], "no transcript"),
    "no rounds": ({"version": "0.1"}, "rounds"),
    "rounds is an object": ({"rounds": {}}, "rounds"),
    "unknown version": ({"version": "0.9", "rounds": []}, "version"),
    "version is a number": ({"version": 0.1, "rounds": []}, "version"),
    "conversation_id is a number": ({"conversation_id": 7, "rounds": []}, "conversation_id"),
    "topic is a list": ({"topic": [], "rounds": []}, "topic"),
    "round is a text": ({"rounds": ["one"]}, "rounds[0]"),
    "round number is a text": (
        {"rounds": [{"round": "1", "outputs": {"claims": []}}]},
        "rounds[0].round",
    ),
    "round number is true": (
        {"rounds": [{"round": True, "outputs": {"claims": []}}]},
        "rounds[0].round",
    ),
    "round number is a fraction": (
        {"rounds": [{"round": 1.5, "outputs": {"claims": []}}]},
        "rounds[0].round",
    ),
    "round number is negative": (
        {"rounds": [{"round": -1, "outputs": {"claims": []}}]},
        "rounds[0].round",
    ),
    "outputs is a list": ({"rounds": [{"round": 1, "outputs": []}]}, "rounds[0].outputs"),
    "outputs is null": ({"rounds": [{"round": 1, "outputs": None}]}, "rounds[0].outputs"),
    "claims are missing": ({"rounds": [{"round": 1, "outputs": {}}]}, "claims"),
    "claims are null": ({"rounds": [{"round": 1, "outputs": {"claims": None}}]}, "claims"),
    "claims is a text": ({"rounds": [{"round": 1, "outputs": {"claims": "one"}}]}, "claims"),
    "claim is a number": ({"rounds": [round_(1, ["a", 3])]}, "claims[1]"),  # type: ignore[list-item]
    "claim is an object": ({"rounds": [round_(1, [{"text": "a"}])]}, "claims[0]"),  # type: ignore[list-item]
    "questions are a text": ({"rounds": [round_(1, open_questions=())]}, ""),
    "action is null": ({"rounds": [round_(1, next_actions=[None])]}, "next_actions[0]"),  # type: ignore[list-item]
    "decision is a list": ({"rounds": [round_(1, decisions=[[]])]}, "decisions[0]"),  # type: ignore[list-item]
}
BAD_DOCUMENTS["questions are a text"][0]["rounds"][0]["outputs"]["open_questions"] = "who?"


def one_line(error: InputError) -> str:
    text = str(error)
    assert "\n" not in text
    assert "; " in text
    assert len(text) < 400
    return text


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_a_bad_file_is_one_line_that_names_the_place(name: str, tmp_path: Path) -> None:
    text, named = BAD_TEXTS[name]
    file = tmp_path / "trace.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(InputError) as caught:
        list(read_rounds(file))

    line = one_line(caught.value)
    assert "trace.json" in line
    assert named in line


@pytest.mark.parametrize("name", BAD_DOCUMENTS)
def test_a_bad_document_is_one_line_that_names_the_key(name: str) -> None:
    document, named = BAD_DOCUMENTS[name]

    with pytest.raises(InputError) as caught:
        read_transcript(document)

    assert named in one_line(caught.value)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (GOOD.encode("utf-16"), "UTF-8"),
        (b'{"round": 1, "outputs": {"claims": ["\xff"]}}', "UTF-8"),
        (b"\x00\x01\x02\x03", ":1"),
    ],
)
def test_bytes_that_are_no_text(content: bytes, named: str, tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_bytes(content)

    with pytest.raises(InputError) as caught:
        list(read_rounds(file))

    assert named in one_line(caught.value)


def test_a_file_that_is_not_there_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.json", tmp_path):
        with pytest.raises(InputError) as caught:
            list(read_rounds(path))
        assert path.name in one_line(caught.value)


def test_an_endless_line_is_refused() -> None:
    stream = io.BytesIO(b" " * (LINE_BYTES + 10))

    with pytest.raises(InputError, match="longer than"):
        list(read_rounds("-", stdin=stream))


def test_there_are_forty_cases() -> None:
    assert len(BAD_TEXTS) + len(BAD_DOCUMENTS) >= 40


@pytest.mark.parametrize("indent", [None, 2])
def test_a_document_and_its_lines_read_alike(indent: int | None, tmp_path: Path) -> None:
    items = [round_(1, ["a b"]), {**round_(2, ["c d"]), "telemetry": {"tokens": 7}}]
    whole, lines = tmp_path / "whole.json", tmp_path / "lines.jsonl"
    whole.write_text(json.dumps(transcript(items), indent=indent), encoding="utf-8")
    lines.write_text("\ufeff" + "\n\n".join(map(json.dumps, items)), encoding="utf-8")

    assert list(read_rounds(whole)) == list(read_rounds(lines))


def test_unknown_fields_are_kept() -> None:
    item = {**round_(1, ["a"]), "telemetry": {"tokens": 7}}

    read = read_transcript({**transcript([item]), "tool": "x"})

    assert read.source["tool"] == "x"
    assert read.rounds[0].source["telemetry"] == {"tokens": 7}


def schema() -> dict[str, Any]:
    file = ROOT / "docs/reference/schemas/transcript-0.1.json"
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return document


@pytest.mark.parametrize("name", BAD_DOCUMENTS)
def test_the_published_schema_refuses_it_too(name: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(BAD_DOCUMENTS[name][0], schema())


def test_the_published_schema_accepts_the_examples() -> None:
    for file in [
        ROOT / "examples/meeting-stop.json",
        *(ROOT / "examples/calibration").glob("*.json"),
    ]:
        jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), schema())


@pytest.mark.soak
def test_a_trace_larger_than_the_memory_streams(tmp_path: Path) -> None:
    megabytes = soak.amount(160, 500)
    file = tmp_path / "trace.jsonl"
    padding = "x" * 9_000
    with file.open("w", encoding="utf-8") as out:
        for number in range(megabytes * 105):
            claims = [f"Observation of hour {number % 50} was written down", "The pump is loud."]
            out.write(json.dumps({**round_(number, claims), "telemetry": padding}) + "\n")
    assert file.stat().st_size > megabytes * 950_000
    code = (
        "import sys; from netnew.meter.meter import score_rounds; "
        "from netnew.meter.transcript import read_rounds; "
        "print(score_rounds(read_rounds(sys.argv[1])).signal); "
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )

    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True
    )

    signal, kilobytes = done.stdout.split()
    assert signal == "ESCALATE"
    assert int(kilobytes) < 120_000

"""Real logs as transcripts: what is taken, what is left, and what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from netnew.foundation.errors import InputError
from netnew.meter.extract.extraction import extract
from netnew.meter.meter import score_transcript
from tests.conftest import Golden

SESSIONS = Path(__file__).resolve().parents[2] / "examples/sessions"
FILES = sorted(SESSIONS.iterdir())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_example_sessions_read_as_they_did(file: Path, golden: Golden) -> None:
    found = extract(file)

    text = json.dumps(found.transcript, indent=1, ensure_ascii=False) + "\n"
    golden(f"meter/extract/{file.name}.json", text)
    assert score_transcript(dict(found.transcript))["novelty_by_round"]


def test_each_format_is_found_out() -> None:
    assert {extract(file).format for file in FILES} == {
        "autogen", "claude-code", "langgraph", "markdown", "openai",
    }  # fmt: skip


def test_a_loop_of_equal_calls_and_answers_brings_nothing_new() -> None:
    rounds = score_transcript(dict(extract(SESSIONS / "openai-messages.json").transcript))

    assert [row["new_claims"] for row in rounds["novelty_by_round"]] == [3, 3, 1, 0, 0]


def written(folder: Path, name: str, content: Any) -> Path:
    file = folder / name
    text = content if isinstance(content, str) else json.dumps(content)
    file.write_text(text, encoding="utf-8")
    return file


BAD = [
    ("a.json", "", "empty"),
    ("a.json", "{", ":1"),
    ("a.json", "42", "list of messages"),
    ("a.json", [1, 2], "no log"),
    ("a.json", [{"text": "hello"}], "good entry"),
    ("a.json", [{"role": "assistant", "content": "x"}, {"content": "y"}], "[1]"),
    ("a.json", [{"role": "assistant", "content": "x"}, {"role": "boss", "content": "y"}], "boss"),
    ("a.json", [{"role": "assistant", "content": 7}], "content"),
    ("a.json", [{"role": "assistant", "content": [7]}], "block"),
    ("a.json", [{"role": "assistant", "tool_calls": 7}], "tool_calls"),
    ("a.json", [{"role": "assistant", "content": "x"}, 7], "no object"),
    ("a.jsonl", '{"type": "user", "message": {}}\n{"type": 7}', ":2"),
    ("a.jsonl", '{"type": "assistant", "message": {}}\n{broken', ":2"),
    ("a.jsonl", '{"type": "user", "message": {}}\n{"type": "assistant"}', ":2"),
    ("a.md", "", "empty"),
]


@pytest.mark.parametrize(("name", "content", "named"), BAD)
def test_what_cannot_be_read_is_one_line_that_shows_a_good_entry(
    name: str, content: Any, named: str, tmp_path: Path
) -> None:
    file = written(tmp_path, name, content)

    with pytest.raises(InputError) as caught:
        extract(file)

    line = str(caught.value)
    assert "\n" not in line
    assert name in line
    assert named in line


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.json"):
        extract(tmp_path / "absent.json")


def test_side_chains_and_bookkeeping_of_a_session_are_left_out(tmp_path: Path) -> None:
    message = {
        "role": "assistant",
        "content": [{"type": "text", "text": "The pump is far too loud."}],
    }
    lines = [
        {"type": "assistant", "message": message, "isSidechain": True},
        {"type": "file-history-snapshot", "snapshot": {}},
        {"type": "assistant", "message": message},
    ]
    file = written(tmp_path, "s.jsonl", "\n".join(map(json.dumps, lines)))

    assert extract(file).counts["claims"] == 1


def test_thinking_is_not_said(tmp_path: Path) -> None:
    blocks = [{"type": "thinking", "thinking": "I wonder about the pump in here."}]
    file = written(tmp_path, "m.json", [{"role": "assistant", "content": blocks}])

    assert extract(file).counts["claims"] == 0


def test_a_heading_line_opens_a_list_that_ends_with_it(tmp_path: Path) -> None:
    text = "Next steps:\n- Kim calls the vendor\n- Lee signs\nThe pump is far too loud."
    file = written(tmp_path, "m.json", [{"role": "assistant", "content": text}])

    outputs = extract(file).transcript["rounds"][0]["outputs"]

    assert outputs["next_actions"] == ["Kim calls the vendor", "Lee signs"]
    assert outputs["claims"] == ["The pump is far too loud."]


def read_messages(folder: Path, messages: list[dict[str, Any]]) -> dict[str, Any]:
    file = folder / "log.json"
    file.write_text(json.dumps(messages), encoding="utf-8")
    return dict(extract(file).transcript)


def test_what_a_turn_announces_and_does_is_no_next_action(tmp_path: Path) -> None:
    call = {"id": "c", "function": {"name": "run", "arguments": '{"cmd": "pytest"}'}}
    said = "The test fails. Let me run the whole suite. I'll look.\n\nNext steps:\n- Kim signs"
    announced = {"role": "assistant", "content": said, "tool_calls": [call]}
    promised = {"role": "assistant", "content": said}

    found = read_messages(tmp_path, [announced, promised])

    first, second = (round_["outputs"] for round_ in found["rounds"])
    assert first["next_actions"] == ["Kim signs"]
    assert first["claims"] == ['run {"cmd": "pytest"}', "Let me run the whole suite."]
    assert second["next_actions"] == ["Let me run the whole suite.", "I'll look.", "Kim signs"]


def test_a_coding_agent_that_repeats_one_call_has_not_converged(tmp_path: Path) -> None:
    def turn(text: str, command: str, answer: str) -> list[dict[str, Any]]:
        call = {"id": "c", "function": {"name": "run", "arguments": command}}
        return [
            {"role": "assistant", "content": text, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c", "content": answer},
        ]

    steps = [
        turn("The parser drops the last line. I will run the tests now.", "pytest", "2 failed"),
        turn("Let me look at the parser.", "cat parser.py", "def parse(): ..."),
        turn("Let me run the tests again.", "pytest", "2 failed"),
    ]
    found = read_messages(tmp_path, [message for step in steps for message in step])

    assert score_transcript(found)["stop_recommendation"]["signal"] == "CONTINUE"


def test_a_byte_order_mark_is_no_part_of_a_log(tmp_path: Path) -> None:
    plain = SESSIONS / "openai-messages.json"
    marked = tmp_path / "marked.json"
    marked.write_bytes(b"\xef\xbb\xbf" + plain.read_bytes())

    assert extract(marked).transcript["rounds"] == extract(plain).transcript["rounds"]

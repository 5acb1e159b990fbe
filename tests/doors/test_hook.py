"""The hook of Claude Code: it meters, reminds and advises, and never fails the agent."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import netnew
from netnew.doors.cli.hook import watched
from netnew.doors.cli.hook.event import LONGEST_BYTES
from tests.doors.conftest import Answer, Cli

TOOL = {
    "hook_event_name": "PostToolUse", "session_id": "s1", "tool_name": "Bash",
    "tool_input": {"command": "make test"}, "tool_response": {"stdout": "1 failed", "stderr": ""},
}  # fmt: skip
PROMPT = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "Mend the parser."}
STOP = {"hook_event_name": "Stop", "session_id": "s1", "stop_hook_active": False}
Hook = Callable[..., Answer]


@pytest.fixture(autouse=True)
def no_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)


@pytest.fixture
def hook(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Hook:
    """Give the hook an event on stdin."""

    def run(event: Any, *flags: str) -> Answer:
        text = event if isinstance(event, bytes) else json.dumps(event).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        return cli("hook", "claude-code", *flags)

    return run


def silent(answer: Answer) -> bool:
    return (answer.code, answer.out, answer.err) == (0, "", "")


def loop(hook: Hook, *flags: str, times: int = 8, **more: Any) -> list[Answer]:
    return [hook({**TOOL, **more}, *flags) for _ in range(times)]


def test_a_loop_is_told_once_that_it_is_stuck(hook: Hook) -> None:
    answers = loop(hook)

    told = [answer.json for answer in answers if answer.out]
    assert len(told) == 1
    said = told[0]["hookSpecificOutput"]
    assert said["hookEventName"] == "PostToolUse"
    assert said["additionalContext"].startswith("netnew: ESCALATE. ")
    assert all(answer.code == 0 and answer.err == "" for answer in answers)


def test_enforcing_ends_the_loop_and_never_starts_one(hook: Hook) -> None:
    last = loop(hook, "--enforce")[-1].json
    assert last["continue"] is False
    assert last["stopReason"].startswith("netnew: ESCALATE. ")
    stuck = {**STOP, "stop_hook_active": True, "last_assistant_message": "Still failing."}
    for flags in ((), ("--enforce",)):
        answer = hook(stuck, *flags)
        assert "decision" not in (answer.json if answer.out else {})


@pytest.mark.parametrize("field", ["tool_input", "tool_response"])
def test_another_answer_and_another_call_are_progress(hook: Hook, field: str) -> None:
    answers = [hook({**TOOL, field: {"stdout": f"{n} failed"}}) for n in range(8)]
    assert all(silent(answer) for answer in answers)


def test_how_long_a_call_took_is_no_news(hook: Hook) -> None:
    answers = [hook({**TOOL, "tool_response": {"files": [], "durationMs": n}}) for n in range(8)]
    assert any(answer.out for answer in answers)


def test_a_call_that_fails_alike_again_and_again_is_a_loop(hook: Hook) -> None:
    failure = {**TOOL, "hook_event_name": "PostToolUseFailure", "error": "no such file"}
    del failure["tool_response"]
    assert any(answer.out for answer in [hook(failure) for _ in range(8)])


def test_what_an_agent_means_to_do_next_makes_no_single_repeat_a_stop(hook: Hook) -> None:
    plan = "The parser is mended. I will run the tests of parser.py and open a PR. Shall I go on?"
    assert silent(hook(TOOL))
    assert silent(hook({**STOP, "last_assistant_message": plan}))
    assert silent(hook(TOOL))


def test_netnews_own_tools_are_not_counted(hook: Hook, tmp_path: Path) -> None:
    loop(hook, tool_name="mcp__netnew__recall", times=2)
    with netnew.connect(f"sqlite:///{tmp_path / '.netnew' / 'netnew.db'}") as nn:
        assert nn.sessions.list() == []


def test_a_new_prompt_of_a_person_is_news_and_ends_the_streak(hook: Hook) -> None:
    assert any(answer.out for answer in loop(hook))
    assert silent(hook(PROMPT))
    assert silent(hook(TOOL))


def test_sessions_and_subagents_have_a_meter_each(hook: Hook, tmp_path: Path) -> None:
    for event in ({}, {"session_id": "s2"}, {"agent_id": "a7"}):
        hook({**TOOL, **event})
    with netnew.connect(f"sqlite:///{tmp_path / '.netnew' / 'netnew.db'}") as nn:
        found = [one.session_id for one in nn.sessions.list()]
    assert found == ["claude-code:s1", "claude-code:s1:a7", "claude-code:s2"]


def test_what_is_known_for_a_prompt_is_added_to_it(hook: Hook, tmp_path: Path) -> None:
    with netnew.connect(f"sqlite:///{tmp_path / '.netnew' / 'netnew.db'}") as nn:
        memory = nn.memory(agent_id="planner")
        memory.learn(netnew.FactInput("parser", "The parser fails on nested quotes."))

    said = hook(PROMPT, "--agent", "planner").json["hookSpecificOutput"]
    assert said["hookEventName"] == "UserPromptSubmit"
    assert "nested quotes" in said["additionalContext"]
    assert silent(hook(PROMPT))
    assert silent(hook(PROMPT, "--agent", "planner", "--budget-tokens", "0"))
    assert silent(hook({**PROMPT, "prompt": "zebra"}, "--agent", "planner"))


def test_no_prompt_is_stored(hook: Hook, tmp_path: Path) -> None:
    hook({**PROMPT, "prompt": "the password is swordfish"})
    files = [path.read_bytes() for path in (tmp_path / ".netnew").rglob("*") if path.is_file()]
    assert files
    assert not any(b"swordfish" in text for text in files)


def test_at_the_end_of_a_turn_the_person_is_advised(hook: Hook) -> None:
    done = "The tests pass on Linux now. I will ship the parser to staging on Friday."
    answers = [hook({**STOP, "last_assistant_message": done}) for _ in range(4)]
    told = [answer.json for answer in answers if answer.out]
    assert len(told) == 1
    assert list(told[0]) == ["systemMessage"]
    assert told[0]["systemMessage"].startswith("netnew: ")


def test_without_the_message_the_end_of_the_session_file_is_read(
    hook: Hook, tmp_path: Path
) -> None:
    said = [
        {"type": "assistant", "message": {"content": [{"type": "text", "text": f"{text}"}]}}
        for text in ("The first word was another one.", "The tests pass on Linux now.")
    ]
    file = tmp_path / "session.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in said) + '{"type": "user"}\n[\n')
    hook({**STOP, "transcript_path": str(file)})
    with netnew.connect(f"sqlite:///{tmp_path / '.netnew' / 'netnew.db'}") as nn:
        (row,) = nn.ledger.rows("meter")
    assert row.body["round"]["outputs"]["claims"] == ["The tests pass on Linux now."]


@pytest.mark.parametrize(
    "name", ["missing.jsonl", "/etc/passwd", ".", "\0.jsonl", "~nobody/x.jsonl"]
)
def test_a_session_file_that_is_none_is_passed_over(hook: Hook, name: str) -> None:
    assert silent(hook({**STOP, "transcript_path": name}))


def test_a_pipe_as_session_file_holds_nobody_up(hook: Hook, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert silent(hook({**STOP, "transcript_path": str(tmp_path / "pipe.jsonl")}))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (b"", "nothing came on stdin"),
        (b" \n", "nothing came on stdin"),
        (b"{", "what came on stdin is no JSON (line 1)"),
        (b"\xff\xfe\x00", "what came on stdin is no JSON"),
        (b"[" * 100_000, "what came on stdin is no JSON"),
        (b"[]", "the event is a list"),
        (b"{}", "the event has no text in `hook_event_name`"),
        ({"hook_event_name": 3, "session_id": "s"}, "no text in `hook_event_name`"),
        ({"hook_event_name": "Stop", "session_id": ["s"]}, "no text in `session_id`"),
        ({"hook_event_name": "PreCompact", "session_id": "s"}, "is no event that netnew uses"),
        ({**TOOL, "session_id": "a\0b"}, "cannot be printed"),
        (b" " * (LONGEST_BYTES + 2), f"the event is over {LONGEST_BYTES} bytes"),
    ],
)
def test_what_is_no_event_is_one_line_and_exit_0(hook: Hook, given: Any, told: str) -> None:
    answer = hook(given)
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.startswith("netnew: hook: ")
    assert told in answer.err
    assert answer.err.count("\n") == 1


def test_fields_of_another_kind_are_taken_as_they_come(hook: Hook) -> None:
    for event in (
        {**TOOL, "tool_name": None, "tool_input": 3, "tool_response": [1, {"a": "\ud800"}]},
        {**PROMPT, "prompt": {"not": "text"}},
        {**STOP, "last_assistant_message": 7, "transcript_path": 8},
    ):
        assert silent(hook(event)), event


def test_a_huge_answer_of_a_tool_is_counted(hook: Hook, tmp_path: Path) -> None:
    assert silent(hook({**TOOL, "tool_response": {"stdout": "x" * 5_000_000}}))
    assert (tmp_path / ".netnew" / "netnew.db").stat().st_size < 2_000_000


def test_a_place_that_cannot_be_written_costs_the_agent_nothing(
    hook: Hook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NETNEW_HOME", str(tmp_path / "file" / "home"))
    answer = hook(TOOL)
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.startswith("netnew: hook: the folder ")
    monkeypatch.setenv("NETNEW_DURABILITY", "some")
    assert "NETNEW_DURABILITY" in hook(TOOL).err


def test_an_error_in_netnew_itself_costs_the_agent_nothing(
    hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr("netnew.doors.cli.hook.running.observed", broken)
    answer = hook(TOOL)
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == "netnew: hook: ZeroDivisionError('boom')\n"
    assert "Traceback" in hook(TOOL, "--debug").err


def test_a_misspelt_flag_never_keeps_the_agent_going(hook: Hook) -> None:
    answer = hook(STOP, "--enfroce")
    assert (answer.code, answer.out) == (1, "")
    assert "--enfroce" in answer.err


def test_state_lies_in_the_project_wherever_the_agent_is(
    hook: Hook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "deep" / "inside"
    inside.mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path))
    monkeypatch.chdir(inside)
    hook({**TOOL, "cwd": str(inside)})
    assert (tmp_path / ".netnew" / "netnew.db").exists()
    assert not (inside / ".netnew").exists()


def test_a_meter_stays_of_bounded_length_and_is_forgotten_in_time(
    hook: Hook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "MOST_ROUNDS", 3)
    for n in range(5):
        hook({**TOOL, "tool_input": n})
    url = f"sqlite:///{tmp_path / '.netnew' / 'netnew.db'}"
    with netnew.connect(url) as nn:
        assert nn.sessions.show("claude-code:s1").rounds == 2
    later = datetime.now(UTC) - timedelta(days=watched.KEPT_DAYS + 1)
    with netnew.connect(url, clock=lambda: later) as nn:
        nn.sessions.create("claude-code:old")
        nn.sessions.create("mine")
    hook({"hook_event_name": "SessionStart", "session_id": "s9", "source": "startup"})
    with netnew.connect(url) as nn:
        assert [one.session_id for one in nn.sessions.list()] == ["claude-code:s1", "mine"]


def test_install_prints_the_hooks_and_writes_nothing(cli: Cli, tmp_path: Path) -> None:
    found = cli("hook", "install", "--print").json["hooks"]
    assert {"Stop", "PostToolUse", "UserPromptSubmit"} <= set(found)
    assert found["PostToolUse"][0]["matcher"] == "*"
    (hook,) = found["Stop"][0]["hooks"]
    assert (hook["type"], hook["command"]) == ("command", "netnew hook claude-code")
    flagged = cli("hook", "install", "--print", "--enforce", "--agent", "a; rm -rf /").json
    (hook,) = flagged["hooks"]["Stop"][0]["hooks"]
    assert hook["command"] == "netnew hook claude-code --agent 'a; rm -rf /' --enforce"
    assert list(tmp_path.iterdir()) == []
    refused = cli("hook", "install")
    assert (refused.code, refused.out) == (2, "")
    assert "--print" in refused.err


def started(folder: Path, event: Any) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "netnew", "hook", "claude-code"], cwd=folder,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(json.dumps(event).encode())
    process.stdin.close()
    process.stdin = None
    return process


def test_hooks_at_once_all_count(tmp_path: Path) -> None:
    running = [started(tmp_path, {**TOOL, "tool_input": n}) for n in range(4)]
    for process in running:
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (0, b"", b"")
    with netnew.connect(f"sqlite:///{tmp_path / '.netnew' / 'netnew.db'}") as nn:
        assert nn.sessions.show("claude-code:s1").rounds == 4
        assert nn.ledger.verify() == {"meter": []}


def test_a_hook_that_is_killed_half_way_leaves_the_next_one_unharmed(tmp_path: Path) -> None:
    for n in range(3):
        process = started(tmp_path, {**TOOL, "tool_input": n})
        time.sleep(0.2 * n)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
    process = started(tmp_path, TOOL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, b"", b"")
    with netnew.connect(f"sqlite:///{tmp_path / '.netnew' / 'netnew.db'}") as nn:
        assert nn.ledger.verify() == {"meter": []}


def test_a_folder_that_is_not_there_is_not_made(hook: Hook, tmp_path: Path) -> None:
    absent = tmp_path / "no" / "such" / "folder"
    answer = hook({**TOOL, "cwd": str(absent)})
    assert (answer.code, answer.out, answer.err.count("\n")) == (0, "", 1)
    assert "there is no folder" in answer.err
    assert not (tmp_path / "no").exists()

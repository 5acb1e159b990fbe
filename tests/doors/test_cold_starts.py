"""What runs at every step of an agent loads only what it needs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = {"hook_event_name": "PostToolUse", "session_id": "s", "tool_name": "Bash"}
LOADED = (
    "import sys\n"
    "from netnew.doors.cli import main\n"
    "try: main()\n"
    "except SystemExit: pass\n"
    "print(*sys.modules, sep='\\n', file=sys.stderr)\n"
)
STOP = ["meter", "stop", str(ROOT / "examples" / "meeting-stop.json")]
HOOK = ["hook", "claude-code"]


def loaded(folder: Path, *words: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words], cwd=folder, input=json.dumps(TOOL),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [STOP, HOOK], ids=["stop", "hook"])
def test_a_meter_loads_no_arrays_no_charts_and_no_server(words: list[str], tmp_path: Path) -> None:
    found = loaded(tmp_path, *words)

    assert {"netnew.meter.meter"} <= found
    assert not found & {"numpy", "altair", "fastapi", "netnew.gate", "mcp"}


def test_a_meter_without_a_database_loads_none(tmp_path: Path) -> None:
    assert "sqlalchemy" not in loaded(tmp_path, *STOP)


def test_a_start_loads_the_commands_of_one_noun(tmp_path: Path) -> None:
    nouns = {"base", "gate", "memory", "review", "serve", "demo", "hook", "meter"}
    there = {f"netnew.doors.cli.{noun}" for noun in nouns}

    assert there & loaded(tmp_path, *HOOK) == {"netnew.doors.cli.hook"}
    assert there <= loaded(tmp_path, "--help")
    assert there <= loaded(tmp_path, "a-misspelt-noun")

"""How long a user waits before anything happens: cold starts beside a bare Python.

Each command runs in a process of its own, in turn with the others, 15 times; the medians are
compared with `python -c pass` of the same run. A minimum far below its median shows a machine
that was busy; it is the median that has to meet a goal. Beside it stands the processor time, of
which other programs take nothing.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "startup.md"
ROUNDS = 15
NETNEW = str(Path(sys.executable).parent / "netnew")
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import netnew": [sys.executable, "-c", "import netnew"],
    "netnew --help": [NETNEW, "--help"],
    "netnew --version": [NETNEW, "--version"],
    "netnew meter stop": [NETNEW, "meter", "stop", str(ROOT / "examples" / "meeting-stop.json")],
    "netnew hook claude-code": [NETNEW, "hook", "claude-code"],
    "import sqlalchemy": [sys.executable, "-c", "import sqlalchemy"],
    "import pydantic": [sys.executable, "-c", "import pydantic"],
}
GOALS = {
    "import netnew": 150,
    "netnew --help": 400,
    "netnew meter stop": 250,
    "netnew hook claude-code": 500,
}
# What the hook is given: a tool has answered.
EVENT = {"hook_event_name": "PostToolUse", "session_id": "s", "tool_name": "Bash"}


class Start(NamedTuple):
    """What one start took."""

    seconds: float
    of_processor: float


def main() -> None:
    starts: dict[str, list[Start]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        started(COMMANDS["netnew hook claude-code"], folder)  # makes the database
        for _ in range(ROUNDS):
            for name, command in COMMANDS.items():
                starts[name].append(started(command, folder))
    bare = statistics.median(one.seconds for one in starts["python -c pass"])
    lines = [
        "| start | median | minimum | beside bare Python | processor, median | goal |",
        "|---|---|---|---|---|---|",
    ]
    for name, found in starts.items():
        middle = statistics.median(one.seconds for one in found)
        least = min(one.seconds for one in found) * 1000
        spent = statistics.median(one.of_processor for one in found) * 1000
        goal = verdict(middle * 1000, GOALS[name]) if name in GOALS else ""
        lines.append(
            f"| `{name}` | {middle * 1000:.0f} ms | {least:.0f} ms | {middle / bare:.1f}× "
            f"| {spent:.0f} ms | {goal} |"
        )
    table = "\n".join(lines)
    print(table)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(f"# Cold starts\n\n{(__doc__ or '').strip()}\n\n{table}\n", encoding="utf-8")


def started(command: list[str], folder: str) -> Start:
    """Run a command to its end, with the hook's event on stdin."""
    spent, began = children(), time.perf_counter()
    subprocess.run(
        command, cwd=folder, input=json.dumps(EVENT).encode(), stdout=subprocess.DEVNULL,
        check=False,  # `meter stop` says with its code whether to stop
    )  # fmt: skip
    return Start(time.perf_counter() - began, children() - spent)


def children() -> float:
    """Processor seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def verdict(milliseconds: float, goal: int) -> str:
    """The goal, and whether it was met."""
    return f"under {goal} ms: {'met' if milliseconds < goal else '**missed**'}"


if __name__ == "__main__":
    main()

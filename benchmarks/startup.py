"""How long a user waits before anything happens: cold starts beside a bare Python.

Each command runs in a process of its own, in turn with the others, 15 times; the medians are
compared with `python -c pass` of the same run. A minimum far below its median shows a machine
that was busy; it is the median that has to meet a goal.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "startup.md"
ROUNDS = 15
NETNEW = str(Path(sys.executable).parent / "netnew")
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import netnew": [sys.executable, "-c", "import netnew"],
    "netnew --help": [NETNEW, "--help"],
    "netnew --version": [NETNEW, "--version"],
    "import sqlalchemy": [sys.executable, "-c", "import sqlalchemy"],
    "import pydantic": [sys.executable, "-c", "import pydantic"],
}
GOALS = {"import netnew": 150, "netnew --help": 400}


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            started = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - started)
    bare = statistics.median(times["python -c pass"])
    lines = ["| start | median | minimum | beside bare Python | goal |", "|---|---|---|---|---|"]
    for name, found in times.items():
        median, least = statistics.median(found) * 1000, min(found) * 1000
        ratio = statistics.median(found) / bare
        goal = verdict(median, GOALS[name]) if name in GOALS else ""
        lines.append(f"| `{name}` | {median:.0f} ms | {least:.0f} ms | {ratio:.1f}× | {goal} |")
    table = "\n".join(lines)
    print(table)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(f"# Cold starts\n\n{(__doc__ or '').strip()}\n\n{table}\n", encoding="utf-8")


def verdict(milliseconds: float, goal: int) -> str:
    """The goal, and whether it was met."""
    return f"under {goal} ms: {'met' if milliseconds < goal else '**missed**'}"


if __name__ == "__main__":
    main()

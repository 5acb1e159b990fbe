"""Runs the code blocks of README and docs: `python` blocks, and the `$` lines of `console` ones.

A document starts in an empty folder that holds only `examples/`; its blocks build on each
other. In expected output, `…` stands for whatever is there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

ROOT = Path(__file__).resolve().parent


def setup(namespace: dict[str, Any]) -> None:
    folder = tempfile.TemporaryDirectory(prefix="netnew-docs")
    namespace["_folder"], namespace["_before"] = folder, Path.cwd()
    (Path(folder.name) / "examples").symlink_to(ROOT / "examples")
    os.chdir(folder.name)


def teardown(namespace: dict[str, Any]) -> None:
    os.chdir(namespace["_before"])
    namespace["_folder"].cleanup()


def run_console(example: Example) -> str | None:
    """Run each `$` line with bash and compare what it prints with the lines below it."""
    for command, expected in sessions(example.parsed):
        environment = {name: text for name, text in os.environ.items() if "NETNEW" not in name}
        environment |= {"PATH": f"{Path(sys.executable).parent}:{environment['PATH']}",
                        "COLUMNS": "80", "PYTHONHASHSEED": "random"}  # fmt: skip
        done = subprocess.run(
            ["bash", "-c", command], env=environment, capture_output=True, text=True, check=False
        )
        printed = "\n".join(line.rstrip() for line in (done.stdout + done.stderr).splitlines())
        if not matches(expected, printed):
            return (
                f"$ {command}\nexpected:\n{expected}\nprinted (exit {done.returncode}):\n{printed}"
            )
    return None


def sessions(block: str) -> list[tuple[str, str]]:
    """Split a console block into commands (`$ ` and, continued, `> `) and their output."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.startswith("> ") and found and not found[-1][1]:
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", [])
        elif found:
            found[-1][1].append(line.rstrip())
    return [(command, "\n".join(lines).strip("\n")) for command, lines in found]


def matches(expected: str, printed: str) -> bool:
    pattern = ".*?".join(re.escape(part) for part in expected.split("…"))
    return re.fullmatch(pattern, printed.strip("\n"), re.DOTALL) is not None


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(),
        CodeBlockParser(language="console", evaluator=run_console),
    ],
    patterns=["README.md", "docs/**/*.md"],
    path=str(ROOT),
    setup=setup,
    teardown=teardown,
).pytest()

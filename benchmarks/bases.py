"""A base of a million items from the command line, beside SQLite holding the same rows.

Each step is a process of its own: its time includes the start of Python, its peak memory the pages
of the files that it had mapped. One row per step, each SQLite peer right after what it is compared
with. `python -m benchmarks.bases 100000` takes fewer items.
"""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.corpus import claims, questions, texts

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
NETNEW = str(Path(sys.executable).parent / "netnew")
ASKED, ADDED = 200, 100
K = 10


def main(count: int = 1_000_000) -> None:
    with tempfile.TemporaryDirectory(prefix="netnew-bases") as name:
        folder = Path(name)
        # In a process of its own: a child's peak memory begins with that of the one it came from.
        run("--inputs", str(folder), str(count))
        lines = [
            f"# Bases: {count:,} short claims",
            "",
            " ".join((__doc__ or "").split("\n\n")[1].split()),
            "",
            f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
            f"SQLite {sqlite3.sqlite_version}. Items: "
            f"{(folder / 'items.jsonl').stat().st_size / 1e6:.0f} MB of JSON Lines. "
            f"Processes that wanted to run meanwhile, on average: {os.getloadavg()[2]:.1f}.",
        ]
        for lex in ("char5/1", "word2/1"):
            lines += ["", f"## Indexed by `{lex}`", "", *steps(folder, lex), *questions_of(folder)]
    text = "\n".join(lines) + "\n"
    print(text)
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"bases-{count}.md").write_text(text, encoding="utf-8")


def write_inputs(folder: Path, count: int) -> None:
    base = claims(count, seed=1)
    with (folder / "items.jsonl").open("w", encoding="utf-8") as file:
        for number, text in enumerate(texts(base)):
            file.write(json.dumps({"id": f"k{number:07d}", "text": text.decode()}) + "\n")
    asked = [text.decode() for text in texts(questions(base, ASKED, seed=2))]
    (folder / "asked.json").write_text(json.dumps(asked), encoding="utf-8")


def steps(folder: Path, lex: str) -> list[str]:
    database = f"sqlite:///{folder / lex.split('/', maxsplit=1)[0]}/netnew.db"
    items = str(folder / "items.jsonl")
    rows = []
    for label, command in {
        "netnew base add": ["add", "core", items, "--lex", lex],
        "SQLite: insert the same rows, keyed by id": "rows",
        "SQLite: insert them into FTS5 (trigram)": "fts",
        "netnew base snapshot": ["snapshot", "core"],
        "netnew base add, the same file again": ["add", "core", items],
        "netnew base compact": ["compact", "core"],
        "netnew base snapshot, compacted": ["snapshot", "core"],
        "netnew base verify": ["verify", "core"],
    }.items():
        if isinstance(command, str):
            (folder / f"{command}.db").unlink(missing_ok=True)
            own = [sys.executable, "-m", "benchmarks.bases", f"--sqlite-{command}", str(folder)]
        else:
            own = [NETNEW, "base", command[0], "--db", database, *command[1:]]
        seconds, megabytes = measured(own)
        files = on_disk(folder, label, lex)
        rows.append(f"| {label} | {seconds:.1f} s | {megabytes:,.0f} MB | {files} |")
    (folder / "database.txt").write_text(database)
    return ["| step | time | peak memory | files |", "|---|---|---|---|", *rows, ""]


def on_disk(folder: Path, label: str, lex: str) -> str:
    if "SQLite" in label:
        files = [folder / ("fts.db" if "FTS5" in label else "rows.db")]
    else:
        files = list((folder / lex.split("/", maxsplit=1)[0]).rglob("*.segment"))
    return f"{sum(file.stat().st_size for file in files) / 1e6:,.0f} MB in {len(files)}"


def measured(command: list[str]) -> tuple[float, float]:
    """Seconds and peak megabytes of a process."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def questions_of(folder: Path) -> list[str]:
    return json.loads(run("--ask", str(folder)))


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "benchmarks.bases", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def ask(folder: Path) -> list[str]:
    """Open, search and grow the base, and ask SQLite the same, in turn."""
    from netnew import Settings, connect

    asked = json.loads((folder / "asked.json").read_text(encoding="utf-8"))
    nn = connect((folder / "database.txt").read_text(), settings=Settings())
    kept = nn.bases.show("core").snapshots
    rows = []
    for name, one in (("as added", kept[0]), ("compacted", kept[-1])):
        opening, snapshot = timed(partial(nn.bases.open, one.snapshot_id))
        first, _ = timed(partial(snapshot.top_k, asked[0], K))
        best = [timed(partial(snapshot.top_k, text, K))[0] for text in asked]
        near = [timed(partial(snapshot.at_least, text, 1, 2))[0] for text in asked]
        rows += [
            row(f"open, {len(one.manifest.parts)} segments ({name})", [opening]),
            row(f"first top-{K} ({name})", [first]),
            row(f"top-{K} ({name})", best),
            row(f"all with J ≥ 1/2 ({name})", near),
        ]
    full_text = sqlite3.connect(folder / "fts.db")
    words = [timed(partial(trigrams, full_text, text))[0] for text in asked[:3]]
    rows.append(row(f"SQLite FTS5: top-{K} of any trigram", words))
    full_text.close()
    rows += growing(nn, folder, asked)
    nn.close()
    return ["| in one process | p50 | p99 |", "|---|---|---|", *rows]


def growing(nn: Any, folder: Path, asked: list[str]) -> list[str]:
    """Add one item, keep a snapshot and search it; beside one synced insert into SQLite."""
    plain = sqlite3.connect(folder / "rows.db", isolation_level=None)
    plain.execute("PRAGMA journal_mode=WAL")
    plain.execute("PRAGMA synchronous=FULL")
    both, bare = [], []
    for number in range(ADDED):
        text = f"{asked[number % ASKED]} {number}"

        def admit(name: str = f"new{time.time_ns()}", text: str = text) -> None:
            nn.bases.add("core", [{"id": name, "text": text}])
            nn.bases.snapshot("core").top_k(text, K)

        both.append(timed(admit)[0])
        values = f"new{number}", text
        bare.append(timed(partial(plain.execute, "INSERT INTO items VALUES (?, ?)", values))[0])
    plain.close()
    ratio = statistics.median(both) / statistics.median(bare)
    return [
        row("add one item, snapshot, top-10 against it", both),
        row("SQLite: one synced insert", bare),
        f"| the former beside the latter | {ratio:.1f}× | |",
    ]


def trigrams(database: sqlite3.Connection, text: str) -> list[Any]:
    grams = {text[at : at + 3].replace('"', "") for at in range(len(text) - 2)}
    query = " OR ".join(f'"{gram}"' for gram in sorted(grams) if len(gram) == 3)
    return database.execute(
        "SELECT id FROM items WHERE text MATCH ? ORDER BY rank LIMIT ?", (query, K)
    ).fetchall()


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds, and what came back."""
    started = time.perf_counter()
    answer = act()
    return (time.perf_counter() - started) * 1000, answer


def row(label: str, milliseconds: list[float]) -> str:
    ordered = sorted(milliseconds)
    last = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"| {label} | {statistics.median(ordered):.3g} ms | {last:.3g} ms |"


def fill_sqlite(folder: Path, form: str) -> None:
    database = sqlite3.connect(folder / f"{form}.db")
    if form == "fts":
        made = "CREATE VIRTUAL TABLE items USING fts5(id UNINDEXED, text, tokenize='trigram')"
    else:
        made = "CREATE TABLE items (id TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID"
    database.execute(made)
    with database, (folder / "items.jsonl").open(encoding="utf-8") as file:
        read = (json.loads(line) for line in file)
        database.executemany("INSERT INTO items VALUES (:id, :text)", read)
    database.close()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--ask", folder]:
            print(json.dumps(ask(Path(folder))))
        case ["--sqlite-rows" | "--sqlite-fts" as form, folder]:
            fill_sqlite(Path(folder), form.removeprefix("--sqlite-"))
        case ["--inputs", folder, count]:
            write_inputs(Path(folder), int(count))
        case [count]:
            main(int(count))
        case _:
            main()

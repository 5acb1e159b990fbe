"""`netnew memory import`, `export` and `audit`, as people and programs call them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.doors.conftest import Cli

FACTS = [
    {"kind": "fact", "subject": "api", "content": "The API allows 100 requests"},
    {"kind": "fact", "subject": "api", "content": "The API allows 250 requests"},
    {"kind": "decision", "text": "Use Postgres because it has partial indexes"},
]
MEM0 = [
    {"id": "1", "memory": "Likes tea", "user_id": "ann", "created_at": "2026-01-02"},
    {"id": "2", "memory": "Likes tea.", "user_id": "ann", "created_at": "2026-01-03"},
    {"id": "3", "memory": "Done! Pushed to main.", "user_id": "ann", "created_at": "2026-01-04"},
]


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    file = tmp_path / "notes.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in FACTS))
    return file


def test_importing_counts_each_outcome_and_the_same_file_adds_nothing(
    cli: Cli, notes: Path
) -> None:
    first, again = cli("memory", "import", "notes.jsonl"), cli("memory", "import", "notes.jsonl")

    assert (first.code, again.code) == (0, 0)
    assert first.out.splitlines()[0] == "brought into `agent`: 1 decision, 2 facts"
    assert "superseded  1  took the place" in first.out
    assert again.out.splitlines()[1].startswith("already  3  ")


def test_a_dry_run_says_what_the_run_does_and_changes_nothing(cli: Cli, notes: Path) -> None:
    told = cli("memory", "import", "notes.jsonl", "--dry-run", "--json").json
    nothing = cli("memory", "export")
    done = cli("memory", "import", "notes.jsonl", "--json").json

    assert nothing.code == 2
    assert told["outcomes"] == done["outcomes"]
    assert (told["dry_run"], done["dry_run"]) == (True, False)


def test_bad_lines_are_told_of_set_aside_and_written_down(cli: Cli, tmp_path: Path) -> None:
    lines = [json.dumps(FACTS[0])] * 6 + ["{broken", json.dumps(FACTS[2])]
    (tmp_path / "notes.jsonl").write_text("\n".join(lines))

    answer = cli("memory", "import", "notes.jsonl", "--rejected", "bad.jsonl")

    assert answer.code == 1
    assert answer.err.startswith("netnew: notes.jsonl:7: is no JSON (expecting property name")
    assert answer.err.count("\n") == 1
    [bad] = [json.loads(line) for line in (tmp_path / "bad.jsonl").read_text().splitlines()]
    assert (bad["file"], bad["line"], bad["text"]) == ("notes.jsonl", 7, "{broken")
    assert "set aside  1  could not be read" in answer.out
    assert len(cli("memory", "export").lines) == 3


def test_strict_stops_at_the_first_bad_line_and_keeps_what_came_before(
    cli: Cli, tmp_path: Path
) -> None:
    lines = [json.dumps(FACTS[0]), "oops", json.dumps(FACTS[2])]
    (tmp_path / "notes.jsonl").write_text("\n".join(lines))

    answer = cli("memory", "import", "notes.jsonl", "--strict")

    assert answer.code == 2
    assert answer.err.startswith("netnew: notes.jsonl:2: is no JSON")
    assert [line["kind"] for line in cli("memory", "export").lines] == ["memory", "fact"]


def test_more_bad_lines_than_a_screen_holds_are_counted(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text(json.dumps(FACTS[0]) + "\noops" * 50)

    answer = cli("memory", "import", "bad.jsonl")

    assert len(answer.err.splitlines()) == 21
    assert "and 30 more lines that could not be read" in answer.err


def test_each_thing_is_told_one_a_line_with_json(cli: Cli, notes: Path) -> None:
    *each, summary = cli("memory", "import", "notes.jsonl", "--each", "--json").lines

    assert [(one["line"], one["outcome"]) for one in each] == [
        (1, "kept"), (2, "superseded"), (3, "kept"),
    ]  # fmt: skip
    assert summary["read"] == 3


def test_a_stream_is_imported(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(MEM0).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)

    assert cli("memory", "import", "-", "--json").json["outcomes"]["confirmed"] == 1


def test_out_and_in_again(cli: Cli, notes: Path) -> None:
    cli("memory", "import", "notes.jsonl")

    written = cli("memory", "export", "-o", "all.jsonl")
    again = cli("memory", "import", "all.jsonl", "--agent", "copy", "--json").json

    assert written.out == "exported `agent` to all.jsonl, 4 lines\n"
    assert again["outcomes"]["superseded"] == 1
    assert len(cli("memory", "export", "--agent", "copy").lines) == 4


def test_an_export_for_people_is_markdown(cli: Cli, notes: Path, tmp_path: Path) -> None:
    cli("memory", "import", "notes.jsonl")

    cli("memory", "export", "-o", "all.md")

    page = (tmp_path / "all.md").read_text()
    assert page.startswith("# Memory of agent\n\n## Decisions\n")
    assert "### api\n\n- The API allows 250 requests (" in page
    assert "100 requests" not in page


def test_an_export_writes_over_nothing_unless_told(cli: Cli, notes: Path, tmp_path: Path) -> None:
    cli("memory", "import", "notes.jsonl")
    (tmp_path / "mine.jsonl").write_text("precious")

    refused = cli("memory", "export", "-o", "mine.jsonl")

    assert refused.code == 2
    assert refused.err == (
        "netnew: mine.jsonl is there already; name another file, or add --force\n"
    )
    assert (tmp_path / "mine.jsonl").read_text() == "precious"
    assert cli("memory", "export", "-o", "mine.jsonl", "--force").code == 0


def test_an_audit_of_a_file_shows_shares_and_examples_in_eighty_columns(
    cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / "mem0.json").write_text(json.dumps(MEM0, indent=1))

    answer = cli("memory", "audit", "mem0.json")

    assert answer.code == 0
    assert answer.out.splitlines()[0] == "mem0.json: 3 live facts and 0 live decisions"
    assert "duplicate          1          0   33.3%  says what another says" in answer.out
    assert "duplicate by same-text, 1.00 of 1.00 needed: the same words" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 80
    assert cli("memory", "export").code == 2


def test_an_audit_is_applied_when_told_and_taken_back(cli: Cli, tmp_path: Path) -> None:
    lines = [
        {"kind": "fact", "id": one["id"], "state": "active", "subject": "ann",
         "content": one["memory"]} for one in MEM0
    ]  # fmt: skip
    (tmp_path / "old.jsonl").write_text("\n".join(map(json.dumps, lines)))
    cli("memory", "import", "old.jsonl")
    before = cli("memory", "export").out

    looked = cli("memory", "audit")
    assert "Nothing was changed; --apply carries out" in looked.out
    assert cli("memory", "export").out == before
    applied = cli("memory", "audit", "--apply", "--json").json["applied"]
    assert len(applied["ids"]) == 2
    assert cli("memory", "export").out != before
    back = cli("memory", "audit", "--undo", applied["audit_id"])
    assert back.out == "taken back: 3 things stand as before\n"
    assert cli("memory", "export").out == before


def test_applying_says_how_to_take_it_back(cli: Cli) -> None:
    cli("memory", "decide", "Done! Pushed to main.", "--agent", "ann")

    shown = cli("memory", "audit", "--apply", "--agent", "ann").out

    assert "carried out: 1 noise" in shown
    assert "netnew memory audit --agent ann --undo audit_" in shown
    assert "netnew memory undo --agent ann decision_" in shown


DEEP = "[" * 100_000
BAD_FILES: dict[str, tuple[bytes, tuple[str, ...], int, str]] = {
    "empty": (b"", (), 2, "is empty"),
    "blank": (b" \n\n", (), 2, "is empty"),
    "binary": (b"\x7fELF\0\0", (), 2, "is binary"),
    "prose": (b"Dear diary", (), 2, "is of no tool that is known"),
    "numbers": (b"[1, 2, 3]", (), 2, "is of no tool that is known"),
    "deep": (DEEP.encode(), (), 2, "is of no tool that is known"),
    "deep named": (DEEP.encode(), ("--from", "mem0"), 1, "nested too deeply"),
    "deep line": (b'{"kind": "fact", "content": ' + DEEP.encode(), ("--from", "jsonl"), 1,
                  "nested too deeply"),
    "cut": (b'[{"memory": "a"},\n{"memory": "b', (), 1, "is no JSON"),
    "broken on line 7": (b'{"content": "x"}\n' * 6 + b"{", (), 1, ":7: is no JSON"),
    "wrong type": (b'{"content": ["x"]}', (), 1, "content: is a list, no text"),
    "wrong time": (b'{"content": "x", "observed_at": "soon"}', (), 1, "observed_at: is 'soon'"),
    "no object": (b'{"content": "x"}\n7', (), 1, ":2: is no JSON object"),
    "nul in a text": (b'{"content": "a\\u0000b"}', (), 1, "holds a NUL"),
    "half a character": (b'{"content": "\\ud800"}', (), 1, "lone surrogate"),
    "nul late": (b'{"content": "' + b"x" * 70_000 + b'"}\n\0\n', (), 1, "is no JSON"),
    "huge line": (b'{"content": "' + b"x" * (1 << 21) + b'"}', (), 1, "is longer than"),
    "long text": (b'{"content": "' + b"x" * 100_001 + b'"}', (), 1, "has 100001 characters"),
    "latin 1": ('{"content": "caf\xe9"}\n'.encode("latin-1"), (), 1, "is no UTF-8"),
    "latin 1 log": ("# L\n\n## 2026-05-01: caf\xe9\n".encode("latin-1"), (), 2, "is no UTF-8"),
    "other format": (b'{"content": "x"}', ("--from", "zep"), 2, "nothing imports from 'zep'"),
    "not that format": (b'{"content": "x"}', ("--from", "mem0"), 1, "memory: is missing"),
    "log without dates": (b"# Log\n\nhello\n", ("--from", "decision-log"), 1, "no dated decision"),
    "no record": (b"# Hello\n\nworld\n", ("--from", "adr"), 1, "is no decision record"),
    "unknown key": (b'{"content": "x", "colour": 1}', (), 1, "no fact has such a key"),
    "unknown frame": (b'{"text": "Use Go", "frame": "mood"}', (), 1, "frame 'mood' is not known"),
    "long session": (b'{"content": "x", "session_id": "' + b"s" * 201 + b'"}', (), 1, "session_id"),
    "newer format": (b'{"kind": "memory", "format": "netnew-memory/9"}', (), 1, "format"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_input_ends_in_one_readable_line(cli: Cli, tmp_path: Path, name: str) -> None:
    content, flags, code, says = BAD_FILES[name]
    (tmp_path / "input").write_bytes(content)

    answer = cli("memory", "import", "input", *flags)

    assert answer.code == code
    assert says in answer.err
    assert answer.err.startswith("netnew: ")
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("import", "missing.jsonl"), "missing.jsonl cannot be read (No such file"),
        (("import", "a\0b"), "cannot be read"),
        (("import", "."), "holds no Markdown file"),
        (("import", "plain"), "plain holds no decision record"),
        (("import", "plain", "--from", "mem0"), "plain is a folder"),
        (("import",), "Missing argument"),
        (("import", "ok.jsonl", "--agent", ""), "the agent is empty"),
        (("import", "ok.jsonl", "--rejected", "ok.jsonl"), "ok.jsonl is there already"),
        (("import", "ok.jsonl", "--db", "nonsense"), "is no database URL"),
        (("export",), "has no memory"),
        (("export", "--format", "csv"), "no export is called 'csv'"),
        (("export", "--format", "markdown", "--json"), "--json prints no Markdown"),
        (("audit", "--agent", "nobody"), "has no memory"),
        (("audit", "missing.json"), "missing.json cannot be read"),
        (("audit", "ok.jsonl", "--apply"), "a file is only looked at"),
        (("audit", "--only", "noise"), "--only goes with --apply"),
        (("audit", "--examples", "-1"), "--examples"),
    ],
)
def test_wrong_use_ends_in_one_line_and_exit_code_2(
    cli: Cli, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    (tmp_path / "ok.jsonl").write_text('{"kind": "fact", "content": "x"}')
    (tmp_path / "plain").mkdir()
    if arguments == ("import", "plain"):
        (tmp_path / "plain" / "README.md").write_text("# Hello")
        (tmp_path / "plain" / "other.md").write_text("# Hello")

    answer = cli("memory", *arguments)

    assert answer.code == 2
    assert says in answer.err
    assert answer.err.count("\n") == 1


def test_a_place_that_cannot_be_written_is_named(cli: Cli, notes: Path, tmp_path: Path) -> None:
    cli("memory", "import", "notes.jsonl")

    assert "there is no folder gone" in cli("memory", "export", "-o", "gone/all.jsonl").err
    assert ". is a folder" in cli("memory", "export", "-o", ".").err


def test_one_bad_record_of_a_folder_does_not_keep_the_others_out(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "adr"
    folder.mkdir()
    (folder / "0001-go.md").write_text("# 1. Go\n\n## Status\n\nAccepted\n\n## Decision\n\nGo.\n")
    (folder / "0002-bin.md").write_bytes(b"\0")
    (folder / "0003-day.md").write_text("---\nstatus: accepted\ndate: 2026-02-30\n---\n# Day\n")

    answer = cli("memory", "import", "adr", "--json")

    assert answer.code == 1
    assert answer.json["outcomes"]["kept"] == 1
    assert [one["file"] for one in answer.json["set_aside"]] == [
        "adr/0002-bin.md", "adr/0003-day.md",
    ]  # fmt: skip

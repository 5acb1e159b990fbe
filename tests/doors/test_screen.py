"""What is stored cannot colour, crash or command the terminal of who looks at it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import netnew
from netnew.doors.cli.screen import visible
from tests.doors.conftest import Cli

HOSTILE = [
    "[/red]",
    "[bold]x",
    "[link=https://x]",
    ":smiley:",
    "\x1b]0;title\x07\x1b[2J",
    "\x9b31m",
]
SHOWN = dict(zip(HOSTILE, [*HOSTILE[:4], r"\x1b]0;title\x07\x1b[2J", r"\x9b31m"], strict=True))


@pytest.fixture(params=HOSTILE, ids=ascii)
def text(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A hostile text, put into the database as a stream and a kind by an edit of its file."""
    file = tmp_path / ".netnew" / "netnew.db"
    with netnew.connect(f"sqlite:///{file}", settings=netnew.Settings()) as nn:
        nn.ledger.append("stream", [netnew.Entry("note", {"n": 1})])
    with sqlite3.connect(file) as database:
        database.execute("UPDATE ledger_rows SET stream = ?, kind = ?", [request.param] * 2)
        database.execute("UPDATE ledger_heads SET stream = ?", [request.param])
    database.close()
    return str(request.param)


@pytest.mark.parametrize("command", ["list", "show", "verify"])
def test_names_in_the_ledger_are_shown_as_they_are(cli: Cli, text: str, command: str) -> None:
    answer = cli("ledger", command, *([text] if command == "show" else []))
    assert SHOWN[text] in answer.out
    assert not set(answer.out) & {"\x1b", "\x07", "\x9b"}
    assert answer.err == ""


def test_texts_of_a_base_and_a_transcript_are_shown_as_they_are(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "log.md").write_text("".join(f"user: {text} is it.\n\n" for text in HOSTILE))
    answer = cli("meter", "extract", "log.md")
    assert "[/red]" in answer.out
    assert not set(answer.out) & {"\x1b", "\x07", "\x9b"}


def test_errors_show_control_characters_as_escapes(cli: Cli) -> None:
    answer = cli("ledger", "show", "\x1b[2J\x9b")
    assert answer.err.startswith(r"netnew: no stream `\x1b[2J\x9b` in workspace")


def test_doctor_names_the_extra_to_install(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("netnew.diagnosis._version", lambda _package: None)
    assert "pip install 'netnew[kernel]'" in " ".join(cli("doctor").out.split())


def test_newline_and_tab_stay_and_every_other_control_is_escaped() -> None:
    assert visible("a\n\tb") == "a\n\tb"
    controls = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (9, 10)]
    assert all(visible(one) == f"\\x{ord(one):02x}" for one in controls)

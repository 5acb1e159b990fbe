"""The command line: answers on stdout, one line on stderr for each problem, exit codes."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import netnew
from tests.doors.conftest import Cli
from tests.parts import ROOT


def fill(folder: Path) -> None:
    with netnew.connect(f"sqlite:///{folder}/.netnew/netnew.db", settings=netnew.Settings()) as nn:
        nn.ledger.append("gate", [netnew.Entry("note", {"n": n}) for n in range(3)])
        nn.ledger.append("meter", [netnew.Entry("note", {"text": "[bold]not markup[/]\ud800"})])


def test_an_empty_ledger_says_what_fills_it(cli: Cli) -> None:
    assert cli("ledger", "list") == (
        0,
        "The ledger is empty; `netnew demo` shows one that is not.\n",
        "",
    )
    assert cli("ledger", "list", "--json").json == {"heads": []}
    assert cli("ledger", "verify").out == "whole: 0 rows in 0 streams\n"


def test_list_show_and_verify(cli: Cli, tmp_path: Path) -> None:
    fill(tmp_path)
    heads = cli("ledger", "list", "--json").json["heads"]
    assert [(head["stream"], head["seq"]) for head in heads] == [("gate", 3), ("meter", 1)]
    assert [row["body"] for row in cli("ledger", "show", "gate", "--json").lines] == [
        {"n": 0}, {"n": 1}, {"n": 2},
    ]  # fmt: skip
    assert len(cli("ledger", "show", "gate", "--after", "2").out.splitlines()) == 1
    assert cli("ledger", "show", "meter", "--json").lines[0]["body"]["text"].endswith("\ud800")
    assert cli("ledger", "verify").out == "whole: 4 rows in 2 streams\n"


def test_a_broken_ledger_exits_1_and_names_the_row(cli: Cli, tmp_path: Path) -> None:
    fill(tmp_path)
    with sqlite3.connect(tmp_path / ".netnew" / "netnew.db") as database:
        database.execute("UPDATE ledger_rows SET body_json='{}' WHERE stream='gate' AND seq=2")
    database.close()
    answer = cli("ledger", "verify")
    assert answer.code == 1
    assert "edited" in answer.out
    assert "broken" in answer.out
    document = cli("ledger", "verify", "--json").json
    assert document["ok"] is False
    assert [(f["stream"], f["seq"], f["damage"]) for f in document["faults"]] == [
        ("gate", 2, "edited")
    ]


def test_kept_heads_find_a_ledger_made_anew(cli: Cli, tmp_path: Path) -> None:
    fill(tmp_path)
    (tmp_path / "heads.json").write_text(cli("ledger", "list", "--json").out)
    assert "2 kept heads passed" in cli("ledger", "verify", "--against", "heads.json").out
    for file in (tmp_path / ".netnew").iterdir():
        file.unlink()
    fill(tmp_path)
    assert cli("ledger", "verify").code == 0
    assert cli("ledger", "verify", "--against", "heads.json").code == 1


BAD = {
    ("ledger", "verify", "--against", "absent.json"): "absent.json cannot be read (No such file",
    ("ledger", "verify", "--against", "."): ". cannot be read (Is a directory)",
    ("ledger", "verify", "--against", "broken.json"): "broken.json: is no JSON",
    (
        "ledger",
        "verify",
        "--against",
        "list.json",
    ): "list.json: holds no list of heads; make it with",
    ("ledger", "verify", "--against", "binary.json"): "binary.json: is no JSON",
    ("ledger", "verify", "--against", "empty.json"): "empty.json: is no JSON",
    ("ledger", "show", "nowhere"): "no stream `nowhere` in workspace `default`; there are none yet",
    ("ledger", "show"): "Missing argument",
    ("ledger", "show", "x", "--after", "-1"): "--after",
    ("ledger", "show", "x", "--after", "two"): "--after",
    ("ledger", "show", "x", "--after", str(2**63)): "--after",
    ("ledger", "verify", "--against", "heads-object.json"): "holds no list of heads; make it with",
    ("ledger", "verify", "--against", "huge.json"): "huge.json: head 1 is none; make it with",
    ("ledger", "verify", "--against", "zero.json"): "zero.json: head 1 is none",
    ("ledger", "verify", "--against", "unprintable.json"): "unprintable.json: head 1 is none",
    ("ledger", "verify", "--against", "digits.json"): "digits.json: is no JSON",
    ("ledger", "verify", "--against", "deep.json"): "deep.json: is no JSON",
    (
        "ledger",
        "list",
        "--db",
        "nonsense",
    ): "`nonsense` is no database URL; write it like sqlite:///",
    ("ledger", "list", "--db", "mysql://x/y"): "`mysql` is no database that netnew knows",
    (
        "base",
        "add",
        "core",
        "list.json",
        "--db",
        "sqlite:////proc/x/y.db",
    ): "the folder /proc/x cannot be made",
    ("ledger", "list", "--workspace", " "): "--workspace is empty",
    ("ledger", "nonsense"): "No such command 'nonsense'; `netnew ledger --help` shows",
    ("nonsense",): "No such command 'nonsense'; `netnew --help` shows what it takes",
    ("--nonsense",): "No such option: --nonsense; `netnew --help` shows what it takes",
    ("doctor", "extra"): "`netnew doctor --help` shows what it takes",
}


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_bad_input_is_one_line_with_a_way_out(
    cli: Cli, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "broken.json").write_text('{"heads": [')
    (tmp_path / "list.json").write_text("[1, 2]")
    (tmp_path / "binary.json").write_bytes(bytes(range(256)))
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "heads-object.json").write_text('{"heads": {}}')
    (tmp_path / "deep.json").write_text("[" * 200_000)
    one = '{"heads": [{"stream": "%s", "seq": %s, "seal": "x"}]}'
    (tmp_path / "huge.json").write_text(one % ("gate", 2**63))
    (tmp_path / "zero.json").write_text(one % ("gate", 0))
    (tmp_path / "unprintable.json").write_text(one % (r"\ud800", 1))
    (tmp_path / "digits.json").write_text(one % ("gate", "9" * 5000))
    answer = cli(*arguments)
    assert answer.code in (1, 2)
    assert answer.out == ""
    assert len(answer.err.splitlines()) == 1
    assert answer.err.startswith("netnew: ")
    assert BAD[arguments] in answer.err
    assert "; " in answer.err


def test_a_broken_netnew_toml_is_one_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "netnew.toml").write_text("workspcae = 'x'\n")
    answer = cli("ledger", "list")
    assert (answer.code, len(answer.err.splitlines())) == (2, 1)
    assert "did you mean `workspace`?" in answer.err


def test_debug_shows_the_traceback_and_keeps_the_exit_code(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "netnew", "ledger", "list", "--db", "nonsense", "--debug"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Traceback" in done.stderr
    assert done.returncode == netnew.SettingError.exit_code == 2


@pytest.mark.parametrize("path", [(), ("base",), ("ledger",), ("meter",)])
def test_without_arguments_there_is_the_help_and_nothing_else(
    cli: Cli, path: tuple[str, ...]
) -> None:
    answer = cli(*path)
    assert (answer.code, answer.err) == (2, "")
    assert answer.out.strip() == cli(*path, "--help").out.strip()


@pytest.mark.parametrize(
    "arguments",
    [
        ("ledger", "list"),
        ("ledger", "show", "gate"),
        ("ledger", "verify"),
        ("base", "list"),
        ("base", "show", "core"),
        ("base", "verify", "core"),
        ("base", "snapshot", "core"),
    ],
    ids=" ".join,
)
def test_reading_makes_no_database_where_one_was_named(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    url = "sqlite:///typo/none.db"
    answers = [cli(*arguments, "--db", url)]
    monkeypatch.setenv("NETNEW_DB", url)
    answers.append(cli(*arguments))
    for answer in answers:
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith("netnew: there is no database typo/none.db; check the name")
    assert list(tmp_path.iterdir()) == []


def test_what_nobody_foresaw_is_one_line_too(tmp_path: Path) -> None:
    code = (
        "import sys, netnew, netnew.doors.cli as cli\n"
        "def fail(**_): raise ZeroDivisionError('x')\n"
        "netnew.connect = fail; netnew.read_settings = fail\n"
        "sys.argv = ['netnew', 'doctor']; cli.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == (
        "netnew: an error in netnew itself (ZeroDivisionError: x); --debug shows where\n"
    )


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    fill(tmp_path)
    with netnew.connect(
        f"sqlite:///{tmp_path}/.netnew/netnew.db", settings=netnew.Settings()
    ) as nn:
        nn.ledger.append("gate", [netnew.Entry("note", {"text": "x" * 1000})] * 500)
    command = f"{sys.executable} -m netnew ledger show gate --json | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert json.loads(done.stdout)["seq"] == 1
    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_stdout_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "netnew", "ledger", "list", "--json"],
            cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "No space left" in done.stderr


def test_interrupted_it_ends_with_130_and_no_traceback(tmp_path: Path) -> None:
    code = (
        "import sys, netnew, netnew.doors.cli as cli\n"
        "def wait(*_, **__):\n    print('ready', flush=True)\n    import time; time.sleep(30)\n"
        "netnew.connect = wait; sys.argv = ['netnew', 'ledger', 'list']; cli.main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_doctor_reports_and_exits_by_what_it_found(cli: Cli, tmp_path: Path) -> None:
    fill(tmp_path)
    document = cli("doctor", "--json").json
    assert document["ok"] is True
    assert {"python", "netnew", "kernel", "database", "ledger"} <= {
        check["name"] for check in document["checks"]
    }
    with sqlite3.connect(tmp_path / ".netnew" / "netnew.db") as database:
        database.execute("DELETE FROM ledger_rows WHERE stream='gate' AND seq=2")
    database.close()
    answer = cli("doctor")
    assert answer.code == 1
    assert "faults in the chains: 1" in answer.out


def test_doctor_looks_at_every_extra_that_can_be_installed(cli: Cli) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    looked_at = {
        check["name"].removeprefix("extra ")
        for check in cli("doctor", "--json").json["checks"]
        if check["name"].startswith("extra ")
    }
    assert looked_at == set(project["optional-dependencies"])


def test_doctor_names_a_misspelt_variable(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NETNEW_DURABLITY", "normal")
    document = cli("doctor", "--json").json
    assert document["ok"] is False
    assert {
        "name": "environment",
        "state": "wrong",
        "found": "NETNEW_DURABLITY is no setting",
        "way_out": "did you mean NETNEW_DURABILITY?",
    } in document["checks"]


def test_doctor_never_shows_a_password(cli: Cli) -> None:
    url = "postgresql://me:s3cret@127.0.0.1:1/x"
    for flags in ((), ("--json",)):
        answer = cli("doctor", "--db", url, *flags)
        assert answer.code == 1
        assert "s3cret" not in answer.out + answer.err


def test_version_and_module_form(cli: Cli) -> None:
    assert cli("--version").out == f"netnew {netnew.__version__}\n"
    done = subprocess.run(
        [sys.executable, "-m", "netnew", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"netnew {netnew.__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_shown(shell: str) -> None:
    environment = os.environ | {"_NETNEW_COMPLETE": f"source_{shell}"}
    done = subprocess.run(
        [Path(sys.executable).parent / "netnew"],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "netnew" in done.stdout
    assert "complet" in done.stdout

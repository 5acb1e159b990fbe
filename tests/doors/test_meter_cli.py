"""`netnew meter`: what each command prints, writes and exits with."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import netnew
from netnew.meter.records import Round
from tests.doors.conftest import Cli
from tests.meter.transcripts import TOPICS, round_

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MEETING = str(EXAMPLES / "meeting-stop.json")
READY = {"next_actions": ["Run the pump"]}


def trace(path: Path, *rounds: dict[str, object]) -> str:
    path.write_text("".join(json.dumps(each) + "\n" for each in rounds), encoding="utf-8")
    return str(path)


def test_score_shows_signal_reasons_rounds_and_what_would_change_it(cli: Cli) -> None:
    found = cli("meter", "score", MEETING)

    assert found.code == 0
    assert found.out.startswith("SHIP after round 6: Converged.")
    assert "0.85 HIGH" in found.out
    assert "To change this:" in found.out
    assert max(map(len, found.out.splitlines())) <= 80


def test_score_as_json_is_one_document_of_the_contract(cli: Cli) -> None:
    found = cli("meter", "score", MEETING, "--json", "--profile", "0.2").json

    assert set(found) >= {
        "score", "components", "novelty_by_round", "readiness_by_round", "stop_recommendation",
        "hint", "warnings",
    }  # fmt: skip
    assert found["profile"] == "0.2"
    assert found["components"]["action_readiness"] == 0.65


@pytest.mark.parametrize(
    ("name", "code"), [("exact-repeat", 10), ("blocker-present", 20), ("question-accumulation", 0)]
)
def test_stop_answers_with_its_exit_code(cli: Cli, name: str, code: int) -> None:
    assert cli("meter", "stop", str(EXAMPLES / f"calibration/{name}.json")).code == code


def test_stop_reads_standard_input() -> None:
    command = [sys.executable, "-m", "netnew", "meter", "stop", "-", "--json"]
    given = Path(MEETING).read_bytes()

    done = subprocess.run(command, input=given, capture_output=True, check=False)

    assert done.returncode == 10
    assert json.loads(done.stdout)["signal"] == "SHIP"


def test_a_faulty_line_is_named_and_nothing_is_on_stdout(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_text(json.dumps(round_(1, TOPICS[:1])) + '\n{"round": 2}\n', encoding="utf-8")

    found = cli("meter", "stop", str(file), "--json")

    assert (found.code, found.out) == (2, "")
    assert "trace.jsonl:2" in found.err
    assert len(found.err.splitlines()) == 1


def test_settings_of_the_project_apply_and_flags_win(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "netnew.toml").write_text(
        '[meter]\nprofile = "0.2"\n[meter.patience]\nship = 3\n', encoding="utf-8"
    )
    found = cli("meter", "score", MEETING, "--json").json
    assert (found["profile"], found["stop_recommendation"]["signal"]) == ("0.2", "CONTINUE")

    assert cli("meter", "score", MEETING, "--json", "--profile", "0.3").json["profile"] == "0.3"


def test_a_wrong_setting_of_the_project_is_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "netnew.toml").write_text("[meter.novelty]\nlow = 7\n", encoding="utf-8")

    found = cli("meter", "score", MEETING)

    assert found.code == 2
    assert "meter.novelty.low" in found.err


@pytest.mark.parametrize("kind", ["svg", "png", "html"])
def test_plot_writes_the_curve_with_its_stop(cli: Cli, tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"curve.{kind}"

    assert cli("meter", "plot", MEETING, "-o", str(file)).code == 0

    content = file.read_bytes()
    assert b"stop at round 5" in content or kind == "png"
    assert b"rate of new claims (bars)" in content or kind == "png"
    if kind == "html":
        assert b'src="http' not in content


def test_plot_refuses_other_kinds(cli: Cli) -> None:
    assert cli("meter", "plot", MEETING, "-o", "curve.gif").code == 2


def test_calibrate_prints_confusion_and_thresholds(cli: Cli) -> None:
    found = cli("meter", "calibrate", str(EXAMPLES / "calibration"))

    assert found.code == 0
    assert "8 of 8 transcripts" in found.out
    assert "novelty.low" in found.out


def test_extract_gives_a_transcript_that_score_reads(cli: Cli, tmp_path: Path) -> None:
    log = str(EXAMPLES / "sessions/meeting-notes.md")
    found = cli("meter", "extract", log, "--json")
    file = tmp_path / "notes.json"
    file.write_text(found.out, encoding="utf-8")

    # A ticked box is news: so the last round still brings something.
    assert cli("meter", "stop", str(file)).out.startswith("CONTINUE after round 3")
    assert "read as markdown" in cli("meter", "extract", log).out


@pytest.mark.parametrize("log", sorted((EXAMPLES / "sessions").iterdir()), ids=lambda f: f.name)
def test_score_and_stop_read_a_log_as_it_is(cli: Cli, tmp_path: Path, log: Path) -> None:
    (tmp_path / "trace.json").write_text(cli("meter", "extract", str(log), "--json").out)
    expected = cli("meter", "score", "trace.json", "--json").json

    assert cli("meter", "score", str(log), "--json").json == expected
    assert cli("meter", "stop", str(log)).code == cli("meter", "stop", "trace.json").code


def test_a_log_of_another_format_is_refused_and_a_bad_transcript_stays_one(
    cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / "bad.json").write_text('{"rounds": 3}')

    assert "rounds: is a number" in cli("meter", "score", "bad.json").err
    assert cli("meter", "score", "bad.json", "--from", "openai").code == 2
    assert "telegram" in cli("meter", "score", "bad.json", "--from", "telegram").err


def test_a_log_with_a_bad_entry_is_refused_as_a_log(cli: Cli, tmp_path: Path) -> None:
    log = [
        {"role": "assistant", "content": "The kiln cracks at night."},
        {"role": "assistant", "content": 5},
    ]
    (tmp_path / "log.json").write_text(json.dumps(log))

    found = cli("meter", "score", str(tmp_path / "log.json"))

    assert found.code == 2
    assert "log.json: [1]: has a content" in found.err
    assert '"role": "assistant"' in found.err


@pytest.mark.parametrize("text", ['{"rounds": []}', '[{"role": "user", "content": "Hello there"}]'])
def test_a_file_without_rounds_is_named(cli: Cli, tmp_path: Path, text: str) -> None:
    file = tmp_path / "none.json"
    file.write_text(text)

    said = cli("meter", "stop", str(file)).err
    assert "none.json:1: holds no rounds; write {" in said
    assert '{"role": "assistant", "content": "…"}' in said


@pytest.mark.parametrize(
    "text", ['{"messages": []}', '{"type": "assistant", "message": 3}', '{"messages": 3}']
)
def test_what_looks_like_a_log_gets_advice_about_logs(cli: Cli, tmp_path: Path, text: str) -> None:
    file = tmp_path / "log.json"
    file.write_text(text, encoding="utf-8")

    said = cli("meter", "score", str(file)).err

    assert "log.json:1: looks like a log without a turn to read; a good entry: {" in said


def test_what_is_no_folder_cannot_be_calibrated_on(cli: Cli, tmp_path: Path) -> None:
    assert "absent: is no directory" in cli("meter", "calibrate", str(tmp_path / "absent")).err


def test_watch_follows_a_growing_trace_and_runs_a_command(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    file.touch()
    mark = tmp_path / "mark"
    command = [
        sys.executable, "-m", "netnew", "meter", "watch", str(file), "--interval-seconds", "0.05",
        "--idle-seconds", "30", "--run", f"echo $NETNEW_SIGNAL $NETNEW_ROUND > {mark}",
    ]  # fmt: skip
    watching = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    lines = [json.dumps(round_(n, TOPICS[:2], **READY)) + "\n" for n in (1, 2)]

    with file.open("a", encoding="utf-8") as out:
        for piece in (lines[0][:20], lines[0][20:], lines[1]):
            out.write(piece)
            out.flush()
            time.sleep(0.1)
    shown, _ = watching.communicate(timeout=60)

    assert watching.returncode == 10
    assert mark.read_text(encoding="utf-8") == "SHIP 2\n"
    assert [line.split()[-1] for line in shown.splitlines()] == ["CONTINUE", "SHIP"]


def test_watch_ends_when_nothing_comes(cli: Cli, tmp_path: Path) -> None:
    file = trace(tmp_path / "t.jsonl", round_(1, TOPICS[:2]))

    found = cli(
        "meter", "watch", file, "--json", "--idle-seconds", "0.2", "--interval-seconds", "0.05"
    )

    assert found.code == 0
    assert [line["signal"] for line in found.lines] == ["CONTINUE"]


def test_watch_begins_anew_where_the_trace_does(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = [Round(number, (TOPICS[0],)) for number in (1, 2, 1)]
    monkeypatch.setattr(netnew, "follow_rounds", lambda *_, **__: rounds, raising=False)

    found = cli("meter", "watch", "trace.jsonl", "--json")

    assert [line["new_claims"] for line in found.lines] == [1, 0, 1]


def test_watch_says_when_the_command_fails(cli: Cli, tmp_path: Path) -> None:
    file = trace(tmp_path / "t.jsonl", *(round_(n, TOPICS[:2], **READY) for n in (1, 2)))  # type: ignore[arg-type]

    found = cli("meter", "watch", file, "--run", "exit 3", "--idle-seconds", "1")

    assert found.code == 2
    assert "ended with 3" in found.err

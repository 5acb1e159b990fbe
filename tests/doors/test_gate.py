"""`netnew gate`, `policy`, `review` and `replay`, as their users call them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pyarrow.parquet import read_table

from netnew.foundation.files import FolderLock
from tests.doors.conftest import Cli
from tests.gate.shelf import CORE, USER

ORPHAN = {"claim_id": "z", "raw_idea": "Quantum zebras", "risk_class": "HIGH"}
LINES = [
    {"claim_id": "known", "raw_idea": USER[0]["text"]},
    {"claim_id": "near", "raw_idea": "The p95 latency must stay under 500 ms."},
    ORPHAN,
    {"claim_id": "new", "raw_idea": "Alice prefers black coffee."},
]


def write(file: Path, lines: list[dict[str, object]]) -> str:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file.name


@pytest.fixture
def bases(cli: Cli, tmp_path: Path) -> Cli:
    for name, items in (("notes", USER), ("core", CORE)):
        assert cli("base", "add", name, write(tmp_path / f"{name}.jsonl", items)).code == 0
    return cli


def unbroken(shown: str) -> str:
    return " ".join(shown.split())


def judged(cli: Cli, file: str, *options: str) -> list[dict[str, object]]:
    answer = cli("gate", "judge", file, "--user", "notes", "--core", "core", *options)
    assert answer.code == 0, answer.err
    return answer.lines


def test_judge_writes_one_object_a_claim_in_order(bases: Cli, tmp_path: Path) -> None:
    found = judged(bases, write(tmp_path / "c.jsonl", LINES), "--json")
    assert [(one["claim_id"], one["kgr"]["class"]) for one in found] == [
        ("known", "KNOWN"), ("near", "NEAR_DUP"), ("z", "NOVEL_ORPHAN"), ("new", "NOVEL_CONNECTED"),
    ]  # fmt: skip
    assert found[1]["diff_stub"]["diff_notes"][0] == "number: claim < 500 ms, anchor < 200 ms"
    assert set(found[2]) == {"claim_id", "kgr", "route", "side_records", "oir"}


def test_csv_and_parquet_and_stdin_are_read_alike(
    bases: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    plain = judged(bases, write(tmp_path / "c.jsonl", LINES))
    rows = [",".join((str(one["claim_id"]), f'"{one["raw_idea"]}"', str(one.get("risk_class", ""))))
            for one in LINES]  # fmt: skip
    (tmp_path / "c.csv").write_text("\n".join(["claim_id,raw_idea,risk_class", *rows]) + "\n")
    columns = [{"risk_class": None, **one} for one in LINES]
    parquet.write_table(pa.Table.from_pylist(columns), tmp_path / "c.parquet")
    with (tmp_path / "c.jsonl").open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        others = [judged(bases, name) for name in ("c.csv", "c.parquet", "-")]
    ids = [[one["kgr"]["kgr_id"] for one in found] for found in (plain, *others)]
    assert ids == [ids[0]] * 4


def test_a_bad_line_is_named_and_set_aside(bases: Cli, tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    write(file, LINES)
    file.write_text(file.read_text() + "nonsense\n" + '{"raw_ide": "x"}\n')
    arguments = ("gate", "judge", "c.jsonl", "--user", "notes", "--core", "core")
    answer = bases(*arguments, "-o", "out")
    assert answer.code == 1
    assert answer.err.count("c.jsonl:5: is no JSON") == 1
    assert "did you mean `raw_idea`?" in answer.err
    rejected = (tmp_path / "out" / "rejected.jsonl").read_text().splitlines()
    assert [json.loads(line)["line"] for line in rejected] == [5, 6]
    strict = bases(*arguments, "--strict")
    assert (strict.code, strict.err[:30]) == (2, "netnew: c.jsonl:5: is no JSON ")
    assert len(strict.err.splitlines()) == 1


def test_a_file_that_cannot_be_read_on_has_what_stands_before_judged(
    bases: Cli, tmp_path: Path
) -> None:
    (tmp_path / "c.csv").write_text('claim_id,raw_idea,risk_class\ngood,Zebras,LOW\n"bad,Tea\n')

    answer = bases("gate", "judge", "c.csv", "--user", "notes", "--core", "core")

    assert (answer.code, [one["claim_id"] for one in answer.lines]) == (2, ["good"])
    assert answer.err.startswith("netnew: c.csv:3: is no CSV")


def test_two_runs_cannot_write_to_one_folder(bases: Cli, tmp_path: Path) -> None:
    arguments = ("gate", "judge", write(tmp_path / "c.jsonl", LINES), "--user", "notes")
    lock = FolderLock(tmp_path)
    kept_out = bases(*arguments, "--core", "core", "-o", str(tmp_path))
    lock.release()
    let_in = bases(*arguments, "--core", "core", "-o", str(tmp_path))

    assert (kept_out.code, let_in.code) == (2, 0)
    assert "another run is writing to" in kept_out.err


def test_a_file_in_place_of_the_folder_is_named(bases: Cli, tmp_path: Path) -> None:
    file = write(tmp_path / "c.jsonl", LINES)

    answer = bases("gate", "judge", file, "--user", "notes", "--core", "core", "-o", file)

    assert (answer.code, answer.err) == (
        2, f"netnew: {file} is no folder; name another, or one that is not there yet\n"
    )  # fmt: skip


@pytest.mark.parametrize("option", [("--risk", "EXTREME"), ("-k", "99999999")])
def test_an_option_that_no_line_can_have_is_said_once(
    bases: Cli, tmp_path: Path, option: tuple[str, str]
) -> None:
    write(tmp_path / "c.jsonl", LINES)

    answer = bases("gate", "judge", "c.jsonl", "--user", "notes", "--core", "core", *option)

    assert (answer.code, answer.out, len(answer.err.splitlines())) == (2, "", 1)
    assert option[1] in answer.err


def test_an_id_that_waits_can_be_copied_from_a_narrow_screen(bases: Cli, tmp_path: Path) -> None:
    line = {"claim_id": "o", "raw_idea": "Zebras sleep standing " * 9, "risk_class": "LOW"}
    (found,) = judged(bases, write(tmp_path / "c.jsonl", [line]))

    shown = bases("gate", "deferred").out

    assert found["side_records"][0]["side_record_id"] in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_explain_names_what_differs_though_the_route_did_not_need_it(
    bases: Cli, tmp_path: Path
) -> None:
    line = {"claim_id": "n", "raw_idea": "Alice drinks 3 cups of green tea in the morning."}
    (found,) = judged(bases, write(tmp_path / "c.jsonl", [line]))
    assert found["kgr"]["class"] == "NOVEL_CONNECTED"

    told = bases("gate", "explain", found["kgr"]["kgr_id"], "--json").json

    assert told["explanation"]["differences"] == ["number: claim 3 cup, anchor none"]


def test_records_are_split_by_kind_and_a_run_is_done_once(bases: Cli, tmp_path: Path) -> None:
    write(tmp_path / "c.jsonl", LINES)
    arguments = ("gate", "judge", "c.jsonl", "--user", "notes", "--core", "core", "-o", "out")
    first = bases(*arguments, "--json").json
    assert (first["judged"], first["classes"]["KNOWN"]) == (4, 1)
    counts = {
        path.stem: len(path.read_text().splitlines()) for path in (tmp_path / "out").glob("*.jsonl")
    }
    assert counts == {
        "kgr": 4, "routes": 4, "diff_stubs": 2, "oirs": 1, "side_records": 1,
        "evidence_gap_plans": 0, "rejected": 0,
    }  # fmt: skip
    again = bases(*arguments, "--json").json
    assert (again["judged"], again["skipped"]) == (0, 4)
    other = bases(*arguments, "--risk", "LOW")
    assert (other.code, "holds another run" in other.err) == (2, True)


def test_records_come_as_parquet_too(bases: Cli, tmp_path: Path) -> None:
    write(tmp_path / "c.jsonl", LINES)
    arguments = ("gate", "judge", "c.jsonl", "--user", "notes", "--core", "core", "--parquet")
    assert bases(*arguments, "-o", "out").code == 0

    rows = read_table(tmp_path / "out" / "kgr.parquet").to_pylist()

    told = (tmp_path / "out" / "kgr.jsonl").read_text()
    lines = [json.loads(line) for line in told.splitlines()]
    assert [row["kgr_id"] for row in rows] == [line["kgr_id"] for line in lines]
    assert [row["tie_break_applied"] for row in rows] == [False] * 4
    assert json.loads(rows[0]["best_match_scores"]) == lines[0]["best_match_scores"]
    kinds = {path.stem for path in (tmp_path / "out").glob("*.parquet")}
    assert kinds == {"kgr", "routes", "diff_stubs", "oirs", "side_records"}
    assert "name one with -o" in bases(*arguments).err


def test_admitted_claims_are_known_to_the_next_one(bases: Cli, tmp_path: Path) -> None:
    twice = [{"claim_id": name, "raw_idea": "Alice prefers black coffee."} for name in ("a", "b")]
    found = judged(bases, write(tmp_path / "c.jsonl", twice), "--admit")
    assert [one["kgr"]["class"] for one in found] == ["NOVEL_CONNECTED", "KNOWN"]
    saw = [one["kgr"]["index_snapshot_binding"]["b_user_snapshot_id"] for one in found]
    assert saw[0] != saw[1]
    assert bases("replay").code == 0


@pytest.mark.parametrize("admit", [(), ("--admit",)], ids=["plain", "admit"])
def test_a_killed_run_goes_on_without_gaps_or_duplicates(
    bases: Cli, tmp_path: Path, admit: tuple[str, ...]
) -> None:
    many = [
        {"claim_id": f"c{n}", "raw_idea": f"Alice prefers tea number {n} of {n * 7} in the morning"}
        for n in range(600 if not admit else 60)
    ]
    write(tmp_path / "many.jsonl", many)
    command = [
        sys.executable, "-m", "netnew", "gate", "judge", "many.jsonl", "--user", "notes",
        "--core", "core", "--risk", "LOW", "-o", "out", *admit,
    ]  # fmt: skip
    progress = tmp_path / "out" / "progress.json"
    for _ in range(2):
        process = subprocess.Popen(command, cwd=tmp_path, env=dict(os.environ))
        before = progress.read_text() if progress.exists() else ""
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            if progress.exists() and progress.read_text() != before:
                break
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
    finished = subprocess.run(
        command, cwd=tmp_path, env=dict(os.environ), capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
    records = [
        json.loads(line) for line in (tmp_path / "out" / "kgr.jsonl").read_text().splitlines()
    ]
    assert [one["claim_id"] for one in records] == [one["claim_id"] for one in many]
    rows = bases("ledger", "show", "gate", "--json").lines
    assert len([row for row in rows if row["kind"] == "gate.judged"]) == len(many)
    assert bases("replay").code == 0


def test_explain_says_what_decided_and_what_would_flip_it(bases: Cli, tmp_path: Path) -> None:
    found = judged(bases, write(tmp_path / "c.jsonl", LINES))
    kgr_id = found[1]["kgr"]["kgr_id"]
    shown = bases("gate", "explain", kgr_id).out
    for part in ("NEAR_DUP → FORWARD_TO_STEP5", "differs number: claim < 500 ms, anchor < 200 ms",
                 "decided", "more would reach tau_known", "without `latency`"):  # fmt: skip
        assert part in " ".join(shown.split()), shown
    document = bases("gate", "explain", kgr_id, "--json").json
    assert "laten" in document["explanation"]["shared_grams"]
    assert document["explanation"]["only_in_anchor"]


@pytest.mark.parametrize("claim", ["known", "z", "new"])
def test_explain_speaks_of_every_class(bases: Cli, tmp_path: Path, claim: str) -> None:
    found = judged(bases, write(tmp_path / "c.jsonl", LINES))
    kgr = next(one["kgr"] for one in found if one["claim_id"] == claim)
    answer = bases("gate", "explain", kgr["kgr_id"])
    assert (answer.code, kgr["class"] in answer.out) == (0, True)


def test_policy_default_check_and_show(cli: Cli, tmp_path: Path) -> None:
    for profile in ("balanced", "strict", "lenient"):
        (tmp_path / "p.yaml").write_text(cli("policy", "default", "--profile", profile).out)
        assert cli("policy", "check", "p.yaml", "--json").json["ok"] is True
    shown = cli("policy", "show", "p.yaml", "--json").json["values"]
    assert shown["policy.step4.retrieval.K_default"] == 10
    assert shown["policy.step4.thresholds.tau_known"] < 1


def test_policy_check_lists_all_problems_and_exits_2(cli: Cli, tmp_path: Path) -> None:
    text = (
        cli("policy", "default")
        .out.replace("alpha: 1.0", "alpha: 0.7")
        .replace("K_default: 10", "K_default: no")
    )
    (tmp_path / "p.yaml").write_text(text)
    answer = cli("policy", "check", "p.yaml", "--json")
    assert answer.code == 2
    keys = [problem["key"].rpartition(".")[2] for problem in answer.json["problems"]]
    assert sorted(keys) == ["K_default", "alpha"]
    assert cli("gate", "judge", "none.jsonl", "--policy", "none.yaml", "--user", "a",
               "--core", "b").code == 2  # fmt: skip


@pytest.mark.needs("embedder")
def test_explain_shows_what_meaning_added(cli: Cli, tmp_path: Path) -> None:
    core = write(tmp_path / "core.jsonl", CORE)
    for name in ("notes", "core"):
        assert cli("base", "add", name, core, "--embedder", "wordllama").code == 0
    named = cli("base", "show", "core", "--json").json["recipe"]["embedding"]
    shown = unbroken(cli("base", "show", "core").out)
    assert f"vectors of {named['model_id']} {named['implementation_version']}" in shown
    text = cli("policy", "default").out
    text = text.replace("use_semantic: false", "use_semantic: true").replace(
        "alpha: 1.0", "alpha: 0.5"
    )
    text = text.replace("tau_near: 0.60", "tau_near: 0.70").replace(
        "tau_known: 0.80", "tau_known: 0.70"
    )
    text = text.replace(
        "  versions:\n",
        f"  versions:\n    embedding_model_id: {named['model_id']}\n"
        f"    embedding_impl_version: {named['implementation_version']}\n",
    )
    (tmp_path / "p.yaml").write_text(text)
    claim = {"claim_id": "c", "raw_idea": "The p95 latency has to stay under 200 ms."}
    [found] = judged(cli, write(tmp_path / "c.jsonl", [claim]), "--policy", "p.yaml")
    kgr = found["kgr"]
    scores = kgr["best_match_scores"]
    shown = unbroken(cli("gate", "explain", kgr["kgr_id"]).out)
    assert f"meaning {scores['C_sem01']:.3f}; 0.5 × {scores['C_lex']:.3f} + 0.5 ×" in shown
    assert f"= {scores['C_connect']:.3f}" in shown
    assert "tau_known and tau_near (0.7), to NOVEL_CONNECTED" in shown


def test_without_a_folder_nothing_is_said_to_be_set_aside(
    bases: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "c.jsonl").write_text("nonsense\n")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    told = unbroken(bases("gate", "judge", "c.jsonl", "--user", "notes", "--core", "core").err)
    assert "1 line left out" in told
    assert "set aside" not in told


def test_policy_show_prints_yaml_and_check_names_where_the_model_stands(
    cli: Cli, tmp_path: Path
) -> None:
    text = cli("policy", "default").out
    (tmp_path / "p.yaml").write_text(text)
    shown = unbroken(cli("policy", "show", "p.yaml").out)
    assert "orphan_consensus.enabled true" in shown
    assert '["verdict", "reason"]' in shown
    (tmp_path / "p.yaml").write_text(text.replace("use_semantic: false", "use_semantic: true"))
    told = unbroken(cli("policy", "check", "p.yaml").out)
    assert "embedding_model_id is missing" in told
    assert "wordllama-256" in told


def test_the_queue_from_orphan_to_release(bases: Cli, tmp_path: Path) -> None:
    judged(bases, write(tmp_path / "c.jsonl", [ORPHAN]))
    [item] = bases("review", "list", "--json").json["items"]
    vote = ("--reason", "seen")
    assert bases("review", "approve", item["item_id"], "--as", "bob", *vote).code == 0
    assert bases("review", "approve", item["item_id"], "--as", "bob", *vote).code == 2
    for agent in ("b1", "b2"):
        answer = bases("review", "approve", item["item_id"], "--as", agent, "--agent", *vote)
    assert "approved" in answer.out
    assert bases("review", "show", item["item_id"], "--json").json["state"] == "approved"
    [waiting] = bases("gate", "deferred", "--json").json["deferred"]
    assert waiting["state"] == "released"
    assert "FORWARD_TO_STEP5 (released_by_review)" in unbroken(
        bases("gate", "explain", item["subject_id"]).out
    )
    assert bases("review", "undo", item["item_id"], "--as", "b2").code == 0
    assert bases("review", "reject", item["item_id"], "--as", "carl", *vote).code == 0
    assert "rejected" in bases("review", "list", "--state", "all").out
    assert "rejected" in bases("gate", "deferred").out
    assert bases("review", "list").out == "Nothing is here.\n"


def test_deferred_and_challenge(bases: Cli, tmp_path: Path) -> None:
    assert bases("gate", "deferred").out == "No claim waits.\n"
    judged(bases, write(tmp_path / "c.jsonl", [{**ORPHAN, "risk_class": "LOW"}]))
    [one] = bases("gate", "deferred", "--json").json["deferred"]
    assert one["cluster_ref"]["cluster_size"] == 1
    answer = bases("gate", "challenge", one["side_record_id"], "--as", "ann", "--reason", "seen")
    assert answer.code == 0
    assert "reopened" in bases("gate", "deferred").out


def test_a_binding_that_does_not_hold_blocks_every_claim(bases: Cli, tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text('{"b_user_snapshot_id": "snap_gone"}')
    found = judged(bases, write(tmp_path / "c.jsonl", LINES), "--binding", "b.json")
    assert {one["kgr"]["class"] for one in found} == {"BLOCKED_INDEX_UNBOUND"}
    (tmp_path / "b.json").write_text("[]")
    assert bases("gate", "judge", "c.jsonl", "--user", "notes", "--core", "core",
                 "--binding", "b.json").code == 2  # fmt: skip

"""`netnew ratchet` as its user calls it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.doors.conftest import Cli
from tests.ratchet.scenario import FINAL, HARNESS, PROPOSAL

METRICS = {"benchmark_ceiling_rate": 1, "regression_pass_rate": 1, "improvement_delta": 0}


def record(cli: Cli, folder: Path, count: int) -> None:
    cycles = [
        {"cycle_id": f"c{n}", "metrics": METRICS,
         "benchmarks": [{"id": "prompts", "items": {f"i{k}": k != n % 3 for k in range(40)}}]}
        for n in range(count)
    ]  # fmt: skip
    (folder / "cycles.json").write_text(json.dumps(cycles))
    assert cli("ratchet", "import", "cycles.json").code == 0


def test_record_answers_with_snapshot_and_consistency(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "cycle.json").write_text(json.dumps({"cycle_id": "c1", "metrics": METRICS}))
    answer = cli("ratchet", "record", "cycle.json", "--json").json
    assert set(answer) == {"snapshot", "consistency"}
    assert answer["snapshot"]["saturation_level"] == "CRITICAL"
    assert cli("ratchet", "record", "cycle.json", "--json").json == answer
    shown = cli("ratchet", "record", "cycle.json").out
    assert "between 0.55 and 1.00" in shown


def test_the_letter_needs_all_five(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "cycle.json").write_text(json.dumps({"cycle_id": "c1", "metrics": METRICS}))
    answer = cli("ratchet", "record", "cycle.json", "--profile", "1.0")
    assert (answer.code, len(answer.err.splitlines())) == (2, 1)
    assert "metrics.proposal_pass_rate: is missing" in answer.err


def test_status_shows_signals_window_and_expansion(cli: Cli, tmp_path: Path) -> None:
    assert "No cycle" in cli("ratchet", "status").out
    record(cli, tmp_path, 11)
    shown = cli("ratchet", "status").out
    for said in ("CRITICAL", "█", "TRIGGER_EXPANSION_RESEARCH", ": open", "unknown"):
        assert said in shown
    assert cli("ratchet", "status", "--json").json["aggregate"]["cycles_tracked"] == 11


def test_a_looser_harness_exits_3_and_names_the_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(HARNESS)
    (tmp_path / "new.yaml").write_text(HARNESS.replace("0.70", "0.60"))
    answer = cli("ratchet", "check", "--base", "old.yaml", "--head", "new.yaml")
    assert answer.code == 3
    assert "new.yaml:5" in answer.out
    document = cli("ratchet", "check", "--base", "old.yaml", "--head", "new.yaml", "--json").json
    assert document["violations"][0]["path"] == "benchmarks.prompts.threshold"
    assert cli("ratchet", "check", "--base", "new.yaml", "--head", "old.yaml").code == 0


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def test_refs_are_compared_with_their_merge_base(cli: Cli, tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    repo.mkdir()
    git(repo, "init", "-q")
    (repo / "harness.yaml").write_text(HARNESS)
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "one")
    git(repo, "checkout", "-qb", "change")
    (repo / "harness.yaml").write_text(HARNESS.replace("0.70", "0.75"))
    git(repo, "commit", "-qam", "tighter")
    git(repo, "checkout", "-q", "main")
    (repo / "harness.yaml").write_text(HARNESS.replace("0.70", "0.90"))
    git(repo, "commit", "-qam", "main moved on")

    # Against main as it is now the change would look looser; it never was.
    assert cli("ratchet", "check", "--repo", "repo", "--base", "main", "--head", "change").code == 0
    assert cli("ratchet", "check", "--repo", "repo").code == 0
    (repo / "harness.yaml").write_text(HARNESS)
    assert cli("ratchet", "check", "--repo", "repo").code == 3
    (repo / "harness.yaml").unlink()
    assert cli("ratchet", "check", "--repo", "repo").code == 3
    assert cli("ratchet", "check", "--repo", "repo", "--file", "absent.yaml").code == 2
    for bad in ("nowhere", "--output=x"):
        assert cli("ratchet", "check", "--repo", "repo", f"--base={bad}").code == 2


def test_what_is_staged_is_looked_at_as_well_as_the_working_tree(cli: Cli, tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    repo.mkdir()
    git(repo, "init", "-q")
    (repo / "harness.yaml").write_text(HARNESS)
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "one")
    (repo / "harness.yaml").write_text(HARNESS.replace("0.70", "0.10"))
    git(repo, "add", ".")
    (repo / "harness.yaml").write_text(HARNESS)

    found = cli("ratchet", "check", "--repo", "repo", "--json")

    assert found.code == 3
    assert found.json["violations"][0]["path"] == "benchmarks.prompts.threshold"
    git(repo, "rm", "-q", "-f", "--cached", "harness.yaml")
    assert cli("ratchet", "check", "--repo", "repo").code == 3


def test_from_a_trigger_to_a_tighter_harness(cli: Cli, tmp_path: Path) -> None:
    record(cli, tmp_path, 10)
    (tmp_path / "h.yaml").write_text(HARNESS)
    (tmp_path / "proposal.yaml").write_text(PROPOSAL)
    assert "Research Objectives" in cli("ratchet", "brief", "--harness", "h.yaml").out

    proposed = cli(
        "ratchet", "propose", "--harness", "h.yaml", "--by", "ann", "--run", "cat proposal.yaml"
    )
    assert (proposed.code, "researched" in proposed.out) == (0, True)
    own = cli("ratchet", "approve", "--by", "ann", "--reason", "mine")
    assert (own.code, "cannot approve it" in own.err) == (2, True)
    assert cli("ratchet", "approve", "--by", "ben", "--reason", "fair").code == 0
    applied = cli("ratchet", "apply", "--harness", "h.yaml", "--by", "ben", "--run", "true")
    assert (applied.code, "committed" in applied.out) == (0, True)
    assert (tmp_path / "h.yaml").read_text() == FINAL


def test_a_failing_expansion_is_rolled_back_and_exits_1(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "h.yaml").write_text(HARNESS)
    (tmp_path / "p.yaml").write_text(PROPOSAL)
    ask = ("--harness", "h.yaml", "--by", "ann", "--from", "p.yaml", "--reason", "too easy")
    assert cli("ratchet", "propose", *ask).code == 0
    assert cli("ratchet", "approve", "--by", "ben", "--reason", "fair").code == 0
    assert "disabled" in cli("ratchet", "apply", "--harness", "h.yaml", "--by", "ben").out
    answer = cli(
        "ratchet", "apply", "--harness", "h.yaml", "--by", "ben", "--run", "test -z '{id}'"
    )
    assert (answer.code, "rolled_back" in answer.out) == (1, True)
    assert (tmp_path / "h.yaml").read_text() == HARNESS


def test_reject_rollback_and_prune(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "h.yaml").write_text(HARNESS)
    (tmp_path / "p.yaml").write_text(PROPOSAL)
    ask = ("--harness", "h.yaml", "--by", "ann", "--from", "p.yaml", "--reason", "too easy")
    assert cli("ratchet", "propose", *ask).code == 0
    assert "rejected" in cli("ratchet", "reject", "--by", "ben", "--reason", "no").out
    assert cli("ratchet", "propose", *ask).code == 0
    assert cli("ratchet", "approve", "--by", "ben", "--reason", "fair").code == 0
    assert cli("ratchet", "apply", "--harness", "h.yaml", "--by", "ben").code == 0
    undone = cli("ratchet", "rollback", "--harness", "h.yaml", "--by", "cem", "--reason", "stop")
    assert "rolled_back" in undone.out
    assert (tmp_path / "h.yaml").read_text() == HARNESS
    assert cli("ratchet", "prune", "--json").json == {"removed": 0}


@pytest.mark.parametrize("suffix", ["svg", "png", "html"])
def test_plot_writes_a_picture_that_needs_no_network(cli: Cli, tmp_path: Path, suffix: str) -> None:
    record(cli, tmp_path, 11)
    assert cli("ratchet", "plot", "-o", f"p.{suffix}").code == 0
    content = (tmp_path / f"p.{suffix}").read_bytes()
    if suffix == "png":
        assert content.startswith(b"\x89PNG")
    else:
        for said in (b"Saturation", b"Headroom", b"Items of prompts"):
            assert said in content
        assert b'src="http' not in content
        assert b"cdn." not in content


def test_verdicts_and_schema(cli: Cli, tmp_path: Path) -> None:
    record(cli, tmp_path, 3)
    (verdict,) = cli("ratchet", "verdicts", "--json").json["verdicts"]
    assert verdict["word"] == "solved"
    assert verdict["last_change"]["n"] == 40
    assert "solved" in cli("ratchet", "verdicts").out
    assert cli("ratchet", "schema").json["title"] == "netnew harness"


BAD = {
    ("record", "absent.json"): "cannot be read",
    ("record", "broken.json"): "is no JSON",
    ("record", "list.json"): "list.json: $: is a list; give an object",
    ("record", "ok.json", "--harness", "latin.yaml"): "latin.yaml is no UTF-8",
    ("propose", "--harness", "latin.yaml", "--by", "a", "--from", "x.yaml", "--reason", "r"): (
        "x.yaml cannot be read"
    ),
    ("propose", "--harness", "h.yaml", "--by", "a", "--from", "latin.yaml"): "is no UTF-8",
    ("record", "ok.json", "--profile", "9"): "no profile `9`",
    ("record", "ok.json", "--name", ""): "cannot be called",
    ("import", "absent.xml"): "cannot be read",
    ("import", "ok.json", "--from", "excel"): "nothing imports from `excel`",
    ("check",): "give --base and --head, or --repo",
    ("check", "--base", "absent.yaml", "--head", "ok.json"): "cannot be read",
    ("plot", "-o", "p.gif"): "has no cycles",
    ("brief",): "no expansion that is still running",
    ("approve", "--by", "ben", "--reason", "x"): "no expansion",
    ("propose", "--harness", "h.yaml", "--by", "ann"): "either --from or --run",
    ("prune", "--days", "0"): "--days",
}


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_bad_input_is_one_line_with_a_way_out(
    cli: Cli, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "list.json").write_text("[1]")
    (tmp_path / "ok.json").write_text('{"cycle_id": "c"}')
    (tmp_path / "h.yaml").write_text(HARNESS)
    (tmp_path / "latin.yaml").write_bytes("name: Größe".encode("latin-1"))
    answer = cli("ratchet", *arguments)
    assert (answer.code, answer.out, len(answer.err.splitlines())) == (2, "", 1)
    assert BAD[arguments] in answer.err
    assert "; " in answer.err

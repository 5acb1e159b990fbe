"""Files nested without end: one line that names the file, whatever reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doors.conftest import Cli

DEEP = "[" * 100_000
READERS = [
    "base add core deep.json",
    "gate judge deep.json --policy policy.yaml --user core --core core",
    "gate judge claims.jsonl --policy policy.yaml --user core --core core --binding deep.json",
    "policy check deep.yaml",
    "meter score deep.json",
    "ratchet record deep.json",
    *(
        f"ratchet import deep.json --from {tool}"
        for tool in ("auto", "lm-eval", "promptfoo", "csv")
    ),
    "ratchet check --base deep.yaml --head deep.yaml",
    "ledger verify --against deep.json",
]


@pytest.mark.parametrize("command", READERS)
def test_a_file_nested_without_end_is_one_line(cli: Cli, tmp_path: Path, command: str) -> None:
    (tmp_path / "deep.json").write_text(DEEP)
    (tmp_path / "deep.yaml").write_text(f"a: {DEEP}")
    (tmp_path / "policy.yaml").write_text(cli("policy", "default").out)
    (tmp_path / "claims.jsonl").write_text('{"claim_id": "c1", "raw_idea": "Water boils."}\n')
    (tmp_path / "known.jsonl").write_text('{"id": "k1", "text": "Water boils."}\n')
    assert cli("base", "add", "core", "known.jsonl").code == 0

    answer = cli(*command.split())

    # `gate judge` has set the one line aside, and says that it did less than asked.
    assert answer.code == (1 if "gate judge deep" in command else 2)
    assert answer.err.startswith("netnew: deep.")
    assert answer.err.count("\n") == 1
    assert len(answer.err) < 400


def test_settings_nested_without_end_are_one_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "netnew.toml").write_text(f"a = {DEEP}")

    answer = cli("base", "list")

    assert answer.code == 2
    assert "netnew.toml is no TOML (" in answer.err
    assert answer.err.count("\n") == 1

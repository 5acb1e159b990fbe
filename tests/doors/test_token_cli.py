"""`netnew token` makes, lists and revokes; the secret is shown once."""

from __future__ import annotations

import pytest

from tests.doors.conftest import Cli


def test_a_token_is_made_listed_and_revoked(cli: Cli) -> None:
    made = cli("token", "create", "ann", "--scope", "gate:write", "--expires", "12h", "--json")
    assert made.code == 0
    assert made.json["scopes"] == ["gate:write"]
    secret = made.json["token"].rpartition(".")[2]
    listed = cli("token", "list")
    assert "gate:write" in listed.out
    assert secret not in listed.out
    cli("token", "revoke", made.json["token_id"])
    (one,) = cli("token", "list", "--json").json["tokens"]
    assert one["revoked_at"] is not None
    assert secret not in str(one)


def test_an_empty_list_says_what_fills_it(cli: Cli) -> None:
    assert "netnew token create" in cli("token", "list").out


@pytest.mark.parametrize("wrong", [("--scope", "odd"), ("--scope", "read", "--expires", "soon")])
def test_what_cannot_be_is_one_line(cli: Cli, wrong: tuple[str, ...]) -> None:
    answer = cli("token", "create", "ann", *wrong)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1


def test_a_token_that_is_not_there_is_named(cli: Cli) -> None:
    cli("token", "create", "ann", "--scope", "read")
    assert "no token `tok_0`" in cli("token", "revoke", "tok_0").err


def test_a_token_stands_on_a_line_of_its_own_however_narrow_the_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    answer = cli("token", "create", "ann", "--scope", "read")
    (text,) = [line for line in answer.out.splitlines() if line.startswith("netnew.")]
    assert len(text) > 80


def test_a_listed_id_is_whole_on_its_line(cli: Cli) -> None:
    made = cli("token", "create", "somebody with a long name", "--scope", "gate:write",
               "--scope", "memory:write", "--agent", "planner-of-the-team", "--json")  # fmt: skip
    assert made.json["token_id"] in cli("token", "list").out


@pytest.mark.parametrize("lasting", ["3651d", "99999999999d"])
def test_what_lasts_too_long_is_told_the_limit(cli: Cli, lasting: str) -> None:
    answer = cli("token", "create", "ann", "--scope", "read", "--expires", lasting)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "3650" in answer.err

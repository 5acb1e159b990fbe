"""Tokens are taken while they are good, and nothing of a bad one tells why more than it may."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

import netnew
from netnew.access.bucket import PERMIT, Bucket, draw
from netnew.access.scopes import allows, parse_scopes
from netnew.access.token import Parts, read_parts


class Hands:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def nn(database_url: str, clock: Hands) -> Iterator[netnew.Netnew]:
    with netnew.connect(database_url, settings=netnew.Settings(), clock=clock) as opened:
        yield opened


def test_a_token_is_recognised_from_any_workspace_of_the_database(nn: netnew.Netnew) -> None:
    team = nn.in_workspace("team ü/1")
    made = team.tokens.create("ann", scopes=["gate:write"], agent=None)
    assert nn.tokens.recognise(made.text) == made.token == team.tokens.list()[0]
    assert nn.tokens.list() == []
    assert made.token.workspace == "team ü/1"


def test_it_is_good_until_it_expires_or_is_revoked(nn: netnew.Netnew, clock: Hands) -> None:
    made = nn.tokens.create("ann", scopes=["read"], days=1)
    clock.now += timedelta(hours=23, minutes=59)
    assert nn.tokens.any_good()
    nn.tokens.recognise(made.text)
    clock.now += timedelta(minutes=1)
    with pytest.raises(netnew.AccessError, match="expired"):
        nn.tokens.recognise(made.text)
    again = nn.tokens.create("ann", scopes=["read"])
    nn.tokens.revoke(again.token.token_id)
    nn.tokens.revoke(again.token.token_id)
    assert not nn.tokens.any_good()
    kinds = [row.kind for row in nn.ledger.rows("access")]
    assert kinds == ["token.created", "token.created", "token.revoked"]


def test_a_wrong_secret_and_an_absent_token_read_alike(nn: netnew.Netnew) -> None:
    made = nn.tokens.create("ann", scopes=["read"])
    parts = read_parts(made.text)
    assert parts is not None
    said = set()
    for wrong in (
        Parts("default", parts.token_id, "x"), Parts("default", "tok_0", parts.secret),
        Parts("elsewhere", parts.token_id, parts.secret),
    ):  # fmt: skip
        with pytest.raises(netnew.AccessError) as caught:
            nn.tokens.recognise(wrong.text)
        said.add(str(caught.value))
    assert len(said) == 1


@pytest.mark.parametrize(
    "text", ["", "netnew", "a.b.c.d", "netnew.!!.t.s", "netnew..t.s", "netnew.AA.t.s", "x" * 9999,
             "netnew.ZGVmYXVsdA.tok_\0.s", "nétnew.a.b.c", "netnew.ZGVmYXVsdA.' OR 1=1 --.x"],
)  # fmt: skip
def test_what_is_no_token_is_refused(nn: netnew.Netnew, text: str) -> None:
    with pytest.raises(netnew.AccessError):
        nn.tokens.recognise(text)


def test_a_name_is_one_reviewer_person_or_agent(nn: netnew.Netnew) -> None:
    nn.tokens.create("Ann", scopes=["read"])
    nn.tokens.create("ann", scopes=["write"])
    with pytest.raises(netnew.InputError, match="a person's"):
        nn.tokens.create(" ann ", scopes=["read"], agent="a1")
    nn.tokens.create("bot", scopes=["read"], agent="a1")
    with pytest.raises(netnew.InputError, match="an agent's"):
        nn.tokens.create("bot", scopes=["read"])


@pytest.mark.parametrize("scopes", [[], [""], ["nope:read"], ["gate:own"], ["gate"], ["gate:"]])
def test_a_scope_that_is_not_there_is_refused(nn: netnew.Netnew, scopes: list[str]) -> None:
    with pytest.raises(netnew.InputError):
        nn.tokens.create("ann", scopes=scopes)


@pytest.mark.parametrize("days", [0, -1, 4000, float("nan")])
def test_a_token_lasts_a_while_and_no_longer(nn: netnew.Netnew, days: float) -> None:
    with pytest.raises(netnew.InputError, match="cannot last"):
        nn.tokens.create("ann", scopes=["read"], days=days)


def test_each_act_includes_the_smaller_ones() -> None:
    assert parse_scopes(["gate:admin, read", "read"]) == ("*:read", "gate:admin")
    assert allows(["gate:admin"], "gate:write")
    assert allows(["*:write"], "bases:read")
    assert not allows(["*:read"], "bases:write")
    assert not allows([], "bases:read")


def test_the_rate_holds_over_all_processes(nn: netnew.Netnew, clock: Hands) -> None:
    token = nn.tokens.create("ann", scopes=["read"]).token
    others = [nn.in_workspace("default").tokens for _ in range(3)]
    for minute in range(2):
        taken = sum(tokens.wait_seconds(token, 600) == 0 for _ in range(400) for tokens in others)
        # What one took ahead and did not spend is lost, never doubled.
        assert 560 <= taken <= 600, minute
        clock.now += timedelta(minutes=1)


def test_a_bucket_fills_steadily_and_never_over() -> None:
    empty = draw(None, asked=60, per_minute=60, now=0).bucket
    assert empty == Bucket(0, 0)
    assert draw(empty, asked=1, per_minute=60, now=999_999).permits == 0
    assert draw(empty, asked=5, per_minute=60, now=2_000_000).permits == 2
    assert draw(empty, asked=99, per_minute=60, now=10**12).permits == 60
    behind = draw(Bucket(PERMIT, 10**9), asked=1, per_minute=60, now=0)
    assert behind.bucket.at == 10**9

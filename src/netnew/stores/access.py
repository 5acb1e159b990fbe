"""Tokens in the database, each in the workspace that it is bound to, and their rates."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam

from netnew.access.bucket import Bucket, Granted, draw
from netnew.access.token import Token
from netnew.foundation.canonical import canonical_json
from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.ledger import Entry
from netnew.stores import ledger
from netnew.stores.database import Database
from netnew.stores.scope import Scope, own_select
from netnew.stores.tables import access_buckets, access_tokens

STREAM = "access"
# Every request asks for it: made once.
_TOKEN = own_select(access_tokens).where(access_tokens.c.token_id == bindparam("token"))


class TokenStore:
    """What `netnew.access.ports.TokenStore` promises."""

    def __init__(self, database: Database, workspace: str, clock: Clock) -> None:
        self._database, self._workspace, self._clock = database, workspace, clock

    def keep(self, token: Token, secret_hash: str) -> None:
        """Store a new token, with a ledger row, both or neither."""
        told = token.as_dict()
        row = {name: told[name] for name in told if name not in {"workspace", "scopes"}}
        row |= {"secret_hash": secret_hash, "scopes_json": canonical_json(told["scopes"]).decode()}
        with self._database.write(self._workspace) as scope:
            scope.insert(access_tokens, [row])
            _record(scope, "token.created", told, timestamp(self._clock()))

    def find(self, workspace: str, token_id: str) -> tuple[Token, str] | None:
        """A token and the hash of its secret, or None."""
        with self._database.read(workspace) as scope:
            row = scope.first(_TOKEN, token=token_id)
        return None if row is None else (_token(row), str(row.secret_hash))

    def all(self) -> Sequence[Token]:
        """Every token of the workspace, oldest first."""
        with self._database.read(self._workspace) as scope:
            tokens = access_tokens.c
            ordered = scope.select(access_tokens).order_by(tokens.created_at, tokens.token_id)
            return [_token(row) for row in scope.rows(ordered)]

    def revoke(self, token_id: str, now: str) -> Token | None:
        """Mark it revoked, with a ledger row; None: there is no such token."""
        with self._database.write(self._workspace) as scope:
            row = scope.one(_named(scope, token_id), lock=True)
            if row is None:
                return None
            if row.revoked_at is None:
                at = access_tokens.c.token_id == token_id
                scope.change(scope.update(access_tokens).where(at).values(revoked_at=now))
                _record(scope, "token.revoked", {"token_id": token_id, "name": row.name}, now)
            found = scope.one(_named(scope, token_id))
        return None if found is None else _token(found)

    def draw(self, token: Token, asked: int, per_minute: int, now: int) -> Granted:
        """Take permits out of the token's bucket, which every process shares."""
        with self._database.write(token.workspace) as scope:
            fresh = draw(None, asked=0, per_minute=per_minute, now=now).bucket._asdict()
            scope.insert_if_absent(access_buckets, {"token_id": token.token_id, **fresh})
            at = access_buckets.c.token_id == token.token_id
            row = scope.one(scope.select(access_buckets).where(at), lock=True)
            before = None if row is None else Bucket(row.level, row.at)
            granted = draw(before, asked=asked, per_minute=per_minute, now=now)
            values = granted.bucket._asdict()
            scope.change(scope.update(access_buckets).where(at).values(**values))
        return granted


def _named(scope: Scope, token_id: str) -> Any:
    return scope.select(access_tokens).where(access_tokens.c.token_id == token_id)


def _record(scope: Scope, kind: str, body: dict[str, Any], now: str) -> None:
    ledger.append(scope, STREAM, [Entry(kind, body)], now)


def _token(row: Any) -> Token:
    return Token(
        row.token_id, row.name, row.workspace, tuple(json.loads(row.scopes_json)), row.agent,
        row.created_at, row.expires_at, row.revoked_at,
    )  # fmt: skip

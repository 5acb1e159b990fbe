"""What tokens and kept answers need stored; `netnew.stores.access` offers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from netnew.access.bucket import Granted
from netnew.access.token import Token


class TokenStore(Protocol):
    """Tokens of the workspace that each is bound to."""

    def keep(self, token: Token, secret_hash: str) -> None:
        """Store a new token, with a ledger row, both or neither."""

    def find(self, workspace: str, token_id: str) -> tuple[Token, str] | None:
        """A token and the hash of its secret, or None."""

    def all(self) -> Sequence[Token]:
        """Every token of the workspace, oldest first."""

    def revoke(self, token_id: str, now: str) -> Token | None:
        """Mark it revoked, with a ledger row; None: there is no such token."""

    def draw(self, token: Token, asked: int, per_minute: int, now: int) -> Granted:
        """Take permits out of the token's bucket, which every process shares."""


class Answer(NamedTuple):
    """What was answered to a request."""

    status: int
    media_type: str
    body: bytes


class Kept(NamedTuple):
    """A request that came with a key: what it asked, and the answer where there is one yet."""

    digest: str
    owner: str
    started_at: str
    answer: Answer | None


class AnswerStore(Protocol):
    """Requests by the key that came with them."""

    def begin(self, caller: str, key: str, fresh: Kept, overdue: str) -> Kept:
        """Store `fresh` unless the key is known; give what stands there now.

        What began before `overdue` and was never answered is taken over by `fresh`.
        """

    def finish(self, caller: str, key: str, owner: str, answer: Answer) -> None:
        """Keep the answer, if `owner` still has the key."""

    def release(self, caller: str, key: str, owner: str) -> None:
        """Forget the key, if `owner` still has it."""

    def forget(self, before: str) -> None:
        """Forget what began before this moment."""

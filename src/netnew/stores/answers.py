"""Kept answers in the database: of several processes that get one request, one carries it out."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_

from netnew.access.ports import Answer, Kept
from netnew.stores.database import Database
from netnew.stores.tables import access_answers


class AnswerStore:
    """What `netnew.access.ports.AnswerStore` promises, for one workspace of one database."""

    def __init__(self, database: Database, workspace: str) -> None:
        self._database, self._workspace = database, workspace

    def begin(self, caller: str, key: str, fresh: Kept, overdue: str) -> Kept:
        """Store `fresh` unless the key is known; give what stands there now."""
        begun = {"digest": fresh.digest, "owner": fresh.owner, "started_at": fresh.started_at}
        at = _at(caller, key)
        with self._database.write(self._workspace) as scope:
            scope.insert_if_absent(access_answers, {"caller": caller, "key": key, **begun})
            row = scope.one(scope.select(access_answers).where(at), lock=True)
            if row is None:
                return fresh
            unanswered = row.status is None and row.digest == fresh.digest
            if unanswered and row.started_at < overdue:
                scope.change(scope.update(access_answers).where(at).values(**begun))
                return fresh
        return _kept(row)

    def finish(self, caller: str, key: str, owner: str, answer: Answer) -> None:
        """Keep the answer, if `owner` still has the key."""
        mine = and_(_at(caller, key), access_answers.c.owner == owner)
        with self._database.write(self._workspace) as scope:
            scope.change(
                scope.update(access_answers).where(mine).values(**answer._asdict()),
            )

    def release(self, caller: str, key: str, owner: str) -> None:
        """Forget the key, if `owner` still has it."""
        mine = and_(_at(caller, key), access_answers.c.owner == owner)
        with self._database.write(self._workspace) as scope:
            scope.change(scope.delete(access_answers).where(mine))

    def forget(self, before: str) -> None:
        """Forget what began before this moment."""
        old = access_answers.c.started_at < before
        with self._database.read(self._workspace) as scope:
            if scope.one(scope.select(access_answers).where(old)) is None:
                return
        with self._database.write(self._workspace) as scope:
            scope.change(scope.delete(access_answers).where(old))


def _at(caller: str, key: str) -> ColumnElement[bool]:
    return and_(access_answers.c.caller == caller, access_answers.c.key == key)


def _kept(row: Any) -> Kept:
    answer = None
    if row.status is not None:
        answer = Answer(row.status, row.media_type, bytes(row.body))
    return Kept(row.digest, row.owner, row.started_at, answer)

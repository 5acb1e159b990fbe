"""The guard of tests/conftest.py sees a table without its workspace, wherever it stands."""

from __future__ import annotations

import pytest
from sqlalchemy import (
    Executable,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    union_all,
    update,
)

from netnew.stores.database import Database
from netnew.stores.tables import ledger_heads as heads
from netnew.stores.tables import ledger_rows as rows
from tests.workspaces import unbound

MINE = rows.c.workspace == "w"
OURS = heads.c.workspace == "w"
OTHER = rows.alias("other")
SAME_STREAM = heads.c.stream == rows.c.stream
SAME_OWNER = heads.c.workspace == rows.c.workspace
BARE = select(heads.c.stream)
BOUND = BARE.where(OURS)

CROSSING: dict[str, tuple[Executable, list[str]]] = {
    "a table alone": (select(rows).where(rows.c.stream == "s"), ["ledger_rows"]),
    "an update": (update(rows).values(kind="x"), ["ledger_rows"]),
    "a delete": (delete(heads).where(heads.c.seq == 1), ["ledger_heads"]),
    "a joined table": (select(rows).join(heads, SAME_STREAM).where(MINE), ["ledger_heads"]),
    "a table of two": (select(rows, heads).where(MINE, SAME_STREAM), ["ledger_heads"]),
    "the same table again": (select(rows, OTHER).where(MINE), ["ledger_rows"]),
    "half a union": (union_all(BOUND, BARE), ["ledger_heads"]),
    "a subquery": (select(BARE.subquery().c.stream), ["ledger_heads"]),
    "a common table": (select(BARE.cte().c.stream), ["ledger_heads"]),
    "an IN": (select(rows).where(MINE, rows.c.stream.in_(BARE)), ["ledger_heads"]),
    "a scalar": (select(rows, BARE.limit(1).scalar_subquery()).where(MINE), ["ledger_heads"]),
    "an EXISTS": (select(rows).where(MINE, exists(BARE)), ["ledger_heads"]),
    "an update's source": (
        update(rows).where(MINE).values(kind=BARE.limit(1).scalar_subquery()),
        ["ledger_heads"],
    ),
    "an insert's source": (insert(heads).from_select(["stream"], BARE), ["ledger_heads"]),
    "one side of an OR": (select(rows).where(or_(MINE, rows.c.seq == 1)), ["ledger_rows"]),
    "another's equal": (select(rows).where(rows.c.workspace != "w"), ["ledger_rows"]),
    "an outer join": (
        select(rows, heads).outerjoin(rows, SAME_OWNER).where(MINE),
        ["ledger_heads"],
    ),
}
BOUND_ONES: dict[str, Executable] = {
    "a table": select(rows).where(MINE),
    "a count": select(func.count()).select_from(rows).where(MINE),
    "a join by owner": select(rows).join(heads, SAME_OWNER & SAME_STREAM).where(MINE),
    "a join of bound ones": select(rows).join(heads, SAME_STREAM).where(MINE, OURS),
    "an alias": select(OTHER).where(OTHER.c.workspace == "w"),
    "a union": union_all(BOUND, BOUND),
    "a subquery": select(BOUND.subquery().c.stream),
    "an IN": delete(rows).where(MINE, rows.c.stream.in_(BOUND)),
    "no table of ours": select(literal(1)),
}


@pytest.mark.parametrize("name", CROSSING)
def test_a_statement_that_crosses_workspaces_is_caught(name: str) -> None:
    statement, tables = CROSSING[name]
    assert unbound(statement) == tables


@pytest.mark.parametrize("name", BOUND_ONES)
def test_a_statement_within_one_workspace_passes(name: str) -> None:
    assert unbound(BOUND_ONES[name]) == []


def test_the_guard_stands_before_every_statement(database: Database) -> None:
    with database.read("w") as scope, pytest.raises(AssertionError, match="crosses workspaces"):
        scope._connection.execute(select(rows).where(rows.c.stream == "s"))

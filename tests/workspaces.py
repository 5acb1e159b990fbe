"""Finds, in any statement, our tables that are read or changed across workspaces."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Delete, Select, Table, Update
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import (
    BinaryExpression,
    BindParameter,
    BooleanClauseList,
    ColumnElement,
)
from sqlalchemy.sql.expression import Alias, ColumnClause, FromClause, Join

from netnew.stores.tables import metadata


def unbound(statement: object) -> list[str]:
    """Names of our tables in the statement, however deep, that are bound to no workspace."""
    if not isinstance(statement, visitors.ExternallyTraversible):
        return []
    return [
        name
        for part in visitors.iterate(statement)
        if isinstance(part, Select | Update | Delete)
        for name in _unbound_in(part)
    ]


def _unbound_in(part: Select[tuple[object]] | Update | Delete) -> Iterator[str]:
    tops = part.get_final_froms() if isinstance(part, Select) else [part.table]
    conditions = list(_all_of(part.whereclause))
    sources: list[FromClause] = []
    for top in tops:
        for source, joined_on in _flat(top):
            sources.append(source)
            conditions += _all_of(joined_on)
    bound = _bound(conditions)
    for source in sources:
        table = source.element if isinstance(source, Alias) else source
        if isinstance(table, Table) and table.metadata is metadata and source not in bound:
            yield table.name


def _flat(source: FromClause) -> Iterator[tuple[FromClause, ColumnElement[bool] | None]]:
    """Each table of a chain of joins, with the condition that it was joined on."""
    if isinstance(source, Join):
        yield from _flat(source.left)
        yield from _flat(source.right)
        # What an outer join is joined on keeps no row of its left side out.
        yield source, None if source.isouter or source.full else source.onclause
    else:
        yield source, None


def _all_of(condition: ColumnElement[bool] | None) -> Iterator[ColumnElement[bool]]:
    """The conditions that must all hold; what stands in an OR binds nothing."""
    if isinstance(condition, BooleanClauseList) and condition.operator is operators.and_:
        for part in condition.clauses:
            yield from _all_of(part)
    elif condition is not None:
        yield condition


def _bound(conditions: list[ColumnElement[bool]]) -> set[FromClause]:
    """Tables whose workspace equals a given one, or that of a table which is bound."""
    pairs = [
        pair
        for item in conditions
        if isinstance(item, BinaryExpression) and item.operator is operators.eq
        for pair in ((item.left, item.right), (item.right, item.left))
        if isinstance(pair[0], ColumnClause) and pair[0].name == "workspace"
    ]
    bound: set[FromClause] = set()
    for _ in range(len(pairs) + 1):
        for column, other in pairs:
            given = isinstance(other, BindParameter)
            joined = isinstance(other, ColumnClause) and other.name == "workspace"
            if given or (joined and other.table in bound):
                bound.add(column.table)
    return bound

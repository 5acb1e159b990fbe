"""What a memory asks of the database again and again: made once, bound when carried out."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, get_args

from sqlalchemy import ColumnElement, Select, Table, Update, and_, bindparam, or_

from netnew.memory.ports import LookedUp
from netnew.memory.records import LIVE, State
from netnew.stores.scope import own_select, own_update
from netnew.stores.tables import memory_agents, memory_items, memory_steps

STATES: Final[tuple[State, ...]] = get_args(State)
LIVE_STATES: Final = tuple(sorted(LIVE))
# What few items have in common; an index leads to each.
NARROW: Final[frozenset[LookedUp]] = frozenset({"subject_hash", "content_hash"})


def of_agent(table: Table) -> Select[Any]:
    """Select the rows of one agent."""
    return own_select(table).where(table.c.agent_id == bindparam("agent"))


def change_of_agent(table: Table) -> Update:
    """Update among the rows of one agent."""
    return own_update(table).where(table.c.agent_id == bindparam("agent"))


AGENT: Final = of_agent(memory_agents)
AGENT_LOCKED: Final = AGENT.with_for_update()
ITEM: Final = of_agent(memory_items).where(memory_items.c.item_id == bindparam("item"))
CHANGED: Final = (
    of_agent(memory_items)
    .where(memory_items.c.seq > bindparam("after"))
    .order_by(memory_items.c.seq, memory_items.c.item_id)
)
STEPS_OF_ITEM: Final = (
    of_agent(memory_steps)
    .where(memory_steps.c.item_id == bindparam("item"))
    .order_by(memory_steps.c.seq)
)
STEPS_OF_CHANGE: Final = (
    of_agent(memory_steps)
    .where(memory_steps.c.seq == bindparam("change"))
    .order_by(memory_steps.c.item_id)
)
MOVE_AGENT: Final = change_of_agent(memory_agents).values(seq=bindparam("to_seq"))
MOVE_ITEM: Final = (
    change_of_agent(memory_items)
    .where(memory_items.c.item_id == bindparam("item"))
    .values(
        seq=bindparam("to_seq"),
        state=bindparam("to_state"),
        standing_json=bindparam("to_standing"),
    )
)


@lru_cache(maxsize=64)
def items(
    *, inactive: bool, states: tuple[str, ...], ids: bool, by: LookedUp | None, since: bool
) -> Select[Any]:
    """Items of a kind, oldest first; live ones alone unless `inactive` or in named states.

    The one place that tells live from inactive: every search and list comes through here.
    """
    columns = memory_items.c
    kind: ColumnElement[str] = columns.kind
    state: ColumnElement[str] = columns.state
    if ids or by in NARROW:
        # Few rows have this id or hash, most have this kind and state: without statistics SQLite
        # would go through all of those. What is computed no index is taken for.
        kind, state = columns.kind.concat(""), columns.state.concat("")
    wanted = of_agent(memory_items).where(kind == bindparam("kind"))
    if states or not inactive:
        # Not `IN`: SQLAlchemy would write its list into the statement at every execution.
        wanted = wanted.where(or_(*(state == one for one in states or LIVE_STATES)))
    if ids:
        wanted = wanted.where(columns.item_id.in_(bindparam("ids", expanding=True)))
    if by is not None:
        wanted = wanted.where(columns[by] == bindparam("looked_up"))
    if since:
        wanted = wanted.where(columns.at >= bindparam("since"))
    return wanted.order_by(columns.at, columns.item_id)


@lru_cache(maxsize=8)
def page(*, by: LookedUp | None) -> Select[Any]:
    """The first items of a kind and state behind a place, oldest first."""
    columns = memory_items.c
    wanted = of_agent(memory_items).where(
        columns.kind == bindparam("kind"),
        columns.state == bindparam("state"),
        # Said apart, so that the index leads to the first of them.
        columns.at >= bindparam("at"),
        or_(
            columns.at > bindparam("at"),
            and_(columns.at == bindparam("at"), columns.item_id > bindparam("last")),
        ),
    )
    if by is not None:
        wanted = wanted.where(columns[by] == bindparam("looked_up"))
    return wanted.order_by(columns.at, columns.item_id).limit(bindparam("most"))

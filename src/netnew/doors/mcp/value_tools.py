"""Values by key: WHO set them, WHEN, for which PROJECT and WHY."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

import netnew
from netnew.doors.mcp.caller import Caller
from netnew.doors.mcp.tool import Answer, Arguments, Tool

RATCHET = "eval-harness/"
CYCLES = f"{RATCHET}saturation/cycles/"
MOST_LISTED = 200
ProjectName = Annotated[
    str, Field(min_length=1, max_length=100, description="PROJECT; for a harness, its name.")
]
Key = Annotated[
    str,
    Field(
        min_length=1,
        max_length=400,
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._:@+/-]*$",
        description="A path such as notes/2026/plan or eval-harness/saturation/cycles/c1.",
    ),
]


class StoreArguments(Arguments):
    """A value and why it is stored; WHO and WHEN are added."""

    key: Key
    value: dict[str, Any] = Field(description="Any JSON object, up to 256 KiB.")
    project: ProjectName
    why: str = Field(min_length=1, max_length=200, description="WHY: the intent, in a few words.")
    tags: dict[str, str] = Field(
        default_factory=dict, max_length=20, description="More tags; their names start with x-."
    )
    expected_version: int | None = Field(
        default=None, ge=0, description="Store only if this is still the newest; 0: only if new."
    )


class KeyArguments(Arguments):
    """Which value."""

    key: Key
    project: ProjectName


class NamespaceArguments(Arguments):
    """Which values."""

    project: ProjectName
    namespace: str = Field(
        default="", max_length=400, description="Keys below this one; empty for all."
    )
    newest: int = Field(default=50, ge=1, le=MOST_LISTED, description="At most so many, the last.")


class Labels(Answer):
    """What may be asked of every value."""

    key: str
    who: str
    when: str
    project: str
    why: str
    version: int | None = Field(description="Counts changes; null where the ratchet writes.")
    tags: dict[str, str]


class Stored(Labels):
    """A value with its labels."""

    value: dict[str, Any]


class Listing(Answer):
    """Labels of values, oldest first; `memory_retrieve` gives a value."""

    values: list[Labels]
    more: bool = Field(description="Whether older ones were left off.")


def store(caller: Caller, given: StoreArguments) -> Stored:
    """Store a value; a cycle under the ratchet's own key is scored, not believed."""
    if given.key.startswith(CYCLES):
        return _recorded(caller, given)
    kept = caller.nn.values.put(
        given.key,
        given.value,
        project=given.project,
        who=caller.agent,
        why=given.why,
        tags=given.tags,
        expected_version=given.expected_version,
    )
    return _stored(kept)


def _recorded(caller: Caller, given: StoreArguments) -> Stored:
    if not caller.may("ratchet:write"):
        raise netnew.AccessError(
            "recording a cycle needs the scope ratchet:write, which this token lacks",
            "ask a person for a token that has it",
        )
    cycle_id = given.key.removeprefix(CYCLES)
    named = given.value.get("cycle_id", cycle_id)
    if named != cycle_id:
        raise netnew.InputError(
            f"the key names cycle `{cycle_id}`, the value {str(named)[:60]!r}",
            "use the same cycle_id in both",
        )
    caller.nn.ratchet(given.project).record_cycle({**given.value, "cycle_id": cycle_id})
    return _stored(caller.nn.values.get(given.key, project=given.project))


def retrieve(caller: Caller, given: KeyArguments) -> Stored:
    """Read one value."""
    if given.key.startswith(RATCHET) and not caller.may("ratchet:read"):
        raise netnew.AccessError(
            f"`{given.key}` needs the scope ratchet:read, which this token lacks",
            "ask a person for a token that has it",
        )
    return _stored(caller.nn.values.get(given.key, project=given.project))


def listing(caller: Caller, given: NamespaceArguments) -> Listing:
    """Read the labels of a namespace."""
    found = caller.nn.values.list(given.namespace, project=given.project, newest=given.newest + 1)
    may_all = caller.may("ratchet:read")
    shown = [one for one in found if may_all or not one.key.startswith(RATCHET)][-given.newest :]
    return Listing(values=[Labels(**_labels(one)) for one in shown], more=len(found) > given.newest)


def _stored(found: netnew.Value) -> Stored:
    return Stored(**_labels(found), value=dict(found.value))


def _labels(found: netnew.Value) -> Mapping[str, Any]:
    labels = {name: getattr(found, name) for name in Labels.model_fields if name != "tags"}
    return {**labels, "tags": dict(found.tags)}


TOOLS = (
    Tool(
        name="memory_store",
        title="Store a value",
        description="Keep a JSON object under a key of a project, with WHO, WHEN and WHY. Under "
        "eval-harness/saturation/cycles/ it records that cycle, and its score is computed.",
        scope="memory:write",
        takes=StoreArguments,
        gives=Stored,
        run=store,
        idempotent=True,
        destructive=True,
    ),
    Tool(
        name="memory_retrieve",
        title="Read a value",
        description="Read the value under a key of a project, with WHO, WHEN and WHY.",
        scope="memory:read",
        takes=KeyArguments,
        gives=Stored,
        run=retrieve,
    ),
    Tool(
        name="memory_list",
        title="List values",
        description="List the keys of a namespace with WHO, WHEN and WHY, without the values.",
        scope="memory:read",
        takes=NamespaceArguments,
        gives=Listing,
        run=listing,
    ),
)

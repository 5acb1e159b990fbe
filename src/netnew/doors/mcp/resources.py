"""Resources: what an agent may read without calling a tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

import mcp_types as wire

import netnew
from netnew.doors.mcp.caller import Caller

JSON: Final = "application/json"
SCHEME: Final = "netnew://"


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource; a template where its address ends in a name in braces."""

    address: str
    name: str
    description: str
    media_type: str
    scope: str
    read: Callable[[Caller, str], str]

    @property
    def is_template(self) -> bool:
        """Whether its address has a part for the reader to fill in."""
        return self.address.endswith("}")

    def part(self, address: str) -> str | None:
        """The part that an address fills in (empty for none), or None where it is another's."""
        fixed, _, _name = self.address.partition("{")
        if not self.is_template:
            return "" if address == fixed else None
        rest = address.removeprefix(fixed)
        return unquote(rest) if address.startswith(fixed) and rest else None


def find(address: str) -> tuple[Resource, str] | None:
    """The resource at an address, with the part that was filled in."""
    for resource in RESOURCES:
        part = resource.part(address)
        if part is not None:
            return resource, part
    return None


def listed(caller: Caller) -> list[wire.Resource]:
    """Those with a fixed address that this caller may read."""
    return [
        wire.Resource(
            uri=one.address, name=one.name, description=one.description, mime_type=one.media_type
        )
        for one in RESOURCES
        if not one.is_template and caller.may(one.scope)
    ]


def templates(caller: Caller) -> list[wire.ResourceTemplate]:
    """Those with a part to fill in that this caller may read."""
    return [
        wire.ResourceTemplate(
            uri_template=one.address,
            name=one.name,
            description=one.description,
            mime_type=one.media_type,
        )
        for one in RESOURCES
        if one.is_template and caller.may(one.scope)
    ]


def _reviews(caller: Caller, _part: str) -> str:
    items = [item for item in caller.nn.review.list("waiting") if _may_see(caller, item)]
    return _json({"items": [_review(item) for item in items]})


def _may_see(caller: Caller, item: netnew.ReviewItem) -> bool:
    """Whether an item is no other agent's memory; a person sees all."""
    return caller.person is not None or item.document.get("agent", caller.agent) == caller.agent


def _review(item: netnew.ReviewItem) -> dict[str, Any]:
    return {
        "item_id": item.item_id,
        "kind": item.kind,
        "subject_id": item.subject_id,
        "submitted_by": item.submitted_by,
        "opened_at": item.opened_at,
        "needs": {"people": item.min_humans, "agents": item.min_agents},
        "has": {"people": item.approvals("human"), "agents": item.approvals("agent")},
    }


def _gate_policy(_caller: Caller, _part: str) -> str:
    return netnew.pack_text()


def _meter_policy(_caller: Caller, _part: str) -> str:
    return _json(netnew.meter_policy().as_dict())


def _bases(caller: Caller, _part: str) -> str:
    found = caller.nn.bases.list()
    return _json(
        {
            "bases": [
                {"name": one.name, "items": one.manifest.items, "id_type": one.manifest.id_type}
                for one in found
            ]
        }
    )


def _judgement(caller: Caller, kgr_id: str) -> str:
    found = caller.nn.gate.explain(kgr_id)
    return _json({**found, "explanation": caller.nn.gate.reasons(kgr_id).as_dict()})


def _context(caller: Caller, query: str) -> str:
    return str(caller.nn.memory(agent_id=caller.agent).context(query))


def _json(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2)


RESOURCES: Final = (
    Resource(
        f"{SCHEME}bases", "bases", "Knowledge bases by name: what the gate can be asked about.",
        JSON, "bases:read", _bases,
    ),
    Resource(
        f"{SCHEME}reviews/open", "open reviews", "What waits for people, and who is missing.",
        JSON, "review:read", _reviews,
    ),
    Resource(
        f"{SCHEME}policies/gate", "gate policy", "The policy that gate_check and gate_admit use.",
        "application/yaml", "gate:read", _gate_policy,
    ),
    Resource(
        f"{SCHEME}policies/meter", "meter policy", "The rules by which the meter says stop.",
        JSON, "meter:read", _meter_policy,
    ),
    Resource(
        f"{SCHEME}judgements/{{kgr_id}}", "judgement", "A recorded judgement with its evidence.",
        JSON, "gate:read", _judgement,
    ),
    Resource(
        f"{SCHEME}context/{{query}}", "context", "What the agent remembers for a query, as recall.",
        "text/markdown", "memory:read", _context,
    ),
)  # fmt: skip

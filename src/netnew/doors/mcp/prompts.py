"""Prompts: the research brief of an expansion, filled in from what was recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import mcp_types as wire

import netnew
from netnew.doors.mcp.caller import Caller


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt: what it takes, and the text that it gives."""

    name: str
    title: str
    description: str
    arguments: tuple[wire.PromptArgument, ...]
    scope: str
    text: Callable[[Caller, Mapping[str, str]], str]

    def as_wire(self) -> wire.Prompt:
        """The prompt as clients list it."""
        return wire.Prompt(
            name=self.name,
            title=self.title,
            description=self.description,
            arguments=list(self.arguments),
        )

    def check(self, given: Mapping[str, str]) -> None:
        """Raise unless everything that it needs, and nothing else, is given."""
        known = [one.name for one in self.arguments]
        missing = [one.name for one in self.arguments if one.required and not given.get(one.name)]
        strange = sorted(set(given) - set(known))
        if missing or strange:
            wrong = f"lacks `{missing[0]}`" if missing else f"takes no `{strange[0][:40]}`"
            raise netnew.InputError(f"{self.name} {wrong}", f"it takes {' and '.join(known)}")


def _expansion_research(caller: Caller, given: Mapping[str, str]) -> str:
    ratchet = caller.nn.ratchet(given["harness"])
    brief, _findings = ratchet.brief(expansion_id=given.get("expansion_id") or None)
    return brief


PROMPTS: Final = (
    Prompt(
        name="expansion_research",
        title="Research how to expand a saturated harness",
        description="The brief for an expansion that is open: what saturated, what still fails, "
        "and the format in which a person takes your proposals.",
        arguments=(
            wire.PromptArgument(name="harness", description="Name of the harness.", required=True),
            wire.PromptArgument(
                name="expansion_id",
                description="Left out: the one that is open.",
                required=False,
            ),
        ),
        scope="ratchet:read",
        text=_expansion_research,
    ),
)

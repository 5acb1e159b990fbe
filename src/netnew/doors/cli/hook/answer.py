"""What the hook says to Claude Code: nothing, context, advice, or an end."""

from __future__ import annotations

from typing import Any, Final

import netnew
from netnew.doors.cli.hook.event import Event

# What is longer Claude Code cuts.
LONGEST_CONTEXT: Final = 10_000
LONGEST_PROMPT: Final = 10_000
GO_ON: Final = "CONTINUE"


def recalled(nn: netnew.Netnew, event: Event, agent: str, budget_tokens: int) -> dict[str, Any]:
    """What the memory of the agent holds for the prompt, as context."""
    if budget_tokens == 0:
        return {}
    query = event.text("prompt")[:LONGEST_PROMPT]
    known = nn.memory(agent_id=agent).context(query, budget_tokens=budget_tokens)
    if known.recall is None or not known.recall.kept:
        return {}
    return _context(event, str(known)[:LONGEST_CONTEXT])


def judged(event: Event, reading: netnew.Reading, *, enforce: bool) -> dict[str, Any]:
    """Advice once the meter says to stop, the first time that it does; or an end to it."""
    signal, told = reading.signal, reading.as_dict()
    if signal == GO_ON:
        return {}
    text = f"netnew: {signal}. {told['hint']} {told['stop_recommendation']['rationale']}"
    if enforce:
        # An end can start nothing again, whatever other hooks ask for.
        return {"continue": False, "stopReason": text}
    rows = told["novelty_by_round"]
    if len(rows) > 1 and rows[-2]["signal"] == signal:
        return {}
    return {"systemMessage": text} if event.name == "Stop" else _context(event, text)


def _context(event: Event, text: str) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}}

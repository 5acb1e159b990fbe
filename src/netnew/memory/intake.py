"""What callers give, checked once before anything is stored."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from numbers import Integral
from typing import Any, Final

from netnew.foundation.clock import timestamp
from netnew.foundation.errors import InputError
from netnew.foundation.names import check_name, flaw, unstorable
from netnew.memory.records import KINDS, STAKES, DecisionInput, FactInput
from netnew.memory.turn import ToolResult, TurnResult

LONGEST_TEXT: Final = 100_000
LONGEST_AGENT: Final = 180
LONGEST_OUTCOME: Final = 40
# What would end the line that an outcome stands in, or hide in it.
_NO_LINE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def checked_agent(agent_id: str) -> str:
    """The agent's name, if every database keeps it alike."""
    check_name("agent", agent_id, LONGEST_AGENT)
    return agent_id


def expect(given: object, kind: type, example: str) -> None:
    """Refuse what is none of the records that an act takes, and show one.

    >>> expect("hello", FactInput, 'FactInput("s", "c")')
    Traceback (most recent call last):
    netnew.foundation.errors.InputError: a str is no FactInput; write FactInput("s", "c")
    """
    if not isinstance(given, kind):
        raise InputError(f"a {type(given).__name__} is no {kind.__name__}", f"write {example}")


def check_text(name: str, value: object) -> None:
    """Refuse what is no text, and a text that a database would not keep; it may be empty."""
    if found := unstorable(value):
        shown = f" {value[:40]!r}" if isinstance(value, str) else ""
        raise InputError(f"the {name}{shown} {found}", "give a text")


def check_count(name: str, value: object, least: int = 0) -> None:
    """Refuse what is no whole number, or too small a one.

    >>> check_count("limit", "3")
    Traceback (most recent call last):
    netnew.foundation.errors.InputError: limit is '3'; give a whole number from 0 up
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise InputError(f"{name} is {value!r:.40}", f"give a whole number from {least} up")


def check_kinds(kinds: object) -> None:
    """Refuse what is no list of kinds."""
    if not isinstance(kinds, (list, tuple)) or any(one not in KINDS for one in kinds):
        raise InputError(f"kinds is {kinds!r:.60}", f"give a list of {', '.join(KINDS)}")


def check_result(result: TurnResult) -> None:
    """Refuse what a turn cannot come to; what its texts say is looked at later."""
    said = {"response of a turn": result.response_text, "decision of a turn": result.decision or "",
            "error of a turn": result.error or ""}  # fmt: skip
    _share("confidence", result.confidence)
    tools = result.tool_results
    if not isinstance(tools, (list, tuple)):
        raise InputError(f"tool_results is {tools!r:.40}", 'write (ToolResult("grep"),)')
    for tool in tools:
        expect(tool, ToolResult, 'ToolResult("grep")')
        said |= {"name of a tool": tool.tool_name, "error of a tool": tool.error or ""}
    for name, text in said.items():
        if not isinstance(text, str):
            raise InputError(f"the {name} is {text!r:.40}", "give a text")


def checked_fact(given: FactInput) -> dict[str, Any]:
    """The document of a fact: what it says, in the types that are stored.

    >>> checked_fact(FactInput("db", "Use Postgres", observed_at="2026-05-01"))["observed_at"]
    '2026-05-01T00:00:00.000000Z'
    >>> checked_fact(FactInput("db", " "))
    Traceback (most recent call last):
    netnew.foundation.errors.InputError: a fact has no content; say something in `content`
    """
    if given.session_id is not None:
        check_name("session", given.session_id)
    _key(given.key)
    if not isinstance(given.hold, bool):
        raise InputError(f"hold is {given.hold!r:.40}", "give true or false")
    return {
        "subject": _optional("subject", given.subject),
        "content": _text("fact", "content", given.content),
        "attribute": _optional("attribute", given.attribute),
        "confidence": _share("confidence", given.confidence),
        "source": _optional("source", given.source),
        "observed_at": checked_moment("observed_at", given.observed_at),
        "multi_valued": _flag("multi_valued", given.multi_valued),
        "tags": _texts("tags", given.tags),
    }


def checked_decision(given: DecisionInput) -> dict[str, Any]:
    """The document of a decision."""
    if given.stakes not in STAKES:
        raise InputError(f"stakes is {given.stakes!r:.40}", f"choose one of {', '.join(STAKES)}")
    check_name("session", given.session_id)
    _key(given.key)
    return {
        "text": _text("decision", "text", given.text),
        "frame": given.frame,
        "confidence": _share("confidence", given.confidence),
        "stakes": given.stakes,
        "reasons": _texts("reasons", given.reasons),
        "tags": _texts("tags", given.tags),
    }


def checked_outcome(value: Any) -> str:
    """What became of a decision: a few words that stay in their line.

    >>> checked_outcome(" success ")
    'success'
    """
    said = value.strip() if isinstance(value, str) else value
    found = flaw(said, LONGEST_OUTCOME)
    if not found and _NO_LINE.search(said):
        found = "holds a line break or a control character"
    if found:
        raise InputError(
            f"the outcome {found}", f"give 1 to {LONGEST_OUTCOME} characters, as in `success`"
        )
    return str(said)


def checked_summary(value: Any) -> str:
    """What an episode is about; it may be left out."""
    said = "" if value is None else value
    found = None if said == "" else flaw(said, LONGEST_TEXT)
    if found:
        raise InputError(f"the summary {found}", "give a text, or leave it out")
    return str(said).strip()


def checked_moment(name: str, value: datetime | str | None) -> str | None:
    """A moment as it is stored; None where none is given.

    >>> checked_moment("made_at", "2026-05-01")
    '2026-05-01T00:00:00.000000Z'
    """
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else value
        # A moment without a zone is meant as UTC: reading the machine's own would differ by it.
        return timestamp(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, AttributeError, OverflowError) as error:
        raise InputError(
            f"{name} is {value!r:.40}", "write it like 2026-05-01T09:30:00Z"
        ) from error


def _text(what: str, name: str, value: Any) -> str:
    if value is not None and not isinstance(value, str):
        raise InputError(f"the {name} of a {what} is {value!r:.40}", "give a text")
    if value is None or not value.strip():
        raise InputError(f"a {what} has no {name}", f"say something in `{name}`")
    found = flaw(value, LONGEST_TEXT)
    if found:
        raise InputError(
            f"the {name} of a {what} {found}",
            f"give at most {LONGEST_TEXT} characters without NUL",
        )
    return value


def _optional(name: str, value: Any) -> str | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    found = flaw(value, LONGEST_TEXT)
    if found:
        raise InputError(f"{name} {found}", "give a text, or leave it out")
    return str(value)


def _texts(name: str, values: Any) -> list[str]:
    listed = isinstance(values, (list, tuple))
    if not listed or any(flaw(one, LONGEST_TEXT) for one in values):
        raise InputError(f"{name} is {values!r:.40}", "give a list of texts")
    return list(values)


def _key(value: Any) -> None:
    if value is not None:
        check_name("key", value)


def _flag(name: str, value: Any) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise InputError(f"{name} is {value!r:.40}", "give true or false, or leave it out")
    return value


def _share(name: str, value: Any) -> float | None:
    if value is None:
        return None
    numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not numeric or not math.isfinite(value) or not 0 <= value <= 1:
        raise InputError(f"{name} is {value!r:.40}", "give a number from 0 to 1, or leave it out")
    return float(value)

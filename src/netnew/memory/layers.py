"""The three layers of the decision gate, as specified (`decision-layers/1`).

Layer 1 reads the shape of a response, layer 3 what is known when the turn is final; layer 2,
which looks for the same decision among recent ones, needs the store and lies in `turns.py`.
Patterns match whole words in any case, curly apostrophes and any white space included.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from netnew.kernel.normalizers import lower
from netnew.kernel.tokens import single_spaced
from netnew.memory.records import Stakes
from netnew.memory.turn import ToolResult

VERSION: Final = "decision-layers/1"

READ_CHARACTERS: Final = 500
REPORT_CHARACTERS: Final = 300
LEAST_MARKERS: Final = 2
LEAST_CHARACTERS: Final = 20
PLACEHOLDER_CONFIDENCE: Final = 0.5

DELIBERATION_FRAMES: Final = frozenset({"decision", "debug"})
INFORMATIONAL_FRAMES: Final = frozenset({"conversation", "question", "creative"})
RECORDING_TOOL: Final = "record_decision"
HIGH_STAKES: Final = frozenset({"high", "critical"})

COMPLETION: Final = (
    "done!", "done.", "completed!", "finished!", "on it!", "created!", "pushed to",
    "review complete", "task is running",
)  # fmt: skip
TRANSITION: Final = (
    "now let me", "next i'll", "moving on to", "let me check", "let me look", "i'll start",
    "starting with",
)  # fmt: skip
REPORTS: Final = (
    "here's the result", "here are the results", "pr #", "pr created", "spec scores",
)  # fmt: skip
STATUS: Final = (
    "here's", "current status", "here is", "available tools", "i remember", "my memory",
    "what i know",
)  # fmt: skip
REPORT_MARKERS: Final = (
    "done", "created", "updated", "fixed", "merged", "pushed", "committed", "deployed", "sent",
    "saved", "completed", "finished", "resolved", "applied",
)  # fmt: skip
CHAT_OPENINGS: Final = (
    "done", "on it", "here's", "got it", "sure", "okay", "alright", "working on", "let me", "i'll",
)  # fmt: skip
ERROR_TEMPLATE: Final = "encountered an error processing your request"

Profile = Literal["default", "003"]
Rule = Literal[
    "informational_frame", "frame_not_deliberated", "completion", "transition", "report", "status",
    "action_report", "too_short", "never_deliberated", "chat_opening", "error_template",
]  # fmt: skip


class Finding(NamedTuple):
    """One rule that a candidate ran into."""

    layer: Literal[1, 3]
    rule: Rule
    because: str


def _any_of(phrases: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    # A bound stands only where a phrase ends in a letter: "pr #12" and "done!!" are hits.
    each = (
        re.escape(phrase) + (r"(?!\w)" if phrase[-1].isalnum() else "") for phrase in longest_first
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(each)})")


_LISTS: Final[tuple[tuple[Rule, re.Pattern[str]], ...]] = (
    ("completion", _any_of(COMPLETION)),
    ("transition", _any_of(TRANSITION)),
    ("report", _any_of(REPORTS)),
    ("status", _any_of(STATUS)),
)
_MARKERS: Final = _any_of(REPORT_MARKERS)
_OPENINGS: Final = _any_of(CHAT_OPENINGS)


def read(text: str, characters: int | None = None) -> str:
    """The first characters of a text as the patterns read them.

    >>> read("Here’s   THE result")
    "here's the result"
    """
    return single_spaced(lower(text.strip()[:characters].translate(_STRAIGHT)))


_STRAIGHT: Final = str.maketrans("’‘ʼ", "'''")


def informational(text: str, frame: str, tool_results: Sequence[ToolResult]) -> tuple[Finding, ...]:
    """Layer 1: what makes a response information and no decision.

    >>> [finding.rule for finding in informational("Done! Pushed to main.", "debug", ())]
    ['completion']
    >>> informational("Let metrics flow through Kafka.", "decision", ())
    ()
    """
    findings = list(_frame_findings(frame))
    if RECORDING_TOOL in {result.tool_name for result in tool_results}:
        return tuple(findings)
    shown = read(text, READ_CHARACTERS)
    for rule, pattern in _LISTS:
        found = pattern.search(shown)
        if found:
            findings.append(Finding(1, rule, f'says "{found.group().strip()}"'))
    report = action_report(text, tool_results)
    return (*findings, report) if report else tuple(findings)


def _frame_findings(frame: str) -> Sequence[Finding]:
    if frame in INFORMATIONAL_FRAMES:
        return [Finding(1, "informational_frame", f"the {frame} frame is not for deciding")]
    if frame not in DELIBERATION_FRAMES:
        return [Finding(1, "frame_not_deliberated", f"in the {frame} frame nothing is deliberated")]
    return []


def action_report(text: str, tool_results: Sequence[ToolResult]) -> Finding | None:
    """Two or more report markers at the start of a response to tools: it tells what they did.

    >>> action_report("Fixed the parser and pushed it", [ToolResult("git")]).because
    'tools were used, and it says "fixed" and "pushed"'
    >>> action_report("Fixed the parser and pushed it", []) is None
    True
    """
    if not tool_results:
        return None
    markers = list(dict.fromkeys(_MARKERS.findall(read(text, REPORT_CHARACTERS))))
    if len(markers) < LEAST_MARKERS:
        return None
    named = " and ".join(f'"{marker}"' for marker in markers[:3])
    return Finding(1, "action_report", f"tools were used, and it says {named}")


def at_finalize(
    text: str,
    *,
    confidence: float | None,
    stakes: Stakes,
    tool_failed: bool,
    profile: Profile = "default",
) -> tuple[Finding, ...]:
    """Layer 3: the four rules at the end of a turn.

    >>> rules = at_finalize("Okay.", confidence=0.9, stakes="low", tool_failed=False)
    >>> [finding.rule for finding in rules]
    ['too_short', 'chat_opening']
    """
    shown = read(text)
    checks: tuple[tuple[Rule, Callable[[], str | None]], ...] = (
        ("too_short", lambda: _too_short(text)),
        ("never_deliberated", lambda: _placeholder(confidence, stakes, tool_failed, profile)),
        ("chat_opening", lambda: _chat_opening(shown)),
        ("error_template", lambda: f'says "{ERROR_TEMPLATE}"' if ERROR_TEMPLATE in shown else None),
    )
    found = ((rule, check()) for rule, check in checks)
    return tuple(Finding(3, rule, because) for rule, because in found if because)


def _too_short(text: str) -> str | None:
    length = len(text.strip())
    return f"has {length} of {LEAST_CHARACTERS} characters" if length < LEAST_CHARACTERS else None


def _placeholder(
    confidence: float | None, stakes: Stakes, tool_failed: bool, profile: Profile
) -> str | None:
    # A confidence that was never set is None here; by the letter, 0.5 stands for it too. A
    # failed tool leaves it unset through no fault of the one who deliberated.
    unset = confidence is None or (profile == "003" and confidence == PLACEHOLDER_CONFIDENCE)
    if not unset or tool_failed or stakes not in HIGH_STAKES:
        return None
    return f"{stakes} stakes, and nobody said how sure they are"


def _chat_opening(shown: str) -> str | None:
    found = _OPENINGS.match(shown)
    return f'opens with "{found.group()}"' if found else None

"""Recalled things as Markdown for a prompt, and how much of a budget they take.

Version `recall-lines/1`. Decisions read as 004 writes them (phase D2). The whole stands between
two comments that Markdown does not show; `recalled.py` finds them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from netnew.kernel.tokens import single_spaced
from netnew.memory.records import Kind

VERSION: Final = "recall-lines/1"
# So much of a decision is shown (004, phase D2).
SHOWN_CHARS: Final = 120
HEADINGS: Final[dict[Kind, str]] = {
    "decision": "## Related Decisions",
    "fact": "## Known Facts",
    "episode": "## Recent Episodes",
}
_ORDER: Final[tuple[Kind, ...]] = ("decision", "fact", "episode")
BEGINS: Final = "<!-- recalled by netnew -->"
ENDS: Final = "<!-- end of recall -->"
_BYTES_PER_TOKEN: Final = 4


class Line(NamedTuple):
    """One recalled thing as it is shown."""

    kind: Kind
    text: str


def decision_line(text: str, outcome: str = "", confidence: float | None = None) -> str:
    """Give a decision the line of 004: outcome, 120 characters, confidence where there is one.

    >>> decision_line("Use Postgres for storage", "", 0.8)
    '- [pending] Use Postgres for storage (confidence: 0.80)'
    """
    shown = single_spaced(text)[:SHOWN_CHARS]
    sure = "" if confidence is None else f" (confidence: {confidence:.2f})"
    return f"- [{single_spaced(outcome) or 'pending'}] {shown}{sure}"


def fact_line(text: str, subject: str | None = None) -> str:
    """Give a fact one line; its subject stands in front where the text does not open with it.

    >>> fact_line("returns 500", "API"), fact_line("The API returns 500", "api")
    ('- API: returns 500', '- The API returns 500')
    """
    shown, about = single_spaced(text), single_spaced(subject or "")
    if not about or about.lower() in shown.lower():
        return f"- {shown}"
    return f"- {about}: {shown}"


def episode_line(text: str, outcome: str = "") -> str:
    """Give an episode one line.

    >>> episode_line("Fix the login page", "ongoing")
    '- [ongoing] Fix the login page'
    """
    return f"- [{single_spaced(outcome) or 'completed'}] {single_spaced(text)[:SHOWN_CHARS]}"


def rendered(lines: Sequence[Line]) -> str:
    """All lines under the headings of their kinds, between the marks; nothing for no lines.

    >>> print(rendered([Line("fact", "- The API returns 500")]))
    <!-- recalled by netnew -->
    ## Known Facts
    - The API returns 500
    <!-- end of recall -->
    """
    if not lines:
        return ""
    shown = [BEGINS]
    for kind in _ORDER:
        of_kind = [line.text for line in lines if line.kind == kind]
        if of_kind:
            shown += [HEADINGS[kind], *of_kind]
    return "\n".join([*shown, ENDS])


class Room:
    """How much of a budget is left, as lines are taken one by one; without a budget all fit.

    >>> room = Room(24)
    >>> room.take(Line("fact", "- The API returns 500")), room.take(Line("fact", "- And more"))
    (True, False)
    """

    def __init__(self, budget_tokens: int | None) -> None:
        self._budget = budget_tokens
        self._bytes = _bytes(BEGINS) + 1 + _bytes(ENDS)
        self._headed: set[Kind] = set()

    def take(self, line: Line) -> bool:
        """Take a line if what is rendered with it still fits."""
        heading = 0 if line.kind in self._headed else 1 + _bytes(HEADINGS[line.kind])
        after = self._bytes + heading + 1 + _bytes(line.text)
        if self._budget is not None and _tokens(after) > self._budget:
            return False
        self._bytes = after
        self._headed.add(line.kind)
        return True


def decisions_block(lines: Sequence[str]) -> str:
    """Decisions alone, exactly as 004 writes them."""
    return "\n".join([HEADINGS["decision"], *lines])


def estimated_tokens(text: str) -> int:
    """About how many tokens a model reads: a quarter of the UTF-8 bytes, rounded up.

    It needs no model's vocabulary, is the same everywhere, and errs on the long side for most
    prose; code and rare scripts can take more.

    >>> estimated_tokens(""), estimated_tokens("ship it now")
    (0, 3)
    """
    return _tokens(_bytes(text))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _tokens(count: int) -> int:
    return -(-count // _BYTES_PER_TOKEN)

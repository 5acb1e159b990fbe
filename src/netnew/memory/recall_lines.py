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
    return f"- [{outcome or 'pending'}] {shown}{sure}"


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
    return f"- [{outcome or 'completed'}] {single_spaced(text)[:SHOWN_CHARS]}"


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
    return -(-len(text.encode("utf-8", "surrogatepass")) // _BYTES_PER_TOKEN)

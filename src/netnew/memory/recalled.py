"""Recalled text that comes back as if it were news, and what is left without it.

Version `recalled/1`. What `context` gave out stands between two marks; everything between them
is ours, also when one mark is lost, and when case or white space changed. Where both are lost,
a line is ours when it has the shape of a recalled line and its words stand in something known,
or when so many words in a row stand there that nobody says them by chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from netnew.kernel.normalizers import lower, nfkc
from netnew.memory.recall_words import found_by

VERSION: Final = "recalled/1"
# White space may have been added or lost anywhere, and one side of the comment or its escape;
# the bare words are no mark, for people may say them.
_OPEN, _CLOSE = r"(?:<|&lt;)\s*!\s*-\s*-?", r"-\s*-?\s*(?:>|&gt;)"


def _mark(words: str) -> re.Pattern[str]:
    said = words.replace(" ", r"\s*")
    return re.compile(rf"{_OPEN}\s*{said}\s*(?:{_CLOSE})?|{said}\s*{_CLOSE}", re.IGNORECASE)


_BEGINS, _ENDS = _mark("recalled by netnew"), _mark("end of recall")
MARK_ALONE: Final = "(a mark alone)"
_HEADING: Final = re.compile(
    r"^[\s>#*]*(?:related\s+decisions|known\s+facts|recent\s+episodes)\s*$", re.I
)
# Quoted or not, a bullet and a state, or the number at the end of a decision's line.
_SHAPE: Final = re.compile(
    r"^[\s>]*[-*•]\s*\[[a-z_ -]{2,20}\]\s|\(\s*confidence\s*:\s*[01][.,][0-9]{2}\s*\)\s*$", re.I
)
_BULLET: Final = re.compile(r"^[\s>]*[-*•]\s+")
_SURE: Final = re.compile(r"\(\s*confidence\s*:\s*[01][.,][0-9]{2}\s*\)", re.I)
_STATE: Final = re.compile(r"^[\s>]*[-*•]?\s*\[[a-z_ -]{2,20}\]\s*", re.I)
_WORD: Final = re.compile(r"[^\W_]+")
# Fewer words in a row than this are said by chance; in the shape of a line fewer do.
CHANCE_WORDS: Final = 10
SHAPED_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class Echo:
    """What of a text is recalled, and what is left of it without that."""

    parts: tuple[str, ...]
    rest: str

    @property
    def whole(self) -> bool:
        """Whether nothing but recalled text is there."""
        return bool(self.parts) and not _WORD.search(self.rest)


def echo(text: str, known: Iterable[str] = ()) -> Echo:
    r"""Part `text` into what was recalled and what is said; `known` are texts that are stored.

    >>> echo("Noted: <!-- recalled by netnew --> - [pending] Use Go <!-- end of recall --> ok").rest
    'Noted: \nok'
    >>> echo("- [pending] Use Postgres for (confidence: 0.80)", ["Use Postgres for storage"]).whole
    True
    >>> echo("Use Postgres for storage", ["Use Postgres for storage"]).parts
    ()
    """
    fenced, outside = _fenced(text)
    sequences = [" ".join(_words(one)) for one in known]
    parts, kept = list(fenced), list[str]()
    for line in outside.split("\n"):
        if _HEADING.match(line) or _is_copy(line, sequences):
            parts.append(line.strip())
        else:
            kept.append(line)
    return Echo(tuple(part for part in parts if part), "\n".join(kept).strip())


def looks_recalled(text: str) -> bool:
    """Whether any of it might be recalled: only then are stored texts worth looking at.

    >>> looks_recalled("The API returns 500"), looks_recalled("- [pending] Use Go")
    (False, True)
    """
    return any(pattern.search(text) for pattern in (_BEGINS, _ENDS)) or any(
        _HEADING.match(line) or _SHAPE.search(line) or _BULLET.match(line) or _many(line)
        for line in text.split("\n")
    )


def _many(line: str) -> bool:
    return len(_WORD.findall(line)) >= CHANCE_WORDS


def _fenced(text: str) -> tuple[list[str], str]:
    """What stands between the marks, and the rest; a lost mark reaches to the next blank line."""
    inside: list[str] = []
    outside: list[str] = []
    at = 0
    while (first := _first_mark(text, at)) is not None:
        if first.re is _ENDS:
            # The opening mark is lost: all since the last blank line is ours.
            blank = text.rfind("\n\n", at, first.start())
            start, end, after = max(at, blank), first.start(), first.end()
        else:
            closing = _ENDS.search(text, first.end())
            start, end = first.start(), closing.start() if closing else _blank(text, first.end())
            after = closing.end() if closing else end
        outside.append(text[at:start])
        inside.append(_BEGINS.sub("", text[start:end]).strip() or MARK_ALONE)
        at = after
    outside.append(text[at:])
    return inside, "\n".join(piece.lstrip() if i else piece for i, piece in enumerate(outside))


def _first_mark(text: str, at: int) -> re.Match[str] | None:
    found = [m for m in (_BEGINS.search(text, at), _ENDS.search(text, at)) if m is not None]
    return min(found, key=lambda match: match.start(), default=None)


def _blank(text: str, start: int) -> int:
    blank = text.find("\n\n", start)
    return len(text) if blank < 0 else blank


def least_shared(text: str) -> int | None:
    """How many words at the least a stored text shares with `text`, where a line is a copy of it.

    Words as an index has them (`recall_words`). None: no line is long enough to be a copy.

    >>> least_shared("- [pending] Use Postgres for (confidence: 0.80)"), least_shared("Use Go")
    (3, None)
    """
    _, outside = _fenced(text)
    copied = filter(None, map(_copied, outside.split("\n")))
    # The last word may be cut: it is none of theirs.
    shared = ({one for word in words[:-1] for one in found_by(word)} for words, _ in copied)
    return min(map(len, shared), default=None)


def _copied(line: str) -> tuple[list[str], bool] | None:
    """The words of a line that may be a copy, and whether it has the shape of a recalled one."""
    shaped = bool(_SHAPE.search(line))
    words = _words(_SURE.sub(" ", _STATE.sub("", line)))
    return None if len(words) < (SHAPED_WORDS if shaped else CHANCE_WORDS) else (words, shaped)


def _is_copy(line: str, known: Sequence[str]) -> bool:
    if not known or (copied := _copied(line)) is None:
        return False
    words, shaped = copied
    run = f" {' '.join(words)}"
    # The last word may have been cut in the middle: a line shows so many characters.
    return any(run in f" {one}" and (shaped or run.strip() != one) for one in known)


def _words(text: str) -> list[str]:
    return _WORD.findall(lower(nfkc(text)))

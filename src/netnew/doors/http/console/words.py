"""Two texts side by side, word by word: what they share, what moved, and what differs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

WORDS_VERSION = "words/1"
Kind = Literal["same", "moved", "differs"]
# Beyond it, order is not compared: the time to do so grows with the square.
MOST_WORDS = 1500
_WORD = re.compile(r"\S+")


class Piece(NamedTuple):
    """A run of words of one text, with how it stands to the other text."""

    kind: Kind
    text: str


def compared(ours: str, theirs: str) -> tuple[list[Piece], list[Piece]]:
    """Cut both texts into pieces.

    >>> compared("wait 300 seconds", "wait 30 seconds")[0]
    [Piece(kind='same', text='wait'), Piece(kind='differs', text='300'), \
Piece(kind='same', text='seconds')]
    """
    left, right = _WORD.findall(ours), _WORD.findall(theirs)
    a, b = [_bare(word) for word in left], [_bare(word) for word in right]
    in_place_a: set[int] = set()
    in_place_b: set[int] = set()
    if max(len(a), len(b)) <= MOST_WORDS:
        for block in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
            in_place_a.update(range(block.a, block.a + block.size))
            in_place_b.update(range(block.b, block.b + block.size))
    spare_a = Counter(word for at, word in enumerate(a) if at not in in_place_a)
    spare_b = Counter(word for at, word in enumerate(b) if at not in in_place_b)
    return _pieces(left, a, in_place_a, spare_b), _pieces(right, b, in_place_b, spare_a)


def _pieces(
    words: Sequence[str], bare: Sequence[str], in_place: set[int], elsewhere: Counter[str]
) -> list[Piece]:
    left = Counter(elsewhere)
    found: list[Piece] = []
    for at, word in enumerate(words):
        kind: Kind = "same"
        if at not in in_place:
            kind = "moved" if left[bare[at]] > 0 else "differs"
            left[bare[at]] -= 1
        if found and found[-1].kind == kind:
            found[-1] = Piece(kind, f"{found[-1].text} {word}")
        else:
            found.append(Piece(kind, word))
    return found


def _bare(word: str) -> str:
    """Drop case, and what stands around a word; a sign or unit inside it stays."""
    return word.casefold().strip(".,;:!?\"'()[]“”‘’…") or word

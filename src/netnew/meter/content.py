"""What a sentence is about: its content words, without endings. Version `content/1`.

People who restate a point keep its nouns and verbs and change the words between them
("only five librarians for the rota", "we have only five librarians for a rota").
"""

from __future__ import annotations

import re
from typing import NamedTuple

from netnew.meter.vocabulary import FUNCTION_WORDS

# With fewer content words than this, two sentences about one thing look alike whatever they say.
LEAST_WORDS = 4
_PART = re.compile(r"[^\W_]+(?:[.,][^\W_]+)*")
_PLAIN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
EDGES = ".,;:!?\"'`()[]{}<>*_…“”‘’«»"
# Code and tool calls have no grammar to look through: of five words one may be no plain word.
_PLAIN_OF_FIVE = 4
_ENDINGS = (("ing", 5), ("ed", 4), ("es", 4), ("s", 4))
_LAST_LETTERS = ("g", "d", "s")
_NOTHING: frozenset[str] = frozenset()
_EMPTY_WORDS = FUNCTION_WORDS.entries


def content_words(normal: str) -> frozenset[str]:
    """Stems of the content words of a normalised sentence; none for code or a short sentence.

    >>> sorted(content_words("we have only five librarians for a seven-day rota"))
    ['day', 'fiv', 'librarian', 'rota', 'seven']
    >>> content_words("sed -n 10,20p src/main.py")
    frozenset()
    """
    words = [read_word(word) for word in normal.split()]
    stems = frozenset(stem for word in words for stem in word.stems)
    plain = sum(word.is_plain for word in words)
    return stems if is_prose(normal, len(words), plain) and len(stems) >= LEAST_WORDS else _NOTHING


class Word(NamedTuple):
    """What stands between two spaces, as the levels read it."""

    bare: str
    """Without the punctuation around it."""
    is_plain: bool
    stems: tuple[str, ...]
    """Of its parts that carry content."""


def read_word(written: str) -> Word:
    """Read one word.

    >>> read_word("(policies,")
    Word(bare='policies', is_plain=True, stems=('policy',))
    """
    bare = written.strip(EDGES)
    if bare.isalpha():
        return Word(bare, True, () if bare in _EMPTY_WORDS else (stem(bare),))
    parts = _PART.findall(bare.removesuffix("'s").removesuffix("’s"))
    stems = tuple(stem(part) for part in parts if part not in _EMPTY_WORDS)
    return Word(bare, _PLAIN.fullmatch(bare) is not None, stems)


def is_prose(normal: str, words: int, plain: int) -> bool:
    """Whether a sentence can have enough content words, and enough of its words are plain."""
    # A sentence of few words has no more content words; hyphens make some.
    if words < LEAST_WORDS and words + normal.count("-") < LEAST_WORDS:
        return False
    return 5 * plain >= _PLAIN_OF_FIVE * words


def stem(word: str) -> str:
    """Cut a regular English ending.

    >>> [stem(word) for word in ("evicts", "evicted", "evicting", "policies", "stopped", "is")]
    ['evict', 'evict', 'evict', 'policy', 'stop', 'is']
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    # Every ending closes with one of these.
    if word[-1:] in _LAST_LETTERS:
        for ending, least in _ENDINGS:
            if len(word) >= least and word.endswith(ending) and not word.endswith("ss"):
                word = word.removesuffix(ending)
                break
    if len(word) > 3 and (word[-1] == "e" or word[-1] == word[-2]):
        return word[:-1]
    return word

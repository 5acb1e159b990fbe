"""What a sentence is about: its content words, without endings. Version `content/1`.

People who restate a point keep its nouns and verbs and change the words between them
("only five librarians for the rota", "we have only five librarians for a rota").
"""

from __future__ import annotations

import re
from functools import lru_cache

from netnew.meter.vocabulary import FUNCTION_WORDS

# With fewer content words than this, two sentences about one thing look alike whatever they say.
LEAST_WORDS = 4
_PART = re.compile(r"[^\W_]+(?:[.,][^\W_]+)*")
_PLAIN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
EDGES = ".,;:!?\"'`()[]{}<>*_…“”‘’«»"
# Code and tool calls have no grammar to look through: of five words one may be no plain word.
_PLAIN_OF_FIVE = 4
_NOTHING: frozenset[str] = frozenset()


def content_words(normal: str) -> frozenset[str]:
    """Stems of the content words of a normalised sentence; none for code or a short sentence.

    >>> sorted(content_words("we have only five librarians for a seven-day rota"))
    ['day', 'fiv', 'librarian', 'rota', 'seven']
    >>> content_words("sed -n 10,20p src/main.py")
    frozenset()
    """
    words = normal.split()
    # A sentence of few words has no more content words; hyphens make some.
    if len(words) + normal.count("-") < LEAST_WORDS:
        return _NOTHING
    if 5 * sum(map(_is_plain, words)) < _PLAIN_OF_FIVE * len(words):
        return _NOTHING
    stems = _NOTHING.union(*map(_stems, words))
    return stems if len(stems) >= LEAST_WORDS else _NOTHING


# Words repeat by Zipf's law: most are read once for very many claims.
@lru_cache(maxsize=2**16)
def _is_plain(word: str) -> bool:
    return _PLAIN.fullmatch(word.strip(EDGES)) is not None


@lru_cache(maxsize=2**16)
def _stems(word: str) -> tuple[str, ...]:
    """The stems of the parts of a word that carry content."""
    parts = _PART.findall(word.strip(EDGES).removesuffix("'s").removesuffix("’s"))
    return tuple(stem(part) for part in parts if part not in FUNCTION_WORDS.entries)


def stem(word: str) -> str:
    """Cut a regular English ending.

    >>> [stem(word) for word in ("evicts", "evicted", "evicting", "policies", "stopped", "is")]
    ['evict', 'evict', 'evict', 'policy', 'stop', 'is']
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending, least in (("ing", 5), ("ed", 4), ("es", 4), ("s", 4)):
        if len(word) >= least and word.endswith(ending) and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    if len(word) > 3 and word.endswith("e"):
        return word[:-1]
    if len(word) > 3 and word[-1] == word[-2]:
        return word[:-1]
    return word

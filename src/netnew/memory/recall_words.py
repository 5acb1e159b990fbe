"""The words by which texts are found again. Version `recall-words/2`.

Runs of letters and digits, case aside, without regular English endings; long ones by their
first letters too, so that "postgres" finds PostgreSQL and "deploy" finds a deployment. What
shares the whole word shares its first letters as well, and so counts twice.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from netnew.kernel.normalizers import lower, nfkc
from netnew.meter.content import stem
from netnew.meter.vocabulary import FUNCTION_WORDS

WORDS_VERSION: Final = "recall-words/2"
# Shorter beginnings join words that have nothing to do with each other ("inter", "const").
BEGINNING: Final = 6
_WORD: Final = re.compile(r"[^\W_]+")
# What a question is made of, beside the words of grammar: it says nothing of the matter.
_ASKING: Final = frozenset("what which who whom whose when where why how".split())


# The same texts are candidates again and again. A tuple of texts costs the garbage collector
# nothing, a set would.
@lru_cache(maxsize=2**12)
def recall_words(text: str) -> tuple[str, ...]:
    """What `text` is found by, in the order of reading.

    >>> recall_words("Deployments go to PostgreSQL")
    ('deployment', 'deploy…', 'go', 'to', 'postgresql', 'postgr…')
    >>> recall_words("deploy postgres")
    ('deploy', 'deploy…', 'postgr', 'postgr…')
    """
    return tuple(found for word in plain_words(text) for found in found_by(word))


def asked_words(query: str) -> list[str]:
    """The words of a query that say what it is about, each once; all, where none does.

    >>> asked_words("What is the limit of the API?"), asked_words("who is it")
    (['limit', 'api'], ['who', 'is', 'it'])
    """
    words = list(dict.fromkeys(plain_words(query)))
    telling = [word for word in words if word not in _ASKING | FUNCTION_WORDS.entries]
    return telling or words


def plain_words(text: str) -> list[str]:
    """The words of `text` as they stand, case aside."""
    return _WORD.findall(lower(nfkc(text)))


# Words repeat by Zipf's law: most are read once for very many texts.
@lru_cache(maxsize=2**16)
def found_by(word: str) -> tuple[str, ...]:
    """What one word, as `plain_words` gives it, is found by."""
    cut = stem(word)
    if word.isdigit() or len(cut) < BEGINNING:
        return (cut,)
    return (cut, f"{cut[:BEGINNING]}…")

"""Versioned normalisers: the same text, however it was typed, on every Python and in Rust.

All of them speak Unicode 14.0. A character assigned later stays as it is and parts the text
into pieces that are read one by one, so a newer table inside Python or Rust changes nothing;
so do two characters whose properties changed later (`scripts/unicode_table.py` names them).
Lone surrogates, which a Python string may hold, stay as they are too.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Final

from netnew.foundation.errors import InputError
from netnew.kernel.implementation import twin
from netnew.kernel.tokens import batch, single_spaced
from netnew.kernel.untouched import UNTOUCHED

_STRETCHES = [
    (int(first, 16), int(last, 16))
    for first, last in (stretch.split("-") for stretch in UNTOUCHED.split())
]
_FIRSTS = [first for first, _ in _STRETCHES]


@twin
def normalize(text: str, version: str) -> str:
    r"""`text` as the normaliser `version` writes it; applying it again changes nothing.

    >>> normalize("  Ship  it NOW!! ", "l0/1")
    'ship it now'
    >>> normalize("ﬁve\u2009ways", "claim/1")
    'five ways'
    """
    return _normalizer(version)(text)


@twin
def normalize_many(texts: Sequence[str], version: str) -> list[str]:
    """Do what `normalize` does to each text.

    >>> normalize_many(["Done.", "done"], "l0/1")
    ['done', 'done']
    """
    return list(map(_normalizer(version), batch(texts)))


def lower(text: str) -> str:
    """`text` in lower case by Unicode 14.0.

    >>> lower("ΟΔΟΣ 7")
    'οδος 7'
    """
    return _by_pieces(str.lower, text)


def nfkc(text: str) -> str:
    """`text` in normalisation form KC by Unicode 14.0.

    >>> nfkc("x²")
    'x2'
    """
    return _by_pieces(lambda piece: unicodedata.normalize("NFKC", piece), text)


def _by_pieces(change: Callable[[str], str], text: str) -> str:
    if text.isascii():
        return change(text)
    untouched = set(filter(_is_untouched, set(text)))
    if not untouched:
        return change(text)
    pieces = ((apart, "".join(run)) for apart, run in groupby(text, untouched.__contains__))
    return "".join(piece if apart else change(piece) for apart, piece in pieces)


def _is_untouched(character: str) -> bool:
    code = ord(character)
    following = bisect_right(_FIRSTS, code)
    return following > 0 and code <= _STRETCHES[following - 1][1]


def _l0(text: str) -> str:
    # Stripping the end of spaces and `.!?` at once is the fixed point of doing each in turn.
    return single_spaced(lower(text)).rstrip(" .!?")


def _claim(text: str) -> str:
    return single_spaced(nfkc(text))


def _claim_lower(text: str) -> str:
    # Lower-casing can leave form KC, so that is restored after it.
    return single_spaced(nfkc(lower(nfkc(text))))


NORMALIZERS: Final[Mapping[str, Callable[[str], str]]] = {
    "claim-lower/1": _claim_lower,
    "claim/1": _claim,
    "l0/1": _l0,
}


def _normalizer(version: str) -> Callable[[str], str]:
    if version not in NORMALIZERS:
        raise InputError(
            f"no normaliser is called {version!r}", f"choose one of {', '.join(NORMALIZERS)}"
        )
    return NORMALIZERS[version]

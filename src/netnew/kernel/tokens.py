"""Tokens: what stands between white space, and nothing cleverer (`tokens/1`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from netnew.foundation.errors import InputError

# What Python's `str.split` parts at today, written down so that it stays so.
WHITE_SPACE: Final = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_TOKEN = re.compile(f"[^{WHITE_SPACE}]+")


def tokens(text: str) -> list[str]:
    r"""Tokens of `text` in order, repeats kept; none is empty.

    >>> tokens("  ship it,\u3000ship it ")
    ['ship', 'it,', 'ship', 'it']
    """
    return _TOKEN.findall(text)


def single_spaced(text: str) -> str:
    r"""`text` without white space at its ends and with single spaces inside.

    >>> single_spaced("\tship \n it ")
    'ship it'
    """
    return " ".join(tokens(text))


def batch(texts: Sequence[str]) -> Sequence[str]:
    """Pass many texts on; one text alone, which is a sequence of texts too, is a mistake.

    >>> batch("ship it")
    Traceback (most recent call last):
    netnew.foundation.errors.InputError: got one text where many are expected; put it in a list
    """
    if isinstance(texts, str):
        raise InputError("got one text where many are expected", "put it in a list")
    return texts

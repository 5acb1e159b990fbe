"""Asks both twins the same question, and texts that are hard to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from netnew.foundation.errors import NetnewError
from netnew.kernel.implementation import Choice, use

SURROGATES = [chr(code) for code in (0xD800, 0xDBFF, 0xDC00, 0xDFFF)]
HARD = [
    *SURROGATES,
    *"\0 \t\x1c\x85\xa0\u1680\u2028\u3000\u200b\u200d",  # NUL, white space and what only looks so
    *"ΣσςİıſKẞﬁ²①Å",  # odd case, compatibility forms
    *"\u0301\u0323\u0345\u0f71\u1e0b\u0d4d\uac00\u1100\u1161\u11a8",  # marks, Hangul
    *"שלום\u202eمرحبا",  # right to left
    *"漢字かな\U00020000",
    *"👩🏽\ufe0f🇩🇪",
    *"\u0295\U0001171e\u1c89\U0001ccd6\U0010ffff",  # changed or assigned after Unicode 14.0
    *".!?'’",
]
hard_texts = st.text(
    st.one_of(st.characters(exclude_categories=()), st.sampled_from(HARD), st.sampled_from("aB ")),
    max_size=60,
)
batches = st.lists(hard_texts, max_size=6)


def both(function: Callable[..., Any], *arguments: object) -> Any:
    """What both twins answer, once it is seen to be the same, down to the type or the error."""
    outcomes = []
    twins: tuple[Choice, Choice] = ("python", "rust")
    for twin in twins:
        use(twin)
        try:
            outcomes.append(function(*arguments))
        except NetnewError as error:
            outcomes.append((type(error), str(error)))
    python, rust = outcomes
    assert plain(rust) == plain(python)
    return rust


def plain(value: Any) -> Any:
    """`value` so that `==` sees all of it: element types and shapes included."""
    if isinstance(value, np.ndarray):
        return (str(value.dtype), value.shape, value.tolist())
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return (type(value), value)

"""Whether a decision says what another one said just now (`recent-decision/1`).

Layer 2 of the spec: the same session, within five minutes, alike by meaning where there is an
embedder and by words where there is none. In either channel numbers, dates and negations must be
equal: "use Redis" and "do not use Redis" are alike by every measure of likeness.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

import numpy as np

from netnew.kernel.int8 import I8, ONE
from netnew.kernel.overlap import text_overlap
from netnew.kernel.ratio import Ratio
from netnew.kernel.values import differences, values

RECENT_VERSION: Final = "recent-decision/1"
WINDOW: Final = timedelta(minutes=5)
ALIKE: Final = Ratio(85, 100)


class Earlier(NamedTuple):
    """A recent decision: its id, its text, its vector where there is one."""

    item_id: str
    text: str
    vector: I8 | None = None


class Repeated(NamedTuple):
    """The recent decision that says the same."""

    item_id: str
    rule: str
    score: float
    threshold: float
    reason: str


def repeated(text: str, vector: I8 | None, earlier: Sequence[Earlier]) -> Repeated | None:
    """The latest of `earlier` (oldest first) that says the same, or None.

    >>> repeated("use Redis for the cache", None, [Earlier("d1", "Use Redis for the cache")]).rule
    'same-words'
    >>> repeated("do not use Redis", None, [Earlier("d1", "use Redis")]) is None
    True
    """
    own = values(text)
    for one in reversed(earlier):
        if differences(own, values(one.text)):
            continue
        found = _alike(text, vector, one)
        if found is not None:
            return found
    return None


def _alike(text: str, vector: I8 | None, one: Earlier) -> Repeated | None:
    if vector is not None and one.vector is not None:
        dot = int(vector.astype(np.int32) @ one.vector.astype(np.int32))
        if dot * ALIKE.whole < ALIKE.part * ONE:
            return None
        score = dot / ONE
        reason = f"means the same as a decision of this session ({score:.2f})"
        return Repeated(one.item_id, "same-meaning", score, float(ALIKE), reason)
    share = text_overlap(text, one.text)
    if share.part * ALIKE.whole < ALIKE.part * share.whole:
        return None
    reason = f"has {share.part} of {share.whole} words of a decision of this session"
    return Repeated(one.item_id, "same-words", float(share), float(ALIKE), reason)

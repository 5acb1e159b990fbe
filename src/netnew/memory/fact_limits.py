"""For which time or place a statement holds, where it says so."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from netnew.memory.fact_reading import Reading

_LIMITED: Final = re.compile(
    r"\b(?:on|at|during|in|for|over) (?:the |a )?(?:week|weekends?|weekdays?|mornings?|evenings?|"
    r"nights?|summers?|winters?|spring|autumn|fall|holidays?|staging|production|prod|dev|"
    r"development|testing|home|work|school|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
    r"|^weekends?\b|^weekdays?\b"
)


def limited_otherwise(old: Reading, new: Reading) -> bool:
    """Each holds for its own time or place: on weekdays, and on Saturdays."""
    a, b = _limits(old.lower), _limits(new.lower)
    return bool(a and b) and a != b


@lru_cache(maxsize=8192)
def _limits(lower: str) -> frozenset[str]:
    return frozenset(_LIMITED.findall(lower))

"""What a tool answered, as a claim: polling with a new answer is progress, the same is not."""

from __future__ import annotations

import hashlib

from netnew.meter.claims import OBSERVATION


def observation_claim(answer: str) -> str:
    """Return the claim that stands for one answer of a tool; only the same answer repeats it.

    >>> observation_claim("exit 0") == observation_claim("exit 0")
    True
    >>> observation_claim("exit 0") == observation_claim("exit 1")
    False
    """
    return OBSERVATION + hashlib.sha256(answer.encode("utf-8", "surrogatepass")).hexdigest()[:32]

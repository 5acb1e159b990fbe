"""The class of a claim: thresholds on the best C_connect, and what fingerprints overrule (4.5)."""

from __future__ import annotations

from fractions import Fraction

from netnew.gate.records import Class
from netnew.gate.rules import Thresholds


def baseline(connect: Fraction, thresholds: Thresholds) -> Class:
    """Classify by C_connect of the best match; every bound belongs to the class above it.

    >>> taus = Thresholds(Fraction("0.85"), Fraction("0.5"), Fraction("0.1"))
    >>> [baseline(Fraction(m), taus) for m in ("0.85", "0.84", "0.1", "0.09")]
    ['KNOWN', 'NEAR_DUP', 'NOVEL_CONNECTED', 'NOVEL_ORPHAN']
    """
    if connect >= thresholds.known:
        return "KNOWN"
    if connect >= thresholds.near:
        return "NEAR_DUP"
    return "NOVEL_CONNECTED" if connect >= thresholds.orphan else "NOVEL_ORPHAN"


def overruled(lex: Fraction, thresholds: Thresholds) -> Class | None:
    """What a best match whose fingerprints signal a duplicate forces, by its C_lex alone.

    >>> taus = Thresholds(Fraction("0.85"), Fraction("0.5"), Fraction("0.1"))
    >>> overruled(Fraction("0.6"), taus), overruled(Fraction("0.4"), taus)
    ('NEAR_DUP', None)
    """
    if lex >= thresholds.known:
        return "KNOWN"
    return "NEAR_DUP" if lex >= thresholds.near else None

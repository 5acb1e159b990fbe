"""Hashes of private text: for looking up, and for the ledger.

What the ledger says of a text is hashed with a salt of the item's own. `forget` erases the salt:
from then on nobody can test a guess of what was forgotten.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Any, Final

from netnew.foundation.canonical import canonical_json
from netnew.foundation.ids import content_id
from netnew.kernel.normalizers import normalize

# Names are one name whatever their case, spaces and final dots: as `fact_relation` reads them.
NORMALIZER: Final = "l0/1"


def new_salt() -> str:
    """128 random bits."""
    return secrets.token_hex(16)


def sealed(salt: str, value: Mapping[str, Any]) -> str:
    """Keyed hash of a value: without the salt it says nothing.

    >>> sealed("a", {"text": "x"}) == sealed("b", {"text": "x"})
    False
    """
    return hmac.new(salt.encode(), canonical_json(value), "sha256").hexdigest()


def subject_hash(subject: str | None) -> str | None:
    """Where facts of one subject are looked up; None where there is no subject.

    >>> subject_hash("Deploy Target") == subject_hash(" deploy  target ")
    True
    >>> subject_hash("  ") is None
    True
    """
    name = normalize(subject or "", NORMALIZER)
    return content_id("subj", name) if name else None


def content_hash(subject: str | None, attribute: str | None, content: str) -> str:
    """Where facts that say exactly the same of the same property are looked up."""
    said = (normalize(text or "", NORMALIZER) for text in (subject, attribute, content))
    return content_id("says", *said)


def key_of(act: str, key: str | None) -> str | None:
    """The caller's key as the ledger keeps it: by its hash, one space of keys for each act."""
    return None if key is None else content_id("key", act, key)


def attribute_hash(attribute: str | None) -> str | None:
    """Where what is known of an attribute is looked up."""
    name = normalize(attribute or "", NORMALIZER)
    return content_id("attr", name) if name else None

"""The one hash under shingles and sketches: XXH3 in 64 bits, with a seed written down."""

from __future__ import annotations

from typing import Final

from xxhash import xxh3_64_intdigest

# The bytes of "netnew" and a version. Another seed would be another version of everything above.
SEED: Final = 0x6E65_746E_6577_0001


def hash64(data: bytes, stream: int = 0) -> int:
    """Hash of `data`, 0 to 2**64 - 1; each `stream` (0 to 65,535) is a function of its own.

    >>> hash64(b"ship it") == hash64(b"ship it", stream=1)
    False
    """
    return xxh3_64_intdigest(data, seed=SEED + (stream << 16))


def text_bytes(text: str) -> bytes:
    r"""`text` in UTF-8, lone surrogates as the three bytes that UTF-8 would give them.

    >>> text_bytes("é\ud800")
    b'\xc3\xa9\xed\xa0\x80'
    """
    return text.encode("utf-8", "surrogatepass")

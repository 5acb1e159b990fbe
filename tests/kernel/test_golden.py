"""Frozen vectors: each version gives what it gave when it was named, in both twins."""

import hashlib
import json
import sys
from typing import Any

import pytest

from netnew.kernel import primitives as kernel
from netnew.kernel.normalizers import NORMALIZERS
from netnew.kernel.tokens import WHITE_SPACE
from tests.conftest import Golden
from tests.kernel.twins import HARD

TEXTS = [
    "",
    "Ship",
    "Ship it now!",
    "  The p95 latency must\tstay under 200 ms.  ",
    "the p95 latency must stay under 500 ms",
    "ΟΔΟΣ ﬁve ① Ⅳ Å İstanbul",
    "漢字かな交じり文 한국어 שלום مرحبا",
    "👩🏽\u200d💻 ships 🇩🇪\0",
    "\ud800 alone \udfff",
    "".join(HARD),
]
# Nothing was assigned here by Unicode 14.0, nor since.
EMPTY_PLANES = range(0x40000, 0xE0000)
GRAMS = ("word1/1", "word2/1", "word3/1", "char3/1", "char5/1")

twins = pytest.mark.parametrize(
    "twin", ["python", pytest.param("rust", marks=pytest.mark.needs("crate"))]
)


def vectors() -> dict[str, Any]:
    signatures, _ = kernel.sketch_many(TEXTS, "word2/1", 16)
    return {
        "texts": TEXTS,
        "normalize": {version: kernel.normalize_many(TEXTS, version) for version in NORMALIZERS},
        "tokens/1": [kernel.tokens(text) for text in TEXTS],
        "white space": [f"{ord(character):04X}" for character in WHITE_SPACE],
        "shingles": {
            version: [kernel.shingles(text, version).tolist() for text in TEXTS]
            for version in GRAMS
        },
        "minhash/1 of word2/1, k = 16": signatures.tolist(),
        "lsh/1, 4 bands of 4 rows": kernel.bucket_keys(signatures, 4, 4).tolist(),
        "simhash/1": kernel.simhash_many(TEXTS).tolist(),
        "overlap/1 with the third text": [kernel.text_overlap(TEXTS[2], text) for text in TEXTS],
    }


@twins
def test_versions_answer_as_they_always_did(twin: kernel.Choice, golden: Golden) -> None:
    kernel.use(twin)

    golden("kernel/vectors.json", json.dumps(vectors(), indent=1) + "\n")


@twins
@pytest.mark.parametrize("version", NORMALIZERS)
def test_every_code_point_is_normalised_as_ever(
    twin: kernel.Choice, version: str, golden: Golden
) -> None:
    kernel.use(twin)
    seen = hashlib.sha256()

    for first in range(0, sys.maxunicode + 1, 0x400):
        characters = map(chr, range(first, first + 0x400))
        if first in EMPTY_PLANES:
            # Each parts the text, which is slow to read: once, before a mark and a sigma.
            text = "".join(f"A{c}\u0301Σ" for c in characters)
        else:
            # Alone, under a mark, and where it decides about the form of a sigma.
            text = " ".join(f"{c}Σ AΣ{c} A{c}Σ {c}\u0301{c}" for c in characters)
        seen.update(kernel.normalize(text, version).encode("utf-8", "surrogatepass"))

    golden(f"kernel/{version.replace('/', '-')}-all-of-unicode.txt", seen.hexdigest() + "\n")

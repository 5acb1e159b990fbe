"""Bases with vectors: embedded once, carried along, searched exactly together with the n-grams."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256

import numpy as np
import pytest
from numpy.typing import NDArray

from netnew import InputError, Item, Netnew, Recipe
from netnew.bases import intake
from netnew.kernel.int8 import ONE, quantize_vectors
from netnew.kernel.primitives import normalize, shingles
from tests.bases.claims import some_items, some_questions

ITEMS = some_items(60, seed=1)


class HashedWords:
    """An embedder without a model: each word adds a direction of its own."""

    def __init__(self, model_id: str = "hashed-words", dimensions: int = 16) -> None:
        self.model_id, self.implementation_version = model_id, "1"
        self.dimensions, self.asked = dimensions, 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += len(texts)
        return np.array([self._row(text) for text in texts], np.float32)

    def _row(self, text: str) -> NDArray[np.float64]:
        row = np.zeros(self.dimensions)
        for word in text.split():
            row[sha256(word.encode()).digest()[0] % self.dimensions] += 1
        return row / max(float(np.linalg.norm(row)), 1.0)


def brute_force(items: Sequence[Item], text: str, embedder: HashedWords, alpha: Fraction):
    """Every item: (id, intersection, union, dot), best first."""

    def read(of: str):
        normal = normalize(of, "claim/1")
        (vector,) = quantize_vectors(embedder.embed([normal])).astype(int)
        return set(shingles(normal, "char5/1").tolist()), vector

    asked, query = read(text)
    hits = []
    for item in items:
        own, vector = read(item.text)
        shared, union, dot = len(asked & own), len(asked | own), int(query @ vector)
        lex, sem = Fraction(shared, union or 1), Fraction(dot + ONE, 2 * ONE)
        connected = alpha * lex + (1 - alpha) * sem
        hits.append((-connected, -sem, -lex, item.id, shared, union, dot))
    return [hit[3:] for hit in sorted(hits)]


@pytest.mark.parametrize("alpha", [(1, 2), (0, 1), (7, 10)])
@pytest.mark.parametrize("compacted", [False, True])
def test_the_connected_top_k_is_that_of_brute_force(
    nn: Netnew, alpha: tuple[int, int], compacted: bool
) -> None:
    embedder = HashedWords()
    for start in range(3):
        nn.bases.add("core", ITEMS[start::3], embedder=embedder)
    nn.bases.remove("core", [ITEMS[0].id])
    if compacted:
        nn.bases.compact("core")
    snapshot = nn.bases.snapshot("core")
    for text in some_questions(ITEMS, 6, seed=2):
        (vector,) = snapshot.recipe.embedded([normalize(text, "claim/1")], embedder)
        hits = snapshot.top_k_connected(text, vector, 7, alpha)
        wanted = brute_force(ITEMS[1:], text, embedder, Fraction(*alpha))[:7]
        assert [(hit.id, hit.intersection, hit.union, hit.dot) for hit in hits] == wanted


def test_each_text_is_embedded_once(nn: Netnew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "BATCH_ITEMS", 7)
    embedder = HashedWords()
    nn.bases.add("core", ITEMS, embedder=embedder)
    asked = embedder.asked
    assert asked < len(ITEMS) + 20, "more than the items and a probe a batch"
    nn.bases.add("core", ITEMS, embedder=embedder)
    nn.bases.compact("core")
    nn.bases.compact("core", recipe=Recipe(lex_impl_versions=("word2/1",)))
    assert embedder.asked == asked
    embedding = nn.bases.snapshot("core").recipe.embedding
    assert embedding is not None
    assert (embedding.model_id, embedding.dimensions) == ("hashed-words", 16)


def test_a_base_has_vectors_of_one_model_or_none(nn: Netnew) -> None:
    nn.bases.add("with", ITEMS[:3], embedder=HashedWords())
    nn.bases.add("without", ITEMS[:3])
    with pytest.raises(InputError, match="the base has vectors of hashed-words; give the embedder"):
        nn.bases.add("with", ITEMS[3:])
    for other in (HashedWords("other"), HashedWords(dimensions=8)):
        with pytest.raises(InputError, match="vectors of the base are of hashed-words"):
            nn.bases.add("with", ITEMS[3:], embedder=other)
    with pytest.raises(InputError, match="`without` was made without vectors"):
        nn.bases.add("without", ITEMS[3:], embedder=HashedWords())
    with pytest.raises(InputError, match="`without` has no vectors"):
        nn.bases.snapshot("without").top_k_connected("a", np.zeros(16, np.int8), 3, (1, 2))

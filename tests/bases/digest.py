"""One digest over everything a base answers; run as a program, in a process of its own.

Usage: python -m tests.bases.digest ITEMS QUERIES SEGMENTS ORDER KERNEL
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

from netnew import Settings, connect
from netnew.foundation.canonical import canonical_json
from tests.bases.claims import some_items, some_questions
from tests.bases.test_vectors import HashedWords


def digest(count: int, queries: int, segments: int, order: int, kernel: str) -> str:
    items = some_items(count, seed=1)
    questions = some_questions(items, queries, seed=2)
    random.Random(order).shuffle(items)
    hasher, embedder = hashlib.sha256(), HashedWords()
    with connect("sqlite://", settings=Settings(kernel=kernel)) as nn:
        for start in range(segments):
            nn.bases.add("core", items[start::segments], embedder=embedder)
        before = nn.bases.snapshot("core")
        nn.bases.compact("core")
        after = nn.bases.snapshot("core")
        hasher.update(after.hash.encode())
        for snapshot in (before, after):
            vectors = snapshot.recipe.embedded(questions, embedder)
            for text, vector in zip(questions, vectors, strict=True):
                hits = [*snapshot.top_k(text, 10), *snapshot.at_least(text, 1, 2)]
                answer = [[hit.id, hit.intersection, hit.union] for hit in hits]
                both = snapshot.top_k_connected(text, vector, 10, (2, 3))
                answer += [[hit.id, hit.intersection, hit.union, hit.dot] for hit in both]
                hasher.update(canonical_json(answer))
            together = snapshot.top_k_many(questions, 10)
            answers = [[[hit.id, hit.intersection, hit.union] for hit in one] for one in together]
            hasher.update(canonical_json(answers))
    return hasher.hexdigest()


if __name__ == "__main__":
    counts = [int(argument) for argument in sys.argv[1:5]]
    print(json.dumps(digest(*counts, sys.argv[5])))  # type: ignore[call-arg]

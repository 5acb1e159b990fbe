"""Small real bases to judge against, and policies with a key changed or left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

from netnew import Gate, Item, Judgement, Netnew, Policy, Recipe, load_policy, pack_text
from netnew.gate.ports import Found, Snapshot

RECIPE = Recipe(lex_impl_versions=("char5/1",))

CORE: list[dict[str, Any]] = [
    {"id": "latency", "text": "The p95 latency must stay under 200 ms.", "canonical": True,
     "scope_ref": "eu", "constraints": {"tier": 1}, "tags": ["lang:en", "slo"]},
    {"id": "boil", "text": "Water boils at 100 °C at sea level.", "canonical": True},
    {"id": "logs", "text": "All services write structured logs to standard output.",
     "tags": ["lang:en", "draft"]},
]  # fmt: skip
USER: list[dict[str, Any]] = [
    {"id": "tea", "text": "Alice prefers green tea in the morning."},
    {"id": "boil", "text": "Water boils at 100 °C at sea level."},
]


def noon() -> datetime:
    return datetime(2026, 2, 14, 12, tzinfo=UTC)


class Pinned:
    """A real snapshot under a name that no file format can change, for golden files."""

    def __init__(self, inner: Snapshot, name: str) -> None:
        self._inner = inner
        self.id, self.hash, self.id_type = f"snap_{name}", "0" * 64, inner.id_type
        self.recipe = inner.recipe

    def top_k(self, text: str, k: int, *, lex_impl_version: str | None = None) -> Sequence[Found]:
        return self._inner.top_k(text, k, lex_impl_version=lex_impl_version)

    def top_k_many(
        self, texts: Sequence[str], k: int, *, lex_impl_version: str | None = None
    ) -> Sequence[Sequence[Found]]:
        return self._inner.top_k_many(texts, k, lex_impl_version=lex_impl_version)

    def top_k_connected(
        self,
        text: str,
        vector: NDArray[np.int8],
        k: int,
        alpha: tuple[int, int],
        *,
        lex_impl_version: str | None = None,
    ) -> Sequence[Found]:
        return self._inner.top_k_connected(
            text, vector, k, alpha, lex_impl_version=lex_impl_version
        )

    def top_k_connected_many(
        self,
        texts: Sequence[str],
        vectors: Sequence[NDArray[np.int8]],
        k: int,
        alpha: tuple[int, int],
        *,
        lex_impl_version: str | None = None,
    ) -> Sequence[Sequence[Found]]:
        return self._inner.top_k_connected_many(
            texts, vectors, k, alpha, lex_impl_version=lex_impl_version
        )

    def dot(self, item_id: str, vector: NDArray[np.int8]) -> int:
        return self._inner.dot(item_id, vector)

    def get(self, item_id: str) -> Item:
        return self._inner.get(item_id)

    def where(self, wanted: Callable[[Item], bool]) -> Pinned:
        return Pinned(self._inner.where(wanted), self.id.removeprefix("snap_"))

    def __iter__(self) -> Iterator[Item]:
        return iter(self._inner)

    def __len__(self) -> int:
        return len(self._inner)


class Compass:
    """An embedder of four directions, the same on every machine: a word points where it means."""

    model_id = "compass"
    implementation_version = "compass/1"
    MEANINGS = (
        {"fast", "quick", "latency", "p95", "speed", "hurried"},
        {"tea", "coffee", "drink", "beverage"},
        {"logs", "journal", "output"},
    )

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), 4), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().replace(".", "").split():
                at = [n for n, meaning in enumerate(self.MEANINGS) if word in meaning]
                row[at or [3]] += 4 if at else 1
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / np.where(norms == 0, 1, norms).astype(np.float32)


SEMANTIC: dict[str, Any] = {
    "use_semantic": True, "alpha": 0.5, "embedding_model_id": "compass",
    "embedding_impl_version": "compass/1",
}  # fmt: skip


def snapshot(nn: Netnew, name: str, items: Sequence[dict[str, Any]], **options: Any) -> Pinned:
    base = options.pop("base", name)
    nn.bases.add(base, items, recipe=options.pop("recipe", RECIPE), **options)
    return Pinned(nn.bases.snapshot(base), name)


def gate(nn: Netnew, policy: Any = None, **options: Any) -> Gate:
    """A gate over the two bases above, or over what `user` and `core` hold instead."""
    vectors = {"embedder": options.pop("vectors")} if "vectors" in options else {}
    user = options.pop("user", USER)
    core = options.pop("core", CORE)
    # Bases of their own, so that one test can have several gates.
    count = len(nn.bases.list())

    def opened(name: str, held: Any) -> Any:
        base = f"{name[0]}{count}"
        return snapshot(nn, name, held, base=base, **vectors) if isinstance(held, list) else held

    return Gate(
        changed() if policy is None else policy,
        user=opened("user", user),
        core=opened("core", core),
        clock=noon,
        **options,
    )


def changed(*left_out: str, **values: Any) -> Policy:
    """The default pack with keys set (`tau_known=1`, by the last part of the path) or left out."""
    return load_policy(document(*left_out, **values))


def document(*left_out: str, **values: Any) -> dict[str, Any]:
    pack = yaml.safe_load(pack_text())
    for name in left_out:
        parent, last = _place(pack, name)
        del parent[last]
    for name, value in values.items():
        parent, last = _place(pack, name)
        parent[last] = value
    return pack


def _place(tree: dict[str, Any], name: str) -> tuple[dict[str, Any], str]:
    """Where a key is, by the end of its path: `quorum__min_humans` or `min_humans`."""
    path = name.split("__")
    for parents, parent in _mappings(tree, ()):
        if path[-1] in parent and (*parents, path[-1])[-len(path) :] == tuple(path):
            return parent, path[-1]
    groups = {"lex_impl_version": "versions", "embedding_model_id": "versions",
              "embedding_impl_version": "versions", "max_claim_len": "gate",
              "retrieval_filters": "retrieval", "min_candidate_len": "retrieval",
              "max_candidate_len": "retrieval"}  # fmt: skip
    return _place(tree, groups[path[-1]])[0][groups[path[-1]]], path[-1]


def _mappings(
    tree: dict[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    yield path, tree
    for name, child in tree.items():
        if isinstance(child, dict):
            yield from _mappings(child, (*path, name))


def told(judgement: Judgement) -> dict[str, Any]:
    """What every digest covers."""
    found = judgement.as_dict()
    del found["kgr"]["gating_time_utc"]
    return found


NEAR_DUP: dict[str, Any] = {"near_dup__enabled": True}

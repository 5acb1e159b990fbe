"""Other memories, each behind `learn` and `search`, on texts alone and without a language model."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import numpy as np

DIMENSIONS = 256


class Mem0:
    """mem0's local mode with `infer=False`: its vector store in a folder, its history in SQLite.

    Its embedder is replaced by one that costs next to nothing, so that no model is measured.
    """

    name = "mem0, local, infer=False"

    def __init__(self, folder: Path) -> None:
        os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder / "mem0")}
        from mem0 import Memory

        unused = {"provider": "openai", "config": {"api_key": "none is asked"}}
        store = {"collection_name": "facts", "path": str(folder / "qdrant"), "on_disk": True,
                 "embedding_model_dims": DIMENSIONS}  # fmt: skip
        self._memory = Memory.from_config(
            {
                "llm": unused,
                "embedder": unused,
                "vector_store": {"provider": "qdrant", "config": store},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = Hashed()

    def fill(self, texts: Sequence[str]) -> None:
        for start in range(0, len(texts), 1000):
            some = texts[start : start + 1000]
            self._memory.vector_store.insert(
                vectors=[Hashed().embed(text) for text in some],
                payloads=[{"data": text, "user_id": "bench"} for text in some],
                ids=[str(uuid4()) for _ in some],
            )

    def learn(self, text: str) -> None:
        self._memory.add(text, user_id="bench", infer=False)

    def search(self, text: str) -> None:
        self._memory.search(text, filters={"user_id": "bench"}, top_k=10)


class Hashed:
    """A vector that depends on the text alone, made in microseconds."""

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        chance = np.random.default_rng(np.frombuffer(text.encode(), np.uint8))
        row = chance.standard_normal(DIMENSIONS)
        return (row / np.linalg.norm(row)).tolist()

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list:
        return [self.embed(text) for text in texts]


class GraphFile:
    """What the MCP `memory` server documents of its store, done by us, without its protocol.

    One JSONL file of entities with observations: each call reads the file whole; an addition
    writes it whole again; a search looks for the query inside names and observations. The server
    itself is a package for Node.js, which is not installed here.
    """

    name = "JSONL graph file, read and written whole"

    def __init__(self, folder: Path) -> None:
        self._file = folder / "memory.jsonl"
        self._file.touch()

    def fill(self, texts: Sequence[str]) -> None:
        self._write({f"entity {n}": [text] for n, text in enumerate(texts)})

    def learn(self, text: str) -> None:
        entities = self._read()
        observations = entities.setdefault(f"entity {len(entities)}", [])
        if text not in observations:
            observations.append(text)
        self._write(entities)

    def search(self, text: str) -> list[str]:
        asked = text.lower()
        return [
            name
            for name, observations in self._read().items()
            if asked in name or any(asked in one.lower() for one in observations)
        ]

    def _read(self) -> dict[str, list[str]]:
        rows = map(json.loads, self._file.read_text(encoding="utf-8").splitlines())
        return {row["name"]: row["observations"] for row in rows}

    def _write(self, entities: dict[str, list[str]]) -> None:
        rows = (
            {"type": "entity", "name": name, "entityType": "fact", "observations": observations}
            for name, observations in entities.items()
        )
        self._file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

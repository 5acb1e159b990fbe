"""Engines that grow: filled once, then one claim at a time, then stored and opened."""

from __future__ import annotations

import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any

K, PERMUTATIONS = 10, 128


class Engine:
    """Filled once; then one item at a time. Those that inherit `save` and `load` are pickled."""

    on_disk = "no"
    index: Any

    def save(self, folder: Path) -> None:
        with (folder / "index.pickle").open("wb") as file:
            pickle.dump(self.index, file, protocol=5)

    def load(self, folder: Path) -> None:
        with (folder / "index.pickle").open("rb") as file:
            self.index = pickle.load(file)


class Ours(Engine):
    name, on_disk, durability = "netnew, exact top-10", "synced", "full"

    def fill(self, texts: list[str], folder: Path) -> None:
        from netnew import Recipe

        self.connect(folder)
        items = ({"id": f"k{number}", "text": text} for number, text in enumerate(texts))
        self.nn.bases.add("core", items, recipe=Recipe(lex_impl_versions=("word2/1",)))

    def connect(self, folder: Path) -> None:
        from netnew import Settings, connect

        settings = Settings(durability=self.durability)
        self.nn = connect(f"sqlite:///{folder}/netnew.db", settings=settings)

    def add(self, name: str, text: str) -> None:
        self.nn.bases.add("core", [{"id": name, "text": text}])
        self.index = self.nn.bases.snapshot("core")

    def find(self, text: str) -> list[str]:
        return [hit.id for hit in self.index.top_k(text, K)]

    def save(self, _folder: Path) -> None:
        self.nn.close()

    def load(self, folder: Path) -> None:
        self.connect(folder)
        self.index = self.nn.bases.open(self.index.id)


class OursUnsynced(Ours):
    name, on_disk, durability = "netnew, durability normal", "not synced", "normal"


class SetSimilaritySearch(Engine):
    name = "SetSimilaritySearch, J ≥ 0.5"

    def fill(self, texts: list[str], _folder: Path) -> None:
        import SetSimilaritySearch as Library

        self.texts = texts
        sets = [bigrams(text) for text in texts]
        self.index = Library.SearchIndex(
            sets, similarity_func_name="jaccard", similarity_threshold=0.5
        )

    def add(self, _name: str, text: str) -> None:
        self.fill([*self.texts, text], Path())

    def find(self, text: str) -> list[int]:
        return [place for place, _ in self.index.query(bigrams(text))]


class Datasketch(Engine):
    name = "datasketch LSH"

    def fill(self, texts: list[str], _folder: Path) -> None:
        from datasketch import MinHashLSH

        self.index = MinHashLSH(threshold=0.5, num_perm=PERMUTATIONS)
        with self.index.insertion_session() as session:
            for number, text in enumerate(texts):
                session.insert(f"k{number}", self.sketch(text))

    @staticmethod
    def sketch(text: str) -> Any:
        from datasketch import MinHash

        sketch = MinHash(num_perm=PERMUTATIONS, seed=1)
        sketch.update_batch([gram.encode() for gram in bigrams(text)])
        return sketch

    def add(self, name: str, text: str) -> None:
        self.index.insert(name, self.sketch(text))

    def find(self, text: str) -> list[str]:
        return self.index.query(self.sketch(text))


class Rensa(Engine):
    name = "rensa LSH"

    def fill(self, texts: list[str], _folder: Path) -> None:
        import rensa

        self.index = rensa.RMinHashLSH(threshold=0.5, num_perm=PERMUTATIONS, num_bands=32)
        for number, text in enumerate(texts):
            self.index.insert(number, self.sketch(text))

    @staticmethod
    def sketch(text: str) -> Any:
        import rensa

        sketch = rensa.RMinHash(num_perm=PERMUTATIONS, seed=1)
        sketch.update(bigrams(text))
        return sketch

    def add(self, name: str, text: str) -> None:
        self.index.insert(int(name.removeprefix("new")) + 10_000_000, self.sketch(text))

    def find(self, text: str) -> list[int]:
        return self.index.query(self.sketch(text))


class Gaoya(Engine):
    name = "gaoya LSH"

    def fill(self, texts: list[str], _folder: Path) -> None:
        from gaoya.minhash import MinHashStringIndex

        self.texts = texts
        self.index = MinHashStringIndex(
            hash_size=32, jaccard_threshold=0.5, num_bands=42, band_size=3,
            analyzer="word", ngram_range=(2, 2),
        )  # fmt: skip
        for number, text in enumerate(texts):
            self.index.insert_document(number, text)

    def add(self, name: str, text: str) -> None:
        self.index.insert_document(int(name.removeprefix("new")) + 10_000_000, text)

    def find(self, text: str) -> list[int]:
        return self.index.query(text)

    def save(self, _folder: Path) -> None:
        """Leave it be: there is no way to store it."""

    def load(self, folder: Path) -> None:
        self.fill(self.texts, folder)


class Tantivy(Engine):
    name, on_disk = "tantivy BM25", "synced"

    def fill(self, texts: list[str], folder: Path) -> None:
        import tantivy

        schema = tantivy.SchemaBuilder()
        schema.add_text_field("grams", tokenizer_name="whitespace")
        schema.add_text_field("id", stored=True, tokenizer_name="raw")
        self.index = tantivy.Index(schema.build(), path=str(folder))
        self.writer = self.index.writer(200_000_000, 1)
        for number, text in enumerate(texts):
            self.put(f"k{number}", text)
        self.writer.commit()

    def put(self, name: str, text: str) -> None:
        import tantivy

        self.writer.add_document(tantivy.Document(grams=self.words(text), id=name))

    @staticmethod
    def words(text: str) -> str:
        return " ".join(gram.replace(" ", "_") for gram in bigrams(text))

    def add(self, name: str, text: str) -> None:
        self.put(name, text)
        self.writer.commit()
        self.index.reload()

    def find(self, text: str) -> list[str]:
        searcher = self.index.searcher()
        hits = searcher.search(self.index.parse_query(self.words(text), ["grams"]), K).hits
        return [searcher.doc(address)["id"][0] for _, address in hits]

    def save(self, _folder: Path) -> None:
        self.writer.wait_merging_threads()

    def load(self, folder: Path) -> None:
        import tantivy

        self.index = tantivy.Index.open(str(folder))


def bigrams(text: str) -> list[str]:
    return sorted({f"{one} {two}" for one, two in pairwise(text.split(" "))})


ENGINES = (Ours, OursUnsynced, Tantivy, SetSimilaritySearch, Datasketch, Rensa, Gaoya)
REBUILT = {SetSimilaritySearch.name: "add", Gaoya.name: "open"}

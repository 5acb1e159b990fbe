"""Engines that search sets of n-grams, each behind the same two calls."""

from __future__ import annotations

from itertools import pairwise

import gaoya.minhash
import numpy as np
import rensa
import scipy.sparse
import SetSimilaritySearch
import tantivy
from datasketch import MinHash, MinHashLSH

from benchmarks.plain import PlainSearch
from netnew.kernel.setsearch import SetIndex
from netnew.kernel.shingles import shingles

K = 10
PERMUTATIONS = 128


class Peer:
    """`build(data)` once, `ask(query)` many times: the items that it finds."""

    exact = True
    note = ""

    def __init__(self, data) -> None:
        self.data = data


class Ours(Peer):
    def __init__(self, data) -> None:
        super().__init__(data)
        self.index = SetIndex.build(data.offsets, data.grams, data.ranks)
        self.bytes = sum(array.nbytes for array in self.index.arrays().values())


class OursTop(Ours):
    name, task = "netnew top-10", "top"

    def ask(self, query):
        return [hit.item for hit in self.index.top_k(self.data.asked[query], K)]


class OursNear(Ours):
    name, task = "netnew J ≥ 0.5", "near"

    def ask(self, query):
        return [hit.item for hit in self.index.at_least(self.data.asked[query], 1, 2)]


class OursFromText(Ours):
    name, task, note = "netnew J ≥ 0.5 from text", "near", "n-grams made on the clock"

    def __init__(self, data) -> None:
        super().__init__(data)
        self.version = "word2/1" if data.kind == "word bigrams" else "char5/1"
        sets = [shingles(text, self.version) for text in data.texts]
        offsets = np.cumsum([0, *(len(grams) for grams in sets)]).astype(np.uint64)
        self.index = SetIndex.build(offsets, np.concatenate(sets), data.ranks)

    def ask(self, query):
        grams = shingles(self.data.asked_texts[query], self.version)
        return [hit.item for hit in self.index.at_least(grams, 1, 2)]


class PlainC(Peer):
    name, task, note = "plain C, all postings", "top", "walk, count, rank"

    def __init__(self, data) -> None:
        super().__init__(data)
        self.index = PlainSearch(data.offsets, data.grams, data.ranks)
        self.bytes = self.index.bytes

    def ask(self, query):
        return [hit[0] for hit in self.index.top_k(self.data.asked[query], K)]


class SciPy(Peer):
    name, task = "SciPy, inverted CSR", "top"

    def __init__(self, data) -> None:
        super().__init__(data)
        self.keys, column = np.unique(data.grams, return_inverse=True)
        owner = np.repeat(np.arange(data.items), data.sizes)
        ones = np.ones(len(column), dtype=np.float32)
        self.inverted = scipy.sparse.csr_matrix((ones, (column, owner)))
        parts = (self.inverted.data, self.inverted.indices, self.inverted.indptr, self.keys)
        self.bytes = sum(part.nbytes for part in parts)

    def ask(self, query):
        grams = self.data.asked[query]
        rows = np.searchsorted(self.keys, grams)
        rows = rows[rows < len(self.keys)]
        rows = rows[np.isin(self.keys[rows], grams)]
        met = self.inverted[rows].sum(axis=0).A1
        score = met / (len(grams) + self.data.sizes - met)
        items = np.flatnonzero(score)
        return items[np.lexsort((self.data.ranks[items], -score[items]))[:K]].tolist()


class Tantivy(Peer):
    name, task, exact, note = "tantivy BM25", "top", False, "ranks by another score"

    def __init__(self, data) -> None:
        super().__init__(data)
        schema = tantivy.SchemaBuilder()
        schema.add_text_field("grams", tokenizer_name="whitespace")
        schema.add_unsigned_field("item", stored=True)
        self.index = tantivy.Index(schema.build())
        writer = self.index.writer(200_000_000, 1)
        for item in range(data.items):
            writer.add_document(tantivy.Document(grams=words(data.set_of(item)), item=item))
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()
        self.queries = [self.index.parse_query(words(asked), ["grams"]) for asked in data.asked]

    def ask(self, query):
        hits = self.searcher.search(self.queries[query], K).hits
        return [self.searcher.doc(address)["item"][0] for _, address in hits]


class Threshold(Peer):
    name, task = "SetSimilaritySearch", "near"

    def __init__(self, data) -> None:
        super().__init__(data)
        sets = [data.set_of(item).tolist() for item in range(data.items)]
        self.index = SetSimilaritySearch.SearchIndex(
            sets, similarity_func_name="jaccard", similarity_threshold=0.5
        )
        self.queries = [asked.tolist() for asked in data.asked]

    def ask(self, query):
        return [item for item, _ in self.index.query(self.queries[query])]


class Datasketch(Peer):
    name, task, exact = "datasketch LSH", "near", False
    note = "sketch of the query made before the clock"

    def __init__(self, data) -> None:
        super().__init__(data)
        self.index = MinHashLSH(threshold=0.5, num_perm=PERMUTATIONS)
        with self.index.insertion_session() as session:
            for item in range(data.items):
                session.insert(item, self.sketch(data.set_of(item)))
        self.queries = [self.sketch(asked) for asked in data.asked]

    @staticmethod
    def sketch(grams):
        sketch = MinHash(num_perm=PERMUTATIONS, seed=1)
        sketch.update_batch([gram.tobytes() for gram in grams])
        return sketch

    def ask(self, query):
        return self.index.query(self.queries[query])


class Rensa(Peer):
    name, task, exact = "rensa LSH", "near", False
    note = "sketch of the query made before the clock"

    def __init__(self, data) -> None:
        super().__init__(data)
        self.index = rensa.RMinHashLSH(threshold=0.5, num_perm=PERMUTATIONS, num_bands=32)
        for item in range(data.items):
            self.index.insert(item, self.sketch(data.set_of(item)))
        self.queries = [self.sketch(asked) for asked in data.asked]

    @staticmethod
    def sketch(grams):
        sketch = rensa.RMinHash(num_perm=PERMUTATIONS, seed=1)
        sketch.update([str(gram) for gram in grams.tolist()])
        return sketch

    def ask(self, query):
        return self.index.query(self.queries[query])


class RensaFromText(Rensa):
    name, note = "rensa LSH from text", "n-grams (in Python) and sketch made on the clock"

    def __init__(self, data) -> None:
        Peer.__init__(self, data)
        self.index = rensa.RMinHashLSH(threshold=0.5, num_perm=PERMUTATIONS, num_bands=32)
        for item, text in enumerate(data.texts):
            self.index.insert(item, self.sketch_text(text))

    def sketch_text(self, text):
        sketch = rensa.RMinHash(num_perm=PERMUTATIONS, seed=1)
        if self.data.kind == "word bigrams":
            sketch.update([f"{one} {two}" for one, two in pairwise(text.split(" "))])
        else:
            sketch.update([text[start : start + 5] for start in range(len(text) - 4)])
        return sketch

    def ask(self, query):
        return self.index.query(self.sketch_text(self.data.asked_texts[query]))


class Gaoya(Peer):
    name, task, exact, note = "gaoya LSH", "near", False, "from text; sketching on the clock"

    def __init__(self, data) -> None:
        super().__init__(data)
        analyzer, size = ("word", 2) if data.kind == "word bigrams" else ("char", 5)
        self.index = gaoya.minhash.MinHashStringIndex(
            hash_size=32,
            jaccard_threshold=0.5,
            num_bands=42,
            band_size=3,
            analyzer=analyzer,
            ngram_range=(size, size),
        )
        for item, text in enumerate(data.texts):
            self.index.insert_document(item, text)

    def ask(self, query):
        return self.index.query(self.data.asked_texts[query])


def words(grams) -> str:
    return " ".join(f"{gram:x}" for gram in grams.tolist())


PEERS = [
    OursTop,
    PlainC,
    SciPy,
    Tantivy,
    OursNear,
    OursFromText,
    Threshold,
    Datasketch,
    Rensa,
    RensaFromText,
    Gaoya,
]
# What everything else is measured beside.
ANCHORS = [OursTop, PlainC, OursNear]
# At a million items, what has room together; parts of names.
GROUPS = [
    ["netnew", "SciPy"],
    ["rensa"],
    ["tantivy"],
    ["gaoya"],
    ["SetSimilaritySearch"],
    ["datasketch"],
]

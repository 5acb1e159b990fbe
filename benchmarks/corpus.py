"""Generated short claims: 8-30 words of a Zipf vocabulary, a fifth of them duplicates; seeded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

VOCABULARY = 50_000
SHORTEST, LONGEST = 8, 30
# How common each letter of the alphabet is in English, per thousand.
LETTERS = [
    *(82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24),
    *(67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1),
]
CHUNK = 50_000

U64 = NDArray[np.uint64]


@dataclass(frozen=True)
class Claims:
    """Word numbers of all claims, laid end to end."""

    offsets: NDArray[np.int64]
    words: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of(self, claim: int) -> NDArray[np.int64]:
        return self.words[self.offsets[claim] : self.offsets[claim + 1]]


def claims(count: int, seed: int) -> Claims:
    """Make claims of which 10 % repeat an earlier one and 10 % edit one."""
    random = np.random.default_rng(seed)
    weights = np.cumsum(1 / np.arange(1, VOCABULARY + 1))
    made: list[NDArray[np.int64]] = []
    lengths = random.integers(SHORTEST, LONGEST + 1, count)
    drawn = np.searchsorted(weights, random.random(int(lengths.sum())) * weights[-1])
    fresh = np.split(drawn, np.cumsum(lengths)[:-1])
    kinds = random.random(count)
    for claim in range(count):
        if claim and kinds[claim] < 0.2:
            source = made[int(random.integers(claim))]
            made.append(source if kinds[claim] < 0.1 else edited(source, random))
        else:
            made.append(fresh[claim])
    return laid_out(made)


def questions(base: Claims, count: int, seed: int) -> Claims:
    """Make queries: a third repeat a claim of the base, a third edit one, a third are new."""
    random = np.random.default_rng(seed)
    new = claims(count, seed + 1)
    made = []
    for query in range(count):
        source = base.of(int(random.integers(len(base))))
        made.append((source, edited(source, random), new.of(query))[query % 3])
    return laid_out(made)


def edited(words: NDArray[np.int64], random: np.random.Generator) -> NDArray[np.int64]:
    """Change, drop or insert one to three words."""
    words = words.copy()
    for _ in range(int(random.integers(1, 4))):
        place, other = int(random.integers(len(words))), int(random.integers(VOCABULARY))
        change = random.integers(3)
        if change == 0:
            words[place] = other
        elif change == 1 and len(words) > SHORTEST:
            words = np.delete(words, place)
        else:
            words = np.insert(words, place, other)
    return words


def laid_out(made: list[NDArray[np.int64]]) -> Claims:
    offsets = np.cumsum([0, *(len(words) for words in made)])
    return Claims(offsets, np.concatenate(made))


@cache
def spellings() -> list[bytes]:
    """One made-up word for each number, common ones shorter, all different."""
    random = np.random.default_rng(5)
    share = np.array(LETTERS) / sum(LETTERS)
    found: dict[bytes, None] = {}
    while len(found) < VOCABULARY:
        length = int(np.clip(random.normal(2.2 + 0.55 * np.log(len(found) + 1), 1.5), 1, 14))
        letters = random.choice(26, length, p=share)
        found.setdefault(bytes(letters.astype(np.uint8) + ord("a")))
    return list(found)


def texts(some: Claims) -> list[bytes]:
    words = spellings()
    return [b" ".join(words[word] for word in some.of(claim)) for claim in range(len(some))]


def word_bigrams(some: Claims) -> tuple[U64, U64]:
    """Lay out each claim's sorted unique hashes of neighbouring words."""
    first, second = some.words[:-1].astype(np.uint64), some.words[1:].astype(np.uint64)
    grams = mixed(first << np.uint64(32) | second)
    inside = np.ones(len(grams), dtype=bool)
    inside[some.offsets[1:-1] - 1] = False
    owner = np.repeat(np.arange(len(some)), np.diff(some.offsets))[:-1]
    return unique_sets(grams[inside], owner[inside], len(some))


def character_5grams(some: Claims) -> tuple[U64, U64]:
    """Lay out each claim's sorted unique hashes of five neighbouring characters."""
    spelled = texts(some)
    lengths = np.array([len(text) for text in spelled])
    letters = np.frombuffer(b"".join(spelled), dtype=np.uint8).astype(np.uint64)
    grams = np.zeros(len(letters) - 4, dtype=np.uint64)
    for place in range(5):
        grams = grams << np.uint64(8) | letters[place : len(letters) - 4 + place]
    owner = np.repeat(np.arange(len(some)), lengths)
    inside = owner[:-4] == owner[4:]
    return unique_sets(mixed(grams)[inside], owner[:-4][inside], len(some))


def mixed(values: U64) -> U64:
    """Spread integers over 64 bits, one to one (splitmix64)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def unique_sets(grams: U64, owner: NDArray[np.int64], count: int) -> tuple[U64, U64]:
    sizes = np.zeros(count, dtype=np.int64)
    parts = []
    for start in range(0, count, CHUNK):
        part = slice(*np.searchsorted(owner, [start, start + CHUNK]).tolist())
        order = np.lexsort((grams[part], owner[part]))
        chunk, owners = grams[part][order], owner[part][order]
        keep = np.ones(len(chunk), dtype=bool)
        keep[1:] = (chunk[1:] != chunk[:-1]) | (owners[1:] != owners[:-1])
        parts.append(chunk[keep])
        sizes += np.bincount(owners[keep], minlength=count)
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.uint64), np.concatenate(parts)


GRAMS = {"word bigrams": word_bigrams, "character 5-grams": character_5grams}

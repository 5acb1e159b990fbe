"""Precision and recall of each class, by channel and by n-gram function, through the gate itself.

`python -m audits.gate.classes` writes results/classes.md beside this file.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from audits.gate.changes import changes
from audits.gate.wording import HALVES, Half, argument_pairs, edits, fact_pairs, sentences
from netnew import Gate, Recipe, Settings, connect, default_policy, load_embedder, load_policy
from netnew.gate.packs import PROFILES

RESULT = Path(__file__).parent / "results" / "classes.md"
CLASSES = ("KNOWN", "NEAR_DUP", "NOVEL_CONNECTED", "NOVEL_ORPHAN")
FUNCTIONS = ("word1/1", "word2/1", "word3/1", "char3/1", "char4/1", "char5/1", "char6/1")
DEFAULT, MODEL = "char5/1", "wordllama"
TAUS = ("tau_known", "tau_near", "tau_orphan")
# Under these every claim that shares anything is compared with its best match.
OPEN = dict(zip(TAUS, (1.0, 0.0001, 0.00005), strict=True))
MOST = 400


class Case(NamedTuple):
    """A claim, what people would call it, and how it came about."""

    text: str
    gold: str
    kind: str
    scope: str | None = None


class Setup(NamedTuple):
    """One way to judge: a channel and an n-gram function."""

    channel: str
    function: str

    @property
    def keys(self) -> dict[str, Any]:
        keys: dict[str, Any] = {"policy.versions.lex_impl_version": self.function}
        if self.channel == "+ near-dup":
            keys["policy.step4.near_dup.enabled"] = True
        if self.channel == "+ semantic":
            model = load_embedder(MODEL)
            keys |= {
                "policy.step4.scoring.use_semantic": True,
                "policy.step4.scoring.alpha": 0.5,
                "policy.versions.embedding_model_id": model.model_id,
                "policy.versions.embedding_impl_version": model.implementation_version,
            }
        return keys


class Outcome(NamedTuple):
    """What the gate made of a case."""

    case: Case
    connect: float
    label: str
    differs: bool

    @property
    def taken_for(self) -> str:
        """Known with a difference is routed as a near-duplicate (4.7.1.1)."""
        return "NEAR_DUP" if self.label == "KNOWN" and self.differs else self.label


def stored(text: str) -> bool:
    """Most sentences are in a base; the rest are new to it."""
    return sha256(f"classes {text}".encode()).digest()[0] % 4 > 0


def of_the_base(half: Half) -> list[str]:
    points = [pair.left for pair in argument_pairs(half)]
    facts = [pair.left for pair in fact_pairs(half) if pair.related]
    return sorted({text for text in (*points, *facts) if stored(text)})


def cases(half: Half) -> Iterator[Case]:
    known = of_the_base(half)
    some = sorted(known, key=lambda text: sha256(text.encode()).digest())
    for text in some[:MOST]:
        yield Case(text, "KNOWN", "the very same", "here")
        yield Case(text, "NEAR_DUP", "another scope", "elsewhere")
        for kind, other in edits(text):
            yield Case(other, "KNOWN", kind, "here")
    made: Counter[str] = Counter()
    for kind, other in (change for text in some for change in changes(text)):
        made[kind] += 1
        if made[kind] <= MOST:
            yield Case(other, "NEAR_DUP", f"{kind} changed", "here")
    held = set(known)
    points = {pair.right for pair in argument_pairs(half) if pair.related and pair.left in held}
    updates = {pair.right for pair in fact_pairs(half) if pair.related and pair.left in held}
    yield from (Case(text, "NOVEL_CONNECTED", "paraphrase", "here") for text in sorted(points))
    yield from (Case(text, "NOVEL_CONNECTED", "update", "here") for text in sorted(updates - held))
    # The other half is about other topics and comes from other sources.
    (other_half,) = {*HALVES} - {half}
    strangers = sorted(sentences(other_half), key=lambda text: sha256(text.encode()).digest())
    yield from (Case(text, "NOVEL_ORPHAN", "from elsewhere", "here") for text in strangers[:MOST])


def judged(half: Half, setup: Setup, taus: dict[str, float]) -> list[Outcome]:
    told = {**default_policy().told, **setup.keys}
    told |= {f"policy.step4.thresholds.{name}": value for name, value in taus.items()}
    embedder = load_embedder(MODEL) if setup.channel == "+ semantic" else None
    with (
        tempfile.TemporaryDirectory() as home,
        connect("sqlite://", settings=Settings(home=home)) as nn,
    ):
        recipe = Recipe(lex_impl_versions=(setup.function,))
        known = of_the_base(half)
        for name, part in (("user", known[::2]), ("core", known[1::2])):
            items = [
                {"id": f"{name}{at}", "text": text, "scope_ref": "here", "canonical": True}
                for at, text in enumerate(part)
            ]
            nn.bases.add(name, items, recipe=recipe, embedder=embedder)
        user, core = nn.bases.snapshot("user"), nn.bases.snapshot("core")
        gate = Gate(load_policy(told).require(), user=user, core=core, embedder=embedder)
        return [outcome(gate, case) for case in cases(half)]


def outcome(gate: Gate, case: Case) -> Outcome:
    found = gate.judge(case.text, scope_ref=case.scope)
    scores, diff = found.kgr.best_match_scores, found.diff_stub
    differs = diff is not None and diff.diff_type in {"SCOPE_CHANGE", "CONSTRAINT_CHANGE"}
    return Outcome(case, scores.connect if scores else 0.0, found.kgr.verdict, differs)


HIGHS = np.arange(0.5, 0.99, 0.02)


def chosen(found: list[Outcome], knowns: Any = HIGHS, nears: Any = HIGHS) -> dict[str, float]:
    """The thresholds of the greatest mean F1 on these outcomes, to a fiftieth."""
    gold = np.array([CLASSES.index(one.case.gold) for one in found])
    connect = np.array([one.connect for one in found])
    differs = np.array([one.differs for one in found])
    # Below the lowest of a model's scores there is nothing to choose.
    lows = np.arange(0.02, 0.9, 0.02)
    best, at = -1.0, (0.0, 0.0, 0.0)
    for known, near, orphan in product(knowns, nears, lows):
        if not known >= near > orphan:
            continue
        label = np.select([connect >= known, connect >= near, connect >= orphan], [0, 1, 2], 3)
        label[(label == 0) & differs] = 1
        score = float(np.mean([f1(*rates(gold, label, which)) for which in range(4)]))
        if score > best + 1e-12:
            best, at = score, (known, near, orphan)
    return {name: round(float(value), 2) for name, value in zip(TAUS, at, strict=True)}


def rates(gold: Any, label: Any, which: int) -> tuple[float, float]:
    """Precision and recall; 0 where there is nothing to divide by."""
    right = int(((gold == which) & (label == which)).sum())
    return right / max(1, int((label == which).sum())), right / max(1, int((gold == which).sum()))


def f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def row(name: str, taus: dict[str, float], found: list[Outcome]) -> str:
    gold = np.array([CLASSES.index(one.case.gold) for one in found])
    label = np.array([CLASSES.index(one.taken_for) for one in found])
    each = [rates(gold, label, which) for which in range(4)]
    cells = " | ".join(f"{precision:.2f} / {recall:.2f}" for precision, recall in each)
    told = " / ".join(f"{taus[key]:g}" for key in TAUS)
    mean = np.mean([f1(*one) for one in each])
    return f"| {name} | {told} | {cells} | {mean:.3f} |\n"


def by_kind(found: list[Outcome]) -> str:
    text = f"| how it came about | people say | {' | '.join(CLASSES)} | cases |\n"
    text += "|---|---|---|---|---|---|---|\n"
    kinds = dict.fromkeys((one.case.kind, one.case.gold) for one in found)
    for kind, gold in kinds:
        some = Counter(one.taken_for for one in found if one.case.kind == kind)
        count = sum(some.values())
        cells = " | ".join(f"{some[name] / count:.3f}" for name in CLASSES)
        text += f"| {kind} | {gold} | {cells} | {count:,} |\n"
    return text


def main() -> None:
    setups = [Setup("lexical", function) for function in FUNCTIONS]
    setups += [Setup("+ near-dup", DEFAULT), Setup("+ semantic", DEFAULT)]
    head = f"| judged by | known / near / orphan | {' | '.join(CLASSES)} | mean F1 |\n"
    head += "|---|---|---|---|---|---|---|\n"
    packs = {name: {tau: float(PROFILES[name][tau]) for tau in TAUS} for name in PROFILES}
    shipped = packs["balanced"]
    tables = dict.fromkeys(HALVES, head)
    kinds = ""
    for setup in setups:
        open_ended = judged("choose", setup, OPEN)
        taus = chosen(open_ended)
        if setup == Setup("lexical", DEFAULT):
            held = chosen(open_ended, [shipped["tau_known"]], [shipped["tau_near"]])
        for half in HALVES:
            found = judged(half, setup, taus)
            tables[half] += row(f"{setup.channel}, {setup.function}", taus, found)
            print(tables[half].splitlines()[-1], flush=True)
    for name, taus in packs.items():
        for half in HALVES:
            found = judged(half, Setup("lexical", DEFAULT), taus)
            tables[half] += row(f"lexical, {name} pack", taus, found)
            if (name, half) == ("balanced", "report"):
                kinds = by_kind(found)
    RESULT.write_text(
        "# Classes\n\n"
        "Each cell: precision / recall. KNOWN: an edited real sentence of a base. NEAR_DUP: one in "
        "which a number, date, negation, modality or quantifier was changed, or that is claimed "
        "for another scope. NOVEL_CONNECTED: a key point that people matched to an argument of a "
        "base, or an update of a statement in other words. NOVEL_ORPHAN: a sentence of another "
        "topic or source. A claim of class KNOWN with such a difference is counted as NEAR_DUP, "
        "for so it is routed. Thresholds: the greatest mean F1 on the half to choose on; the "
        f"semantic channel is `{MODEL}` with alpha 0.5. With tau_known and tau_near of the "
        f"balanced pack the best tau_orphan is {held['tau_orphan']:g} on the half to choose on. "
        "Sources are split in two halves by the hash of their name.\n\n"
        f"## The half to report on\n\n{tables['report']}\n"
        f"## The half to choose on\n\n{tables['choose']}\n"
        "## By how the claim came about (the half to report on, balanced pack)\n\n"
        f"Share that is taken for each class.\n\n{kinds}",
        encoding="utf-8",
    )
    print(RESULT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()

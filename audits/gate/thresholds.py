"""`tau_known` and `tau_near` of the packs: chosen on one half of the sources, told on the other.

`python -m audits.gate.thresholds` writes results/thresholds.md beside this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from audits.gate.ngrams import jaccards
from audits.gate.wording import HALVES, Half, edits, fact_pairs, sentences
from netnew import pack_text
from netnew.gate.packs import PROFILES
from netnew.kernel.implementation import use
from netnew.kernel.normalizers import normalize_many
from netnew.kernel.setsearch import SetIndex
from netnew.kernel.shingles import shingles_many
from netnew.kernel.values import differences, values

FUNCTION, NORMALIZER = "char5/1", "claim/1"
RESULT = Path(__file__).parent / "results" / "thresholds.md"


class Measured(NamedTuple):
    """Overlaps of pairs by what people would call them."""

    repeats: np.ndarray
    """A sentence and the same one as somebody else would have typed it."""
    strangers: np.ndarray
    """A sentence and its nearest other one."""


def measure(half: Half) -> Measured:
    texts = sentences(half)
    repeats = [(text, other) for text in texts for _, other in edits(text)]
    return Measured(jaccards(repeats, NORMALIZER, FUNCTION), nearest_strangers(texts))


def nearest_strangers(texts: list[str]) -> np.ndarray:
    flat, offsets = shingles_many(normalize_many(texts, NORMALIZER), FUNCTION)
    index = SetIndex.build(offsets, flat, np.arange(len(texts), dtype=np.uint32))
    answers = index.top_k_batch(offsets, flat, 2)
    found = [next((hit for hit in answers.of(at) if hit.item != at), None)
             for at in range(len(texts))]  # fmt: skip
    return np.array([hit.intersection / hit.union if hit else 0.0 for hit in found])


def chosen(found: Measured) -> dict[str, float]:
    """Rounded to a twentieth, so that nobody reads noise into them."""
    known = float(np.quantile(found.strangers, 0.99))
    near = float(np.quantile(found.strangers, 0.95))
    return {"tau_known": round(known * 20) / 20, "tau_near": round(near * 20) / 20}


def row(name: str, taus: dict[str, float], found: Measured) -> str:
    shares = (
        (found.repeats >= taus["tau_known"]).mean(),
        (found.repeats >= taus["tau_near"]).mean(),
        (found.strangers >= taus["tau_known"]).mean(),
        (found.strangers >= taus["tau_near"]).mean(),
    )
    told = " / ".join(f"{taus[key]:g}" for key in ("tau_known", "tau_near"))
    return f"| {name} | {told} | " + " | ".join(f"{share:.3f}" for share in shares) + " |\n"


def changed_values(half: Half) -> str:
    """Updates of a fact: how many are named as different, and how many would pass as a repeat."""
    pairs = [pair for pair in fact_pairs(half) if pair.related]
    named = [bool(differences(values(pair.left), values(pair.right))) for pair in pairs]
    texts = sentences(half)
    repeats = [(text, other) for text in texts for _, other in edits(text)]
    false = [bool(differences(values(text), values(other))) for text, other in repeats]
    return (
        f"Of {len(pairs)} updates and conflicts {np.mean(named):.3f} are named as different in a "
        f"number, unit, date, negation, modality, quantifier or reversal; of {len(repeats):,} "
        f"repeats {np.mean(false):.3f} are, wrongly.\n"
    )


def main() -> None:
    use("auto")
    halves = {half: measure(half) for half in HALVES}
    best = chosen(halves["choose"])
    profiles = {
        name: {key: float(value) for key, value in PROFILES[name].items() if key.startswith("tau")}
        for name in PROFILES
    }
    text = (
        "# Thresholds\n\n"
        f"`{FUNCTION}` on `{NORMALIZER}`. Repeats: edited real sentences. Strangers: each "
        "sentence's nearest other one. `tau_known` is where 1 % of strangers lie above, `tau_near` "
        f"where 5 % do; chosen on one half: {best}. `tau_orphan` is chosen among whole bases "
        "(classes.md).\n\n"
    )
    for half in HALVES:
        text += (
            f"## The half to {half} on\n\n"
            "| pack | known / near | repeats KNOWN | repeats KNOWN or NEAR | strangers KNOWN | "
            "strangers KNOWN or NEAR |\n|---|---|---|---|---|---|\n"
        )
        text += row("chosen", best, halves[half])
        text += "".join(row(name, taus, halves[half]) for name, taus in profiles.items())
        text += f"\n{changed_values(half)}\n"
    RESULT.write_text(text.rstrip() + "\n", encoding="utf-8")
    print(text)
    for key, value in best.items():
        if f"{key}: {value:.2f}" not in pack_text():
            print(f"the default pack does not hold {key}: {value:.2f}")


if __name__ == "__main__":
    main()

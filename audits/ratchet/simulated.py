"""Series of ten cycles whose truth is known: how often is a plateau seen where there is none?

Each cycle scores a benchmark of n items; the true score starts at 0.85 and moves by a fixed
slope. A plateau is claimed where the equivalence test of profile 1.1 holds. Beside it stands
what a plain test of no slope would say, which calls everything flat that it cannot see move.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy import stats

from netnew.ratchet.comparison import mcnemar
from netnew.ratchet.power import minimum_detectable_effect
from netnew.ratchet.trend import PLATEAU_CYCLES, plateau

RESULTS = Path(__file__).parent / "results" / "simulated.md"
SEED, SERIES = 20260101, 2000
SIZES = (30, 100, 300, 1000, 3000, 10000)
SLOPES = (0.0, 0.0025, 0.005, 0.01)
START = 0.85


def plateaus(n: int, slope: float, chance: np.random.Generator) -> tuple[float, float]:
    """Share of series called flat by the equivalence test, and by not finding a slope."""
    truth = START + slope * np.arange(PLATEAU_CYCLES)
    passed = chance.binomial(n, np.clip(truth, 0, 1), size=(SERIES, PLATEAU_CYCLES))
    equivalent = flat = 0
    for series in passed:
        found = plateau([Fraction(int(count), n) for count in series])
        equivalent += found is not None and found.holds
        flat += stats.linregress(range(PLATEAU_CYCLES), series / n).pvalue > 0.05
    return equivalent / SERIES, flat / SERIES


def paired_power(n: int, gain: float, chance: np.random.Generator) -> float:
    """Share of pairs in which McNemar's test sees a true gain; five per cent flip anyway."""
    noise = 0.05
    gained = chance.binomial(n, noise / 2 + gain, size=SERIES)
    lost = chance.binomial(n, noise / 2, size=SERIES)
    seen = sum(
        mcnemar(int(g), int(b)) < Fraction(1, 20) and g > b
        for g, b in zip(gained, lost, strict=True)
    )
    return seen / SERIES


def main() -> None:
    chance = np.random.default_rng(SEED)
    lines = [f"# Simulated series\n\n{__doc__}\n{SERIES} series a cell, seed {SEED}.\n"]
    lines.append(
        "\n| items | true slope a cycle | called a plateau by 1.1 | called flat: no slope found |\n"
        "|---|---|---|---|\n"
    )
    for n in SIZES:
        for slope in SLOPES:
            equivalent, flat = plateaus(n, slope, chance)
            lines.append(f"| {n} | {slope:+.4f} | {equivalent:.3f} | {flat:.3f} |\n")
    lines.append(
        "\nA true slope of 0.005 is the margin itself: there the test may be wrong in one series "
        "of twenty, and beyond it less.\n\n## Seeing a difference between two runs\n\n"
        "| items | detectable at 80 % by the formula | power for that gain | power for 0.01 |\n"
        "|---|---|---|---|\n"
    )
    for n in SIZES:
        # The share of items that flips grows with the gain itself: solve for both at once.
        gain = 0.05
        for _ in range(50):
            gain = minimum_detectable_effect(
                Fraction(85, 100), n, Fraction(str(round(0.05 + gain, 6)))
            )
        power = [paired_power(n, size, chance) for size in (gain, 0.01)]
        lines.append(f"| {n} | {gain:.4f} | {power[0]:.3f} | {power[1]:.3f} |\n")
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text("".join(lines), encoding="utf-8")
    print("".join(lines))


if __name__ == "__main__":
    main()

"""Section 5: attacks, what the meter says of them, and what it admits it cannot see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.meter.attacks import ATTACKS, Attack
from tests.meter.transcripts import last, rounds

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_reads_as_it_must(attack: Attack) -> None:
    reading = last(rounds(*attack.rounds), policy=attack.policy)

    assert (reading.signal, reading.novelty.new_claims) == (attack.signal, attack.new_claims)
    assert set(attack.warns) <= {warning.code for warning in reading.warnings}


def test_there_are_forty_different_attacks() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) == 40


def test_the_reference_admits_every_blind_spot() -> None:
    page = (ROOT / "docs/reference/meter.md").read_text(encoding="utf-8")

    for attack in ATTACKS:
        if attack.blind:
            assert f"| {attack.name} | {attack.blind} |" in page

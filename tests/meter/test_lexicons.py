"""Every word of a lexicon has its general reason, and the reference page shows each group."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from netnew.meter.actions import read_action
from netnew.meter.lexicon import Lexicon
from netnew.meter.lexicons import LEXICONS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("lexicon", LEXICONS, ids=lambda lexicon: lexicon.name)
def test_every_entry_stands_in_a_group_with_a_reason(lexicon: Lexicon) -> None:
    for group in lexicon.groups:
        assert len(group.reason.split()) >= 4, group.reason
        assert group.entries
        assert all(entry == " ".join(entry.lower().split()) for entry in group.entries)


@pytest.mark.parametrize("lexicon", LEXICONS, ids=lambda lexicon: lexicon.name)
def test_the_reference_lists_every_group_with_its_reason_and_entries(lexicon: Lexicon) -> None:
    page = (ROOT / "docs/reference/meter.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", page, re.M)
    listed = {(name, reason): entries for name, reason, entries in rows}

    for group in lexicon.groups:
        entries = listed[lexicon.name, group.reason]
        assert entries == ", ".join(group.entries).replace("|", "\\|")


def test_no_reason_names_a_file_or_a_case() -> None:
    reasons = [group.reason for lexicon in LEXICONS for group in lexicon.groups]

    assert not [r for r in reasons if re.search(r"\.json|calibration|variant|scenario|test", r)]


@pytest.mark.parametrize(
    "text", ["a-" * 100_000, "word " * 100_000, "/" * 100_000, "[ ] " * 50_000, "x@" * 100_000]
)
def test_a_hostile_action_takes_no_time(text: str) -> None:
    import time

    start = time.process_time()
    read_action(text)

    assert time.process_time() - start < 2

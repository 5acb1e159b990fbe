"""Writes the table of code points that normalisers leave untouched, for both twins.

They are those that Unicode 14.0 leaves unassigned, and the few that it knows but whose part in
lower-casing a sigma beside them changed later. Left alone, they are the same in every version.

Run it with Python 3.11, whose `unicodedata` is 14.0:  python3.11 scripts/unicode_table.py
"""

import sys
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINNED = "14.0.0"


# U+0295 was a cased letter, U+1171E a non-spacing mark.
CHANGED_LATER = {0x0295, 0x1171E}


def untouched_ranges() -> list[tuple[int, int]]:
    """First and last code point of each stretch."""
    ranges: list[tuple[int, int]] = []
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code)) != "Cn" and code not in CHANGED_LATER:
            continue
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1] = (ranges[-1][0], code)
        else:
            ranges.append((code, code))
    return ranges


HEADING = "Code points that normalisers leave untouched; by scripts/unicode_table.py."


def python_table(ranges: list[tuple[int, int]]) -> str:
    stretches = [f"{first:04X}-{last:04X} " for first, last in ranges]
    rows = [f'    "{"".join(stretches[at : at + 7])}"' for at in range(0, len(stretches), 7)]
    return "\n".join([f'"""{HEADING}"""', "", "UNTOUCHED = (", *rows, ")", ""])


def rust_table(ranges: list[tuple[int, int]]) -> str:
    rows = [f"    (0x{first:05x}, 0x{last:05x})," for first, last in ranges]
    head = [
        f"//! {HEADING}".replace("scripts/unicode_table.py", "`scripts/unicode_table.py`"),
        "#[rustfmt::skip]",
        "#[allow(clippy::unreadable_literal)] // code points, as Unicode writes them",
        f"pub const UNTOUCHED: [(u32, u32); {len(ranges)}] = [",
    ]
    return "\n".join([*head, *rows, "];", ""])


if __name__ == "__main__":
    if unicodedata.unidata_version != PINNED:
        sys.exit(f"this Python holds Unicode {unicodedata.unidata_version}; run Python 3.11")
    table = untouched_ranges()
    (ROOT / "src/netnew/kernel/untouched.py").write_text(python_table(table), "utf-8")
    (ROOT / "kernel/src/untouched.rs").write_text(rust_table(table), "utf-8")

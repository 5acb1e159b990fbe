"""Gathers changes/*.md into CHANGELOG.md under a new version, then removes them.

A fragment is named `<topic>.<kind>.md` and says in a sentence or two what a user can now
observe. Kinds: added, changed, fixed, removed, security.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KINDS = ("added", "changed", "fixed", "removed", "security")


def fragments() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {kind: [] for kind in KINDS}
    for file in sorted((ROOT / "changes").glob("*.md")):
        kind = file.name.split(".")[-2]
        if kind not in KINDS:
            sys.exit(f"{file.name}: `{kind}` is no kind of change; use one of {', '.join(KINDS)}")
        found[kind].append(file)
    return found


def main() -> int:
    version = sys.argv[1] if len(sys.argv) == 2 else ""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        print("changelog: say `make changelog VERSION=x.y.z`", file=sys.stderr)
        return 2
    lines = [f"## {version} — {datetime.now(UTC).date().isoformat()}\n"]
    for kind, files in fragments().items():
        if files:
            lines.append(f"### {kind.capitalize()}\n")
            lines.append("".join(f"- {' '.join(file.read_text().split())}\n" for file in files))
    changelog = ROOT / "CHANGELOG.md"
    head, _, older = changelog.read_text(encoding="utf-8").partition("\n## ")
    rest = f"\n## {older}" if older else ""
    changelog.write_text(f"{head.rstrip()}\n\n{chr(10).join(lines)}{rest}", encoding="utf-8")
    for files in fragments().values():
        for file in files:
            file.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())

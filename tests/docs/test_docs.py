"""The docs speak of what is there: generated pages, paths, links, verbs, settings, commands."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from scripts.changelog import KINDS

import netnew

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_the_generated_pages_are_current() -> None:
    command = [sys.executable, "scripts/make_docs.py", "--check"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr


def test_every_path_of_the_architecture_map_exists() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = (row for row in re.findall(r"^\|(.+)\|$", text, re.M) if "`" in row)
    paths = {path for row in rows for path in re.findall(r"`([\w./-]+)`", row)}
    assert {"Makefile", "pyproject.toml"} < paths
    missing = [path for path in sorted(paths) if not (ROOT / path).exists()]
    assert missing == []


def test_every_package_has_its_heading_in_the_architecture() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    packages = {
        path.parent.name
        for path in (ROOT / "src" / "netnew").glob("*/__init__.py")
        if path.parent.name != "__pycache__"
    }
    assert packages - set(re.findall(r"^### `(\w+)/`", text, re.M)) == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not target.startswith(("https://", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_starts_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = re.search(r"```sh\n(.*?)```", text, re.S)
    assert first is not None
    verbs = re.findall(r"^make (\w+)", first[1], re.M)
    assert verbs == ["demo", "test"]
    assert text.index("```sh") < 1500
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_readme_leads_to_every_guide() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    guides = {f"docs/guide/{page.name}" for page in (ROOT / "docs" / "guide").glob("*.md")}
    assert guides <= set(re.findall(r"\]\(([^)]+)\)", text))


def test_every_verb_of_the_makefile_explains_itself() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    declared = set(re.search(r"^\.PHONY: (.+)$", text, re.M)[1].split())  # type: ignore[index]
    assert declared == set(re.findall(r"^([a-z]+):.*## ", text, re.M))
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert all(f"make {verb}" in shown.stdout for verb in declared)
    assert all(len(line) <= 90 for line in shown.stdout.splitlines())


def test_every_decision_record_says_what_would_change_our_mind() -> None:
    records = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    assert len(records) >= 5
    for record in records:
        text = record.read_text(encoding="utf-8")
        for heading in ("Context", "Choice", "What would change our mind", "Held by"):
            assert f"## {heading}" in text, f"{record.name} lacks {heading}"
        for path in re.findall(r"`([\w./-]+/[\w./-]+\.\w+)`", text.partition("## Held by")[2]):
            assert (ROOT / path).exists(), f"{record.name} names {path}"


def test_every_changelog_fragment_has_a_kind_and_a_text() -> None:
    for fragment in (ROOT / "changes").glob("*"):
        assert fragment.suffix == ".md", fragment.name
        assert fragment.name.split(".")[-2] in KINDS, fragment.name
        assert fragment.read_text(encoding="utf-8").strip(), fragment.name


def test_one_version_everywhere() -> None:
    files = ("pyproject.toml", "kernel/pyproject.toml")
    found = {tomllib.loads((ROOT / file).read_text())["project"]["version"] for file in files}
    crate = tomllib.loads((ROOT / "kernel" / "Cargo.toml").read_text())["package"]["version"]
    assert found | {crate} == {netnew.__version__}


def test_both_distributions_carry_the_licence() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert (ROOT / "kernel" / "LICENSE").read_text(encoding="utf-8") == text
    for file in ("pyproject.toml", "kernel/pyproject.toml"):
        project = tomllib.loads((ROOT / file).read_text(encoding="utf-8"))["project"]
        assert project["license-files"] == ["LICENSE"]


def test_no_package_index_is_named_anywhere() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    hosts = re.compile(
        "|".join(["index-" + "url", "find-" + "links", "pypi" + r"\.org", "crates" + r"\.io/"])
    )
    for name in listed.stdout.split():
        file = ROOT / name
        if file.suffix in {".toml", ".txt", ".cfg", ".yaml", ".lock", ".sh"} and file.exists():
            assert not hosts.search(file.read_text(encoding="utf-8")), name

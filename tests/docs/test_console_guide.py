"""The guide to the console names every page with its scope, and every picture that is drawn."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from scripts.make_pictures import PICTURES

from netnew.doors.cli.commands import commands
from netnew.doors.http.console import PAGES
from netnew.doors.http.console import __file__ as console

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guide" / "console.md").read_text(encoding="utf-8")
TEMPLATES = sorted((Path(str(console)).parent / "templates").glob("*.html"))


def test_every_page_has_its_row_with_its_scope() -> None:
    rows = dict(re.findall(r"^\| `(/[\w/]*)` \| .+ \| (.+) \|$", GUIDE, re.M))
    assert rows == {
        page.path: f"`{page.needs}`" if page.needs else "open"
        for page in PAGES
        if page.method == "GET"
    }


def test_every_picture_is_drawn_and_used() -> None:
    drawn = {file.stem for file in (ROOT / "docs" / "images").glob("console-*.png")}
    assert drawn == set(PICTURES)
    assert drawn == set(json.loads((ROOT / "docs" / "images" / "console.json").read_text()))
    assert drawn <= set(re.findall(r"images/([\w-]+)\.png", GUIDE))
    assert "docs/images/console-overview.png" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_command_that_a_page_names_exists_with_its_flags() -> None:
    named = set()
    for template in TEMPLATES:
        text = template.read_text(encoding="utf-8")
        named |= set(re.findall(r"(?:[\">])(netnew [a-z][^\"<]*?)[\"<]", text))
    assert len(named) > 10
    root = commands()
    for line in sorted(named):
        command, words = root, shlex.split(re.sub(r"\{\{.*?\}\}", "x", line))[1:]
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]  # type: ignore[attr-defined]
        assert not hasattr(command, "commands"), line
        known = {option for parameter in command.params for option in parameter.opts}
        given = {word for word in words if word.startswith("--")}
        assert given <= known, line
        needed = {one.opts[0] for one in command.params if one.required}
        assert {one for one in needed if one.startswith("--")} <= given, line

"""Draws the pictures of the console that the docs show, with fixed data and a clock of its own.

The same page gives other pixels with another browser or other fonts. So a picture is drawn anew
only when what it shows has changed: `console.json` beside the pictures holds a digest of each
page with its style sheet. `--all` draws all of them.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
DIGESTS = IMAGES / "console.json"

if TYPE_CHECKING:
    from playwright.sync_api import Browser


class Picture(NamedTuple):
    """One page, as somebody sees it."""

    page: str
    """Its name in `tests.browser.stage.places`."""
    size: str = "desktop"
    scheme: str = "light"


PICTURES = {
    "console-overview": Picture("overview"),
    "console-verdict": Picture("verdict"),
    "console-loop": Picture("loop"),
    "console-review": Picture("queue"),
    "console-fact": Picture("fact"),
    "console-harness": Picture("harness", scheme="dark"),
    "console-phone": Picture("overview", size="phone"),
    "console-phone-fact": Picture("fact", size="phone", scheme="dark"),
}
# Whoever looks has said their name, so that the forms for a vote are there.
VISITOR = b'"Kim"'.hex()
# What differs with every visit, and says nothing.
FLEETING = re.compile(r'name="csrf" value="\w+"|netnew \d+\.\d+\.\d+')


def main() -> int:
    sys.path.insert(0, str(ROOT))
    try:
        from tests.browser.stage import chromium, filled, places, served
        from tests.parts import browser_path
    except ModuleNotFoundError as error:
        print(f"docs/images: not drawn, the package {error.name} is not installed", file=sys.stderr)
        return 0
    if browser_path() is None:
        print("docs/images: not drawn, no Chromium is on the path", file=sys.stderr)
        return 0
    IMAGES.mkdir(parents=True, exist_ok=True)
    before = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    with tempfile.TemporaryDirectory() as folder, filled(Path(folder)) as nn, served(nn) as at:
        addresses = {name: at + path for name, path in places(nn).items()}
        now = {name: digest(one, addresses[one.page]) for name, one in PICTURES.items()}
        stale = [name for name in PICTURES if is_stale(name, before, now)]
        if stale:
            with chromium() as browser:
                for name in stale:
                    draw(browser, name, addresses[PICTURES[name].page])
    DIGESTS.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    return 0


def is_stale(name: str, before: Mapping[str, str], now: Mapping[str, str]) -> bool:
    drawn = (IMAGES / f"{name}.png").exists() and before.get(name) == now[name]
    return "--all" in sys.argv or not drawn


def digest(picture: Picture, address: str) -> str:
    """What a picture shows: the page, its style sheet, and how it is looked at."""
    request = Request(address, headers={"Cookie": f"netnew_name={VISITOR}"})
    with urlopen(request) as answer:
        page = FLEETING.sub("", answer.read().decode("utf-8"))
    style = (files("netnew.doors.http.console") / "static" / "console.css").read_text("utf-8")
    return sha256("\0".join([*picture, page, style]).encode()).hexdigest()[:32]


def draw(browser: Browser, name: str, address: str) -> None:
    from tests.browser.stage import WIDTHS

    picture = PICTURES[name]
    width, height = WIDTHS[picture.size]
    options: Any = {
        "viewport": {"width": width, "height": height},
        "color_scheme": picture.scheme,
        "reduced_motion": "reduce",
    }
    context = browser.new_context(**options)
    context.add_cookies([{"name": "netnew_name", "value": VISITOR, "url": address}])
    page = context.new_page()
    page.goto(address)
    page.screenshot(path=IMAGES / f"{name}.png", animations="disabled", caret="hide")
    context.close()
    print(f"docs/images: {name}.png drawn", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())

"""The offline HTML of a chart draws itself in a real browser, without asking any network."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts import ROOT, browser_path

pytestmark = [pytest.mark.needs("browser"), pytest.mark.timeout(180)]


def drawn(page: Path, profile: Path) -> str:
    """The page as it stands after its scripts have run, with no way to any host."""
    found = subprocess.run(
        [
            str(browser_path()), "--headless", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", f"--user-data-dir={profile}",
            "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=10000",
            "--dump-dom", page.as_uri(),
        ],
        capture_output=True, text=True, check=True, timeout=150,
    )  # fmt: skip
    return found.stdout


def test_the_net_new_curve_draws_itself_offline(tmp_path: Path) -> None:
    page = tmp_path / "curve.html"
    transcript = ROOT / "examples" / "meeting-stop.json"
    command = [sys.executable, "-m", "netnew", "meter", "plot", str(transcript), "-o", str(page)]
    subprocess.run(command, check=True, cwd=tmp_path, capture_output=True)
    assert not re.search(r"<(script|link)[^>]+(src|href)=[\"']https?:", page.read_text())
    shown = drawn(page, tmp_path / "profile")
    assert re.search(r"<(svg|canvas)[^>]*class=\"marks\"", shown), "no chart was drawn"

"""What the browser's tests leave behind for the tests that come after them in one process."""

from __future__ import annotations

import asyncio

import pytest

from tests.browser.stage import chromium


@pytest.mark.needs("browser")
def test_a_closed_browser_leaves_no_event_loop_running() -> None:
    with chromium() as browser:
        browser.new_page().close()

    assert asyncio.run(asyncio.sleep(0, "ran")) == "ran"

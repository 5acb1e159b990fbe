"""One service with the demo's story for all tests of the console, and one browser a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.stage import Site, chromium, filled, served


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with filled(tmp_path_factory.mktemp("site")) as nn, served(nn) as address:
        yield Site(address, nn)


# While it is open its event loop runs in this process, and tests that come after could run none.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened

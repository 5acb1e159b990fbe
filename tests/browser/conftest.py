"""One service with the demo's story behind it and one browser, for all tests of the console."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.stage import Site, chromium, filled, served


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with filled(tmp_path_factory.mktemp("site")) as nn, served(nn) as address:
        yield Site(address, nn)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened

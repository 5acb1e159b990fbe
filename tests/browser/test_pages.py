"""Every page of the console in a real browser: wide and narrow, light and dark, readable by all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as WaitedInVainError

import netnew
from netnew.doors.http.console import PAGES
from tests.browser.stage import SCHEMES, WIDTHS, Seen, Site, places

pytestmark = [pytest.mark.needs("browser"), pytest.mark.timeout(180)]
NAMES = (
    "overview", "loops", "loop", "verdicts", "verdict", "queue", "queued orphan", "queued diff",
    "queued expansion", "queued memory_fact", "queued memory_decision", "agents", "facts",
    "decisions", "episodes", "changes", "fact", "decision", "episode", "harnesses", "harness",
    "ledger", "stream", "settings", "login", "trouble",
)  # fmt: skip
TRANSCRIPT = '{"round": 1, "outputs": {"claims": ["The cache is cold."]}}'


@pytest.fixture(scope="module")
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """Somebody who has said their name, so that every form is there to be looked at."""
    context = browser.new_context()
    opened = context.new_page()
    opened.goto(site.address + "/review")
    opened.get_by_label("Who are you?").fill("Kim")
    opened.get_by_role("button", name="Continue").click()
    yield opened
    context.close()


def violations(page: Page) -> list[str]:
    """What axe finds wrong with a page, each with the element that it found it at."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    found: Any = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def check(page: Page) -> None:
    """Look at a page wide and light, then narrow and dark, with everything folded out.

    Colours do not depend on the width, nor the layout on the colours.
    """
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    for (name, (width, height)), scheme in zip(WIDTHS.items(), SCHEMES, strict=True):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        room = page.evaluate("document.documentElement.scrollWidth")
        assert room <= width, f"{room} px wide on a {name}"
        assert violations(page) == [], f"{name}, {scheme}"


@pytest.mark.parametrize("name", NAMES)
def test_every_page_fits_reads_and_asks_nobody_else(page: Page, site: Site, name: str) -> None:
    seen = Seen(page)
    page.goto(site.address + places(site.nn)[name])
    assert page.locator("h1").count() == 1
    check(page)
    assert all(url.startswith(site.address + "/") for url in seen.requests), seen.requests
    expected = 1 if name == "trouble" else 0  # the browser's own line on a 404
    assert len(seen.troubles) == expected, seen.troubles


def test_every_page_that_can_be_looked_at_is_looked_at(site: Site) -> None:
    shown = {path.partition("?")[0] for path in places(site.nn).values()}
    assert shown == {page.path for page in PAGES if page.method == "GET"}
    assert set(places(site.nn)) == set(NAMES)


def test_what_a_form_answers_fits_and_reads_too(page: Page, site: Site) -> None:
    page.goto(site.address + "/loops")
    page.get_by_label("Transcript").fill(TRANSCRIPT)
    page.get_by_role("button", name="Score").click()
    assert page.get_by_role("heading", name="Pasted transcript").is_visible()
    check(page)
    page.goto(site.address + "/ledger")
    page.get_by_role("button", name="Verify every chain").click()
    assert page.get_by_role("status").filter(has_text="Whole").is_visible()
    check(page)
    page.goto(site.address + "/settings")
    page.get_by_label("Who holds it").fill("a program")
    page.get_by_role("button", name="Make a token").click()
    assert page.locator(".secret").is_visible()
    check(page)


def test_a_scheme_that_was_chosen_stays(browser: Browser, site: Site) -> None:
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    page.goto(site.address)
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    with page.expect_navigation():
        page.get_by_label("Colours").select_option("dark")
    page.goto(site.address + "/ledger")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    assert violations(page) == []
    context.close()


def test_every_page_reads_without_javascript(browser: Browser, site: Site) -> None:
    plain = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = plain.new_page()
    for name, path in places(site.nn).items():
        page.goto(site.address + path)
        assert page.locator("h1").inner_text().strip(), name
        if name not in {"login", "trouble"}:
            assert len(page.locator("main").inner_text()) > 60, name
            assert page.get_by_role("navigation", name="Console").is_visible(), name
    plain.close()


def test_news_arrive_by_themselves(browser: Browser, site: Site) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.address + "/memory")
    memory = site.nn.memory(agent_id="newcomer")
    show = page.locator("#live").get_by_role("link", name="Show")
    for number in range(20):
        # What came before the page first heard of anything is no news to it.
        memory.learn(netnew.FactInput(f"news {number}", f"The newcomer has learned fact {number}."))
        with suppress(WaitedInVainError):
            show.wait_for(timeout=1500)
            break
    assert "new memor" in page.locator("#live").inner_text()
    show.click()
    assert page.get_by_role("link", name="newcomer").is_visible()
    context.close()

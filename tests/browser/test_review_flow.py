"""Somebody works through the queue: at a desk and on a phone, with keys alone, without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import netnew
from tests.browser.stage import WIDTHS, Site

pytestmark = [pytest.mark.needs("browser"), pytest.mark.timeout(180)]


@contextmanager
def visitor(browser: Browser, size: str, **options: Any) -> Iterator[Page]:
    width, height = WIDTHS[size]
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    yield context.new_page()
    context.close()


def hold(site: Site, agent: str, *texts: str) -> list[str]:
    """Let an agent learn what a person must look at first; give the ids."""
    memory = site.nn.memory(agent_id=agent)
    made = [memory.learn(netnew.FactInput(text, text, hold=True)) for text in texts]
    return [str(one.id) for one in made]


def call_oneself(page: Page, site: Site, name: str) -> None:
    page.goto(site.address + "/review")
    page.get_by_label("Who are you?").fill(name)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text(f"You vote as {name} now.")).to_be_visible()


def say(page: Page, reason: str, button: str) -> None:
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name=button).click()


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_the_whole_flow(browser: Browser, site: Site, size: str, scheme: str) -> None:
    texts = [f"Fact {word} of the {size}." for word in ("one", "two", "three")]
    ids = hold(site, size, *texts)
    memory = site.nn.memory(agent_id=size)
    with visitor(browser, size, color_scheme=scheme) as page:
        call_oneself(page, site, "Kim")
        # Only facts, by their kind.
        page.get_by_label("Kind").select_option("memory_fact")
        page.get_by_role("button", name="Filter").click()
        expect(page.locator("main")).not_to_contain_text("Two admins share one API key.")
        # One, and its vote back, and against it.
        page.get_by_role("link", name=texts[0]).click()
        expect(page.locator("main")).to_contain_text("0/1 person")
        say(page, "seen in the log", "Approve")
        expect(page.locator(".votes")).to_contain_text("seen in the log")
        assert memory.facts.get(ids[0]).active
        page.get_by_role("button", name="Take my vote back").click()
        expect(page.get_by_text("the item is waiting now")).to_be_visible()
        assert not memory.facts.get(ids[0]).active
        say(page, "it is a guess", "Reject")
        assert memory.facts.get(ids[0]).state == "rejected"
        # The rest at once.
        page.goto(site.address + "/review?kind=memory_fact")
        for text in texts[1:]:
            page.get_by_label(f"Tick {text}").check()
        say(page, "both are known to me", "Approve ticked")
        expect(page.get_by_text("You approved 2 items.")).to_be_visible()
        assert all(memory.facts.get(one).active for one in ids[1:])
        # From the queue to the memory and back.
        page.get_by_role("link", name="Approved", exact=False).first.click()
        page.get_by_role("link", name=texts[1]).click()
        page.get_by_role("link", name=f"In the memory of {size}").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(texts[1])
        page.get_by_role("link", name="approved in the review queue").click()
        expect(page).to_have_url(re.compile("/review/item"))


def test_undo_in_the_memory_brings_back_what_was_replaced(browser: Browser, site: Site) -> None:
    memory = site.nn.memory(agent_id="undone")
    old, new = (
        memory.learn(netnew.FactInput("api", f"The API allows {n} calls.", attribute="limit"))
        for n in (5, 9)
    )
    with visitor(browser, "phone") as page:
        call_oneself(page, site, "Kim")
        page.goto(f"{site.address}/memory/item?agent=undone&id={new.id}")
        page.get_by_role("button", name="Undo the last change").click()
        expect(page.get_by_text("and 1 more item with it")).to_be_visible()
        page.get_by_role("link", name=str(old.id)[:13]).first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("The API allows 5 calls.")
    assert [fact.id for fact in memory.facts.all()] == [old.id]


def test_an_expansion_is_approved_in_the_queue_and_shown_by_its_harness(
    browser: Browser, site: Site
) -> None:
    with visitor(browser, "desktop") as page:
        call_oneself(page, site, "Kim")
        page.get_by_role("link", name="checkout-agent: raise").click()
        expect(page.locator("main")).to_contain_text("1/2 people")
        say(page, "it only tightens", "Approve")
        page.get_by_role("link", name="The harness checkout-agent").click()
        expect(page.locator(".expansion").last).to_contain_text("approved")
        page.go_back()
        page.get_by_role("button", name="Take my vote back").click()
        expect(page.get_by_text("the item is waiting now")).to_be_visible()


def test_nobody_is_offered_a_vote_on_their_own(browser: Browser, site: Site) -> None:
    (orphan,) = [one for one in site.nn.review.list() if "API key" in str(one.document)]
    with visitor(browser, "desktop") as page:
        call_oneself(page, site, "scout")
        assert page.get_by_label("Tick Two admins share one API key.").count() == 0
        page.goto(f"{site.address}/review/item?id={orphan.item_id}")
        expect(page.get_by_text("You submitted this")).to_be_visible()
        assert page.get_by_role("button", name="Approve").count() == 0


def focused(page: Page) -> str:
    """What has the focus, as a screen reader would call it; it must be seen to have it."""
    found: Any = page.evaluate(
        """() => {
            const one = document.activeElement, look = getComputedStyle(one);
            const seen = one.matches(":focus-visible") && look.outlineStyle !== "none";
            const name = one.getAttribute("aria-label") || one.labels?.[0]?.textContent
                || one.textContent;
            return [name.trim().replace(/\\s+/g, " "), seen || one === document.body];
        }"""
    )
    assert found[1], f"nothing shows that {found[0][:60]!r} has the focus"
    return str(found[0])


def tab_to(page: Page, name: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if focused(page).startswith(name):
            return
    raise AssertionError(f"no Tab leads to {name!r}")


def go(page: Page) -> None:
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_keys_alone_do_it_all(browser: Browser, site: Site) -> None:
    (held,) = hold(site, "keys", "A fact for somebody without a mouse.")
    with visitor(browser, "desktop") as page:
        page.goto(site.address + "/review?kind=memory_fact")
        page.keyboard.press("Tab")
        assert focused(page) == "Skip to content"
        page.keyboard.press("Enter")
        tab_to(page, "Who are you?")
        page.keyboard.type("Robin")
        go(page)
        tab_to(page, "Tick A fact for somebody")
        page.keyboard.press("Space")
        tab_to(page, "Reason")
        page.keyboard.type("heard it myself")
        tab_to(page, "Approve ticked")
        go(page)
        expect(page.get_by_text("You approved 1 item.")).to_be_visible()
        assert site.nn.memory(agent_id="keys").facts.get(held).active
        tab_to(page, "Approved")
        go(page)
        tab_to(page, "✓ approved fact A fact for somebody")
        go(page)
        tab_to(page, "Take my vote back")
        go(page)
        expect(page.get_by_text("the item is waiting now")).to_be_visible()
        assert not site.nn.memory(agent_id="keys").facts.get(held).active


def test_the_flow_needs_no_javascript(browser: Browser, site: Site) -> None:
    (held,) = hold(site, "plain", "A fact for somebody without scripts.")
    with visitor(browser, "phone", java_script_enabled=False) as page:
        page.goto(site.address + "/review")
        page.get_by_label("Who are you?").fill("Sam")
        page.get_by_role("button", name="Continue").click()
        page.get_by_label("Tick A fact for somebody without scripts.").check()
        say(page, "known to me", "Reject ticked")
        assert page.get_by_text("You rejected 1 item.").is_visible()
    assert site.nn.memory(agent_id="plain").facts.get(held).state == "rejected"

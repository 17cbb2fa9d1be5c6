"""A battle on two screens: what is entered on one is seen on the other at once."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.people import sign_in
from tests.server import LedgerServer

# A change is seen within half a second; the bound is looser, for machines that do much else while they test.
SOON = 3000


def test_two_screens_follow_one_battle(context: BrowserContext, server: LedgerServer) -> None:
    table, tablet = context.new_page(), context.new_page()
    sign_in(table, server)
    table.get_by_role("link", name="Continue turn 3").click()
    expect(table.locator(".turn b")).to_have_text("3")

    table.get_by_role("button", name="End phase").click()
    expect(table.locator("#battle .notice")).to_contain_text("Rolls are still owed")
    expect(table.locator(".owing li")).to_have_count(3)

    _answer_all(table, tablet, server)
    expect(table.locator(".owed-roll")).to_have_count(0)

    other = context.new_page()
    other.goto(table.url)
    expect(other.locator("[aria-current=step]")).to_have_text("weapon attacks")
    before = _version(other)
    table.get_by_role("button", name="End turn").click()
    expect(other.locator("#battle")).not_to_have_attribute("data-version", before, timeout=SOON)
    _answer_all(table, tablet, server)
    expect(other.locator(".turn b")).to_have_text("4")

    table.get_by_text("Close the battle", exact=True).first.click()
    table.get_by_label("What happened").fill("The ford was held.")
    table.locator("details[open] button[type=submit]").click()
    expect(table.locator(".closed-note")).to_contain_text("turn 4")
    table.get_by_role("button", name="Reopen").click()
    expect(table.locator(".turn b")).to_have_text("4")


def _version(page: Page) -> str:
    return page.locator("#battle").get_attribute("data-version") or ""


def _answer_all(table: Page, tablet: Page, server: LedgerServer) -> None:
    """Throw every roll owed on its sheet, as the battle's page lists them."""
    for _roll in range(60):
        links = table.locator(".owed-roll")
        if not links.count():
            return
        version = _version(table)
        tablet.goto(server.url + (links.first.get_attribute("href") or ""))
        tablet.get_by_role("button", name="Roll for me").first.click()
        expect(table.locator("#battle")).not_to_have_attribute("data-version", version, timeout=SOON)
    raise AssertionError("the rolls owed never end")

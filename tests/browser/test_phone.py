"""A phone of 390 pixels: long names in their place, all numbers in sight, targets wide enough for fingers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.people import sign_in
from tests.server import LedgerServer

LONG_NAME = """
from records.models import RecordSheet
RecordSheet.objects.filter(pk=1).update(label="Grand Crusader of the Eridani Light Horse")
"""
BESIDE = """([selector, by]) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return document.elementFromPoint(box.right + by, box.top + box.height / 2)?.closest(selector) !== null;
}"""


@pytest.fixture
def phone(browser: Browser, server: LedgerServer) -> Iterator[Page]:
    """The owner's phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    sign_in(page, server)
    yield page
    context.close()


def test_a_long_name_leaves_the_line_below_it_alone(phone: Page, server: LedgerServer) -> None:
    server.manage("shell", "--no-imports", "-c", LONG_NAME)
    phone.get_by_role("link", name="Demo: the ford at Kessel Hollow", exact=True).click()
    name = phone.locator(".machine-link", has_text="Grand Crusader")
    words = name.evaluate(
        "link => { const range = document.createRange(); range.selectNodeContents(link);"
        " return range.getBoundingClientRect().bottom; }"
    )
    below = name.locator("xpath=following-sibling::*").bounding_box()
    assert below is not None
    assert words <= below["y"] + 1
    box = name.bounding_box()
    assert box is not None and box["height"] > 44, "the name should be long enough for two lines"


def test_all_ranges_of_a_weapon_are_in_sight(phone: Page, server: LedgerServer) -> None:
    phone.goto(f"{server.url}/catalogue/mad-cat-timber-wolf-prime/")
    assert phone.evaluate("document.querySelectorAll('.unit-weapons tbody tr').length") > 4
    table = phone.locator(".unit-weapons .table-scroll")
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_a_single_figure_opens_beside_it_too(phone: Page, server: LedgerServer) -> None:
    phone.goto(f"{server.url}/sheets/1/")
    phone.locator("nav a, nav button, [role=tab]").get_by_text("Weapons", exact=True).tap()
    phone.locator("#movement .why > summary").first.scroll_into_view_if_needed()
    phone.wait_for_timeout(400)  # the panes glide into place
    assert phone.evaluate(BESIDE, ["#movement .why > summary", 8])


def test_the_dice_of_a_critical_slot_stay_on_one_line(phone: Page, server: LedgerServer) -> None:
    phone.goto(f"{server.url}/sheets/1/?at=RT&tab=criticals")
    phone.wait_for_selector(".slot-button .dice")
    heights = phone.locator(".slot-button .dice").evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")
    names = "all => all.forEach(e => e.append(' of a very long name that takes the whole line'))"
    phone.locator(".slot-button").evaluate_all(names)
    assert heights == phone.locator(".slot-button .dice").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().height)"
    )

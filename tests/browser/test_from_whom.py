"""Whom hits come from, on the keypad: a volley is several hits from the same machine, and costs no tap more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import sign_in
from tests.server import LedgerServer


@pytest.fixture
def small(browser: Browser, server: LedgerServer) -> Iterator[Page]:
    """A small phone on the Stormcrow's sheet, in the demo battle of four a side."""
    context = browser.new_context(viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
    page = context.new_page()
    sign_in(page, server)
    page.goto(f"{server.url}/sheets/6/")
    yield page
    context.close()


def opened(page: Page, location: str) -> None:
    page.locator(f"#hit-{location}").click()
    page.locator("#keypad").wait_for()


def number(page: Page, points: int) -> None:
    page.locator(f"#keypad .all .key[value='{points}']").click()
    expect(page.locator("#keypad")).to_have_count(0)


def choose(page: Page, name: str) -> None:
    page.locator("#from summary").click()
    page.locator("#from .chip", has_text=name).click()


def newest(page: Page) -> str:
    return page.locator("#log .log-what").first.inner_text()


def test_a_volley_is_chosen_once_remembered_told_and_cleared_by_one_tap(small: Page) -> None:
    opened(small, "LT")
    choose(small, "Atlas")
    expect(small.locator("#from details")).not_to_have_attribute("open", "")
    small.locator("#keypad .usual .key[value='5']").focus()
    expect(small.locator("#preview")).to_have_text("5 → LT from Atlas AS7-D: armour 5")
    number(small, 5)
    opened(small, "LL")
    expect(small.locator(".from-chosen")).to_have_text("Atlas AS7-D")
    number(small, 4)
    assert newest(small) == "4 to the left leg from Atlas AS7-D"
    small.reload()
    opened(small, "RL")
    expect(small.locator(".from-chosen")).to_have_text("Atlas AS7-D")
    choose(small, "Locust")
    small.locator(".keypad-more summary").click()
    small.locator(".keypad-more [name=points]").fill("3")
    small.locator(".keypad-more .primary").click()
    expect(small.locator("#keypad")).to_have_count(0)
    assert newest(small) == "3 to the right leg from Locust LCT-1V"
    opened(small, "RL")
    small.locator("#from > .chip").click()
    number(small, 1)
    assert newest(small) == "1 to the right leg"
    small.locator("#undo").click()
    expect(small.locator("#log .log-what").first).to_contain_text("Undone: 1 to the right leg")


def test_words_of_ones_own_are_entered_too_and_enter_alone_hits_nobody(small: Page) -> None:
    before = small.locator("#log .log-what").count()
    opened(small, "LA")
    choose(small, "other")
    small.locator("#from [name=source]").fill("a mine")
    small.keyboard.press("Enter")
    expect(small.locator(".from-chosen")).to_have_text("a mine")
    small.locator("#from > .chip input").focus()
    small.keyboard.press("Enter")
    small.wait_for_timeout(300)
    assert small.locator("#keypad").count() == 1
    assert small.locator("#log .log-what").count() == before
    number(small, 2)
    assert newest(small) == "2 to the left arm (a mine)"


def test_all_numbers_stay_on_a_small_phone_and_do_not_move_when_the_machines_are_shown(small: Page) -> None:
    opened(small, "CT")
    small.wait_for_timeout(400)  # the keypad rises
    last = small.locator("#keypad .all .key").last
    before = last.bounding_box()
    assert before is not None and before["y"] + before["height"] <= 700
    line = small.locator("#from").bounding_box()
    assert line is not None and line["height"] < 48
    small.locator("#from summary").click()
    assert last.bounding_box() == before
    sizes = small.locator("#from .chip, #from summary").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert len(sizes) == 10
    assert all(width >= 44 and height >= 44 for width, height in sizes)


def test_without_scripts_the_choice_is_entered_and_remembered(browser: Browser, server: LedgerServer) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, server)
    page.goto(f"{server.url}/sheets/7/?at=LL")
    choose(page, "Warhammer")
    page.locator("#from summary").click()
    page.locator("#keypad .all .key[value='6']").click()
    assert newest(page) == "6 to the left leg from Warhammer WHM-6R"
    page.goto(f"{server.url}/sheets/7/?at=LL")
    expect(page.locator(".from-chosen")).to_have_text("Warhammer WHM-6R")
    page.locator(".keypad-more summary").click()
    page.locator(".keypad-more [name=points]").fill("7")
    page.locator(".keypad-more .primary").click()
    assert newest(page) == "7 to the left leg from Warhammer WHM-6R"
    context.close()

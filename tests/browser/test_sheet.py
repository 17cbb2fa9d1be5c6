"""The record sheet under fingers, mouse and keyboard, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.people import sign_in
from tests.server import LedgerServer
from tests.web_client import WebClient, links

SMALLEST = 43.5  # px; 44 less what zooming rounds away


@pytest.fixture
def address(server: LedgerServer) -> str:
    """A fresh sheet of the owner's."""
    client = WebClient(server.url)
    client.sign_in(server.sign_in_link)
    page = client.get("/catalogue/?q=atlas").text
    slug = next(link.split("/")[2] for link in links(page, r"^/catalogue/atlas[a-z0-9-]+/$"))
    return client.post("/sheets/open/", unit=slug).url


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    made.set_default_timeout(10_000)
    yield made
    made.close()


def on(page: Page, server: LedgerServer, address: str) -> Page:
    sign_in(page, server)
    page.goto(address)
    return page


def left(page: Page, code: str, kind: str = "armour") -> int:
    return int(page.locator(f"#at-{code} .section-{kind} .section-head b").inner_text())


def test_a_hit_takes_two_taps_on_a_phone(phone: BrowserContext, server: LedgerServer, address: str) -> None:
    page = on(phone.new_page(), server, address)
    page.locator("#hit-LT").tap()
    page.locator("#keypad .all .key[value='7']").tap()
    expect(page.locator("#at-LT .section-armour b")).to_have_text("25")
    expect(page.locator("#keypad")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_every_control_of_the_drawing_and_the_keypad_is_large_enough_for_a_finger(
    phone: BrowserContext, server: LedgerServer, address: str
) -> None:
    page = on(phone.new_page(), server, address)
    page.locator("#hit-CT").tap()
    page.locator("#keypad").wait_for()
    for control in page.locator(":is(.bar-actions .button, .pane-tabs a, #tray .button, #tray .key):visible").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= SMALLEST, control.inner_text()


def test_the_other_panes_are_a_tap_away_and_undo_stays(
    phone: BrowserContext, server: LedgerServer, address: str
) -> None:
    page = on(phone.new_page(), server, address)
    for name in ("weapons", "heat", "log", "drawing"):
        page.locator(f"[data-pane=pane-{name}]").tap()
        expect(page.locator(f"[data-pane=pane-{name}]")).to_have_attribute("aria-current", "true")
        expect(page.locator("#undo")).to_be_in_viewport()
        expect(page.locator(f"#pane-{name}")).to_be_in_viewport()


def test_the_keyboard_enters_a_hit_and_comes_back_to_where_it_was(
    page: Page, server: LedgerServer, address: str
) -> None:
    on(page, server, address)
    page.locator("#hit-RA").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tray h2")).to_be_focused()
    page.locator("#keypad .usual .key[value='5']").focus()
    expect(page.locator("#preview")).to_have_text("5 → RA: armour 5")
    page.keyboard.press("Enter")
    expect(page.locator("#at-RA .section-armour b")).to_have_text("29")
    page.locator("#hit-RA").focus()
    page.keyboard.press("Enter")
    page.locator("#keypad").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("#keypad")).to_have_count(0)


def test_dice_touched_enter_themselves(page: Page, server: LedgerServer, address: str) -> None:
    on(page, server, address)
    page.locator("#hit-RT").click()
    page.get_by_role("link", name="through armour").click()
    page.locator("#keypad .all .key[value='1']").click()
    card = page.locator(".owed-card").first
    expect(card.locator("h3")).to_have_text("Critical check")
    card.locator(".die-pad").nth(0).locator(".die").nth(3).click()
    card.locator(".die-pad").nth(1).locator(".die").nth(3).click()
    expect(page.locator(".owed-card h3")).to_have_text("Critical slot")
    page.locator(".owed-card .slot-button").first.click()
    expect(page.locator(".owed-card")).to_have_count(0)
    expect(page.locator("#at-RT .slot-fresh").first).to_be_visible()
    page.locator("#undo").click()
    expect(page.locator(".owed-card h3")).to_have_text("Critical slot")


def test_a_refusal_stands_where_the_mistake_was_made_and_keeps_what_was_typed(
    page: Page, server: LedgerServer, address: str
) -> None:
    on(page, server, address)
    page.locator("#hit-LL").click()
    page.locator(".keypad-more summary").click()
    field = page.locator(".keypad-more [name=points]")
    page.evaluate("document.querySelector('.keypad-more form').noValidate = true")
    field.fill("5000")
    page.locator(".keypad-more .primary").click()
    expect(page.locator(".keypad-more .form-error")).to_contain_text("1 to 1000")
    expect(field).to_have_value("5000")


def test_a_right_click_sets_a_box_by_hand(page: Page, server: LedgerServer, address: str) -> None:
    on(page, server, address)
    page.locator("#at-LA .section-armour").click(button="right", force=True)
    form = page.locator(".correct-form").first
    form.locator("[name=value]").fill("20")
    form.locator("[name=reason]").fill("counted again")
    form.get_by_role("button", name="Set").click()
    expect(page.locator("#at-LA .section-armour b")).to_have_text("20")
    expect(page.locator("#log-lines")).to_contain_text("counted again")


def test_a_double_click_undoes_once(page: Page, server: LedgerServer, address: str) -> None:
    on(page, server, address)
    for points in (2, 3):
        page.locator("#hit-RL").click()
        page.locator(f"#keypad .all .key[value='{points}']").click()
        expect(page.locator("#keypad")).to_have_count(0)
    assert left(page, "RL") == 36
    page.locator("#undo").dblclick()
    expect(page.locator("#at-RL .section-armour b")).to_have_text("39")
    page.wait_for_timeout(600)
    assert left(page, "RL") == 39


def test_two_open_pages_show_the_same_sheet(
    page: Page, phone: BrowserContext, server: LedgerServer, address: str
) -> None:
    on(page, server, address)
    other = on(phone.new_page(), server, address)
    other.wait_for_timeout(500)
    page.locator("#hit-HD").click()
    page.locator("#keypad .all .key[value='2']").click()
    expect(other.locator("#at-HD .section-armour b")).to_have_text("7", timeout=2_000)
    expect(other.locator("#log-lines > li").first).to_contain_text("2 to the head")
    page.wait_for_timeout(600)
    expect(page.locator("#log-lines > li", has_text="2 to the head")).to_have_count(1)


def test_weapons_checked_stay_checked_when_somebody_else_changes_the_sheet(
    page: Page, phone: BrowserContext, server: LedgerServer, address: str
) -> None:
    on(page, server, address)
    other = on(phone.new_page(), server, address)
    page.locator(".fire input").first.check(force=True)
    expect(page.locator("#projection")).to_contain_text("+6")
    other.locator("[data-pane=pane-weapons]").tap()
    other.locator(".mode", has_text="walked").tap()
    other.locator(".move-form [name=hexes]").fill("2")
    other.locator(".move-form button").tap()
    expect(page.locator("#movement .moved")).to_contain_text("walked")
    expect(page.locator(".fire input").first).to_be_checked()
    page.locator("#fire").click()
    expect(page.locator(".w-fired")).to_have_count(1)


def test_a_weapon_lights_its_slots_and_its_bin(page: Page, server: LedgerServer, address: str) -> None:
    on(page, server, address)
    row = page.locator(".weapon-table tbody tr", has_text="AC/20")
    row.hover()
    expect(page.locator("#at-RT .slot.is-lit")).to_have_count(10)
    expect(page.locator(".bin.is-lit").first).to_contain_text("AC/20")
    page.locator("#at-LA .slot", has_text="Medium Laser").hover()
    expect(page.locator(".weapon-table tr.is-lit")).to_have_count(1)


def test_a_number_opens_to_its_modifiers(page: Page, server: LedgerServer, address: str) -> None:
    on(page, server, address)
    number = page.locator(".weapon-table .why").first
    number.locator("summary").click()
    expect(number.locator("li").first).to_contain_text("gunnery")
    expect(number.locator(".why-rule").first).to_contain_text("TW, ")
    page.keyboard.press("Escape")
    expect(number).not_to_have_attribute("open", "")


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_no_name_in_a_critical_slot_loses_its_end(page: Page, server: LedgerServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    sign_in(page, server)
    for number in (2, 4, 5):
        page.goto(f"{server.url}/sheets/{number}/")
        page.locator("#bar").wait_for()
        cut = page.locator(".slot-name").evaluate_all(
            "all => all.filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map(e => e.innerText)"
        )
        assert cut == [], number

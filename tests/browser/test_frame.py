"""The frame of every page in a real browser: themes, small screens, and a connection that comes and goes."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.people import sign_in
from tests.server import LedgerServer

# The sign-in form posted by htmx, as the product's own forms are.
BY_HTMX = """() => {
    const form = document.querySelector("main form");
    const wanted = {post: "/sign-in/", select: "#main", target: "#main", swap: "outerHTML"};
    for (const [name, value] of Object.entries(wanted))
        form.setAttribute("hx-" + name, value);
    htmx.process(form);
}"""


def test_the_theme_chosen_is_kept(page: Page, server: LedgerServer) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{server.url}/sign-in/")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


def test_the_system_theme_is_followed_until_one_is_chosen(page: Page, server: LedgerServer) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{server.url}/sign-in/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_phone_shows_all_of_it_with_controls_for_fingers(browser: Browser, server: LedgerServer) -> None:
    phone = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = phone.new_page()
    sign_in(page, server)
    for path in ("/", "/no/such/page/"):
        page.goto(server.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        sizes = page.locator("header :is(a, button, summary)").evaluate_all(
            "all => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height)"
        )
        assert sizes
        assert min(sizes) >= 44, path
    phone.close()


def test_pages_break_no_content_security_policy(page: Page, server: LedgerServer) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{server.url}/sign-in/")
    sign_in(page, server)
    page.wait_for_load_state("networkidle")
    assert complaints == []
    assert page.evaluate("document.fonts.check('16px \"Plex Condensed\"')")


def test_a_refusal_is_swapped_in_where_the_mistake_was_made(page: Page, server: LedgerServer) -> None:
    page.goto(f"{server.url}/sign-in/")
    page.evaluate(BY_HTMX)
    page.get_by_label("Username").fill("nobody")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main [role=alert]")).to_be_visible()
    expect(page.get_by_label("Username")).to_have_value("nobody")
    expect(page.locator("#trouble")).to_be_hidden()


def test_without_a_connection_the_entry_is_kept_and_sent_when_it_is_back(page: Page, server: LedgerServer) -> None:
    page.goto(f"{server.url}/sign-in/")
    page.evaluate(BY_HTMX)
    page.get_by_label("Username").fill("anna of the lance")
    page.get_by_label("Password").fill("wrong")
    page.context.set_offline(True)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#trouble")).to_contain_text("No connection")
    expect(page.get_by_label("Username")).to_have_value("anna of the lance")
    expect(page.get_by_label("Password")).to_have_value("wrong")
    page.context.set_offline(False)
    expect(page.locator("main [role=alert]")).to_be_visible()
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_keyboard_reaches_the_content_first(page: Page, server: LedgerServer) -> None:
    page.goto(f"{server.url}/no/such/page/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_after_signing_out_the_back_button_shows_nothing_of_it(page: Page, server: LedgerServer) -> None:
    sign_in(page, server)
    page.goto(f"{server.url}/sheets/2/")
    expect(page.locator("#bar")).to_be_visible()
    page.goto(f"{server.url}/account/")
    page.locator(".site-person summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile("/sign-in/"))
    for _page in range(2):
        page.go_back()
        expect(page).to_have_url(re.compile("/sign-in/"))
        expect(page.locator("#bar")).to_have_count(0)


def test_the_link_of_the_terminal_takes_one_tap_or_the_return_key(page: Page, server: LedgerServer) -> None:
    page.goto(server.sign_in_link)
    expect(page.get_by_role("button", name="Sign in as")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.url}/")
    expect(page.locator(".site-person summary")).to_be_visible()

"""A page whose stream is refused, or that is out of sight, still shows what changed."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.people import sign_in
from tests.open_streams import OpenStreams
from tests.server import LedgerServer
from tests.web_client import WebClient, links

# A look every five seconds, give or take a quarter, and a machine that does much else.
TWO_LOOKS = 15_000
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def battle_page(page: Page, server: LedgerServer) -> str:
    """Sign in and go to the open battle; the path of its page."""
    sign_in(page, server)
    page.get_by_role("link", name="Continue turn").click()
    expect(page.locator("#battle")).to_be_visible()
    return urlsplit(page.url).path


def heated(client: WebClient, battle: str) -> None:
    """Change one of the battle's sheets from elsewhere."""
    sheet = links(client.get(battle).text, r"^/sheets/\d+/$")[0]
    assert client.post(f"{sheet}enter/", type="HeatAdded", points="1").status == 200


def test_a_page_that_finds_no_seat_says_so_and_looks_every_few_seconds(page: Page, server: LedgerServer) -> None:
    client = WebClient(server.url)
    client.sign_in(server.sign_in_link)
    battle = battle_page(page, server)
    page.goto("about:blank")
    with OpenStreams(client, f"{battle}stream/", settings.STREAMS_PER_PERSON) as held:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/stream/" in request.url else None)
        page.goto(server.url + battle)
        note = page.get_by_text("Changes show here every few seconds")
        expect(note).to_be_visible(timeout=TWO_LOOKS)
        assert held.statuses.count(200) >= settings.STREAMS_PER_PERSON - 1
        before = page.locator("#battle").get_attribute("data-version") or ""
        heated(client, battle)
        expect(page.locator("#battle")).not_to_have_attribute("data-version", before, timeout=TWO_LOOKS)
        assert len([url for url in asked if "once" not in url]) == 1, "a refused stream was asked for again at once"
        assert len(asked) < 10
    page.wait_for_timeout(1500)
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    expect(note).to_be_hidden()
    before = page.locator("#battle").get_attribute("data-version") or ""
    heated(client, battle)
    expect(page.locator("#battle")).not_to_have_attribute("data-version", before, timeout=3000)


def test_a_page_out_of_sight_gives_its_stream_back_and_catches_up_when_it_is_seen(
    page: Page, server: LedgerServer
) -> None:
    client = WebClient(server.url)
    client.sign_in(server.sign_in_link)
    battle = battle_page(page, server)
    page.evaluate(HIDE, True)
    before = page.locator("#battle").get_attribute("data-version") or ""
    heated(client, battle)
    page.wait_for_timeout(1500)
    expect(page.locator("#battle")).to_have_attribute("data-version", before)
    page.evaluate(HIDE, False)
    expect(page.locator("#battle")).not_to_have_attribute("data-version", before, timeout=3000)

"""Prints in a real browser: the PDF comes up by itself, and a print outlives a killed server."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from pypdf import PdfReader

from tests.browser.people import sign_in
from tests.server import LedgerServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 60_000


def test_a_fresh_sheet_is_printed_from_the_catalogue_and_shown_at_once(owner_page: Page, server: LedgerServer) -> None:
    owner_page.goto(f"{server.url}/catalogue/archer-arc-2r/")
    owner_page.get_by_role("button", name="Print a fresh sheet").click()
    owner_page.wait_for_selector("iframe.print-view", timeout=PATIENCE)
    address = owner_page.get_by_role("link", name="Save the PDF").get_attribute("href")
    answer = owner_page.request.get(f"{server.url}{address}")
    assert answer.headers["content-disposition"] == 'attachment; filename="Archer_ARC-2R.pdf"'
    text = PdfReader(io.BytesIO(answer.body())).pages[0].extract_text()
    assert text.startswith("Archer ARC-2R")
    assert "LRM 20" in text


def test_print_is_in_sight_however_much_there_is_to_choose(owner_page: Page, server: LedgerServer) -> None:
    owner_page.set_viewport_size({"width": 390, "height": 700})
    owner_page.goto(f"{server.url}/prints/choose/?campaign=demo")
    button = owner_page.get_by_role("button", name="Print", exact=True).bounding_box()
    assert button is not None and button["y"] + button["height"] <= 700


def test_a_print_that_was_running_when_the_server_was_killed_is_made_after_the_restart(
    owner_page: Page, server: LedgerServer
) -> None:
    owner_page.goto(f"{server.url}/catalogue/archer-arc-2r/")
    slugs = re.findall(r'href="/catalogue/([a-z0-9-]+)/"', owner_page.request.get(f"{server.url}/catalogue/").text())
    form = owner_page.locator('form[action="/prints/new/"]')
    form.evaluate(
        """(form, slugs) => { for (const slug of slugs) {
            const field = document.createElement("input");
            field.type = "hidden"; field.name = "unit"; field.value = slug; form.append(field);
        } }""",
        [slug for slug in slugs if slug != "upload"],
    )
    owner_page.get_by_role("button", name="Print a fresh sheet").click()
    owner_page.wait_for_selector("#print-job")
    job = owner_page.url
    server.kill()
    server.start()
    sign_in(owner_page, server)
    owner_page.goto(re.sub(r"http://[^/]+", server.url, job))
    owner_page.wait_for_selector("iframe.print-view", timeout=PATIENCE)

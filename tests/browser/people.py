"""Who sits at a browser."""

from playwright.sync_api import Page

from tests.server import LedgerServer


def sign_in(page: Page, server: LedgerServer) -> None:
    """The owner opens a sign-in link and confirms it; on a device that is signed in already the link leads home."""
    page.goto(server.sign_in_link)
    if "/sign-in/" in page.url:
        page.get_by_role("button", name="Sign in as").click()
    page.wait_for_url(f"{server.url}/")

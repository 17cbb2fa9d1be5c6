"""Fixtures for all tests: a real server, a real browser, and the services of the server form."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

import pytest
from hypothesis import settings as hypothesis_settings

from tests.server import LedgerServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

hypothesis_settings.register_profile("ci", derandomize=True, deadline=None)
hypothesis_settings.register_profile("home", deadline=None)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") else "home")

BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop in the thread, and Django's ORM refuses to work there."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here / "browser"):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LedgerServer]:
    """A running server with the starter units and the demo campaign, one for each test module."""
    running = LedgerServer(tmp_path_factory.mktemp("ledger")).start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Debian's Chromium, driven by Playwright."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        pytest.fail("Browser tests need Chromium: apt-get install -y chromium (make test does it as root).")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
        yield running
        running.close()


@pytest.fixture
def context(browser: "Browser") -> Iterator["BrowserContext"]:
    """A fresh browser profile at a laptop's size, that fails the test on an error in the page's scripts."""
    made = browser.new_context(viewport={"width": 1280, "height": 800})
    errors: list[str] = []
    made.on("weberror", lambda error: errors.append(str(error.error)))
    made.set_default_timeout(10_000)
    yield made
    made.close()
    assert errors == []


@pytest.fixture
def page(context: "BrowserContext") -> "Page":
    """A page nobody is signed in on."""
    return context.new_page()


@pytest.fixture
def owner_page(page: "Page", server: LedgerServer) -> "Page":
    """A page on which the owner has signed in by the link."""
    from tests.browser.people import sign_in

    sign_in(page, server)
    return page


def _service(name: str) -> str:
    address = os.environ.get(name, "")
    if address:
        return address
    words = f"{name} names no server; .ci/run starts one"
    if os.environ.get("LEDGER_REQUIRE_SERVICES"):
        pytest.fail(words)
    pytest.skip(words)


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """DATABASE_URL of an empty PostgreSQL database, dropped afterwards."""
    import psycopg
    from psycopg import sql

    parts = urlsplit(_service("TEST_DATABASE_URL"))
    name = f"ledger_test_{os.getpid()}"
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(urlunsplit(parts), autocommit=True) as admin:
        admin.execute(drop)
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    yield urlunsplit(parts._replace(path=f"/{name}"))
    with psycopg.connect(urlunsplit(parts), autocommit=True) as admin:
        admin.execute(drop)


@pytest.fixture
def redis_url() -> Iterator[str]:
    """REDIS_URL of an empty Redis database, emptied afterwards."""
    import redis

    address = _service("TEST_REDIS_URL")
    with redis.from_url(address) as client:
        client.flushdb()
        yield address
        client.flushdb()

"""A hit posted from the page, against an empty authenticated post that writes one row: same server, client and run."""

from __future__ import annotations

import http.client
import re
import statistics
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.server import LedgerServer
from tests.web_client import WebClient, links

ROUNDS = 60
MOST = 4.0


@pytest.fixture
def bench_server(tmp_path: Path) -> Iterator[LedgerServer]:
    """The real server with the yardstick's address."""
    running = LedgerServer(tmp_path / "ledger", DJANGO_SETTINGS_MODULE="tests.benchmarks.server_settings").start()
    yield running
    running.stop()


class Poster:
    """Posts as the page does, over one kept connection, and says how many milliseconds it took."""

    def __init__(self, server: LedgerServer, client: WebClient) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
        cookies = {cookie.name: cookie.value or "" for cookie in client.cookies}
        self.headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": cookies["csrftoken"],
            "HX-Request": "true",
        }

    def post(self, path: str, fields: dict[str, str]) -> tuple[float, str]:
        """Milliseconds, and the answer."""
        start = time.perf_counter()
        self.connection.request("POST", path, urlencode(fields), self.headers)
        answer = self.connection.getresponse()
        body = answer.read().decode()
        taken = (time.perf_counter() - start) * 1000
        assert answer.status == 200, body[:400]
        return taken, body


def test_a_posted_hit_takes_less_than_four_times_an_empty_post(bench_server: LedgerServer) -> None:
    client = WebClient(bench_server.url)
    client.sign_in(bench_server.sign_in_link)
    slug = next(
        link.split("/")[2] for link in links(client.get("/catalogue/?q=atlas").text, r"^/catalogue/atlas[a-z0-9-]+/$")
    )
    page = client.post("/sheets/open/", unit=slug)
    sheet = urlsplit(page.url).path
    roster = "1"
    poster = Poster(bench_server, client)
    empties, hits, version = [], [], 0
    for number in range(ROUNDS + 5):
        empties.append(poster.post("/empty/", {"roster": roster})[0])
        fields = {
            "type": "Hit", "location": ("CT", "LT", "RT", "LL", "RL")[number % 5], "points": "1", "tray": "1",
            "key": str(uuid.uuid4()), "version": str(version),
        }  # fmt: skip
        taken, answer = poster.post(f"{sheet}enter/", fields)
        hits.append(taken)
        found = re.search(r'name="version" value="(\d+)"', answer)
        assert found is not None
        version = int(found.group(1))
    assert version == ROUNDS + 5
    empty_ms, hit_ms = statistics.median(empties[5:]), statistics.median(hits[5:])
    print(f"\nposted hit {hit_ms:.1f} ms, empty post {empty_ms:.1f} ms: {hit_ms / empty_ms:.2f} times (most {MOST:g})")
    assert hit_ms < MOST * empty_ms

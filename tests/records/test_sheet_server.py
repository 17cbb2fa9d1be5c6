"""Several people at one sheet at once, on a real server: entries do not get lost, changes reach every open page."""

from __future__ import annotations

import re
import threading
import time
import urllib.request
import uuid

import pytest

from tests.server import LedgerServer
from tests.web_client import WebClient, links

HALF_A_SECOND = 0.5


@pytest.fixture(scope="module")
def sheet(server: LedgerServer) -> tuple[WebClient, str]:
    """The owner's client, and the address of a fresh sheet of theirs."""
    client = WebClient(server.url)
    client.sign_in(server.sign_in_link)
    unit = links(client.get("/catalogue/?q=atlas").text, r"^/catalogue/[a-z0-9-]+/$")
    slug = next(link.split("/")[2] for link in unit if "upload" not in link)
    return client, client.post("/sheets/open/", unit=slug).url


def armour(client: WebClient, sheet: str, code: str) -> int:
    """Points of front armour left on a location, as the page shows them."""
    text = client.get(sheet).text.split(f'id="at-{code}"')[1]
    found = re.search(r"<b>(\d+)</b><small>/\d+", text)
    assert found is not None
    return int(found.group(1))


def at_once(*actions: object) -> None:
    """Run these together, each in a thread of its own."""
    start = threading.Barrier(len(actions))

    def run(action: object) -> None:
        start.wait(timeout=10)
        action()  # type: ignore[operator]

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def another(client: WebClient, server: LedgerServer) -> WebClient:
    """A second device of the same person."""
    other = WebClient(server.url)
    other.sign_in(server.sign_in_link)
    return other


def test_hits_entered_by_two_people_at_once_both_count(server: LedgerServer, sheet: tuple[WebClient, str]) -> None:
    client, url = sheet
    other = another(client, server)
    before = {code: armour(client, url, code) for code in ("LT", "RT")}

    def five(who: WebClient, code: str) -> None:
        for _hit in range(5):
            assert who.post(f"{url}enter/", type="Hit", location=code, points="1").status == 200

    at_once(lambda: five(client, "LT"), lambda: five(other, "RT"))
    after = {code: armour(client, url, code) for code in ("LT", "RT")}
    assert after == {code: points - 5 for code, points in before.items()}


def test_one_key_sent_twice_at_once_applies_once(server: LedgerServer, sheet: tuple[WebClient, str]) -> None:
    client, url = sheet
    other = another(client, server)
    before, key = armour(client, url, "LA"), str(uuid.uuid4())
    at_once(
        lambda: client.post(f"{url}enter/", type="Hit", location="LA", points="2", key=key),
        lambda: other.post(f"{url}enter/", type="Hit", location="LA", points="2", key=key),
    )
    assert armour(client, url, "LA") == before - 2


def test_a_change_reaches_an_open_page_within_half_a_second(server: LedgerServer, sheet: tuple[WebClient, str]) -> None:
    client, url = sheet
    shown = re.search(r'name="version" value="(\d+)"', client.get(url).text)
    assert shown is not None
    arrived: list[tuple[float, str]] = []
    ready = threading.Event()

    def listen() -> None:
        request = urllib.request.Request(f"{url}stream/?version={shown.group(1)}")
        with client._opener.open(request, timeout=20) as stream:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            for line in stream:
                if line.startswith(b"retry"):
                    ready.set()
                if line.startswith(b"event: changed"):
                    arrived.append((time.monotonic(), line.decode()))
                    return

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    assert ready.wait(10)
    time.sleep(0.6)
    assert arrived == []
    client.post(f"{url}enter/", type="Hit", location="RA", points="1")
    entered = time.monotonic()
    listener.join(timeout=5)
    assert arrived, "no event came"
    assert arrived[0][0] - entered < HALF_A_SECOND


def test_a_page_that_lost_its_stream_is_told_what_it_missed(server: LedgerServer, sheet: tuple[WebClient, str]) -> None:
    client, url = sheet
    request = urllib.request.Request(f"{url}stream/", headers={"Last-Event-ID": "0"})
    with client._opener.open(request, timeout=10) as stream:
        lines = [stream.readline() for _ in range(4)]
    assert b"event: changed\n" in lines


def test_a_strangers_stream_is_not_there(server: LedgerServer, sheet: tuple[WebClient, str]) -> None:
    client, url = sheet
    assert client.get("/sheets/999999/stream/").status == 404
    assert WebClient(server.url).get(f"{url}stream/").status == 401


def test_what_was_acknowledged_survives_a_power_cut(server: LedgerServer, sheet: tuple[WebClient, str]) -> None:
    client, url = sheet
    assert client.post(f"{url}enter/", type="Hit", location="RL", points="9").status == 200
    before = armour(client, url, "RL")
    server.kill()
    server.start()
    assert armour(client, url, "RL") == before

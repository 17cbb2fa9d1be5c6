"""Battle streams on a real server with PostgreSQL: pages that wait hold no connection."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from records.live import ASKING
from tests.open_streams import OpenStreams
from tests.server import LedgerServer
from tests.web_client import WebClient

pytestmark = pytest.mark.services


@pytest.fixture
def on_postgresql(tmp_path: Path, postgres_url: str) -> Iterator[LedgerServer]:
    server = LedgerServer(tmp_path / "data", DATABASE_URL=postgres_url).start()
    yield server
    server.stop()


def connections(url: str) -> int:
    with psycopg.connect(url) as own:
        row = own.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert row is not None
    return int(row[0])


def open_battle(server: LedgerServer) -> str:
    code = "from campaigns.models import Battle; print(Battle.objects.get(closed_at=None).get_absolute_url())"
    return server.manage("shell", "--no-imports", "-c", code).stdout.strip()


def test_battle_streams_hold_no_connection_and_every_page_is_still_answered(
    on_postgresql: LedgerServer, postgres_url: str
) -> None:
    client = WebClient(on_postgresql.url)
    client.sign_in(on_postgresql.sign_in_link)
    battle = open_battle(on_postgresql)
    most = settings.STREAMS_PER_PERSON
    with OpenStreams(client, f"{battle}stream/?version=1", 130) as held:
        assert sorted(held.statuses) == [200] * most + [429] * (130 - most)
        assert "too many pages open" in held.words
        # Those that were open while pages were let in, kept for a minute by the pool; the hub's; this one.
        assert connections(postgres_url) <= ASKING + 3
        assert client.get(battle).status == 200
        assert re.fullmatch(r"[0-9]+", client.get(f"{battle}stream/?once").text)
    until = time.monotonic() + 10
    while time.monotonic() < until:
        with OpenStreams(client, f"{battle}stream/", 1) as one:
            if one.statuses == [200]:
                return
        time.sleep(0.2)
    raise AssertionError("the seats of closed pages were not given back")

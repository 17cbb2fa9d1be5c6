"""A laptop's campaign moves to a server and back: SQLite to PostgreSQL to SQLite, backed up while entries are posted.

``LEDGER_BACKUP_ENTRIES=200000 pytest -s`` does it with so many entries; times and memory are printed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.backups import Run, assert_logs_are_whole, contents, run
from tests.server import ROOT, LedgerServer
from tests.test_config_server_form import finished_print
from tests.web_client import WebClient, links

pytestmark = pytest.mark.services
ENTRIES = int(os.environ.get("LEDGER_BACKUP_ENTRIES", "1000"))


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[LedgerServer]:
    server = LedgerServer(tmp_path / "laptop").start()
    yield server
    server.stop()


@pytest.fixture
def server(tmp_path: Path, postgres_url: str) -> Iterator[LedgerServer]:
    """A server on PostgreSQL that has not been started yet; its database has no tables."""
    server = LedgerServer(tmp_path / "server", DATABASE_URL=postgres_url)
    yield server
    server.stop()


def shell(server: LedgerServer, code: str) -> str:
    return server.manage("shell", "--no-imports", "-c", f"from tests import backup_data; {code}").stdout.strip()


def digests(server: LedgerServer) -> dict[str, Any]:
    return dict(json.loads(shell(server, "backup_data.digests()")))


@contextmanager
def people_playing(server: LedgerServer, folder: Path) -> Iterator[Path]:
    """Four threads of another process enter one thing after another; yields the file of what was acknowledged."""
    folder.mkdir()
    code = f"from tests import backup_data; backup_data.post({str(folder)!r})"
    process = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", code], cwd=ROOT, env=server.environment
    )
    try:
        until = time.monotonic() + 60
        while not (folder / "kept").exists() or not (folder / "kept").stat().st_size:
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        yield folder / "kept"
        assert process.poll() is None, "whoever plays was thrown out"
    finally:
        (folder / "stop").touch()
        process.wait(60)
    assert process.returncode == 0


def told(what: str, ran: Run, path: Path) -> None:
    times = f"{ran.seconds:.1f} s ({ran.work:.1f} s of work)"
    print(f"\n{what}: {times}, at most {ran.peak:.0f} MB; file {path.stat().st_size / 10**6:.1f} MB; {ran.out}")


def backed_up(server: LedgerServer, path: Path, folder: Path) -> Path:
    """A backup taken while people play: it has all that had been acknowledged before, and whole logs."""
    with people_playing(server, folder) as kept:
        before = set(kept.read_text().split()[:-1])
        ran = run(server.environment, "backup", str(path))
        during = len(kept.read_text().split()) - len(before)
    assert (ran.code, ran.err) == (0, "")
    told(f"backup of {server.data.name} while {during} entries were posted", ran, path)
    held = contents(path)
    assert before <= {row["key"] for row in held["records.sheetentry"]}
    assert during > 0
    assert_logs_are_whole(held)
    return path


def restored(server: LedgerServer, path: Path) -> dict[str, Any]:
    """The digests of a database into which a backup was restored."""
    ran = run(server.environment, "restore", str(path), "--replace")
    assert (ran.code, ran.err) == (0, "")
    told(f"restore into {server.data.name}", ran, path)
    return digests(server)


def assert_it_is_playable(server: LedgerServer, pdf: bytes) -> None:
    """The owner signs in, sees the campaign and a print, and enters something on a sheet."""
    client = WebClient(server.start().url)
    assert client.sign_in(server.sign_in_link).status == 200
    assert client.get("/campaigns/demo/").status == 200
    kept = client.get(links(client.get("/prints/").text, r"/prints/[0-9a-f-]{36}/$")[0])
    assert client.get(links(kept.text, r"/file/?$|\.pdf")[0]).content == pdf
    assert client.post("/sheets/1/enter/", type="HeatAdded", points="1").status == 200


def test_a_laptop_moves_to_a_server_and_back(laptop: LedgerServer, server: LedgerServer, tmp_path: Path) -> None:
    client = WebClient(laptop.url)
    client.sign_in(laptop.sign_in_link)
    asked = client.post("/prints/new/", sheet="1", paper="a4")
    pdf = client.get(links(finished_print(client, asked.url).text, r"/file/?$|\.pdf")[0]).content
    print("\n", shell(laptop, f"backup_data.fill({ENTRIES})"))

    there = backed_up(laptop, tmp_path / "laptop.zip", tmp_path / "playing-1")
    copy = LedgerServer(tmp_path / "copy")
    on_server = restored(server, there)
    assert on_server == restored(copy, there)
    assert on_server["records.SheetEntry"][0] >= ENTRIES
    assert_it_is_playable(server, pdf)

    back = backed_up(server, tmp_path / "server.zip", tmp_path / "playing-2")
    server.stop()
    laptop.stop()
    on_laptop = restored(laptop, back)
    assert on_laptop == restored(server, back)
    assert on_laptop["records.SheetEntry"][0] > on_server["records.SheetEntry"][0]
    assert_it_is_playable(laptop, pdf)


def test_a_text_that_postgresql_does_not_hold_is_told_and_nothing_is_changed(
    laptop: LedgerServer, server: LedgerServer, tmp_path: Path
) -> None:
    path = tmp_path / "laptop.zip"
    shell(laptop, "from records.models import Roster; Roster.objects.update(ruleset={'a': 'a\\0b'})")
    assert run(laptop.environment, "backup", str(path)).code == 0
    assert run(server.environment, "quickstart", "--prepare-only").code == 0
    before = digests(server)
    ran = run(server.environment, "restore", str(path), "--replace")
    assert ran.code == 1 and "does not take what is in the backup" in ran.err and "Traceback" not in ran.err
    assert digests(server) == before


def test_a_postgresql_that_is_away_is_told(tmp_path: Path) -> None:
    nowhere = LedgerServer(tmp_path / "data", DATABASE_URL="postgres://ledger@127.0.0.1:1/ledger")
    ran = run(nowhere.environment, "backup", str(tmp_path / "ledger.zip"))
    assert ran.code == 1 and "database cannot be read" in ran.err and "Traceback" not in ran.err

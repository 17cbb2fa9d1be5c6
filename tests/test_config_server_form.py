"""The server form: the same code on PostgreSQL, with Redis as broker and cache and a worker of its own."""

import io
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.server import ROOT, LedgerServer
from tests.web_client import Answer, WebClient, links

pytestmark = pytest.mark.services


@pytest.fixture
def server_form(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[LedgerServer]:
    server = LedgerServer(tmp_path / "data", DATABASE_URL=postgres_url, REDIS_URL=redis_url).start()
    yield server
    server.stop()


@pytest.fixture
def worker(server_form: LedgerServer) -> Iterator[subprocess.Popen[bytes]]:
    """`celery -A config worker`, as the README says."""
    log = (server_form.data / "worker.log").open("wb")
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency", "1", "--loglevel", "WARNING"],
        cwd=ROOT,
        env=server_form.environment,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    yield process
    process.terminate()
    process.wait(30)
    log.close()


def finished_print(client: WebClient, url: str, seconds: float = 60) -> Answer:
    """The print's page once it links to a file."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        page = client.get(url)
        assert page.status == 200, page.text
        if links(page.text, r"/file/?$|\.pdf"):
            return page
        time.sleep(0.2)
    raise AssertionError(f"the print was not finished within {seconds} s:\n{page.text}")


def test_the_main_job_on_postgresql_and_redis(server_form: LedgerServer, worker: subprocess.Popen[bytes]) -> None:
    client = WebClient(server_form.url)
    assert client.sign_in(server_form.sign_in_link).status == 200

    opened = client.post("/sheets/open/", unit=first_unit(client, "Wolverine"))
    assert opened.status == 200
    sheet = opened.url
    marked = client.post(sheet + "enter/", type="Hit", location="CT", points="7")
    assert (marked.status, marked.url) == (200, sheet)
    before = server_form.manage("shell", "--no-imports", "-c", COUNT_ENTRIES).stdout.strip()
    assert before.startswith("postgresql")

    asked = client.post("/prints/new/", sheet=sheet.rstrip("/").rpartition("/")[2], paper="a4")
    page = finished_print(client, asked.url)
    pdf = client.get(links(page.text, r"/file/?$|\.pdf")[0])
    assert "Wolverine" in PdfReader(io.BytesIO(pdf.content)).pages[0].extract_text()

    server_form.restart()
    assert client.get(sheet).status == 200
    assert server_form.manage("shell", "--no-imports", "-c", COUNT_ENTRIES).stdout.strip() == before
    assert worker.poll() is None


def test_sessions_and_data_are_not_in_the_data_folder(server_form: LedgerServer) -> None:
    assert not (server_form.data / "ledger.sqlite3").exists()
    code = "from config import embedded; print(embedded.start_if_wanted())"
    assert server_form.manage("shell", "--no-imports", "-c", code).stdout.strip() == "False"


COUNT_ENTRIES = """
from django.db import connection
from records.models import RecordSheet, SheetEntry
print(connection.vendor, RecordSheet.objects.count(), SheetEntry.objects.count())
"""


def first_unit(client: WebClient, name: str) -> str:
    """The slug of the first unit that the catalogue finds by this name."""
    found = links(client.get(f"/catalogue/?q={name}").text, rf"/catalogue/[^/?]*{name.lower()}[^/?]*/$")
    assert found, f"the catalogue knows no {name}"
    return found[0].strip("/").rpartition("/")[2]

"""The server form: the same code on PostgreSQL, with Redis as broker and cache and a worker of its own."""

import io
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pypdf import PdfReader

from config.environment import POOL
from tests.server import ROOT, LedgerServer, free_port
from tests.web_client import Answer, WebClient, links

pytestmark = pytest.mark.services


@pytest.fixture
def server_form(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[LedgerServer]:
    server = LedgerServer(tmp_path / "data", DATABASE_URL=postgres_url, REDIS_URL=redis_url).start()
    yield server
    server.stop()


def start_worker(server_form: LedgerServer) -> subprocess.Popen[bytes]:
    """`celery -A config worker`, as the README says, in a process group of its own."""
    log = (server_form.data / "worker.log").open("ab")
    return subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency", "1", "--loglevel", "WARNING"],
        cwd=ROOT,
        env=server_form.environment,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


@pytest.fixture
def worker(server_form: LedgerServer) -> Iterator[subprocess.Popen[bytes]]:
    """A worker beside the server."""
    process = start_worker(server_form)
    yield process
    process.terminate()
    process.wait(30)


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


def test_a_print_whose_worker_was_killed_says_so_and_comes_out_when_one_is_back(
    server_form: LedgerServer, worker: subprocess.Popen[bytes]
) -> None:
    client = WebClient(server_form.url)
    client.sign_in(server_form.sign_in_link)
    slug = first_unit(client, "Wolverine")
    finished_print(client, client.post("/prints/new/", unit=slug, paper="a4").url)
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait(10)
    waiting = client.post("/prints/new/", unit=slug, paper="letter").url
    assert "Waiting for the printer" in client.get(waiting).text
    until = time.monotonic() + 40
    while "No print worker answers at the moment" not in client.get(waiting).text:
        assert time.monotonic() < until, client.get(waiting).text
        time.sleep(0.5)
    assert "no worker answers" in client.get("/prints/").text
    back = start_worker(server_form)
    try:
        assert "worker" not in finished_print(client, waiting).text
    finally:
        back.terminate()
        back.wait(30)


def test_many_at_once_leave_few_postgresql_connections(server_form: LedgerServer, postgres_url: str) -> None:
    import psycopg

    client = WebClient(server_form.url)
    client.sign_in(server_form.sign_in_link)
    cookie = "; ".join(f"{each.name}={each.value}" for each in client.cookies)

    def read(_number: int) -> int:
        request = urllib.request.Request(f"{server_form.url}/campaigns/", headers={"Cookie": cookie})
        with urllib.request.urlopen(request, timeout=60) as page:
            return int(page.status)

    with ThreadPoolExecutor(40) as people:
        assert set(people.map(read, range(80))) == {200}
    with psycopg.connect(postgres_url) as own:
        counted = own.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").fetchone()
    assert counted is not None
    assert counted[0] <= POOL["max_size"] + 2, "this one, and one that reads versions for open pages"


def test_with_redis_away_people_read_and_enter_and_the_words_name_it(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    server = LedgerServer(tmp_path / "data", DATABASE_URL=postgres_url, REDIS_URL=redis_url).start()
    server.stop()
    server.environment["REDIS_URL"] = f"redis://127.0.0.1:{free_port()}/0"
    server.start()
    try:
        client = WebClient(server.url)
        assert client.sign_in(server.sign_in_link).status == 200
        health = client.get("/healthz")
        assert (health.status, health.text.splitlines()[0]) == (200, "ok")
        assert "redis unreachable" in health.text
        for path in ("/", "/sheets/2/", "/campaigns/", "/catalogue/"):
            assert client.get(path).status == 200, path
        assert client.post("/sheets/2/enter/", type="HeatAdded", points="1").status == 200
        wrong = WebClient(server.url)
        wrong.get("/sign-in/")
        assert wrong.post("/sign-in/", username="owner", password="wrong").status == 422
        refused = client.post("/sheets/open/", unit=first_unit(client, "Wolverine"))
        assert refused.status == 503
        assert "cannot reach Redis" in refused.text
        assert "database" not in refused.text
    finally:
        server.stop()


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

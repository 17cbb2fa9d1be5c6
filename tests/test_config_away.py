"""A database, a broker or a disk that is away: 503 in words, nothing half done, and the same form works afterwards."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import caches
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import ConnectionError as RedisAway

from config import away, error_views, sign_in, write_ahead_log
from config.body_limit import FORM_BYTES, UPLOAD_BYTES, BodyLimit
from config.passwords import PasswordsBusy
from config.urls import handler400, handler403, handler404, handler500, urlpatterns
from records.models import PrintJob, RecordSheet, SheetEntry
from records.services import sheets
from tests import factory
from tests.server import free_port

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits_left_over() -> None:
    for each in caches.all():
        each.clear()


BUSY = OperationalError("database is locked")
RAISED: list[Exception] = []


def _raises(request: HttpRequest) -> HttpResponse:
    raise RAISED[-1]


class AwayUrls:
    urlpatterns = [path("away/", _raises), *urlpatterns]
    handler400, handler403, handler404, handler500 = handler400, handler403, handler404, handler500


def quiet() -> Client:
    return Client(raise_request_exception=False)


def sqlite(name: str) -> OperationalError:
    """What Django raises for SQLite's error of this name."""
    cause = sqlite3.OperationalError(name)
    cause.sqlite_errorname = name
    return _caused(cause)


def _caused(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


class PoolTimeout(psycopg.OperationalError):
    """As psycopg_pool raises it."""


DISK, REDIS, DATABASE, BUSY_WORDS = "disk is full", "cannot reach Redis", "cannot reach its database", "Others keep"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OperationalError("server closed the connection"), DATABASE),
        (InterfaceError("closed"), DATABASE),
        (_caused(psycopg.errors.AdminShutdown("stopping")), DATABASE),
        (sqlite("SQLITE_BUSY"), BUSY_WORDS),
        (_caused(psycopg.errors.TooManyConnections("sorry")), BUSY_WORDS),
        (sqlite("SQLITE_FULL"), DISK),
        (sqlite("SQLITE_IOERR_WRITE"), DISK),
        (sqlite("SQLITE_READONLY"), DISK),
        (sqlite("SQLITE_CANTOPEN"), DISK),
        (_caused(psycopg.errors.DiskFull("no space")), DISK),
        (OSError(errno.ENOSPC, "full"), DISK),
        (OSError(errno.EROFS, "read-only"), DISK),
        (RedisAway("refused"), REDIS),
        (BrokerError("gone"), REDIS),
        (PasswordsBusy(), "Many people are signing in"),
    ],
)
@override_settings(ROOT_URLCONF=AwayUrls)
def test_what_is_away_is_named_in_words_and_nothing_else_is(
    error: Exception, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    RAISED.append(error)
    page = quiet().post("/away/")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    text = page.content.decode()
    assert "not saved" in text
    assert [other for other in (DISK, REDIS, DATABASE, BUSY_WORDS, "Many people") if other in text] == [
        other for other in (DISK, REDIS, DATABASE, BUSY_WORDS, "Many people") if other in words
    ]
    assert "Traceback" not in caplog.text
    part = quiet().get("/away/", headers={"HX-Request": "true"})
    assert (part.status_code, part["HX-Reswap"]) == (503, "none")
    assert "<" not in part.content.decode()
    assert "What you sent" not in part.content.decode()


@pytest.mark.parametrize("error", [DatabaseError("a fault"), OSError(errno.ENOENT, "no such file"), ValueError("x")])
@override_settings(ROOT_URLCONF=AwayUrls)
def test_a_fault_of_ours_stays_a_fault(error: Exception) -> None:
    RAISED.append(error)
    assert quiet().get("/away/").status_code == 500


def test_a_session_that_cannot_be_read_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    client = quiet()
    client.force_login(factory.make_user())

    def away(*_args: object, **_more: object) -> None:
        raise BUSY

    monkeypatch.setattr(SessionStore, "save", away)
    monkeypatch.setattr(SessionStore, "load", away)
    assert client.get("/campaigns/").status_code == 503


# --- a full disk, and what healthz says ---


def test_with_a_full_disk_a_sheet_is_read_and_an_entry_is_told_why_it_is_not_kept() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has a disk of its own")
    client, person = quiet(), factory.make_user()
    client.force_login(person)
    record = factory.make_sheet(person)
    form = {"type": "HeatAdded", "points": "1", "note": "x" * 1000}
    with full_database():
        assert client.get(f"/sheets/{record.pk}/").status_code == 200
        assert client.get("/healthz").status_code == 200
        refused = fill(client, record.pk, form)
        assert "disk is full" in refused.content.decode()
        assert "not saved" in refused.content.decode()
        kept = SheetEntry.objects.filter(record=record).count()
        assert client.get(f"/sheets/{record.pk}/").status_code == 200
    assert client.post(f"/sheets/{record.pk}/enter/", form | {"key": str(uuid.uuid4())}).status_code == 302
    assert SheetEntry.objects.filter(record=record).count() == kept + 1


@pytest.mark.django_db(transaction=True)
def test_reading_writes_nothing() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("asked of SQLite, which can refuse all writing")
    client, person = quiet(), factory.make_user()
    client.force_login(person)
    campaign = factory.make_campaign(person, "Sarna March")
    sheet = f"/sheets/{factory.make_sheet(person).pk}/"
    entered = {"type": "HeatAdded", "points": "1", "key": str(uuid.uuid4())}
    assert client.post(f"{sheet}enter/", entered).status_code == 302
    jobs = {}
    # The finished one first: each turn of the queue takes what is next, and the others are to stay as they are.
    for state in sorted(PrintJob.State, key=lambda state: state != PrintJob.State.DONE):
        asked = client.post("/prints/new/", {"sheet": sheet.split("/")[2], "key": str(uuid.uuid4())})["Location"]
        PrintJob.objects.filter(pk=asked.split("/")[2]).update(state=state)
        jobs[state] = asked
    pages = ["/", "/account/", "/campaigns/", "/campaigns/new/", "/sheets/", sheet, f"{sheet}log/", "/join/"]
    pages += ["/catalogue/", "/catalogue/?q=atlas", "/prints/", f"{jobs[PrintJob.State.DONE]}file/", *jobs.values()]
    parts = ("", "members/", "settings/", "rules/", "pilots/", "pilots/new/", "machines/add/", "battles/")
    pages += ["/healthz", *(campaign.get_absolute_url() + part for part in parts)]
    connection.ensure_connection()
    connection.connection.execute("PRAGMA query_only=ON")
    try:
        assert {page: client.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)
        assert Client().get("/sign-in/").status_code == 200
        assert Client().get(sign_in.make_path(person)).status_code == 200
    finally:
        connection.connection.execute("PRAGMA query_only=OFF")


@contextmanager
def full_database() -> Iterator[None]:
    """The database grows by no page more: SQLite answers as it does when the disk is full."""
    connection.ensure_connection()
    pages = connection.connection.execute("PRAGMA page_count").fetchone()[0]
    connection.connection.execute(f"PRAGMA max_page_count={pages}")
    try:
        yield
    finally:
        connection.connection.execute("PRAGMA max_page_count=1073741823")


def fill(client: Client, sheet: int, form: dict[str, str]) -> Any:
    """Enter until the pages that the database has are full; the first answer that is no redirect."""
    for _entry in range(200):
        answer = client.post(f"/sheets/{sheet}/enter/", form | {"key": str(uuid.uuid4())})
        if answer.status_code != 302:
            return answer
    raise AssertionError("the database did not fill")


def test_healthz_names_what_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(error: Exception) -> Callable[..., Any]:
        def away(*_args: object, **_more: object) -> Any:
            raise error

        return away

    with monkeypatch.context() as gone:
        gone.setattr(error_views, "connection", SimpleNamespace(cursor=raising(OperationalError("refused"))))
        answer = quiet().get("/healthz")
        assert (answer.status_code, answer.content) == (503, b"database unreachable\n")
    with monkeypatch.context() as gone:
        gone.setattr(error_views, "connection", SimpleNamespace(cursor=raising(sqlite("SQLITE_CANTOPEN"))))
        answer = quiet().get("/healthz")
        assert (answer.status_code, answer.content) == (503, b"disk full or not writable\n")
    with monkeypatch.context() as gone, override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        gone.setattr(error_views, "cache", SimpleNamespace(get=raising(RedisAway("refused"))))
        answer = quiet().get("/healthz")
        assert (answer.status_code, answer.content.splitlines()[0]) == (200, b"ok")
        assert b"redis unreachable" in answer.content
        assert b"database" not in answer.content
    with monkeypatch.context() as gone:
        gone.setattr(error_views.shutil, "disk_usage", lambda _folder: SimpleNamespace(free=3 * MEGABYTE))
        answer = quiet().get("/healthz")
        assert (answer.status_code, answer.content) == (200, b"ok\ndisk full: 3 MB left for LEDGER_DATA\n")


def test_tries_are_counted_here_while_redis_is_away() -> None:
    away = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}
    with override_settings(CACHES=settings.CACHES | away):
        answers = [quiet().post("/join/", {"code": f"AAAAAA{number}"}).status_code for number in range(31)]
    assert answers == [422] * 30 + [429]


def test_the_write_ahead_log_stays_while_the_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = tmp_path / "ledger.sqlite3"
    log = tmp_path / "ledger.sqlite3-wal"

    def write() -> None:
        with closing(sqlite3.connect(name)) as other:
            other.execute("PRAGMA journal_mode=WAL")
            other.execute("CREATE TABLE IF NOT EXISTS written (x)")
            other.execute("INSERT INTO written VALUES (1)")
            other.commit()

    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": name}
    monkeypatch.setattr(write_ahead_log, "settings", SimpleNamespace(DATABASES={"default": database}))
    assert not write_ahead_log.keep()
    assert not name.exists()
    write()
    assert not log.exists()
    try:
        assert write_ahead_log.keep()
        write()
        assert log.exists()
    finally:
        write_ahead_log.let_go()
    assert not log.exists()


def test_a_server_started_with_a_full_disk_uses_its_reserve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, reserve = tmp_path / "ledger.sqlite3", tmp_path / write_ahead_log.RESERVE
    sqlite3.connect(name).close()
    name.touch()
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(name)}
    monkeypatch.setattr(write_ahead_log, "settings", SimpleNamespace(DATABASES={"default": database}))
    opened = write_ahead_log._opened
    try:
        assert write_ahead_log.keep()
        assert reserve.stat().st_size == write_ahead_log.RESERVE_BYTES
        write_ahead_log.let_go()
        monkeypatch.setattr(write_ahead_log, "_opened", lambda path: None if reserve.exists() else opened(path))
        assert write_ahead_log.keep()
        assert not reserve.exists()
    finally:
        write_ahead_log.let_go()


def test_a_sheet_that_could_not_be_opened_is_opened_by_the_same_form(monkeypatch: pytest.MonkeyPatch) -> None:
    client, person = quiet(), factory.make_user()
    client.force_login(person)
    form = {"unit": factory.make_unit().slug, "key": str(uuid.uuid4())}

    def away(**_what: object) -> None:
        raise BUSY

    with monkeypatch.context() as locked:
        locked.setattr(sheets, "open_sheet", away)
        assert client.post("/sheets/open/", form).status_code == 503
    first, again = client.post("/sheets/open/", form), client.post("/sheets/open/", form)
    record = RecordSheet.objects.get(roster__owner=person)
    assert first["Location"] == again["Location"] == f"/sheets/{record.pk}/"


def test_a_print_that_cannot_be_enqueued_fails_in_words_and_can_be_begun_again(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    from records.tasks import render_print

    client, person = quiet(), factory.make_user()
    client.force_login(person)
    record = factory.make_sheet(person)

    def away(*_args: object, **_more: object) -> None:
        raise BrokerError("connection refused")

    with monkeypatch.context() as gone, django_capture_on_commit_callbacks(execute=True):
        gone.setattr(render_print, "apply_async", away)
        asked = client.post("/prints/new/", {"sheet": record.pk, "key": str(uuid.uuid4())})
    assert asked.status_code == 302
    job = PrintJob.objects.get(owner=person)
    assert job.state == PrintJob.State.FAILED
    assert "Try again" in client.get(asked["Location"]).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"{asked['Location']}retry/", {"key": str(uuid.uuid4())})
    job.refresh_from_db()
    assert job.state == PrintJob.State.DONE


def test_nul_in_cookies_and_forms_breaks_nothing() -> None:
    # As a browser sends it: Python's own cookie classes refuse to write one since 3.11.2 in Debian.
    cookie = quiet().get("/sign-in/", headers={"cookie": r'sessionid="\000abcdefghijklmnop"'})
    assert cookie.status_code == 200
    assert cookie.wsgi_request.COOKIES == {}
    client = quiet()
    client.force_login(factory.make_user())
    for address in ("/sheets/open/", "/prints/new/"):
        answer = client.post(address, {"unit": "\0x", "key": str(uuid.uuid4())})
        assert answer.status_code == 422
        assert "does not make sense" in answer.content.decode()
    for address in ("/prints/choose/", "/prints/preview/", "/catalogue/", "/join/"):
        assert client.get(address, {"unit": "a\0b"}).status_code == 422
        assert client.get(address, {"\0": ""}).status_code == 422


@pytest.mark.parametrize(("answers", "words"), [(True, BUSY_WORDS), (False, DATABASE)])
def test_a_pool_without_a_connection_in_time_is_busy_or_has_no_database(
    monkeypatch: pytest.MonkeyPatch, answers: bool, words: str
) -> None:
    monkeypatch.setattr(away, "_postgresql_answers", lambda: answers)
    assert words in away.words_of(_caused(PoolTimeout("couldn't get a connection after 5.00 sec")))


def test_postgresql_that_nobody_can_reach_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = {"HOST": "127.0.0.1", "PORT": str(free_port()), "USER": "x", "PASSWORD": "", "NAME": "x"}
    monkeypatch.setattr(away, "connection", SimpleNamespace(settings_dict=nowhere))
    assert not away._postgresql_answers()


# --- how much one request may send ---


def sent(address: str, chunks: list[int], *, declared: int | None = None) -> tuple[int, int]:
    """The status for a body of these pieces, and how many bytes of it reached the app."""
    reached, answers, left = 0, [], list(chunks)

    async def app(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        nonlocal reached
        more = True
        while more:
            message = await receive()
            reached += len(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> dict[str, Any]:
        assert left, "waits for more although nothing more comes"
        return {"type": "http.request", "body": bytes(left.pop(0)), "more_body": bool(left)}

    async def send(message: Any) -> None:
        answers.append(message)

    headers = [] if declared is None else [(b"content-length", str(declared).encode())]
    scope = {"type": "http", "path": address, "headers": headers}
    asyncio.run(BodyLimit(app)(scope, receive, send))
    return answers[0]["status"], reached


MEGABYTE = 1024 * 1024


def test_a_form_may_be_as_long_as_django_takes_it_and_no_longer() -> None:
    assert sent("/sheets/1/enter/", [MEGABYTE] * 3) == (200, FORM_BYTES)
    assert sent("/sheets/1/enter/", [MEGABYTE] * 3 + [1]) == (413, FORM_BYTES)
    assert sent("/sign-in/", [MEGABYTE] * 9, declared=9 * MEGABYTE) == (413, 0)


def test_unit_files_may_be_longer() -> None:
    assert sent("/catalogue/upload/", [16 * MEGABYTE] * 8, declared=UPLOAD_BYTES) == (200, UPLOAD_BYTES)
    assert sent("/catalogue/upload/", [16 * MEGABYTE] * 12) == (413, UPLOAD_BYTES)


def test_a_length_that_is_no_number_is_counted_as_it_comes() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    answers: list[Any] = []

    async def send(message: Any) -> None:
        answers.append(message)

    scope = {"type": "http", "path": "/", "headers": [(b"content-length", b"-1")]}
    asyncio.run(BodyLimit(app)(scope, None, send))  # type: ignore[arg-type]
    assert answers[0]["status"] == 200


def test_more_files_than_a_folder_holds_are_refused_in_words() -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    client = quiet()
    client.force_login(factory.make_user())
    files = [SimpleUploadedFile(f"{number}.mtf", b"x") for number in range(21)]
    with override_settings(DATA_UPLOAD_MAX_NUMBER_FILES=20):
        answer = client.post("/catalogue/upload/", {"unit_files": files, "key": str(uuid.uuid4())})
    assert answer.status_code == 400
    assert "More than 20 files" in answer.content.decode()
    assert settings.DATA_UPLOAD_MAX_NUMBER_FILES >= 10_000

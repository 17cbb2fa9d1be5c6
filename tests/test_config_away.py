"""A database, a broker or a disk that is away: 503 in words, nothing half done, and the same form works afterwards."""

from __future__ import annotations

import asyncio
import errno
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import ConnectionError as RedisAway

from config.body_limit import FORM_BYTES, UPLOAD_BYTES, BodyLimit
from config.urls import handler400, handler403, handler404, handler500, urlpatterns
from records.models import PrintJob, RecordSheet
from records.services import sheets
from tests import factory

pytestmark = pytest.mark.django_db
BUSY = OperationalError("database is locked")
RAISED: list[Exception] = []


def _raises(request: HttpRequest) -> HttpResponse:
    raise RAISED[-1]


class AwayUrls:
    urlpatterns = [path("away/", _raises), *urlpatterns]
    handler400, handler403, handler404, handler500 = handler400, handler403, handler404, handler500


def quiet() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    "error", [BUSY, InterfaceError("closed"), RedisAway("refused"), BrokerError("gone"), OSError(errno.ENOSPC, "full")]
)
@override_settings(ROOT_URLCONF=AwayUrls)
def test_what_is_away_is_told_in_words(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    RAISED.append(error)
    page = quiet().get("/away/")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "not saved" in page.content.decode()
    assert "Traceback" not in caplog.text
    part = quiet().get("/away/", headers={"HX-Request": "true"})
    assert (part.status_code, part["HX-Reswap"]) == (503, "none")
    assert "<" not in part.content.decode()


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


def test_a_sheet_that_could_not_be_opened_is_opened_by_the_same_form(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
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

"""A print while the database goes away or the disk is full: it comes out later, or fails in words; never for ever."""

from __future__ import annotations

import errno
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from records.models import PrintJob
from records.services import printing
from records.tasks import render_print
from tests.factory import key, make_sheet, make_user

pytestmark = pytest.mark.django_db
State = PrintJob.State


@pytest.mark.parametrize("step", ["_take", "_alive", "_render_pages", "_keep"])
def test_a_print_whose_database_went_away_comes_out_when_it_is_back(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    user, calls = make_user(), []
    client = Client()
    client.force_login(user)
    client.post("/prints/new/", {"sheet": make_sheet(user).pk, "key": str(key())})
    real = getattr(printing, step)

    def once_away(*args: Any, **more: Any) -> Any:
        calls.append(args)
        if len(calls) == 1:
            raise OperationalError("server closed the connection unexpectedly")
        return real(*args, **more)

    monkeypatch.setattr(printing, step, once_away)
    job = PrintJob.objects.get(owner=user)
    render_print.apply((str(job.pk),), throw=False)
    job.refresh_from_db()
    assert len(calls) > 1
    assert job.state == State.DONE


def test_a_full_disk_fails_the_print_in_words_and_leaves_no_piece_behind(
    monkeypatch: pytest.MonkeyPatch, client: Any, django_capture_on_commit_callbacks: Any
) -> None:
    user = make_user()
    client.force_login(user)

    def full(_self: Path, _target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    folder = Path(default_storage.path("prints"))
    before = set(folder.glob("*")) if folder.exists() else set()
    with monkeypatch.context() as disk, django_capture_on_commit_callbacks(execute=True):
        disk.setattr(Path, "replace", full)
        client.post("/prints/new/", {"sheet": make_sheet(user).pk, "key": str(key())})
    job = PrintJob.objects.get(owner=user)
    assert job.state == State.FAILED
    assert "disk" in job.error
    assert set(folder.glob("*")) == before
    with django_capture_on_commit_callbacks(execute=True):
        printing.retry(job=job)
    job.refresh_from_db()
    assert job.state == State.DONE


def test_a_print_that_the_broker_forgot_is_enqueued_again_by_whoever_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    client, user = Client(), make_user()
    client.force_login(user)
    client.post("/prints/new/", {"sheet": make_sheet(user).pk, "key": str(key())})
    job = PrintJob.objects.get(owner=user)
    sent: list[PrintJob] = []
    monkeypatch.setattr(printing, "_enqueue", sent.append)
    client.get(job.get_absolute_url())
    assert sent == []
    PrintJob.objects.update(queued_at=timezone.now() - timedelta(minutes=1))
    for _look in range(3):
        client.get(job.get_absolute_url())
    assert sent == [job]
    monkeypatch.undo()
    render_print.apply((str(job.pk),))
    job.refresh_from_db()
    assert job.state == State.DONE

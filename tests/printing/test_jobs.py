"""Print jobs: asked for once, rendered, cancelled, retried, taken up again, cleared away."""

from __future__ import annotations

import os
import signal
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.http import Http404
from django.utils import timezone
from pypdf import PdfReader

from records.errors import Refused
from records.models import PrintJob
from records.printing import pool
from records.printing.order import Order
from records.printing.printable import Choices, Printable
from records.rules import fresh_sheet
from records.services import print_queue, printing
from tests.factory import key, make_design, make_sheet, make_unit, make_user

pytestmark = pytest.mark.django_db
State = PrintJob.State


def ordered(user: Any, *things: Any) -> PrintJob:
    """A job for these sheets; a key among them is the form's own."""
    keys = [thing for thing in things if isinstance(thing, uuid.UUID)]
    order = Order(tuple(thing.pk for thing in things if not isinstance(thing, uuid.UUID)))
    return printing.request_print(user=user, order=order, key=keys[0] if keys else key())


def waiting(user: Any, **changes: Any) -> PrintJob:
    """A job that nobody has rendered yet: outside of a commit nothing is enqueued."""
    record = make_sheet(user)
    job = ordered(user, record)
    PrintJob.objects.filter(pk=job.pk).update(**changes)
    job.refresh_from_db()
    return job


def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The jobs for which turns go to the broker from now on."""
    sent: list[str] = []
    for module, name in ((printing, "_enqueue"), (print_queue, "send")):
        monkeypatch.setattr(module, name, lambda job: sent.append(str(job.pk)))
    return sent


def test_a_job_comes_out_as_a_pdf_of_its_sheets(django_capture_on_commit_callbacks: Any) -> None:
    user = make_user()
    records = [make_sheet(user), make_sheet(user)]
    with django_capture_on_commit_callbacks(execute=True):
        order = Order(tuple(record.pk for record in records), choices=Choices("letter"))
        job = printing.request_print(user=user, order=order, key=key())
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.error) == (State.DONE, 2, 2, "")
    assert job.finished_at is not None
    reader = PdfReader(default_storage.path(job.result.name))
    assert [record.unit.name in page.extract_text() for record, page in zip(records, reader.pages, strict=True)] == [
        True,
        True,
    ]
    assert not list(Path(default_storage.path("prints")).glob("*.part"))


def test_designs_are_printed_fresh() -> None:
    user, unit = make_user(), make_unit()
    job = printing.request_print(user=user, order=Order(units=(unit.slug,)), key=key())
    printing.render(job.pk)
    job.refresh_from_db()
    assert job.state == State.DONE
    assert "fresh sheet" in PdfReader(default_storage.path(job.result.name)).pages[0].extract_text()


def test_the_same_key_asks_once() -> None:
    user = make_user()
    record, same = make_sheet(user), key()
    first = ordered(user, record, same)
    second = ordered(user, record, same)
    assert first.pk == second.pk
    assert PrintJob.objects.count() == 1


def test_somebody_elses_key_gives_nothing_away() -> None:
    taken = waiting(make_user())
    other = make_user()
    with pytest.raises(Refused) as refused:
        ordered(other, make_sheet(other), taken.key)
    assert refused.value.code == "no-key"


def test_a_sheet_one_may_not_see_is_not_there() -> None:
    theirs = make_sheet(make_user())
    with pytest.raises(Http404):
        ordered(make_user(), theirs)
    with pytest.raises(Http404):
        printing.request_print(user=make_user(), order=Order(units=("no-such-design",)), key=key())
    with pytest.raises(Http404):
        printing.request_print(user=make_user(), order=Order(papers=("pilot:99",)), key=key())


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"sheets": []}, "nothing-to-print"),
        ({"sheets": [1], "paper": "papyrus"}, "no-such-paper"),
        ({"sheets": [1], "state": "as it was in 3025"}, "no-such-choice"),
        ({"sheets": [1], "bundle": "tar"}, "no-such-choice"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_words(asked: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        printing.request_print(user=make_user(), key=key(), order=Order.of(asked))
    assert refused.value.code == code
    assert PrintJob.objects.count() == 0


def test_a_cancelled_job_is_not_rendered() -> None:
    job = waiting(make_user())
    printing.cancel(job=job)
    printing.render(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result.name) == (State.CANCELLED, "")
    with pytest.raises(Refused):
        printing.cancel(job=job)


def test_a_job_cancelled_between_two_pages_stops_there(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user()
    job = ordered(user, make_sheet(user), make_sheet(user))
    alive = printing._alive

    def cancelling(job: PrintJob, done: int) -> bool:
        if done == 1:
            printing.cancel(job=job)
        return alive(job, done)

    monkeypatch.setattr(printing, "_alive", cancelling)
    printing.render(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.result.name) == (State.CANCELLED, 0, "")


def test_a_job_deleted_while_it_is_rendered_leaves_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    job = waiting(make_user())
    pk = job.pk
    keep = printing._keep

    def deleting(job: PrintJob, data: bytes) -> None:
        printing.delete(job=PrintJob.objects.get(pk=pk))
        keep(job, data)

    monkeypatch.setattr(printing, "_keep", deleting)
    printing.render(pk)
    assert not PrintJob.objects.filter(pk=pk).exists()
    assert not default_storage.exists(f"prints/{pk}.pdf")


def test_a_job_begun_again_while_a_page_is_set_is_left_to_the_worker_that_has_it_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = make_user()
    job = ordered(user, make_sheet(user), make_sheet(user))
    told: list[bool] = []
    alive = printing._alive

    def begun_again(mine: PrintJob, done: int) -> bool:
        if done == 1:
            printing.cancel(job=mine)
            printing.retry(job=mine)
            assert print_queue.take(mine.pk, key()) is not None
        told.append(alive(mine, done))
        return told[-1]

    monkeypatch.setattr(printing, "_alive", begun_again)
    printing.render(job.pk)
    job.refresh_from_db()
    assert (told, job.state, job.done) == ([True, False], State.RUNNING, 0)


def test_a_job_that_two_workers_rendered_keeps_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    job = waiting(make_user())
    keep = printing._keep

    def late(mine: PrintJob, data: bytes) -> None:
        monkeypatch.setattr(printing, "_keep", keep)
        printing.render(mine.pk, again=True)
        keep(mine, data)

    monkeypatch.setattr(printing, "_keep", late)
    printing.render(job.pk)
    job.refresh_from_db()
    assert job.state == State.DONE
    assert default_storage.exists(job.result.name)


def test_a_sheet_that_was_deleted_meanwhile_fails_in_words_and_may_be_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = make_user()
    record = make_sheet(user)
    job = ordered(user, record)
    record.delete()
    printing.render(job.pk)
    job.refresh_from_db()
    assert job.state == State.FAILED
    assert job.error == "This record sheet is not there any more."
    sent = enqueued(monkeypatch)
    printing.retry(job=job)
    job.refresh_from_db()
    assert (job.state, job.error, sent) == (State.QUEUED, "", [str(job.pk)])
    with pytest.raises(Refused):
        printing.retry(job=job)


def test_rights_lost_meanwhile_fail_in_words() -> None:
    job = waiting(make_user())
    PrintJob.objects.filter(pk=job.pk).update(owner=make_user())
    printing.render(job.pk)
    job.refresh_from_db()
    assert job.state == State.FAILED


def test_a_fault_of_ours_fails_in_words_too(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    job = waiting(make_user())
    monkeypatch.setattr("records.printing.sheet_page.compose", lambda *args: 1 / 0)
    printing.render(job.pk)
    job.refresh_from_db()
    assert job.state == State.FAILED
    assert "fault in the app" in job.error
    assert "ZeroDivisionError" in caplog.text


def test_a_job_in_another_workers_hands_is_left_alone_until_that_worker_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = waiting(make_user(), state=State.RUNNING, worked_at=timezone.now())
    sent = enqueued(monkeypatch)
    printing.render(job.pk)
    print_queue.look_round()
    job.refresh_from_db()
    assert (job.state, sent) == (State.RUNNING, [])
    silent = timezone.now() - print_queue.SILENCE - timedelta(seconds=1)
    PrintJob.objects.filter(pk=job.pk).update(worked_at=silent)
    print_queue.look_round()
    assert sent == [str(job.pk)]


def test_a_job_that_the_broker_delivers_again_is_rendered_at_once() -> None:
    job = waiting(make_user(), state=State.RUNNING, worked_at=timezone.now())
    printing.render(job.pk, again=True)
    job.refresh_from_db()
    assert job.state == State.DONE


def test_a_job_whose_worker_has_been_silent_is_rendered_again() -> None:
    silent = timezone.now() - print_queue.SILENCE - timedelta(seconds=1)
    job = waiting(make_user(), state=State.RUNNING, worked_at=silent)
    printing.render(job.pk)
    job.refresh_from_db()
    assert job.state == State.DONE


def test_at_the_embedded_workers_start_all_unfinished_jobs_are_taken_up(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.EMBEDDED_WORKER = True
    monkeypatch.setattr(pool, "warm", lambda: None)
    monkeypatch.setattr(print_queue, "start_rounds", lambda: None)
    user = make_user()
    jobs = [waiting(user), waiting(user, state=State.RUNNING, worked_at=timezone.now())]
    waiting(user, state=State.DONE)
    sent = enqueued(monkeypatch)
    assert printing.requeue_unfinished() == 2
    assert set(sent) == {str(job.pk) for job in jobs}
    settings.EMBEDDED_WORKER = False
    for job in jobs:
        printing.render(job.pk)
        job.refresh_from_db()
        assert job.state == State.DONE


def test_results_are_cleared_away_after_a_week() -> None:
    user = make_user()
    old = waiting(user)
    printing.render(old.pk)
    old.refresh_from_db()
    path = Path(default_storage.path(old.result.name))
    assert path.exists()
    PrintJob.objects.filter(pk=old.pk).update(finished_at=timezone.now() - timedelta(days=8))
    recent = waiting(user, state=State.DONE, finished_at=timezone.now() - timedelta(days=6))
    waiting(user)
    assert not path.exists()
    assert not PrintJob.objects.filter(pk=old.pk).exists()
    assert PrintJob.objects.filter(pk=recent.pk).exists()


def test_pages_are_rendered_in_a_process_of_their_own_and_again_when_it_dies(settings: Any) -> None:
    settings.EMBEDDED_WORKER = True
    page = Printable(make_design(), fresh_sheet(make_design()))
    try:
        with pool.pack(Choices(), "Testbed") as pack:
            pack.add(page)
            process = pool._running().submit(os.getpid).result()
            assert process != os.getpid()
            assert pack.pdf().startswith(b"%PDF")
        with pool.pack(Choices(), "Testbed") as pack:
            pack.add(page)
            os.kill(process, signal.SIGKILL)
            with pytest.raises(pool.RendererLost):
                pack.pdf()
        with pool.pack(Choices(), "Testbed") as pack:
            pack.add(page)
            assert pack.pdf().startswith(b"%PDF")
    finally:
        pool.stop()


def test_a_renderer_lost_once_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    job = waiting(make_user())
    once, real = [True], printing._render_once

    def losing(job: PrintJob) -> bytes | None:
        if once:
            once.clear()
            raise pool.RendererLost("killed")
        return real(job)

    monkeypatch.setattr(printing, "_render_once", losing)
    printing.render(job.pk)
    job.refresh_from_db()
    assert job.state == State.DONE


def test_a_job_that_is_gone_is_nobodys_business() -> None:
    printing.render(uuid.uuid4())
    assert PrintJob.objects.count() == 0

"""Prints: asking for one, rendering it, cancelling, retrying, clearing away.

A job is a row of ours; Celery only carries turns (see :mod:`.print_queue`). Whoever renders it leaves signs of life on
the row, so that a job whose worker died is taken up again and one that is being rendered is not rendered twice.
"""

from __future__ import annotations

import io
import logging
import os
import tempfile
import uuid
import zipfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import default_storage
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.db.models import Q
from django.http import Http404
from django.utils import timezone, translation
from django.utils.text import get_valid_filename
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from kombu.exceptions import OperationalError as BrokerError

from records import access, rules, words
from records.errors import Refused
from records.models import PrintJob, Unit
from records.printing import pool, sources
from records.printing.order import Order
from records.selectors import prints
from records.services import print_queue
from records.words.stored import unreadable

if TYPE_CHECKING:
    from django.contrib.auth.models import User

logger = logging.getLogger(__name__)

KEPT = timedelta(days=7)
DATABASE_AWAY = (OperationalError, InterfaceError)
State = PrintJob.State


def request_print(*, user: User, key: uuid.UUID, order: Order, group: str = "") -> PrintJob:
    """A job that prints what is ordered. The same key: the same job. ``group`` is what the things belong to, if
    anything: several are called by it.

    Http404 for a sheet or paper that the person may not see or a design that is not there; Refused for nothing, and for
    more than one person may have waiting.
    """
    if (seen := PrintJob.objects.filter(key=key, owner=user).first()) is not None:
        return seen
    if not order.count:
        raise Refused("nothing-to-print")
    clear_expired()
    params = {**order.params(), "language": translation.get_language() or settings.LANGUAGE_CODE}
    title = _title(user, order, group)
    try:
        with transaction.atomic():
            # One form at a time of each person: two at once would both find the last place free.
            get_user_model().objects.select_for_update().get(pk=user.pk)
            print_queue.check_room(user, order.count)
            job = PrintJob.objects.create(owner=user, title=title[:160], params=params, total=order.count, key=key)
    except IntegrityError:
        # The same form arrived twice at once; somebody else's key is nobody's business.
        again = PrintJob.objects.filter(key=key, owner=user).first()
        if again is None:
            raise Refused("no-key") from None
        return again
    _enqueue(job)
    return job


def _title(user: User, order: Order, group: str) -> str:
    """What the job is called; and nothing is printed that the person may not see."""
    names = titles(user, order)
    if len(names) == 1:
        return names[0]
    if group:
        return _("%(group)s: %(count)d sheets and papers") % {"group": group[:120], "count": len(names)}
    more = len(names) - 1
    return ngettext("%(first)s and %(more)d more", "%(first)s and %(more)d more", more) % {
        "first": names[0],
        "more": more,
    }


def titles(user: User, order: Order) -> list[str]:
    """What each thing ordered is called; Http404 where the person may not see one."""
    names = []
    for name in order.papers:
        if (paper := sources.paper(user, name)) is None:
            raise Http404
        names.append(paper.title)
    names += [access.sheet_for(user, pk).name for pk in order.sheets]
    units = {unit.slug: unit.name for unit in Unit.objects.filter(slug__in=order.units)}
    for slug in order.units:
        if slug not in units:
            raise Http404
        names.append(units[slug])
    return names


def _enqueue(job: PrintJob) -> None:
    transaction.on_commit(lambda: _send(job))


def _send(job: PrintJob) -> None:
    """Give a turn to the broker. When that is away the job fails, in words, and can be begun again."""
    from records.tasks import render_print

    try:
        render_print.apply_async((str(job.pk),))
    except BrokerError as error:
        logger.error("Print %s: the broker cannot be reached: %s", job.pk, error)
        text = _("The printing service cannot be reached at the moment. Try again in a few seconds.")
        waiting = PrintJob.objects.filter(pk=job.pk, state=State.QUEUED)
        waiting.update(state=State.FAILED, error=text, finished_at=timezone.now())


def work(turn: uuid.UUID, *, again: bool = False) -> None:
    """What a worker does with a turn: it prints what is next, if anything.

    ``again``: whoever had this turn before is known to be lost, with what they had in hand.
    """
    if again:
        PrintJob.objects.filter(turn=turn, state=State.RUNNING).update(worked_at=None)
    if (job := _take(turn)) is not None:
        _print(job)


def render(job_id: uuid.UUID, *, again: bool = False) -> None:
    """Print this job, out of turn. ``again``: whoever had it before is known to be lost."""
    if again:
        PrintJob.objects.filter(pk=job_id, state=State.RUNNING).update(worked_at=None)
    if (job := print_queue.take(job_id, uuid.uuid4())) is not None:
        _print(job)


def _take(turn: uuid.UUID) -> PrintJob | None:
    return print_queue.take_next(turn)


def _print(job: PrintJob) -> None:
    """Render page by page and keep the file. Fails in words, on the row."""
    with print_queue.signs_of_life(job):
        _try_to_print(job)


def _try_to_print(job: PrintJob) -> None:
    try:
        data = _render_pages(job)
        if data is not None:
            _keep(job, data)
    except DATABASE_AWAY:
        raise  # nothing can be noted on the row now: the task comes again when the database is back
    except Refused as refused:
        _fail(job, words.refusal(refused.code, refused.params))
    except rules.BadData as error:
        logger.error("Print %s: a stored value cannot be read: %s", job.pk, error)
        _fail(job, unreadable(error))
    except pool.RendererLost:
        logger.warning("Print %s: the rendering process was lost", job.pk)
        _fail(job, _("Rendering broke off. Try again; if it happens again, print fewer sheets at once."))
    except OSError as error:
        logger.error("Print %s could not be kept: %s", job.pk, error)
        _fail(job, _("The file could not be written: the server's disk may be full. Make room, then try again."))
    except Exception:
        # Only a fault of ours comes here. The row must not stay "printing" for ever; the log has the traceback.
        logger.exception("Print %s failed", job.pk)
        _fail(job, _("Something in these sheets cannot be printed: a fault in the app. The server's log says what."))


def _render_pages(job: PrintJob) -> bytes | None:
    """The PDF; None when the job was cancelled meanwhile. A lost renderer is tried once more."""
    try:
        return _render_once(job)
    except pool.RendererLost:
        logger.warning("Print %s: the rendering process was lost, beginning again", job.pk)
        return _render_once(job)


def _render_once(job: PrintJob) -> bytes | None:
    order = Order.of(job.params)
    if order.bundle == "zip":
        return _render_zip(job, order)
    with pool.pack(order.choices, job.title) as pack:
        for number, item in enumerate(prints.items(job)):
            if not _alive(job, number):
                return None
            _let_a_short_one_pass(job)
            pack.add(item)
        return pack.pdf() if _alive(job, job.total) else None


def _render_zip(job: PrintJob, order: Order) -> bytes | None:
    """A PDF for each thing ordered, numbered in their order."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_STORED) as archive:
        for number, item in enumerate(prints.items(job)):
            if not _alive(job, number):
                return None
            _let_a_short_one_pass(job)
            with pool.pack(order.choices, item.title) as pack:
                pack.add(item)
                archive.writestr(f"{number + 1:03d}_{file_name(item.title[:80])}.pdf", pack.pdf())
    return result.getvalue() if _alive(job, job.total) else None


def file_name(title: str) -> str:
    """A title as the name of a file, without an ending; "print" where nothing of it can stay, as of faces only."""
    try:
        return get_valid_filename(title.replace("/", "-"))
    except SuspiciousFileOperation:
        return "print"


def _let_a_short_one_pass(job: PrintJob) -> None:
    """Between two pages of a long print a short one that waits is made, so that it need not wait for all of them."""
    if job.total <= print_queue.SHORT or job.turn is None:
        return
    if (short := print_queue.take_next(job.turn, passing=job)) is not None:
        _print(short)


def _alive(job: PrintJob, done: int) -> bool:
    """Leave a sign of life and the progress; False when the job is not in our hands any more."""
    print_queue.progressed()
    return bool(print_queue.mine(job).update(done=done, worked_at=timezone.now()))


def _keep(job: PrintJob, data: bytes) -> None:
    name = f"prints/{job.pk}.{Order.of(job.params).bundle}"
    path = Path(default_storage.path(name))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
    if print_queue.mine(job).update(state=State.DONE, result=name, finished_at=timezone.now()):
        return
    # Cancelled or deleted; or done by another worker, whose file it is too: two had it where one was only slow.
    if not PrintJob.objects.filter(pk=job.pk, state=State.DONE).exists():
        path.unlink(missing_ok=True)


def _fail(job: PrintJob, text: str) -> None:
    print_queue.mine(job).update(state=State.FAILED, error=text[:300], finished_at=timezone.now())


def cancel(*, job: PrintJob) -> None:
    """Stop a job that is waiting or being rendered."""
    mine = PrintJob.objects.filter(pk=job.pk, state__in=print_queue.UNFINISHED)
    if not mine.update(state=State.CANCELLED, finished_at=timezone.now()):
        raise Refused("print-is-finished")


def remind(*, job: PrintJob) -> None:
    """Enqueue a job again that has been waiting for long: a Redis that was restarted knows nothing of it.

    At most once in WAITING, however many look on; where the queue is only long, the second time finds nothing to do.
    """
    now = timezone.now()
    before = now - print_queue.WAITING
    long_ago = Q(worked_at=None, queued_at__lt=before) | Q(worked_at__lt=before)
    if PrintJob.objects.filter(long_ago, pk=job.pk, state=State.QUEUED).update(worked_at=now):
        _enqueue(job)


def retry(*, job: PrintJob) -> None:
    """Begin a failed or cancelled job again, or a finished one whose file is gone. Refused when it is neither, or when
    too much of the owner's waits."""
    again = (State.FAILED, State.CANCELLED, State.DONE) if file_gone(job) else (State.FAILED, State.CANCELLED)
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=job.owner_id)
        stopped = PrintJob.objects.filter(pk=job.pk, state__in=again)
        if not stopped.exists():
            raise Refused("print-needs-no-retry")
        print_queue.check_room(job.owner, job.total)
        stopped.update(
            state=State.QUEUED, error="", done=0, worked_at=None, finished_at=None, turn=None, queued_at=timezone.now()
        )
    _enqueue(job)


def file_gone(job: PrintJob) -> bool:
    """Whether a finished print's file was removed by somebody else than Lance Ledger."""
    return job.state == State.DONE and not (job.result.name and default_storage.exists(job.result.name))


def delete(*, job: PrintJob) -> None:
    """Remove a job and its file; one that is being rendered stops by itself."""
    name = job.result.name
    job.delete()
    if name:
        default_storage.delete(name)


def expires(job: PrintJob) -> datetime | None:
    """When a finished job and its file go away; None while it is not finished."""
    return None if job.finished_at is None else job.finished_at + KEPT


def clear_expired() -> int:
    """Remove what was finished more than KEPT ago; how many jobs that were."""
    old = list(PrintJob.objects.filter(finished_at__lt=timezone.now() - KEPT)[:200])
    for job in old:
        delete(job=job)
    return len(old)


def requeue_unfinished() -> int:
    """At a worker's start: enqueue again what was waiting or being rendered; how many jobs that were.

    With the worker inside the web server there was no other: whatever was being rendered has lost its worker. Beside
    other workers only silence tells, and the worker's rounds find it.
    """
    if settings.EMBEDDED_WORKER:
        PrintJob.objects.filter(state=State.RUNNING).update(worked_at=None)
    jobs = list(PrintJob.objects.filter(state__in=print_queue.UNFINISHED))
    for job in jobs:
        _enqueue(job)
    if settings.EMBEDDED_WORKER:
        pool.warm()
    print_queue.start_rounds()
    return len(jobs)

"""The queue of prints: how much one person may have waiting, whose is next, and whether a worker answers.

The rows are the queue. A message of Celery's is a turn: whoever gets it takes what is next by then, not what the
message was sent for. So short prints come first, a person who asks for much waits for those who asked for little, and
it is the same with the worker inside the web server and with several beside it.
"""

from __future__ import annotations

import logging
import threading
import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from django.db import Error as DatabaseError
from django.db import connections
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from records.errors import Refused
from records.models import PrintJob
from records.printing import pool

if TYPE_CHECKING:
    from django.contrib.auth.models import User

logger = logging.getLogger(__name__)

MOST_JOBS = 10
"""Prints that one person may have unfinished."""
MOST_SHEETS = 600
"""Sheets and papers in them, and in one print: a few minutes' work."""
SHORT = 10
"""Sheets and papers of a print that is made between two of a longer one, so that nobody waits for those to end."""
PASSING = 50
"""The same of a print of somebody who was printed less; at most half as long as what it passes."""
RECENT = timedelta(minutes=10)
"""What was printed for a person in this time counts when it is asked whose turn it is."""
SHEETS_A_SECOND = 1.0
"""A print that waits moves forward by so many sheets, so that a long one gets its turn among many short ones."""

BEAT = timedelta(seconds=5)
"""Between two signs of life: of a worker on what waits, of a renderer on what it prints."""
QUIET = timedelta(seconds=15)
"""Without a sign of life for so long, people are told that no worker answers."""
SILENCE = timedelta(seconds=45)
"""A running print without a sign of life for so long has lost its worker, and is begun again by another."""
WAITING = timedelta(seconds=30)
"""A print that waits for so long is sent for again: a broker that was restarted has forgotten it."""

State = PrintJob.State
UNFINISHED = (State.QUEUED, State.RUNNING)
Silent = Literal["", "worker-lost", "no-worker"]


# --- how much one person may have waiting ---


def check_room(user: User, sheets: int) -> None:
    """Raise Refused when so many more sheets would be more than one person may have unfinished."""
    if sheets > MOST_SHEETS:
        raise Refused("print-is-too-long", count=sheets, most=MOST_SHEETS)
    found = PrintJob.objects.filter(owner=user, state__in=UNFINISHED).aggregate(jobs=Count("pk"), sheets=Sum("total"))
    if found["jobs"] >= MOST_JOBS:
        raise Refused("too-many-prints", count=found["jobs"])
    waiting = found["sheets"] or 0
    if waiting + sheets > MOST_SHEETS:
        raise Refused("too-many-sheets-to-print", waiting=waiting, most=MOST_SHEETS)


# --- whose turn it is ---


def _free(now: datetime) -> Q:
    """Prints that nobody has in hand."""
    return (
        Q(state=State.QUEUED)
        | Q(state=State.RUNNING, worked_at=None)
        | Q(state=State.RUNNING, worked_at__lt=now - SILENCE)
    )


def in_line(passing: PrintJob | None = None) -> list[uuid.UUID]:
    """The prints that nobody has in hand, in the order in which their turns come.

    A print stands where its owner will be with it: behind as many sheets as were printed for them of late, are being
    printed, and are in their own shorter prints, its own included; less what it has waited.

    ``passing``: only those that may be made between two sheets of this one, which is being printed.
    """
    now = timezone.now()
    had = _had(now)
    before = had[passing.owner_id] if passing is not None else 0
    places: list[tuple[float, datetime, uuid.UUID]] = []
    rows = PrintJob.objects.filter(_free(now)).order_by("total", "queued_at", "pk")
    for pk, owner, total, queued_at in rows.values_list("pk", "owner", "total", "queued_at"):
        had[owner] += total
        waited = max(0.0, (now - queued_at).total_seconds())
        place = had[owner] - SHEETS_A_SECOND * waited
        if passing is None or _passes(passing, total, ahead=owner != passing.owner_id and place < before):
            places.append((place, queued_at, pk))
    return [pk for _place, _since, pk in sorted(places)]


def _passes(long: PrintJob, total: int, *, ahead: bool) -> bool:
    """Whether so many sheets may be printed between two sheets of a long print."""
    if long.total <= SHORT:
        return False
    return total <= SHORT or (ahead and total <= min(PASSING, long.total // 2))


def _had(now: datetime) -> dict[int, int]:
    """How many sheets each person was printed of late, or is being printed."""
    had: dict[int, int] = defaultdict(int)
    running = PrintJob.objects.filter(state=State.RUNNING, worked_at__gte=now - SILENCE)
    recent = PrintJob.objects.filter(finished_at__gt=now - RECENT)
    for rows, field in ((running, "total"), (recent, "done")):
        for owner, sheets in rows.order_by().values_list("owner").annotate(Sum(field)):
            had[owner] += sheets or 0
    return had


def take(pk: uuid.UUID, turn: uuid.UUID) -> PrintJob | None:
    """This print, taken for rendering in this turn; None when it is finished, gone, or in another worker's hands."""
    now = timezone.now()
    free = PrintJob.objects.filter(_free(now), pk=pk)
    if not free.update(state=State.RUNNING, worked_at=now, turn=turn, done=0, error=""):
        return None
    return PrintJob.objects.filter(pk=pk).select_related("owner").first()


def take_next(turn: uuid.UUID, *, passing: PrintJob | None = None) -> PrintJob | None:
    """The print whose turn it is, taken; None when nothing waits. ``passing``: see :func:`in_line`."""
    return next((job for pk in in_line(passing) if (job := take(pk, turn)) is not None), None)


def mine(job: PrintJob) -> QuerySet[PrintJob]:
    """The print's row while it is in our hands. Else it was cancelled, deleted, or begun again by another worker."""
    return PrintJob.objects.filter(pk=job.pk, state=State.RUNNING, turn=job.turn)


# --- signs of life ---


class _Progress:
    """Counts the sheets that came out while a print was in hand."""

    sheets = 0


_here = threading.local()


def progressed() -> None:
    """A sheet came out: of the print in hand here, or of one that passes it."""
    for progress in getattr(_here, "in_hand", ()):
        progress.sheets += 1


@contextmanager
def signs_of_life(job: PrintJob) -> Iterator[None]:
    """Leave a sign of life on the row every few seconds, from a thread beside the one that renders.

    They end when no sheet has come out for longer than one may take: then the renderer hangs.
    """
    ended, progress = threading.Event(), _Progress()

    def beat() -> None:
        sheets, since = 0, timezone.now()
        while not ended.wait(BEAT.total_seconds()):
            now = timezone.now()
            if progress.sheets != sheets:
                sheets, since = progress.sheets, now
            if (now - since).total_seconds() > pool.PATIENCE:
                return
            try:
                mine(job).update(worked_at=now)
            except DatabaseError as error:
                logger.debug("No sign of life on print %s: %s", job.pk, error)
            finally:
                connections.close_all()

    outer = getattr(_here, "in_hand", ())
    _here.in_hand = (*outer, progress)
    threading.Thread(target=beat, name="signs-of-life", daemon=True).start()
    try:
        yield
    finally:
        _here.in_hand = outer
        ended.set()


def silence(job: PrintJob) -> Silent:
    """Whether an unfinished print has lost its worker while others work, or no worker answers at all."""
    if job.finished:
        return ""
    now = timezone.now()
    if job.state == State.RUNNING and job.worked_at is not None and now - job.worked_at <= QUIET:
        return ""
    if now - max(job.seen_at or job.queued_at, job.queued_at) > QUIET:
        return "no-worker"
    lost = job.state == State.RUNNING and job.worked_at is not None
    return "worker-lost" if lost else ""


# --- a worker's round ---


def look_round() -> None:
    """What a running worker does every few seconds: note that it is there, and send for what was forgotten.

    Forgotten are prints whose worker fell silent, and those whose message a broker has lost.
    """
    now = timezone.now()
    unfinished = PrintJob.objects.filter(state__in=UNFINISHED)
    if not unfinished.exists():
        return
    unfinished.update(seen_at=now)
    silent = Q(state=State.RUNNING, worked_at__lt=now - SILENCE)
    forgotten = Q(queued_at__lt=now - WAITING) & (Q(state=State.QUEUED) | Q(worked_at=None))
    job = unfinished.filter(silent | forgotten).first()
    if job is not None:
        send(job)


def send(job: PrintJob) -> None:
    """Give a turn to the broker. It is no matter when that is away: the next round comes soon."""
    from records.tasks import render_print

    try:
        render_print.apply_async((str(job.pk),))
    except BrokerError as error:
        logger.error("Print %s: the broker cannot be reached: %s", job.pk, error)


_rounds: threading.Thread | None = None


def start_rounds() -> None:
    """Go round in a thread of its own for as long as this worker's process lives; once is enough."""
    global _rounds
    if _rounds is None or not _rounds.is_alive():
        _rounds = threading.Thread(target=_go_round, name="print-rounds", daemon=True)
        _rounds.start()


def _go_round() -> None:
    pause = threading.Event()
    while True:
        try:
            look_round()
        except DatabaseError as error:
            logger.debug("No round of the prints: %s", error)
        except Exception:
            # A fault of ours must not end the rounds: then everybody would be told that no worker answers.
            logger.exception("A round of the prints failed")
        finally:
            connections.close_all()
        pause.wait(BEAT.total_seconds())

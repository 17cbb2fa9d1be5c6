"""Celery's tasks: each hands over to the service that does the work."""

from __future__ import annotations

import uuid
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init, worker_ready
from django.conf import settings

RETRY_SECONDS, RETRIES = 5, 720
"""An hour: a database that is away for longer finds its prints again when a worker starts."""


@shared_task(name="records.render_print", bind=True, acks_late=True, reject_on_worker_lost=True)  # type: ignore[untyped-decorator]
def render_print(task: Any, job_id: str) -> None:
    """A turn for the print that is next, which may be another than the one that it was sent for.

    The broker delivers it again when the process that had it is lost. While the database is away it comes back every
    few seconds: nothing can be noted on a row meanwhile.
    """
    from records.services import printing

    again = bool((task.request.delivery_info or {}).get("redelivered")) or task.request.retries > 0
    try:
        printing.work(uuid.UUID(task.request.id or job_id), again=again)
    except printing.DATABASE_AWAY as error:
        raise task.retry(exc=error, countdown=RETRY_SECONDS, max_retries=RETRIES) from None


@worker_process_init.connect  # type: ignore[untyped-decorator]
def _set_type(**_kwargs: Any) -> None:
    """A worker's process of the server form sets the words that all sheets share before somebody waits for them. The
    embedded worker has a rendering process, that does so by itself."""
    if not settings.EMBEDDED_WORKER:
        from records.printing.pdf import warm_up

        warm_up()


@worker_ready.connect  # type: ignore[untyped-decorator]
def _take_up_again(**_kwargs: Any) -> None:
    """A worker of the server form starts: jobs that lost theirs are taken up. The embedded one does so by itself."""
    if not settings.EMBEDDED_WORKER:
        from records.services import printing

        printing.requeue_unfinished()

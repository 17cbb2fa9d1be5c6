"""Celery's tasks: each hands over to the service that does the work."""

from __future__ import annotations

import uuid
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings


@shared_task(name="records.render_print", acks_late=True, reject_on_worker_lost=True)  # type: ignore[untyped-decorator]
def render_print(job_id: str) -> None:
    """Render a print job. Run again after a worker's death, it renders again."""
    from records.services import printing

    printing.render(uuid.UUID(job_id))


@worker_ready.connect  # type: ignore[untyped-decorator]
def _take_up_again(**_kwargs: Any) -> None:
    """A worker of the server form starts: jobs that lost theirs are taken up. The embedded one does so by itself."""
    if not settings.EMBEDDED_WORKER:
        from records.services import printing

        printing.requeue_unfinished()

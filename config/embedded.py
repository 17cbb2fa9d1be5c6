"""The worker inside the web process, for a laptop at the table: no broker, no second program to start.

Celery's own worker runs in a daemon thread over the memory broker. It leaves the web server's signal handlers alone.
"""

import logging
import threading
import warnings

from celery.apps.worker import Worker
from celery.platforms import SecurityWarning
from celery.signals import worker_ready
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import close_old_connections

from config.celery import app
from records.services import printing

logger = logging.getLogger(__name__)

HOSTNAME = "embedded@localhost"

_lock = threading.Lock()
_thread: threading.Thread | None = None
_ready = threading.Event()


def start_if_wanted() -> bool:
    """Start the embedded worker when the settings ask for one. True when it runs afterwards."""
    if not settings.EMBEDDED_WORKER:
        return False
    start()
    return True


def start() -> None:
    """Start the worker's thread; a process has one at most. Comes back at once: the worker is ready moments later."""
    global _thread
    with _lock:
        if _thread is not None and _thread.is_alive():
            return
        worker_ready.connect(_on_ready, weak=False, dispatch_uid="config.embedded")
        _thread = threading.Thread(target=_work, name="embedded-worker", daemon=True)
        _thread.start()


def wait_until_ready(seconds: float) -> bool:
    """Wait until the worker takes tasks; False when it did not within that time."""
    return _ready.wait(seconds)


def _work() -> None:
    # Celery warns root of workers that unpack pickles from strangers; this one hears only its own process, in JSON.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    # Built in its own thread: building a Worker closes the database connections of the thread that builds it.
    worker = Worker(
        app=app,
        hostname=HOSTNAME,
        pool="threads",
        concurrency=2,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
        redirect_stdouts=False,
        quiet=True,
    )
    worker.start()


def _on_ready(**_: object) -> None:
    _ready.set()
    requeue_unfinished()


def requeue_unfinished() -> None:
    """Enqueue again the jobs that the memory broker forgot when the server stopped."""
    try:
        printing.requeue_unfinished()
    except DatabaseError as error:
        # The web pages say so too, and better: most likely the database was not migrated.
        logger.error("Unfinished prints were not taken up again: %s", str(error).splitlines()[0])
    finally:
        close_old_connections()

"""What the server stands on is away, full or busy for a moment: words that name it, and 503, in place of a fault.

A database that is locked or being restarted, a Redis that is away and a full disk are nobody's mistake and no bug
either: what was asked for was not done, and the same form can be sent again.
"""

from __future__ import annotations

import errno
import logging
import sys
from enum import Enum

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

from config.passwords import PasswordsBusy

logger = logging.getLogger(__name__)

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
RETRY_SECONDS = "5"
# SQLite's extended result codes begin with these; PostgreSQL has SQLSTATE.
SQLITE_DISK = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN")
SQLITE_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
POSTGRES_DISK = ("53100", "58030")  # disk full, input or output error
POSTGRES_BUSY = ("53300", "55P03", "40P01", "40001", "57014")  # connections, locks, deadlock, serialization, timeout
POOL_BUSY = ("PoolTimeout", "TooManyRequests")  # of psycopg_pool, which need not be installed


class Away(Enum):
    """What is away, with the words for it."""

    DATABASE = gettext_lazy("The server cannot reach its database at the moment.")
    BUSY = gettext_lazy("Others keep the database busy at the moment.")
    DISK = gettext_lazy(
        "The server's disk is full or cannot be written to. What was entered before can be read; nothing new is kept "
        "until there is room again."
    )
    REDIS = gettext_lazy(
        "The server cannot reach Redis at the moment, which hands prints to the workers and tells repeated forms apart."
    )
    PASSWORDS = gettext_lazy("Many people are signing in at the moment.")


def what_is_away(error: BaseException | None) -> Away | None:
    """What this error says is away, full or busy; None for a fault of another kind."""
    if isinstance(error, (OperationalError, InterfaceError)):
        return _of_the_database(error.__cause__ or error)
    if isinstance(error, (RedisError, BrokerError)):
        return Away.REDIS
    if isinstance(error, PasswordsBusy):
        return Away.PASSWORDS
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return Away.DISK
    return None


def _of_the_database(error: BaseException) -> Away:
    code: str = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or ""
    if code.startswith(SQLITE_DISK) or code in POSTGRES_DISK:
        return Away.DISK
    if type(error).__name__ in POOL_BUSY:
        return Away.BUSY if _postgresql_answers() else Away.DATABASE
    if code.startswith(SQLITE_BUSY) or code in POSTGRES_BUSY:
        return Away.BUSY
    return Away.DATABASE


def _postgresql_answers() -> bool:
    """Whether PostgreSQL lets somebody in, when the pool had no connection in time: then all of them are in use."""
    import psycopg

    known = connection.settings_dict
    fields = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    try:
        psycopg.connect(**{to: known[name] for to, name in fields.items() if known[name]}, connect_timeout=2).close()
    except psycopg.OperationalError as error:
        return (error.sqlstate or "") in POSTGRES_BUSY
    return True


def words_of(error: BaseException, *, sent: bool = True) -> str:
    """Sentences for people: what is away, what became of what they sent (if they sent something), what to do."""
    found = what_is_away(error) or Away.DATABASE
    then = _("What you sent was not saved.") if sent else ""
    again = _("Try again in a few seconds; if it stays so, the terminal in which the server runs says why.")
    return " ".join(part for part in (str(found.value), then, again) if part)


def answer(request: HttpRequest, error: BaseException) -> HttpResponse:
    """503 in words; the log gets one line. The page asks neither session nor database: they may be what is away."""
    said = (str(error).strip().splitlines() or [type(error).__name__])[0]
    logger.error("%s %s could not be answered: %s", request.method, request.path, said)
    words = words_of(error, sent=request.method not in ("GET", "HEAD", "OPTIONS"))
    if getattr(request, "htmx", False):
        response = HttpResponse(words, status=503, content_type="text/plain; charset=utf-8")
        response["HX-Reswap"] = "none"
    else:
        page = {"title": _("Not at the moment"), "words": words}
        response = HttpResponse(render_to_string("trouble.html", page), status=503)
    response["Retry-After"] = RETRY_SECONDS
    return response


def answer_to_what_is_raised(request: HttpRequest) -> HttpResponse | None:
    """The same for the exception being handled right now; None when that is something else."""
    error = sys.exc_info()[1]
    return answer(request, error) if error is not None and what_is_away(error) else None


class AwayAnswers(MiddlewareMixin):
    """Answers for views; what middleware raises comes to the handler of faults, which asks this module too."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return answer(request, exception) if what_is_away(exception) else None

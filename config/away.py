"""When the database or Redis is away for a moment, or the disk is full: words and 503 in place of a fault.

A database that is locked, being restarted or out of room is nobody's mistake and no bug either: what was asked for was
not done, and the same form can be sent again.
"""

from __future__ import annotations

import errno
import logging
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError, RedisError, BrokerError)
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
RETRY_SECONDS = "5"


def is_away(error: BaseException | None) -> bool:
    """Whether this error says that something the server stands on is away, full or busy."""
    return isinstance(error, AWAY) or (isinstance(error, OSError) and error.errno in NO_ROOM)


def answer(request: HttpRequest, error: BaseException) -> HttpResponse:
    """503 in words; the log gets one line. The page asks neither session nor database: they may be what is away."""
    said = (str(error).strip().splitlines() or [type(error).__name__])[0]
    logger.error("%s %s could not be answered: %s", request.method, request.path, said)
    words = _(
        "The server cannot reach its database or its disk at the moment, or others keep it busy. What you sent was "
        "not saved. Try again in a few seconds; if it stays so, the terminal in which the server runs says why."
    )
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
    return answer(request, error) if error is not None and is_away(error) else None


class Away(MiddlewareMixin):
    """Answers for views; what middleware raises comes to the handler of faults, which asks this module too."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return answer(request, exception) if is_away(exception) else None

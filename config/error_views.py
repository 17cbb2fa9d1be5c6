"""Pages for what went wrong, in words, with the status that belongs to it."""

import logging
import shutil

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from config.away import Away, answer_to_what_is_raised, what_is_away

logger = logging.getLogger(__name__)

MEGABYTE = 1024 * 1024
LITTLE_ROOM = 20
"""Megabytes: the write-ahead log, a few prints, and time to act."""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", {"words": _words_of(exception)}, status=400)


def _words_of(exception: Exception | None) -> str:
    """What was too much, where the request was refused for its size."""
    if isinstance(exception, TooManyFilesSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        return _("More than %(most)d files at once: nothing was read. Send fewer, or a zip of them.") % {"most": most}
    if isinstance(exception, (RequestDataTooBig, TooManyFieldsSent)):
        return _("The form was larger than any page of this app sends: nothing was saved.")
    return ""


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    if (away := answer_to_what_is_raised(request)) is not None:
        return away
    # No request context: what failed may be the session or the database that base.html asks.
    return HttpResponse(render_to_string("500.html"), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """`ok` when pages can be read, and what else is away in a line each; 503 when the database is.

    Without Redis or with a full disk people still read: taking the server out of service would end that too.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception as error:
        logger.error("The database does not answer: %s", error)
        found = what_is_away(error)
        words = "disk full or not writable" if found is Away.DISK else "database unreachable"
        return HttpResponse(f"{words}\n", status=503, content_type="text/plain")
    lines = ["ok", *filter(None, (_redis(), _disk()))]
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain")


def _redis() -> str:
    """What is wrong with Redis, empty for nothing, or where there is none."""
    if not settings.REDIS_URL:
        return ""
    try:
        cache.get("healthz")
    except RedisError as error:
        logger.error("Redis does not answer: %s", error)
        return "redis unreachable: pages can be read, printing waits"
    return ""


def _disk() -> str:
    """How much room is left, when that is little; empty otherwise."""
    try:
        free = shutil.disk_usage(settings.DATA_DIR).free // MEGABYTE
    except OSError as error:
        return f"disk unreachable: {error.strerror}"
    return f"disk full: {free} MB left for LEDGER_DATA" if free < LITTLE_ROOM else ""

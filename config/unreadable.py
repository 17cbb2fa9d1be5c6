"""Stored values that this release cannot read: words and 409 in place of a fault. Nothing is overwritten."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from records.rules import BadData
from records.words.stored import unreadable

logger = logging.getLogger(__name__)


def answer(request: HttpRequest, error: BadData) -> HttpResponse:
    """409 in words; the log gets one line with what was wrong."""
    logger.error("%s %s: a stored value cannot be read: %s", request.method, request.path, error)
    words = unreadable(error)
    if getattr(request, "htmx", False):
        response = HttpResponse(words, status=409, content_type="text/plain; charset=utf-8")
        response["HX-Reswap"] = "none"
        return response
    return render(request, "trouble.html", {"title": _("This cannot be read"), "words": words}, status=409)


class Unreadable(MiddlewareMixin):
    """Answers for every view that meets such a value and shows nothing better itself."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return answer(request, exception) if isinstance(exception, BadData) else None

"""How views answer: a refusal becomes words with its status, for htmx and for plain posts alike."""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import HttpResponseClientRefresh

from records import words
from records.errors import NotAllowed, Refused

logger = logging.getLogger(__name__)

View = Callable[..., HttpResponse]


def answers(view: View) -> View:
    """Turn what the view refuses into an answer in words: 422, 409 or 403.

    htmx gets a toast and swaps nothing, so all that was typed stays; a plain post gets a page. Views that can say it
    nearer to the mistake catch :class:`Refused` themselves.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            return refusal(request, refused)

    return answered


def by_htmx(request: HttpRequest) -> bool:
    """Whether htmx asks, and so wants panels and not a page."""
    return bool(getattr(request, "htmx", False))


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The general answer to a refusal."""
    text = words.refusal(refused.code, refused.params)
    if by_htmx(request):
        answer = HttpResponse(text, status=refused.status, content_type="text/plain; charset=utf-8")
        answer["HX-Reswap"] = "none"
        return toast(answer, text, level="error")
    back = request.META.get("HTTP_REFERER", "")
    if not back.startswith(f"{request.scheme}://{request.get_host()}/"):
        back = "/"
    return render(
        request,
        "_partials/refused.html",
        {"text": text, "back": back, "allowed": not isinstance(refused, NotAllowed)},
        status=refused.status,
    )


def toast(answer: HttpResponse, text: str, *, level: str = "info") -> HttpResponse:
    """Have the page show a short note with this answer."""
    # HTTP headers are Latin-1: JSON's own escapes carry everything else.
    answer["HX-Trigger"] = json.dumps({"toast": {"text": text, "level": level}})
    return answer


def kept(request: HttpRequest, url: str, draw: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer to a form that has been saved: what ``draw`` makes; where that fails, the page at ``url`` again.

    What was saved must never be answered as if it had not been, whatever fails afterwards: the fault goes to the log.
    """
    try:
        return draw()
    except Exception:
        logger.exception("%s is saved, but its answer could not be drawn", request.path)
    return HttpResponseClientRefresh() if by_htmx(request) else redirect(url)


def form_key(request: HttpRequest) -> uuid.UUID:
    """The key of the posted form: the same key applies once. Refused when it is missing or no UUID."""
    try:
        return uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        raise Refused("no-key") from None


def person(request: HttpRequest) -> Any:
    """The signed-in person, for services that note who did something."""
    return cast(Any, request.user)


def signed_in(view: View) -> View:
    """Only for people who signed in. A page goes to the sign-in first; htmx gets 401, for a form must not be lost."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if by_htmx(request):
            return HttpResponse(status=401)
        return redirect_to_login(request.get_full_path())

    return guarded

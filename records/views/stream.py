"""Who has a sheet or a battle open sees its changes: server-sent events that say no more than "there is a new version".

A person has a number of streams, and so have all together (settings STREAMS_PER_PERSON and STREAMS_IN_ALL, for each
server process): what is beyond is refused in words, and that page asks ``?once`` every few seconds instead (live.js).
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connections
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from records import access
from records.errors import NotAllowed
from records.live import SHEETS, NoSeat, Seat, Source, Topic, hub
from records.rules.digits import whole

PING_SECONDS = 15.0
RETRY_MILLISECONDS = 1000
REFUSED_SECONDS = 30
"""When a refused page may ask for a stream again."""

CouldSee = Callable[[Any], object]
"""Raises Http404 or NotAllowed for a person who may not see it."""


async def stream_answer(request: HttpRequest, source: Source, pk: int, could_see: CouldSee) -> HttpResponseBase:
    """The stream of one sheet or battle for those who may see it: 401, 403 or 404 for others, 429 beyond the
    limits. ``?version=`` is what the page shows; with ``?once`` the version now, as a plain number."""
    try:
        async with hub().asking:
            person, version = await sync_to_async(_looked_up)(request, source, pk, could_see)
    except NotAllowed:
        return HttpResponse(status=403)
    except Http404:
        return HttpResponse(status=404)
    if person is None:
        return HttpResponse(status=401)
    if version is not None:
        return _plain(str(version))
    try:
        seat = Seat(person.pk)
    except NoSeat as full:
        return _refused(full)
    seen = request.headers.get("Last-Event-ID", "") or request.GET.get("version", "")
    known = "" if whole(seen) is None else seen
    answer = StreamingHttpResponse(_Seated(events((source, pk), known=known), seat), content_type="text/event-stream")
    # A page that is closed while it is being answered has no answer that Django would close.
    weakref.finalize(answer, seat.leave)
    answer["Cache-Control"] = "no-cache"
    answer["X-Accel-Buffering"] = "no"
    return answer


class _Seated:
    """A stream whose seat is given back when the answer is closed."""

    def __init__(self, stream: AsyncIterator[bytes], seat: Seat) -> None:
        self._stream = stream
        self.close = seat.leave

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._stream


def _looked_up(
    request: HttpRequest, source: Source, pk: int, could_see: CouldSee
) -> tuple[AbstractBaseUser | None, int | None]:
    """Who asks, None when not signed in; and the version when asked for ``?once``. Raises what ``could_see`` raises.

    The stream may stay open for hours: the connection that this takes is given back at once.
    """
    try:
        person = request.user
        if not person.is_authenticated:
            return None, None
        could_see(person)
        if "once" not in request.GET:
            return person, None
        found = source.versions([pk])
        if pk not in found:
            raise Http404
        return person, found[pk]
    finally:
        connections.close_all()


def _plain(text: str, status: int = 200) -> HttpResponse:
    answer = HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
    answer["Cache-Control"] = "no-store"
    return answer


def _refused(full: NoSeat) -> HttpResponse:
    if full.own:
        text = _("You have too many pages open that wait for changes. Close some; this one looks every few seconds.")
    else:
        text = _("Too many pages wait for changes at the moment. This one looks every few seconds.")
    # Not 503 where all seats are taken: that would fill the server's log, a line for each page that asks.
    answer = _plain(text, 429)
    answer["Retry-After"] = str(REFUSED_SECONDS)
    return answer


async def events(topic: Topic, *, known: str = "") -> AsyncIterator[bytes]:
    """An event ``changed`` with the version as its id whenever that is another than the page shows; a comment now and
    then. Where the page did not say what it shows, the first event is ``hello``.

    ``known`` is the version the page shows: it is told at once when it missed something.
    """
    # What comes after the view, as middleware, may have asked the database again.
    await sync_to_async(connections.close_all)()
    here = hub()
    turned = here.watch(topic)
    try:
        yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
        shown = known
        while True:
            if not await _in_time(turned):
                yield b": still here\n\n"
                continue
            turned.clear()
            now = here.versions.get(topic)
            if now is not None and str(now) != shown:
                name = "changed" if shown else "hello"
                shown = str(now)
                yield f"id: {now}\nevent: {name}\ndata: {now}\n\n".encode()
    finally:
        here.leave(topic, turned)


async def _in_time(turned: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(turned.wait(), timeout=PING_SECONDS)
    except TimeoutError:
        return False
    return True


@require_GET
async def sheet_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The stream of one sheet."""
    return await stream_answer(request, SHEETS, pk, partial(access.sheet_for, pk=pk))

"""Who has a battle open sees its changes: server-sent events that say no more than "there is a new version"."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_safe

from campaigns.models import Battle
from campaigns.rights import membership_in
from campaigns.selectors.battles import version
from records.rules.digits import whole
from records.views.stream import PING_SECONDS, POLL_SECONDS, RETRY_MILLISECONDS

_seen: dict[int, tuple[float, int]] = {}


@require_safe
async def battle_stream(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """The stream of one battle, for members. ``?version=`` is what the page shows."""
    user = await request.auser()
    if not user.is_authenticated:
        return HttpResponse(status=401)
    if not await sync_to_async(_is_there)(user, slug, pk):
        return HttpResponse(status=404)
    known = request.headers.get("Last-Event-ID", "") or request.GET.get("version", "")
    answer = StreamingHttpResponse(
        events(pk, known="" if whole(known) is None else known), content_type="text/event-stream"
    )
    answer["Cache-Control"] = "no-cache"
    answer["X-Accel-Buffering"] = "no"
    return answer


async def events(pk: int, *, known: str = "") -> AsyncIterator[bytes]:
    """An event ``changed`` with the battle's version as its id, whenever that moves; a comment now and then."""
    shown, pinged = known, time.monotonic()
    yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
    while True:
        now = await _version(pk)
        if now and str(now) != shown:
            name = "changed" if shown else "hello"
            shown, pinged = str(now), time.monotonic()
            yield f"id: {now}\nevent: {name}\ndata: {now}\n\n".encode()
        elif time.monotonic() - pinged > PING_SECONDS:
            pinged = time.monotonic()
            yield b": still here\n\n"
        await asyncio.sleep(POLL_SECONDS)


async def _version(pk: int) -> int:
    """The battle's version; pages that look at the same battle share one query each turn. 0: cannot be read now."""
    at, found = _seen.get(pk, (0.0, 0))
    if time.monotonic() - at < POLL_SECONDS * 0.8:
        return found
    _seen[pk] = (time.monotonic(), found)
    found = await sync_to_async(_read, thread_sensitive=False)(pk)
    if len(_seen) > 1000:
        _seen.clear()
    _seen[pk] = (time.monotonic(), found)
    return found


def _read(pk: int) -> int:
    close_old_connections()
    try:
        return version(pk)
    except Exception:  # the database is away for a moment: the page keeps what it has, the next turn asks again
        return 0
    finally:
        close_old_connections()


def _is_there(user: Any, slug: str, pk: int) -> bool:
    try:
        membership = membership_in(user, slug)
    except Http404:
        return False
    return Battle.objects.filter(campaign=membership.campaign_id, pk=pk).exists()

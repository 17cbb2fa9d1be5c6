"""Who has a sheet open sees its changes: server-sent events that say no more than "there is a new version"."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import sync_to_async
from django.db import DatabaseError, close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from records import access
from records.errors import NotAllowed
from records.models import RecordSheet
from records.rules.digits import whole

POLL_SECONDS = 0.25
PING_SECONDS = 15.0
RETRY_MILLISECONDS = 1000

#: One thread, and so one database connection, reads versions for every open page of this process.
_reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="versions")


class Hub:
    """Reads the versions of all watched sheets of one event loop in one query, and wakes those who wait."""

    def __init__(self) -> None:
        self.watched: dict[int, int] = {}
        self.versions: dict[int, int] = {}
        self.turned = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def watch(self, ids: Sequence[int]) -> None:
        """Somebody looks at these sheets from now on."""
        for pk in ids:
            self.watched[pk] = self.watched.get(pk, 0) + 1
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(self._poll())

    def leave(self, ids: Sequence[int]) -> None:
        """They look no longer."""
        for pk in ids:
            self.watched[pk] -= 1
            if not self.watched[pk]:
                del self.watched[pk]
                self.versions.pop(pk, None)

    async def _poll(self) -> None:
        loop = asyncio.get_running_loop()
        while self.watched:
            read = await loop.run_in_executor(_reader, _versions, tuple(self.watched))
            self.versions = {pk: version for pk, version in read.items() if pk in self.watched}
            self.turned.set()
            self.turned = asyncio.Event()
            await asyncio.sleep(POLL_SECONDS)


_hubs: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = weakref.WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(loop)
    if found is None:
        found = _hubs[loop] = Hub()
    return found


def _versions(ids: tuple[int, ...]) -> dict[int, int]:
    close_old_connections()
    try:
        return dict(RecordSheet.objects.filter(pk__in=ids).values_list("pk", "version"))
    except DatabaseError:  # it is away for a moment: pages keep what they have, the next turn asks again
        return {}
    finally:
        close_old_connections()


async def events(ids: Sequence[int], *, known: str = "") -> AsyncIterator[bytes]:
    """The stream of some sheets: an event ``changed`` with the sum of their versions as its id, whenever that moves.

    ``known`` is the id the browser saw last: it is told at once when it missed something.
    """
    here = hub()
    here.watch(ids)
    shown, pinged = known, time.monotonic()
    try:
        yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
        while True:
            now = _stamp(here.versions, ids)
            if now and now != shown:
                if shown:
                    yield f"id: {now}\nevent: changed\ndata: {now}\n\n".encode()
                else:
                    yield f"id: {now}\nevent: hello\ndata: {now}\n\n".encode()
                shown, pinged = now, time.monotonic()
            elif time.monotonic() - pinged > PING_SECONDS:
                yield b": still here\n\n"
                pinged = time.monotonic()
            await _turn(here)
    finally:
        here.leave(ids)


async def _turn(here: Hub) -> None:
    try:
        await asyncio.wait_for(here.turned.wait(), timeout=PING_SECONDS)
    except TimeoutError:
        return


def _stamp(versions: dict[int, int], ids: Sequence[int]) -> str:
    if any(pk not in versions for pk in ids):
        return ""
    return str(sum(versions[pk] for pk in ids))


def stream_answer(request: HttpRequest, ids: Sequence[int], *, known: str = "") -> StreamingHttpResponse:
    """The answer that streams the changes of these sheets."""
    seen = request.headers.get("Last-Event-ID", "") or known
    answer = StreamingHttpResponse(
        events(ids, known="" if whole(seen) is None else seen), content_type="text/event-stream"
    )
    answer["Cache-Control"] = "no-cache"
    answer["X-Accel-Buffering"] = "no"
    return answer


@require_GET
async def sheet_stream(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The stream of one sheet, for those who may see it. ``?version=`` is what the page shows."""
    person = await request.auser()
    if not person.is_authenticated:
        return HttpResponse(status=401)
    try:
        await sync_to_async(_may_see)(person, pk)
    except NotAllowed:
        return HttpResponse(status=403)
    return stream_answer(request, [pk], known=request.GET.get("version", ""))


def _may_see(person: Any, pk: int) -> None:
    if not RecordSheet.objects.filter(pk=pk).exists():
        raise Http404
    access.sheet_for(person, pk)
    # The stream may stay open for hours; the connection of this thread is not needed any more.
    close_old_connections()

"""Tells open pages that what they show has a new version: one hub asks the database once for all of them.

What can be watched is a :class:`Source`: record sheets here, battles in ``campaigns``. A page that waits holds a seat
and no database connection; the hub's one thread has the only connection, and gives it back when nobody watches.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connections

from records.models import RecordSheet

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.25
ASKING = 8
"""How many pages at once may look up whether they may watch: each has a connection meanwhile."""


@dataclass(frozen=True)
class Source:
    """Things with a version. ``versions`` reads it of all these ids in one query; what is not there is left out."""

    name: str
    versions: Callable[[Collection[int]], dict[int, int]]


def _sheet_versions(ids: Collection[int]) -> dict[int, int]:
    return dict(RecordSheet.objects.filter(pk__in=ids).values_list("pk", "version"))


SHEETS = Source("sheet", _sheet_versions)

Topic = tuple[Source, int]
"""One sheet, one battle."""

_reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="versions")


def _read(topics: Collection[Topic]) -> dict[Topic, int] | None:
    """The versions of these topics; None when the database cannot be asked at the moment."""
    ids: dict[Source, list[int]] = {}
    for source, pk in topics:
        ids.setdefault(source, []).append(pk)
    try:
        return {(source, pk): version for source, pks in ids.items() for pk, version in source.versions(pks).items()}
    except DatabaseError:
        connections.close_all()
        return None
    except Exception:
        # A fault of ours must not end the hub's task: every open page would wait for ever.
        logger.exception("Versions of open pages could not be read")
        connections.close_all()
        return None


class Hub:
    """Reads the versions of all watched topics of one event loop, and wakes those who watch what has changed."""

    def __init__(self) -> None:
        self.versions: dict[Topic, int] = {}
        self.asking = asyncio.Semaphore(ASKING)
        self._watchers: dict[Topic, set[asyncio.Event]] = {}
        self._task: asyncio.Task[None] | None = None

    def watch(self, topic: Topic) -> asyncio.Event:
        """An event that is set whenever the topic's version is read for the first time or has changed."""
        event = asyncio.Event()
        self._watchers.setdefault(topic, set()).add(event)
        if topic in self.versions:
            event.set()
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._poll())
        return event

    def leave(self, topic: Topic, event: asyncio.Event) -> None:
        """This watcher looks no longer."""
        watchers = self._watchers[topic]
        watchers.discard(event)
        if not watchers:
            del self._watchers[topic]
            self.versions.pop(topic, None)

    async def _poll(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._watchers:
                read = await loop.run_in_executor(_reader, _read, tuple(self._watchers))
                if read is not None:
                    self._tell(read)
                await asyncio.sleep(POLL_SECONDS)
        finally:
            # The interpreter may be ending: then the connection ends with it.
            with contextlib.suppress(RuntimeError):
                _reader.submit(connections.close_all)

    def _tell(self, read: dict[Topic, int]) -> None:
        before = self.versions
        # Somebody may have left, or come, while the database was asked.
        self.versions = {topic: version for topic, version in read.items() if topic in self._watchers}
        for topic, version in self.versions.items():
            if before.get(topic) != version:
                for event in self._watchers[topic]:
                    event.set()


_hubs: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = weakref.WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


# --- seats: how many pages may wait, of one person and in all ---

_taken: Counter[int] = Counter()
_lock = threading.Lock()


class NoSeat(Exception):
    """As many pages wait as may: of this person when ``own``, else in all."""

    def __init__(self, *, own: bool) -> None:
        super().__init__(own)
        self.own = own


class Seat:
    """One page of a person that waits. Raises NoSeat. Leaving it twice does no harm."""

    def __init__(self, person: int) -> None:
        with _lock:
            if _taken[person] >= settings.STREAMS_PER_PERSON:
                raise NoSeat(own=True)
            if _taken.total() >= settings.STREAMS_IN_ALL:
                raise NoSeat(own=False)
            _taken[person] += 1
        self._person: int | None = person

    def leave(self) -> None:
        """Give the seat back."""
        with _lock:
            if self._person is None:
                return
            _taken[self._person] -= 1
            if not _taken[self._person]:
                del _taken[self._person]
            self._person = None


def seats_taken() -> int:
    """How many pages wait in this process."""
    with _lock:
        return _taken.total()

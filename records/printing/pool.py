"""Where pages are rendered: in a process of its own beside the web server, or in place in a worker's process.

Rendering in the web process would slow everybody at the table. One spawned process, started with the first print and
niced, renders for all jobs; each job's pages gather there until its PDF is asked for. When it dies, the jobs that had
pages in it begin again in a new one.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from django.conf import settings

from .printable import Choices, Item, Printable

T = TypeVar("T")

PATIENCE = 90.0
"""Seconds that one page may take: a start of the process included, with a machine that is busy otherwise."""



class RendererLost(Exception):
    """The rendering process died or hung. What it held is gone; the job can begin again."""


class PackLike(Protocol):
    """Pages on their way into one PDF."""

    def add(self, item: Item) -> None:
        """Render one more sheet or paper."""

    def pdf(self) -> bytes:
        """The PDF of all pages."""


@contextmanager
def pack(choices: Choices, title: str) -> Iterator[PackLike]:
    """A pack to add pages to: in the process of its own when the worker lives inside the web server."""
    if not settings.EMBEDDED_WORKER:
        from .pdf import Pack

        yield Pack(choices, title)
        return
    remote = _RemotePack(choices, title)
    try:
        yield remote
    finally:
        remote.forget()


class _RemotePack:
    """Its pages are in one process: were that replaced by another, the pages so far would be missing."""

    def __init__(self, choices: Choices, title: str) -> None:
        self._token = uuid.uuid4().hex
        self._choices, self._title = choices, title
        self._executor = _running()

    def add(self, item: Item) -> None:
        if isinstance(item, Printable):
            # A fresh copy of the unit: what was worked out about it stays here.
            item = replace(item, unit=replace(item.unit))
        _call(self._executor, _add, self._token, self._choices, self._title, item)

    def pdf(self) -> bytes:
        result: bytes = _call(self._executor, _pdf, self._token)
        return result

    def forget(self) -> None:
        try:
            self._executor.submit(_forget, self._token)
        except RuntimeError:
            # Broken or shut down: what it held is gone anyhow.
            return


_lock = threading.Lock()
_executor: ProcessPoolExecutor | None = None


def _call(executor: ProcessPoolExecutor, function: Any, *args: Any) -> Any:
    try:
        future: Future[Any] = executor.submit(function, *args)
    except RuntimeError as error:
        # Broken, or ended by somebody else who found it lost.
        stop(executor)
        raise RendererLost(str(error)) from error
    try:
        return future.result(timeout=PATIENCE)
    except (BrokenProcessPool, CancelledError, TimeoutError) as error:
        stop(executor)
        raise RendererLost(str(error)) from error


def _running() -> ProcessPoolExecutor:
    global _executor
    with _lock:
        if _executor is None:
            context = multiprocessing.get_context("spawn")
            _executor = ProcessPoolExecutor(1, mp_context=context, initializer=_prepare)
        return _executor


def warm() -> None:
    """Start the rendering process now, so that the first print does not wait for it."""
    _running().submit(_set_type)


def stop(lost: ProcessPoolExecutor | None = None) -> None:
    """End the rendering process, at once; the next page starts another. Several may find one ``lost``: only the first
    ends it, and nobody the one that came after it."""
    global _executor
    with _lock:
        if lost is not None and lost is not _executor:
            return
        executor, _executor = _executor, None
    if executor is None:
        return
    for process in list((executor._processes or {}).values()):
        process.kill()
    executor.shutdown(wait=False, cancel_futures=True)


# --- what follows runs in the rendering process ---

_packs: dict[str, Any] = {}


def _prepare() -> None:
    """Once in the new process: step back behind the web server, and die with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    threading.Thread(target=_watch_parent, daemon=True).start()
    import django

    django.setup()


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _add(token: str, choices: Choices, title: str, item: Item) -> None:
    from .pdf import Pack

    if token not in _packs:
        _packs[token] = Pack(choices, title)
    _packs[token].add(item)


def _pdf(token: str) -> bytes:
    result: bytes = _packs.pop(token).pdf()
    return result


def _forget(token: str) -> None:
    _packs.pop(token, None)


def _set_type() -> None:
    from .pdf import warm_up

    warm_up()

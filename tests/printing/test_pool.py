"""The rendering process beside the web server, killed while several have pages in it."""

from __future__ import annotations

import io
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pypdf import PdfReader

from records.printing import pool
from records.printing.printable import Choices, Printable
from records.rules import fresh_sheet
from tests.factory import make_design

PAGES = 12


@pytest.fixture(autouse=True)
def process(settings: Any) -> Iterator[int]:
    """The number of the process, which is there and has set type."""
    settings.EMBEDDED_WORKER = True
    pool.warm()
    yield pool._running().submit(os.getpid).result()
    pool.stop()


def page() -> Printable:
    return Printable(make_design(), fresh_sheet(make_design()))


def test_a_pack_whose_process_another_found_dead_is_lost_and_never_short_of_pages(process: int) -> None:
    with pool.pack(Choices(), "A job") as job, pool.pack(Choices(), "A preview") as preview:
        job.add(page())
        os.kill(process, signal.SIGKILL)
        with pytest.raises(pool.RendererLost):
            preview.add(page())
        with pool.pack(Choices(), "Another preview") as another:
            another.add(page())
        with pytest.raises(pool.RendererLost):
            job.add(page())
        with pytest.raises(pool.RendererLost):
            job.pdf()


def test_all_who_wait_for_a_process_that_dies_begin_again_in_the_same_new_one(process: int) -> None:
    made: dict[str, int] = {}

    def work(name: str) -> None:
        for _attempt in range(2):
            try:
                with pool.pack(Choices(), name) as pack:
                    for _page in range(PAGES):
                        pack.add(page())
                    made[name] = len(PdfReader(io.BytesIO(pack.pdf())).pages)
                return
            except pool.RendererLost:
                continue

    threads = [threading.Thread(target=work, args=(name,)) for name in "ABCD"]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    os.kill(process, signal.SIGKILL)
    for thread in threads:
        thread.join()
    assert made == dict.fromkeys("ABCD", PAGES)

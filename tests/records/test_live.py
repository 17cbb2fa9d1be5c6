"""The hub of open pages: one question for all, seats for those who wait, words for those who find none."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Collection, Coroutine, Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.test import AsyncClient

from records import live
from records.live import SHEETS, NoSeat, Seat, Source
from records.models import RecordSheet
from records.views import stream
from tests.factory import make_sheet, make_user


@pytest.fixture(autouse=True)
def _nobody_waits() -> Iterator[None]:
    live._taken.clear()
    yield
    gc.collect()
    assert live.seats_taken() == 0, "a seat was not given back"


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 20))


async def first_events(stream_of: Any, count: int) -> list[bytes]:
    """The first events of a stream, without its retry line and its signs of life."""
    found: list[bytes] = []
    async for part in stream_of:
        if part.startswith(b"id:"):
            found.append(part)
        if len(found) == count:
            break
    await stream_of.aclose()
    return found


class Board:
    """Things with versions that count how often they are asked for."""

    def __init__(self, **failing: int) -> None:
        self.versions: dict[int, int] = {}
        self.asked: list[int] = []
        self.failing = failing.get("failing", 0)

    def read(self, ids: Collection[int]) -> dict[int, int]:
        self.asked.append(len(ids))
        if self.failing:
            self.failing -= 1
            raise OperationalError("the database is restarting")
        return {pk: self.versions[pk] for pk in ids if pk in self.versions}


def test_one_question_serves_every_page_that_waits() -> None:
    board = Board()
    board.versions = dict.fromkeys(range(50), 7)
    source = Source("board", board.read)

    async def fifty() -> list[list[bytes]]:
        return await asyncio.gather(*(first_events(stream.events((source, pk)), 1) for pk in range(50)))

    told = run(fifty())
    assert told == [[b"id: 7\nevent: hello\ndata: 7\n\n"]] * 50
    assert len(board.asked) <= 5, "not one question for all, but one for each"


def test_only_pages_whose_version_moved_are_woken() -> None:
    board = Board()
    board.versions = {1: 1, 2: 1}
    source = Source("board", board.read)

    async def watch() -> tuple[bool, bool]:
        hub = live.hub()
        first, second = hub.watch((source, 1)), hub.watch((source, 2))
        await asyncio.wait_for(asyncio.gather(first.wait(), second.wait()), 5)
        first.clear()
        second.clear()
        board.versions[2] = 2
        await asyncio.wait_for(second.wait(), 5)
        hub.leave((source, 1), first)
        hub.leave((source, 2), second)
        return first.is_set(), second.is_set()

    assert run(watch()) == (False, True)


def test_a_page_is_told_when_the_database_is_back() -> None:
    board = Board(failing=3)
    board.versions = {1: 5}
    told = run(first_events(stream.events((Source("board", board.read), 1), known="4"), 1))
    assert told == [b"id: 5\nevent: changed\ndata: 5\n\n"]
    assert len(board.asked) == 4


def test_nobody_is_asked_for_when_nobody_watches() -> None:
    board = Board()
    board.versions = {1: 1}

    async def come_and_go() -> int:
        await first_events(stream.events((Source("board", board.read), 1)), 1)
        await asyncio.sleep(2 * live.POLL_SECONDS)
        asked = len(board.asked)
        await asyncio.sleep(3 * live.POLL_SECONDS)
        return len(board.asked) - asked

    assert run(come_and_go()) == 0


def test_a_person_has_so_many_seats_and_all_have_so_many(settings: Any) -> None:
    settings.STREAMS_PER_PERSON, settings.STREAMS_IN_ALL = 2, 3
    seats = [Seat(1), Seat(1)]
    with pytest.raises(NoSeat) as own:
        Seat(1)
    seats.append(Seat(2))
    with pytest.raises(NoSeat) as all_taken:
        Seat(3)
    assert (own.value.own, all_taken.value.own) == (True, False)
    seats[0].leave()
    seats[0].leave()
    seats.append(Seat(3))
    for seat in seats:
        seat.leave()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("person", "in_all", "words"), [(1, 9, "You have too many pages open"), (9, 1, "Too many pages wait")]
)
def test_a_stream_beyond_the_limit_is_refused_in_words_and_the_page_may_look(
    person: int, in_all: int, words: str, settings: Any
) -> None:
    settings.STREAMS_PER_PERSON, settings.STREAMS_IN_ALL = person, in_all
    user = make_user()
    record = make_sheet(user)
    url = f"/sheets/{record.pk}/stream/"

    async def two() -> tuple[Any, Any, Any, Any]:
        client = AsyncClient()
        await client.aforce_login(user)
        kept = await client.get(url)
        refused = await client.get(url)
        looked = await client.get(url, {"once": ""})
        await first_events(kept.streaming_content, 1)
        kept.close()
        after = await client.get(url)
        after.close()
        return kept, refused, looked, after

    kept, refused, looked, after = run(two())
    assert (kept.status_code, refused.status_code, after.status_code) == (200, 429, 200)
    assert words in refused.content.decode()
    assert refused["Retry-After"] == "30"
    assert (looked.status_code, looked.content) == (200, str(record.version).encode())


@pytest.mark.django_db(transaction=True)
def test_only_who_may_see_a_sheet_may_watch_it() -> None:
    record = make_sheet(make_user())
    stranger = make_user()

    async def asked(user: Any, pk: int) -> tuple[int, int]:
        client = AsyncClient()
        if user is not None:
            await client.aforce_login(user)
        found = [await client.get(f"/sheets/{pk}/stream/{query}") for query in ("", "?once")]
        return found[0].status_code, found[1].status_code

    assert run(asked(stranger, record.pk)) == (404, 404)
    assert run(asked(stranger, 999_999)) == (404, 404)
    assert run(asked(None, record.pk)) == (401, 401)


@pytest.mark.django_db
def test_a_sheet_that_is_gone_has_no_version() -> None:
    record = make_sheet(make_user())
    assert SHEETS.versions([record.pk, 999_999]) == {record.pk: record.version}
    RecordSheet.objects.filter(pk=record.pk).update(version=12)
    assert SHEETS.versions([record.pk]) == {record.pk: 12}

"""A sheet with 2,000 entries: how long it takes to load with the latest lines of its log, and to take one back.

Promised are 50 ms for each. The floor is a sheet with a log of one page: a long log must cost hardly more.
"""

from __future__ import annotations

import statistics
import time
import uuid

import pytest
from django.contrib.auth.models import User

from records.models import RecordSheet, SheetEntry
from records.rules.entries import Corrected
from records.selectors.sheets import log_lines
from records.services import entries
from tests import factory

ENTRIES = 2000
SHORT = 30
ROUNDS = 15
MOST = 4
"""Times the floor."""


def _milliseconds(begun: float) -> float:
    return (time.perf_counter() - begun) * 1000


def entered(user: User, count: int) -> RecordSheet:
    """A sheet on which so many things have been entered."""
    record = factory.make_sheet(user)
    for number in range(count):
        entry = Corrected("armour:LT", number // 2 % 15) if number % 2 else Corrected("heat", 1 + number // 2 % 29)
        entries.enter(record_id=record.pk, entry=entry, user=user, key=uuid.uuid4())
    assert SheetEntry.objects.filter(record=record).count() == count
    return record


def measured(record: RecordSheet, user: User) -> tuple[float, float]:
    """Medians of loading the sheet with its latest lines, and of one undo, milliseconds."""
    loads, undos = [], []
    for round_ in range(ROUNDS):
        begun = time.perf_counter()
        loaded = RecordSheet.objects.select_related("unit").get(pk=record.pk)
        assert loaded.sheet.serial == 0
        assert loaded.unit.design.tons
        assert log_lines(loaded)
        loads.append(_milliseconds(begun))
        begun = time.perf_counter()
        entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
        undos.append(_milliseconds(begun))
        assert len(RecordSheet.objects.get(pk=record.pk).undone) == round_ + 1
    return statistics.median(loads), statistics.median(undos)


@pytest.mark.django_db
def test_a_sheet_with_two_thousand_entries_loads_and_undoes_like_one_with_a_short_log() -> None:
    user = factory.make_user()
    floor_load, floor_undo = measured(entered(user, SHORT), user)
    load, undo = measured(entered(user, ENTRIES), user)
    print(
        f"\n{ENTRIES} entries: load {load:.1f} ms, undo {undo:.1f} ms (medians);"
        f" {load / floor_load:.1f} and {undo / floor_undo:.1f} times those of {SHORT} entries"
    )
    assert load < MOST * floor_load
    assert undo < MOST * floor_undo

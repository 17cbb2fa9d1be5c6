"""A sheet with 2,000 entries: how long it takes to load with the latest lines of its log, and to take one back."""

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
ROUNDS = 15
MOST = 50.0


def _milliseconds(begun: float) -> float:
    return (time.perf_counter() - begun) * 1000


@pytest.fixture
def long(db: None) -> tuple[RecordSheet, User]:
    """A sheet on which 2,000 things have been entered."""
    user = factory.make_user()
    record = factory.make_sheet(user)
    for number in range(ENTRIES):
        entry = Corrected("armour:LT", number // 2 % 15) if number % 2 else Corrected("heat", 1 + number // 2 % 29)
        entries.enter(record_id=record.pk, entry=entry, user=user, key=uuid.uuid4())
    assert SheetEntry.objects.filter(record=record).count() == ENTRIES
    return record, user


def test_a_sheet_with_two_thousand_entries_loads_and_undoes_in_under_fifty_milliseconds(
    long: tuple[RecordSheet, User],
) -> None:
    record, user = long
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
    load, undo = statistics.median(loads), statistics.median(undos)
    worst = f"worst {max(loads):.1f} and {max(undos):.1f}"
    print(f"\n{ENTRIES} entries: load {load:.1f} ms, undo {undo:.1f} ms (medians; {worst})")
    assert load < MOST
    assert undo < MOST

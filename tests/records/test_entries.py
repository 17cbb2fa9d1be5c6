"""The entry log: one entry one transaction, keys that apply once, undo and redo, several sheets as one action."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from records import rules
from records.errors import Refused, Stale
from records.models import RecordSheet, SheetEntry
from records.rules.entries import Corrected, CriticalCheck, Hit, Rolled, TurnEnded
from records.services import dice, entries
from tests import factory

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return factory.make_user()


@pytest.fixture
def record(user: User) -> RecordSheet:
    return factory.make_sheet(user)


def hit(record: RecordSheet, user: User, location: str = "LT", points: int = 3, **fields: Any) -> entries.Applied:
    key = fields.pop("key", None) or uuid.uuid4()
    return entries.enter(record_id=record.pk, entry=Hit(location, points, **fields), user=user, key=key)


def armour(record: RecordSheet, location: str = "LT") -> int:
    return RecordSheet.objects.get(pk=record.pk).sheet.armour[location]


def test_a_key_applies_once(record: RecordSheet, user: User) -> None:
    key = uuid.uuid4()
    first, second = hit(record, user, key=key), hit(record, user, key=key)
    assert not first.repeated
    assert second.repeated
    assert second.line == first.line
    assert armour(record) == 13


def test_the_database_itself_refuses_a_key_twice(record: RecordSheet, user: User) -> None:
    line = hit(record, user).line
    line.pk, line.number = None, 2
    with pytest.raises(IntegrityError), transaction.atomic():
        line.save(force_insert=True)


def test_undoing_an_entry_equals_never_having_made_it(record: RecordSheet, user: User) -> None:
    hit(record, user)
    before = RecordSheet.objects.get(pk=record.pk).state
    hit(record, user, "CT", 25, through_armour=True)
    entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
    assert RecordSheet.objects.get(pk=record.pk).state == before


def test_redo_brings_back_exactly_what_was_undone(record: RecordSheet, user: User) -> None:
    hit(record, user, "CT", 25)
    before = RecordSheet.objects.get(pk=record.pk).state
    entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
    entries.redo(record_id=record.pk, user=user, key=uuid.uuid4())
    assert RecordSheet.objects.get(pk=record.pk).state == before


def test_the_log_only_grows(record: RecordSheet, user: User) -> None:
    hit(record, user)
    entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
    entries.redo(record_id=record.pk, user=user, key=uuid.uuid4())
    kinds = list(SheetEntry.objects.filter(record=record).order_by("number").values_list("number", "kind"))
    assert kinds == [(1, "entry"), (2, "undo"), (3, "redo")]


def test_undo_with_one_key_undoes_once(record: RecordSheet, user: User) -> None:
    hit(record, user)
    hit(record, user)
    key = uuid.uuid4()
    for _tap in range(2):
        entries.undo(record_id=record.pk, user=user, key=key)
    assert armour(record) == 13


def test_replay_of_the_log_equals_the_sheet(record: RecordSheet, user: User) -> None:
    hit(record, user, "LT", 20)
    entries.enter(record_id=record.pk, entry=Rolled(1, (1, 1)), user=user, key=uuid.uuid4())
    hit(record, user, "RA", 9)
    entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
    entries.enter(record_id=record.pk, entry=TurnEnded(), user=user, key=uuid.uuid4())
    record.refresh_from_db()
    standing: list[SheetEntry] = []
    line = record.head
    while line is not None:
        standing.insert(0, line)
        line = line.base
    sheet = rules.decode(rules.Sheet, record.initial)
    for entry in standing:
        sheet = rules.evolve_all(record.unit.design, sheet, entry.happened)
    assert sheet == record.sheet
    assert [entry.number for entry in standing] == [1, 2, 5]


def test_what_the_rules_refuse_leaves_no_trace(record: RecordSheet, user: User) -> None:
    with pytest.raises(Refused) as refused:
        hit(record, user, "LT", 10_000)
    assert refused.value.code == "points-out-of-range"
    assert SheetEntry.objects.count() == 0
    assert RecordSheet.objects.get(pk=record.pk).version == 0


def test_a_roll_that_was_owed_once_is_stale_and_one_that_never_was_is_refused(record: RecordSheet, user: User) -> None:
    entries.enter(record_id=record.pk, entry=CriticalCheck("LT"), user=user, key=uuid.uuid4())
    entries.enter(record_id=record.pk, entry=Rolled(1, (1, 2)), user=user, key=uuid.uuid4())
    with pytest.raises(Stale):
        entries.enter(record_id=record.pk, entry=Rolled(1, (1, 2)), user=user, key=uuid.uuid4())
    with pytest.raises(Refused) as never:
        entries.enter(record_id=record.pk, entry=Rolled(8, (1, 2)), user=user, key=uuid.uuid4())
    assert never.value.status == 422


def test_one_action_on_several_sheets_applies_on_all_or_none(record: RecordSheet, user: User) -> None:
    other = factory.make_sheet(user)
    with pytest.raises(Refused):
        entries.enter_on_all(steps=[(record.pk, Hit("LT", 3)), (other.pk, Hit("LT", -3))], user=user, key=uuid.uuid4())
    assert SheetEntry.objects.count() == 0
    entries.enter_on_all(steps=[(record.pk, Hit("LT", 3)), (other.pk, Hit("LT", 3))], user=user, key=uuid.uuid4())
    assert (armour(record), armour(other)) == (13, 13)


def test_an_action_on_several_sheets_is_undone_on_all(record: RecordSheet, user: User) -> None:
    other = factory.make_sheet(user)
    entries.enter_on_all(steps=[(record.pk, Hit("LT", 3)), (other.pk, Hit("LT", 3))], user=user, key=uuid.uuid4())
    entries.undo(record_id=other.pk, user=user, key=uuid.uuid4())
    assert (armour(record), armour(other)) == (16, 16)
    entries.redo(record_id=record.pk, user=user, key=uuid.uuid4())
    assert (armour(record), armour(other)) == (13, 13)


def test_undo_of_a_batch_is_refused_when_the_other_sheet_has_moved_on(record: RecordSheet, user: User) -> None:
    other = factory.make_sheet(user)
    entries.enter_on_all(steps=[(record.pk, Hit("LT", 3)), (other.pk, Hit("LT", 3))], user=user, key=uuid.uuid4())
    hit(other, user, "RA", 2)
    with pytest.raises(Refused) as refused:
        entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
    assert refused.value.code == "other-sheet-has-moved-on"
    assert refused.value.params["sheet"] == other.name
    assert armour(record) == 13


def test_the_app_throws_again_what_has_to_be_thrown_again(
    record: RecordSheet, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries.enter(record_id=record.pk, entry=CriticalCheck("LT"), user=user, key=uuid.uuid4())
    entries.enter(record_id=record.pk, entry=Rolled(1, (4, 4)), user=user, key=uuid.uuid4())
    faces = iter([5, 6, 4, 6, 1, 2])  # twice an empty line of the left torso, then a heat sink
    monkeypatch.setattr(dice._SYSTEM, "randint", lambda _low, _high: next(faces))
    applied = dice.roll_for_me(record_id=record.pk, roll=2, user=user, key=uuid.uuid4())
    assert applied.line.entry == Rolled(2, (1, 2), by_app=True)
    assert RecordSheet.objects.get(pk=record.pk).sheet.hits["LT"] == (1,)


def test_the_app_throws_once_for_one_key(record: RecordSheet, user: User) -> None:
    entries.enter(record_id=record.pk, entry=CriticalCheck("LT"), user=user, key=uuid.uuid4())
    key = uuid.uuid4()
    first = dice.roll_for_me(record_id=record.pk, roll=1, user=user, key=key)
    second = dice.roll_for_me(record_id=record.pk, roll=1, user=user, key=key)
    assert second.repeated
    assert first.line == second.line


def test_the_app_gives_up_in_words_when_no_throw_counts(
    record: RecordSheet, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries.enter(record_id=record.pk, entry=CriticalCheck("LT"), user=user, key=uuid.uuid4())
    entries.enter(record_id=record.pk, entry=Rolled(1, (4, 4)), user=user, key=uuid.uuid4())
    monkeypatch.setattr(dice._SYSTEM, "randint", lambda _low, _high: 6)
    with pytest.raises(Refused) as refused:
        dice.roll_for_me(record_id=record.pk, roll=2, user=user, key=uuid.uuid4())
    assert refused.value.code == "no-lucky-roll"


def test_a_skill_set_by_hand_is_undone_like_any_correction(record: RecordSheet, user: User) -> None:
    entries.enter(record_id=record.pk, entry=Corrected("gunnery:0", 2), user=user, key=uuid.uuid4())
    assert RecordSheet.objects.get(pk=record.pk).sheet.crew[0].gunnery == 2
    entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
    assert RecordSheet.objects.get(pk=record.pk).sheet.crew[0].gunnery == 4
    with pytest.raises(Refused):
        entries.enter(record_id=record.pk, entry=Corrected("piloting:0", 9), user=user, key=uuid.uuid4())

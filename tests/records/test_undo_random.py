"""Undo equals never: random entries taken back one by one leave the sheet as it was before each."""

from __future__ import annotations

import uuid
from random import Random

import pytest

from records.errors import Refused
from records.models import RecordSheet
from records.rules import Entry, Sheet, decode, encode
from records.rules import entries as n
from records.services import entries
from tests import factory

pytestmark = pytest.mark.django_db
MADE = 40


def _something(sheet: Sheet, chance: Random) -> Entry:
    if sheet.owed and chance.random() < 0.8:
        owed = chance.choice(sheet.owed)
        return n.Rolled(owed.id, tuple(chance.randint(1, 6) for _ in range(owed.dice)))
    place = chance.choice(("HD", "CT", "RT", "LT", "RA", "LA", "RL", "LL"))
    return chance.choice((
        n.Hit(place, chance.randint(1, 20), through_armour=chance.random() < 0.3),
        n.CriticalCheck(place),
        n.HeatAdded(chance.randint(1, 20)),
        n.Moved("ran", chance.randint(0, 6)),
        n.FellDown(0),
        n.PilotHit(0, 1),
        n.PhaseEnded(sheet.phase),
        n.TurnEnded(),
        n.Corrected("heat", chance.randint(0, 30)),
    ))  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_every_entry_taken_back_is_as_if_it_had_never_been(seed: int) -> None:
    user, chance = factory.make_user(), Random(seed)
    record = factory.make_sheet(user)
    stood = []
    while len(stood) < MADE:
        before = RecordSheet.objects.get(pk=record.pk).sheet
        try:
            entries.enter(record_id=record.pk, entry=_something(before, chance), user=user, key=uuid.uuid4())
        except Refused:
            if before.destroyed:
                break
            continue
        stood.append(before)
    assert len(stood) > 5
    for before in reversed(stood):
        entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
        now = RecordSheet.objects.get(pk=record.pk).sheet
        assert now == before
        assert decode(Sheet, encode(now)) == before

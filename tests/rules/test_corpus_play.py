"""Real 'Mechs played at random with a fixed seed: nothing raises, nothing is impossible, the log replays."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from records.formats.mtf import read_mtf
from records.rules import Entry, Outcome, Sheet, Unit, decode, encode, enter, evolve_all, fresh_sheet
from records.rules import entries as n
from records.rules.events import Event
from tests.shared import SHARED, needs_shared

from .test_properties import _sound

EVERY = 12
ENTRIES = 60


def _next(unit: Unit, sheet: Sheet, chance: Random) -> Entry:
    """An answer while something is owed, else mostly hits, and what else happens in a turn."""
    if sheet.owed:
        owed = chance.choice(sheet.owed)
        count = owed.dice + int(bool(owed.about.get("leg-die")))
        return n.Rolled(owed.id, tuple(chance.randint(1, 6) for _ in range(count)))
    kinds = ("", "ballistic", "energy", "missile", "physical")
    place = chance.choice(unit.locations)
    options: list[Entry] = [
        n.Hit(place, chance.randint(1, 25), through_armour=chance.random() < 0.1, kind=chance.choice(kinds)),
        n.Hit(place, chance.randint(1, 12)),
        n.CriticalCheck(place),
        n.Fired(tuple(n.Shot(mount) for mount in unit.weapons)),
        n.Moved(chance.choice(("walked", "ran", "jumped")), chance.randint(0, 6)),
        n.HeatAdded(chance.randint(1, 15)),
        n.FellDown(chance.randint(0, 2)),
        n.StandUp(),
        n.PhaseEnded(sheet.phase),
        n.TurnEnded(),
    ]
    return chance.choice(options)


@needs_shared
@pytest.mark.shared
def test_real_mechs_are_played_to_pieces_without_a_fault() -> None:
    files: list[Path] = sorted((SHARED / "corpus" / "meks").rglob("*.mtf"))[::EVERY]
    chance, wrecks = Random(12), 0
    for file in files:
        unit = read_mtf(file.read_bytes())
        start = sheet = fresh_sheet(unit)
        events: list[Event] = []
        for _ in range(ENTRIES):
            outcome = enter(unit, sheet, _next(unit, sheet, chance))
            if isinstance(outcome, Outcome):
                sheet, events = outcome.sheet, [*events, *outcome.events]
        assert evolve_all(unit, start, events) == sheet, file.name
        assert decode(Sheet, encode(sheet)) == sheet, file.name
        _sound(unit, sheet)
        wrecks += bool(sheet.destroyed)
    assert len(files) // 20 < wrecks < len(files)

"""Corrections: any box set by hand, validated; switches and counters."""

from __future__ import annotations

import pytest

from records.rules.entries import Corrected, CounterUsed, CriticalCheck, StateSwitched, TurnEnded
from records.rules.events import BoxCorrected

from .notation import Table, machine

DRAWING = "RT 18+5/12 | Medium Laser | AC/5 Ammo=20"


@pytest.mark.parametrize(
    ("box", "value", "after"),
    [
        ("armour:RT", 3, "RT 3+5/12"), ("rear:CT", 0, "CT 20+0/16"), ("structure:LL", 1, "LL 18/1"),
        ("slot:RT:0", 1, "RT[1]"), ("pilot:0", 3, "pilot 3"), ("pilot:0", 6, "pilot 6, pilot dead"),
        ("conscious:0", 0, "pilot out"), ("lost:RA", 1, "RA gone"), ("destroyed", 1, "destroyed: corrected"),
    ],
)  # fmt: skip
def test_a_box_is_set_by_hand(box: str, value: int, after: str) -> None:
    table = Table(machine(DRAWING)).enter(Corrected(box, value, "counted wrong"))
    assert str(table) == after
    assert table.told(BoxCorrected)[0].reason == "counted wrong"


@pytest.mark.parametrize(
    ("box", "value", "name"),
    [
        ("heat", 12, "heat"), ("turn", 4, "turn"), ("prone", 1, "prone"), ("shutdown", 1, "shutdown"),
        ("sinks-off", 2, "sinks_off"), ("ammo:0", 7, "ammo"), ("counter:edge-used", 2, "counters"),
    ],
)  # fmt: skip
def test_a_correction_changes_its_box_and_comes_back(box: str, value: int, name: str) -> None:
    table = Table(machine(DRAWING))
    before = getattr(table.sheet, name)
    table.enter(Corrected(box, value))
    assert getattr(table.sheet, name) != before
    table.enter(Corrected(box, table.told(BoxCorrected)[0].before))
    assert getattr(table.sheet, name) in (before, {"edge-used": 0})


def test_a_hit_line_is_made_whole_again() -> None:
    table = Table(machine(DRAWING)).critical("RT", 1).enter(Corrected("slot:RT:0", 0))
    assert str(table) == ""


def test_a_roll_owed_is_waived() -> None:
    table = Table(machine(DRAWING)).enter(CriticalCheck("RT"))
    assert table.enter(Corrected(f"owed:{table.sheet.owed[0].id}", 0)).waiting == ""


@pytest.mark.parametrize(
    ("box", "value", "code"),
    [
        ("armour:RT", -1, "value-out-of-range"), ("armour:RT", 19, "value-out-of-range"),
        ("rear:RA", 0, "rear-only-on-torsos"), ("armour:XX", 1, "no-such-location"),
        ("structure:RT", 12, "nothing-changes"),
        ("slot:RT:5", 1, "no-such-slot"), ("slot:RT:12", 1, "no-such-box"), ("slot:RT", 1, "no-such-box"),
        ("slot:RT:-1", 1, "no-such-box"), ("ammo:1", 1, "no-such-box"), ("ammo:x", 1, "no-such-box"),
        ("shots:0", 1, "no-such-box"), ("ammo:000000099", 1, "no-such-box"), ("shots", 1, "no-such-box"),
        ("ammo:0", 21, "value-out-of-range"), ("heat", 100, "value-out-of-range"), ("heat:RT", 1, "no-such-box"),
        ("pilot:1", 1, "no-such-box"), ("pilot", 1, "no-such-box"), ("prone", 2, "value-out-of-range"),
        ("owed:7", 0, "roll-not-owed"), ("nonsense", 1, "no-such-box"), ("", 1, "no-such-box"),
        ("turn", 0, "value-out-of-range"), ("ammo:" + "9" * 5000, 1, "no-such-box"),
    ],
)  # fmt: skip
def test_a_correction_that_cannot_be_is_refused_by_name(box: str, value: int, code: str) -> None:
    table = Table(machine(DRAWING))
    assert table.refused(Corrected(box, value)) == code
    assert str(table) == ""


def test_switches_and_counters() -> None:
    table = Table(machine()).enter(StateSwitched("stealth", True)).enter(CounterUsed("edge-used", 2))
    assert (table.sheet.states, table.sheet.counters) == ({"stealth": True}, {"edge-used": 2})
    assert table.refused(StateSwitched("stealth", True)) == "already-so"
    assert table.refused(StateSwitched("", True)) == "no-such-state"
    assert table.refused(CounterUsed("edge-used", 0)) == "uses-out-of-range"
    assert table.refused(CounterUsed("")) == "no-such-counter"


def test_who_is_marked_unconscious_by_hand_recovers_from_the_next_turn_on() -> None:
    table = Table(machine(), turn=3).enter(Corrected("conscious:0", 0)).enter(TurnEnded())
    assert (table.waiting, table.sheet.turn) == ("", 4)
    assert table.enter(TurnEnded()).waiting == "recovery"
    awake = Table(machine(), turn=3).enter(Corrected("conscious:0", 0)).enter(Corrected("conscious:0", 1))
    assert awake.sheet.crew[0] == Table(machine()).sheet.crew[0]

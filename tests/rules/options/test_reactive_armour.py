"""CL-reactive-armour-struck: a struck line of reactive armour may set off the armour of its location."""

from __future__ import annotations

import pytest

from records.rules import Unit
from records.rules import entries as n
from records.rules.events import RollDropped
from records.selectors import drawing
from tests.rules.notation import Table, machine


def reactive() -> Unit:
    return machine("RT 18+5/12 | IS Reactive | IS Reactive | Medium Laser", armour_type="Reactive")


def struck() -> Table:
    table = Table(reactive()).enter(n.CriticalCheck("RT")).roll("critical-check", 4, 4)
    return table.roll("critical-slot", 1, 1)


def test_a_critical_on_a_line_of_reactive_armour_marks_it_and_calls_for_2d6() -> None:
    table = struck()
    assert (str(table), table.waiting) == ("RT[1]", "reactive-armour RT")


@pytest.mark.parametrize(("dice", "marked"), [((1, 1), "RT 0+0/12, RT[1]"), ((1, 2), "RT[1]"), ((6, 6), "RT[1]")])
def test_on_a_2_all_armour_of_the_location_explodes_front_and_rear(dice: tuple[int, int], marked: str) -> None:
    table = struck().roll("reactive-armour", *dice)
    assert (str(table), table.waiting) == (marked, "")


def test_armour_that_explodes_counts_towards_the_roll_for_20_points() -> None:
    table = struck().roll("reactive-armour", 1, 1).enter(n.PhaseEnded("weapon"))
    assert [owed.cause for owed in table.sheet.owed] == ["damage-20"]


def test_without_armour_left_there_is_nothing_to_roll_for() -> None:
    table = Table(reactive(), armour={**reactive().armour, "RT": 0}, rear={"CT": 6, "RT": 0, "LT": 5})
    assert (str(table.critical("RT", 1)), table.waiting) == ("RT 0+0/12, RT[1]", "")


def test_the_roll_is_dropped_with_the_location() -> None:
    table = struck().hit("RT", 40)
    assert [(e.kind, e.reason) for e in table.told(RollDropped)] == [("reactive-armour", "nothing-left-to-hit")]


def test_lines_of_other_armour_are_rolled_again() -> None:
    table = Table(machine("RT 18+5/12 | IS Ferro-Fibrous | Medium Laser"))
    assert table.refused(n.CriticalHit("RT", 0)) == "slot-unhittable"


def test_the_page_offers_the_lines_that_the_rules_in_use_let_a_critical_hit() -> None:
    table = Table(reactive())
    slots = drawing.location_view(table.unit, table.sheet, "RT", table.ruleset).slots
    assert [slot.hittable for slot in slots[:3]] == [True, True, True]

"""Shields, modular armour, breaches and switches as the sheet's panels show them."""

from __future__ import annotations

from records import rules
from records.rules import entries as n
from records.selectors import drawing, numbers
from records.selectors.sheets import changed_panels
from tests.rules.notation import Table, machine

GEAR = """
RT 18+5/12 | ISModularArmor | Coolant Pod
RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | ISMediumShield x5
"""


def test_modules_and_shields_show_what_is_left_of_them() -> None:
    table = Table(machine(GEAR)).hit("RT", 4).hit("RA", 3)
    assert drawing.location_view(table.unit, table.sheet, "RT").outer == (("Modular Armor", 6, 10),)
    assert drawing.location_view(table.unit, table.sheet, "RA").outer == (("Shield (Medium)", 17, 18),)
    table.hit("RT", 6)
    assert drawing.location_view(table.unit, table.sheet, "RT").outer == (("Modular Armor", 0, 10),)


def test_only_the_location_hit_is_drawn_anew_when_a_module_takes_it() -> None:
    table = Table(machine(GEAR))
    before = table.sheet
    panels = changed_panels(table.unit, before, table.hit("RT", 4).sheet)
    assert [panel for panel in panels if panel.startswith("at-")] == ["at-RT"]


def test_a_breached_location_says_so() -> None:
    table = Table(machine(GEAR))
    before = table.sheet
    table.enter(n.Corrected("breached:LT", 1))
    assert drawing.location_view(table.unit, table.sheet, "LT").breached
    assert "at-LT" in changed_panels(table.unit, before, table.sheet)


def test_what_is_aboard_can_be_switched_as_long_as_it_is_there() -> None:
    table = Table(machine(GEAR))
    states = [state for state, _on in numbers.switches(table.unit, table.sheet)]
    assert states == ["coolant-pod", "right-shield-active", "right-shield-passive"]
    table.critical("RT", 2)
    assert "coolant-pod" not in [state for state, _on in numbers.switches(table.unit, table.sheet)]


def test_a_plain_mech_has_nothing_to_switch() -> None:
    unit = machine()
    assert numbers.switches(unit, rules.fresh_sheet(unit)) == []

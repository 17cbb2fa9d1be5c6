"""Shields and modular armour: what stands before the armour of a location (TacOps)."""

from __future__ import annotations

import pytest

from records.rules import entries as n
from records.rules.classic import attacks, outer
from records.rules.events import ModularArmourLost, ShieldStruck

from .notation import Table, machine

MODULE = "RT 18+5/12 | ISModularArmor | Medium Laser"
SHIELD = "RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | ISLargeShield x7"


def test_modular_armour_takes_ten_points_of_its_location_before_the_armour() -> None:
    table = Table(machine(MODULE)).hit("RT", 4)
    assert str(table) == ""
    table.hit("RT", 8)
    assert str(table) == "RT 16+5/12, RT[1]"
    assert [event.points for event in table.told(ModularArmourLost)] == [4, 6]


def test_damage_taken_by_modular_armour_counts_towards_the_twenty() -> None:
    assert Table(machine(MODULE)).hit("RT", 12).sheet.damage_this_phase == 12


def test_a_two_that_modular_armour_stops_owes_no_critical_check() -> None:
    assert Table(machine(MODULE)).hit("RT", 10, through_armour=True).waiting == ""
    assert Table(machine(MODULE)).hit("RT", 11, through_armour=True).waiting == "critical-check RT"


def test_modular_armour_in_front_does_not_help_from_behind_nor_elsewhere() -> None:
    assert str(Table(machine(MODULE)).hit("RT", 3, rear=True)) == "RT 18+2/12"
    assert str(Table(machine(MODULE)).hit("RA", 3)) == "RA 11/8"


def test_a_critical_on_modular_armour_ends_it() -> None:
    assert str(Table(machine(MODULE)).critical("RT", 1).hit("RT", 3)) == "RT 15+5/12, RT[1]"


def test_used_modular_armour_gives_its_movement_back_when_the_phase_is_over() -> None:
    table = Table(machine(MODULE)).hit("RT", 10)
    table.enter(n.PhaseEnded("weapon"))
    from records.rules.classic.movement import walking

    assert walking(table.unit, table.sheet, table.ruleset).total == 6


def test_modular_damage_outlasts_the_battle() -> None:
    table = Table(machine(MODULE)).hit("RT", 4).enter(n.StoodDown())
    assert outer.modular_left(table.sheet, 0) == 6


def test_a_shield_held_by_its_arm_takes_seven_of_every_hit_on_that_arm() -> None:
    table = Table(machine(SHIELD)).hit("RA", 10).hit("RA", 5)
    assert str(table) == "RA 11/8"
    assert [event.points for event in table.told(ShieldStruck)] == [7, 5]
    assert outer.shield_left(table.unit, table.sheet, 0) == 23


@pytest.mark.parametrize(
    ("state", "location", "rear", "marked"),
    [
        ("", "RT", False, "RT 8+5/12"),
        ("right-shield-passive", "RT", False, "RT 15+5/12"),
        ("right-shield-passive", "CT", False, "CT 10+6/16"),
        ("right-shield-passive", "RT", True, "RT 18+0/7"),
        ("right-shield-active", "RT", True, "RT 18+2/12"),
        ("right-shield-passive", "RL", False, "RL 8/12"),
        ("right-shield-active", "RL", False, "RL 15/12"),
        ("right-shield-active", "CT", False, "CT 17+6/16"),
        ("right-shield-active", "CT", True, "CT 20+0/12"),
        ("right-shield-active", "HD", False, "HD 6/3, pilot 1"),
        ("right-shield-active", "LT", False, "LT 8+5/12"),
    ],
)
def test_a_shield_covers_what_it_is_held_before(state: str, location: str, rear: bool, marked: str) -> None:
    table = Table(machine(SHIELD), states={state: True} if state else {}).hit(location, 10, rear=rear)
    assert str(table) == marked


def test_a_shield_does_not_help_in_a_fall_nor_against_an_explosion_inside() -> None:
    assert str(Table(machine(SHIELD)).hit("RA", 5, kind="fall")) == "RA 9/8"
    table = Table(machine("RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | ISSmallShield x3 | Gauss Rifle x5"))
    table.critical("RA", 8)
    assert table.told(ShieldStruck) == []


def test_lines_and_actuators_hit_weaken_a_shield() -> None:
    table = Table(machine(SHIELD))
    assert outer.shield_absorbs(table.unit, table.sheet, 0) == 7
    table.critical("RA", 5).critical("RA", 3)
    assert outer.shield_absorbs(table.unit, table.sheet, 0) == 5
    table.critical("RA", 1)
    assert outer.shield_absorbs(table.unit, table.sheet, 0) == 3


def test_a_shield_is_held_one_way_at_a_time_and_only_where_there_is_one() -> None:
    table = Table(machine(SHIELD)).enter(n.StateSwitched("right-shield-passive", True))
    table.enter(n.StateSwitched("right-shield-active", True))
    assert [name for name, on in table.sheet.states.items() if on] == ["right-shield-active"]
    assert table.refused(n.StateSwitched("left-shield-active", True)) == "not-aboard"


def test_a_shut_down_mech_holds_no_shield_before_its_torso() -> None:
    table = Table(machine(SHIELD), states={"right-shield-active": True}, shutdown=True)
    assert str(table.hit("CT", 10)) == "CT 10+6/16"


ARMED = SHIELD + " | Medium Laser\nRT 18+5/12 | Medium Laser\nLT 18+5/12 | Medium Laser"


@pytest.mark.parametrize(
    ("state", "added"),
    [
        ("", {"RA": 1, "RT": 0, "LT": 0}),
        ("right-shield-passive", {"RA": 2, "RT": 2, "LT": 0}),
        ("right-shield-active", {"RA": None, "RT": None, "LT": 0}),
    ],
)
def test_a_shield_is_in_the_way_of_weapons_behind_it(state: str, added: dict[str, int | None]) -> None:
    unit = machine(ARMED)
    table = Table(unit, states={state: True} if state else {})
    found: dict[str, int | None] = {}
    for mount in unit.weapons:
        number = attacks.to_hit(unit, table.sheet, table.ruleset, mount, 1)
        found[unit.mounts[mount].location] = None if number.automatic else number.total - 4
    assert found == added

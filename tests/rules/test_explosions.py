"""Ammunition, Gauss weapons and the rest that goes off inside a 'Mech (TW, ammunition explosions; CASE)."""

from __future__ import annotations

import pytest

from records.rules import CrewMember, Ruleset, condition, equipment
from records.rules.classic import explosions
from records.rules.events import CaseHeld, Exploded

from .notation import Table, machine


def test_ammunition_hit_explodes_through_the_structure_and_inward() -> None:
    table = Table(machine("RT 18+5/12 | AC/5 Ammo=4")).critical("RT", 1)
    assert table.told(Exploded)[0].points == 20
    assert str(table) == "CT 20+6/8, RT gone, RT[1], RA gone, pilot 2"
    assert table.waiting == "consciousness, consciousness, critical-check RT, critical-check CT"


def test_rounds_of_a_rack_explode_with_all_their_missiles() -> None:
    table = Table(machine("RT 18+5/12 | SRM 6 Ammo=1")).critical("RT", 1)
    assert table.told(Exploded)[0].points == 12


def test_an_empty_bin_does_nothing() -> None:
    table = Table(machine("RT 18+5/12 | AC/5 Ammo=4"), ammo=(0,)).critical("RT", 1)
    assert (str(table), table.waiting) == ("RT[1]", "")


def test_gauss_ammunition_does_not_explode_and_is_lost() -> None:
    unit = machine("RT 18+5/12 | Gauss Ammo=8")
    table = Table(unit).critical("RT", 1)
    assert str(table) == "RT[1]"
    assert condition.rounds_in(unit, table.sheet, 0) == 0


def test_a_gauss_rifle_explodes_once() -> None:
    table = Table(machine("RT 18+5/30 | Gauss Rifle x7")).critical("RT", 2)
    assert str(table) == "RT 18+5/10, RT[2], pilot 2"
    assert str(table.critical("RT", 3)) == "RT 18+5/10, RT[2], RT[3], pilot 2"


@pytest.mark.parametrize("weapon", ["AC/10", "PPC", "Medium Laser"])
def test_weapons_that_go_off_only_under_a_condition_do_not(weapon: str) -> None:
    assert str(Table(machine(f"RT 18+5/12 | {weapon}")).critical("RT", 1)) == "RT[1]"


BIN_IN_THE_TORSO = "CT 20+6/16 | Engine x3 | Gyro x4 | Engine x3 | AC/5 Ammo=4"


@pytest.mark.parametrize(("options", "dead"), [((), True), (("-CL-centre-torso-bin-kills",), False)])
def test_a_bin_that_destroys_the_centre_torso_it_explodes_in_kills(options: tuple[str, ...], dead: bool) -> None:
    table = Table(machine(BIN_IN_THE_TORSO), Ruleset(options=options)).critical("CT", 11)
    assert "CT" in table.sheet.lost
    assert (table.sheet.crew[0].hits, table.sheet.crew[0].dead) == (2, dead)
    assert ("consciousness" in table.waiting) is not dead


def test_whoever_is_thrown_out_first_lives() -> None:
    table = Table(machine(BIN_IN_THE_TORSO), Ruleset(options=("CL-automatic-ejection",))).critical("CT", 11)
    assert (table.sheet.crew[0].ejected, table.sheet.crew[0].dead) == (True, False)


def test_a_bin_that_leaves_the_centre_torso_standing_kills_nobody() -> None:
    table = Table(machine(BIN_IN_THE_TORSO), ammo=(1,)).critical("CT", 11)
    assert (str(table), table.sheet.crew[0].dead) == ("CT 20+6/11, CT[11], pilot 2", False)


def test_case_keeps_an_explosion_in_its_location() -> None:
    table = Table(machine("RT 18+5/12 | AC/20 Ammo=5 | CASE")).critical("RT", 1)
    assert str(table) == "RT gone, RT[1], RA gone, pilot 2"
    assert [event.kind for event in table.told(CaseHeld)] == [1]


def test_case_in_the_torso_stops_what_comes_from_the_arm() -> None:
    unit = machine("RT 18+5/12 | CASE\nRA 14/8 | Shoulder | Upper Arm | AC/20 Ammo=5")
    assert str(Table(unit).critical("RA", 3)) == "RT gone, RA gone, RA[3], pilot 2"


def test_clan_chassis_have_case_where_they_carry_explosives() -> None:
    unit = machine("RT 18+5/12 | AC/20 Ammo=5", tech_base="Clan")
    assert str(Table(unit).critical("RT", 1)) == "RT gone, RT[1], RA gone, pilot 2"


def test_case_ii_lets_one_point_in_and_blows_out_the_rear_armour() -> None:
    table = Table(machine("RT 18+5/12 | AC/20 Ammo=5 | CASE II")).critical("RT", 1)
    assert str(table) == "RT 18+0/11, RT[1], pilot 2"
    assert table.waiting == "consciousness, consciousness, case-ii-critical RT"


def test_case_ii_blows_out_half_the_armour_of_a_limb() -> None:
    unit = machine("RA 15/8 | Shoulder | Upper Arm | AC/20 Ammo=5 | CASE II")
    assert str(Table(unit).critical("RA", 3)) == "RA 7/7, RA[3], pilot 2"


@pytest.mark.parametrize(("dice", "waiting"), [((4, 4), ""), ((4, 3), "critical-check RT")])
def test_case_ii_prevents_the_check_on_8(dice: tuple[int, int], waiting: str) -> None:
    table = Table(machine("RT 18+5/12 | AC/20 Ammo=5 | CASE II")).critical("RT", 1)
    table.roll("consciousness", 6, 6).roll("consciousness", 6, 6)
    assert table.roll("case-ii-critical", *dice).waiting == waiting


def test_ammunition_in_a_location_destroyed_by_the_same_damage_may_go_off() -> None:
    table = Table(machine("RA 14/8 | Shoulder | Upper Arm | AC/5 Ammo=2")).hit("RA", 22)
    table.roll("critical-check", 4, 4).roll("critical-slot", 1, 3)
    assert str(table) == "RT 18+5/2, RA gone, RA[3], pilot 2"


def test_both_bins_of_a_superheavys_double_slot_go_off() -> None:
    unit = machine("RT 40+5/60 | AC/5 Ammo=2 & AC/5 Ammo", tons=120)
    table = Table(unit, ammo=(2, 3)).critical("RT", 1)
    assert [event.points for event in table.told(Exploded)] == [10, 15]
    assert table.sheet.ammo == (0, 0)


def test_an_explosion_wounds_only_the_one_who_drives() -> None:
    unit = machine("RT 18+5/60 | AC/5 Ammo=2", crew_size=3)
    assert str(Table(unit).critical("RT", 1)) == "RT 18+5/50, RT[1], seat 1 2"


def test_an_explosion_that_kills_the_mechwarrior_destroys_the_mech() -> None:
    unit = machine("RT 18+5/60 | AC/5 Ammo=2")
    table = Table(unit, crew=(CrewMember(hits=4),)).critical("RT", 1)
    assert str(table) == "RT 18+5/50, RT[1], pilot 6, pilot dead, destroyed: pilot-dead"


def test_automatic_ejection_throws_the_crew_out_when_the_option_is_on() -> None:
    unit = machine("RT 18+5/60 | AC/5 Ammo=2")
    table = Table(unit, Ruleset(options=("CL-automatic-ejection",))).critical("RT", 1)
    assert str(table) == "RT 18+5/50, RT[1], pilot ejected, destroyed: abandoned"


def test_by_another_reading_case_ii_spares_the_mechwarrior_one_wound() -> None:
    unit = machine("RT 18+5/12 | AC/20 Ammo=5 | CASE II")
    assert (
        str(Table(unit, Ruleset(options=("CL-case-ii-one-wound",))).critical("RT", 1)) == "RT 18+0/11, RT[1], pilot 1"
    )


@pytest.mark.parametrize(
    ("item", "points"),
    [
        ("Prototype Improved Jump Jet", 10),
        ("RISC Emergency Coolant System", 5),
        ("RISC Laser Pulse Module", 2),
        ("TSEMP Cannon", 10),
        ("PPC Capacitor", 0),
    ],
)
def test_other_explosive_equipment_goes_off_with_its_own_points(item: str, points: int) -> None:
    found = equipment.by_name(item)
    assert found is not None
    assert explosions.points_of(found) == points

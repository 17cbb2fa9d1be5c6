"""Damage groups: armour, structure, inward, and what goes with a location that is lost (TW, damage)."""

from __future__ import annotations

import pytest

from records.rules import Ruleset
from records.rules.entries import Corrected, Hit
from records.rules.events import DamageChanged, DamageWasted, MachineDestroyed
from records.rules.unit import Engine

from .notation import Table, machine


def test_a_hit_marks_armour_of_its_location() -> None:
    assert str(Table(machine()).hit("RT", 5)) == "RT 13+5/12"


def test_a_hit_from_behind_marks_rear_armour() -> None:
    assert str(Table(machine()).hit("CT", 4, rear=True)) == "CT 20+2/16"


def test_damage_that_armour_cannot_take_marks_structure_and_owes_a_critical_check() -> None:
    table = Table(machine()).hit("RT", 20)
    assert str(table) == "RT 0+5/10"
    assert table.waiting == "critical-check RT"


def test_a_hit_that_takes_the_last_armour_owes_no_check() -> None:
    table = Table(machine()).hit("RT", 18)
    assert (str(table), table.waiting) == ("RT 0+5/12", "")


def test_through_armour_owes_a_check_besides() -> None:
    table = Table(machine()).hit("CT", 5, through_armour=True)
    assert (str(table), table.waiting) == ("CT 15+6/16", "critical-check CT")


def test_through_armour_that_reaches_structure_owes_two_checks() -> None:
    assert Table(machine()).hit("RT", 20, through_armour=True).waiting == "critical-check RT, critical-check RT"


@pytest.mark.parametrize(
    ("location", "inward"), [("RA", "RT"), ("LA", "LT"), ("RL", "RT"), ("LL", "LT"), ("RT", "CT"), ("LT", "CT")]
)
def test_damage_a_location_cannot_take_goes_to_the_armour_of_the_next_inward(location: str, inward: str) -> None:
    unit = machine()
    table = Table(unit).hit(location, unit.armour[location] + unit.structure[location] + 3)
    assert location in table.sheet.lost
    assert table.sheet.armour[inward] == unit.armour[inward] - 3


def test_damage_from_behind_goes_inward_to_rear_armour() -> None:
    assert str(Table(machine()).hit("RT", 19, rear=True)) == "CT 20+4/16, RT gone, RA gone"


def test_an_arm_hit_from_behind_passes_the_rest_to_the_rear_of_the_torso() -> None:
    assert str(Table(machine()).hit("RA", 24, rear=True)) == "RT 18+3/12, RA gone"


def test_a_location_already_gone_passes_everything_inward() -> None:
    table = Table(machine()).hit("RA", 22).hit("RA", 7)
    assert str(table) == "RT 11+5/12, RA gone"


def test_a_lost_side_torso_takes_its_arm_along() -> None:
    table = Table(machine()).hit("LT", 30)
    assert str(table) == "LT gone, LA gone"
    assert table.sheet.lost == {"LA": "blown off", "LT": "destroyed"}


def test_a_quads_front_leg_goes_with_its_side_torso_unless_the_option_is_off() -> None:
    quad = machine(config="Quad")
    assert str(Table(quad).hit("RT", 30)) == "RT gone, FRL gone"
    assert str(Table(quad, Ruleset(options=("-CL-quad-front-leg-with-torso",))).hit("RT", 30)) == "RT gone"


def test_a_quads_legs_pass_damage_to_the_side_torso() -> None:
    assert str(Table(machine(config="Quad")).hit("RRL", 33)) == "RT 15+5/12, RRL gone"


def test_a_lost_leg_is_an_automatic_fall_at_the_end_of_the_phase() -> None:
    table = Table(machine()).hit("RL", 30)
    assert [(t.modifier.reason, t.automatic) for t in table.sheet.triggers] == [("leg-lost", True)]


def test_a_prone_mech_that_loses_a_leg_does_not_fall_again() -> None:
    assert Table(machine(), prone=True).hit("RL", 30).sheet.triggers == ()


def test_a_lost_center_torso_destroys_the_mech() -> None:
    table = Table(machine()).hit("CT", 40)
    assert str(table) == "CT gone, destroyed: damage"
    assert table.told(DamageWasted)[0].points == 4


def test_a_lost_head_kills_the_mechwarrior() -> None:
    assert str(Table(machine()).hit("HD", 12)) == "HD gone, pilot 1, pilot dead, destroyed: pilot-dead"


def test_a_lost_head_leaves_the_mechwarrior_of_a_torso_mounted_cockpit_alive() -> None:
    unit = machine("CT 20+6/16 | Engine x3 | Gyro x4 | Engine x3 | Cockpit | Sensors", cockpit="Torso-Mounted Cockpit")
    assert str(Table(unit).hit("HD", 15)) == "HD gone"


def test_every_damage_group_on_the_head_wounds_the_mechwarrior() -> None:
    table = Table(machine()).hit("HD", 1).hit("HD", 2)
    assert str(table) == "HD 6/3, pilot 2"
    assert table.waiting == "consciousness, consciousness"


def test_engine_lines_of_a_lost_side_torso_count_as_hits() -> None:
    unit = machine("RT 18+5/12 | Engine x3", engine=Engine(250, "XL"))
    assert str(Table(unit).hit("RT", 30)) == "RT gone, RA gone, destroyed: engine"
    unit = machine("RT 18+5/12 | Engine x2", engine=Engine(250, "Light"))
    assert str(Table(unit).hit("RT", 30)) == "RT gone, RA gone"


def test_points_marked_are_counted_for_the_20_damage_roll() -> None:
    assert Table(machine()).hit("RT", 12).hit("LA", 30).sheet.damage_this_phase == 42


# --- armour and structure that change damage -----------------------------------------------------------------------


def test_ferro_lamellor_takes_a_fifth_off_the_whole_group() -> None:
    unit = machine(armour_type="Ferro-Lamellor")
    assert str(Table(unit).hit("RT", 9)) == "RT 11+5/12"
    assert str(Table(unit).hit("HD", 1, through_armour=True)) == ""  # of one point nothing is left, not even a wound


def test_hardened_armour_takes_two_points_for_each_of_its_own_and_remembers_half_a_point() -> None:
    table = Table(machine(armour_type="Hardened")).hit("RT", 3)
    assert (str(table), table.sheet.half) == ("RT 17+5/12", ("RT",))
    table.hit("RT", 1)
    assert (str(table), table.sheet.half) == ("RT 16+5/12", ())


def test_hardened_armour_that_stops_a_through_armour_hit_takes_2_off_the_check() -> None:
    table = Table(machine(armour_type="Hardened")).hit("RT", 6, through_armour=True)
    target = table.owed("critical-check").target
    assert target is not None and target.total == -2


@pytest.mark.parametrize(
    ("kind_of_armour", "kind", "points", "left"),
    [
        ("Reactive", "missile", 5, 16), ("Reactive", "ballistic", 5, 13), ("Reflective", "energy", 5, 16),
        ("Reflective", "physical", 5, 8), ("Ballistic-Reinforced", "ballistic", 7, 15),
        ("Ballistic-Reinforced", "energy", 7, 11), ("Impact-Resistant", "physical", 7, 14),
        ("Impact-Resistant", "fall", 1, 17), ("Standard", "energy", 5, 13), ("Reactive", "missile", 1, 17),
    ],
)  # fmt: skip
def test_armour_of_a_special_kind_changes_the_damage_it_is_made_against(
    kind_of_armour: str, kind: str, points: int, left: int
) -> None:
    table = Table(machine(armour_type=kind_of_armour)).hit("RT", points, kind=kind)
    assert table.sheet.armour["RT"] == left


def test_half_points_of_hardened_armour_add_up_under_physical_attacks_and_falls() -> None:
    table = Table(machine(armour_type="Hardened")).hit("RT", 3, kind="physical")
    assert (table.sheet.armour["RT"], table.sheet.half) == (17, ("RT",))
    table.hit("RT", 4, kind="physical")
    assert (table.sheet.armour["RT"], table.sheet.half) == (15, ("RT",))
    table.hit("RT", 5, kind="fall")
    assert (table.sheet.armour["RT"], table.sheet.half) == (12, ())
    table.hit("RT", 1, kind="physical", rear=True)
    assert (table.sheet.rear["RT"], table.sheet.half) == (5, ("RTR",))
    table.hit("RT", 9, kind="physical", rear=True)
    assert (table.sheet.rear["RT"], table.sheet.structure["RT"], table.sheet.half) == (0, 12, ())
    assert table.sheet.damage_this_phase == 6 + 5


@pytest.mark.parametrize(
    ("fields", "kind", "points", "counted"),
    [
        ({"armour_type": "Hardened"}, "ballistic", 40, 18 + 4),  # 36 points on 18 of armour, 4 on the structure
        ({"armour_type": "Hardened"}, "physical", 7, 3),  # and half a point that is still there
        ({"armour_type": "Reactive"}, "missile", 12, 6),
        ({"armour_type": "Reflective"}, "energy", 12, 6),
        ({"armour_type": "Reflective"}, "physical", 5, 10),
        ({"armour_type": "Ballistic-Reinforced"}, "ballistic", 13, 6),
        ({"armour_type": "Impact-Resistant"}, "physical", 12, 8),
        ({"armour_type": "Ferro-Lamellor"}, "ballistic", 11, 8),
        ({"structure_type": "Reinforced"}, "ballistic", 23, 18 + 3),
        ({"structure_type": "Composite"}, "ballistic", 20, 18 + 4),
    ],
)
def test_the_20_point_count_holds_the_points_marked_off_the_sheet(
    fields: dict[str, str], kind: str, points: int, counted: int
) -> None:
    assert Table(machine(**fields)).hit("RT", points, kind=kind).sheet.damage_this_phase == counted


def test_halved_damage_stays_halved_when_it_goes_inside() -> None:
    assert str(Table(machine(armour_type="Reactive")).hit("RT", 40, kind="missile")) == "RT 0+5/10"


def test_reinforced_structure_takes_half_the_damage_rounded_up() -> None:
    table = Table(machine(structure_type="Reinforced")).hit("RT", 23)
    assert str(table) == "RT 0+5/9"
    assert [e.reason for e in table.told(DamageChanged)] == ["reinforced-structure"]


def test_what_reinforced_structure_cannot_take_goes_on_in_full_points() -> None:
    assert str(Table(machine(structure_type="Reinforced")).hit("RT", 18 + 24 + 5)) == "CT 15+6/16, RT gone, RA gone"


def test_composite_structure_takes_double_damage() -> None:
    assert str(Table(machine(structure_type="Composite")).hit("RT", 21)) == "RT 0+5/6"


def test_commercial_armour_owes_a_check_for_damage_above_its_rating() -> None:
    unit = machine(armour_type="Commercial", structure_type="Industrial")
    assert Table(unit).hit("RT", 5).waiting == ""
    table = Table(unit).hit("RT", 6)
    target = table.owed("critical-check").target
    assert target is not None and [m.reason for m in target.modifiers] == ["industrial"]


# --- refused -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Hit("XX", 5), "no-such-location"), (Hit("FRL", 5), "no-such-location"), (Hit("RT", 0), "points-out-of-range"),
        (Hit("RT", -3), "points-out-of-range"), (Hit("RT", 10_000), "points-out-of-range"),
    ],
)  # fmt: skip
def test_a_hit_that_cannot_have_happened_is_refused_by_name(entry: Hit, code: str) -> None:
    table = Table(machine())
    assert table.refused(entry) == code
    assert str(table) == ""


def test_a_destroyed_mech_takes_no_more_hits_until_it_is_corrected() -> None:
    table = Table(machine()).hit("CT", 40)
    assert table.refused(Hit("RT", 5)) == "destroyed"
    table.enter(Corrected("destroyed", 0, "it was the other one")).hit("RT", 5)
    assert len(table.told(MachineDestroyed)) == 1


def test_a_check_says_whether_the_structure_or_a_shot_through_the_armour_calls_for_it() -> None:
    checks = [owed.cause for owed in Table(machine()).hit("RT", 20, through_armour=True).sheet.owed]
    assert checks == ["damage", "through-armour"]

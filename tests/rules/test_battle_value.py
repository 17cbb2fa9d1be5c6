"""Battle value: every design of the reference, published values, and the steps that explain them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from records.rules import BattleValue, Unit, battle_value, cost, with_crew
from records.rules.classic.battle_value import reckon, skill_factor
from records.rules.tables import BadTable
from records.rules.tables.worth import battle_values, check_battle_values
from records.rules.unit import Slot
from records.rules.worth import Step, fold
from tests.rules.worth_corpus import corpus, exceptions, starter
from tests.rules.worth_designs import design, designs
from tests.shared import needs_shared

#: As published for gunnery 4 and piloting 5.
PUBLISHED = {
    "Locust LCT-1V": 432, "Wasp WSP-1A": 384, "Stinger STG-3R": 359, "Commando COM-2D": 541, "Spider SDR-5V": 622,
    "UrbanMech UM-R60": 504, "Jenner JR7-D": 875, "Panther PNT-9R": 769, "Hunchback HBK-4G": 1041,
    "Phoenix Hawk PXH-1": 1041, "Griffin GRF-1N": 1272, "Wolverine WVR-6R": 1101, "Shadow Hawk SHD-2H": 1064,
    "Rifleman RFL-3N": 1039, "Archer ARC-2R": 1477, "Marauder MAD-3R": 1363, "Warhammer WHM-6R": 1299,
    "Awesome AWS-8Q": 1605, "Stalker STK-3F": 1559, "Atlas AS7-D": 1897, "Goliath GOL-1H": 1449,
    "Mad Cat (Timber Wolf) Prime": 2737, "Daishi (Dire Wolf) Prime": 2712, "Vulture (Mad Dog) Prime": 2351,
}  # fmt: skip


def steps(worth: BattleValue, reason: str) -> list[Step]:
    return [step for step in (*worth.defensive, *worth.offensive, *worth.whole) if step.reason == reason]


def one(worth: BattleValue, reason: str) -> float:
    (step,) = steps(worth, reason)
    return step.value


@needs_shared
@pytest.mark.shared
def test_battle_value_of_745_designs_is_the_expected_one() -> None:
    wrong = {
        path: (battle_value(unit).total, row["bv"])
        for path, (unit, row) in corpus().items()
        if battle_value(unit).total != row["bv"]
    }
    assert {path: found for path, found in wrong.items() if path not in exceptions("battle_value")} == {}
    assert exceptions("battle_value").keys() == wrong.keys()


@needs_shared
@pytest.mark.shared
def test_where_battle_value_differs_it_is_left_open_and_says_what_is_not_known() -> None:
    for path in exceptions("battle_value"):
        worth = battle_value(corpus()[path][0])
        assert worth.total is None
        assert worth.unknown


@pytest.mark.parametrize(("name", "value"), PUBLISHED.items(), ids=list(PUBLISHED))
def test_battle_value_is_the_published_one(name: str, value: int) -> None:
    assert battle_value(starter()[name]).total == value


def test_the_parts_of_a_battle_value_are_explained() -> None:
    worth = battle_value(starter()["Archer ARC-2R"])
    assert one(worth, "armour") == 208 * 2.5
    assert one(worth, "structure") == 107 * 1.5
    assert one(worth, "gyro") == 35
    assert one(worth, "target-movement") == 1.2
    assert [(s.about, s.count, s.value) for s in steps(worth, "explosive")] == [("LRM 20 Ammo", 4, -60)]
    assert one(worth, "speed") == 1.12
    assert [(s.count, s.value) for s in steps(worth, "weapon-hot")] == [(1, 23), (2, 23)]
    assert round(worth.defence + worth.offence) == worth.total == 1477


def test_a_crew_multiplies_battle_value_by_its_skills() -> None:
    assert with_crew(1477, 4, 5) == 1477
    assert with_crew(1477, 3, 4) == 1950
    assert with_crew(1477, 2, 3) == 2481
    assert with_crew(1000, 5, 6) == 860
    assert skill_factor(-1, 9) == skill_factor(0, 8) == 1.5
    assert skill_factor(8, 8) == 0.64


VALUED = {name: row for name, row in designs().items() if "value" in row}


@pytest.mark.parametrize("name", VALUED, ids=[f"{name}: {row['shows']}" for name, row in VALUED.items()])
def test_a_design_counts_what_the_rule_that_it_shows_makes_of_it(name: str) -> None:
    assert battle_value(design(name)).total == VALUED[name]["value"]


def test_a_mace_counts_twice_with_triple_strength_myomer_and_a_claw_does_not() -> None:
    found = {step.about: step.value for step in steps(battle_value(design("Cudgel CDG-2A")), "offensive-equipment")}
    assert found == {"Mace": 40, "Claw": pytest.approx(12 * 1.275)}


def test_a_blue_shield_adds_to_armour_and_to_structure_before_the_engine() -> None:
    worth = battle_value(design("Quasimodo QSM-3D"))
    assert one(worth, "armour") == pytest.approx(184 * 2.5 * 1.2)
    assert one(worth, "structure") == pytest.approx(91 * 1.5 * 1.2 * 0.5)
    assert one(worth, "explosive") == -7


def test_an_extended_fuel_tank_takes_as_much_off_as_ammunition() -> None:
    assert one(battle_value(design("Sokuryou SKU-181")), "explosive") == -15


def test_a_targeting_computer_does_not_decide_which_side_is_the_weaker() -> None:
    worth = battle_value(design("Quickdraw QKD-5Mr"))
    assert [(s.about, s.value) for s in steps(worth, "weapon-rear")] == [("Medium Laser", 2 * 46 * 1.25 / 2)]


def test_what_bursts_in_an_arm_is_vented_by_case_ii_in_the_torso_beside_it() -> None:
    mad_cat = design("Mad Cat Mk IV B")
    assert steps(battle_value(mad_cat), "explosive") == []
    bare = tuple(mount for mount in mad_cat.mounts if mount.item != "CLCASEII")
    without = {step.about: step.value for step in steps(reckon(replace(mad_cat, mounts=bare)), "explosive")}
    assert without == {"HAG/30": -8, "Standard ATM/9 Ammo": -30}


def test_what_found_no_room_is_not_aboard_and_leaves_nothing_open() -> None:
    archer = starter()["Archer ARC-2R"]
    left_over = ("Medium Laser (omnipod)", "Foot Actuator", "IS Ammo LRM-20 (R) (armored)")
    worth = reckon(replace(archer, unknown=left_over))
    assert (worth.unknown, worth.total) == ((), 1477)


def test_a_name_in_a_slot_that_no_file_may_use_stays_unknown() -> None:
    archer = starter()["Archer ARC-2R"]
    slots = {**archer.slots, "RA": (*archer.slots["RA"][:-1], Slot("ER Large Laser [Clan]"))}
    worth = reckon(replace(archer, slots=slots, unknown=("ER Large Laser [Clan]",)))
    assert (worth.unknown, worth.total) == (("ER Large Laser [Clan]",), None)


@pytest.mark.parametrize("name", ["Ejection Seat", "Command Console", "CC Sensors", "Dual Cockpit"])
def test_seats_and_consoles_have_no_battle_value_under_any_name(name: str) -> None:
    assert reckon(replace(starter()["Archer ARC-2R"], unknown=(name,))).total == 1477


def test_equipment_that_nobody_knows_leaves_battle_value_open() -> None:
    unit = replace(starter()["Archer ARC-2R"], unknown=("Gravity Gun",))
    assert battle_value(unit).total is None
    assert battle_value(unit).unknown == ("Gravity Gun",)


def test_a_frame_that_nobody_knows_leaves_battle_value_open() -> None:
    archer = starter()["Archer ARC-2R"]
    assert battle_value(replace(archer, armour_type="Glass")).unknown == ("Glass",)
    assert battle_value(replace(archer, gyro="Bicycle Gyro")).total is None


def test_a_mech_without_an_engine_has_no_value() -> None:
    archer = starter()["Archer ARC-2R"]
    engineless = replace(archer, engine=replace(archer.engine, rating=0, type="None", name="0 (none)"))
    assert (battle_value(engineless).total, battle_value(engineless).unknown) == (None, ("0 (none) Engine",))
    assert (cost(engineless).total, cost(engineless).unknown) == (None, ("0 (none) Engine",))


def test_an_item_that_is_not_in_the_table_leaves_battle_value_open() -> None:
    archer = starter()["Archer ARC-2R"]
    mounts = (replace(archer.mounts[0], item="Gravity Gun"), *archer.mounts[1:])
    assert battle_value(replace(archer, mounts=mounts)).unknown == ("Gravity Gun",)


def test_skills_outside_the_table_and_broken_tables_are_told() -> None:
    tables = battle_values()
    with pytest.raises(BadTable, match="skill factors"):
        check_battle_values({**tables, "skills": tables["skills"][1:]})
    with pytest.raises(BadTable, match="fall with the skill"):
        check_battle_values({**tables, "skills": [list(reversed(row)) for row in tables["skills"]]})
    with pytest.raises(BadTable, match="movement"):
        check_battle_values({**tables, "movement": tables["movement"][::-1]})
    with pytest.raises(BadTable, match="below 0"):
        check_battle_values({**tables, "armour": {"Standard": -1.0}})


def test_ammunition_counts_up_to_the_value_of_its_weapons() -> None:
    small = replace(starter()["Locust LCT-1V"], mounts=_with_more_bins(starter()["Locust LCT-1V"], 20))
    (step,) = steps(reckon(small), "ammunition-capped")
    assert step.value == 10


def _with_more_bins(unit: Unit, number: int) -> tuple[Any, ...]:
    (bin_,) = (mount for mount in unit.mounts if "Ammo" in mount.item)
    return (*unit.mounts, *[replace(bin_, slots=())] * number)


def test_rear_weapons_count_half_until_they_are_the_stronger_side() -> None:
    archer = starter()["Archer ARC-2R"]
    behind = tuple(replace(m, rear=not m.rear) if n in archer.weapons else m for n, m in enumerate(archer.mounts))
    turned = reckon(replace(archer, mounts=behind))
    assert turned.total == battle_value(archer).total
    assert [step.about for step in steps(turned, "weapon-rear")] == [
        step.about for step in steps(battle_value(archer), "weapon-rear")
    ]


@pytest.mark.parametrize(
    ("cockpit", "factor"),
    [("Small Cockpit", 0.95), ("Torso-Mounted Cockpit", 0.95), ("Interface Cockpit", 1.3), ("Command Console", 1.0)],
)
def test_a_cockpit_that_sees_less_or_more_changes_the_whole(cockpit: str, factor: float) -> None:
    archer = replace(starter()["Archer ARC-2R"], cockpit=cockpit)
    assert fold(reckon(archer).whole, 1.0) == factor


def test_an_industrial_cockpit_without_fire_control_counts_nine_tenths_of_the_offence() -> None:
    archer = starter()["Archer ARC-2R"]
    blind = reckon(replace(archer, cockpit="Industrial Cockpit"))
    assert blind.offence == pytest.approx(battle_value(archer).offence * 0.9)
    assert reckon(replace(archer, cockpit="Industrial Cockpit", advanced_fire_control=True)).offence == pytest.approx(
        battle_value(archer).offence
    )


def test_battle_value_is_worked_out_once_a_unit() -> None:
    unit = starter()["Atlas AS7-D"]
    assert battle_value(unit) is battle_value(unit)

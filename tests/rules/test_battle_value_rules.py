"""The rules of battle value one by one, each on a bare 50-ton 'Mech with a figure worked out by hand."""

from __future__ import annotations

import pytest

from records.rules import BattleValue, Unit, battle_value
from records.rules.classic.bv_weapons import guns, heat_efficiency
from tests.rules.worth_designs import trial

#: Of the bare 'Mech: a hundred points of armour, 83 of structure, a standard gyro; target movement 3, speed 1.37.
ARMOUR, STRUCTURE, GYRO, MOVEMENT, SPEED = 250.0, 124.5, 25.0, 1.3, 1.37
BARE = ARMOUR + STRUCTURE + GYRO


def values(worth: BattleValue, reason: str) -> list[float]:
    every = (*worth.defensive, *worth.offensive, *worth.whole)
    return [pytest.approx(step.value) for step in every if step.reason == reason]


def found(unit: Unit, reason: str) -> list[float]:
    assert unit.unknown == ()
    return values(battle_value(unit), reason)


def weapons(unit: Unit) -> float:
    """What all its weapons come to."""
    assert unit.unknown == ()
    return sum(step.value for step in battle_value(unit).offensive if step.reason.startswith("weapon"))


def test_a_bare_mech_is_its_armour_structure_and_gyro_by_movement_and_its_weight_by_speed() -> None:
    worth = battle_value(trial())
    assert worth.defence == pytest.approx(BARE * MOVEMENT)
    assert worth.offence == pytest.approx(50 * SPEED)
    assert worth.total == 588


@pytest.mark.parametrize(
    ("kind", "factor"),
    [("Hardened", 2), ("Reactive", 1.5), ("Reflective", 1.5), ("Ferro-Lamellor", 1.2), ("Heat-Dissipating", 1.1),
     ("Commercial", 0.5), ("Heavy Industrial", 1), ("Ferro-Fibrous", 1)],
)  # fmt: skip
def test_armour_counts_by_its_kind(kind: str, factor: float) -> None:
    assert found(trial(Armor=f"{kind}(Inner Sphere)"), "armour") == [ARMOUR * factor]


@pytest.mark.parametrize(
    ("engine", "side", "base", "factor"),
    [("XL", 3, "Inner Sphere", 0.5), ("XL (Clan)", 2, "Clan", 0.75), ("Light", 2, "Inner Sphere", 0.75),
     ("XXL", 6, "Inner Sphere", 0.25), ("XXL (Clan)", 4, "Clan", 0.5), ("ICE", 0, "Inner Sphere", 1)],
)  # fmt: skip
def test_structure_counts_by_what_the_engine_survives(engine: str, side: int, base: str, factor: float) -> None:
    unit = trial(side=side, Engine=f"250 {engine} Engine", TechBase=base)
    assert found(unit, "structure") == [STRUCTURE * factor]


@pytest.mark.parametrize(("kind", "factor"), [("IS Composite", 0.5), ("IS Industrial", 0.5), ("IS Reinforced", 2)])
def test_structure_counts_by_its_kind(kind: str, factor: float) -> None:
    assert found(trial(Structure=kind), "structure") == [STRUCTURE * factor]


@pytest.mark.parametrize(("kind", "worth"), [("Heavy Duty Gyro", 50), ("XL Gyro", 25), ("Compact Gyro", 25)])
def test_a_heavy_duty_gyro_counts_the_whole_weight_and_others_half(kind: str, worth: float) -> None:
    assert found(trial(Gyro=kind), "gyro") == [worth]


def test_anti_missile_ammunition_counts_up_to_the_value_of_the_systems() -> None:
    two = trial(aboard={"RT": ["ISAntiMissileSystem", "ISAMS Ammo*2"]})
    assert (found(two, "defensive-equipment"), found(two, "defensive-ammunition")) == ([32], [22])
    four = trial(aboard={"RT": ["ISAntiMissileSystem", "ISAMS Ammo*4"]})
    assert found(four, "defensive-ammunition") == [32]


@pytest.mark.parametrize(
    ("base", "place", "item", "points"),
    [
        ("Inner Sphere", "RT", "IS Ammo SRM-6", -15),
        ("Inner Sphere", "RA", "IS Ammo SRM-6", -15),
        ("Clan", "RT", "Clan Ammo SRM-6", None),
        ("Clan", "CT", "Clan Ammo SRM-6", -15),
        ("Clan", "RL", "Clan Ammo SRM-6", -15),
    ],
)
def test_ammunition_takes_fifteen_off_where_its_explosion_ends_the_mech(
    base: str, place: str, item: str, points: int | None
) -> None:
    unit = trial(TechBase=base, aboard={place: [item]})
    assert found(unit, "explosive") == ([] if points is None else [points])


def test_gauss_rifles_take_one_a_slot_off_and_case_does_not_help_with_a_larger_engine() -> None:
    rifle = ["ISGaussRifle*7", "ISCASE"]
    assert found(trial(aboard={"RT": ["ISGaussRifle*7"]}), "explosive") == [-7]
    assert found(trial(aboard={"RT": rifle}), "explosive") == []
    assert found(trial(side=3, Engine="250 XL Engine", aboard={"RT": rifle}), "explosive") == [-7]
    vented = ["ISGaussRifle*7", "ISCASEII"]
    assert found(trial(side=3, Engine="250 XL Engine", aboard={"RT": vented}), "explosive") == []


def test_autocannons_that_only_jam_take_nothing_off() -> None:
    assert found(trial(aboard={"RT": ["ISRotaryAC5*6"]}), "explosive") == []


@pytest.mark.parametrize(
    ("jets", "modifier"), [(0, 1.3), (3, 1.3), (5, 1.3), (7, 1.4)], ids=["on foot", "3 jets", "5 jets", "7 jets"]
)
def test_target_movement_is_that_of_the_best_way_of_moving(jets: int, modifier: float) -> None:
    aboard = {"RT": [f"Jump Jet*{jets}"]} if jets else {}
    assert found(trial(Jump_MP=jets, aboard=aboard), "target-movement") == [modifier]


def test_stealth_armour_hides_and_its_heat_counts_against_the_weapons() -> None:
    hidden = {"RT": ["IS Stealth*2", "ISGuardianECMSuite*2"], "LT": ["IS Stealth*2"], "RA": ["IS Stealth*2"],
              "LA": ["IS Stealth*2", "PPC*3"], "RL": ["IS Stealth*2"], "LL": ["IS Stealth*2"]}  # fmt: skip
    unit = trial(Armor="Stealth(Inner Sphere)", aboard=hidden)
    assert found(unit, "target-movement") == [1.5]
    assert heat_efficiency(trial()) - heat_efficiency(unit) == 10


@pytest.mark.parametrize(
    ("item", "lines", "modifier", "heat"),
    [("Null Signature System", 7, 1.5, 10), ("Chameleon Light Polarization Shield", 6, 1.5, 6),
     ("Void Signature System", 7, 1.4, 10)],
)  # fmt: skip
def test_systems_that_hide_a_mech_raise_its_movement_modifier_and_heat_it(
    item: str, lines: int, modifier: float, heat: int
) -> None:
    unit = trial(aboard={place: [item] for place in ("RT", "LT", "CT", "RA", "LA", "RL", "LL")[:lines]})
    assert found(unit, "target-movement") == [modifier]
    assert heat_efficiency(trial()) - heat_efficiency(unit) == heat


def test_weapons_count_half_once_the_heat_is_used_up() -> None:
    hot = battle_value(trial(aboard={"RA": ["PPC*3"], "LA": ["PPC*3"], "RT": ["Medium Laser*2"]}))
    assert values(hot, "weapon") == [352]
    assert values(hot, "weapon-hot") == [46]


@pytest.mark.parametrize(
    ("weapon", "lines", "heat"),
    [("ISUltraAC5", 5, 2), ("ISRotaryAC5", 6, 6), ("ISStreakSRM6", 2, 2), ("ISSRM4OS", 1, 0.75), ("Flamer", 1, 3)],
)
def test_weapons_make_the_heat_that_battle_value_asks_of_them(weapon: str, lines: int, heat: float) -> None:
    (gun,) = guns(trial(aboard={"RA": [f"{weapon}*{lines}"]}))
    assert gun.heat == heat


def test_rounds_of_one_shot_launchers_are_part_of_them() -> None:
    unit = trial(aboard={"RA": ["ISSRM4OS"], "LA": ["IS Ammo SRM-4"]})
    assert found(unit, "ammunition") == found(unit, "ammunition-capped") == []


@pytest.mark.parametrize(
    ("aboard", "value"),
    [
        ({"RA": ["LRM 10*2", "ISArtemisIV"]}, 90 * 1.2),
        ({"RA": ["ISMRM10*2", "ISApollo"]}, 56 * 1.15),
        ({"RA": ["PPC*3", "PPC Capacitor"]}, 176 + 88),
        ({"RA": ["Medium Laser"], "LA": ["ISTargeting Computer"]}, 46 * 1.25),
        ({"RA": ["Medium Laser", "ISAES*2"]}, 46 * 1.25),
        ({"RA": ["Medium Laser"], "LT": ["Medium Laser (R)"], "RT": ["Small Laser"]}, 46 + 46 + 9 / 2),
    ],
    ids=["Artemis IV", "Apollo", "capacitor", "targeting computer", "enhanced arm", "the stronger side behind"],
)
def test_what_enhances_a_weapon_multiplies_its_value(aboard: dict[str, list[str]], value: float) -> None:
    assert weapons(trial(aboard=aboard)) == pytest.approx(value)


def test_machine_gun_arrays_count_two_thirds_of_their_guns_again() -> None:
    assert weapons(trial(aboard={"RA": ["ISMG*3", "ISMGA"]})) == pytest.approx(3 * 5 + 0.67 * 15)


@pytest.mark.parametrize(
    ("myomer", "weight", "club"),
    [([], None, 15.0), (["TSM*3"], 25.0, 30.0), (["Industrial TSM*6"], 7.5, 15.0)],
    ids=["standard", "triple-strength", "industrial triple-strength"],
)
def test_triple_strength_myomer_adds_weight_and_doubles_what_is_swung(
    myomer: list[str], weight: float | None, club: float
) -> None:
    both = {"RT": myomer, "LT": myomer, "RA": ["Hatchet*4"]} if myomer else {"RA": ["Hatchet*4"]}
    unit = trial(aboard=both)
    assert found(unit, "weight-myomer") == ([] if weight is None else [weight])
    assert found(unit, "offensive-equipment") == [club]


@pytest.mark.parametrize(
    ("aboard", "speed"),
    [
        ({}, 1.37),
        ({"RT": ["ISMASC*3"]}, 1.63),
        ({"CT": ["Supercharger"]}, 1.63),
        ({"RT": ["ISMASC*3"], "CT": ["Supercharger"]}, 2.02),
        ({"RT": ["TSM*3"], "LT": ["TSM*3"]}, 1.5),
    ],
    ids=["running", "MASC", "supercharger", "both", "triple-strength myomer"],
)
def test_speed_counts_everything_that_makes_it_run(aboard: dict[str, list[str]], speed: float) -> None:
    assert found(trial(aboard=aboard), "speed") == [speed]


def test_actuator_enhancement_in_every_leg_adds_a_fifth_of_the_weight() -> None:
    assert found(trial(aboard={"RL": ["ISAES"], "LL": ["ISAES"]}), "weight-enhanced") == [10]
    assert found(trial(aboard={"RL": ["ISAES"]}), "weight-enhanced") == []


@pytest.mark.parametrize(("kind", "factor"), [("II", 1.1), ("III", 1.2)])
def test_repairing_harjel_makes_the_armour_of_its_location_count_more(kind: str, factor: float) -> None:
    unit = trial(aboard={"RT": [f"HarJel Repair Systems (HarJel {kind})"]})
    assert sorted(found(unit, "armour"), key=lambda value: value.expected) == [12 * 2.5 * factor, 88 * 2.5]


def test_a_ram_plate_counts_half_the_damage_of_its_charge_and_its_spikes() -> None:
    assert found(trial(aboard={"RT": ["Ram Plate*3"]}), "offensive-equipment") == [20 * 1.1]
    assert found(trial(aboard={"RT": ["Ram Plate*3", "Spikes"]}), "offensive-equipment") == [21 * 1.1]


def test_c3_and_guided_ammunition_add_to_a_force_and_not_to_a_mech() -> None:
    alone = trial(aboard={"RA": ["LRM 10*2"], "LA": ["IS Ammo LRM-10"]})
    linked = trial(aboard={"RA": ["LRM 10*2"], "LA": ["IS Ammo LRM-10 Semi-guided"], "RT": ["ISC3SlaveUnit"]})
    assert battle_value(linked).total == battle_value(alone).total


def test_a_drone_counts_less_as_a_whole_and_in_its_weapons() -> None:
    drone = trial(aboard={"RA": ["Medium Laser"], "RT": ["ISDroneOperatingSystem"]})
    assert (found(drone, "weapon"), found(drone, "drone")) == ([46 * 0.8], [0.95])

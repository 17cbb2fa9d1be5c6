"""Slot lines become critical slots and mounts, each where it belongs."""

from records.formats import read_mtf
from records.rules.unit import Unit

from .texts import ARM, ARMOUR, BIPED, EMPTY, HEAD, LEG, QUAD, TRIPOD, mtf


def names(unit: Unit, place: str) -> list[str | None]:
    """A location's slots by name, without the empty ones at its end."""
    said = [slot.name if slot else None for slot in unit.slots[place]]
    while said and said[-1] is None:
        said.pop()
    return said


def held(unit: Unit) -> list[tuple[str, str, int]]:
    """Every mount: item, location, number of slots."""
    return [(mount.item, mount.location, len(mount.slots)) for mount in unit.mounts]


def test_borders_between_equal_neighbours_come_from_their_size() -> None:
    unit = read_mtf(mtf({"TechBase": "Clan"}, {"Left Torso": ["CLHeavyMediumLaser"] * 6}))
    assert held(unit) == [("CLHeavyMediumLaser", "LT", 2)] * 3
    assert len(unit.weapons) == 3


def test_holes_are_closed_up_everywhere_but_in_the_head() -> None:
    unit = read_mtf(mtf(slots={"Left Torso": [EMPTY, "Heat Sink", EMPTY, EMPTY, "Medium Laser"]}))
    assert names(unit, "LT") == ["Heat Sink", "Medium Laser"]
    assert names(unit, "HD")[3] is None


def test_a_missing_hand_leaves_its_slot_to_what_comes_next() -> None:
    without = (*ARM[:3], EMPTY, "Medium Laser")
    unit = read_mtf(mtf(places={**BIPED, "Left Arm": without}))
    assert names(unit, "LA") == ["Shoulder", "Upper Arm", "Lower Arm", "Medium Laser"]


def test_names_are_found_in_any_case_with_the_tech_base_before_them() -> None:
    for spelt in ("ISERMediumLaser", "iserMEDIUMlaser", "IS ER Medium Laser", "ER Medium Laser"):
        assert held(read_mtf(mtf(slots={"Head": []} | {"Left Arm": [spelt]}))) == [("ISERMediumLaser", "LA", 1)]
    clan = read_mtf(mtf({"TechBase": "Clan"}, {"Left Arm": ["ER Medium Laser"]}))
    assert held(clan) == [("CLERMediumLaser", "LA", 1)]


def test_suffixes_are_taken_off_from_the_end_in_any_case() -> None:
    lines = ["Medium Laser (R) (omnipod)", "Medium Laser (T) (OMNIPOD) (armored)", "Medium Laser (R) (ARMORED)"]
    first, second, third = read_mtf(mtf(slots={"Right Torso": lines})).mounts
    assert (first.rear, first.turret, first.pod, first.armoured) == (True, False, True, False)
    assert (second.rear, second.turret, second.pod, second.armoured) == (False, True, True, True)
    assert (third.rear, third.turret, third.pod, third.armoured) == (True, False, False, True)


def test_armoured_actuators_and_systems_are_marked() -> None:
    hip = ("Hip (ARMORED)", *LEG[1:])
    head = ("Life Support", "Sensors (armored)", *HEAD[2:])
    unit = read_mtf(mtf(places={**BIPED, "Left Leg": hip, "Head": head}))
    assert [slot.armoured for slot in unit.slots["LL"][:2] if slot] == [True, False]
    assert [slot.armoured for slot in unit.slots["HD"][:2] if slot] == [False, True]


def test_equipment_spread_over_the_machine_is_one_mount() -> None:
    slots = {"Left Arm": ["Endo Steel"] * 3, "Right Torso": ["Endo-Steel"] * 4, "Left Leg": ["IS Endo Steel"]}
    unit = read_mtf(mtf({"Structure": "Endo Steel"}, slots))
    assert [(mount.item, len(mount.slots)) for mount in unit.mounts] == [("IS Endo Steel", 8)]
    assert all(slot is None or slot.mount < 0 or not slot.hittable for slot in unit.slots["RT"])


def test_a_split_weapon_is_one_in_the_narrower_of_its_locations() -> None:
    slots = {"Left Arm": ["ISAC20 (Split)"] * 8, "Left Torso": ["ISAC20"] * 2}
    unit = read_mtf(mtf(slots=slots))
    assert held(unit) == [("Autocannon/20", "LT", 10)]
    assert {place for place, _number in unit.mounts[0].slots} == {"LA", "LT"}


def test_two_whole_weapons_side_by_side_are_not_one_split_one() -> None:
    slots = {"Left Torso": ["ISAC20"] * 10, "Right Torso": ["ISAC20"] * 10}
    assert held(read_mtf(mtf(slots=slots))) == [("Autocannon/20", "LT", 10), ("Autocannon/20", "RT", 10)]


def test_sizes_written_behind_or_into_the_name() -> None:
    unit = read_mtf(
        mtf(slots={"Left Torso": ["Cargo:SIZE:1.5"] * 2 + ["Cargo (1 ton)"] + ["Cargo:size:0.5 (OMNIPOD)"]})
    )
    assert [(mount.item, mount.size, len(mount.slots), mount.pod) for mount in unit.mounts] == [
        ("Cargo", 1.5, 2, False), ("Cargo", 1.0, 1, False), ("Cargo", 0.5, 1, True),
    ]  # fmt: skip


def test_what_grows_with_the_machine_is_measured_by_its_weight() -> None:
    slots = {"Left Arm": ["Hatchet"] * 4, "Left Torso": ["ISMASC"] * 3 + ["Sword"] * 4}
    assert held(read_mtf(mtf(slots=slots))) == [("Hatchet", "LA", 4), ("ISMASC", "LT", 3), ("Sword", "LT", 4)]
    heavy = read_mtf(mtf({"Mass": "100"}, {"Left Arm": ["Hatchet"] * 7}))
    assert held(heavy) == [("Hatchet", "LA", 7)]


def test_a_double_slot_of_a_superheavy_holds_two() -> None:
    ammo = ["IS Ammo LRM-20|IS Ammo LRM-20"]
    unit = read_mtf(mtf({"Mass": "150", "Engine": "300 Fusion Engine"}, {"Left Torso": ammo}))
    slot = unit.slots["LT"][0]
    assert slot is not None and (slot.mount, slot.second) == (0, 1)
    assert [(held.item, held.shots) for held in unit.bins] == [("IS Ammo LRM-20", 6)] * 2


def test_a_superheavy_needs_half_the_slots() -> None:
    unit = read_mtf(mtf({"Mass": "150", "Engine": "300 Fusion Engine"}, {"Left Torso": ["LRM 20"] * 3}))
    assert held(unit) == [("LRM 20", "LT", 3)]


def test_four_legs_have_six_slots_each_and_a_tripod_has_a_ninth_location() -> None:
    quad = read_mtf(mtf({"Config": "Quad"}, {"Front Left Leg": ["Medium Laser"]}, places=QUAD))
    assert len(quad.slots["FLL"]) == 6 and names(quad, "FLL")[4] == "Medium Laser"
    tripod = read_mtf(mtf({"Config": "Tripod"}, places=TRIPOD, armour={**ARMOUR, "CL": 16}))
    assert names(tripod, "CL") == ["Hip", "Upper Leg", "Lower Leg", "Foot"]


def test_a_land_air_mech_has_landing_gear_and_avionics_even_where_its_file_is_silent() -> None:
    unit = read_mtf(mtf({"Config": "LAM"}))
    assert names(unit, "LT") == names(unit, "RT") == ["Landing Gear", "Avionics"]
    assert names(unit, "HD")[3] == "Avionics"


def test_an_engine_in_the_side_torso_comes_before_landing_gear() -> None:
    slots = {"Left Torso": [*["Fusion Engine"] * 3, "Landing Gear", "Avionics"]}
    unit = read_mtf(mtf({"Config": "LAM", "Engine": "200 XL Engine"}, slots))
    assert names(unit, "LT") == ["Engine", "Engine", "Engine", "Landing Gear", "Avionics"]


def test_unknown_equipment_stays_in_its_slot_and_is_named() -> None:
    unit = read_mtf(mtf(slots={"Left Arm": ["Tea Kettle", "Medium Laser"]}))
    assert names(unit, "LA")[4:] == ["Tea Kettle", "Medium Laser"]
    assert unit.unknown == ("Tea Kettle",)
    assert held(unit) == [("Medium Laser", "LA", 1)]


def test_what_finds_no_room_is_named_not_lost() -> None:
    full = read_mtf(mtf(slots={"Left Torso": ["Heat Sink"] * 12 + ["Medium Laser"]}))
    assert len(names(full, "LT")) == 12 and full.unknown == ("Medium Laser",)


def test_a_thirteenth_empty_line_does_no_harm() -> None:
    unit = read_mtf(mtf(slots={"Left Torso": ["Heat Sink"] * 12 + [EMPTY]}))
    assert len(names(unit, "LT")) == 12 and unit.unknown == ()


def test_ammunition_bins_know_their_shots_and_slots() -> None:
    slots = {"Right Torso": ["Heat Sink", "IS Ammo AC/10", "IS Machine Gun Ammo - Half"]}
    unit = read_mtf(mtf(slots=slots))
    assert [(held.item, held.location, held.slot, held.shots) for held in unit.bins] == [
        ("IS Ammo AC/10", "RT", 1, 10), ("IS Machine Gun Ammo - Half", "RT", 2, 100),
    ]  # fmt: skip


def test_equipment_without_slots_is_mounted_and_kinds_of_armour_are_not() -> None:
    unit = read_mtf(mtf(extra=["nocrit:Standard:None", "nocrit:ISMASC:LT"]))
    assert [(mount.item, mount.location, mount.slots) for mount in unit.mounts] == [("ISMASC", "LT", ())]


def test_clan_units_have_case_wherever_something_may_explode() -> None:
    slots = {
        "Left Torso": ["Clan Ammo LRM-20"],
        "Right Torso": ["CLCASEII", "Clan Ammo LRM-20"],
        "Left Arm": ["CLGaussRifle"] * 6,
    }
    unit = read_mtf(mtf({"TechBase": "Clan"}, slots))
    assert [(mount.location, mount.slots) for mount in unit.mounts if mount.item == "CLCASE"] == [
        ("LA", ()),
        ("LT", ()),
    ]


def test_every_slot_points_to_its_mount_and_back() -> None:
    slots = {
        "Left Arm": ["ISAC20"] * 8,
        "Left Torso": ["ISAC20"] * 2 + ["Endo Steel"] * 4,
        "Right Torso": ["Jump Jet"] * 2,
    }
    unit = read_mtf(mtf(slots=slots))
    for number, mount in enumerate(unit.mounts):
        for place, at in mount.slots:
            slot = unit.slots[place][at]
            assert slot is not None and slot.mount == number and slot.name == mount.item

"""What follows from a 'Mech's parts: movement and heat sinks."""

import pytest

from records.formats import read_mtf

from .texts import ARMOUR, mtf


def movement(text: str) -> tuple[int, int, int, int]:
    """Walking, running, running without MASC or supercharger, jumping."""
    unit = read_mtf(text)
    return unit.walk, unit.run, unit.run_plain, unit.jump


def test_walking_is_the_engines_rating_by_the_weight_and_running_half_as_much_again() -> None:
    assert movement(mtf({"Engine": "250 Fusion Engine"})) == (5, 8, 8, 0)


def test_the_engine_decides_against_a_walking_line_that_disagrees() -> None:
    assert movement(mtf({"Engine": "250 Fusion Engine", "Walk MP": "9"}))[0] == 5


def test_without_an_engine_the_file_decides() -> None:
    assert movement(mtf({"Engine": "0 (none) Engine", "Walk MP": "3"}))[0] == 3


def test_a_primitive_mech_needs_a_fifth_more_engine() -> None:
    primitive = {"Cockpit": "Primitive Cockpit", "Mass": "50"}
    assert movement(mtf({**primitive, "Engine": "240 Fusion Engine"}))[0] == 4
    # 230 / 1.2 is 191.67, rounded up to 195: not enough for four.
    assert movement(mtf({**primitive, "Engine": "230 Fusion Engine"}))[0] == 3


def test_masc_and_supercharger_when_armed() -> None:
    masc = ["ISMASC"] * 3
    assert movement(mtf(slots={"Left Torso": masc})) == (4, 8, 6, 0)
    assert movement(mtf(slots={"Left Torso": ["Supercharger"]})) == (4, 8, 6, 0)
    assert movement(mtf(slots={"Left Torso": [*masc, "Supercharger"]})) == (4, 10, 6, 0)


def test_hardened_armour_takes_one_from_running() -> None:
    hardened = {"Armor": "Hardened(Inner Sphere)"}
    assert movement(mtf(hardened)) == (4, 5, 5, 0)
    assert movement(mtf(hardened, {"Left Torso": ["ISMASC"] * 3})) == (4, 7, 5, 0)


def test_hardened_armour_on_a_leg_alone_does_too() -> None:
    patches = {place: f"Standard(Inner Sphere):{points}" for place, points in ARMOUR.items()}
    for place, run in (("LL", 5), ("LA", 6)):
        mixed = {**patches, place: "Hardened(Inner Sphere):5"}
        assert movement(mtf({"Armor": "Patchwork"}, armour=mixed))[1] == run


def test_jump_mp_are_the_jump_jets_that_are_there() -> None:
    jets = {"Left Leg": ["Jump Jet"] * 2, "Right Leg": ["Jump Jet"] * 2}
    assert movement(mtf({"Jump MP": "6"}, jets))[3] == 4
    assert read_mtf(mtf(slots=jets)).jump_type == "Standard"
    improved = {"Left Torso": ["Improved Jump Jet"] * 4}
    assert (movement(mtf(slots=improved))[3], read_mtf(mtf(slots=improved)).jump_type) == (2, "Improved")


@pytest.mark.parametrize(("tons", "jump"), [("55", 4), ("60", 3)])
def test_a_partial_wing_lengthens_a_jump(tons: str, jump: int) -> None:
    slots = {"Left Torso": ["CLPartialWing"] * 3, "Right Torso": ["CLPartialWing"] * 3, "Left Leg": ["Jump Jet"] * 2}
    assert movement(mtf({"Mass": tons}, slots))[3] == jump
    assert movement(mtf({"Mass": tons}, {**slots, "Left Leg": []}))[3] == 0


def test_modular_armour_and_shields_slow() -> None:
    jets = ["Jump Jet"] * 4
    assert movement(mtf(slots={"Left Torso": ["ISModularArmor", *jets]})) == (3, 5, 5, 3)
    assert movement(mtf(slots={"Left Arm": ["ISMediumShield"] * 5, "Left Torso": jets})) == (3, 5, 5, 3)
    assert movement(mtf(slots={"Left Arm": ["ISLargeShield"] * 7, "Left Torso": jets})) == (3, 5, 5, 0)


def sinks(text: str) -> tuple[int, int, int, str]:
    """Heat sinks, heat points a turn, those inside the engine, their kind."""
    found = read_mtf(text).heat_sinks
    return found.count, found.capacity, found.in_engine, found.kind


def test_the_engine_holds_one_heat_sink_for_25_points_of_rating() -> None:
    assert sinks(mtf({"Heat Sinks": "10 Single"}, {"Left Torso": ["Heat Sink"] * 2})) == (10, 10, 8, "Heat Sink")
    # Ten are said, eight fit the engine and none is in a slot.
    assert sinks(mtf({"Heat Sinks": "10 Single"})) == (8, 8, 8, "Heat Sink")


def test_double_heat_sinks_of_either_side() -> None:
    assert sinks(mtf({"Heat Sinks": "8 Double"})) == (8, 16, 8, "ISDoubleHeatSink")
    assert sinks(mtf({"Heat Sinks": "8 Double", "TechBase": "Clan"}))[3] == "CLDoubleHeatSink"
    assert sinks(mtf({"Heat Sinks": "8 Clan Double"}))[3] == "CLDoubleHeatSink"
    assert sinks(mtf({"Heat Sinks": "8 IS Double", "TechBase": "Mixed (Clan Chassis)"}))[3] == "ISDoubleHeatSink"
    assert sinks(mtf({"Heat Sinks": "8 Double (Inner Sphere)", "TechBase": "Clan"}))[3] == "ISDoubleHeatSink"


def test_a_plain_double_on_mixed_technology_is_of_the_kind_in_the_slots() -> None:
    mixed = {"Heat Sinks": "9 Double", "TechBase": "Mixed (IS Chassis)"}
    assert sinks(mtf(mixed, {"Left Torso": ["CLDoubleHeatSink"] * 2})) == (9, 18, 8, "CLDoubleHeatSink")


def test_laser_and_compact_heat_sinks() -> None:
    assert sinks(mtf({"Heat Sinks": "8 Laser", "TechBase": "Clan"})) == (8, 16, 8, "Laser Heat Sink")
    assert sinks(mtf({"Heat Sinks": "14 Compact"})) == (14, 14, 14, "1 Compact Heat Sink")


def test_single_and_prototype_sinks_add_up() -> None:
    slots = {"Left Torso": ["ISDoubleHeatSinkPrototype"] * 6}
    assert sinks(mtf({"Heat Sinks": "10 Single"}, slots)) == (10, 12, 8, "Heat Sink")


def test_an_omnis_fixed_sinks_are_kept() -> None:
    omni = {"Config": "Biped Omnimech", "Heat Sinks": "12 Single"}
    assert read_mtf(mtf({**omni, "Base Chassis Heat Sinks": "10"})).heat_sinks.base_chassis == 10
    assert read_mtf(mtf(omni)).heat_sinks.base_chassis == 12
    assert read_mtf(mtf()).heat_sinks.base_chassis == -1

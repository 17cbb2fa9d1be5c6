"""The notation of the starter 'Mechs: what a card says and what the builder makes of it."""

import pytest

from records.starter.builder import build, layout
from records.starter.cards import CardError, Item, read_cards

CARD = """
[[mech]]
name = ["Testbed", "TST-1A"]
tons = 50
year = 3025
role = "Brawler"
engine = "200 Fusion"
heat_sinks = "10 Single"
armour = "HD 9, CT 20/7, RT+LT 16/5, RA+LA 14, RL+LL 18"
missing = "RA lower arm, LA hand"
HD = "Small Laser"
RA = "AC/5, Medium Laser x2"
sides = "Jump Jet"
CT = "AC/5 Ammo, Medium Laser (R)"
legs = "Heat Sink"
"""

OMNI = """
[[mech]]
name = ["Podbed", "Prime"]
tons = 25
year = 3050
tech_base = "Clan"
omni = true
structure = "Endo Steel"
engine = "175 XL"
heat_sinks = "10 Double"
base_heat_sinks = 7
armour = "HD 9, CT 10/6, RT+LT 7/5, RA+LA 4, RL+LL 5"
RA = "Machine Gun x2, Machine Gun Ammo - Half, Endo Steel x2"
RT = "fixed Double Heat Sink, Endo Steel"
LT = "fixed Double Heat Sink, Double Heat Sink"
legs = "Endo Steel x2"
"""


def unit_of(text: str = CARD, *, without: str = "", instead: str = ""):
    """The unit of a card, with one of its lines changed."""
    assert without in text
    (card,) = read_cards(text.replace(without, instead))
    return build(card)


def names(unit, location):
    return [slot.name if slot else "-" for slot in unit.slots[location]]


def test_a_card_becomes_a_whole_unit():
    unit = unit_of()
    assert (unit.name, unit.tons, unit.year, unit.role) == ("Testbed TST-1A", 50, 3025, "Brawler")
    assert (unit.walk, unit.run, unit.jump) == (4, 6, 2)
    assert (unit.heat_sinks.count, unit.heat_sinks.in_engine, unit.heat_sinks.capacity) == (10, 8, 10)
    assert unit.armour == {"HD": 9, "CT": 20, "RT": 16, "LT": 16, "RA": 14, "LA": 14, "RL": 18, "LL": 18}
    assert unit.rear_armour == {"CT": 7, "RT": 5, "LT": 5}
    assert unit.structure["CT"] == 16
    assert [(bin_.item, bin_.location, bin_.shots) for bin_ in unit.bins] == [("IS Ammo AC/5", "CT", 20)]


def test_fixed_systems_come_before_the_equipment():
    unit = unit_of()
    assert names(unit, "HD") == ["Life Support", "Sensors", "Cockpit", "Small Laser", "Sensors", "Life Support"]
    assert names(unit, "CT")[:10] == ["Engine"] * 3 + ["Gyro"] * 4 + ["Engine"] * 3
    assert names(unit, "RL") == ["Hip", "Upper Leg", "Lower Leg", "Foot", "Heat Sink", "-"]


def test_a_lower_arm_that_is_missing_takes_the_hand_along():
    unit = unit_of()
    assert names(unit, "RA")[:3] == ["Shoulder", "Upper Arm", "Autocannon/5"]
    assert names(unit, "LA")[:4] == ["Shoulder", "Upper Arm", "Lower Arm", "-"]


def test_two_lasers_in_a_row_are_two_and_a_rear_one_fires_backwards():
    unit = unit_of()
    lasers = [mount for mount in unit.mounts if mount.item == "Medium Laser"]
    assert [(mount.location, mount.rear) for mount in lasers] == [("RA", False), ("RA", False), ("CT", True)]


def test_on_an_omni_all_is_a_pod_but_structure_and_what_is_fixed():
    unit = unit_of(OMNI)
    assert unit.omni
    pods = {(mount.item, mount.location): mount.pod for mount in unit.mounts if mount.slots}
    assert pods["CLMG", "RA"]
    assert not pods["CLDoubleHeatSink", "RT"]
    assert {mount.pod for mount in unit.mounts if mount.item == "CLDoubleHeatSink" and mount.location == "LT"} == {
        True,
        False,
    }
    assert not any(pod for (item, _), pod in pods.items() if item == "Clan Endo Steel")
    assert (unit.heat_sinks.count, unit.heat_sinks.in_engine, unit.heat_sinks.base_chassis) == (10, 7, 7)


def test_a_weapon_split_over_two_locations_is_one_weapon():
    unit = unit_of(without='RA = "AC/5, Medium Laser x2"', instead='RA = "AC/20 [8], Heat Sink"\nRT = "AC/20 [2]"')
    (gun,) = [mount for mount in unit.mounts if mount.item == "Autocannon/20"]
    assert [location for location, _slot in gun.slots].count("RA") == 8
    assert [location for location, _slot in gun.slots].count("RT") == 2


@pytest.mark.parametrize(
    ("without", "instead", "words"),
    [
        ('"AC/5, Medium Laser x2"', '"AC/55"', "no equipment is called AC/55"),
        ('legs = "Heat Sink"', 'legs = "Heat Sink x3"', "6 slots, not 7"),
        ('legs = "Heat Sink"', "", "8 heat sinks are placed, not 10"),
        ('HD = "Small Laser"', 'HD = "Small Laser x2"', "HD has 6 slots, not 7"),
        ("RL+LL 18", "RL 18", "does not name every location"),
        ("RL+LL 18", "RL+LL+RA 18", "armour of RA"),
        ("year = 3025", "", "no year"),
        ('role = "Brawler"', 'rolle = "Brawler"', "unknown key rolle"),
        ('"RA lower arm, LA hand"', '"elbows"', "no such actuator: elbows"),
        ('"AC/5, Medium Laser x2"', '"Hatchet x2"', "Hatchet takes 4 slots, not 2"),
    ],
)
def test_a_card_that_does_not_fit_together_says_so(without, instead, words):
    with pytest.raises(CardError, match=words.replace("+", r"\+")):
        unit_of(without=without, instead=instead)


def test_items_are_read_with_their_marks():
    (card,) = read_cards(OMNI)
    assert card.items["RT"] == (Item("Double Heat Sink", fixed=True), Item("Endo Steel"))
    assert card.items["RL"] == (Item("Endo Steel", count=2),)
    assert layout(card)["RT"][:2] == ["Fusion Engine", "Fusion Engine"]

"""Physical attacks: to-hit, damage, and why not (TW, physical attacks)."""

from __future__ import annotations

from typing import Any

import pytest

from records import words
from records.rules import STANDARD, CrewMember, Ruleset, Unit, figures
from records.rules.classic import blows
from records.rules.entries import StateSwitched
from records.rules.figures import PhysicalRow, TargetSituation
from records.rules.sheet import Movement
from records.words import numbers

from .notation import Table, machine, split_gun

UNIT = machine(
    """
    RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | Hatchet x4 | Medium Laser
    LA 14/8 | Shoulder | Upper Arm | Medium Laser
    """,
    tons=55,
)
LASER = next(m for m in UNIT.weapons if UNIT.mounts[m].location == "RA")


def row(
    kind: str, where: str = "", unit: Unit = UNIT, target: TargetSituation | None = None, **sheet: Any
) -> PhysicalRow:
    """One attack from a sheet like this."""
    rows = figures.physical_rows(unit, Table(unit, **sheet).sheet, STANDARD, target or TargetSituation())
    return next(found for found in rows if found.kind == kind and where in ("", found.location))


@pytest.mark.parametrize(
    ("kind", "where", "number", "damage"),
    [("punch", "RA", 5, 6), ("punch", "LA", 8, 3), ("kick", "RL", 3, 11), ("push", "", 4, 0), ("club", "RA", 4, 11)],
)
def test_each_attack_has_its_number_and_damage(kind: str, where: str, number: int, damage: int) -> None:
    found = row(kind, where)
    assert (found.to_hit.total, found.damage.total, found.why_not) == (number, damage, "")


def test_a_charge_costs_a_tenth_of_the_tonnage_a_hex_before_the_targets() -> None:
    found = row("charge", movement=Movement("ran", 4), target=TargetSituation(tons=50, piloting=4))
    assert (found.to_hit.total, found.damage.total, found.to_self.total) == (8, 17, 5)


def test_death_from_above_costs_three_tenths_and_a_fifth_of_its_own() -> None:
    jumper = machine("LT 18+5/12 | Jump Jet | Jump Jet", tons=55, jump=2)
    found = row("death-from-above", unit=jumper, movement=Movement("jumped", 2))
    assert (found.to_hit.total, found.damage.total, found.to_self.total) == (8, 17, 11)
    assert row("death-from-above").why_not == "no-jump"


@pytest.mark.parametrize(
    ("kind", "where", "hits", "number", "damage"),
    [
        ("punch", "RA", {"RA": (1,)}, 7, 3), ("punch", "RA", {"RA": (1, 2)}, 9, 1), ("punch", "RA", {"RA": (3,)}, 6, 6),
        ("kick", "RL", {"RL": (1,)}, 5, 5), ("kick", "RL", {"RL": (1, 2)}, 7, 2), ("kick", "RL", {"RL": (3,)}, 4, 11),
        ("push", "", {"RA": (0,)}, 6, 0),
    ],
)  # fmt: skip
def test_actuators_make_it_harder_and_halve_it(
    kind: str, where: str, hits: dict[str, tuple[int, ...]], number: int, damage: int
) -> None:
    found = row(kind, where, hits=hits)
    assert (found.to_hit.total, found.damage.total, found.why_not) == (number, damage, "")


@pytest.mark.parametrize(
    ("kind", "where", "sheet", "why"),
    [
        ("punch", "RA", {"hits": {"RA": (0,)}}, "shoulder-hit"),
        ("punch", "RA", {"lost": {"RA": "blown off"}}, "arm-missing"),
        ("punch", "RA", {"fired": (LASER,)}, "arm-weapons-fired"),
        ("punch", "RA", {"prone": True}, "attacker-prone"),
        ("kick", "RL", {"hits": {"LL": (0,)}}, "hip-hit"),
        ("kick", "RL", {"lost": {"LL": "destroyed"}}, "leg-missing"),
        ("push", "", {"lost": {"LA": "blown off"}}, "arm-missing"),
        ("push", "", {"fired": (LASER,)}, "arm-weapons-fired"),
        ("club", "RA", {"hits": {"RA": (3,)}}, "no-hand"),
        ("club", "RA", {"hits": {"RA": (4,)}}, "weapon-destroyed"),
        ("charge", "", {"movement": Movement("jumped", 3)}, "jumped-no-charge"),
        ("kick", "RL", {"shutdown": True}, "shut-down"),
        ("kick", "RL", {"crew": (CrewMember(hits=1, conscious=False),)}, "nobody-in-control"),
        ("kick", "RL", {"destroyed": ("damage",)}, "destroyed"),
    ],
)
def test_what_cannot_be_done_says_why(kind: str, where: str, sheet: dict[str, Any], why: str) -> None:
    found = row(kind, where, **sheet)
    assert (found.why_not, found.to_hit.automatic) == (why, "impossible")


def test_a_prone_target_is_kicked_not_punched() -> None:
    down = TargetSituation(prone=True)
    assert row("punch", "RA", target=down).why_not == "target-prone-no-punch"
    assert row("kick", "RL", target=down).to_hit.total == 1
    assert row("charge", target=down).why_not == "target-prone"


def test_hot_triple_strength_myomer_doubles_the_blow() -> None:
    strong = machine("RT 18+5/12 | Triple Strength Myomer x6", tons=95)
    assert [row("punch", "RA", strong, heat=heat).damage.total for heat in (8, 9)] == [10, 20]


def test_a_quad_has_legs_to_kick_with_and_nothing_to_punch_with() -> None:
    quad = machine(config="Quad")
    kinds = {found.kind for found in figures.physical_rows(quad, Table(quad).sheet, STANDARD)}
    assert kinds == {"kick", "charge", "death-from-above"}
    assert row("kick", "RRL", quad, TargetSituation(behind=True)).to_hit.total == 4


# --- damage where factors meet


def test_talons_make_a_death_from_above_half_as_bad_again_rounded_up_both_times() -> None:
    clawed = {"tons": 35, "jump": 2}
    jets = "LT 18+5/12 | Jump Jet | Jump Jet"
    legs = "\n".join(f"{leg} 18/12 | Hip | Upper Leg | Lower Leg | Foot | Talons x2" for leg in ("RL", "LL"))
    moved = Movement("jumped", 2)
    assert row("death-from-above", unit=machine(jets, **clawed), movement=moved).damage.total == 11
    assert row("death-from-above", unit=machine(f"{jets}\n{legs}", **clawed), movement=moved).damage.total == 17
    heavier = machine(f"{jets}\n{legs}", tons=95, jump=2)
    assert row("death-from-above", unit=heavier, movement=moved).damage.total == 44


def clawed(tons: int, **fields: Any) -> Unit:
    """A 'Mech with talons on both feet."""
    legs = "\n".join(f"{leg} 18/12 | Hip | Upper Leg | Lower Leg | Foot | Talons x2" for leg in ("RL", "LL"))
    return machine(f"LT 18+5/12 | Jump Jet | Jump Jet\n{legs}", tons=tons, jump=2, **fields)


@pytest.mark.parametrize(("tons", "damage"), [(35, 11), (95, 29), (55, 17), (50, 15)])
def test_talons_make_a_kick_half_as_bad_again_rounded_up(tons: int, damage: int) -> None:
    assert row("kick", "RL", clawed(tons)).damage.total == damage


def test_a_kick_halved_by_an_actuator_is_rounded_down_before_talons_make_it_half_as_bad_again() -> None:
    found = row("kick", "RL", clawed(35), hits={"RL": (1,)})  # 7, 3.5: 3, 4.5: 5, under water 2.5: 3
    assert [(m.reason, m.value) for m in found.damage.modifiers] == [
        ("tonnage", 7), ("actuator-halves", -4), ("talons", 2),
    ]  # fmt: skip
    wet = row("kick", "RL", clawed(35), hits={"RL": (1,)}, counters={"water-depth": 1})
    assert wet.damage.total == 3


def test_talons_do_nothing_for_a_kick_with_a_foot_actuator_hit_or_not_there() -> None:
    assert row("kick", "RL", clawed(35), hits={"RL": (3,)}).damage.total == 7
    assert row("kick", "LL", clawed(35), hits={"RL": (3,)}).damage.total == 11
    footless = machine("RL 18/12 | Hip | Upper Leg | Lower Leg | - | Talons x2", tons=35)
    assert row("kick", "RL", footless).damage.total == 7


def test_talons_need_one_whole_foot_for_a_death_from_above() -> None:
    moved = Movement("jumped", 2)
    for hits, damage in (({"RL": (3,)}, 17), ({"RL": (4,)}, 17), ({"RL": (3,), "LL": (4,)}, 11)):
        assert row("death-from-above", unit=clawed(35), hits=hits, movement=moved).damage.total == damage


@pytest.mark.parametrize(("myomer", "heat"), [("Triple Strength Myomer", 9), ("Industrial Triple Strength Myomer", 0)])
def test_a_halved_and_doubled_punch_is_rounded_once_at_the_end(myomer: str, heat: int) -> None:
    strong = machine(f"RT 18+5/12 | {myomer} x6", tons=50)
    found = row("punch", "RA", strong, heat=heat, hits={"RA": (2,)})
    assert found.damage.total == 5
    assert [(m.reason, m.value) for m in found.damage.modifiers] == [
        ("tonnage", 5), ("actuator-halves", -3), ("triple-strength-myomer", 3),
    ]  # fmt: skip


@pytest.mark.parametrize(("tons", "dry", "wet"), [(45, 9, 5), (70, 14, 7)])
def test_a_kick_under_water_is_halved_and_rounded_up(tons: int, dry: int, wet: int) -> None:
    unit = machine(tons=tons)
    assert row("kick", "RL", unit).damage.total == dry
    found = row("kick", "RL", unit, counters={"water-depth": 1})
    assert (found.damage.total, found.damage.modifiers[-1].reason) == (wet, "under-water")


def test_arms_and_what_they_hold_are_under_water_from_depth_2() -> None:
    assert row("punch", "RA", counters={"water-depth": 1}).damage.total == 6
    assert row("punch", "RA", counters={"water-depth": 2}).damage.total == 3
    assert row("club", "RA", counters={"water-depth": 1}).damage.total == 11
    assert row("club", "RA", counters={"water-depth": 2}).damage.total == 6
    assert row("charge", movement=Movement("ran", 4), counters={"water-depth": 1}).damage.total == 17


@pytest.mark.parametrize(("depth", "damage", "own", "a_hex"), [(0, 20, 5, 5), (1, 20, 5, 5), (2, 10, 3, 2.5)])
def test_a_charge_under_water_is_halved_and_rounded_up_also_for_the_charger(
    depth: int, damage: int, own: int, a_hex: float
) -> None:
    found = row("charge", unit=machine(), movement=Movement("ran", 5), target=TargetSituation(tons=50),
                counters={"water-depth": depth})  # fmt: skip
    assert (found.damage.total, found.to_self.total, found.per_hex) == (damage, own, a_hex)
    last = "under-water" if depth > 1 else "charge"
    assert found.damage.modifiers[-1].reason == last
    odd = row("charge", unit=machine(tons=55), movement=Movement("ran", 4), counters={"water-depth": 2})
    assert odd.damage.total == 9  # 16.5: 17, 8.5: 9


def test_nobody_jumps_on_another_from_under_water() -> None:
    for depth, reasons in ((0, ()), (1, ()), (2, ("under-water",))):
        found = row("death-from-above", unit=clawed(50), counters={"water-depth": depth})
        assert (found.reasons, found.to_hit.automatic) == (reasons, "impossible" if reasons else "")


@pytest.mark.parametrize(
    ("name", "damage", "heat"),
    [("Vibroblade (Small)", 7, 3), ("Vibroblade (Medium)", 10, 5), ("Vibroblade (Large)", 14, 7)],
)
def test_a_vibroblade_is_a_sword_until_it_is_switched_on(name: str, damage: int, heat: int) -> None:
    armed = machine(f"RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | {name} x4", tons=70)
    assert row("club", "RA", armed).damage.total == 8
    table = Table(armed, phase="movement").enter(StateSwitched("vibroblade", on=True))
    assert row("club", "RA", armed, states=table.sheet.states).damage.total == damage
    assert figures.heat_projection(armed, table.sheet, STANDARD).made.total == heat
    assert Table(UNIT).refused(StateSwitched("vibroblade", on=True)) == "not-aboard"


@pytest.mark.parametrize(
    ("name", "damage"),
    [("Spot Welder", 5), ("Rock Cutter", 5), ("Combine", 3), ("Mining Drill", 4), ("Backhoe", 12), ("Hatchet", 24)],
)
def test_myomer_does_not_make_a_tool_do_more_than_it_does(name: str, damage: int) -> None:
    arm, torso = f"RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | {name} x2", "RT 18+5/12"
    tooled = machine(f"{arm}\n{torso} | Industrial Triple Strength Myomer", tons=60)
    assert row("club", "RA", tooled).damage.total == damage


def tooled(name: str, **fields: Any) -> Unit:
    """A 'Mech with a weapon to strike with in its right arm."""
    return machine(f"RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | {name} x2", **fields)


@pytest.mark.parametrize("item", sorted(item for item, club in blows.CLUBS.items() if not club.divisor))
def test_damage_that_does_not_come_from_the_tonnage_does_not_say_so(item: str) -> None:
    for unit in (tooled(item, tons=45), tooled(item, tons=70)):
        steps = row("club", "RA", unit).damage.modifiers
        why = "dice-on-average" if item == "Buzzsaw" else "fixed-damage"
        assert [(m.value, m.reason, m.about) for m in steps] == [(blows.CLUBS[item].points, why, "")]
        assert words.reason(why) in ("fixed damage", "the dice, on average")


def test_what_a_sword_does_beyond_the_tonnage_is_the_weapons_own() -> None:
    strong = tooled("Sword", tons=70)
    steps = row("club", "RA", strong).damage.modifiers
    assert [(m.reason, m.value) for m in steps] == [("tonnage", 7), ("physical-weapon", 1)]
    assert {m.reason for m in row("club", "RA", tooled("Hatchet")).damage.modifiers} == {"tonnage"}


def test_a_buzzsaw_does_what_two_dice_say_and_half_of_it_under_water() -> None:
    dry, wet = (row("club", "RA", tooled("Buzzsaw"), counters={"water-depth": depth}) for depth in (0, 2))
    assert [(found.dice, found.halved) for found in (dry, wet)] == [(2, False), (2, True)]
    assert [numbers.thrown(found.dice, halved=found.halved) for found in (dry, wet)] == ["2D6", "half of 2D6"]
    assert row("club", "RA", tooled("Dual Saw")).dice == 0


# --- what an arm lacks


def test_an_arm_without_lower_arm_and_hand_punches_at_3_more_or_2_by_the_other_reading() -> None:
    found = row("punch", "LA")
    reasons = [(m.reason, m.value) for m in found.to_hit.modifiers[1:]]
    assert reasons == [("lower-arm-missing", 2), ("hand-missing", 1)]
    other = Ruleset(options=("-CL-hand-without-lower-arm",))
    rows = figures.physical_rows(UNIT, Table(UNIT).sheet, other)
    assert next(r for r in rows if (r.kind, r.location) == ("punch", "LA")).to_hit.total == 7


@pytest.mark.parametrize(
    ("name", "hand"),
    [("Lance", False), ("Flail", False), ("Retractable Blade", True), ("Mace", True), ("Vibroblade (Small)", True)],
)
def test_a_hand_hit_stops_what_is_held_in_it_not_what_is_built_on_the_arm(name: str, hand: bool) -> None:
    armed = machine(f"RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | {name} x4")
    assert row("club", "RA", armed).why_not == ""
    assert row("club", "RA", armed, hits={"RA": (3,)}).why_not == ("no-hand" if hand else "")
    assert row("club", "RA", armed, hits={"RA": (1, 2, 3)}).why_not == ("no-hand" if hand else "")
    assert row("club", "RA", armed, hits={"RA": (0,)}).why_not == "shoulder-hit"


def test_weapons_that_reach_into_the_arm_keep_it_from_punching_once_fired() -> None:
    split = split_gun()
    gun = split.weapons[0]
    assert row("punch", "RA", split, fired=(gun,)).why_not == "arm-weapons-fired"
    assert row("punch", "LA", split, fired=(gun,)).why_not == ""


def test_everything_that_forbids_an_attack_is_told() -> None:
    found = row("punch", "RA", target=TargetSituation(prone=True), prone=True, shutdown=True, fired=(LASER,),
                hits={"RA": (0,)})  # fmt: skip
    assert found.reasons == (
        "shut-down", "attacker-prone", "shoulder-hit", "arm-weapons-fired", "target-prone-no-punch",
    )  # fmt: skip
    kick = row("kick", "RL", hits={"LL": (0,)}, lost={"RL": "destroyed"}, states={"hull-down": True})
    assert kick.reasons == ("hull-down", "leg-missing", "hip-hit")
    club = row("club", "RA", hits={"RA": (3, 4)}, crew=(CrewMember(hits=1, conscious=False),), fired=(LASER,))
    assert club.reasons == ("nobody-in-control", "weapon-destroyed", "no-hand", "arm-weapons-fired")

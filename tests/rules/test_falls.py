"""Falls: damage, facing, the MechWarrior, going down and standing up (TW, falling)."""

from __future__ import annotations

from typing import Any

import pytest

from records.rules import STANDARD, CrewMember, figures
from records.rules.classic import falls
from records.rules.entries import (
    Corrected,
    DropProne,
    Entry,
    FellDown,
    Moved,
    PhaseEnded,
    PilotingRollCaused,
    Rolled,
    StandUp,
)
from records.rules.events import RollDropped

from .notation import Table, machine


@pytest.mark.parametrize(
    ("tons", "levels", "points"), [(20, 0, 2), (25, 0, 3), (55, 1, 12), (80, 0, 8), (100, 4, 50), (135, 0, 14)]
)
def test_a_fall_costs_a_tenth_of_the_tonnage_a_level_and_one_more(tons: int, levels: int, points: int) -> None:
    assert falls.points(tons, levels) == points


@pytest.mark.parametrize(
    ("tons", "levels", "depth", "points"),
    [
        (100, 1, 1, 10), (100, 2, 1, 20), (100, 3, 1, 25), (100, 2, 2, 15), (100, 3, 2, 25), (100, 4, 2, 30),
        (100, 0, 1, 5), (55, 0, 2, 3), (25, 0, 1, 1),
    ],
)  # fmt: skip
def test_water_halves_a_fall_and_from_above_it_is_met_twice(tons: int, levels: int, depth: int, points: int) -> None:
    assert falls.points(tons, levels, depth) == points
    table = Table(machine(tons=tons), counters={"water-depth": depth}).enter(FellDown(levels))
    assert table.owed("fall-facing").about["points"] == points


def test_damage_comes_in_groups_of_five_on_the_side_it_fell_on() -> None:
    table = Table(machine(tons=65)).enter(FellDown()).roll("fall-facing", 4)
    assert table.waiting == "fall-avoid, fall-location, fall-location"
    table.roll("fall-location", 3, 4).roll("fall-location", 3, 4)
    assert str(table) == "CT 20+0/15"
    assert table.sheet.prone


@pytest.mark.parametrize(
    ("die", "roll", "marked"),
    [(1, (5, 6), "LA 9+0/8"), (2, (5, 6), "LL 13"), (3, (2, 3), "RA 9"), (5, (2, 3), "LA 9"), (6, (5, 6), "RL 13")],
)
def test_the_facing_die_picks_the_column(die: int, roll: tuple[int, int], marked: str) -> None:
    table = Table(machine()).enter(FellDown()).roll("fall-facing", die).roll("fall-location", *roll)
    assert str(table).split("/")[0] == marked.split("/")[0].removesuffix("+0")


def test_on_its_back_what_a_limb_cannot_take_meets_rear_armour() -> None:
    table = Table(machine(), lost={"RA": "destroyed"}).enter(FellDown()).roll("fall-facing", 4)
    assert str(table.roll("fall-location", 1, 2)) == "RT 18+0/12, RA gone"


def test_the_roll_to_avoid_harm_carries_the_modifiers_of_the_one_that_failed() -> None:
    table = Table(machine(), damage_this_phase=20)
    table.enter(PhaseEnded("weapon")).roll("piloting", 1, 1)
    target = table.owed("fall-avoid").target
    assert target is not None
    assert [(m.value, m.reason) for m in target.modifiers] == [(5, "piloting-skill"), (1, "damage-20")]


@pytest.mark.parametrize(("levels", "total"), [(0, 5), (1, 5), (2, 6), (4, 8)])
def test_every_level_above_the_first_makes_it_harder_to_come_through_unhurt(levels: int, total: int) -> None:
    target = Table(machine()).enter(FellDown(levels)).owed("fall-avoid").target
    assert target is not None
    assert target.total == total


def test_a_missed_roll_wounds_a_made_one_does_not() -> None:
    assert Table(machine()).enter(FellDown()).roll("fall-avoid", 1, 1).sheet.crew[0].hits == 1
    assert Table(machine()).enter(FellDown()).roll("fall-avoid", 3, 2).sheet.crew[0].hits == 0


def test_nobody_in_control_is_hurt_without_a_roll() -> None:
    table = Table(machine(), crew=(CrewMember(hits=2, conscious=False),)).enter(FellDown())
    assert (table.sheet.crew[0].hits, table.waiting) == (3, "fall-facing")
    assert Table(machine(), shutdown=True).enter(FellDown()).sheet.crew[0].hits == 1


def test_a_leg_lost_is_an_automatic_fall_at_the_end_of_the_phase() -> None:
    table = Table(machine()).hit("RL", 30).roll("critical-check", 1, 1).enter(PhaseEnded("weapon"))
    target = table.owed("fall-avoid").target
    assert target is not None
    assert [(m.value, m.reason) for m in target.modifiers] == [
        (5, "piloting-skill"), (5, "leg-lost"), (1, "damage-20"),
    ]  # fmt: skip
    assert table.waiting == "fall-facing, fall-avoid"
    assert table.owed("fall-facing").cause == "leg-lost"


def test_a_fall_drops_the_other_piloting_rolls() -> None:
    table = Table(machine(), damage_this_phase=20).critical("RL", 1).enter(PhaseEnded("weapon")).roll("piloting", 1, 1)
    assert [event.reason for event in table.told(RollDropped)] == ["fell"]


def test_tripods_throw_a_third_die_for_their_legs() -> None:
    unit = machine("CL 18/12 | Hip | Upper Leg | Lower Leg | Foot | - | -", config="Tripod", tons=65)
    table = Table(unit).enter(FellDown()).roll("fall-facing", 1)
    owed = table.owed("fall-location")
    assert table.refused(Rolled(owed.id, (1, 4))) == "leg-die-missing"
    table.enter(Rolled(owed.id, (1, 4, 3)))
    assert str(table) == "CL 13/12"


def test_going_down_on_purpose_costs_nothing() -> None:
    table = Table(machine(), phase="movement").enter(DropProne())
    assert (table.sheet.prone, table.waiting, table.sheet.fallen) == (True, "", 0)
    assert table.refused(DropProne()) == "already-prone"


def test_standing_up_takes_a_roll_and_makes_1_heat() -> None:
    table = Table(machine(), phase="movement", prone=True).enter(StandUp())
    assert table.waiting == "stand-up"
    assert table.refused(StandUp()) == "roll-owed-first"
    assert not table.roll("stand-up", 3, 2).sheet.prone
    assert [source.value for source in table.sheet.heat_sources] == [1]
    assert table.refused(StandUp()) == "not-prone"


def test_failing_to_stand_is_another_fall() -> None:
    table = Table(machine(), phase="movement", prone=True).enter(StandUp()).roll("stand-up", 1, 1)
    assert (table.sheet.prone, table.waiting) == (True, "fall-facing, fall-avoid")


def test_a_quad_on_four_legs_stands_up_without_a_roll() -> None:
    quad = machine(config="Quad")
    assert not Table(quad, phase="movement", prone=True).enter(StandUp()).sheet.prone
    assert figures.standing_up(quad, Table(quad, prone=True).sheet, STANDARD).automatic == "success"
    assert Table(quad, phase="movement", prone=True, lost={"FRL": "destroyed"}).enter(StandUp()).waiting == "stand-up"


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ({"hits": {"CT": (3, 4)}}, "gyro-destroyed-no-standing"),
        ({"lost": {"RL": "destroyed", "LL": "destroyed"}}, "too-few-legs-to-stand"),
        ({"heat": 25}, "no-movement-to-stand"),
        ({"shutdown": True}, "shut-down"),
        ({"crew": (CrewMember(hits=1, conscious=False),)}, "nobody-in-control"),
    ],
)
def test_a_mech_that_cannot_stand_says_why(sheet: dict[str, Any], code: str) -> None:
    assert Table(machine(), phase="movement", prone=True, **sheet).refused(StandUp()) == code


def test_with_1_walking_mp_standing_is_running_and_a_bad_gyro_asks_again() -> None:
    table = Table(machine(walk=1), phase="movement", prone=True, hits={"CT": (3,)}).enter(StandUp())
    assert table.roll("stand-up", 6, 6).waiting == "piloting"


@pytest.mark.parametrize("levels", [-1, 21, 1000])
def test_falls_from_nowhere_are_refused(levels: int) -> None:
    assert Table(machine()).refused(FellDown(levels)) == "levels-out-of-range"


@pytest.mark.parametrize("phase", ["weapon", "physical", "heat", "end"])
def test_standing_up_and_going_prone_are_movement(phase: str) -> None:
    assert Table(machine(), phase=phase, prone=True).refused(StandUp()) == "movement-over"
    assert Table(machine(), phase=phase).refused(DropProne()) == "movement-over"
    assert Table(machine(), phase=phase).enter(FellDown()).sheet.prone


@pytest.mark.parametrize(
    "called_for",
    [
        Moved("walked", 1, terrain="water-1"), Moved("walked", 1, terrain="swamp"),
        Moved("walked", 1, terrain="rubble"), PilotingRollCaused("building-hardened"), PilotingRollCaused("skid"),
        PilotingRollCaused("kicked", now=True),
    ],
)  # fmt: skip
def test_what_called_for_a_roll_came_before_going_prone_and_is_rolled_first(called_for: Entry) -> None:
    table = Table(machine(), phase="movement").enter(called_for)
    assert table.refused(DropProne()) == "piloting-owed-first"
    table.roll("piloting", 6, 6).enter(DropProne())
    assert (table.sheet.prone, table.waiting) == (True, "")


def test_a_mech_that_the_table_puts_down_or_on_its_feet_owes_no_roll_about_that() -> None:
    table = Table(machine(), phase="movement").enter(Moved("walked", 1, terrain="water-1"))
    assert table.enter(Corrected("prone", 1)).waiting == ""
    assert [(event.kind, event.reason) for event in table.told(RollDropped)] == [("piloting", "prone")]
    table.enter(StandUp()).enter(Corrected("prone", 0))
    assert (table.waiting, table.told(RollDropped)[-1].reason) == ("", "on-its-feet")


@pytest.mark.parametrize(("ground", "depth", "points"), [("water-1", 1, 3), ("water-2", 2, 3), ("rubble", 0, 7)])
def test_whoever_misses_the_roll_for_entering_water_falls_in_it(ground: str, depth: int, points: int) -> None:
    table = Table(machine(tons=70), phase="movement").enter(Moved("walked", 1, terrain=ground)).roll("piloting", 1, 1)
    assert table.owed("fall-facing").about["points"] == points
    assert table.sheet.counters.get("water-depth", 0) == depth

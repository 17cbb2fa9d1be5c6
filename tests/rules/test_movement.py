"""Movement points as damage and heat leave them, and the movement of a turn (TW, movement)."""

from __future__ import annotations

from typing import Any

import pytest

from records.rules import STANDARD, Ruleset, Sheet, Unit, figures
from records.rules.entries import Moved, PhaseEnded
from records.rules.sheet import PHASES, Movement

from .notation import Table, machine

JUMPER = machine(
    "RT 18+5/12 | Jump Jet | Jump Jet\nLT 18+5/12 | Jump Jet | Jump Jet\nCT 20+6/16 | Engine x3 | Gyro x4 | Engine x3",
    jump=4,
)
SPRINTER = machine("CT 20+6/16 | Engine x3 | Gyro x4 | Engine x3 | MASC x1", walk=6, run=12, run_plain=9)
HIP, UPPER, LOWER, FOOT = 1, 2, 3, 4


def mp(unit: Unit, sheet: Sheet, ruleset: Ruleset = STANDARD) -> tuple[int, int, int]:
    """Walking, running and jumping MP."""
    return (
        figures.walking(unit, sheet, ruleset).total,
        figures.running(unit, sheet, ruleset).total,
        figures.jumping(unit, sheet, ruleset).total,
    )


def after(unit: Unit, *criticals: tuple[str, int], lost: tuple[str, ...] = ()) -> Sheet:
    """The sheet once the phase of these criticals and losses is over."""
    table = Table(unit, prone=True)
    for location, line in criticals:
        table.critical(location, line)
    for location in lost:
        table.hit(location, unit.armour[location] + unit.structure[location])
        while table.sheet.owed:
            table.roll(table.sheet.owed[0].kind, *(1,) * table.sheet.owed[0].dice)
    return table.enter(PhaseEnded("weapon")).sheet


def test_an_undamaged_mech_has_what_the_factory_built() -> None:
    assert mp(JUMPER, Table(JUMPER).sheet) == (5, 8, 4)


@pytest.mark.parametrize(
    ("criticals", "left"),
    [
        ((("RL", FOOT),), (4, 6)),
        ((("RL", UPPER), ("LL", LOWER)), (3, 5)),
        ((("RL", HIP),), (3, 5)),
        ((("RL", HIP), ("RL", UPPER), ("RL", FOOT)), (3, 5)),
        ((("RL", HIP), ("LL", FOOT)), (2, 3)),
        ((("RL", HIP), ("LL", HIP)), (0, 0)),
    ],
    ids=["foot", "two actuators", "hip halves, rounded up", "a hip silences its leg", "hip and foot", "both hips"],
)
def test_leg_actuators_slow_it_down(criticals: tuple[tuple[str, int], ...], left: tuple[int, int]) -> None:
    unit = machine()
    assert mp(unit, after(unit, *criticals))[:2] == left


def test_one_leg_gone_leaves_1_mp_and_no_running_both_leave_nothing() -> None:
    unit = machine()
    assert mp(unit, after(unit, lost=("RL",)))[:2] == (1, 1)
    assert mp(unit, after(unit, lost=("RL", "LL")))[:2] == (0, 0)


def test_a_quad_loses_1_mp_with_its_first_leg_and_crawls_on_two() -> None:
    quad = machine(config="Quad")
    assert mp(quad, after(quad, lost=("FRL",)))[:2] == (4, 6)
    assert mp(quad, after(quad, lost=("FRL", "RLL")))[:2] == (1, 1)
    assert mp(quad, after(quad, lost=("FRL", "RLL", "FLL")))[:2] == (0, 0)


def test_two_hips_stop_a_tripod_a_quad_only_slows_further() -> None:
    tripod = machine("CL 18/12 | Hip | Upper Leg | Lower Leg | Foot | - | -", config="Tripod")
    assert mp(tripod, after(tripod, ("RL", HIP), ("CL", HIP)))[0] == 0
    quad = machine(config="Quad")
    assert mp(quad, after(quad, ("FRL", HIP), ("RLL", HIP)))[0] == 2


@pytest.mark.parametrize(("heat", "walk"), [(0, 5), (4, 5), (5, 4), (9, 4), (10, 3), (15, 2), (20, 1), (25, 0)])
def test_heat_slows_by_one_at_every_fifth_point_to_25(heat: int, walk: int) -> None:
    assert mp(machine(), Table(machine(), heat=heat).sheet)[0] == walk


def test_heat_never_takes_more_than_5_mp() -> None:
    unit = machine(walk=9)
    assert mp(unit, Table(unit, heat=60).sheet)[0] == 4


def test_triple_strength_myomer_speeds_it_up_from_heat_9() -> None:
    unit = machine("RT 18+5/12 | Triple Strength Myomer x6")
    assert [mp(unit, Table(unit, heat=heat).sheet)[0] for heat in (8, 9, 10)] == [4, 6, 5]


def test_damage_of_this_phase_is_felt_when_it_ends() -> None:
    unit = machine()
    table = Table(unit, prone=True).critical("RL", FOOT)
    assert mp(unit, table.sheet)[0] == 5
    assert mp(unit, table.sheet, Ruleset(options=("CL-damage-counts-at-once",)))[0] == 4
    assert mp(unit, table.enter(PhaseEnded("weapon")).sheet)[0] == 4


def test_every_jump_jet_lost_costs_a_jumping_mp() -> None:
    assert mp(JUMPER, after(JUMPER, ("RT", 1)))[2] == 3
    assert mp(JUMPER, after(JUMPER, lost=("LT",)))[2] == 2


def test_the_steps_of_a_figure_add_up_and_name_the_place() -> None:
    walk = figures.walking(machine(), after(machine(), ("RL", HIP), ("LL", FOOT)), STANDARD)
    assert [(m.value, m.reason, m.about) for m in walk.modifiers] == [
        (5, "walking-as-built", ""), (-2, "hip", "RL"), (-1, "foot", "LL"),
    ]  # fmt: skip


def test_masc_doubles_walking_while_it_works() -> None:
    sheet = Table(SPRINTER).sheet
    assert figures.running(SPRINTER, sheet, STANDARD).total == 9
    assert figures.running(SPRINTER, sheet, STANDARD, boosters=("masc",)).total == 12
    broken = after(SPRINTER, ("CT", 11))
    assert figures.running(SPRINTER, broken, STANDARD, boosters=("masc",)).total == 9


def on_the_move(unit: Unit, **sheet: object) -> Table:
    """A table in its movement phase."""
    given: dict[str, Any] = {"phase": "movement", **sheet}
    return Table(unit, **given)


def test_movement_is_entered_and_entered_anew_while_the_phase_lasts() -> None:
    table = on_the_move(machine()).enter(Moved("ran", 8)).enter(Moved("walked", 3))
    assert table.sheet.movement == Movement("walked", 3)
    assert table.refused(Moved("walked", 3)) == "nothing-changes"
    assert table.enter(PhaseEnded("movement")).refused(Moved("stood")) == "movement-over"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Moved("walked", 6), "beyond-movement"),
        (Moved("ran", 9), "beyond-movement"),
        (Moved("jumped", 1), "beyond-movement"),
        (Moved("stood", 1), "stood-means-no-hexes"),
        (Moved("walked", -1), "hexes-out-of-range"),
        (Moved("walked", 1000), "hexes-out-of-range"),
        (Moved("ran", 3, masc=True), "no-masc"),
        (Moved("ran", 3, supercharger=True), "no-supercharger"),
    ],
)
def test_movement_that_cannot_have_happened_is_refused(entry: Moved, code: str) -> None:
    assert on_the_move(machine()).refused(entry) == code


def test_a_mech_that_is_down_off_or_empty_does_not_move() -> None:
    assert on_the_move(machine(), prone=True).refused(Moved("walked", 1)) == "prone-cannot-move"
    assert on_the_move(machine(), shutdown=True).refused(Moved("walked", 1)) == "shut-down"
    assert on_the_move(machine(), stalled=True).refused(Moved("walked", 1)) == "engine-stalled"
    assert on_the_move(machine(), destroyed=("damage",)).refused(Moved("walked", 1)) == "destroyed"


@pytest.mark.parametrize(("turns", "number"), [(0, 3), (1, 5), (2, 7), (3, 11), (4, 13), (9, 13)])
def test_masc_fails_the_more_easily_the_more_turns_in_a_row_it_runs(turns: int, number: int) -> None:
    table = on_the_move(SPRINTER, counters={"masc-turns": turns}).enter(Moved("ran", 12, masc=True))
    target = table.owed("equipment-failure").target
    assert target is not None
    assert target.total == number


def test_failed_masc_costs_every_leg_a_critical_check() -> None:
    table = on_the_move(SPRINTER).enter(Moved("ran", 12, masc=True)).roll("equipment-failure", 1, 1)
    assert table.waiting == "critical-check RL, critical-check LL"


def test_turns_of_masc_count_up_and_down_again() -> None:
    table = on_the_move(SPRINTER).enter(Moved("ran", 12, masc=True)).roll("equipment-failure", 6, 6)
    for phase in PHASES[1:]:
        table.enter(PhaseEnded(phase))
    assert table.sheet.counters["masc-turns"] == 1
    for phase in PHASES[1:]:
        table.enter(PhaseEnded(phase))
    assert table.sheet.counters["masc-turns"] == 0


def test_landing_without_a_leg_asks_for_a_roll() -> None:
    table = Table(machine(jump=4), phase="movement", lost={"RL": "destroyed"}).enter(Moved("jumped", 3))
    assert table.owed("piloting").cause == "jumping-damaged"
    target = table.owed("piloting").target
    assert target is not None
    assert target.total == 10


def test_a_roll_of_the_movement_is_made_once_however_often_the_movement_is_entered() -> None:
    table = Table(machine(), phase="movement", hits={"CT": (3,)}).enter(Moved("ran", 5)).roll("piloting", 6, 6)
    assert table.enter(Moved("ran", 6)).waiting == ""
    assert table.enter(Moved("walked", 5)).enter(Moved("ran", 5)).waiting == ""


def test_nothing_runs_with_a_leg_gone_but_four_legs_on_three() -> None:
    lame = Table(machine(), phase="movement", lost={"RL": "destroyed"})
    assert lame.refused(Moved("ran", 1)) == "no-running-without-a-leg"
    assert lame.enter(Moved("walked", 1)).sheet.movement == Movement("walked", 1)
    quad = machine(config="Quad")
    assert Table(quad, phase="movement", lost={"FRL": "destroyed"}).enter(Moved("ran", 5)).sheet.movement is not None
    two = Table(quad, phase="movement", lost={"FRL": "destroyed", "RRL": "destroyed"})
    assert two.refused(Moved("ran", 1)) == "no-running-without-a-leg"

"""Superchargers, improved jump jets, partial wings, UMU, hull-down, and damage in any order."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from records.rules import entries as n
from records.rules import figures
from records.rules.classic import attacks, firing, heat, movement, physical, piloting
from records.rules.sheet import Movement
from records.rules.unit import Engine

from .notation import Table, machine

CHARGED = "RT 18+5/12 | Supercharger"
BOTH = "RT 18+5/12 | Supercharger\nLT 18+5/12 | MASC x3"


def test_damage_slows_the_same_whatever_the_order_it_came_in() -> None:
    hits = [("RL", 1), ("LL", 2), ("LL", 4), ("RL", 3)]
    found = set()
    for order in permutations(hits):
        table = Table(machine())
        for place, line in order:
            table.critical(place, line)
        table.enter(n.PhaseEnded("weapon"))
        while table.waiting:
            table.roll("piloting", 6, 6)
        numbers = piloting.number(table.unit, table.sheet, table.ruleset)
        found.add((movement.walking(table.unit, table.sheet, table.ruleset).total, numbers.total))
    assert found == {(1, 9)}  # half of 5 rounded up, two actuators of the other leg; 5 + 2 + 1 + 1


def test_a_supercharger_doubles_walking_and_with_masc_it_is_two_and_a_half_times() -> None:
    sheet = Table(machine(BOTH)).sheet
    unit = machine(BOTH)
    run = [
        movement.running(unit, sheet, Table(unit).ruleset, boosters=names).total
        for names in ((), ("supercharger",), ("masc", "supercharger"))
    ]
    assert run == [8, 10, 13]


@pytest.mark.parametrize(("dice", "hits"), [((3, 4), 0), ((4, 4), 1), ((5, 5), 2), ((6, 6), 3)])
def test_a_failed_supercharger_is_lost_and_may_hit_the_engine(dice: tuple[int, int], hits: int) -> None:
    table = Table(machine(CHARGED), phase="movement").enter(n.Moved("ran", 8, supercharger=True))
    table.roll("equipment-failure", 1, 1).roll("equipment-failure", *dice)
    assert str(table).count("CT[") == hits
    assert "RT[1]" in str(table)
    assert bool(table.sheet.destroyed) == (hits == 3)


@pytest.mark.parametrize(("hexes", "made"), [(2, 3), (6, 3), (7, 4), (8, 4)])
def test_improved_jump_jets_make_half_the_heat_and_at_least_3(hexes: int, made: int) -> None:
    unit = machine("RT 18+5/12 | Improved Jump Jet x2", jump=8)
    assert heat.movement_heat(unit, Movement("jumped", hexes)) == made


def test_prototype_improved_jets_make_double_heat_and_ask_for_a_roll_on_landing() -> None:
    unit = machine("RT 18+5/12 | ISPrototypeImprovedJumpJet x2", jump=6)
    assert heat.movement_heat(unit, Movement("jumped", 5)) == 10
    table = Table(unit, phase="movement").enter(n.Moved("jumped", 5))
    assert [owed.cause for owed in table.sheet.owed] == ["prototype-jets"]


@pytest.mark.parametrize(("tons", "lines", "left"), [(50, 1, 6), (50, 2, 5), (50, 3, 5), (60, 1, 6), (60, 2, 6)])
def test_a_wing_loses_what_it_gave_line_by_line(tons: int, lines: int, left: int) -> None:
    table = Table(machine("RT 18+5/12 | ISPartialWing x4", jump=7, tons=tons))
    for line in range(1, lines + 1):
        table.critical("RT", line)
    table.enter(n.PhaseEnded("weapon"))
    assert movement.jumping(table.unit, table.sheet, table.ruleset).total == left


def test_a_working_wing_sinks_3_heat_more() -> None:
    table = Table(machine("RT 18+5/12 | ISPartialWing x4", jump=7))
    assert figures.heat_capacity(table.unit, table.sheet, table.ruleset).total == 13


def test_every_umu_lost_costs_an_mp_under_water() -> None:
    table = Table(machine("RT 18+5/12 | UMU | UMU | UMU", umu=3)).critical("RT", 2)
    assert figures.swimming(table.unit, table.sheet, table.ruleset).total == 3
    table.enter(n.PhaseEnded("weapon"))
    assert figures.swimming(table.unit, table.sheet, table.ruleset).total == 2


def swimmer(depth: int = 2, **marks: Any) -> Table:
    unit = machine("RT 18+5/12 | UMU | UMU | UMU\nLT 18+5/12 | Medium Laser", umu=3)
    return Table(unit, phase="movement", counters={"water-depth": depth} if depth else {}, **marks)


def test_a_mech_swims_as_far_as_its_umus_carry_it() -> None:
    assert swimmer().refused(n.Moved("swam", 4)) == "beyond-movement"
    assert swimmer().enter(n.Moved("swam", 3)).sheet.movement == Movement("swam", 3)
    assert swimmer(hits={"RT": (2,)}).refused(n.Moved("swam", 3)) == "beyond-movement"


def test_a_mech_swims_with_working_umus_and_in_water_alone() -> None:
    assert Table(machine(), phase="movement", counters={"water-depth": 2}).refused(n.Moved("swam", 1)) == "no-umu"
    assert swimmer(hits={"RT": (0, 1, 2)}).refused(n.Moved("swam", 1)) == "no-umu"
    assert swimmer(0).refused(n.Moved("swam", 1)) == "swims-only-in-water"
    assert swimmer(1).enter(n.Moved("swam", 1)).sheet.movement == Movement("swam", 1)
    assert swimmer(prone=True).refused(n.Moved("swam")) == "prone-cannot-move"
    assert swimmer().refused(n.Moved("swam", 1, masc=True)) == "no-masc"


@pytest.mark.parametrize("hexes", [1, 3])
@pytest.mark.parametrize("engine", ["Fusion", "XXL", "ICE"])
def test_swimming_makes_1_heat_a_turn_and_counts_as_jumping_for_the_attacker(hexes: int, engine: str) -> None:
    assert heat.movement_heat(machine(umu=3, engine=Engine(250, engine)), Movement("swam", hexes)) == 1
    table = swimmer().enter(n.Moved("swam", hexes))
    found = attacks.own(table.unit, table.sheet, table.ruleset, table.unit.weapons[0])
    assert [(m.reason, m.value) for m in found] == [("attacker-swam", 3)]


# --- hull-down


def hull_down() -> Table:
    return Table(machine("RL 18/12 | Hip | Upper Leg | Lower Leg | Foot | Medium Laser"), phase="movement").enter(
        n.StateSwitched("hull-down", True)
    )


def test_a_hull_down_mech_does_not_move_nor_fire_from_its_legs() -> None:
    table = hull_down()
    assert table.refused(n.Moved("walked", 1)) == "hull-down-cannot-move"
    assert firing.why_not(table.unit, table.sheet, table.ruleset, 0) == "hull-down-leg-weapon"
    assert table.enter(n.StateSwitched("hull-down", False)).enter(n.Moved("walked", 1)).sheet.movement is not None


def test_falling_or_going_prone_ends_hull_down() -> None:
    assert not hull_down().enter(n.DropProne()).sheet.states.get("hull-down")
    assert not hull_down().enter(n.FellDown()).sheet.states.get("hull-down")


def test_a_mech_that_cannot_crouch_does_not_go_hull_down() -> None:
    entry = n.StateSwitched("hull-down", True)
    assert Table(machine(), prone=True).refused(entry) == "prone-cannot-move"
    assert Table(machine(), lost={"RL": "destroyed"}).refused(entry) == "hull-down-needs-legs"
    assert Table(machine(), shutdown=True).refused(entry) == "shut-down"


def test_a_hull_down_mech_cannot_kick() -> None:
    table = hull_down()
    kicks = [row for row in physical.rows(table.unit, table.sheet, table.ruleset) if row.kind == "kick"]
    assert {row.why_not for row in kicks} == {"hull-down"}


# --- immobile


def test_a_shut_down_an_empty_and_an_unconscious_mech_are_immobile() -> None:
    assert figures.immobile(Table(machine()).sheet) == ""
    assert figures.immobile(Table(machine(), shutdown=True).sheet) == "shut-down"
    out = Table(machine()).enter(n.PilotHit(hits=1)).roll("consciousness", 1, 1)
    assert figures.immobile(out.sheet) == "nobody-in-control"
    assert figures.immobile(Table(machine()).enter(n.Ejected()).sheet) == "destroyed"

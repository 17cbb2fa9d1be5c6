"""Coolant pods, radical heat sinks, inferno rounds, and heat from the surroundings."""

from __future__ import annotations

import pytest

from records.rules import entries as n
from records.rules import figures
from records.rules.classic import heat
from records.rules.unit import HeatSinks

from .notation import Table, machine

POD = "LT 18+5/12 | Coolant Pod"
RADICAL = "LT 18+5/12 | Radical Heat Sink System x3"
INFERNOS = "LT 18+5/12 | IS Ammo SRM-6 Inferno"


def heated(table: Table, points: int) -> Table:
    return table.enter(n.HeatAdded(points, "internal"))


def test_a_coolant_pod_sinks_a_point_more_for_each_heat_sink_once() -> None:
    table = Table(machine(POD), phase="heat").enter(n.StateSwitched("coolant-pod", True))
    assert figures.heat_capacity(table.unit, table.sheet, table.ruleset).total == 20
    heated(table, 25).enter(n.PhaseEnded("heat"))
    assert (table.sheet.heat, table.sheet.ammo) == (5, (0,))
    assert not table.sheet.states["coolant-pod"]
    assert table.refused(n.StateSwitched("coolant-pod", True)) == "not-aboard"


def test_double_heat_sinks_get_one_point_each_from_a_pod() -> None:
    unit = machine(POD, heat_sinks=HeatSinks(10, "ISDoubleHeatSink", 20, 10))
    table = Table(unit).enter(n.StateSwitched("coolant-pod", True))
    assert figures.heat_capacity(unit, table.sheet, table.ruleset).total == 30


def test_sinks_switched_off_get_nothing_from_a_pod() -> None:
    table = Table(machine(POD), sinks_off=4, states={"coolant-pod": True})
    assert figures.heat_capacity(table.unit, table.sheet, table.ruleset).total == 12


@pytest.mark.parametrize(("turns", "number"), [(0, 3), (1, 5), (2, 7), (3, 10), (4, 11)])
def test_radical_heat_sinks_fail_the_sooner_the_longer_they_run(turns: int, number: int) -> None:
    state = {"radical-heat-sinks": True}
    table = Table(machine(RADICAL), phase="heat", states=state, counters={"radical-heat-sinks-turns": turns})
    table.enter(n.PhaseEnded("heat"))
    owed = table.owed("equipment-failure")
    assert owed.target is not None
    assert owed.target.total == number


def test_radical_heat_sinks_break_for_certain_in_the_sixth_turn() -> None:
    table = Table(machine(RADICAL), phase="heat", states={"radical-heat-sinks": True},
                  counters={"radical-heat-sinks-turns": 5})  # fmt: skip
    table.enter(n.PhaseEnded("heat"))
    assert str(table) == "LT[1]"
    assert table.waiting == ""


def test_a_missed_roll_ends_the_radical_heat_sinks_and_the_heat_of_the_turn_is_sunk_all_the_same() -> None:
    table = Table(machine(RADICAL), phase="heat").enter(n.StateSwitched("radical-heat-sinks", True))
    heated(table, 20).enter(n.PhaseEnded("heat")).roll("equipment-failure", 1, 1)
    assert (table.sheet.heat, table.sheet.phase, str(table)) == (0, "end", "LT[1]")
    assert table.refused(n.StateSwitched("radical-heat-sinks", True)) == "not-aboard"


def test_a_turn_without_radical_heat_sinks_takes_the_track_back_one_step() -> None:
    table = Table(machine(RADICAL), phase="end", counters={"radical-heat-sinks-turns": 3})
    assert table.enter(n.PhaseEnded("end")).sheet.counters["radical-heat-sinks-turns"] == 2


@pytest.mark.parametrize(("level", "number"), [(9, 0), (10, 4), (14, 6), (19, 8), (23, 10), (28, 12)])
def test_inferno_rounds_go_off_from_heat_ten(level: int, number: int) -> None:
    found = heat.inferno_number(level)
    assert (found.total if found else 0) == number


def test_inferno_rounds_have_a_roll_of_their_own_and_burn_when_they_go_off() -> None:
    table = Table(machine(INFERNOS), phase="heat")
    heated(table, 22).enter(n.PhaseEnded("heat"))
    assert table.waiting == "heat-ammunition"
    table.roll("heat-ammunition", 1, 1)
    assert table.sheet.ammo == (0,)
    assert [source.reason for source in table.sheet.heat_sources] == ["inferno-rounds"]


def test_heat_of_an_explosion_in_the_heat_phase_counts_in_the_next_turn() -> None:
    table = Table(machine("LT 18+5/12 | CASE | IS Ammo SRM-6 Inferno=1"), phase="heat")
    heated(table, 22).enter(n.PhaseEnded("heat")).roll("heat-ammunition", 1, 1)
    for _ in range(2):
        table.roll("consciousness", 6, 6)
    table.roll("critical-check", 1, 1)
    assert table.sheet.phase == "end"
    assert table.sheet.heat == 12  # settled before the rounds went off: their 12 points have still to come
    assert [(s.value, s.reason) for s in table.sheet.heat_sources] == [(12, "inferno-rounds")]
    table.enter(n.PhaseEnded("end"))
    assert heat.sources(table.unit, table.sheet, table.ruleset).total == 12


def test_heat_dissipating_armour_halves_the_heat_from_outside() -> None:
    table = Table(machine(armour_type="Heat-Dissipating")).enter(n.HeatAdded(9)).enter(n.HeatAdded(4, "internal"))
    assert heat.sources(table.unit, table.sheet, table.ruleset).total == 8


def test_hot_and_cold_surroundings_count_every_turn() -> None:
    table = Table(machine()).enter(n.Corrected("counter:hot-surroundings", 3))
    assert heat.sources(table.unit, table.sheet, table.ruleset).total == 3
    table.enter(n.Corrected("counter:cold-surroundings", 2))
    assert heat.sources(table.unit, table.sheet, table.ruleset).total == 1


def test_inferno_hits_count_as_heat_from_outside() -> None:
    table = Table(machine()).enter(n.HeatAdded(12, "inferno")).enter(n.HeatAdded(12, "external"))
    assert heat.sources(table.unit, table.sheet, table.ruleset).total == 15

"""Heat sinks of every kind: what one sinks, what is lost with it, what is off and what water does (TW, heat sinks)."""

from __future__ import annotations

import pytest

from records.rules import entries as n
from records.rules import figures
from records.rules.unit import Engine, HeatSinks

from .notation import Table, machine


def capacity(table: Table) -> int:
    return figures.heat_capacity(table.unit, table.sheet, table.ruleset).total


@pytest.mark.parametrize(
    ("piece", "kind", "built", "left"),
    [
        ("Heat Sink", "Heat Sink", 11, 10),
        ("ISDoubleHeatSink x3", "ISDoubleHeatSink", 22, 20),
        ("CLDoubleHeatSink x2", "CLDoubleHeatSink", 22, 20),
        ("ISDoubleHeatSinkPrototype x3", "ISDoubleHeatSinkPrototype", 12, 10),
        ("Laser Heat Sink x2", "Laser Heat Sink", 22, 20),
        ("1 Compact Heat Sink", "1 Compact Heat Sink", 11, 10),
        ("2 Compact Heat Sinks", "1 Compact Heat Sink", 12, 10),
    ],
)
def test_a_sink_lost_takes_what_it_sank(piece: str, kind: str, built: int, left: int) -> None:
    table = Table(machine(f"RT 18+5/12 | {piece}", heat_sinks=HeatSinks(11, kind, built, 10))).critical("RT", 1)
    assert capacity(table) == built  # felt when the phase ends
    assert capacity(table.enter(n.PhaseEnded("weapon"))) == left


@pytest.mark.parametrize("slot", ["2 Compact Heat Sinks", "1 Compact Heat Sink & 1 Compact Heat Sink"])
def test_a_critical_on_a_slot_with_two_compact_heat_sinks_takes_both(slot: str) -> None:
    unit = machine(f"RT 6+2/5 | {slot} | {slot}", tons=20, engine=Engine(120, "XL"),
                   heat_sinks=HeatSinks(10, "1 Compact Heat Sink", 10, 6))  # fmt: skip
    table = Table(unit).critical("RT", 1).enter(n.PhaseEnded("weapon"))
    assert capacity(table) == 8
    assert figures.sinks_working(unit, table.sheet, table.ruleset).total == 8
    assert capacity(table.critical("RT", 2).enter(n.PhaseEnded("physical"))) == 6


def test_mixed_kinds_sink_each_its_own() -> None:
    unit = machine("RT 18+5/12 | Heat Sink | ISDoubleHeatSinkPrototype x3",
                   heat_sinks=HeatSinks(12, "Heat Sink", 13, 10))  # fmt: skip
    assert capacity(Table(unit).critical("RT", 2).enter(n.PhaseEnded("weapon"))) == 11
    assert capacity(Table(unit).critical("RT", 1).enter(n.PhaseEnded("weapon"))) == 12


def test_sinks_switched_off_are_counted_apart() -> None:
    table = Table(machine("RT 18+5/12 | Heat Sink", heat_sinks=HeatSinks(11, "Heat Sink", 11, 10)))
    table.enter(n.SinksSwitched(4)).critical("RT", 1).enter(n.PhaseEnded("weapon"))
    found = figures.sinks_working(table.unit, table.sheet, table.ruleset)
    assert [(m.value, m.reason) for m in found.modifiers] == [
        (11, "sinks-as-built"),
        (-1, "sinks-lost"),
        (-4, "sinks-off"),
    ]
    assert found.total == capacity(table) == 6


@pytest.mark.parametrize(("kind", "depth", "sunk"), [
    ("Heat Sink", 0, 12), ("Heat Sink", 1, 14), ("Heat Sink", 2, 18), ("Laser Heat Sink", 2, 12),
])  # fmt: skip
def test_water_helps_the_sinks_that_stand_in_it_but_laser_heat_sinks(kind: str, depth: int, sunk: int) -> None:
    legs = "\n".join(f"{leg} 18/12 | Hip | Upper Leg | Lower Leg | Foot | Heat Sink" for leg in ("RL", "LL"))
    unit = machine(legs, heat_sinks=HeatSinks(12, kind, 12, 10))
    assert capacity(Table(unit, counters={"water-depth": depth} if depth else {})) == sunk


def test_the_engines_own_sinks_have_no_lines_to_hit() -> None:
    table = Table(machine()).critical("CT", 1).enter(n.PhaseEnded("weapon"))
    assert capacity(table) == 10

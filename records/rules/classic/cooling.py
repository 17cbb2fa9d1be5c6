"""Cooling beyond the heat sinks: coolant pods and radical heat sinks (Tactical and Interstellar Operations)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..condition import mount_out, rounds_in, working
from ..events import AmmunitionSet, CounterSet, EquipmentFailed, SlotHit, StateSet
from ..numbers import Modifier, TargetNumber
from ..tables.special import special
from . import answers

if TYPE_CHECKING:
    from ..entries import Rolled
    from ..rolls import Owed
    from ..sheet import Sheet
    from ..unit import Unit
    from .work import Work

POD = "coolant-pod"
RADICAL = "radical-heat-sinks"
TURNS = "radical-heat-sinks-turns"
RULE_POD, RULE_RADICAL = "TO:coolant-pod", "IO:radical-heat-sinks"


def sinks_at_work(unit: Unit, sheet: Sheet) -> int:
    """Heat sinks that work and are not switched off."""
    items = unit.gear.items
    lost = sum(item.sinks for i in unit.gear.sinks if (item := items[i]) is not None and mount_out(unit, sheet, i))
    return max(0, unit.heat_sinks.count - lost - sheet.sinks_off)


def pod_ready(unit: Unit, sheet: Sheet) -> int:
    """The bin of a coolant pod that has not been used; -1 without one."""
    items = unit.gear.items
    for number, ammo in enumerate(unit.bins):
        item = items[ammo.mount]
        if item is not None and item.ammo_type == "COOLANT_POD" and rounds_in(unit, sheet, number):
            return number
    return -1


def radical_works(unit: Unit, sheet: Sheet) -> bool:
    """A radical heat sink system is aboard and whole."""
    return bool(working(unit, sheet, unit.gear.flagged("RADICAL_HEATSINK")))


def more(unit: Unit, now: Sheet) -> list[Modifier]:
    """What pods and radical heat sinks add to what is sunk this turn: a point for every heat sink at work."""
    found = []
    if now.states.get(POD) and pod_ready(unit, now) >= 0:
        found.append(Modifier(sinks_at_work(unit, now), POD, RULE_POD))
    if now.states.get(RADICAL) and radical_works(unit, now):
        found.append(Modifier(sinks_at_work(unit, now), RADICAL, RULE_RADICAL))
    return found


def spent(work: Work) -> None:
    """Heat phase, when heat has settled: the pod is empty, the radical heat sinks may fail."""
    sheet = work.sheet
    if sheet.states.get(POD):
        number = pod_ready(work.unit, sheet)
        if number >= 0:
            work.tell(AmmunitionSet(number, sheet.ammo[number] - 1, POD))
        work.tell(StateSet(POD, False))
    if sheet.states.get(RADICAL) and radical_works(work.unit, sheet):
        _owe_failure(work)


def _owe_failure(work: Work) -> None:
    """The number rises with every turn in a row: 3, 5, 7, 10, 11; the sixth breaks it for certain."""
    turns = work.sheet.counters.get(TURNS, 0)
    work.tell(CounterSet(TURNS, turns + 1))
    track: list[int] = special()["radical_heat_sinks"]
    if turns >= len(track):
        _fail(work)
        return
    target = TargetNumber((Modifier(track[turns], RADICAL, RULE_RADICAL, str(turns + 1)),))
    work.owe("equipment-failure", target=target, cause=RADICAL, rule=RULE_RADICAL, about={"item": RADICAL})


def answer(work: Work, owed: Owed, entry: Rolled) -> None:
    """Missed: the system is lost."""
    if not answers.passed(work, owed, entry):
        _fail(work)


def _fail(work: Work) -> None:
    work.tell(EquipmentFailed(RADICAL))
    work.tell(StateSet(RADICAL, False))
    for mount in working(work.unit, work.sheet, work.unit.gear.flagged("RADICAL_HEATSINK")):
        for where, line in work.unit.mounts[mount].slots[:1]:
            work.tell(SlotHit(where, line, work.unit.mounts[mount].item, "failed"))


def rested(work: Work) -> None:
    """End Phase: a turn without it takes the number down by one step."""
    turns = work.sheet.counters.get(TURNS, 0)
    if turns and not work.sheet.states.get(RADICAL):
        work.tell(CounterSet(TURNS, turns - 1))

"""Switches of the sheet that the rules know: what is aboard, and which positions the 'Mech can take up."""

from __future__ import annotations

from collections.abc import Callable

from ..condition import mount_out, working
from ..events import StateSet
from ..sheet import Sheet
from ..unit import Unit
from . import blows, cooling, falls, outer
from .work import Work

HULL_DOWN = "hull-down"
#: Equipment that a switch belongs to, by flag.
OF_EQUIPMENT = {
    "ppc-capacitor": "PPC_CAPACITOR",
    "blue-shield": "BLUE_SHIELD",
    cooling.RADICAL: "RADICAL_HEATSINK",
}
#: The arm of a shield by its switches; a shield is held one way at a time.
SHIELD_ARMS = {state: arm for arm, states in outer.HELD.items() for state in states}


def aboard(unit: Unit, sheet: Sheet) -> tuple[str, ...]:
    """The switches that this sheet can throw on, those of equipment aboard and whole."""
    found = [state for state, flag in OF_EQUIPMENT.items() if working(unit, sheet, unit.gear.flagged(flag))]
    if any(unit.mounts[m].item in blows.VIBROBLADES for m in working(unit, sheet, unit.gear.clubs)):
        found.append(blows.VIBROBLADE)
    if cooling.pod_ready(unit, sheet) >= 0:
        found.append(cooling.POD)
    arms = {unit.mounts[m].location for m in unit.gear.shields if not mount_out_entirely(unit, sheet, m)}
    return (*found, *(state for state, arm in SHIELD_ARMS.items() if arm in arms))


def mount_out_entirely(unit: Unit, sheet: Sheet, mount: int) -> bool:
    """A shield works until nothing of it is left to take a hit."""
    return unit.mounts[mount].location in sheet.lost or not outer.shield_absorbs(unit, sheet, mount)


def before(work: Work, state: str, on: bool) -> None:
    """Refuse a switch that cannot be thrown; positions that exclude each other give way."""
    known = {*OF_EQUIPMENT, blows.VIBROBLADE, cooling.POD, *SHIELD_ARMS}
    if on and state in known and state not in aboard(work.unit, work.sheet):
        raise work.refuse("not-aboard", state=state)
    rule = _RULES.get(state)
    if rule is not None:
        rule(work, on)
    if on and state in SHIELD_ARMS:
        for other in outer.HELD[SHIELD_ARMS[state]]:
            if other != state and work.sheet.states.get(other):
                work.tell(StateSet(other, False))


def _hull_down(work: Work, on: bool) -> None:
    """Crouching behind cover, or up again: it must be able to move, stand on its feet and have its legs (TacOps)."""
    falls.can_move(work)
    if work.sheet.prone:
        raise work.refuse("prone-cannot-move")
    if on and any(leg in work.sheet.lost for leg in work.unit.legs):
        raise work.refuse("hull-down-needs-legs")


_RULES: dict[str, Callable[[Work, bool], None]] = {HULL_DOWN: _hull_down}


def capacitor_charged(unit: Unit, sheet: Sheet, mount: int) -> bool:
    """A PPC with a charged capacitor beside it (same location)."""
    if not sheet.states.get("ppc-capacitor"):
        return False
    here = unit.mounts[mount].location
    return any(
        unit.mounts[m].location == here and not mount_out(unit, sheet, m) for m in unit.gear.flagged("PPC_CAPACITOR")
    )

"""Piloting skill rolls: the number now, with everything that counts in it (TW, piloting skill rolls)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..condition import (
    LEG_ACTUATORS,
    able,
    actuator_out,
    controlled,
    felt,
    gyro_destroyed,
    legs_gone,
    mechwarrior,
    system_hits,
    why_off,
    working,
)
from ..numbers import Modifier, TargetNumber
from ..ruleset import STANDARD, Ruleset
from ..sheet import Sheet
from ..tables.terrain import terrains
from ..unit import Unit
from . import terrain
from .movement import REASONS

if TYPE_CHECKING:
    from ..options.option import Purpose

RULE = "TW:piloting"
CRITICAL = "TW:critical-damage"
#: Legs of a 'Mech -> legs gone from which it cannot be kept upright at all.
TOO_FEW = {2: 2, 4: 3}

#: What on the table calls for a roll besides the terrain, and what it adds (TW, piloting skill rolls).
EVENTS: dict[str, int] = {
    "kicked": 0, "pushed": 0, "charged": 2, "hit-by-death-from-above": 2, "missed-kick": 0, "missed-club": 0,
    "made-charge": 2, "made-death-from-above": 4, "missed-death-from-above": 0, "fallen-on": 2, "domino": 0,
    "skid": 0, "skid-on-ice": 4, "other": 0,
}  # fmt: skip
SKIDS = frozenset({"skid", "skid-on-ice"})
#: The cause of the roll that a reactor going off calls for.
SHUTDOWN = "reactor-shutdown"
#: Of these the ones that leave no roll: the fall is certain, so many levels deep, on that side (TW, death from above).
CERTAIN_FALLS: dict[str, tuple[int, str]] = {"missed-death-from-above": (2, "rear")}


def causes(unit: Unit, ruleset: Ruleset = STANDARD) -> tuple[str, ...]:
    """Everything on the table that calls for a roll of this unit: what is done to it, then the ground it enters."""
    ground = (code for code, kind in terrains().items() if terrain.calls_for_roll(unit, ruleset, kind))
    return (*(code for code in EVENTS if code != "other"), *ground, "other")


def calls_for_roll(unit: Unit, cause: str, ruleset: Ruleset = STANDARD) -> bool:
    """Whether this unit rolls for the cause at all."""
    return cause in EVENTS or (cause in terrains() and terrain.calls_for_roll(unit, ruleset, terrains()[cause]))


def at_once(cause: str) -> bool:
    """Whether it is rolled for where it is met, with the movement: ground and skids (TW, piloting skill rolls)."""
    return cause in SKIDS or cause in terrains()


def for_cause(unit: Unit, cause: str) -> tuple[Modifier, ...]:
    """What a cause adds to the roll, one by one; a skid also what :func:`skid` says."""
    if cause in EVENTS:
        return (Modifier(EVENTS[cause], cause, RULE),)
    return terrain.entering(unit, terrains()[cause])


def situation(unit: Unit, cause: str) -> int:
    """What a cause adds to the roll in all."""
    return sum(modifier.value for modifier in for_cause(unit, cause))


def skid(hexes: int) -> int:
    """What hexes moved before a turn on pavement add to the roll (TW, skidding)."""
    return sum(step for least, step in ((0, -1), (3, 1), (5, 1), (8, 1), (11, 2), (18, 1), (25, 1)) if hexes >= least)


def number(unit: Unit, sheet: Sheet, ruleset: Ruleset, purpose: Purpose = "balance") -> TargetNumber:
    """The piloting skill number now, without what this phase has caused. Optional rules may ask what it is for.

    Automatic when there is nothing to roll: nobody awake, the gyro destroyed, too few legs, the reactor shut down.
    The modifiers then are those of the roll to avoid harm in the fall; none of it is asked of an unconscious crew.
    """
    skill = Modifier(mechwarrior(sheet).piloting, "piloting-skill", RULE)
    if not controlled(sheet):
        return TargetNumber((Modifier(0, "nobody-in-control", RULE),), "impossible")
    if gyro_destroyed(unit, sheet):
        destroyed = (skill, Modifier(6, "gyro-destroyed", CRITICAL))
        return TargetNumber((*destroyed, *_optional(unit, sheet, ruleset, purpose)), "failure")
    now = felt(sheet, ruleset)
    gone = legs_gone(unit, now)
    if len(gone) >= TOO_FEW.get(len(unit.legs), 99):
        legs = (skill, Modifier(5 * len(gone), "legs-gone", CRITICAL))
        return TargetNumber((*legs, *_optional(unit, sheet, ruleset, purpose)), "failure")
    if why := why_off(sheet):
        return TargetNumber((Modifier(0, why, RULE),), "impossible")
    modifiers = (
        skill,
        *_build(unit, sheet, gone),
        *_legs(unit, sheet, now, gone),
        *_systems(unit, now),
        *_optional(unit, sheet, ruleset, purpose),
    )
    return TargetNumber(tuple(m for i, m in enumerate(modifiers) if i == 0 or m.value))


def _optional(unit: Unit, sheet: Sheet, ruleset: Ruleset, purpose: Purpose) -> tuple[Modifier, ...]:
    """What optional rules add."""
    found = (m for option in ruleset.asks("piloting") for m in option.piloting(ruleset, unit, sheet, purpose))
    return tuple(m for m in found if m.value)


def _build(unit: Unit, sheet: Sheet, gone: tuple[str, ...]) -> list[Modifier]:
    """What the design itself brings."""
    found = []
    if unit.crew_size > 1 and unit.config in ("Tripod", "QuadVee"):
        pilot = able(sheet.crew[0])
        found.append(Modifier(-1 if pilot else 2, "dedicated-pilot" if pilot else "pilot-out", "TO:crew"))
    if len(unit.legs) == 3 and not gone:
        found.append(Modifier(-1, "three-legs", "TO:tripod"))
    if len(unit.legs) == 4 and not gone:
        found.append(Modifier(-2, "four-legs", RULE))
    if unit.cockpit.startswith("Small"):
        found.append(Modifier(1, "small-cockpit", "TW:cockpit"))
    if unit.cockpit.startswith("Torso"):
        found.append(Modifier(1, "torso-cockpit", "TW:cockpit"))
    if unit.armoured_with("Hardened"):
        found.append(Modifier(1, "hardened-armour", "TO:hardened-armour"))
    if unit.gear.industrial_tsm:
        found.append(Modifier(1, "industrial-myomer", "TW:industrial"))
    return found


def _legs(unit: Unit, sheet: Sheet, now: Sheet, gone: tuple[str, ...]) -> list[Modifier]:
    """A leg gone +5 (quads: once, from the second on); a hip +2 and then nothing else in that leg; others +1 each."""
    if len(unit.legs) == 4:
        found = [Modifier(5, "legs-gone", CRITICAL, " ".join(gone))] if len(gone) == 2 else []
    else:
        found = [Modifier(5, "leg-gone", CRITICAL, leg) for leg in gone]
    for leg in unit.legs:
        if leg in gone or leg in sheet.lost:
            continue
        if actuator_out(unit, now, leg, "Hip"):
            found.append(Modifier(2, "hip", CRITICAL, leg))
            continue
        for actuator in LEG_ACTUATORS[1:]:
            if actuator_out(unit, now, leg, actuator):
                found.append(Modifier(1, REASONS[actuator], CRITICAL, leg))
    return found


def _systems(unit: Unit, now: Sheet) -> list[Modifier]:
    found = []
    hits = system_hits(unit, now, "Gyro")
    if unit.gear.heavy_duty_gyro:
        hits = (0, 1, 3)[min(hits, 2)]
    elif hits:
        hits = 3
    if hits:
        found.append(Modifier(hits, "gyro", CRITICAL))
    if unit.cockpit.startswith("Torso") and head_sensors_gone(unit, now):
        found.append(Modifier(4, "head-sensors", "TO:torso-cockpit"))
    enhanced = unit.gear.actuator_enhancement
    legs = [m for m in enhanced if unit.mounts[m].location in unit.legs]
    if legs and len(working(unit, now, tuple(legs))) == len(legs) == len(unit.legs):
        found.append(Modifier(-2, "leg-enhancement", "TO:actuator-enhancement"))
    if working(unit, now, unit.gear.modular_armour):
        found.append(Modifier(1, "modular-armour", "TO:modular-armour"))
    return found


def head_sensors_gone(unit: Unit, now: Sheet) -> bool:
    """Both sensors of the head: a MechWarrior in the torso is blind then."""
    head = [slot for where, slot in unit.slots_named("Sensors") if where == "HD"]
    return bool(head) and ("HD" in now.lost or all(slot in now.hits.get("HD", ()) for slot in head))


def with_triggers(target: TargetNumber, sheet: Sheet) -> TargetNumber:
    """A roll of the end of the phase carries the modifiers of everything that this phase has caused."""
    if target.automatic:
        return target
    return target.plus(*(trigger.modifier for trigger in sheet.triggers))

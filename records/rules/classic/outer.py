"""What stands before the armour: shields, then modular armour (Tactical Operations).

A shield takes some points of every hit that it is held against, modular armour takes the first ten points of a
location. Neither helps against explosions inside the 'Mech, shields not against falls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..condition import actuator_out, controlled, powered, slot_out
from ..events import ModularArmourLost, ShieldStruck, SlotHit
from ..tables.special import special
from ..unit import ARMS, TORSOS

if TYPE_CHECKING:
    from ..sheet import Sheet
    from ..unit import Unit
    from .damage import Group
    from .work import Work

#: Which arm's shield is held before a location, by the arm.
SIDE = {"RA": ("RA", "RT", "RL"), "LA": ("LA", "LT", "LL")}
HELD = {"RA": ("right-shield-active", "right-shield-passive"), "LA": ("left-shield-active", "left-shield-passive")}
SHOULDER_COSTS = 2


def take(work: Work, group: Group) -> int:
    """Let shields and modular armour take what they can of a group; returns the points of armour marked off."""
    if not group.points:
        return 0
    if group.kind != "fall" and work.unit.gear.shields:
        _shield(work, group)
    if group.points and work.unit.gear.modular_armour:
        return _modular(work, group)
    return 0


# --- shields


def guards(unit: Unit, sheet: Sheet, location: str, rear: bool) -> tuple[int, ...]:
    """The shields held before a location. Active: the arm, torso and leg of its side, head and centre torso from the
    front. Passive: the arm and the torso of its side, not from behind. Otherwise its own arm alone.
    """
    return tuple(mount for mount in unit.gear.shields if _held_before(unit, sheet, mount, location, rear))


def _held_before(unit: Unit, sheet: Sheet, mount: int, location: str, rear: bool) -> bool:
    arm = unit.mounts[mount].location
    if arm not in ARMS or arm in sheet.lost:
        return False
    if location == arm:
        return True
    if not powered(sheet) or not controlled(sheet):
        return False
    active, passive = (bool(sheet.states.get(state)) for state in HELD[arm])
    if location in ("CT", "HD"):
        return active and not rear
    return location in SIDE[arm] and (active or (passive and not rear and location not in unit.legs))


def held(unit: Unit, sheet: Sheet, mount: int) -> str:
    """How the shield that a weapon is behind is held: ``active``, ``passive``, ``no-defence``; ``""`` when none is
    in its way. A weapon that points to the rear is never behind it."""
    built, found = unit.mounts[mount], ""
    if built.rear:
        return found
    for shield in unit.gear.shields:
        arm = unit.mounts[shield].location
        if arm not in ARMS or not shield_absorbs(unit, sheet, shield) or arm in sheet.lost:
            continue
        active, passive = (bool(sheet.states.get(state)) for state in HELD[arm])
        if active and (built.location in SIDE[arm] or built.location in ("CT", "HD")):
            return "active"
        if passive and built.location in SIDE[arm] and built.location not in unit.legs:
            found = "passive"
        elif built.location == arm and not found:
            found = "no-defence"
    return found


def shield_absorbs(unit: Unit, sheet: Sheet, mount: int) -> int:
    """Points that a shield takes of each hit: one less for each of its lines and arm actuators hit, two for the
    shoulder; nothing once its capacity is used up."""
    if shield_left(unit, sheet, mount) < 1:
        return 0
    built = unit.mounts[mount]
    worth: int = special()["shields"][built.item]["absorbs"]
    worth -= sum(slot_out(sheet, where, line) for where, line in built.slots)
    for actuator in ("Upper Arm", "Lower Arm", "Hand"):
        worth -= actuator_out(unit, sheet, built.location, actuator)
    if actuator_out(unit, sheet, built.location, "Shoulder"):
        worth -= SHOULDER_COSTS
    return max(0, worth)


def shield_left(unit: Unit, sheet: Sheet, mount: int) -> int:
    """Hits that the shield can still take."""
    capacity: int = special()["shields"][unit.mounts[mount].item]["capacity"]
    return max(0, capacity - sheet.counters.get(f"shield-{mount}", 0))


def _shield(work: Work, group: Group) -> None:
    unit = work.unit
    for mount in guards(unit, work.sheet, group.location, group.behind):
        taken = min(group.points, shield_absorbs(unit, work.sheet, mount))
        if taken:
            group.points -= taken
            work.tell(ShieldStruck(mount, unit.mounts[mount].location, group.location, taken))
            return


# --- modular armour


def modular_left(sheet: Sheet, mount: int) -> int:
    """Points that a module can still take."""
    most: int = special()["modular_armour"]
    return max(0, most - sheet.counters.get(f"modular-{mount}", 0))


def _modular(work: Work, group: Group) -> int:
    """Modules of the location, on the side hit, one after the other; one that is used up is gone."""
    unit, here, total = work.unit, group.location, 0
    for mount in unit.gear.modular_armour:
        built = unit.mounts[mount]
        if built.location != here or (here in TORSOS and built.rear != group.behind):
            continue
        if any(slot_out(work.sheet, where, line) for where, line in built.slots):
            continue
        taken = min(group.points, modular_left(work.sheet, mount))
        if not taken:
            continue
        group.points -= taken
        total += taken
        work.tell(ModularArmourLost(mount, here, taken))
        if not modular_left(work.sheet, mount):
            for where, line in built.slots:
                work.tell(SlotHit(where, line, built.item, "spent"))
    return total

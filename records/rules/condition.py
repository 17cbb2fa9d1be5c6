"""What works and what does not on a sheet: questions that every chapter asks. Nothing here changes a sheet.

All take the sheet as it is marked. For numbers derived during a phase pass :func:`felt` of it: damage of a phase is
marked at once, but what it does to movement, piloting, heat sinks and aim is felt when the phase ends (TW,
simultaneous fire).
"""

from __future__ import annotations

from dataclasses import replace

from .gear import own_shots
from .ruleset import Ruleset
from .sheet import CrewMember, Sheet
from .unit import Slot, Unit

LEG_ACTUATORS = ("Hip", "Upper Leg", "Lower Leg", "Foot")
ARM_ACTUATORS = ("Shoulder", "Upper Arm", "Lower Arm", "Hand")


def felt(sheet: Sheet, ruleset: Ruleset) -> Sheet:
    """The sheet without the criticals and losses of this phase (all of it when damage counts at once)."""
    fresh = sheet.fresh
    if not (fresh.slots or fresh.lost or fresh.breached) or ruleset.has("CL-damage-counts-at-once"):
        return sheet
    hits = {
        loc: tuple(slot for slot in slots if slot not in fresh.slots.get(loc, ())) for loc, slots in sheet.hits.items()
    }
    lost = {loc: how for loc, how in sheet.lost.items() if loc not in fresh.lost}
    breached = tuple(loc for loc in sheet.breached if loc not in fresh.breached)
    return replace(sheet, hits=hits, lost=lost, breached=breached)


def slot_out(sheet: Sheet, location: str, slot: int) -> bool:
    """The line is hit or its location gone."""
    return location in sheet.lost or slot in sheet.hits.get(location, ()) or location in sheet.breached


def mount_out(unit: Unit, sheet: Sheet, mount: int) -> bool:
    """The equipment no longer works: one of its lines is hit or gone (for any one of them is enough)."""
    built = unit.mounts[mount]
    if not built.slots:
        return built.location in sheet.lost or built.location in sheet.breached
    return any(slot_out(sheet, location, slot) for location, slot in built.slots)


def reaches(unit: Unit, mount: int) -> tuple[str, ...]:
    """The locations that the equipment reaches into, the one that counts for fire first: two for a split weapon."""
    built = unit.mounts[mount]
    return tuple(dict.fromkeys((built.location, *(location for location, _slot in built.slots))))


def working(unit: Unit, sheet: Sheet, mounts: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the mounts that work."""
    return tuple(mount for mount in mounts if not mount_out(unit, sheet, mount))


def system_hits(unit: Unit, sheet: Sheet, system: str) -> int:
    """Lines of a system (``"Engine"``, ``"Gyro"``, ``"Sensors"``, ...) hit or gone with their location."""
    return sum(slot_out(sheet, location, slot) for location, slot in unit.slots_named(system))


def has_actuator(unit: Unit, location: str, actuator: str) -> bool:
    """Whether the limb was built with it (a gun arm has no hand)."""
    return any(where == location for where, _ in unit.slots_named(actuator))


def actuator_out(unit: Unit, sheet: Sheet, location: str, actuator: str) -> bool:
    """The limb has this actuator and it is hit (or the limb gone)."""
    return any(where == location and slot_out(sheet, where, slot) for where, slot in unit.slots_named(actuator))


def legs_gone(unit: Unit, sheet: Sheet) -> tuple[str, ...]:
    """Its legs that are destroyed or blown off."""
    return tuple(leg for leg in unit.legs if leg in sheet.lost)


def gyro_destroyed(unit: Unit, sheet: Sheet) -> bool:
    """Two hits, three for a heavy-duty gyro (TW, critical damage)."""
    return system_hits(unit, sheet, "Gyro") >= (3 if unit.gear.heavy_duty_gyro else 2)


def mechwarrior(sheet: Sheet) -> CrewMember:
    """The seat that drives and shoots now: the first able one, else the first."""
    return next((seat for seat in sheet.crew if able(seat)), sheet.crew[0])


def able(seat: CrewMember) -> bool:
    """Alive, awake and aboard."""
    return seat.conscious and not seat.dead and not seat.ejected


def controlled(sheet: Sheet) -> bool:
    """Somebody aboard is awake."""
    return any(able(seat) for seat in sheet.crew)


def powered(sheet: Sheet) -> bool:
    """The engine runs: neither shut down nor stalled."""
    return not why_off(sheet)


def why_off(sheet: Sheet) -> str:
    """Why the engine does not run, as a code; ``""`` when it does. One that has stalled is off as well."""
    if sheet.stalled:
        return "engine-stalled"
    return "shut-down" if sheet.shutdown else ""


def out_of_action(sheet: Sheet) -> bool:
    """Destroyed: nothing on it rolls, moves or fires any more."""
    return bool(sheet.destroyed)


def engine_limit(unit: Unit) -> int:
    """Engine hits that destroy it: three, two for the compact engine of a superheavy (TW, critical damage)."""
    return 2 if unit.superheavy and unit.engine.type == "Compact" else 3


def gyro_limit(unit: Unit) -> int:
    """Gyro hits that destroy it: two, three for a heavy-duty gyro."""
    return 3 if unit.gear.heavy_duty_gyro else 2


def slot_at(unit: Unit, location: str, number: int) -> Slot | None:
    """The line of that number; None when it is empty or there is none."""
    slots = unit.slots.get(location, ())
    return slots[number] if 0 <= number < len(slots) else None


def takes_criticals(unit: Unit, slot: Slot, ruleset: Ruleset) -> bool:
    """Whether a critical can hit such a line at all; others are rolled again."""
    return slot.hittable or any(o.takes_criticals(ruleset, unit, slot) for o in ruleset.asks("takes_criticals"))


def hittable_lines(unit: Unit, sheet: Sheet, location: str, ruleset: Ruleset) -> tuple[int, ...]:
    """The lines of a location that a critical can still hit."""
    hit = sheet.hits.get(location, ())
    return tuple(
        number
        for number, slot in enumerate(unit.slots.get(location, ()))
        if slot is not None and number not in hit and takes_criticals(unit, slot, ruleset)
    )


def torso_mounted(unit: Unit) -> bool:
    """The cockpit is in the torso: the head may go and the MechWarrior lives."""
    return "Torso" in unit.cockpit


def shots_left(unit: Unit, sheet: Sheet, mount: int) -> int:
    """Shots still in a one-shot launcher, 0 and up; the sheet counts those it has fired (``one-shot-N``)."""
    return max(0, own_shots(unit.gear.items[mount]) - sheet.counters.get(f"one-shot-{mount}", 0))


def rounds_in(unit: Unit, sheet: Sheet, number: int) -> int:
    """Rounds that can still be taken from a bin: none once its line is hit or its location gone."""
    ammunition = unit.bins[number]
    if slot_out(sheet, ammunition.location, ammunition.slot):
        return 0
    return sheet.ammo[number] if number < len(sheet.ammo) else ammunition.shots

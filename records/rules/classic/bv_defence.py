"""The defensive part of battle value: what keeps a 'Mech alive (TM, battle value; TO and IO for their equipment)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ..equipment import Equipment
from ..tables.special import special
from ..tables.worth import battle_values
from ..unit import Unit
from ..worth import Step
from .bv_items import ONLY_JAMMED, bursting, capacitor_bv, defensive_weapon, is_defensive, item_bv, links
from .bv_speed import movement_modifier, speeds

RULE = "TM:battle-value"
ADVANCED = "TO:battle-value"

_ARMOUR, _STRUCTURE, _BLUE_SHIELD = 2.5, 1.5, 0.2
_AMMUNITION_SLOT, _CHARGED_SLOT, _ARMOURED_SLOT = 15, 1, 5.0
_SIDE_SLOTS_THAT_LIVE = 2
#: Equipment that goes up as ammunition does: bomb bays and extended fuel tanks.
_BURSTING = frozenset({"BOMB_BAY", "FUEL"})
#: Armour that HarJel repairs counts more (IO).
_REPAIRING = {"HARJEL_II": 1.1, "HARJEL_III": 1.2}


def defensive(unit: Unit) -> tuple[Step, ...]:
    """The steps of the defensive part."""
    return (
        *_armour(unit), *_frame(unit), *_equipment(unit), *_explosives(unit),
        Step(1, "least", RULE, how="at-least"), _movement(unit),
    )  # fmt: skip


def _armour(unit: Unit) -> Iterator[Step]:
    points: Counter[tuple[str, float]] = Counter()
    for location in unit.locations:
        points[unit.armour_type_of(location), _factor(unit, location)] += _points(unit, location)
    for (kind, factor), count in points.items():
        if count:
            yield Step(count * factor * _ARMOUR, "armour", RULE, kind, count=count)
    if "Torso" in unit.cockpit:
        yield Step(_points(unit, "CT") * _factor(unit, "CT") * _ARMOUR, "torso-cockpit", RULE)


def _points(unit: Unit, location: str) -> int:
    modules = sum(unit.mounts[n].location == location for n in unit.gear.modular_armour)
    own = unit.armour.get(location, 0) + unit.rear_armour.get(location, 0)
    return own + modules * int(special()["modular_armour"])


def _factor(unit: Unit, location: str) -> float:
    tables, gear, kind = battle_values(), unit.gear, unit.armour_type_of(location)
    factor: float = tables["armour"].get(kind, 1.0) + (_BLUE_SHIELD if gear.flagged("BLUE_SHIELD") else 0.0)
    for flag, more in _REPAIRING.items():
        if any(unit.mounts[n].location == location for n in gear.flagged(flag)):
            factor *= more
    return factor * float(tables["barrier"].get(kind, 10)) / 10


def _frame(unit: Unit) -> Iterator[Step]:
    tables = battle_values()
    total = sum(unit.structure.values())
    kind = tables["structure"].get(unit.structure_type, 1.0)
    name = f"Clan {unit.engine.type}" if unit.engine.clan else unit.engine.type
    engine = tables["engine"].get(name, tables["engine"].get(unit.engine.type, 1.0))
    if name == "XL" and unit.superheavy:
        engine = tables["engine"]["superheavy XL"]
    shield = _BLUE_SHIELD if unit.gear.flagged("BLUE_SHIELD") else 0.0
    yield Step(total * _STRUCTURE * (kind + shield) * engine, "structure", RULE, unit.structure_type, count=total)
    gyro = unit.tons * _gyro_factor(unit)
    if gyro:
        yield Step(gyro, "gyro", RULE, unit.gyro)


def _gyro_factor(unit: Unit) -> float:
    tables = battle_values()
    return float(tables["gyro"].get(unit.gyro, tables["gyro_otherwise"]))


def _equipment(unit: Unit) -> Iterator[Step]:
    found: Counter[tuple[str, float]] = Counter()
    ams = ammunition = 0.0
    for item in unit.gear.items:
        if item is None:
            continue
        worth = item_bv(unit, item) or 0.0
        if item.is_ammo and item.ammo_type == "AMS":
            ammunition += worth
        elif defensive_weapon(item) or (item.kind == "misc" and is_defensive(item)):
            found[item.name, worth] += 1
            ams += worth if item.ammo_type == "AMS" and item.is_weapon else 0.0
    for (name, worth), count in found.items():
        yield Step(worth * count, "defensive-equipment", RULE, name, count=count)
    if ammunition and ams:
        yield Step(min(ams, ammunition), "defensive-ammunition", RULE)
    armoured = armoured_components(unit)
    if armoured:
        yield Step(armoured, "armoured-components", ADVANCED)


def armoured_components(unit: Unit) -> float:
    """What armour on single components adds (TO): a twentieth of their own battle value for each slot, 5 a slot for
    those that have none of their own."""
    total = 0.0
    for slots in unit.slots.values():
        for slot in slots:
            if slot is None or not slot.armoured:
                continue
            if slot.mount < 0:
                total += unit.tons * _gyro_factor(unit) / 20 if slot.name == "Gyro" else _ARMOURED_SLOT
            else:
                total += _armoured_slot(unit, slot.mount)
    return total


def _armoured_slot(unit: Unit, mount: int) -> float:
    item = unit.gear.items[mount]
    if item is None:
        return 0.0
    linked = links(unit)
    if "PPC_CAPACITOR" in item.flags:
        # A capacitor counts as one more slot of the cannon that it feeds.
        fed = next((gun for gun, by in linked.items() if item in by and _beside(unit, gun, mount)), -1)
        return _armoured_slot(unit, fed) if fed >= 0 else _ARMOURED_SLOT
    worth = item_bv(unit, item) or 0.0
    if any("PPC_CAPACITOR" in link.flags for link in linked.get(mount, ())):
        worth += capacitor_bv(item)
    return worth / 20 or _ARMOURED_SLOT


def _beside(unit: Unit, one: int, other: int) -> bool:
    return unit.mounts[one].location == unit.mounts[other].location


def _explosives(unit: Unit) -> Iterator[Step]:
    cased = _cased(unit)
    charged = {gun for gun, by in links(unit).items() if any("PPC_CAPACITOR" in link.flags for link in by)}
    found: Counter[tuple[str, int]] = Counter()
    for number, (mount, item) in enumerate(zip(unit.mounts, unit.gear.items, strict=True)):
        points = 0 if item is None else _CHARGED_SLOT if number in charged else _penalty(item)
        if item is not None and points:
            found[item.name, points] += sum(not _protected(unit, place, cased) for place, _ in mount.slots)
    for (name, points), count in found.items():
        if count:
            yield Step(-points * count, "explosive", RULE, name, count=count)


def _penalty(item: Equipment) -> int:
    """What a slot of this item takes off: 15 for ammunition, bombs and fuel, 1 for what holds a charge."""
    if not item.explosive:
        return 0
    if item.is_ammo:
        return _CHARGED_SLOT if item.ammo_type == "COOLANT_POD" else _AMMUNITION_SLOT
    if item.is_weapon and (item.ammo_type in ONLY_JAMMED or "PPC" in item.flags):
        return 0
    return _CHARGED_SLOT if item.flags.isdisjoint(_BURSTING) else _AMMUNITION_SLOT


def _cased(unit: Unit) -> dict[str, int]:
    """Locations with CASE (1) or CASE II (2); a Clan chassis has CASE wherever something bursts (TM)."""
    found: dict[str, int] = {}
    brought = bursting(unit) if unit.tech_base == "Clan" else frozenset()
    for mount, item in zip(unit.mounts, unit.gear.items, strict=True):
        if item is None:
            continue
        if item.is_case_ii:
            found[mount.location] = 2
        elif item.is_case and (unit.tech_base != "Clan" or mount.slots):
            found.setdefault(mount.location, 1)
    for location in brought:
        found.setdefault(location, 1)
    return found


def _protected(unit: Unit, location: str, cased: Mapping[str, int]) -> bool:
    """An explosion there would not end the 'Mech: CASE II, or CASE where the engine lives through it (TM)."""
    if cased.get(location) == 2:
        return True
    if location in unit.arms and cased.get(unit.inward(location)) == 2:
        # What bursts in an arm goes on into the torso, and is vented there.
        return True
    if unit.tech_base == "Clan" and location in unit.arms and location in cased:
        return True
    if engine_in_side_torso(unit) > _SIDE_SLOTS_THAT_LIVE:
        return False
    if location in ("RT", "LT"):
        return location in cased
    if location in ("RA", "LA"):
        return location in cased or unit.inward(location) in cased
    return False


def engine_in_side_torso(unit: Unit) -> int:
    """Engine slots in a side torso: three or more, and the 'Mech dies with it."""
    return sum(slot is not None and slot.name == "Engine" for slot in unit.slots["LT"])


def _movement(unit: Unit) -> Step:
    found = speeds(unit)
    best = max(
        movement_modifier(found.run),
        movement_modifier(found.jump) + 1 if found.jump else 0,
        movement_modifier(found.swim) + 1 if found.swim else 0,
    )
    gear = unit.gear
    if unit.armoured_with("Stealth") or gear.flagged("NULLSIG"):
        best += 2
    if gear.flagged("CHAMELEON_SHIELD"):
        best += 2
    if gear.flagged("VOIDSIG"):
        best = 3 if best < 3 else best + 1 if best == 3 else best
    return Step(round(1 + best / 10, 1), "target-movement", RULE, str(best), how="times")

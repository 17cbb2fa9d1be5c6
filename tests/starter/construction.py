"""Construction rules of TechManual as a check: what a 'Mech weighs and what its design must hold."""

from __future__ import annotations

import math
from collections import Counter

from records.rules import equipment
from records.rules.equipment import Equipment
from records.rules.unit import Mount, Unit

#: Tons of a standard fusion engine by rating, from 10 on in steps of 5 (TechManual, engine table).
FUSION_TONS = (
    "0.5 0.5 0.5 0.5 1 1 1 1 1.5 1.5 1.5 2 2 2 2.5 2.5 3 3 3 3.5 3.5 4 4 4 4.5 4.5 5 5 5.5 5.5 6 6 6 7 7 7.5 7.5 8 "
    "8.5 8.5 9 9.5 10 10 10.5 11 11.5 12 12.5 13 13.5 14 14.5 15.5 16 16.5 17.5 18 19 19.5 20.5 21.5 22.5 23.5 24.5 "
    "25.5 27 28.5 29.5 31.5 33 34.5 36.5 38.5 41 43.5 46 49 52.5"
)
ENGINE_TONS = {10 + 5 * step: float(tons) for step, tons in enumerate(FUSION_TONS.split())}
ENGINE_SHARE = {"Fusion": 1.0, "XL": 0.5, "Light": 0.75}
ARMOUR_SHARE = {
    ("Standard", False): 1.0,
    ("Standard", True): 1.0,
    ("Ferro-Fibrous", False): 1.12,
    ("Ferro-Fibrous", True): 1.2,
}
#: Slots that structure and armour of a kind take over the whole 'Mech.
MATERIAL_SLOTS = {"IS Endo Steel": 14, "Clan Endo Steel": 7, "IS Ferro-Fibrous": 14, "Clan Ferro-Fibrous": 7}
SLOTTED = {**MATERIAL_SLOTS, "Triple Strength Myomer": 6}


def half_ton(tons: float) -> float:
    """Rounded up to the next half ton."""
    return math.ceil(round(tons * 2, 6)) / 2


def weights(unit: Unit) -> dict[str, float]:
    """Tons of every part of a 'Mech with a fusion engine."""
    clan = unit.tech_base == "Clan"
    armour_points = 16 * ARMOUR_SHARE[unit.armour_type, clan]
    items = [(mount, equipment.get(mount.item)) for mount in unit.mounts]
    return {
        "engine": half_ton(ENGINE_TONS[unit.engine.rating] * ENGINE_SHARE[unit.engine.type]),
        "gyro": math.ceil(unit.engine.rating / 100),
        "cockpit": 3,
        "structure": half_ton(unit.tons * (0.05 if unit.structure_type == "Endo Steel" else 0.1)),
        "armour": half_ton(unit.total_armour / armour_points),
        "heat sinks": max(0, unit.heat_sinks.count - 10),
        "equipment": sum(equipment_tons(unit, mount, item) for mount, item in items if not item.is_heat_sink),
    }


def equipment_tons(unit: Unit, mount: Mount, item: Equipment) -> float:
    """Tons of one mount; heat sinks are counted by the unit's number of them."""
    if item.internal in SLOTTED:
        return 0
    if item.is_jump_jet:
        return 0.5 if unit.tons <= 55 else 1 if unit.tons <= 85 else 2
    if item.is_masc:
        return math.floor(unit.tons / (25 if item.tech == "Clan" else 20) + 0.5)
    if item.is_targeting_computer:
        return math.ceil(sum(direct_fire_tons(unit)) / (5 if item.tech == "Clan" else 4))
    if item.internal == "Hatchet":
        return math.ceil(unit.tons / 15)
    if item.internal == "Sword":
        return half_ton(unit.tons / 20)
    if item.internal == "Clan Heavy Machine Gun Array":
        return 0.25
    assert item.tons is not None, item.internal
    return item.tons


def direct_fire_tons(unit: Unit) -> list[float]:
    """Tons of each weapon that a targeting computer aims."""
    weapons = [equipment.get(unit.mounts[index].item) for index in unit.weapons]
    return [weapon.tons or 0 for weapon in weapons if "DIRECT_FIRE" in weapon.flags]


def faults(unit: Unit) -> list[str]:
    """What breaks a construction rule, in words; empty when the design stands."""
    found = []
    for location, points in unit.armour.items():
        most = 9 if location == "HD" else 2 * unit.structure[location]
        if points + unit.rear_armour.get(location, 0) > most:
            found.append(f"more than {most} points of armour on {location}")
    taken = Counter(slot.name for slots in unit.slots.values() for slot in slots if slot is not None)
    found += [f"{taken[name]} slots of {name}" for name, slots in SLOTTED.items() if taken[name] not in (0, slots)]
    for material, type_, word in (
        ("Endo Steel", unit.structure_type, "structure"),
        ("Ferro-Fibrous", unit.armour_type, "armour"),
    ):
        if (type_ == material) != any(material in name for name in taken):
            found.append(f"{type_} {word}, but not its slots")
    items = [equipment.get(mount.item) for mount in unit.mounts]
    placed = sum(item.sinks for item in items if item.is_heat_sink)
    if placed + unit.heat_sinks.in_engine != unit.heat_sinks.count:
        found.append(f"{placed} heat sinks placed and {unit.heat_sinks.in_engine} in the engine")
    if unit.heat_sinks.count < 10:
        found.append("fewer than ten heat sinks")
    weapons = [equipment.get(unit.mounts[index].item) for index in unit.weapons]
    bins = [equipment.get(bin_.item) for bin_ in unit.bins]
    found += [
        f"no ammunition for {w.name}" for w in weapons if equipment.ammo_for(w) and not any(b.feeds(w) for b in bins)
    ]
    found += [f"nothing fires {b.name}" for b in bins if not any(b.feeds(item) for item in items)]
    return found

"""The facts of one unit as the product understands them: as JSON, or as a sheet to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from records.formats.derive import extra_capacity
from records.rules import battle_value, cost, equipment
from records.rules.equipment import Equipment
from records.rules.gear import own_ammunition
from records.rules.unit import SYSTEMS, Slot, Unit


def facts(unit: Unit) -> dict[str, Any]:
    """Every fact by name, plain JSON. ``crits`` leaves out what nobody knows (``failed_equipment`` lists it) and closes
    the holes again, so that slots are numbered as MUL files number them."""
    mixed = f"Mixed ({'Clan' if unit.tech_base == 'Clan' else 'IS'} Chassis)"
    sinks = unit.heat_sinks
    items = [equipment.get(mount.item) for mount in unit.mounts]
    return {
        "chassis": unit.chassis,
        "model": unit.model,
        "config": unit.config,
        "tech_base": mixed if unit.mixed else unit.tech_base,
        "mixed": unit.mixed,
        "omni": unit.omni,
        "tons": unit.tons,
        "year": unit.year,
        "source": unit.source,
        "role": unit.role,
        "rules_level": unit.rules_level,
        "engine": {"rating": unit.engine.rating, "type": unit.engine.type, "clan": unit.engine.clan},
        "structure_type": unit.structure_type,
        "armor_type": unit.armour_type,
        "patchwork_armor": dict(unit.patchwork),
        "armor": dict(unit.armour),
        "rear_armor": dict(unit.rear_armour),
        "internal": dict(unit.structure),
        "total_armor": unit.total_armour,
        "total_internal": sum(unit.structure.values()),
        "gyro": unit.gyro,
        "cockpit": unit.cockpit,
        "crew_size": unit.crew_size,
        "heat_sinks": {
            "count": sinks.count, "kind": sinks.kind, "capacity": sinks.capacity + extra_capacity(sinks.count, items),
            "in_engine": sinks.in_engine,
        },
        "walk": unit.walk,
        "run": unit.run,
        "run_no_masc": unit.run_plain,
        "jump": unit.jump,
        "jump_type": unit.jump_type or "None",
        "umu": unit.umu,
        "crits": {place: _crits(unit, place, slots) for place, slots in unit.slots.items()},
        "weapons": [_weapon(unit, number) for number in unit.weapons],
        "ammo": _ammo(unit, items),
        "bv": battle_value(unit).total,
        "cost": cost(unit).total,
        "quirks": list(unit.quirks),
        "failed_equipment": list(unit.unknown),
    }  # fmt: skip


def _weapon(unit: Unit, number: int) -> dict[str, Any]:
    mount = unit.mounts[number]
    said: dict[str, Any] = {"internal": mount.item, "loc": mount.location or "None", "rear": mount.rear}
    for key, value in (("turret", mount.turret), ("omnipod", mount.pod), ("armored", mount.armoured)):
        if value:
            said[key] = True
    return said


def _ammo(unit: Unit, items: Sequence[Equipment]) -> list[dict[str, Any]]:
    bins = [{"internal": b.item, "loc": b.location or "None", "shots": b.shots} for b in unit.bins]
    own = [ammo for item in items for ammo in own_ammunition(item)]
    return bins + [{"internal": ammo.internal, "loc": "None", "shots": 1} for ammo in own]


def _crits(unit: Unit, place: str, slots: tuple[Slot | None, ...]) -> list[str | None]:
    said: list[str | None] = []
    for slot in slots:
        if slot is None:
            said.append(None)
        elif slot.mount >= 0 or slot.name in SYSTEMS:
            second = [unit.mounts[slot.second].item] if slot.second >= 0 else []
            said.append("|".join([slot.name, *second]))
        elif place == "HD":
            said.append(None)
    return said + [None] * (len(slots) - len(said))

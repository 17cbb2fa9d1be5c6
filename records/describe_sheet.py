"""A unit's sheet to read in a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _

from records.formats.derive import extra_capacity
from records.rules import battle_value, cost, equipment, fresh_sheet
from records.rules.classic.heat import mount_heat
from records.rules.equipment import Equipment
from records.rules.unit import Mount, Slot, Unit


def sheet(unit: Unit) -> str:
    """All of the unit in some fifty lines of text, without its fluff."""
    parts = (_head(unit), _armour(unit), _weapons(unit), _ammunition(unit), _gear(unit), _slots(unit), _notes(unit))
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


def _head(unit: Unit) -> Iterator[str]:
    alias = f" ({unit.clan_name})" if unit.clan_name else ""
    kind = " ".join(filter(None, (unit.config, "omni" if unit.omni else "", unit.lam, unit.motive)))
    tech = f"{unit.tech_base}, {_('mixed technology')}" if unit.mixed else unit.tech_base
    run = f"{unit.run_plain} ({unit.run})" if unit.run != unit.run_plain else str(unit.run)
    yield f"{unit.name}{alias}"
    yield f"{unit.tons} t · {kind} · {tech} · {unit.year or '–'} · {unit.rules_level or '–'} · {unit.role or '–'}"
    yield _("Engine: %(engine)s %(type)s · gyro: %(gyro)s · cockpit: %(cockpit)s") % {
        "engine": unit.engine.rating,
        "type": f"{unit.engine.type} (Clan)" if unit.engine.clan else unit.engine.type,
        "gyro": unit.gyro,
        "cockpit": unit.cockpit,
    }
    jump = f"{unit.jump} ({unit.jump_type})" if unit.jump and unit.jump_type != "Standard" else str(unit.jump)
    umu = f" · UMU {unit.umu}" if unit.umu else ""
    yield _("Movement: walk %(walk)s, run %(run)s, jump %(jump)s") % {"walk": unit.walk, "run": run, "jump": jump} + umu
    sinks = unit.heat_sinks
    extra = extra_capacity(sinks.count, [equipment.get(mount.item) for mount in unit.mounts])
    more = f" (+{extra})" if extra else ""
    yield _("Heat sinks: %(count)s %(kind)s, %(capacity)s a turn; %(inside)s in the engine") % {
        "count": sinks.count,
        "kind": equipment.get(sinks.kind).name,
        "capacity": f"{sinks.capacity}{more}",
        "inside": sinks.in_engine,
    }
    value, price = battle_value(unit), cost(unit)
    yield _("Battle value: %(value)s; %(price)s C-bills") % {
        "value": "?" if value.total is None else value.total,
        "price": "?" if price.total is None else price.total,
    } + (f" ({_('not known')}: {', '.join(value.unknown)})" if value.unknown else "")


def _armour(unit: Unit) -> Iterator[str]:
    yield _("Armour: %(points)s points of %(kind)s; structure: %(structure)s") % {
        "points": unit.total_armour,
        "kind": unit.armour_type,
        "structure": unit.structure_type,
    }
    for place in unit.locations:
        rear = f" + {unit.rear_armour[place]} {_('rear')}" if place in unit.rear_armour else ""
        own = f"  {unit.patchwork[place]}" if place in unit.patchwork else ""
        yield f"  {place:3} {unit.armour[place]:3}{rear:10}  {_('structure')} {unit.structure[place]}{own}"


def _weapons(unit: Unit) -> Iterator[str]:
    whole = fresh_sheet(unit)
    counted = Counter((*_weapon_key(unit.mounts[number]), mount_heat(unit, whole, number)) for number in unit.weapons)
    if counted:
        yield _("Weapons (heat, damage, minimum, short/medium/long)")
    for (item, place, marks, heat), count in counted.items():
        weapon = equipment.get(item)
        ranges = "/".join(map(str, weapon.ranges[:3])) if any(weapon.ranges) else "–"
        yield (
            f"  {count} × {weapon.name}{marks}, {place}: {heat}, {_damage(weapon)}, "
            f"{weapon.min_range or '–'}, {ranges}"
        )


def _weapon_key(mount: Mount) -> tuple[str, str, str]:
    marks = (("R", mount.rear), ("T", mount.turret), ("OMNIPOD", mount.pod), ("ARMORED", mount.armoured))
    places = dict.fromkeys([mount.location, *(place for place, _number in mount.slots)])
    return mount.item, "/".join(places), "".join(f" ({mark})" for mark, on in marks if on)


def _damage(weapon: Equipment) -> str:
    if weapon.damage_kind == "cluster":
        return f"{weapon.missile_damage or 1} × {weapon.rack:g}"
    if weapon.damage_kind == "variable":
        return "/".join(map(str, weapon.damage_by_range))
    if weapon.damage_kind == "artillery":
        return f"{weapon.rack:g} A"
    return weapon.damage_kind or f"{weapon.damage:g}"


def _ammunition(unit: Unit) -> Iterator[str]:
    if unit.bins:
        yield _("Ammunition")
    for held in unit.bins:
        yield f"  {equipment.get(held.item).name}, {held.location}: {held.shots}"


def _gear(unit: Unit) -> Iterator[str]:
    others = [mount for mount in unit.mounts if equipment.get(mount.item).kind == "misc"]
    if others:
        yield _("Equipment")
    for (item, place, marks), count in Counter(map(_weapon_key, others)).items():
        yield f"  {count} × {equipment.get(item).name}{marks}, {place or '–'}"


def _slots(unit: Unit) -> Iterator[str]:
    yield _("Critical slots")
    for place in unit.locations:
        yield f"  {place}"
        for number, slot in enumerate(unit.slots[place], start=1):
            yield f"    {number:2} {_slot(unit, slot)}"


def _slot(unit: Unit, slot: Slot | None) -> str:
    if slot is None:
        return "–"
    names = [
        equipment.get(unit.mounts[number].item).name if number >= 0 else slot.name
        for number in (slot.mount, slot.second)
        if number >= 0 or number == slot.mount
    ]
    return " | ".join(dict.fromkeys(names)) + (f" ({_('armoured')})" if slot.armoured else "")


def _notes(unit: Unit) -> Iterator[str]:
    if unit.quirks or unit.weapon_quirks:
        yield _("Quirks: %(names)s") % {"names": ", ".join([*unit.quirks, *unit.weapon_quirks])}
    if unit.unknown:
        yield _("Unknown or without room: %(names)s") % {"names": ", ".join(unit.unknown)}
    if unit.source:
        yield _("Source: %(source)s") % {"source": unit.source}

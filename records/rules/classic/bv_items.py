"""Battle value of single items, those that depend on the 'Mech that carries them worked out (TM; TO)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from .. import equipment
from ..equipment import Equipment
from ..tables.worth import battle_values, costs
from ..unit import SYSTEMS, TORSOS, Unit

#: Weapons that explode only when they jam, by their ammunition.
ONLY_JAMMED = frozenset({"AC", "LAC", "AC_IMP", "AC_ROTARY", "PAC"})

# Subtypes of physical weapons in the equipment table.
_HATCHET, _SWORD, _MACE, _LANCE, _RETRACTABLE_BLADE = 4, 8, 64, 8192, 8388608
#: Subtype to heat: small, medium, large.
_VIBROBLADES = {16384: 3, 32768: 5, 65536: 7}
_SHIELDS = frozenset({1024, 2048, 4096})

#: What a unit file says of an item behind its name.
_SUFFIX = re.compile(r"(\s*\((?:omnipod|armored|split|r|t)\))+$", re.IGNORECASE)
#: Parts of the 'Mech itself, as unit files spell them.
_SYSTEM_LINES = SYSTEMS | {f"{name} Actuator" for name in SYSTEMS} | {"Fusion Engine"}

_DEFENSIVE_FLAGS = frozenset({
    "ECM", "BAP", "AP_POD", "MASS", "CHAFF_POD", "HARJEL_II", "HARJEL_III", "SPIKES",
    "VIRAL_JAMMER_DECOY", "VIRAL_JAMMER_HOMING", "MINESWEEPER", "LIGHT_BRIDGE_LAYER", "MEDIUM_BRIDGE_LAYER",
    "HEAVY_BRIDGE_LAYER",
})  # fmt: skip


def defensive_weapon(item: Equipment) -> bool:
    """Anti-missile systems and pods: they count for the defensive part and not as weapons."""
    return item.is_weapon and not item.flags.isdisjoint({"AMS", "B_POD", "M_POD"})


def bursting(unit: Unit, spread: bool = False) -> frozenset[str]:
    """Locations with something aboard that explodes by itself: neither what only jams nor what holds no charge until
    it is told to. ``spread`` counts every location that a split weapon reaches into."""
    found: set[str] = set()
    for mount, item in zip(unit.mounts, unit.gear.items, strict=True):
        if item is None or not item.explosive or item.flags & {"PPC_CAPACITOR", "PPC"}:
            continue
        if item.is_weapon and item.ammo_type in ONLY_JAMMED:
            continue
        found |= {mount.location, *(place for place, _ in mount.slots if spread)}
    return frozenset(found)


def is_defensive(item: Equipment) -> bool:
    """Equipment that counts for the defensive part."""
    return not item.flags.isdisjoint(_DEFENSIVE_FLAGS) or ("CLUB" in item.flags and item.subtype in _SHIELDS)


def item_bv(unit: Unit, item: Equipment) -> float | None:
    """The item's battle value on this 'Mech; None when nobody knows it."""
    if item.bv is not None:
        return item.bv
    tons = unit.tons
    if "CLUB" in item.flags:
        worth = _club(item.subtype, tons)
        return None if worth is None else worth * (2 if unit.gear.tsm else 1)
    if "HAND_WEAPON" in item.flags:
        # A claw counts the same whatever the myomer: only weapons that are swung count twice with it.
        return math.ceil(tons / 7) * 1.275
    if "TALON" in item.flags:
        return math.floor(math.floor(tons / 5) * 0.5 + 0.5) * (2 if unit.gear.tsm else 1)
    if "RAM_PLATE" in item.flags:
        spiked = sum(unit.mounts[n].location in TORSOS for n in unit.gear.flagged("SPIKES"))
        return (tons * unit.run // 10 // 2 + spiked) * 1.1
    if item.flags & {"ACTUATOR_ENHANCEMENT_SYSTEM", "MODULAR_ARMOR"}:
        return 0.0
    return None


def _club(subtype: int, tons: int) -> float | None:
    if subtype == _HATCHET:
        return math.ceil(tons / 5) * 1.5
    if subtype == _SWORD:
        return (math.ceil(tons / 10) + 1) * 1.725
    if subtype == _LANCE:
        return math.ceil(tons / 5) * 1.0
    if subtype == _MACE:
        return math.ceil(tons / 4) * 1.0
    if subtype == _RETRACTABLE_BLADE:
        return math.ceil(tons * 1.725 / 10)
    return None


def capacitor_bv(weapon: Equipment) -> float:
    """What a capacitor adds to the particle projection cannon that it feeds (TO); 0 for one that nobody knows."""
    return float(battle_values()["capacitor"].get(weapon.internal, 0))


def unknown_frame(unit: Unit) -> tuple[str, ...]:
    """Kinds of cockpit, structure, engine, gyro and armour that no table has, by name; no rating is no engine."""
    table = costs()
    kinds = (
        (unit.cockpit, "cockpit"), (unit.structure_type, "structure_per_ton"), (unit.engine.type, "engine"),
        (unit.gyro, "gyro_per_ton"), *((unit.armour_type_of(place), "armour_per_ton") for place in unit.locations),
    )  # fmt: skip
    none = () if unit.engine.rating else (f"{unit.engine.name} Engine",)
    return (*(name for name, key in kinds if name not in table[key]), *none)


def nobody_knows(unit: Unit) -> tuple[str, ...]:
    """Names that a design's file gives and no table has. A name of the table that lies in no slot is of what found no
    room: that is not aboard, so it is worth nothing."""
    clan = unit.tech_base == "Clan"
    aboard = {slot.name for slots in unit.slots.values() for slot in slots if slot is not None and slot.mount < 0}
    bare = ((name, _SUFFIX.sub("", name).strip()) for name in unit.unknown)
    return tuple(
        name for name, part in bare
        if name in aboard - _SYSTEM_LINES or not (part in _SYSTEM_LINES or equipment.by_name(part, clan))
    )  # fmt: skip


def unknown_items(unit: Unit) -> tuple[str, ...]:
    """Names of what is aboard and has no battle value that is known; the same name once."""
    worthless = battle_values()["unlisted"]
    found = [*(name for name in nobody_knows(unit) if name not in worthless), *unknown_frame(unit)]
    for mount, item in zip(unit.mounts, unit.gear.items, strict=True):
        if item is None:
            found.append(mount.item)
        elif item_bv(unit, item) is None:
            found.append(item.name)
    for gun, by in links(unit).items():
        weapon = unit.gear.items[gun]
        if weapon is not None and any("PPC_CAPACITOR" in link.flags for link in by) and not capacitor_bv(weapon):
            found.append(f"{weapon.name} + PPC Capacitor")
    return tuple(dict.fromkeys(found))


def links(unit: Unit) -> dict[int, tuple[Equipment, ...]]:
    """What enhances which weapon (an index of ``Unit.mounts``): each piece the first weapon of its own location that
    it fits and that has none of its kind yet."""
    found: dict[int, tuple[Equipment, ...]] = {}
    taken: set[tuple[int, str]] = set()
    for number, item in enumerate(unit.gear.items):
        flag = next((flag for flag in _FITS if flag in item.flags), "") if item and item.kind == "misc" else ""
        if item is None or not flag:
            continue
        for gun in unit.weapons:
            weapon, same = unit.gear.items[gun], unit.mounts[gun].location == unit.mounts[number].location
            if weapon is not None and same and (gun, flag) not in taken and _FITS[flag](weapon):
                found[gun] = (*found.get(gun, ()), item)
                taken.add((gun, flag))
                break
    return found


def _artemis(weapon: Equipment) -> bool:
    return "ARTEMIS_COMPATIBLE" in weapon.flags


def _laser(weapon: Equipment) -> bool:
    return "LASER" in weapon.flags


_FITS: dict[str, Callable[[Equipment], bool]] = {
    "ARTEMIS": _artemis,
    "ARTEMIS_V": _artemis,
    "ARTEMIS_PROTO": _artemis,
    "APOLLO": lambda weapon: weapon.ammo_type == "MRM",
    "PPC_CAPACITOR": lambda weapon: "PPC" in weapon.flags,
    "RISC_LASER_PULSE_MODULE": _laser,
    "LASER_INSULATOR": _laser,
}


def is_vibroblade(item: Equipment) -> bool:
    """A vibroblade: it makes heat, so it is ranked with the weapons."""
    return item.kind == "misc" and "CLUB" in item.flags and item.subtype in _VIBROBLADES


def vibroblade_heat(item: Equipment) -> int:
    """Heat of a turn with this vibroblade running (TO)."""
    return _VIBROBLADES[item.subtype]

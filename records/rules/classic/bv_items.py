"""Battle value of single items, those that depend on the 'Mech that carries them worked out (TM; TO)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable

from ..equipment import Equipment
from ..tables.worth import battle_values
from ..unit import Unit

# Subtypes of physical weapons in the equipment table.
_HATCHET, _SWORD, _MACE, _LANCE, _RETRACTABLE_BLADE = 4, 8, 64, 8192, 8388608
_SHIELDS = frozenset({1024, 2048, 4096})

_DEFENSIVE_FLAGS = frozenset({
    "ECM", "BAP", "AP_POD", "MASS", "CHAFF_POD", "HARJEL_II", "HARJEL_III", "SPIKES",
    "VIRAL_JAMMER_DECOY", "VIRAL_JAMMER_HOMING", "MINESWEEPER", "LIGHT_BRIDGE_LAYER", "MEDIUM_BRIDGE_LAYER",
    "HEAVY_BRIDGE_LAYER",
})  # fmt: skip


def defensive_weapon(item: Equipment) -> bool:
    """Anti-missile systems and pods: they count for the defensive part and not as weapons."""
    return item.is_weapon and not item.flags.isdisjoint({"AMS", "B_POD", "M_POD"})


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
        return math.ceil(tons / 7) * 1.275
    if "TALON" in item.flags:
        return math.floor(math.floor(tons / 5) * 0.5 + 0.5)
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
        return math.ceil(tons / 10) * 1.725
    return None


def capacitor_bv(weapon: Equipment) -> float:
    """What a capacitor adds to the particle projection cannon that it feeds (TO)."""
    return float(battle_values()["capacitor"].get(weapon.internal, 0))


def links(unit: Unit) -> dict[int, list[Equipment]]:
    """What enhances which weapon: equipment of the same location, each its own weapon, in file order."""
    found: dict[int, list[Equipment]] = defaultdict(list)
    taken: set[tuple[int, str]] = set()
    for number, item in enumerate(unit.gear.items):
        if item is None or item.kind != "misc":
            continue
        kind = next((flag for flag in _LINKED if flag in item.flags), "")
        if not kind:
            continue
        for gun in unit.weapons:
            weapon = unit.gear.items[gun]
            if weapon is None or unit.mounts[gun].location != unit.mounts[number].location or (gun, kind) in taken:
                continue
            if _LINKED[kind](weapon):
                found[gun].append(item)
                taken.add((gun, kind))
                break
    return found


def _artemis(weapon: Equipment) -> bool:
    return "ARTEMIS_COMPATIBLE" in weapon.flags


_LINKED: dict[str, Callable[[Equipment], bool]] = {
    "ARTEMIS": _artemis,
    "ARTEMIS_V": _artemis,
    "ARTEMIS_PROTO": _artemis,
    "APOLLO": lambda weapon: weapon.ammo_type == "MRM",
    "PPC_CAPACITOR": lambda weapon: "PPC" in weapon.flags,
    "RISC_LASER_PULSE_MODULE": lambda weapon: "LASER" in weapon.flags,
    "LASER_INSULATOR": lambda weapon: "LASER" in weapon.flags,
}

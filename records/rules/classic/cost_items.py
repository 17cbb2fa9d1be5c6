"""C-bills of single items, those that depend on the 'Mech that carries them worked out (TM; TO; IO)."""

from __future__ import annotations

import math

from ..equipment import Equipment
from ..gear import own_ammunition
from ..unit import LEGS, Mount, Unit

# Subtypes of physical weapons and of tracks in the equipment table.
_HATCHET, _SWORD, _LANCE, _RETRACTABLE_BLADE = 4, 8, 8192, 8388608
_WHEELS = 1
_PER_TON = 10000


def item_cost(unit: Unit, mount: Mount, item: Equipment) -> float | None:
    """C-bills of an item on this 'Mech, without armour on it; None when nobody knows them."""
    if item.cost is not None:
        return item.cost
    tons, rating = unit.tons, unit.engine.rating
    if "CLUB" in item.flags:
        return _club(item.subtype, tons)
    if item.is_targeting_computer:
        return math.ceil(_targeted_tons(unit) / (5 if item.tech == "Clan" else 4)) * _PER_TON
    if item.is_supercharger:
        return rating * _PER_TON
    if item.is_masc:
        return rating * 1000 * math.floor(tons / (25 if item.tech == "Clan" else 20) + 0.5)
    return _by_flag(unit, mount, item)


def own_ammunition_cost(weapon: Equipment) -> float:
    """C-bills of the rounds that a one-shot launcher comes loaded with, priced as a ton each; 0 for other weapons."""
    return sum((ammo.cost or 0.0 for ammo in own_ammunition(weapon)), 0.0)


def _by_flag(unit: Unit, mount: Mount, item: Equipment) -> float | None:
    tons, flags = unit.tons, item.flags
    prices: dict[str, float] = {
        "TRACKS": math.ceil((750 if item.subtype == _WHEELS else 500) * unit.engine.rating * tons / 75),
        "PARTIAL_WING": _half_ton(tons * (0.05 if item.tech == "Clan" else 0.07)) * 50000,
        "DRONE_OPERATING_SYSTEM": (tons / 10 + 0.5) * _PER_TON + 5000,
        "ACTUATOR_ENHANCEMENT_SYSTEM": tons * (700 if mount.location in LEGS else 500),
        "ENVIRONMENTAL_SEALING": 225 * tons,
        "SPIKES": 50 * tons,
        "HAND_WEAPON": 200 * tons,
        "TALON": 300 * math.ceil(tons / 15),
        "COMMUNICATIONS": _PER_TON * mount.size,
        "RAM_PLATE": _PER_TON * math.ceil(tons / 10),
        "HEAD_TURRET": _head_turret_tons(unit) * _PER_TON,
        "SHOULDER_TURRET": 0,
        "QUAD_TURRET": 0,
    }
    return next((price for flag, price in prices.items() if flag in flags), None)


def _club(subtype: int, tons: int) -> float | None:
    if subtype == _HATCHET:
        return math.ceil(tons / 15) * 5000
    if subtype == _SWORD:
        return _half_ton(tons / 20) * _PER_TON
    if subtype == _LANCE:
        return tons * 150
    if subtype == _RETRACTABLE_BLADE:
        return (1 + math.ceil(tons / 20)) * _PER_TON
    return None


def _head_turret_tons(unit: Unit) -> float:
    """A turret weighs a tenth of the weapons in it."""
    carried = (item for mount, item in zip(unit.mounts, unit.gear.items, strict=True) if mount.turret and item)
    return _half_ton(sum(item.tons or 0.0 for item in carried) / 10)


def _targeted_tons(unit: Unit) -> float:
    """Tons of direct-fire weapons, and of the modules on them: what a targeting computer has to steer."""
    steered = (
        item for item in unit.gear.items
        if item and ((item.is_weapon and "DIRECT_FIRE" in item.flags) or "RISC_LASER_PULSE_MODULE" in item.flags)
    )  # fmt: skip
    return sum(item.tons or 0.0 for item in steered)


def _half_ton(tons: float) -> float:
    """Rounded up to the next half ton."""
    return math.ceil(tons * 2 - 1e-9) / 2

"""Weapons as battle value sees them: their value with all that enhances them, and the heat they count for (TM; TO
and IO for their equipment)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..equipment import Equipment
from ..unit import Unit
from .bv_items import capacitor_bv, defensive_weapon, is_vibroblade, item_bv, links, vibroblade_heat

#: Physical weapons and others in an arm with actuator enhancement count so much more.
ENHANCED = 1.25
_COMPUTED = 1.25
_ARRAY, _DRONE = 0.67, 0.8
_CAPACITOR_HEAT, _PULSE_MODULE_HEAT, _INSULATED = 5, 2, 1
#: What fire control and modules multiply the value of their weapon by.
_LINKED = {
    "ARTEMIS": 1.2, "ARTEMIS_V": 1.3, "ARTEMIS_PROTO": 1.1, "APOLLO": 1.15, "RISC_LASER_PULSE_MODULE": 1.15,
}  # fmt: skip
#: Heat by the kind of ammunition: twice for ultra, six times for rotary autocannons, half for what fires on a lock.
_HEAT = {"AC_ULTRA": 2.0, "AC_ULTRA_THB": 2.0, "AC_ROTARY": 6.0, "SRM_STREAK": 0.5, "LRM_STREAK": 0.5, "IATM": 0.5}
_ONE_SHOT_HEAT = 0.25
_OWN_HEAT = 6
_LEAST_JUMP_HEAT = 3
#: Heat of a jumping MP by the kind of jets.
_JUMP_HEAT = {"Standard": 1.0, "Improved": 0.5, "Prototype": 1.0, "Prototype Improved": 2.0}

Side = Literal["front", "rear", "both"]


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon: its modified value and its heat. Arms and turrets reach both ways, and never count half for that.

    ``unaimed`` is the value without a targeting computer: front and rear are compared by it.
    """

    name: str
    value: float
    heat: float
    side: Side
    unaimed: float = 0.0


def guns(unit: Unit) -> Iterator[Gun]:
    """Every weapon that counts for the offensive part; vibroblades are among them, for they make heat."""
    linked = links(unit)
    enhanced = enhanced_arms(unit)
    general = _DRONE if unit.gear.flagged("DRONE_OPERATING_SYSTEM") else 1.0
    for number in unit.weapons:
        item, mount = unit.gear.items[number], unit.mounts[number]
        if item is None or defensive_weapon(item):
            continue
        by = linked.get(number, ())
        unaimed = value = _value(unit, number, item, by) * general
        if unit.gear.targeting_computers and "DIRECT_FIRE" in item.flags:
            value *= _COMPUTED
        if mount.location in enhanced:
            value *= ENHANCED
        if value:
            both = mount.location in unit.arms or mount.turret
            side: Side = "both" if both else "rear" if mount.rear else "front"
            yield Gun(item.name, value, _heat(item, by), side, unaimed)
    for mount, item in zip(unit.mounts, unit.gear.items, strict=True):
        if item is not None and is_vibroblade(item):
            value = (item_bv(unit, item) or 0.0) * (ENHANCED if mount.location in enhanced else 1.0)
            yield Gun(item.name, value, vibroblade_heat(item), "both")


def enhanced_arms(unit: Unit) -> frozenset[str]:
    """Arms with actuator enhancement: weapons in them, physical ones too, count a quarter more."""
    return frozenset(unit.mounts[n].location for n in unit.gear.actuator_enhancement) & frozenset(unit.arms)


def _value(unit: Unit, number: int, item: Equipment, by: tuple[Equipment, ...]) -> float:
    value = item_bv(unit, item) or 0.0
    if "MGA" in item.flags:
        place = unit.mounts[number].location
        beside = (unit.gear.items[n] for n in unit.weapons if unit.mounts[n].location == place)
        arrayed = (g for g in beside if g is not None and "MG" in g.flags and g.ammo_type == item.ammo_type)
        value = _ARRAY * sum(g.bv or 0.0 for g in arrayed)
    for link in by:
        if "PPC_CAPACITOR" in link.flags:
            value += capacitor_bv(item)
        for flag, factor in _LINKED.items():
            value *= factor if flag in link.flags else 1.0
    return value


def _heat(item: Equipment, by: tuple[Equipment, ...]) -> float:
    heat = item.heat * _HEAT.get(item.ammo_type, 1.0) * (_ONE_SHOT_HEAT if item.is_one_shot else 1.0)
    for link in by:
        if "PPC_CAPACITOR" in link.flags:
            heat += _CAPACITOR_HEAT
        elif "RISC_LASER_PULSE_MODULE" in link.flags:
            heat += _PULSE_MODULE_HEAT
        elif "LASER_INSULATOR" in link.flags:
            heat = max(1, heat - _INSULATED)
    return heat


def heat_efficiency(unit: Unit) -> float:
    """Heat a turn that weapons may make before they count half: 6 and what the sinks carry off, less movement."""
    gear, count = unit.gear, unit.heat_sinks.count
    sinks = unit.heat_sinks.capacity + (3 if gear.partial_wings else 0)
    sinks += math.ceil(count * 0.4) if gear.flagged("RADICAL_HEATSINK") else 0
    sinks += math.ceil(count * sum(b.item == "Coolant Pod" for b in unit.bins) / 5)
    hidden = 10 if unit.armoured_with("Stealth") or gear.flagged("NULLSIG", "VOIDSIG") else 0
    hidden += 6 if gear.flagged("CHAMELEON_SHIELD") else 0
    return _OWN_HEAT + sinks - _movement_heat(unit) - hidden


def _movement_heat(unit: Unit) -> int:
    """Heat of running or, when that is more, of jumping as far as the jets alone carry."""
    hot = unit.engine.type == "XXL"
    run = 0 if unit.engine.type in ("ICE", "Fuel Cell", "None") else 6 if hot else 2
    jets = len(unit.gear.jump_jets)
    if not jets:
        return run
    jump = max(_LEAST_JUMP_HEAT, math.ceil(jets * _JUMP_HEAT.get(unit.jump_type, 1.0)))
    return max(run, jump * (2 if hot else 1))

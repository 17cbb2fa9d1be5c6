"""The offensive part of battle value: what a 'Mech can do to others (TM, battle value; TO and IO for their
equipment)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ..equipment import Equipment
from ..unit import Unit
from ..worth import Step
from .bv_items import capacitor_bv, defensive_weapon, is_defensive, item_bv, links
from .bv_speed import speed_factor

RULE = "TM:battle-value"


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon as battle value sees it: its modified value and the heat it counts for. ``side`` is ``front``,
    ``rear`` or ``arm``: arms reach both ways and never count half."""

    name: str
    value: float
    heat: float
    side: str


def offensive(unit: Unit) -> tuple[Step, ...]:
    """The steps of the offensive part."""
    return (
        *_weapons(unit), *_ammunition(unit), *_equipment(unit), *_weight(unit),
        Step(speed_factor(unit), "speed", RULE, how="times"), *_fire_control(unit),
    )  # fmt: skip


def _weapons(unit: Unit) -> Iterator[Step]:
    guns = list(_guns(unit))
    front, rear = (sum(gun.value for gun in guns if gun.side == side) for side in ("front", "rear"))
    behind = "front" if rear > front else "rear"
    ranked = sorted(
        ((gun.value / 2 if gun.side == behind else gun.value, gun) for gun in guns),
        key=lambda pair: (-pair[0], pair[1].heat),
    )
    left = heat_efficiency(unit)
    found: Counter[tuple[str, str, float]] = Counter()
    if sum(g.heat for g in guns) <= left:
        for value, gun in ranked:
            found[gun.name, "weapon-rear" if gun.side == behind else "weapon", value] += 1
    else:
        heat = 0.0
        for value, gun in sorted(ranked, key=lambda pair: pair[1].heat > 0):
            over = gun.heat > 0 and heat >= left
            heat += gun.heat
            reason = "weapon-hot" if over else "weapon-rear" if gun.side == behind else "weapon"
            found[gun.name, reason, value / 2 if over else value] += 1
    for (name, reason, value), count in found.items():
        yield Step(value * count, reason, RULE, name, count=count)


def _guns(unit: Unit) -> Iterator[Gun]:
    linked = links(unit)
    computer = bool(unit.gear.targeting_computers)
    aes = {unit.mounts[n].location for n in unit.gear.actuator_enhancement}
    for number in unit.weapons:
        item = unit.gear.items[number]
        if item is None or defensive_weapon(item):
            continue
        mount = unit.mounts[number]
        value, heat = item_bv(unit, item) or 0.0, _heat(item)
        if "MGA" in item.flags:
            guns = [unit.gear.items[n] for n in unit.weapons if unit.mounts[n].location == mount.location]
            value = 0.67 * sum(
                g.bv or 0 for g in guns if g is not None and "MG" in g.flags and g.ammo_type == item.ammo_type
            )
        for link in linked.get(number, ()):
            if "PPC_CAPACITOR" in link.flags:
                value += capacitor_bv(item)
                heat += 5
            elif "ARTEMIS" in link.flags:
                value *= 1.2
            elif "ARTEMIS_V" in link.flags:
                value *= 1.3
            elif "ARTEMIS_PROTO" in link.flags:
                value *= 1.1
            elif "APOLLO" in link.flags:
                value *= 1.15
            elif "RISC_LASER_PULSE_MODULE" in link.flags:
                value *= 1.15
                heat += 2
            elif "LASER_INSULATOR" in link.flags:
                heat = max(1, heat - 1)
        if computer and "DIRECT_FIRE" in item.flags:
            value *= 1.25
        if mount.location in aes and mount.location in unit.arms:
            value *= 1.25
        if unit.gear.flagged("DRONE_OPERATING_SYSTEM"):
            value *= 0.8
        side = "arm" if mount.location in unit.arms else "rear" if mount.rear else "front"
        if value:
            yield Gun(item.name, value, heat, side)


def _heat(item: Equipment) -> float:
    heat: float = item.heat
    if item.ammo_type == "AC_ULTRA":
        heat *= 2
    elif item.ammo_type == "AC_ROTARY":
        heat *= 6
    elif item.ammo_type in ("SRM_STREAK", "LRM_STREAK", "IATM"):
        heat *= 0.5
    if item.is_one_shot:
        heat *= 0.25
    return heat


def heat_efficiency(unit: Unit) -> float:
    """Heat a turn that weapons may make before they count half: 6 and what sinks carry off, less movement (TM)."""
    gear = unit.gear
    sinks: float = unit.heat_sinks.capacity
    if gear.partial_wings:
        sinks += 3
    if gear.flagged("RADICAL_HEATSINK"):
        sinks += math.ceil(unit.heat_sinks.count * 0.4)
    pods = sum(b.item == "Coolant Pod" for b in unit.bins)
    sinks += math.ceil(unit.heat_sinks.count * pods / 5)
    away = 0
    if unit.armoured_with("Stealth") or gear.flagged("NULLSIG", "VOIDSIG"):
        away += 10
    if gear.flagged("CHAMELEON_SHIELD"):
        away += 6
    return 6 + sinks - _move_heat(unit) - away


def _move_heat(unit: Unit) -> int:
    xxl = unit.engine.type == "XXL"
    run = 6 if xxl else 2
    if unit.engine.type in ("ICE", "Fuel Cell", "None"):
        run = 0
    jets = len(unit.gear.jump_jets)
    jump = 0
    if jets:
        jump = max(_LEAST_JUMP_HEAT, math.ceil(jets * _JUMP_HEAT.get(unit.jump_type, 1.0))) * (2 if xxl else 1)
    return max(run, jump)


_LEAST_JUMP_HEAT = 3
#: Heat of a jumping MP by the kind of jets (TM; IO).
_JUMP_HEAT = {"Standard": 1.0, "Improved": 0.5, "Prototype": 1.0, "Prototype Improved": 2.0}


def _ammunition(unit: Unit) -> Iterator[Step]:
    caps: dict[tuple[str, float], float] = defaultdict(float)
    for number in unit.weapons:
        item = unit.gear.items[number]
        if item is not None and not defensive_weapon(item) and not item.is_one_shot:
            caps[item.ammo_type, item.rack] += item_bv(unit, item) or 0.0
    stored: dict[tuple[str, float], float] = defaultdict(float)
    names: dict[tuple[str, float], str] = {}
    counts: Counter[tuple[str, float]] = Counter()
    for item in unit.gear.items:
        if item is not None and item.is_ammo and item.ammo_type not in ("AMS", "NA"):
            key = (item.ammo_type, item.rack)
            stored[key] += item_bv(unit, item) or 0.0
            names.setdefault(key, item.name)
            counts[key] += 1
    for key, value in stored.items():
        worth = min(value, caps.get(key, 0.0))
        if worth:
            yield Step(worth, "ammunition-capped" if worth < value else "ammunition", RULE, names[key],
                       count=counts[key])  # fmt: skip


def _equipment(unit: Unit) -> Iterator[Step]:
    found: Counter[tuple[str, float]] = Counter()
    for item in unit.gear.items:
        if item is not None and item.kind == "misc" and not is_defensive(item):
            worth = item_bv(unit, item) or 0.0
            if worth:
                found[item.name, worth] += 1
    for (name, worth), count in found.items():
        yield Step(worth * count, "offensive-equipment", RULE, name, count=count)


def _weight(unit: Unit) -> Iterator[Step]:
    enhanced = {unit.mounts[n].location for n in unit.gear.actuator_enhancement}
    factor = 1.0 + 0.1 * sum(arm in enhanced for arm in unit.arms)
    factor += _LEGS_ENHANCED.get(len(unit.legs), 0.0) if enhanced >= set(unit.legs) else 0.0
    myomer = ""
    if unit.gear.tsm:
        factor, myomer = factor * 1.5, "tsm"
    elif unit.gear.industrial_tsm:
        factor, myomer = factor * 1.15, "industrial-tsm"
    yield Step(unit.tons * factor, "weight", RULE, myomer or ("aes" if enhanced else ""))


#: Actuator enhancement in all legs adds this to the weight that counts (TO).
_LEGS_ENHANCED = {2: 0.2, 3: 0.3, 4: 0.4}


def _fire_control(unit: Unit) -> Iterator[Step]:
    if "Industrial" in unit.cockpit and not unit.advanced_fire_control:
        yield Step(0.9, "fire-control", RULE, how="times")

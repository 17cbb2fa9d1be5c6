"""The offensive part of battle value: what a 'Mech can do to others (TM, battle value; TO and IO for their
equipment)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from ..unit import Unit
from ..worth import Step
from .bv_items import defensive_weapon, is_defensive, is_vibroblade, item_bv
from .bv_speed import speed_factor
from .bv_weapons import ENHANCED, Gun, enhanced_arms, guns, heat_efficiency

RULE = "TM:battle-value"
ADVANCED = "TO:battle-value"

_FIRE_CONTROL = 0.9
_TSM, _INDUSTRIAL_TSM = 1.5, 1.15
_ARM_ENHANCED = 0.1
#: Actuator enhancement in all legs adds this to the weight that counts, by the number of legs.
_LEGS_ENHANCED = {2: 0.2, 3: 0.3, 4: 0.4}


def offensive(unit: Unit) -> tuple[Step, ...]:
    """The steps of the offensive part."""
    return (
        *_weapons(unit), *_ammunition(unit), *_equipment(unit), *_weight(unit),
        Step(speed_factor(unit), "speed", RULE, how="times"), *_fire_control(unit),
    )  # fmt: skip


def _weapons(unit: Unit) -> Iterator[Step]:
    """Weapons from the most valuable down: once they make more heat than the 'Mech sheds, the rest count half."""
    found: Counter[tuple[str, str, float]] = Counter()
    ranked = _ranked(list(guns(unit)))
    left = heat_efficiency(unit)
    too_hot = sum(gun.heat for _, _, gun in ranked) > left
    heat = 0.0
    for value, reason, gun in ranked:
        if too_hot and gun.heat and heat >= left:
            value, reason = value / 2, "weapon-hot"
        heat += gun.heat
        found[gun.name, reason, value] += 1
    for (name, reason, value), count in found.items():
        yield Step(value * count, reason, RULE, name, count=count)


def _ranked(aboard: list[Gun]) -> list[tuple[float, str, Gun]]:
    """``(value, reason, weapon)``: those of the weaker side, front or rear, at half; the most valuable first, of
    equal ones the cooler. What a targeting computer adds does not decide which side is the weaker."""
    front, rear = (sum(gun.unaimed for gun in aboard if gun.side == side) for side in ("front", "rear"))
    weaker = "front" if rear > front else "rear"
    valued = [
        (gun.value / 2, "weapon-rear", gun) if gun.side == weaker else (gun.value, "weapon", gun) for gun in aboard
    ]
    return sorted(valued, key=lambda row: (-row[0], row[2].heat))


def _ammunition(unit: Unit) -> Iterator[Step]:
    """Ammunition counts up to the value of the weapons that it feeds (TM, excessive ammunition)."""
    caps: dict[tuple[str, float], float] = defaultdict(float)
    for number in unit.weapons:
        item = unit.gear.items[number]
        if item is not None and not defensive_weapon(item) and not item.is_one_shot:
            caps[item.ammo_type, item.rack] += item_bv(unit, item) or 0.0
    stored: dict[tuple[str, float], float] = defaultdict(float)
    names: dict[tuple[str, float], list[str]] = defaultdict(list)
    for item in unit.gear.items:
        if item is not None and item.is_ammo and item.ammo_type not in ("AMS", "NA"):
            stored[item.ammo_type, item.rack] += item_bv(unit, item) or 0.0
            names[item.ammo_type, item.rack].append(item.name)
    for key, value in stored.items():
        worth = min(value, caps.get(key, 0.0))
        if worth:
            reason = "ammunition" if worth == value else "ammunition-capped"
            yield Step(worth, reason, RULE, names[key][0], count=len(names[key]))


def _equipment(unit: Unit) -> Iterator[Step]:
    enhanced = enhanced_arms(unit)
    found: Counter[tuple[str, float]] = Counter()
    for mount, item in zip(unit.mounts, unit.gear.items, strict=True):
        if item is None or item.kind != "misc" or is_defensive(item) or is_vibroblade(item):
            continue
        worth = item_bv(unit, item) or 0.0
        if "CLUB" in item.flags and mount.location in enhanced:
            worth *= ENHANCED
        if worth:
            found[item.name, worth] += 1
    for (name, worth), count in found.items():
        yield Step(worth * count, "offensive-equipment", RULE, name, count=count)


def _weight(unit: Unit) -> Iterator[Step]:
    yield Step(unit.tons, "weight", RULE)
    factor = 1.0 + _ARM_ENHANCED * len(enhanced_arms(unit))
    if {unit.mounts[n].location for n in unit.gear.actuator_enhancement} >= set(unit.legs):
        factor += _LEGS_ENHANCED.get(len(unit.legs), 0.0)
    if factor > 1:
        yield Step(unit.tons * (factor - 1), "weight-enhanced", ADVANCED)
    myomer = _TSM if unit.gear.tsm else _INDUSTRIAL_TSM if unit.gear.industrial_tsm else 1.0
    if myomer > 1:
        yield Step(unit.tons * factor * (myomer - 1), "weight-myomer", RULE)


def _fire_control(unit: Unit) -> Iterator[Step]:
    if "Industrial" in unit.cockpit and not unit.advanced_fire_control:
        yield Step(_FIRE_CONTROL, "fire-control", RULE, how="times")

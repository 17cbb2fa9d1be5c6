"""Heat: what makes it, what sinks it, and what the scale does (TW, heat). Numbers only; see ``heat_phase``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil

from ..condition import felt, mount_out, powered, slot_out, system_hits, working
from ..equipment import Equipment
from ..numbers import Explained, Modifier, TargetNumber
from ..ruleset import Ruleset
from ..sheet import Movement, Sheet
from ..tables import tables
from ..tables.special import special
from ..unit import Unit
from . import blows, cooling

RULE = "TW:heat"
EXTERNAL_MOST = 15
#: Heat a turn of systems that are switched on, by the state that says so.
SYSTEMS_ON = {
    "stealth": 10, "null-signature": 10, "void-signature": 10, "chameleon": 6, "nova-cews": 2, "ppc-capacitor": 5,
}  # fmt: skip
WATER_MOST = 6
#: What a laser insulator takes off the heat of its laser.
INSULATED = 1
AUTOMATIC_SHUTDOWN = 30
RESTARTS_BELOW = 14


def movement_heat(unit: Unit, movement: Movement | None) -> int:
    """Heat of this turn's movement: walked 1, ran 2, jumped 1 a hex and at least 3; XXL engines about twice that.
    Swimming with UMUs makes 1 a turn in all, whatever the hexes and the engine (TacOps p. 295)."""
    xxl = unit.engine.type == "XXL"
    if movement is None or movement.mode == "stood":
        return 2 if xxl else 0
    if movement.mode == "swam":
        return 1
    if movement.mode == "jumped":
        return _jump_heat(unit, movement.hexes, xxl)
    if unit.engine.type in ("ICE", "Fuel Cell"):
        return 0
    ran = movement.mode == "ran"
    return (6 if ran else 4) if xxl else (2 if ran else 1)


def _jump_heat(unit: Unit, hexes: int, xxl: bool) -> int:
    """Improved jets halve it, their prototypes and XXL engines double it; a partial wing spares its own hexes."""
    gear = unit.gear
    if not gear.jump_jets:
        return 2 if xxl else 0
    if gear.partial_wings:
        hexes = max(0, hexes - (2 if unit.tons <= 55 else 1))
    first = gear.items[gear.jump_jets[0]]
    kind = first.jump_jet_kind if first is not None else ""
    if kind == "Improved":
        hexes = ceil(hexes / 2)
    times = 2 if xxl or kind == "Prototype Improved" else 1
    return max(3, hexes) * times


def weapon_heat(item: Equipment, rounds: int = 1, *, dial: int = 0, insulated: bool = False) -> int:
    """Heat of a weapon fired: each further round of an ultra or rotary gun as much again.

    ``dial`` is the damage that a bombast laser is turned down to, which is its heat then (TO, bombast laser); 0: full
    power. ``insulated``: a laser insulator takes 1 off, and leaves 1 at least (TO, laser insulator).
    """
    made = (dial or item.heat) * max(1, rounds)
    return max(1, made - INSULATED) if insulated and made else made


def mount_heat(unit: Unit, now: Sheet, mount: int, rounds: int = 1, dial: int = 0) -> int:
    """Heat of one of this 'Mech's weapons fired, as :func:`weapon_heat`; what insulates it counts while it is whole."""
    item = unit.gear.items[mount]
    if item is None:
        return 0
    insulator = unit.gear.insulators.get(mount)
    insulated = insulator is not None and not mount_out(unit, now, insulator)
    return weapon_heat(item, rounds, dial=dial, insulated=insulated)


def engine_heat(unit: Unit, sheet: Sheet) -> int:
    """Heat a turn from engine hits: 5 each, fusion engines at work only."""
    if not powered(sheet) or not unit.gear.fusion:
        return 0
    return 5 * min(3, system_hits(unit, sheet, "Engine"))


def sources(unit: Unit, sheet: Sheet, ruleset: Ruleset, shots: Iterable[tuple[str, int]] = ()) -> Explained:
    """All heat of this turn so far, and that of ``shots`` (name, heat) not fired yet. External heat counts to 15."""
    now = felt(sheet, ruleset)
    # In the end phase the heat of the movement has been settled; what stands here is what the next turn starts with.
    moved = movement_heat(unit, None if sheet.phase == "end" else sheet.movement)
    found = [Modifier(moved, f"moved-{_moved(sheet)}", RULE)]
    outside = 0
    for source in sheet.heat_sources:
        value = source.value
        if source.reason == "external":
            value = min(value, EXTERNAL_MOST - outside)
            outside += value
        found.append(Modifier(value, source.reason, source.rule, source.about))
    if outside and unit.armour_type == "Heat-Dissipating":
        found.append(Modifier(-(outside - outside // 2), "heat-dissipating-armour", "IO:heat-dissipating-armour"))
    found += _surroundings(sheet)
    found += [Modifier(heat, "weapon-fired", RULE, name) for name, heat in shots]
    found.append(Modifier(engine_heat(unit, now), "engine-hits", RULE))
    if powered(sheet):
        found += [Modifier(SYSTEMS_ON[s], s, "TO:heat") for s, on in sheet.states.items() if on and s in SYSTEMS_ON]
        found += blows.heat(unit, now)
    found += [m for option in ruleset.asks("heat") for m in option.heat(ruleset, unit, now) if m.value > 0]
    kept = tuple(m for m in found if m.value)
    return Explained(kept or tuple(found[:1]))  # nothing made is said too: it stood still


def _surroundings(sheet: Sheet) -> list[Modifier]:
    """Extreme heat or cold around the 'Mech, as the table has set it (TacOps, extreme temperatures)."""
    hot, cold = sheet.counters.get("hot-surroundings", 0), sheet.counters.get("cold-surroundings", 0)
    return [Modifier(hot, "hot-surroundings", "TO:temperature"), Modifier(-cold, "cold-surroundings", "TO:temperature")]


def _moved(sheet: Sheet) -> str:
    return sheet.movement.mode if sheet.movement is not None else "stood"


def capacity(unit: Unit, sheet: Sheet, ruleset: Ruleset, *, water_depth: int | None = None) -> Explained:
    """Heat sunk in a turn: working sinks, those off, water (``water_depth`` 0-2, else as noted on the sheet)."""
    now = felt(sheet, ruleset)
    found = [Modifier(unit.heat_sinks.capacity, "sinks-as-built", RULE)]
    lost = sum(points for mount, points in unit.gear.sink_capacity if mount_out(unit, now, mount))
    found.append(Modifier(-min(lost, unit.heat_sinks.capacity), "sinks-lost", RULE))
    sinks = unit.heat_sinks
    each = ceil(sinks.capacity / sinks.count) if sinks.count else 0
    left = sinks.capacity - lost
    found.append(Modifier(-min(max(0, left), sheet.sinks_off * each), "sinks-off", RULE))
    if unit.gear.partial_wings and working(unit, now, unit.gear.partial_wings):
        found.append(Modifier(3, "partial-wing", "TO:partial-wing"))
    depth = sheet.counters.get("water-depth", 0) if water_depth is None else water_depth
    if depth:
        found.append(Modifier(_water(unit, now, depth), "water", RULE))
    found += cooling.more(unit, now)
    found += [m for option in ruleset.asks("heat") for m in option.heat(ruleset, unit, now) if m.value < 0]
    return Explained(tuple(m for i, m in enumerate(found) if i == 0 or m.value))


def _water(unit: Unit, now: Sheet, depth: int) -> int:
    """Sinks under water sink as much again, to 6: those in the legs at depth 1, all when prone or deeper."""
    if any("LASER_HEAT_SINK" in item.flags for i in unit.gear.sinks if (item := unit.gear.items[i]) is not None):
        return 0
    if unit.heat_sinks.kind == "Laser Heat Sink":
        return 0
    lost = sum(points for mount, points in unit.gear.sink_capacity if mount_out(unit, now, mount))
    if depth > 1 or now.prone:
        return min(WATER_MOST, max(0, unit.heat_sinks.capacity - lost))
    legs = sum(
        points
        for mount, points in unit.gear.sink_capacity
        if not mount_out(unit, now, mount) and unit.mounts[mount].location in unit.legs
    )
    return min(WATER_MOST, legs)


def to_hit_penalty(heat: int) -> int:
    """What the scale adds to every weapon attack: 1 at 8, 2 at 13, 3 at 17, 4 at 24."""
    levels: list[int] = tables()["heat"]["to_hit"]
    return sum(heat >= level for level in levels)


def shutdown_number(heat: int) -> TargetNumber | None:
    """What avoids a shutdown (or restarts) at this heat: None below 14, automatic failure from 30."""
    return _highest("shutdown", heat, "heat-shutdown")


def ammunition_number(heat: int) -> TargetNumber | None:
    """What keeps the ammunition from going off at this heat: None below 19."""
    return _highest("ammunition", heat, "heat-ammunition")


def inferno_number(heat: int) -> TargetNumber | None:
    """What keeps inferno rounds from going off at this heat: None below 10 (TW, inferno missiles)."""
    return _row(special()["inferno_rounds"], heat, "heat-inferno-rounds")


def _highest(line: str, heat: int, reason: str) -> TargetNumber | None:
    return _row(tables()["heat"][line], heat, reason)


def _row(line: Mapping[str, int], heat: int, reason: str) -> TargetNumber | None:
    rows = [(int(level), number) for level, number in line.items() if heat >= int(level)]
    if not rows:
        return None
    level, number = max(rows)
    target = TargetNumber((Modifier(number, reason, RULE, str(level)),))
    return target if number else target.made("failure")


def life_support_wounds(unit: Unit, sheet: Sheet, ruleset: Ruleset, level: int) -> int:
    """Wounds from heat with life support hit: 1 from 15, 2 from 25; a torso cockpit one more at any heat."""
    if not system_hits(unit, sheet, "Life Support"):
        return 0
    levels: list[int] = tables()["heat"]["life_support"]
    first, second = levels
    if not ruleset.has("CL-life-support-25-two-hits"):
        second += 1
    wounds = int(level >= first) + int(level >= second)
    if unit.cockpit.startswith("Torso") and level > 0:
        wounds += 1
    return wounds


def per_round(item: Equipment) -> int:
    """Damage that one round adds to an explosion."""
    return int(item.shot_damage * (item.rack or 1))


def is_inferno(item: Equipment) -> bool:
    """A round of inferno missiles."""
    return item.is_ammo and item.munition in ("INFERNO", "INFERNO_IV")


def _down_the_sheet(unit: Unit) -> list[int]:
    """The bins in the order of the paper."""
    order = {location: place for place, location in enumerate(unit.locations)}
    return sorted(range(len(unit.bins)), key=lambda n: (order.get(unit.bins[n].location, 99), unit.bins[n].slot))


def ammunition_at_risk(unit: Unit, sheet: Sheet, ruleset: Ruleset, *, infernos: bool = False) -> int:
    """The bin that goes off from heat: the most damage left, then the most destructive round, then the first
    on the sheet (locations in the order of the paper, lines from the top). By the other reading the round comes before
    what is left. -1: none. ``infernos``: of inferno rounds only."""
    by_round = ruleset.has("CL-heat-ammunition-by-round")
    best, best_key = -1, (0, 0)
    for number in _down_the_sheet(unit):
        ammo = unit.bins[number]
        item = unit.gear.items[ammo.mount]
        if item is None or not item.explosive or not sheet.ammo[number]:
            continue
        if slot_out(sheet, ammo.location, ammo.slot) or (infernos and not is_inferno(item)):
            continue
        each = per_round(item)
        left = each * sheet.ammo[number]
        key = (each, left) if by_round else (left, each)
        if key > best_key:
            best, best_key = number, key
    return best

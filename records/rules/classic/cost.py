"""What a 'Mech costs in C-bills (TM, cost; TO and IO for their equipment), explained."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from ..equipment import Equipment, get
from ..gear import own_ammunition
from ..tables.worth import costs
from ..unit import Unit
from ..worth import Cost, Step
from .bv_items import bursting, nobody_knows, unknown_frame
from .cost_items import item_cost, own_ammunition_cost

RULE = "TM:cost"
ADVANCED = "TO:cost"
_FREE_SINGLE_SINKS = 10
_SINGLE_SINK, _DOUBLE_SINK, _COMPACT_SINK = 2000, 6000, 3000
_OMNI = 1.25
_INDUSTRIAL, _BATTLEMECH = 400, 100
_ACTUATED = frozenset({"RA", "LA", "RL", "LL", "FRL", "FLL", "RRL", "RLL"})


def cost(unit: Unit) -> Cost:
    """The cost in C-bills; worked out once a unit and kept with it."""
    return unit.cost


def reckon(unit: Unit) -> Cost:
    """The cost, worked out now."""
    aboard, rounds = _equipment(unit)
    steps = (*_frame(unit), *_propulsion(unit), *_armour(unit), *aboard)
    return Cost(steps, rounds, tuple(_times(unit)), _unknown(unit))


def _frame(unit: Unit) -> Iterator[Step]:
    table, tons = costs(), unit.tons
    control = table["industrial_fire_control"] if unit.advanced_fire_control else 0
    yield Step(table["cockpit"].get(unit.cockpit, 0) + control, "cockpit", RULE, unit.cockpit)
    yield Step(table["life_support"], "life-support", RULE)
    yield Step(table["sensors_per_ton"] * tons, "sensors", RULE)
    yield Step(table["myomer_per_ton"][_myomer(unit)] * tons, "myomer", RULE)
    structure = table["structure_per_ton"].get(unit.structure_type, 0) * tons
    yield Step(structure * _conversion(unit), "structure", RULE, unit.structure_type)
    actuators = sum(
        per_ton * sum(place in _ACTUATED for place, _ in unit.slots_named(name))
        for name, per_ton in table["actuators_per_ton"].items()
    )
    yield Step(actuators * tons, "actuators", RULE)
    if unit.ejection:
        yield Step(table["head_ejection"], "head-ejection", RULE)


def _myomer(unit: Unit) -> str:
    if unit.gear.flagged("SCM"):
        return "super-cooled"
    return "tsm" if unit.gear.tsm else "industrial-tsm" if unit.gear.industrial_tsm else "standard"


def _propulsion(unit: Unit) -> Iterator[Step]:
    table, tons, engine = costs(), unit.tons, unit.engine
    base = table["engine"].get(engine.type, 0) * (2 if engine.large else 1)
    yield Step(base * engine.rating * tons / 75, "engine", RULE, engine.type)
    # A primitive engine moves the 'Mech as one of five sixths of its rating does, and its gyro is made for that.
    rating = 5 * -(-engine.rating // 6) if unit.cockpit.startswith("Primitive") else engine.rating
    factor, per_ton = table["gyro_per_ton"].get(unit.gyro, (0, 0))
    yield Step(math.ceil(rating / 100) * factor * per_ton, "gyro", RULE, unit.gyro)
    jets = len(unit.gear.jump_jets)
    if jets:
        yield Step(jets**2 * tons * table["jump"].get(unit.jump_type, 0), "jump-jets", RULE, count=jets)
    elif unit.gear.jump_boosters:
        yield Step(unit.jump**2 * tons * table["jump"]["Mechanical Booster"], "jump-boosters", RULE)
    if unit.umu:
        yield Step(unit.umu**2 * tons * table["swim"], "swimming", RULE, count=unit.umu)
    yield _sinks(unit)


def _sinks(unit: Unit) -> Step:
    """Double sinks are paid for each; of single ones the first ten come with the engine."""
    kind, count = get(unit.heat_sinks.kind), unit.heat_sinks.count
    if "COMPACT_HEAT_SINK" in kind.flags:
        return Step(_COMPACT_SINK * count, "heat-sinks", RULE, kind.name, count=count)
    if kind.sink_capacity > 1:
        return Step(_DOUBLE_SINK * count, "heat-sinks", RULE, kind.name, count=count)
    return Step(_SINGLE_SINK * (count - _FREE_SINGLE_SINKS), "heat-sinks", RULE, kind.name, count=count)


def _armour(unit: Unit) -> Iterator[Step]:
    per_ton = costs()["armour_per_ton"]
    if not unit.patchwork:
        tons = math.ceil(unit.total_armour / _armour_points(unit, unit.armour_type) * 2 - 1e-9) / 2
        yield Step(tons * per_ton.get(unit.armour_type, 0), "armour", RULE, unit.armour_type)
        return
    weights: Counter[str] = Counter()
    for location in unit.locations:
        weights[unit.armour_type_of(location)] += unit.armour.get(location, 0) + unit.rear_armour.get(location, 0)
    for kind, points in weights.items():
        yield Step(points / _armour_points(unit, kind) * per_ton.get(kind, 0), "armour", RULE, kind)


_CLAN_FERRO_SLOTS = 7


def _armour_points(unit: Unit, kind: str) -> float:
    """Points in a ton. Ferro-fibrous armour is a Clan's where the design says so; where it says nothing, by the name
    of its slots or, under the other's name, by their number."""
    table = costs()["armour_points"]
    if kind == "Ferro-Fibrous" and unit.armour_tech:
        kind = "Clan Ferro-Fibrous" if unit.armour_tech == "Clan" else kind
    elif kind == "Ferro-Fibrous":
        plates = [mount for mount in unit.mounts if mount.item.endswith(kind) and "Light" not in mount.item]
        slots = sum(len(mount.slots) for mount in plates)
        if any(mount.item.startswith("Clan") for mount in plates) or 0 < slots <= _CLAN_FERRO_SLOTS:
            kind = "Clan Ferro-Fibrous"
    return float(table.get(kind, costs()["armour_points_otherwise"]))


def _equipment(unit: Unit) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """What is aboard, and the ammunition. A coolant pod counts as equipment; a Clan's CASE costs where it is."""
    factor = _conversion(unit)
    aboard: Counter[tuple[str, float]] = Counter()
    rounds: Counter[tuple[str, float]] = Counter()
    for mount, item in zip(unit.mounts, unit.gear.items, strict=True):
        if item is None or item.is_jump_jet or (item.is_case and unit.tech_base == "Clan" and not mount.slots):
            continue
        price = item_cost(unit, mount, item) or 0.0
        held = item.is_ammo and item.ammo_type != "COOLANT_POD"
        (rounds if held else aboard)[item.name, price * factor] += 1
        own = own_ammunition_cost(item)
        rounds[item.name, own * factor] += 1 if own else 0
    if unit.tech_base == "Clan":
        case = get("CLCASE")
        aboard[case.name, (case.cost or 0.0) * factor] += _clan_case(unit)
    steps = [Step(price * n, "equipment", RULE, name, count=n) for (name, price), n in aboard.items() if price * n]
    steps += [
        Step(costs()["unlisted"][name] * factor, "equipment", RULE, name)
        for name in unit.unknown if name in costs()["unlisted"]
    ]  # fmt: skip
    armoured = _armoured(unit)
    if armoured:
        steps.append(Step(costs()["armoured_slot"] * armoured, "armoured-components", ADVANCED, count=armoured))
    return tuple(steps), tuple(
        Step(price * n, "ammunition", RULE, name, count=n) for (name, price), n in rounds.items() if price * n
    )


def _clan_case(unit: Unit) -> int:
    """CASE that a Clan 'Mech brings along (TM): one for each location with something that bursts, and one more for the
    rounds that one-shot launchers and pods come loaded with; less what is fitted by itself."""
    places = len(bursting(unit, spread=True))
    loaded = any(item is not None and own_ammunition(item) for item in unit.gear.items)
    fitted = sum(
        item is not None and item.is_case and bool(mount.slots)
        for mount, item in zip(unit.mounts, unit.gear.items, strict=True)
    )
    return max(0, places + loaded - fitted)


def _armoured(unit: Unit) -> int:
    """Armoured slots that are paid for: of systems, of weapons and of equipment made to the measure of the 'Mech."""
    slots = [slot for slots in unit.slots.values() for slot in slots if slot is not None and slot.armoured]
    return sum(slot.mount < 0 or _pays_for_armour(unit.gear.items[slot.mount]) for slot in slots)


def _pays_for_armour(item: Equipment | None) -> bool:
    return item is not None and (item.is_weapon or item.cost is None)


def _conversion(unit: Unit) -> float:
    """LAMs and QuadVees pay more for structure and equipment (IO)."""
    key = unit.config if unit.config == "QuadVee" else unit.lam if unit.config == "LAM" else ""
    return float(costs()["conversion"].get(key, 1.0))


def _times(unit: Unit) -> Iterator[Step]:
    if unit.omni:
        yield Step(_OMNI, "omni", RULE, how="times")
    yield Step(1 + unit.tons / (_INDUSTRIAL if unit.industrial else _BATTLEMECH), "weight", RULE, how="times")


def _unknown(unit: Unit) -> tuple[str, ...]:
    """What has no price that is known: parts of the frame and items, by name."""
    found = [*(name for name in nobody_knows(unit) if name not in costs()["unlisted"]), *unknown_frame(unit)]
    for mount, item in zip(unit.mounts, unit.gear.items, strict=True):
        if item is None:
            found.append(mount.item)
        elif item_cost(unit, mount, item) is None:
            found.append(item.name)
    return tuple(dict.fromkeys(found))

"""The sheet after a step beside the trace's ``after`` block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from records.rules import Ruleset, Sheet, Unit, condition

Json = dict[str, Any]


@dataclass(frozen=True)
class Places:
    """How the trace numbers things, and how the unit does."""

    slots: dict[tuple[str, int], int]
    weapons: tuple[int, ...]
    bins: tuple[int, ...]
    counted: bool = True  # False: the trace counts damage otherwise than the product (a ruling), so it is not compared

    @classmethod
    def of(cls, unit: Unit, trace: Json) -> Places:
        """Line numbers without the file's empty lines (but for the head), weapons and bins by where they are."""
        sheet = trace["sheet"]
        slots: dict[tuple[str, int], int] = {}
        for location, names in sheet["slots"].items():
            filled = 0
            for number, name in enumerate(names):
                slots[location, number] = number if location == "HD" else filled
                filled += name is not None
        weapons = tuple(_weapon(unit, slots, entry, taken) for entry, taken in _with_taken(unit, slots, sheet))
        found: list[int] = []
        for entry in sheet["ammo_bins"]:
            found.append(_bin(unit, slots, entry, found))
        bins = tuple(found)
        counted = not any(flag.startswith("damage_counter") for flag in trace.get("flags") or ())
        return cls(slots, weapons, bins, counted)


def _with_taken(unit: Unit, slots: dict[tuple[str, int], int], sheet: Json) -> Iterator[tuple[Json, set[int]]]:
    taken: set[int] = set()
    for entry in sheet["weapons"]:
        yield entry, taken
        found = _weapon(unit, slots, entry, taken)
        taken.add(found)


def _weapon(unit: Unit, slots: dict[tuple[str, int], int], entry: Json, taken: set[int]) -> int:
    wanted = {(location, slots[location, number]) for location, number in entry["slots"]}
    for mount in unit.weapons:
        built = unit.mounts[mount]
        if mount not in taken and wanted and wanted & set(built.slots):
            return mount
    for mount in unit.weapons:
        if mount not in taken and not wanted and unit.mounts[mount].location == entry["location"]:
            return mount
    return -1


def _bin(unit: Unit, slots: dict[tuple[str, int], int], entry: Json, taken: list[int]) -> int:
    where = (entry["location"], slots.get((entry["location"], entry["slot"]), -1))
    return next((i for i, b in enumerate(unit.bins) if (b.location, b.slot) == where and i not in taken), -1)


def differences(unit: Unit, sheet: Sheet, ruleset: Ruleset, places: Places, after: Json) -> Iterator[str]:
    """Every box of the ``after`` block that the sheet has otherwise."""
    pairs = list(_boxes(sheet, after))
    pairs.append(("destroyed", bool(sheet.destroyed), after["destroyed"]))
    if not after["destroyed"] and not sheet.destroyed:
        pairs += _marks(unit, sheet, places, after)
        pairs += _crew(sheet, after)
        if not after["phase_open"]:
            from .derived import derived

            pairs += derived(unit, sheet, ruleset, places, after)
    for name, ours, theirs in pairs:
        if ours != theirs:
            yield f"{name}: {ours!r}, the trace has {theirs!r}"


def _boxes(sheet: Sheet, after: Json) -> Iterator[tuple[str, Any, Any]]:
    yield "armour", dict(sheet.armour), after["armor"]
    yield "rear armour", dict(sheet.rear), after["rear"]
    yield "structure", dict(sheet.structure), after["internal"]
    yield "lost", set(sheet.lost), set(after["location_status"])


def _marks(unit: Unit, sheet: Sheet, places: Places, after: Json) -> Iterator[tuple[str, Any, Any]]:
    hit = {(location, places.slots[location, number]) for location, number, _ in after["slots_hit"]}
    yield "lines hit", {(loc, n) for loc, lines in sheet.hits.items() for n in lines}, hit
    for name, system in (
        ("engine_hits", "Engine"), ("gyro_hits", "Gyro"), ("sensor_hits", "Sensors"),
        ("life_support_hits", "Life Support"),
    ):  # fmt: skip
        yield name, condition.system_hits(unit, sheet, system), after[name]
    rounds = [condition.rounds_in(unit, sheet, b) if b >= 0 else None for b in places.bins]
    yield "ammunition", rounds, after["ammo"]
    out = [i for i, mount in enumerate(places.weapons) if mount >= 0 and condition.mount_out(unit, sheet, mount)]
    yield "weapons out", out, after["weapons_out"]
    yield "prone", sheet.prone, after["prone"]
    yield "shutdown", sheet.shutdown, after["shutdown"]
    yield "heat", sheet.heat, after["heat"]
    yield "stalled", sheet.stalled, after.get("stalled", False)
    yield "half points", set(sheet.half), _half_points(after)
    if places.counted:
        yield "damage this phase", sheet.damage_this_phase, after["damage_this_phase"]


def _half_points(after: Json) -> set[str]:
    """Where a point of hardened armour is half gone. The traces keep the mark when the last point is gone too."""
    left = {**after["armor"], **{f"{location}R": points for location, points in after["rear"].items()}}
    return {place for place, half in after.get("hardened_half_point", {}).items() if half and left.get(place, 0)}


def _crew(sheet: Sheet, after: Json) -> Iterator[tuple[str, Any, Any]]:
    theirs = after.get("crew") or [after["pilot"]]
    ours = [{"hits": seat.hits, "conscious": seat.conscious, "dead": seat.dead} for seat in sheet.crew]
    yield "crew", ours, [{k: seat[k] for k in ("hits", "conscious", "dead")} for seat in theirs]

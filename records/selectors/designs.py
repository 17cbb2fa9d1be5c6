"""A design as people read it: equipment grouped, ranges beside weapons, armour by location."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from records.rules import Unit
from records.rules.classic.attacks import ranges_of
from records.rules.equipment import Equipment, get
from records.rules.unit import TORSOS


@dataclass(frozen=True)
class WeaponRow:
    """Equal weapons in one location. ``damage`` as the table says it: ``"5"``, ``"2 a missile"``, ``"10/8/5"``."""

    count: int
    item: Equipment
    location: str
    rear: bool

    @property
    def damage(self) -> str:
        """Damage of one hit."""
        item = self.item
        if item.damage_kind == "cluster":
            return f"{item.missile_damage}×{item.rack:g}"
        if item.damage_kind == "variable":
            return "/".join(map(str, item.damage_by_range))
        if item.damage_kind == "artillery":
            return f"{item.rack:g}A"
        return f"{item.damage:g}" if item.damage else "–"

    @property
    def ranges(self) -> tuple[str, str, str, str]:
        """Minimum, short, medium, long; a dash where there is none."""
        short, medium, long = self.item.ranges[:3]
        return tuple(str(r) if r else "–" for r in (self.item.min_range, short, medium, long))  # type: ignore[return-value]


def firing_order(unit: Unit) -> tuple[int, ...]:
    """The mounts of ``Unit.weapons`` as they are fired and resolved at a table: what reaches farthest first, of one
    reach what hurts most, then by location as on the paper. Equal weapons of a location stand together. Sheets on
    screen and paper list them so; a file keeps its own order."""

    def key(mount: int) -> tuple[float, float, int, str, int]:
        built, item = unit.mounts[mount], unit.gear.items[mount]
        reach = max(ranges_of(item, None)[0][:3]) if item is not None else 0
        place = unit.locations.index(built.location) if built.location in unit.locations else len(unit.locations)
        return -reach, -most_damage(item), place, f"{built.item} {built.rear}", mount

    return tuple(sorted(unit.weapons, key=key))


def most_damage(item: Equipment | None) -> float:
    """Points that one shot does when all of it hits."""
    if item is None:
        return 0
    if item.damage_kind == "cluster":
        return (item.missile_damage or 1) * item.rack
    if item.damage_kind == "artillery":
        return item.rack
    return max((item.damage, *item.damage_by_range))


@dataclass(frozen=True)
class PointRow:
    """One location's points: front armour, rear armour (None: has none) and structure."""

    location: str
    armour: int
    rear: int | None
    structure: int


class Design:
    """A unit with what a page wants to know of it."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit

    @cached_property
    def weapons(self) -> list[WeaponRow]:
        """Weapons in firing order, equal ones of one location in one row."""
        mounts = [self.unit.mounts[index] for index in firing_order(self.unit)]
        counted = Counter((m.item, m.location, m.rear) for m in mounts)
        return [WeaponRow(count, get(item), loc, rear) for (item, loc, rear), count in counted.items()]

    @cached_property
    def ammunition(self) -> list[tuple[str, int, str]]:
        """``(name, shots, locations)`` of each kind of ammunition."""
        shots: Counter[str] = Counter()
        places: dict[str, list[str]] = {}
        for bin_ in self.unit.bins:
            shots[bin_.item] += bin_.shots
            places.setdefault(bin_.item, []).append(bin_.location)
        return [(get(item).name, count, ", ".join(places[item])) for item, count in shots.items()]

    @cached_property
    def equipment(self) -> list[tuple[int, str, str]]:
        """``(count, name, locations)`` of what is neither a weapon nor ammunition nor part of the frame."""
        fired = set(self.unit.weapons)
        stored = {bin_.mount for bin_ in self.unit.bins}
        counted: dict[str, list[str]] = {}
        for index, mount in enumerate(self.unit.mounts):
            if index not in fired and index not in stored and get(mount.item).hittable:
                counted.setdefault(mount.item, []).append(mount.location)
        return [(len(locs), get(item).name, ", ".join(dict.fromkeys(locs))) for item, locs in counted.items()]

    @property
    def heat_sinks(self) -> str:
        """Number, kind and, where it differs, what they sink: ``"17 Double Heat Sink (34)"``."""
        sinks = self.unit.heat_sinks
        name = f"{sinks.count} {get(sinks.kind).name}"
        return name if sinks.capacity == sinks.count else f"{name} ({sinks.capacity})"

    @cached_property
    def points(self) -> list[PointRow]:
        """Points by location in the order of the paper."""
        unit = self.unit
        return [
            PointRow(
                loc, unit.armour.get(loc, 0), unit.rear_armour.get(loc, 0) if loc in TORSOS else None,
                unit.structure.get(loc, 0),
            )
            for loc in unit.locations
        ]  # fmt: skip

    @cached_property
    def criticals(self) -> list[tuple[str, list[str]]]:
        """``(location, lines)``: the critical list of each location, ``""`` for an empty line."""
        return [
            (loc, [self._line(loc, number) for number in range(len(self.unit.slots[loc]))])
            for loc in self.unit.locations
        ]

    def _line(self, location: str, number: int) -> str:
        slot = self.unit.slots[location][number]
        if slot is None:
            return ""
        names = [get(self.unit.mounts[m].item).name for m in (slot.mount, slot.second) if m >= 0]
        return " + ".join(names) or slot.name

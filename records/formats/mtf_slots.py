"""From slot lines to critical slots and mounted equipment.

An item takes as many slots as it is big from the first free one on; the lines that repeat its name are then already
filled. So the borders between equal neighbours come from their size, as they do for every program that reads
these files. Split weapons and equipment spread over the whole 'Mech are placed slot by slot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from records.rules import equipment
from records.rules.equipment import Equipment
from records.rules.unit import Config

from .mtf_line import ACTUATORS, SYSTEM_NAMES, Line, parse_line
from .sizes import legacy_size, slots_of

#: Outer locations before inner ones: a split weapon is met where it starts.
ORDER = ("CL", "LL", "RL", "LA", "RA", "LT", "RT", "CT", "HD")
#: As people read a sheet, and as files list them.
FILE_ORDER = ("LA", "RA", "LT", "RT", "CT", "HD", "LL", "RL", "CL")

_INNER = {"LA": "LT", "LL": "LT", "RA": "RT", "RL": "RT", "LT": "CT", "RT": "CT", "CL": "CT"}
#: How narrow the arc of a location is; a split weapon counts as in the narrower of its two.
_RESTRICTION = {"LA": 0, "RA": 0, "LT": 1, "RT": 1, "CT": 2}
_ARM = ("Shoulder", "Upper Arm", "Lower Arm", "Hand")
_LEG = ("Hip", "Upper Leg", "Lower Leg", "Foot")
#: What turns a land-air 'Mech, where it lies unless the file puts something of the 'Mech itself there.
_LAND_AIR = {
    "HD": ((3, "Avionics"),),
    "LT": ((0, "Landing Gear"), (1, "Avionics")),
    "RT": ((0, "Landing Gear"), (1, "Avionics")),
}


@dataclass(slots=True)
class Placed:
    """A mount while it is being placed. ``found`` are the slots of a split weapon met so far."""

    item: Equipment
    location: str
    line: Line
    cells: list[tuple[str, int]] = field(default_factory=list)
    found: int = 0
    armoured: bool = False
    size: float = 0.0


@dataclass(slots=True)
class Cell:
    """A slot that is taken: by a system, by up to two mounts, or by something nobody knows."""

    name: str
    mounts: tuple[Placed, ...] = ()
    armoured: bool = False
    known: bool = True


def sizes_for(config: Config) -> dict[str, int]:
    """Critical slots of each location, in biped terms: heads and legs have six."""
    four_legged = config in ("Quad", "QuadVee")
    small = {"HD", "LL", "RL", *(("CL",) if config == "Tripod" else ()), *(("LA", "RA") if four_legged else ())}
    places = FILE_ORDER if config == "Tripod" else FILE_ORDER[:-1]
    return {location: 6 if location in small else 12 for location in places}


class Fitting:
    """A 'Mech's locations as they fill. After :meth:`fill`, ``slots`` and ``mounts`` hold everything that fitted,
    ``unknown`` the names nobody knows and ``left_over`` what found no room."""

    def __init__(self, *, config: Config, tons: int, clan: bool, old_style: bool) -> None:
        self.config, self.tons, self.clan, self.old_style = config, tons, clan, old_style
        self.superheavy = tons > 100
        self.slots: dict[str, list[Cell | None]] = {
            location: [None] * size for location, size in sizes_for(config).items()
        }
        self.mounts: list[Placed] = []
        self.unknown: list[str] = []
        self.left_over: list[str] = []
        self._shared: dict[str, Placed] = {}
        self._split: list[Placed] = []

    def fill(self, sections: Mapping[str, Sequence[str]]) -> None:
        """Place every line of every section."""
        prepared = {location: self._prepared(location, sections.get(location, ())) for location in self.slots}
        for location in ORDER:
            if location in self.slots:
                self._actuators(location, prepared[location])
                for number, line in enumerate(prepared[location]):
                    if line.name:
                        self._line(location, number, line)
        self.mounts.sort(key=_where)

    def add_loose(self, name: str, location: str) -> None:
        """Equipment that takes no slot. Kinds of armour and structure are no equipment and are left out."""
        item = self._known(name)
        if item is None:
            self.unknown.append(name)
        elif not _covers(item):
            self.mounts.append(Placed(item, location, Line(name)))

    def _prepared(self, location: str, lines: Sequence[str]) -> list[Line]:
        size = len(self.slots[location])
        kept = [parse_line(text) for text in lines[:size]]
        self.left_over += [text for text in lines[size:] if text]
        if location != "HD":
            # The head alone keeps its holes: they lie between systems.
            kept = [line for line in kept if line.name]
        return kept + [Line("")] * (size - len(kept))

    def _actuators(self, location: str, lines: list[Line]) -> None:
        if self.config == "LAM":
            for number, name in _LAND_AIR.get(location, ()):
                self.slots[location][number] = Cell(name)
        if location in ("HD", "CT", "LT", "RT"):
            return
        arm = location in ("LA", "RA") and self.config not in ("Quad", "QuadVee")
        for number, name in enumerate(_ARM if arm else _LEG):
            # A missing lower arm or hand is shown by anything else in its slot; the rest is always there.
            if name in ("Lower Arm", "Hand") and ACTUATORS.get(lines[number].name.lower()) != name:
                continue
            self.slots[location][number] = Cell(name)

    def _line(self, location: str, number: int, line: Line) -> None:
        cell = self.slots[location][number]
        system = SYSTEM_NAMES.get(line.name.lower())
        if system:
            self._system(location, number, Cell(system, armoured=line.armoured))
        elif cell is not None:
            self._taken(cell, line)
        elif line.is_actuator:
            self.left_over.append(line.name)
        else:
            self._equip(location, number, line)

    def _system(self, location: str, number: int, system: Cell) -> None:
        # A part of the 'Mech itself lies where the file says, whatever spread into its slot before.
        cell = self.slots[location][number]
        for mount in cell.mounts if cell else ():
            mount.cells.remove((location, number))
            self.left_over.append(mount.item.name)
        self.slots[location][number] = system

    def _taken(self, cell: Cell, line: Line) -> None:
        if line.is_actuator and not cell.mounts:
            cell.armoured = cell.armoured or line.armoured
            return
        item = self._known(line.name)
        if item is None or all(item is not mount.item for mount in cell.mounts):
            self.left_over.append(line.name)

    def _equip(self, location: str, number: int, line: Line) -> None:
        item = self._known(line.name)
        if item is None:
            self.unknown.append(line.name)
            self.slots[location][number] = Cell(line.name, armoured=line.armoured, known=False)
        elif item.spreadable:
            self._spread(location, item, line)
        elif item.splitable or "SPLITABLE" in item.flags:
            self._part(location, item, line)
        elif line.second:
            self._double(location, item, line)
        else:
            mount = self._mount(item, location, line)
            self._take(location, mount, self._wanted(mount))

    def _known(self, name: str) -> Equipment | None:
        item = equipment.lookup(name, self.clan)
        if item is None and name.lower().endswith("(split)"):
            return self._known(name[: -len("(split)")].strip())
        if item is None and "(" in name and legacy_size(name):
            return equipment.lookup(name.partition("(")[0], self.clan)
        if item is None and not self.old_style:
            # Files of the newer style sometimes carry the name that people read.
            return equipment.by_name(name, self.clan)
        return item

    def _mount(self, item: Equipment, location: str, line: Line) -> Placed:
        size = line.size
        if "VARIABLE_SIZE" in item.flags:
            size = size or legacy_size(line.name) or 1.0
        mount = Placed(item, location, line, armoured=line.armoured, size=size)
        self.mounts.append(mount)
        return mount

    def _wanted(self, mount: Placed) -> int:
        wanted = slots_of(mount.item, self.tons, mount.size)
        return math.ceil(wanted / 2) if self.superheavy else wanted

    def _take(self, location: str, mount: Placed, wanted: int, *others: Placed) -> None:
        slots = self.slots[location]
        free = [number for number, cell in enumerate(slots) if cell is None][:wanted]
        if len(free) < wanted:
            # Bigger than what is left: it gets what there is, as its lines do.
            self.left_over.append(mount.item.name)
        for number in free:
            slots[number] = Cell(mount.item.internal, (mount, *others), armoured=mount.armoured)
            for taker in (mount, *others):
                taker.cells.append((location, number))

    def _spread(self, location: str, item: Equipment, line: Line) -> None:
        mount = self._shared.get(item.internal)
        if mount is None:
            mount = self._shared[item.internal] = self._mount(item, location, line)
        self._take(location, mount, 1)

    def _part(self, location: str, item: Equipment, line: Line) -> None:
        step = 2 if self.superheavy else 1
        for mount in self._split:
            at = mount.location
            if mount.item is item and (location in (at, _INNER.get(at)) or (at, location) == ("CT", "HD")):
                break
        else:
            mount = self._mount(item, location, line)
            self._split.append(mount)
        mount.found += step
        if mount.found >= slots_of(item, self.tons):
            self._split.remove(mount)
        self._take(location, mount, 1)
        if _RESTRICTION.get(location, 3) >= _RESTRICTION.get(mount.location, 3):
            mount.location = location

    def _double(self, location: str, item: Equipment, line: Line) -> None:
        second = self._known(line.second)
        first = self._mount(item, location, line)
        if second is None:
            self.unknown.append(line.second)
            self._take(location, first, 1)
        else:
            self._take(location, first, 1, self._mount(second, location, line))


def _covers(item: Equipment) -> bool:
    """A kind of armour or structure, which old files list among the equipment without slots."""
    weightless = item.slots == 0 and (not item.hittable or item.internal in ("Standard", "Industrial"))
    return item.kind == "misc" and (item.spreadable or weightless)


def _where(mount: Placed) -> tuple[int, int]:
    if not mount.cells:
        return len(FILE_ORDER), 0
    return min((FILE_ORDER.index(location), number) for location, number in mount.cells)

"""'Mechs and sheets drawn in a small text notation, so that a test shows the sheet it is about.

A line a location: ``RT 18+5/12 | Medium Laser | AC/20 Ammo=5 | Gauss Rifle x7``: armour, rear armour, structure, then
the critical slots. ``x7`` takes seven lines, ``=5`` loads five shots, ``-`` leaves a line empty, a trailing ``*``
armours the component, ``A & B`` shares a line between two items. Locations not drawn are as on a plain 50-ton 'Mech.

What is marked on a sheet reads the same way, changes only: ``RT 0+5/4, RT[2], pilot 1, RA gone``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from records.rules import (
    STANDARD,
    Entry,
    Event,
    Owed,
    Ruleset,
    RuleViolation,
    Sheet,
    Unit,
    enter,
    equipment,
    fresh_sheet,
)
from records.rules import entries as n
from records.rules.unit import SYSTEMS, TORSOS, Bin, Engine, HeatSinks, Mount, Slot

ARM = "Shoulder | Upper Arm | Lower Arm | Hand"
LEG = "Hip | Upper Leg | Lower Leg | Foot | - | -"
PLAIN = {
    "HD": "9/3 | Life Support | Sensors | Cockpit | - | Sensors | Life Support",
    "CT": "20+6/16 | Engine x3 | Gyro x4 | Engine x3",
    "RT": "18+5/12",
    "LT": "18+5/12",
    "RA": f"14/8 | {ARM}",
    "LA": f"14/8 | {ARM}",
    "RL": f"18/12 | {LEG}",
    "LL": f"18/12 | {LEG}",
}
SIX = frozenset({"HD", "RL", "LL", "CL", "FRL", "FLL", "RRL", "RLL"})
PIECE = re.compile(r"^(?P<name>.*?)(?: x(?P<lines>\d+))?(?:=(?P<shots>\d+))?(?P<armoured>\*)?$")


@dataclass
class _Drawing:
    mounts: list[Mount] = field(default_factory=list)
    bins: list[Bin] = field(default_factory=list)
    weapons: list[int] = field(default_factory=list)


def machine(drawing: str = "", **fields: Any) -> Unit:
    """A unit: the plain 'Mech with the drawn locations in the place of its own. ``fields`` are those of ``Unit``."""
    rows = dict(PLAIN)
    if fields.get("config") in ("Quad", "QuadVee"):
        for arm, leg in (("RA", "FRL"), ("LA", "FLL"), ("RL", "RRL"), ("LL", "RLL")):
            rows.pop(arm)
            rows[leg] = PLAIN["RL"]
    for line in filter(None, map(str.strip, drawing.splitlines())):
        location, _, rest = line.partition(" ")
        rows[location] = rest
    drawn = _Drawing()
    slots = {location: _slots(drawn, location, row) for location, row in rows.items()}
    points = {location: _points(row) for location, row in rows.items()}
    built: dict[str, Any] = {
        "chassis": "Sketch", "model": "SKT-1", "config": "Biped", "tech_base": "Inner Sphere", "tons": 50,
        "year": 3025, "engine": Engine(250, "Fusion"), "heat_sinks": HeatSinks(10, "Heat Sink", 10, 10),
        "walk": 5, "run": 8, "run_plain": 8, "jump": 0,
        "armour": {place: p[0] for place, p in points.items()},
        "rear_armour": {place: points[place][1] for place in TORSOS},
        "structure": {place: p[2] for place, p in points.items()},
        "slots": slots, "mounts": tuple(drawn.mounts), "weapons": tuple(drawn.weapons), "bins": tuple(drawn.bins),
    }  # fmt: skip
    return Unit(**{**built, **fields})


def _points(row: str) -> tuple[int, int, int]:
    front, structure = row.split("|")[0].strip().split("/")
    armour, _, rear = front.partition("+")
    return int(armour), int(rear or 0), int(structure)


def _slots(drawn: _Drawing, location: str, row: str) -> tuple[Slot | None, ...]:
    lines: list[Slot | None] = []
    for piece in (part.strip() for part in row.split("|")[1:]):
        if piece == "-":
            lines.append(None)
            continue
        first, _, second = piece.partition(" & ")
        found = PIECE.match(first)
        assert found is not None
        count, armoured = int(found["lines"] or 1), bool(found["armoured"])
        if found["name"] in SYSTEMS:
            lines += [Slot(found["name"], armoured=armoured)] * count
            continue
        here = tuple((location, len(lines) + k) for k in range(count))
        mount = _mount(drawn, location, here, found["name"], int(found["shots"] or 0))
        other = _mount(drawn, location, here, second, 0) if second else -1
        lines += [Slot(found["name"], mount, other, _item(found["name"]).hittable, armoured)] * count
    return tuple(lines + [None] * ((6 if location in SIX else 12) - len(lines)))


def _item(name: str) -> equipment.Equipment:
    item = equipment.by_name(name)
    assert item is not None, name
    return item


def _mount(drawn: _Drawing, location: str, where: tuple[tuple[str, int], ...], name: str, shots: int) -> int:
    item, index = _item(name), len(drawn.mounts)
    drawn.mounts.append(Mount(item.internal, location, where))
    if item.is_weapon:
        drawn.weapons.append(index)
    if item.is_ammo:
        drawn.bins.append(Bin(item.internal, location, where[0][1], shots or item.shots, index))
    return index


def split_gun(name: str = "LB 20-X AC", *, torso: int = 4, arm: int = 7) -> Unit:
    """A 'Mech whose first weapon lies partly in the right torso, where it counts, and partly in the right arm."""
    torsos, arms = f"RT 18+5/12 | {name} x{torso}", f"RA 14/8 | Shoulder | Upper Arm | {name} x{arm}"
    unit = machine(f"{torsos}\n{arms}\nLT 18+5/12 | LB 20-X AC Ammo")
    first, second = (unit.mounts[mount] for mount in unit.weapons)
    joined = replace(first, slots=(*first.slots, *second.slots))
    lines = tuple(
        replace(slot, mount=unit.weapons[0]) if slot is not None and slot.mount == unit.weapons[1] else slot
        for slot in unit.slots["RA"]
    )
    mounts = tuple(joined if mount is first else mount for mount in unit.mounts)
    return replace(unit, mounts=mounts, weapons=unit.weapons[:1], slots={**unit.slots, "RA": lines})


def marks(unit: Unit, sheet: Sheet) -> str:
    """What is marked on the sheet, in the notation; ``""`` for a fresh one. Locations in the order of the paper."""
    found = []
    for place in unit.locations:
        if place in sheet.lost:
            found.append(f"{place} gone")
        else:
            now = (sheet.armour[place], sheet.rear.get(place, 0), sheet.structure[place])
            if now != (unit.armour[place], unit.rear_armour.get(place, 0), unit.structure[place]):
                rear = f"+{now[1]}" if place in TORSOS else ""
                found.append(f"{place} {now[0]}{rear}/{now[2]}")
        found += [f"{place}[{line + 1}]" for line in sheet.hits.get(place, ())]
    for number, seat in enumerate(sheet.crew):
        name = "pilot" if len(sheet.crew) == 1 else f"seat {number + 1}"
        if seat.hits:
            found.append(f"{name} {seat.hits}")
        state = "dead" if seat.dead else "ejected" if seat.ejected else "" if seat.conscious else "out"
        found += [f"{name} {state}"] if state else []
    found += [f"destroyed: {reason}" for reason in sheet.destroyed]
    return ", ".join(found)


class Table:
    """A unit on the table: entries are made, rolls answered; what cannot be is a failed test unless asked for."""

    def __init__(self, unit: Unit, ruleset: Ruleset = STANDARD, **sheet: Any) -> None:
        self.unit, self.ruleset = unit, ruleset
        given: dict[str, Any] = {"phase": "weapon", **sheet}
        self.sheet = replace(fresh_sheet(unit), **given)
        self.events: list[Event] = []

    def __str__(self) -> str:
        return marks(self.unit, self.sheet)

    def enter(self, entry: Entry) -> Table:
        """Make an entry that must be taken."""
        outcome = enter(self.unit, self.sheet, entry, self.ruleset)
        assert not isinstance(outcome, RuleViolation), f"{entry}: {outcome}"
        self.sheet = outcome.sheet
        self.events += outcome.events
        return self

    def refused(self, entry: Entry) -> str:
        """The code with which an entry is refused."""
        outcome = enter(self.unit, self.sheet, entry, self.ruleset)
        assert isinstance(outcome, RuleViolation), f"{entry} was taken"
        return outcome.code

    def hit(self, location: str, points: int, **more: Any) -> Table:
        """A hit."""
        return self.enter(n.Hit(location, points, **more))

    def roll(self, kind: str, *dice: int, at: str = "") -> Table:
        """Answer the first roll of a kind (``at`` a location) that is owed."""
        return self.enter(n.Rolled(self.owed(kind, at).id, dice))

    def owed(self, kind: str, at: str = "") -> Owed:
        """The first roll of a kind that is owed."""
        found = [owed for owed in self.sheet.owed if owed.kind == kind and at in ("", owed.location)]
        assert found, f"no {kind} {at} owed, but {self.waiting}"
        return found[0]

    @property
    def waiting(self) -> str:
        """What is owed, in order: ``"critical-check RT, consciousness"``."""
        return ", ".join(f"{owed.kind} {owed.location}".strip() for owed in self.sheet.owed)

    def critical(self, location: str, line: int) -> Table:
        """One critical on a line (from 1), straight."""
        return self.enter(n.CriticalHit(location, line - 1))

    def told(self, kind: type) -> list[Any]:
        """The events of a class so far."""
        return [event for event in self.events if isinstance(event, kind)]

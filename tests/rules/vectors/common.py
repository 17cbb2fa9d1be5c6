"""What every kind of vector needs: a sheet in the state that a vector describes, and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from records.rules import CrewMember, Sheet, Unit, fresh_sheet

Json = Mapping[str, Any]

ACTUATORS = {
    "hip": "Hip", "upper_leg": "Upper Leg", "lower_leg": "Lower Leg", "foot": "Foot",
    "shoulder": "Shoulder", "upper_arm": "Upper Arm", "lower_arm": "Lower Arm", "hand": "Hand",
}  # fmt: skip
MODES = {"stationary": "stood", "walk": "walked", "run": "ran", "jump": "jumped"}


@dataclass
class Finding:
    """How a vector went: ``wrong`` says what differs, ``excepted`` why it is not compared or differs on purpose."""

    id: str
    kind: str
    wrong: list[str] = field(default_factory=list)
    excepted: str = ""


def dial(mode: str | None) -> int:
    """The damage that a weapon's mode turns it to (``"Damage 9"``); 0 for every other mode."""
    word, _, points = (mode or "").partition(" ")
    return int(points) if word == "Damage" and points.isdecimal() else 0


def crewed(unit: Unit, *, gunnery: int = 4, piloting: int = 5) -> Sheet:
    """A fresh sheet whose every seat has these skills."""
    sheet = fresh_sheet(unit)
    return replace(sheet, crew=tuple(CrewMember(gunnery, piloting) for _ in sheet.crew))


def hit(unit: Unit, sheet: Sheet, system: str, count: int, location: str = "") -> Sheet:
    """The sheet with ``count`` lines of a system hit in earlier phases."""
    lines = [(where, slot) for where, slot in unit.slots_named(system) if not location or where == location]
    hits = dict(sheet.hits)
    for where, slot in lines[:count]:
        hits[where] = tuple(sorted({*hits.get(where, ()), slot}))
    return replace(sheet, hits=hits)


def actuators(unit: Unit, sheet: Sheet, hits: Mapping[str, Iterable[str]]) -> Sheet:
    """The sheet with these actuators hit."""
    for location, names in hits.items():
        for name in names:
            sheet = hit(unit, sheet, ACTUATORS[name], 1, location)
    return sheet


def without(sheet: Sheet, locations: Iterable[str]) -> Sheet:
    """The sheet with these locations blown off in an earlier turn."""
    return replace(sheet, lost={**sheet.lost, **dict.fromkeys(locations, "blown off")})

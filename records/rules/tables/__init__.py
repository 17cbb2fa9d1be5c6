"""The numbers of the base game: data files beside this module, checked when they are read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

FILE = Path(__file__).parent / "classic.json"
Side = Literal["front", "rear", "left", "right"]
SIDES: tuple[Side, ...] = ("front", "rear", "left", "right")
_LENGTHS = {"standard": 11, "punch": 6, "kick": 6}
_PLACES = frozenset(["HD", "CT", "RT", "LT", "RA", "LA", "RL", "LL", "CL", "FRL", "FLL", "RRL", "RLL", "LEG"])


class BadTable(ValueError):
    """A table is not what the rules need; the message names it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hit lands. ``rear``: it came from behind, so it meets the rear armour of a torso, there or on its way
    inward from a limb. ``through_armour``: a critical check besides (TW, hit location)."""

    location: str
    rear: bool = False
    through_armour: bool = False


def hit_location(config: str, side: str, roll: int, *, table: str = "standard", leg_die: int = 3) -> Place:
    """The location a roll picks on the column of the side attacked.

    ``config`` is ``Unit.config``; ``roll`` is 2-12 on the standard table, 1-6 on ``punch`` and ``kick``; ``leg_die``
    (1-6) picks the leg of a tripod. Raises KeyError for a side or table there is none of, IndexError outside the rows.
    """
    family = _family(config)
    row = tables()["hit_locations"][family][table][side]
    first = 2 if len(row) == 11 else 1
    if not first <= roll < first + len(row):
        raise IndexError(roll)
    name: str = row[roll - first]
    through = name.endswith("*")
    location = name.rstrip("*")
    if location == "LEG":
        location = tables()["tripod_leg"][side][leg_die - 1]
    return Place(location, rear=side == "rear", through_armour=through)


def wants_leg_die(config: str, side: str, roll: int) -> bool:
    """Whether a further die picks the leg: tripods only."""
    row = tables()["hit_locations"][_family(config)]["standard"][side]
    return bool(row[roll - 2] == "LEG")


def _family(config: str) -> str:
    if config in ("Quad", "QuadVee"):
        return "quad"
    return "tripod" if config == "Tripod" else "biped"


def cluster_hits(size: int, roll: int) -> int:
    """How many of a salvo of ``size`` hit on a roll of 2-12 (TW, cluster hits table). Rolls outside count as the end
    they are past. Raises KeyError for sizes without a row."""
    row: list[int] = tables()["cluster_hits"][str(size)]
    return row[max(2, min(12, roll)) - 2]


def cluster_sizes() -> tuple[int, ...]:
    """The salvo sizes that have a row."""
    return tuple(int(size) for size in tables()["cluster_hits"])


def consciousness_number(hits: int) -> int:
    """What 2D6 must reach to stay conscious after the ``hits``-th wound (1-5); the sixth kills (TW, MechWarriors)."""
    row: list[int] = tables()["consciousness"]
    return row[max(1, min(5, hits)) - 1]


def criticals_on(total: int) -> int:
    """Criticals on a modified roll of the critical hits table: 0-3, 4 from 14 on. From 12 on an arm, leg or head is
    blown off instead (TW, critical hits)."""
    for upto, count in tables()["critical_hits"].items():
        if total <= int(upto):
            return int(count)
    return 4


def fall_side(die: int) -> str:
    """The side a 'Mech falls on for a facing die of 1-6 (TW, facing after a fall)."""
    sides: list[str] = tables()["fall_sides"]
    return sides[die - 1]


@cache
def tables() -> Mapping[str, Any]:
    """All tables, read and checked once."""
    with FILE.open(encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    _check(data)
    return data


def _check(data: Mapping[str, Any]) -> None:
    for family, kinds in data["hit_locations"].items():
        for kind, columns in kinds.items():
            if set(columns) != set(SIDES):
                raise BadTable(f"hit locations {family} {kind}: sides are {sorted(columns)}")
            for side, row in columns.items():
                places = {entry.rstrip("*") for entry in row}
                if len(row) != _LENGTHS[kind] or not places <= _PLACES:
                    raise BadTable(f"hit locations {family} {kind} {side}")
    for size, row in data["cluster_hits"].items():
        if len(row) != 11 or row != sorted(row) or row[-1] > int(size) or row[0] < 1:
            raise BadTable(f"cluster hits {size}")
    if sorted(data["consciousness"]) != data["consciousness"] or len(data["consciousness"]) != 5:
        raise BadTable("consciousness")
    if any(len(row) != 6 for row in (*data["tripod_leg"].values(), data["fall_sides"])):
        raise BadTable("six-sided rows")

"""The tables of battle value and cost."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from . import BadTable

HERE = Path(__file__).parent
_SKILLS = 9


def _read(name: str, check: Callable[[Mapping[str, Any]], None]) -> Mapping[str, Any]:
    data: dict[str, Any] = json.loads((HERE / name).read_text(encoding="utf-8"))
    check(data)
    return data


@cache
def battle_values() -> Mapping[str, Any]:
    """Multipliers and skill factors of battle value, read and checked once."""
    return _read("battle_value.json", check_battle_values)


def check_battle_values(data: Mapping[str, Any]) -> None:
    """Raise :class:`~.BadTable` for a table that battle value cannot use."""
    skills = data["skills"]
    if len(skills) != _SKILLS or any(len(row) != _SKILLS for row in skills):
        raise BadTable("skill factors of gunnery and piloting 0 to 8")
    if any(row != sorted(row, reverse=True) for row in (*skills, *map(list, zip(*skills, strict=True)))):
        raise BadTable("skill factors that fall with the skill")
    if data["movement"] != sorted(data["movement"], reverse=True):
        raise BadTable("movement modifiers")
    factors = (f for key in ("armour", "structure", "engine", "gyro") for f in data[key].values())
    if any(factor < 0 for factor in factors):
        raise BadTable("factors below 0")


@cache
def costs() -> Mapping[str, Any]:
    """C-bills of the frame and its parts, read and checked once."""
    return _read("cost.json", check_costs)


def check_costs(data: Mapping[str, Any]) -> None:
    """Raise :class:`~.BadTable` for a table that cost cannot use."""
    per_ton = ("myomer_per_ton", "structure_per_ton", "actuators_per_ton", "armour_per_ton")
    for key in (*per_ton, "cockpit", "engine", "unlisted"):
        if any(price < 0 for price in data[key].values()):
            raise BadTable(f"{key} below 0")
    if any(points <= 0 for points in data["armour_points"].values()):
        raise BadTable("armour points of a ton")

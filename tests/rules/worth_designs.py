"""Compact designs of ``worth_designs.toml`` as units: each shows a rule of battle value or cost at work."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from records.formats import read_mtf
from records.rules import Unit
from records.starter.builder import EMPTY, LEG, SECTIONS

HERE = Path(__file__).parent
_REAR = {"CT": "RTC", "RT": "RTR", "LT": "RTL"}
#: How much of the arm there is.
_ARMS = {
    "none": ("Shoulder", "Upper Arm Actuator"),
    "lower": ("Shoulder", "Upper Arm Actuator", "Lower Arm Actuator"),
    "hand": ("Shoulder", "Upper Arm Actuator", "Lower Arm Actuator", "Hand Actuator"),
}


@cache
def designs() -> Mapping[str, Mapping[str, Any]]:
    """Every compact design by its name."""
    rows = tomllib.loads((HERE / "worth_designs.toml").read_text(encoding="utf-8"))["design"]
    return {row["name"]: row for row in rows}


@cache
def design(name: str) -> Unit:
    """The unit of one compact design."""
    return unit_of(designs()[name])


def unit_of(row: Mapping[str, Any]) -> Unit:
    """The unit that a row of the file stands for."""
    return read_mtf("\n".join(_text(row)).encode())


def trial(*, side: int = 0, gyro: str = "Gyro", aboard: Mapping[str, list[str]] | None = None, **head: object) -> Unit:
    """A bare 50-ton 'Mech that walks 5 and wears 100 points of armour, 20 of them in the centre torso, to try one piece
    of equipment on. ``head`` changes its header lines: ``Heat_Sinks="12 Double"``."""
    lines = {key.replace("_", " "): value for key, value in head.items()}
    points = {"HD": 8, "CT": [15, 5], "RT": [10, 2], "LT": [10, 2], "RA": 12, "LA": 12, "RL": 12, "LL": 12}
    return unit_of({
        "name": "Trial", "side": side, "gyro": gyro,
        "head": {
            "Config": "Biped", "TechBase": "Inner Sphere", "Era": "3100", "Mass": 50, "Engine": "250 Fusion Engine",
            "Heat Sinks": "10 Single", "Walk MP": 5, "Armor": "Standard(Inner Sphere)", **lines,
        },
        "armour": points,
        "aboard": {**{location: [] for location in points}, **(aboard or {})},
    })  # fmt: skip


def _text(row: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"chassis:{row['name']}", "model:")
    yield from (f"{key}:{value}" for key, value in row["head"].items())
    for location, points in row["armour"].items():
        front, rear = points if isinstance(points, list) else (points, None)
        yield f"{location} Armor:{front}"
        if rear is not None:
            yield f"{_REAR[location]} Armor:{rear}"
    for location, lines in row["aboard"].items():
        placed = [*_placed(row, location, lines)]
        yield from ("", f"{SECTIONS[location]}:", *placed, *[EMPTY] * (12 - len(placed)))
    yield from ("", *row.get("after", ()))


def _placed(row: Mapping[str, Any], location: str, lines: list[str]) -> Iterator[str]:
    items = [line for text in lines for line in _lines(text)]
    if location == "HD":
        yield from _head(row, items)
        return
    engine = "Fusion Engine"
    if location == "CT":
        yield from (*[engine] * 3, *[row.get("gyro", "Gyro")] * 4, *[engine] * 3)
    elif location in ("RT", "LT"):
        yield from [engine] * row["side"]
    else:
        yield from _ARMS[row.get("arms", {}).get(location, "hand")] if location in ("RA", "LA") else LEG
    yield from items


def _head(row: Mapping[str, Any], items: list[str]) -> tuple[str, ...]:
    if "Small" in row["head"].get("Cockpit", ""):
        return ("Life Support", "Sensors", "Cockpit", "Sensors")
    return ("Life Support", "Sensors", "Cockpit", *(items or [EMPTY]), "Sensors", "Life Support")


def _lines(text: str) -> list[str]:
    name, _, count = text.partition("*")
    return [name] * int(count or 1)

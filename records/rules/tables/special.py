"""The numbers of special equipment: shields, modular armour, explosives, radical heat sinks, infernos, breaches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from . import BadTable

FILE = Path(__file__).parent / "special.json"
_SINKS = 5


@cache
def special() -> Mapping[str, Any]:
    """All of it, read and checked once."""
    with FILE.open(encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    check(data)
    return data


def check(data: Mapping[str, Any]) -> None:
    """Raise :class:`~.BadTable` for a table that the rules cannot use."""
    if not data["explosive_while"].keys() <= data["explosive"].keys():
        raise BadTable("explosive items with a switch")
    if any(points < 1 for points in (*data["explosive"].values(), data["modular_armour"], data["hull_breach"])):
        raise BadTable("points below 1")
    for name, shield in data["shields"].items():
        if not 0 < shield["absorbs"] < shield["capacity"]:
            raise BadTable(f"shield {name}")
    track = data["radical_heat_sinks"]
    if track != sorted(track) or len(track) != _SINKS:
        raise BadTable("radical heat sinks")
    rows = data["inferno_rounds"]
    if list(rows.values()) != sorted(rows.values()) or list(map(int, rows)) != sorted(map(int, rows)):
        raise BadTable("inferno rounds")

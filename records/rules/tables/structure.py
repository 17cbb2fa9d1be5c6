"""Internal structure points by tonnage (TW; TechManual, internal structure table; superheavy: IO)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from ..unit import BIPED, LEGS, QUAD, TRIPOD, Config

TABLE = Path(__file__).with_name("internal_structure.json")

LIGHTEST, HEAVIEST = 10, 200


@cache
def _by_tons() -> dict[int, tuple[int, ...]]:
    with TABLE.open(encoding="utf-8") as file:
        rows = json.load(file)["by_tons"]
    table = {int(tons): tuple(points) for tons, points in rows.items()}
    if sorted(table) != list(range(LIGHTEST, HEAVIEST + 1, 5)) or any(len(row) != 5 for row in table.values()):
        raise ValueError(f"{TABLE.name}: five figures for every five tons from {LIGHTEST} to {HEAVIEST}")
    return table


def structure_points(config: Config, tons: int) -> dict[str, int]:
    """Points of every location of a 'Mech of 10 to 200 ``tons`` in steps of five. Raises KeyError for others."""
    head, center, side, arm, leg = _by_tons()[tons]
    points = {"HD": head, "CT": center, "RT": side, "LT": side, "RA": arm, "LA": arm}
    places = QUAD if config in ("Quad", "QuadVee") else TRIPOD if config == "Tripod" else BIPED
    return {location: leg if location in LEGS else points[location] for location in places}

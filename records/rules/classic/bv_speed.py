"""Movement as battle value counts it: as built, with everything that speeds it up at work (TM, battle value)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from ..tables.worth import battle_values
from ..unit import Unit


@dataclass(frozen=True, slots=True)
class Speeds:
    """MP that count: running (MASC, supercharger and triple-strength myomer at work), jumping, under water."""

    run: int
    jump: int
    swim: int


def speeds(unit: Unit) -> Speeds:
    """The unit's speeds as battle value counts them."""
    walk, jump = unit.walk, unit.jump
    if unit.gear.modular_armour:
        # It comes off in play, and its points count as armour: so it slows nothing here.
        walk, jump = walk + 1, jump + 1 if unit.gear.jump_jets else jump
    if unit.gear.tsm:
        # At 9 heat: two MP more, one less for the heat.
        walk += 1
    run = unit.run + math.ceil(walk * _factor(unit)) - math.ceil(unit.walk * _factor(unit))
    if unit.config == "LAM" and unit.lam != "Bimodal":
        # An AirMech flies at three times its jumping MP, half as fast again at flank speed (IO).
        jump = math.ceil(jump * 3 * 1.5)
    return Speeds(run, jump, unit.umu)


def _factor(unit: Unit) -> float:
    boosters = bool(unit.gear.masc) + bool(unit.gear.superchargers)
    return (1.5, 2.0, 2.5)[boosters]


@cache
def movement_modifier(points: int) -> int:
    """The target movement modifier of so many hexes (TW, target movement)."""
    return next(int(value) for least, value in battle_values()["movement"] if points >= least)


def speed_factor(unit: Unit) -> float:
    """The factor of the offensive part: from running and half of jumping MP, rounded to hundredths (TM)."""
    found = speeds(unit)
    points = found.run + math.floor(max(found.jump, found.swim) / 2 + 0.5)
    base = max(0.0, 1 + (points - 5) / 10)
    return math.floor(math.pow(base, 1.2) * 100 + 0.5) / 100

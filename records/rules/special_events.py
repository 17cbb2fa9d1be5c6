"""Events of special equipment and of optional rules; :mod:`.events` holds them all."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModularArmourLost:
    """``points`` of a module of modular armour on ``location`` marked off."""

    mount: int
    location: str
    points: int


@dataclass(frozen=True, slots=True)
class ShieldStruck:
    """The shield in ``arm`` took ``points`` of a hit on ``location``; that costs it one hit of its capacity."""

    mount: int
    arm: str
    location: str
    points: int


@dataclass(frozen=True, slots=True)
class LocationBreached:
    """Water or vacuum got in: nothing there works any more."""

    location: str


@dataclass(frozen=True, slots=True)
class EquipmentSwitched:
    """An item is switched on or off; ``due``: it will be in the End Phase, and again if thrown again it will not."""

    mount: int
    name: str
    on: bool
    due: bool = False


@dataclass(frozen=True, slots=True)
class RollAgain:
    """The result of this roll is cancelled: it is thrown again, and the second result stands."""

    roll: int
    kind: str


@dataclass(frozen=True, slots=True)
class LocationChosen:
    """The MechWarrior puts this location in the way of the shot. Text only."""

    location: str


@dataclass(frozen=True, slots=True)
class EngineExploded:
    """The engine goes up: damage to everything at 1, 2 and 3 hexes, in groups of ``group``. Text only."""

    rating: int
    damage: tuple[int, ...]
    group: int


@dataclass(frozen=True, slots=True)
class BlastTaken:
    """``points`` from an engine that exploded ``distance`` hexes away (0: in the same hex, nothing is left). Text
    only."""

    distance: int
    points: int

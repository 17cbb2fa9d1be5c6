"""What happens in the demo battle: who fights, and every entry with the dice that fell. Names are our own."""

from __future__ import annotations

from dataclasses import dataclass

from records.rules.entries import (
    CounterUsed,
    Entry,
    Hit,
    Moved,
)

NAME = "Demo: the ford at Kessel Hollow"
BATTLE = "Holding the ford"
DATE = (3052, 5, 14)
NOTES = (
    "A lance holds a river crossing against half a Clan Star. In turn 3 weapon attacks are being resolved, and some "
    "rolls are owed. Open a sheet, throw the dice, hit something, end the phase. Every place at the table is free: "
    "invite people by the join code and give them a 'Mech."
)


@dataclass(frozen=True)
class Seat:
    """A machine and its pilot. ``chassis`` and ``model`` are looked up in the catalogue."""

    chassis: str
    model: str
    name: str
    callsign: str
    level: str
    gunnery: int
    piloting: int
    edge: int = 0


OURS = ("River Lance", "Atlas", "Warhammer", "Phoenix Hawk", "Locust")
THEIRS = ("Striker Nova", "Timber Wolf", "Stormcrow", "Nova", "Kit Fox")
SEATS = {
    "Atlas": Seat("Atlas", "AS7-D", "Mara Ilves", "Anvil", "veteran", 3, 4, edge=2),
    "Warhammer": Seat("Warhammer", "WHM-6R", "Teo Brandt", "Longshot", "regular", 4, 5, edge=1),
    "Phoenix Hawk": Seat("Phoenix Hawk", "PXH-1", "Ines Okafor", "Swift", "veteran", 3, 4, edge=1),
    "Locust": Seat("Locust", "LCT-1V", "Juno Pak", "Tumbler", "green", 5, 6),
    "Timber Wolf": Seat("Mad Cat (Timber Wolf)", "Prime", "Aren", "", "elite", 2, 3, edge=1),
    "Stormcrow": Seat("Ryoken (Stormcrow)", "Prime", "Kaela", "", "veteran", 3, 4),
    "Nova": Seat("Black Hawk (Nova)", "Prime", "Risa", "", "veteran", 3, 4),
    "Kit Fox": Seat("Uller (Kit Fox)", "Prime", "Dorn", "", "regular", 3, 4),
}


@dataclass(frozen=True)
class Fires:
    """Weapons fired: ``(item, how many)``, taken in the order they stand on the sheet."""

    weapons: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Rolls:
    """The answer to the roll of this kind that the machine owes."""

    kind: str
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Ends:
    """A phase or the turn ends for everybody; rolls that come up are thrown with the dice of :data:`CALM`."""

    turn: bool = False


Step = tuple[str, Entry | Fires | Rolls] | Ends

# Dice for whatever a phase end brings up and the story says nothing about: the MechWarriors keep their heads.
CALM: dict[str, tuple[int, ...]] = {
    "critical-check": (3, 3),
    "fall-facing": (1,),
    "fall-location": (3, 3),
    "heat-ammunition": (6, 5),
}
STEADY = (6, 5)


def _hit(location: str, points: int, source: str, *, rear: bool = False) -> Hit:
    return Hit(location, points, rear=rear, source=source)


TURN_1: tuple[Step, ...] = (
    ("Atlas", Moved("walked", 3)),
    ("Warhammer", Moved("walked", 4)),
    ("Phoenix Hawk", Moved("jumped", 6)),
    ("Locust", Moved("ran", 11)),
    ("Timber Wolf", Moved("walked", 5)),
    ("Stormcrow", Moved("ran", 8)),
    ("Nova", Moved("jumped", 5)),
    ("Kit Fox", Moved("ran", 9)),
    Ends(),
    ("Atlas", Fires((("LRM 20", 1),))),
    ("Timber Wolf", _hit("RL", 5, "LRM 20, Atlas")),
    ("Timber Wolf", _hit("LA", 5, "LRM 20, Atlas")),
    ("Timber Wolf", _hit("CT", 2, "LRM 20, Atlas")),
    ("Warhammer", Fires((("PPC", 2),))),
    ("Stormcrow", _hit("RT", 10, "PPC, Warhammer")),
    ("Phoenix Hawk", Fires((("Large Laser", 1),))),
    ("Nova", _hit("LL", 8, "large laser, Phoenix Hawk")),
    ("Timber Wolf", Fires((("CLLRM20", 2),))),
    ("Atlas", _hit("CT", 5, "LRM 20, Timber Wolf")),
    ("Atlas", _hit("LT", 5, "LRM 20, Timber Wolf")),
    ("Atlas", _hit("RA", 5, "LRM 20, Timber Wolf")),
    ("Atlas", _hit("LL", 5, "LRM 20, Timber Wolf")),
    ("Stormcrow", Fires((("CLERLargeLaser", 2),))),
    ("Warhammer", _hit("LT", 10, "ER large laser, Stormcrow")),
    ("Nova", Fires((("CLERMediumLaser", 4),))),
    ("Phoenix Hawk", _hit("RT", 7, "ER medium laser, Nova")),
    ("Phoenix Hawk", _hit("LL", 7, "ER medium laser, Nova")),
    ("Kit Fox", Fires((("CLERLargeLaser", 1),))),
    ("Locust", _hit("LT", 8, "ER large laser, Kit Fox")),
    Ends(),
    Ends(turn=True),
)

TURN_2: tuple[Step, ...] = (
    ("Atlas", Moved("walked", 3)),
    ("Warhammer", Moved("stood")),
    ("Phoenix Hawk", Moved("jumped", 5)),
    ("Locust", Moved("ran", 10)),
    ("Timber Wolf", Moved("walked", 4)),
    ("Stormcrow", Moved("walked", 6)),
    ("Nova", Moved("jumped", 5)),
    ("Kit Fox", Moved("walked", 6)),
    Ends(),
    ("Atlas", Fires((("Autocannon/20", 1), ("SRM 6", 1)))),
    ("Timber Wolf", _hit("LT", 20, "autocannon/20, Atlas")),
    ("Timber Wolf", _hit("LT", 8, "SRM 6, Atlas")),
    ("Timber Wolf", Rolls("critical-check", (5, 4))),
    ("Timber Wolf", Rolls("critical-slot", (2, 1))),
    ("Warhammer", Fires((("PPC", 2), ("Medium Laser", 2)))),
    ("Kit Fox", _hit("RA", 10, "PPC, Warhammer")),
    ("Kit Fox", Rolls("critical-check", (4, 4))),
    ("Kit Fox", Rolls("critical-slot", (1, 3))),
    ("Phoenix Hawk", Fires((("Large Laser", 1), ("Medium Laser", 2)))),
    ("Nova", _hit("RA", 8, "large laser, Phoenix Hawk")),
    ("Nova", _hit("CT", 5, "medium laser, Phoenix Hawk")),
    ("Locust", Fires((("Medium Laser", 1),))),
    ("Stormcrow", _hit("CT", 5, "medium laser, Locust", rear=True)),
    ("Timber Wolf", Fires((("CLERLargeLaser", 2), ("CLLRM20", 1)))),
    ("Atlas", _hit("RT", 10, "ER large laser, Timber Wolf")),
    ("Atlas", _hit("HD", 5, "LRM 20, Timber Wolf")),
    ("Atlas", Rolls("consciousness", (4, 3))),
    ("Atlas", CounterUsed("edge-used", 1)),
    ("Stormcrow", Fires((("CLERLargeLaser", 2), ("CLERMediumLaser", 1)))),
    ("Locust", _hit("RL", 10, "ER large laser, Stormcrow")),
    ("Locust", Rolls("critical-check", (3, 4))),
    ("Locust", _hit("RL", 7, "ER medium laser, Stormcrow")),
    ("Nova", Fires((("CLERMediumLaser", 6),))),
    ("Warhammer", _hit("LT", 7, "ER medium laser, Nova")),
    ("Warhammer", _hit("LA", 7, "ER medium laser, Nova")),
    ("Kit Fox", Fires((("CLERLargeLaser", 1), ("CLLBXAC5", 1)))),
    ("Phoenix Hawk", _hit("RT", 10, "ER large laser, Kit Fox")),
    Ends(),
    Ends(turn=True),
)

TURN_3: tuple[Step, ...] = (
    ("Atlas", Moved("walked", 2)),
    ("Warhammer", Moved("walked", 2)),
    ("Phoenix Hawk", Moved("jumped", 4)),
    ("Timber Wolf", Moved("walked", 5)),
    ("Stormcrow", Moved("ran", 9)),
    ("Nova", Moved("walked", 3)),
    ("Kit Fox", Moved("ran", 8)),
    Ends(),
    ("Atlas", Fires((("Autocannon/20", 1), ("Medium Laser", 2)))),
    ("Nova", _hit("RT", 20, "autocannon/20, Atlas")),
    ("Nova", Rolls("critical-check", (5, 5))),
    ("Nova", Rolls("critical-slot", (1, 4))),
    ("Warhammer", Fires((("PPC", 1), ("Medium Laser", 1)))),
    ("Timber Wolf", _hit("LT", 10, "PPC, Warhammer")),
    ("Timber Wolf", Rolls("critical-check", (2, 3))),
    ("Timber Wolf", Fires((("CLERLargeLaser", 2), ("CLMediumPulseLaser", 1)))),
    ("Warhammer", _hit("CT", 10, "ER large laser, Timber Wolf")),
    ("Warhammer", _hit("RL", 10, "ER large laser, Timber Wolf")),
    ("Warhammer", _hit("LT", 7, "medium pulse laser, Timber Wolf")),
    ("Stormcrow", Fires((("CLERLargeLaser", 1),))),
    ("Phoenix Hawk", _hit("HD", 5, "shrapnel, Stormcrow")),
)

__all__ = ["BATTLE", "CALM", "DATE", "NAME", "NOTES", "OURS", "SEATS", "STEADY", "THEIRS", "TURN_1", "TURN_2", "TURN_3"]


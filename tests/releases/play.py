"""Play for a release's database: set pieces that make the rare events, and long random play from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from records.rules import Entry, Sheet, Unit
from records.rules import entries as n

#: What is done to each 'Mech, in order; ``("roll", kind, dice)`` answers the first roll of that kind.
Piece = Entry | tuple[str, str, tuple[int, ...]]


def rolled(kind: str, *dice: int) -> Piece:
    """The answer to the first roll owed of this kind."""
    return ("roll", kind, dice)


SET_PIECES: dict[str, tuple[Piece, ...]] = {
    "bruiser": (
        n.Moved("walked", 3), n.PhaseEnded("movement"), n.Fired((n.Shot(0),)),
        n.Hit("LT", 3, marks=("put-in-the-way",)), n.Hit("RA", 16, attacker=1, source="PPC, Guard"),
        rolled("critical-check", 4, 4), n.CriticalHit("RA", 4), n.CriticalHit("RA", 4),
        n.PilotHit(), rolled("consciousness", 6, 6), n.Hit("CT", 5, through_armour=True),
        rolled("floating-location", 3, 3), n.HeatAdded(9),
    ),
    "quad": (
        n.Moved("ran", 5, terrain="mud"), n.PhaseEnded("movement"), n.Hit("RT", 7, kind="missile"),
        n.PilotingRollCaused("pushed", 1), n.CriticalCheck("FRL"),
    ),
    "tripod": (
        n.Corrected("counter:water-depth", 2, "stands in the river"), n.Moved("swam", 2), n.PhaseEnded("movement"),
        n.Fired((n.Shot(3),)), n.BreachCheck("CL"), rolled("hull-breach", 6, 6), n.PilotHit(1, 2),
        rolled("consciousness", 6, 5),
    ),
    "hauler": (
        n.CrewChanged(1, n.CrewMember(5, 6, level="green")), n.Moved("walked", 2), n.PhaseEnded("movement"),
        n.PilotingRollCaused("pushed", now=True), rolled("piloting", 1, 1), rolled("ice-stall", 1, 1),
        rolled("fall-facing", 1), n.CriticalHit("CT", 0), n.Hit("LA", 12), n.PilotHit(0, 2),
    ),
    "guard": (
        n.StateSwitched("right-shield-passive", True), n.StateSwitched("ppc-capacitor", True),
        n.StateSwitched("hull-down", True), n.Moved("stood"), n.PhaseEnded("movement"), n.Hit("RA", 10),
        n.Hit("RT", 4, rear=True), n.Hit("LT", 3), n.Hit("RT", 14), n.OptionUsed("HR-A16", "switch-off", {"mount": 2}),
        n.OptionUsed("HR-A12", "blast", {"rating": 300, "hexes": 2, "side": "front", "elevation": 0}),
        n.CounterUsed("edge-used"), n.SinksSwitched(2), n.CriticalHit("LT", 5),
    ),
    "sprinter": (
        n.Moved("ran", 12, masc=True, supercharger=True), rolled("equipment-failure", 1, 1),
        rolled("equipment-failure", 6, 6), n.PhaseEnded("movement"),
        n.StateSwitched("coolant-pod", True), n.Fired((n.Shot(1), n.Shot(2))), n.Hit("RT", 9, kind="energy"),
        n.HeatAdded(18, "internal"), n.PowerSwitched(on=False), n.PowerSwitched(on=True),
    ),
    "winged": (
        n.Moved("jumped", 4), n.PhaseEnded("movement"), n.CriticalHit("CT", 0), n.CriticalHit("CT", 1),
        n.CriticalHit("CT", 2), n.CriticalHit("CT", 7),
        rolled("engine-blast", 6, 5),
    ),
    "convert": (
        n.Moved("walked", 3), n.PhaseEnded("movement"), n.Hit("FRL", 25), n.PilotingRollCaused("pushed"), n.FellDown(1),
        rolled("fall-facing", 3),
        n.Corrected("heat", 7, "the table says so"),
    ),
    "giant": (
        n.DropProne(), n.StandUp(), rolled("stand-up", 6, 6), n.PhaseEnded("movement"), n.Hit("RT", 41),
        rolled("critical-check", 1, 1), n.Fired((n.Shot(0),)),
    ),
}  # fmt: skip

#: On a sheet outside any battle: a limb shot off under a check, a blackout and its end, and the way out.
ALONE: tuple[Piece, ...] = (
    n.CriticalCheck("RA"), n.CriticalCheck("RA"), rolled("critical-check", 6, 6), rolled("critical-check", 4, 5),
    n.PilotingRollCaused("pushed"), n.PhaseEnded("movement"), rolled("piloting", 6, 6),
    n.PilotHit(), rolled("consciousness", 1, 1), n.TurnEnded(), n.TurnEnded(),
    rolled("recovery", 6, 6), n.DropProne(), n.Ejected(landing="rough"), rolled("ejection", 2, 2),
)  # fmt: skip

KINDS = ("", "ballistic", "energy", "missile", "physical", "area")
CAUSES = ("kicked", "pushed", "rubble", "skidding", "water")


def entry(dice: random.Random, unit: Unit, sheet: Sheet, *, gentle: bool = False) -> Entry:
    """One more entry: most often the answer to a roll owed, a hit, or the end of the phase. ``gentle``: one that a
    'Mech outlives."""
    if sheet.owed and dice.random() < 0.8:
        return answer(dice, sheet)
    found = next(_any(dice, unit, sheet))
    if gentle and isinstance(found, (n.CriticalHit, n.CriticalCheck, n.BreachCheck, n.PilotHit, n.FellDown)):
        return n.HeatAdded(dice.randint(1, 4))
    if gentle and isinstance(found, n.Hit):
        return n.Hit(found.location, dice.randint(1, 2), found.rear, kind=found.kind, source="machine guns")
    return found


def answer(dice: random.Random, sheet: Sheet) -> n.Rolled:
    """The first roll owed, answered with dice that fell."""
    owed = sheet.owed[0]
    count = owed.dice + int(bool(owed.about.get("leg-die")))
    return n.Rolled(owed.id, tuple(dice.randint(1, 6) for _die in range(count)), by_app=dice.random() < 0.5)


def _any(dice: random.Random, unit: Unit, sheet: Sheet) -> Iterator[Entry]:
    place = dice.choice(unit.locations)
    draw = dice.random()
    if draw < 0.34:
        rear = dice.random() < 0.2
        yield n.Hit(place, dice.choice((1, 2, 3, 5, 5, 8, 10)), rear, dice.random() < 0.06, dice.choice(KINDS))  # type: ignore[arg-type]
    elif draw < 0.56:
        yield n.PhaseEnded(sheet.phase) if dice.random() < 0.8 else n.TurnEnded()
    elif draw < 0.66:
        mode = dice.choice(("stood", "walked", "ran", "jumped", "swam"))
        terrain = dice.choice(("", "mud", "swamp", "ice"))
        yield n.Moved(mode, dice.randint(0, 5), masc=dice.random() < 0.2, terrain=terrain)  # type: ignore[arg-type]
    elif draw < 0.78:
        yield n.Fired(tuple(n.Shot(mount) for mount in dice.sample(unit.weapons, min(2, len(unit.weapons)))))
    else:
        yield _rare(dice, unit, sheet, place)


def _rare(dice: random.Random, unit: Unit, sheet: Sheet, place: str) -> Entry:
    states = ("hull-down", "stealth", "blue-shield", "right-shield-active", "ppc-capacitor")
    boxes = (f"armour:{place}", f"structure:{place}", "heat", "prone", "shutdown", "pilot:0", "ammo:0")
    choice = dice.randrange(14)
    return (
        n.CriticalCheck(place), n.BreachCheck(place), n.CriticalHit(place, dice.randrange(6)),
        n.HeatAdded(dice.randint(1, 12)), n.PilotHit(), n.PilotingRollCaused(dice.choice(CAUSES), dice.randint(-1, 3)),
        n.FellDown(dice.randint(0, 2)), n.StandUp(), n.DropProne(), n.PowerSwitched(sheet.shutdown),
        n.SinksSwitched(dice.randint(0, 3)), n.StateSwitched(dice.choice(states), on=dice.random() < 0.6),
        n.Corrected(dice.choice(boxes), dice.randint(0, 3), "as the table saw it"), n.StandUp("mud"),
    )[choice]  # fmt: skip

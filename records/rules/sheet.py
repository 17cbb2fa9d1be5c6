"""Sheet: what has been marked on the paper so far. Frozen; every mark is made by ``evolve`` from an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .numbers import Modifier
from .rolls import Owed
from .unit import Unit

Phase = Literal["initiative", "movement", "weapon", "physical", "heat", "end"]
PHASES: tuple[Phase, ...] = ("initiative", "movement", "weapon", "physical", "heat", "end")
Level = Literal["", "green", "regular", "veteran", "elite", "legendary"]
Mode = Literal["stood", "walked", "ran", "jumped", "swam"]
Lost = Literal["destroyed", "blown off"]


@dataclass(frozen=True, slots=True)
class CrewMember:
    """One seat. Skills are 0-8, lower is better. ``hits`` 0-6: the sixth kills. ``out_since`` is the turn in which the
    member lost consciousness (a recovery roll is owed from the next turn's End Phase on). ``level`` of experience
    (``""``: not known, counts as regular) and ``edge`` (uses, 0 and up) matter to optional rules.
    """

    gunnery: int = 4
    piloting: int = 5
    hits: int = 0
    conscious: bool = True
    dead: bool = False
    ejected: bool = False
    out_since: int = 0
    level: Level = ""
    edge: int = 0


@dataclass(frozen=True, slots=True)
class Movement:
    """How the 'Mech moved this turn. ``hexes`` 0 and up; ``masc`` and ``supercharger`` when switched on for it.
    ``rolled``: causes of its rolls that have been answered, so that entering it anew does not owe them again;
    ``"cause@ground"`` where the ground counts in the roll. ``terrain`` of the last hex where it was told
    (``tables/terrain.json``). ``missed``: ground whose roll against bogging down was missed in it; ``freed``: ground
    that its jump got it out of, where it stuck since turn ``freed_since``. They say what holds when it is entered anew.
    """

    mode: Mode = "stood"
    hexes: int = 0
    masc: bool = False
    supercharger: bool = False
    rolled: tuple[str, ...] = ()
    terrain: str = ""
    missed: tuple[str, ...] = ()
    freed: str = ""
    freed_since: int = 0


@dataclass(frozen=True, slots=True)
class Trigger:
    """A piloting roll due at the end of the phase. ``automatic`` falls ask for no roll, are ``levels`` deep and land
    on ``side`` (``""``: the die says)."""

    modifier: Modifier
    automatic: bool = False
    levels: int = 0
    side: str = ""


@dataclass(frozen=True, slots=True)
class Fresh:
    """Marks made in the current phase: shown in their own colour, and not yet felt by derived numbers.

    ``armour``, ``rear`` and ``structure`` count points lost per location; ``slots`` the lines hit; ``lost`` the
    locations gone, ``breached`` those flooded or airless. Emptied when the phase is settled.
    """

    armour: Mapping[str, int] = field(default_factory=dict)
    rear: Mapping[str, int] = field(default_factory=dict)
    structure: Mapping[str, int] = field(default_factory=dict)
    slots: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    breached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The marks on one record sheet.

    ``armour``, ``rear`` and ``structure`` are points left (0 and up). ``lost`` locations are gone. ``hits`` are lines
    hit by a critical or exploded, not those lost with their location; ``absorbed`` lines whose component armour is
    spent. ``half`` names locations (``"CT"``, rear ``"CTR"``) whose last hardened point is half gone. ``ammo`` are the
    rounds left, by ``Unit.bins``. ``heat`` is where the scale stands (0 and up, no upper end); ``heat_sources`` what
    this turn has added so far. ``damage_this_phase`` counts points marked off. ``triggers`` are piloting rolls due at
    the end of the phase. ``owed`` are rolls the table has still to throw. ``ending`` is true from the moment the end
    of a phase is entered until all that it owes is answered; ``step`` counts how far that has come, and with
    ``turn_ending`` the phases that follow are closed as well, up to the next turn. ``fallen`` is 0, or one more than
    the levels of the deepest fall of this turn. ``breached`` locations are flooded or airless: nothing in them works.
    ``states`` hold switches ("stealth", "hull-down", ...)
    and ``counters`` numbers that rules count ("edge-used", "masc-turns", ...). ``serial`` is the last roll id given.
    """

    armour: Mapping[str, int]
    rear: Mapping[str, int]
    structure: Mapping[str, int]
    ammo: tuple[int, ...] = ()
    crew: tuple[CrewMember, ...] = (CrewMember(),)
    lost: Mapping[str, Lost] = field(default_factory=dict)
    hits: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    absorbed: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    half: tuple[str, ...] = ()
    heat: int = 0
    heat_sources: tuple[Modifier, ...] = ()
    sinks_off: int = 0
    prone: bool = False
    shutdown: bool = False
    stalled: bool = False
    destroyed: tuple[str, ...] = ()
    turn: int = 1
    phase: Phase = "movement"
    movement: Movement | None = None
    fired: tuple[int, ...] = ()
    damage_this_phase: int = 0
    triggers: tuple[Trigger, ...] = ()
    owed: tuple[Owed, ...] = ()
    ending: bool = False
    step: int = 0
    turn_ending: bool = False
    fallen: int = 0
    fresh: Fresh = Fresh()
    breached: tuple[str, ...] = ()
    states: Mapping[str, bool] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    serial: int = 0

    def gone(self, location: str) -> bool:
        """Whether the location is destroyed or blown off."""
        return location in self.lost

    def is_hit(self, location: str, slot: int) -> bool:
        """Whether this line has been hit (not: lost with its location)."""
        return slot in self.hits.get(location, ())

    def roll(self, roll_id: int) -> Owed | None:
        """The owed roll of this id, or None when it was answered or never owed."""
        return next((owed for owed in self.owed if owed.id == roll_id), None)


def fresh_sheet(unit: Unit, crew: tuple[CrewMember, ...] | None = None) -> Sheet:
    """A sheet of the unit with nothing marked. ``crew`` defaults to gunnery 4, piloting 5 in every seat."""
    return Sheet(
        armour=dict(unit.armour),
        rear=dict(unit.rear_armour),
        structure=dict(unit.structure),
        ammo=tuple(b.shots for b in unit.bins),
        crew=crew if crew is not None else tuple(CrewMember() for _ in range(unit.crew_size)),
    )

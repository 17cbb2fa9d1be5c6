"""A record sheet at a glance: how much is left, and what is owed."""

from __future__ import annotations

from dataclasses import dataclass

from records.models import RecordSheet
from records.rules import BadData, Owed, Sheet, Unit, skills_of
from records.rules.condition import rounds_in
from records.rules.figures import bogged
from records.rules.sheet import PHASES, CrewMember
from records.words.stored import unreadable


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a number of points."""

    left: int
    total: int

    @property
    def lost(self) -> int:
        """How much is gone."""
        return self.total - self.left

    @property
    def percent(self) -> int:
        """The part that is left, 0-100; rounded so that 100 means untouched and 0 means none."""
        if not self.total:
            return 100
        exact = 100 * self.left / self.total
        return max(1, min(99, round(exact))) if 0 < self.left < self.total else int(exact)


@dataclass(frozen=True, slots=True)
class Condition:
    """The state of one sheet in figures. ``criticals`` count lines hit, ``lost`` are locations gone in paper order."""

    armour: Left
    structure: Left
    ammunition: Left
    criticals: int
    lost: tuple[str, ...]
    heat: int
    crew: CrewMember
    skills: tuple[int, int]
    destroyed: tuple[str, ...]
    prone: bool
    shutdown: bool
    stalled: bool
    owed: tuple[Owed, ...]
    turn: int
    phase: str
    ending: bool
    unreadable: str = ""
    bogged: str = ""

    @property
    def out(self) -> bool:
        """Whether the machine takes no more part: destroyed, or not to be read by this release (``unreadable`` says
        why)."""
        return bool(self.destroyed or self.unreadable)


def condition(record: RecordSheet) -> Condition:
    """The condition of a sheet as it stands. Of one that this release cannot read only that is known."""
    try:
        return condition_of(record.unit.design, record.sheet)
    except BadData as error:
        return unknown(unreadable(error))


def unknown(why: str) -> Condition:
    """Nothing is known of a sheet, and why. Its clock stands before every battle's: no phase ends for it."""
    none = Left(0, 0)
    return Condition(
        none, none, none, 0, (), 0, CrewMember(), (0, 0), (), prone=False, shutdown=False, stalled=False, owed=(),
        turn=0, phase=PHASES[0], ending=False, unreadable=why,
    )  # fmt: skip


def condition_of(unit: Unit, sheet: Sheet) -> Condition:
    """The condition of a sheet of this unit."""
    lost = tuple(location for location in unit.locations if sheet.gone(location))
    return Condition(
        armour=Left(sum(sheet.armour.values()) + sum(sheet.rear.values()), unit.total_armour),
        structure=Left(sum(sheet.structure.values()), sum(unit.structure.values())),
        ammunition=Left(sum(rounds_in(unit, sheet, n) for n in range(len(unit.bins))), sum(b.shots for b in unit.bins)),
        criticals=sum(len(slots) for slots in sheet.hits.values()),
        lost=lost,
        heat=sheet.heat,
        bogged=bogged(sheet),
        crew=sheet.crew[0],
        skills=skills_of(unit, sheet),
        destroyed=sheet.destroyed,
        prone=sheet.prone,
        shutdown=sheet.shutdown,
        stalled=sheet.stalled,
        owed=sheet.owed,
        turn=sheet.turn,
        phase=sheet.phase,
        ending=sheet.ending,
    )

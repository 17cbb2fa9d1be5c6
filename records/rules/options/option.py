"""What an optional rule is made of: one object with its id, its numbers, its counters and the points it hooks into.

A hook that an option does not need keeps its neutral answer. Chapters ask ``ruleset.asks("hook")``, which holds only
the options that are on and have an answer of their own, so a rule that is off costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ..numbers import Modifier
from .words import Words

if TYPE_CHECKING:
    from ..classic.clusters import Salvo
    from ..classic.damage import Group
    from ..classic.targets import TargetSituation
    from ..classic.work import Work
    from ..entries import Hit, OptionUsed, Rolled
    from ..rolls import Owed
    from ..ruleset import Ruleset
    from ..sheet import CrewMember, Phase, Sheet
    from ..unit import Slot, Unit

Purpose = Literal["balance", "standing-up"]
Reset = Literal["phase", "turn", "battle"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A number of the option that a campaign may edit: ``least`` to ``most``. With ``choices`` it is the index of one;
    a switch is 0 or 1 and has none."""

    name: str
    default: int
    least: int = 0
    most: int = 1
    choices: tuple[str, ...] = ()

    @property
    def switch(self) -> bool:
        """On or off, no more."""
        return (self.least, self.most) == (0, 1) and not self.choices


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of the option that a campaign may edit: rows and columns by code, cells from ``least`` to ``most``."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[int, ...], ...]
    least: int = -9
    most: int = 9

    def default(self, row: str, column: str) -> int:
        """The cell as it stands unless edited."""
        return self.cells[self.rows.index(row)][self.columns.index(column)]


@dataclass(frozen=True, slots=True)
class Counter:
    """Something the option counts on a sheet, and when it starts from nothing again. ``setting`` names the setting
    that says how many there are, ``""`` without a limit; ``shown`` on the sheet's page."""

    name: str
    reset: Reset
    setting: str = ""
    shown: bool = True


@dataclass(frozen=True, slots=True)
class PrintedBox:
    """A row of boxes on the printed sheet, ``used`` of ``most`` crossed; ``name`` is one of the words' ``counters``.
    ``own_edge``: crossed in the MechWarrior's own edge instead of a row beside it."""

    name: str
    used: int
    most: int
    own_edge: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """What the table has to say for an action: a number from ``least`` to ``most``, or one of ``choices``."""

    name: str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be done on a sheet under this option now. ``fixed`` values go along as they are; ``about``
    names the thing it is done with."""

    option: str
    action: str
    gaps: tuple[Gap, ...] = ()
    fixed: Mapping[str, int | str] = field(default_factory=dict)
    about: str = ""


@dataclass(frozen=True)
class Option:
    """One optional rule: its id (from the catalogue of the seed documents or ``CL-`` for a reading of the base game),
    whether it is on unless switched off, the ids it excludes and those it needs. What pages and papers
    need of it is here too: its words, what it counts, offers and prints.
    """

    id: str
    default_on: bool = False
    excludes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    settings: tuple[Setting, ...] = ()
    grid: Grid | None = None
    counters: tuple[Counter, ...] = ()
    #: The sheet's page asks for the kind of damage of every hit.
    asks_kind: bool = False
    #: Kinds of owed rolls that :meth:`answer` answers.
    kinds: tuple[str, ...] = ()
    #: Actions of :meth:`use` that go with taking back the roll made last.
    takes_back: tuple[str, ...] = ()
    #: What it says of itself, by its own codes.
    words: Words = field(default_factory=Words, compare=False)

    # --- numbers a campaign edits

    def most(self, ruleset: Ruleset, sheet: Sheet, counter: Counter) -> int:
        """How often this sheet may use what is counted; 0: without a limit, or not at all."""
        return self.number(ruleset, counter.setting) if counter.setting else 0

    def number(self, ruleset: Ruleset, name: str) -> int:
        """The setting as the campaign has it."""
        edited = ruleset.settings.get(f"{self.id}.{name}")
        if edited is not None:
            return edited
        return next(setting.default for setting in self.settings if setting.name == name)

    def cell(self, ruleset: Ruleset, row: str, column: str) -> int:
        """A cell of the table as the campaign has it."""
        edited = ruleset.tables.get(self.id, {}).get(f"{row}.{column}")
        if edited is not None:
            return edited
        return self.grid.default(row, column) if self.grid is not None else 0

    # --- hooks: numbers

    def piloting(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, purpose: Purpose) -> Iterable[Modifier]:
        """Modifiers to every piloting roll."""
        return ()

    def roll_due(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, cause: str) -> Iterable[Modifier]:
        """Modifiers to the one piloting roll that the phase owes for this cause."""
        return ()

    def damage_roll(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, modifier: Modifier) -> Modifier:
        """The modifier that much damage in a phase brings, in the place of the base game's +1."""
        return modifier

    def to_hit(
        self,
        ruleset: Ruleset,
        seat: CrewMember,
        target: TargetSituation,
        modifiers: tuple[Modifier, ...],
    ) -> Iterable[Modifier]:
        """Modifiers to an attack, weapon or physical, of which ``modifiers`` are known so far."""
        return ()

    def cluster(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, mount: int, salvo: Salvo) -> Iterable[Modifier]:
        """Modifiers to the roll on the cluster hits table."""
        return ()

    def critical_check(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, owed: Owed) -> Iterable[Modifier]:
        """Modifiers to a roll on the critical hits table."""
        return ()

    def heat(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> Iterable[Modifier]:
        """Heat made or sunk in the heat phase besides the base game's."""
        return ()

    def movement_rolls(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, mode: str) -> Iterable[tuple[str, int]]:
        """Piloting rolls, cause and modifier, that moving so calls for."""
        return ()

    # --- hooks: what may be and what follows

    def why_not(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, mount: int) -> str:
        """Why a weapon cannot fire, as a code; ``""`` when this option does not mind."""
        return ""

    def explodes(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, mount: int) -> bool:
        """Whether an explosive item goes off when it is hit."""
        return True

    def on_roll(self, ruleset: Ruleset, kind: str, dice: tuple[int, ...], made: bool) -> bool:
        """Whether a roll of this kind is made, after the base game said ``made``."""
        return made

    def checks_structure(self, ruleset: Ruleset, group: Group) -> bool:
        """Whether structure lost to this group owes a critical check."""
        return True

    def checks_through_armour(self, ruleset: Ruleset, group: Group) -> bool:
        """Whether a 2 on the location roll of this group owes a critical check."""
        return True

    def takes_criticals(self, ruleset: Ruleset, unit: Unit, slot: Slot) -> bool:
        """Whether a line that the base game rolls again can be hit."""
        return False

    def still_hit(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> bool:
        """Whether hits on this destroyed 'Mech still matter."""
        return False

    def hit(self, work: Work, entry: Hit) -> None:
        """A hit has been entered; nothing of it has been marked yet. May refuse it."""

    def location_rolled(self, work: Work, group: Group) -> bool:
        """The location roll of a group was a 2. True: the option takes it from here."""
        return False

    def after_damage(self, work: Work, group: Group, points: int) -> None:
        """A group that began with ``points`` has been marked."""

    def struck(self, work: Work, location: str, line: int) -> None:
        """A critical has hit a line."""

    def settle(self, work: Work) -> None:
        """After anything happened: rolls that this option owed and that no longer matter are dropped."""

    def end_of_phase(self, work: Work, phase: Phase) -> None:
        """All that the phase owed is done; the next one begins after this."""

    # --- what the table does under this option

    def marks(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, location: str) -> tuple[str, ...]:
        """Marks that a hit on this location may carry (``Hit.marks``)."""
        return ()

    def offered(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, location: str) -> tuple[str, ...]:
        """Those of :meth:`marks` that the page shows now."""
        return self.marks(ruleset, unit, sheet, location)

    def shown(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> bool:
        """Whether the sheet's page shows this option at all."""
        return True

    def printed(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> Iterable[PrintedBox]:
        """Boxes on the printed sheet: unless said otherwise, one for each use of what is counted up to a limit."""
        for counter in self.counters:
            most = self.most(ruleset, sheet, counter)
            if counter.shown and most:
                yield PrintedBox(counter.name, sheet.counters.get(counter.name, 0), most)

    def offers(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, last_roll: int) -> Iterable[Offer]:
        """What can be done now. ``last_roll`` is the roll answered last, 0 when something came after it."""
        return ()

    def use(self, work: Work, entry: OptionUsed) -> None:
        """Do it, or refuse."""
        raise work.refuse("no-such-action", action=entry.action)

    def answer(self, work: Work, owed: Owed, entry: Rolled) -> None:
        """The answer to a roll of :attr:`kinds`."""
        raise work.refuse("roll-not-owed", roll=owed.id)

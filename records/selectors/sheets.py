"""Reading record sheets: what the page's panels show, and which of them a change touches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from records import access, rules, words
from records.models import RecordSheet, Roster, SheetEntry
from records.rules import figures
from records.words import app

from . import drawing, numbers, options
from .condition import Condition, condition
from .worth import Account, crewed_value, price_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from records.rules.figures import PhysicalRow
    from records.rules.rolls import Owed

LOG_PAGE = 25

_WORKS = ("hits", "lost", "breached", "states", "crew", "destroyed", "shutdown", "prone")
#: Which marks each panel reads. A panel is sent again when one of them changed.
READS: Mapping[str, tuple[str, ...]] = {
    "owed": ("owed",),
    "weapons": (*_WORKS, "stalled", "counters", "ammo", "fired", "movement", "heat", "heat_sources", "sinks_off",
                "turn", "phase"),
    "heat": (*_WORKS, "counters", "heat", "heat_sources", "sinks_off", "movement", "fired", "turn", "phase"),
    "pilot": ("crew", "counters", "destroyed", "hits", "lost"),
    "movement": (*_WORKS, "stalled", "counters", "heat", "movement", "triggers", "turn", "phase"),
    "actions": (*_WORKS, "counters", "stalled", "sinks_off", "phase", "ending", "heat", "movement", "fired"),
}
_FELT = frozenset({"weapons", "heat", "movement"})


def changed_panels(
    unit: rules.Unit, before: rules.Sheet, after: rules.Sheet, ruleset: rules.Ruleset = rules.STANDARD
) -> list[str]:
    """Names of the panels that show something else now. The bar at the top always does."""
    found = ["bar"]
    if options.shows_anything(ruleset):
        found.append("options")
    for name, fields in READS.items():
        same = all(getattr(before, field) == getattr(after, field) for field in fields)
        if name in _FELT:
            then, now = before.fresh, after.fresh
            same = same and (then.slots, then.lost, then.breached) == (now.slots, now.lost, now.breached)
        if name == "movement" and ruleset.asks("piloting"):
            same = same and (before.damage_this_phase, before.counters) == (after.damage_this_phase, after.counters)
        if not same:
            found.append(name)
    found += [f"at-{code}" for code in unit.locations if _marks(unit, before, code) != _marks(unit, after, code)]
    return found


def _marks(unit: rules.Unit, sheet: rules.Sheet, code: str) -> tuple[Any, ...]:
    fresh = sheet.fresh
    return (
        *(part.get(code, 0) for part in (sheet.armour, sheet.rear, sheet.structure)),
        *(part.get(code, 0) for part in (fresh.armour, fresh.rear, fresh.structure)),
        sheet.lost.get(code),
        code in fresh.lost,
        code in sheet.breached,
        figures.outer_armour(unit, sheet, code),
        sheet.hits.get(code, ()),
        fresh.slots.get(code, ()),
        sheet.absorbed.get(code, ()),
        (code in sheet.half, f"{code}R" in sheet.half),
        tuple(rounds for built, rounds in zip(unit.bins, sheet.ammo, strict=False) if built.location == code),
    )


@dataclass(frozen=True)
class SheetPage:
    """Everything a record sheet's page shows, worked out when it is asked for. ``sheet`` may be an earlier state."""

    record: RecordSheet
    sheet: rules.Sheet
    may_change: bool
    earlier: SheetEntry | None = None
    number: int | None = None
    target: figures.TargetSituation = field(default_factory=figures.TargetSituation)

    @cached_property
    def unit(self) -> rules.Unit:
        """The design."""
        return self.record.unit.design

    @cached_property
    def ruleset(self) -> rules.Ruleset:
        """The rules it is played under."""
        return self.record.ruleset

    @property
    def live(self) -> bool:
        """Whether entries can be made: by this person, on this state."""
        return self.may_change and self.number is None and not self.record.retired

    @property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """Locations, column by column from the reader's left."""
        return drawing.columns(self.unit)

    @cached_property
    def drawn_columns(self) -> list[list[drawing.LocationView]]:
        """The columns with their locations as they stand."""
        return [[self.location(code) for code in column] for column in self.columns]

    def location(self, code: str) -> drawing.LocationView:
        """One location as it stands."""
        return drawing.location_view(self.unit, self.sheet, code, self.ruleset)

    @cached_property
    def weapons(self) -> list[numbers.WeaponRow]:
        """A row each weapon."""
        return numbers.weapons(self.unit, self.sheet, self.ruleset, self.target)

    @cached_property
    def physical(self) -> tuple[PhysicalRow, ...]:
        """The physical attacks it could make against the target."""
        return figures.physical_rows(self.unit, self.sheet, self.ruleset, self.target)

    @cached_property
    def battle_value(self) -> Account:
        """Its battle value in the hands of the seat that drives it."""
        return crewed_value(self.unit, self.sheet)

    @cached_property
    def cost(self) -> Account:
        """What it costs in C-bills."""
        return price_of(self.unit)

    @property
    def switches(self) -> list[tuple[str, bool]]:
        """Systems that are thrown on and off."""
        return numbers.switches(self.unit, self.sheet)

    @property
    def water(self) -> list[tuple[int, str, bool]]:
        """The water it may stand in, in words, and which it is."""
        depth = self.sheet.counters.get("water-depth", 0)
        return [(value, str(word), value == depth) for value, word in app.WATER.items()]

    @property
    def surroundings(self) -> list[tuple[str, str, int]]:
        """Heat and cold around it, in words, with how much."""
        names = ("hot-surroundings", "cold-surroundings")
        return [(name, words.reason(name), self.sheet.counters.get(name, 0)) for name in names]

    @property
    def positions(self) -> list[tuple[str, bool]]:
        """Where it is that matters to its rules: behind cover, in vacuum; and whether it is."""
        return [(state, bool(self.sheet.states.get(state))) for state in numbers.POSITIONS]

    @property
    def exposed(self) -> list[str]:
        """Locations outside of which there is water or vacuum, not breached yet."""
        gone = (*self.sheet.lost, *self.sheet.breached)
        return [c for c in self.unit.locations if c not in gone and figures.exposed(self.unit, self.sheet, c)]

    @property
    def heat_band(self) -> int:
        """The colour of its heat."""
        return numbers.heat_band(self.sheet.heat)

    @property
    def other_gear(self) -> list[str]:
        """What else it carries."""
        return numbers.other_gear(self.unit)

    @property
    def modes(self) -> list[tuple[str, str]]:
        """Ways to move, in words; jumping and swimming only for those built to."""
        built = {"jumped": self.unit.jump, "swam": self.unit.umu}
        return [(code, str(word)) for code, word in app.MODES.items() if built.get(code, True)]

    @property
    def terrains(self) -> list[tuple[str, str]]:
        """Where a target may stand, in words."""
        return [(code, str(app.TERRAINS[code])) for code in figures.target_grounds()]

    @property
    def grounds(self) -> list[tuple[str, str]]:
        """Ground that matters to how this 'Mech moves, in words, with the MP that it costs besides the first."""
        found = []
        for code in figures.grounds(self.unit, self.ruleset):
            word, cost = app.TERRAINS[code], figures.ground_cost(code)
            found.append((code, _("%(ground)s, +%(cost)d MP") % {"ground": word, "cost": cost} if cost else str(word)))
        return found

    @property
    def footings(self) -> list[tuple[str, str]]:
        """Ground that makes standing up harder, in words, with what it adds."""
        return [(code, f"{app.TERRAINS[code]} {value:+d}") for code, value in figures.footings().items()]

    @property
    def footing(self) -> str:
        """The one of :attr:`footings` that it is known to be on: what it is stuck in."""
        return next((code for code, _word in self.footings if self.bogged.endswith(f"-in-{code}")), "")

    @property
    def bogged(self) -> str:
        """The switch of the ground that it is stuck in; empty when it is not."""
        return figures.bogged(self.sheet)

    @property
    def may_try(self) -> bool:
        """Whether it may try to get free now."""
        return not figures.no_try(self.unit, self.sheet, self.ruleset)

    @property
    def no_try(self) -> str:
        """Why it may not try to get free, in words; empty when it may, and outside the movement phase."""
        code = figures.no_try(self.unit, self.sheet, self.ruleset)
        return words.refusal(code) if code not in ("", "movement-over") else ""

    @property
    def causes(self) -> list[tuple[str, str]]:
        """What may call for a piloting roll of this 'Mech, in words, with what it adds."""
        return [
            (code, f"{words.cause(code)} {value:+d}" if value else words.cause(code))
            for code, value in figures.situations(self.unit, self.ruleset).items()
        ]

    @property
    def landings(self) -> list[tuple[str, str]]:
        """Ground that whoever ejects may land on, in words, with what it adds."""
        return [(code, f"{app.TERRAINS[code]} {value:+d}") for code, value in figures.landings().items()]

    @property
    def papers(self) -> list[tuple[str, str]]:
        """The papers a sheet prints on."""
        return [(code, str(word)) for code, word in app.PAPERS.items()]

    @property
    def tray_tabs(self) -> list[tuple[str, str]]:
        """The keypad's tabs."""
        return [(code, str(word)) for code, word in app.TRAY_TABS.items()]

    @cached_property
    def bins(self) -> list[numbers.BinRow]:
        """A row each ammunition bin and each one-shot launcher."""
        return numbers.bins(self.unit, self.sheet) + numbers.launchers(self.unit, self.sheet)

    @cached_property
    def heat(self) -> numbers.HeatView:
        """Where heat stands and will stand."""
        return numbers.heat(self.unit, self.sheet, self.ruleset)

    @cached_property
    def movement(self) -> numbers.MovementView:
        """Movement points and the piloting number."""
        return numbers.movement(self.unit, self.sheet, self.ruleset)

    @cached_property
    def seats(self) -> list[numbers.SeatView]:
        """The crew."""
        return numbers.seats(self.sheet, self.record)

    @cached_property
    def options(self) -> list[options.OptionView]:
        """The optional rules that count or offer something here."""
        if not options.shows_anything(self.ruleset):
            return []
        return options.on_sheet(self.unit, self.sheet, self.ruleset, self._last_roll())

    def _last_roll(self) -> int:
        """The roll answered last when nothing came after it, else 0; asked of the log only where a rule wants it."""
        if not self.live or self.record.head_id is None or not options.takes_back(self.ruleset):
            return 0
        entered = SheetEntry.objects.filter(pk=self.record.head_id).values_list("entered", flat=True).first() or {}
        return int(entered.get("roll", 0)) if entered.get("type") == "Rolled" else 0

    @cached_property
    def systems(self) -> list[numbers.SystemView]:
        """Engine, gyro, sensors and life support as boxes."""
        return numbers.systems(self.unit, self.sheet)

    @cached_property
    def owed(self) -> list[OwedView]:
        """The rolls owed, the oldest first."""
        return [OwedView(owed, self._slots_of(owed)) for owed in self.sheet.owed]

    def _slots_of(self, owed: Owed) -> tuple[drawing.SlotView, ...]:
        return self.location(owed.location).slots if owed.kind == "critical-slot" else ()

    @cached_property
    def log(self) -> list[SheetEntry]:
        """The latest lines of the log."""
        return log_lines(self.record)


@dataclass(frozen=True, slots=True)
class OwedView:
    """A roll owed, with the lines it can hit when it picks a critical slot."""

    roll: Owed
    slots: tuple[drawing.SlotView, ...] = ()

    @property
    def dice(self) -> range:
        """One number each die, with a tripod's third that picks the leg."""
        return range(self.roll.dice + int(bool(self.roll.about.get("leg-die"))))


def log_lines(record: RecordSheet, *, before: int | None = None, count: int = LOG_PAGE) -> list[SheetEntry]:
    """Lines of the log, newest first, each knowing whether it stands (``stands``)."""
    rows = SheetEntry.objects.filter(record=record).select_related("user", "names").defer("after", "names__after")
    if before is not None:
        rows = rows.filter(number__lt=before)
    return mark_standing(record, list(rows.order_by("-number")[:count]))


def mark_standing(record: RecordSheet, lines: Iterable[SheetEntry]) -> list[SheetEntry]:
    """Tell each entry whether it stands or has been undone."""
    lines = list(lines)
    entries = [line for line in lines if line.kind == SheetEntry.Kind.ENTRY]
    undone: set[int] = set()
    if entries:
        latest: dict[int, str] = {}
        takes = SheetEntry.objects.filter(record=record, number__gt=min(line.number for line in entries))
        for names, kind in takes.exclude(names=None).order_by("number").values_list("names_id", "kind"):
            latest[names] = kind
        undone = {pk for pk, kind in latest.items() if kind == SheetEntry.Kind.UNDO}
    for line in lines:
        line.stands = line.pk not in undone  # type: ignore[attr-defined]
    return lines


def sheet_after(record: RecordSheet, number: int) -> tuple[rules.Sheet, SheetEntry | None] | None:
    """The sheet as it stood after a line of its log (0: before the first), or None when there is no such line."""
    if number == 0:
        return rules.decode(rules.Sheet, record.initial), None
    line = SheetEntry.objects.select_related("user").filter(record=record, number=number).first()
    return None if line is None else (rules.decode(rules.Sheet, line.after), line)


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """A sheet in a list, and how it stands."""

    record: RecordSheet
    condition: Condition


@dataclass(frozen=True, slots=True)
class Shelf:
    """Sheets that lie together, under the name of their roster (empty: the person's own)."""

    name: str
    rows: list[ShelfRow]


def visible_sheets(person: Any) -> QuerySet[RecordSheet]:
    """The sheets that a person may see and that are in use, their own first."""
    return (
        RecordSheet.objects.filter(retired=False, roster__in=Roster.objects.filter(access.visible_rosters(person)))
        .select_related("unit", "pilot", "roster")
        .defer("unit__blueprint", "initial")
        .order_by("-roster__personal", "roster__name", "roster", "-changed_at", "pk")
    )


def shelves(rows: Iterable[RecordSheet]) -> list[Shelf]:
    """The sheets of a list with how they stand, by their rosters."""
    found: dict[int, Shelf] = {}
    for row in rows:
        name = "" if row.roster.personal else row.roster.name
        found.setdefault(row.roster_id, Shelf(name, [])).rows.append(ShelfRow(row, condition(row)))
    return list(found.values())

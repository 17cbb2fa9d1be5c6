"""The figures of a record sheet's panels, each with the modifiers that make it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from django.utils.translation import gettext as _

from records import rules
from records.models import RecordSheet
from records.rules import condition, figures, tables
from records.rules.classic.attacks import dialled, ranges_of
from records.rules.classic.firing import most_rounds
from records.rules.classic.movement import boosters_working
from records.rules.classic.targets import NOTHING_KNOWN
from records.rules.classic.targets import Band as RangeBand
from records.rules.entries import Shot
from records.rules.equipment import Equipment
from records.rules.gear import own_shots
from records.rules.numbers import Explained, Modifier, TargetNumber
from records.words.numbers import signed

from . import drawing
from .designs import firing_order

SCALE_TOP = 30
SYSTEM_BOXES = (("Engine", 3), ("Gyro", 2), ("Sensors", 2), ("Life Support", 1))


@dataclass(frozen=True, slots=True)
class BinRow:
    """One ammunition bin, or a one-shot launcher with its own shots (``number`` -1). ``out``: hit, exploded or gone.
    ``box`` is its name for ``entries.Corrected``."""

    number: int
    name: str
    location: str
    rounds: int
    full: int
    out: bool
    box: str


@dataclass(frozen=True, slots=True)
class Band:
    """One range of a weapon: its hexes in words, and what 2D6 must reach there now (None: no such range)."""

    label: str
    title: str
    hexes: str
    number: TargetNumber | None


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """One weapon. ``places``: the locations it lies in, that which counts for fire first. ``minimum`` range in hexes
    (0: none). ``state`` as in ``figures.WeaponState``, ``why`` its code; ``fresh``: hit in this phase, so it fires once
    more. ``dial``: damage that it can be turned to, the most first, and what that changes about the numbers shown."""

    mount: int
    name: str
    location: str
    heat: int
    damage: str
    minimum: int
    bands: tuple[Band, ...]
    state: str
    why: str
    fresh: bool
    places: tuple[str, ...]
    bins: tuple[BinRow, ...] = ()
    most_shots: int = 1
    dial: tuple[tuple[int, str], ...] = ()

    @property
    def rounds(self) -> int | None:
        """Rounds left in its bins; None when it needs none."""
        return sum(row.rounds for row in self.bins if not row.out) if self.bins else None

    @property
    def full_bins(self) -> list[BinRow]:
        """The bins that it can still draw from."""
        return [row for row in self.bins if row.rounds and not row.out]

    @property
    def shots(self) -> range:
        """How often it may fire in a turn, where that is a choice."""
        return range(1, self.most_shots + 1)


@dataclass(frozen=True, slots=True)
class Level:
    """One line of the heat scale and what begins there: ``(kind, number)``."""

    value: int
    effects: tuple[tuple[str, int], ...] = ()

    @property
    def band(self) -> int:
        """Its colour, 0 (cool) to 5 (shutdown)."""
        return heat_band(self.value)


@dataclass(frozen=True, slots=True)
class HeatView:
    """The scale, where it stands and where it will."""

    projection: figures.HeatProjection
    now: figures.HeatEffects
    levels: tuple[Level, ...]
    sinks: int
    sinks_off: int
    sinks_working: Explained

    @property
    def over(self) -> int:
        """Heat above the scale's top."""
        return max(0, self.projection.before - SCALE_TOP)


@dataclass(frozen=True, slots=True)
class MovementView:
    """Movement points and the piloting number. ``warnings``: ways to move that would call for a piloting roll now, with
    their cause and number."""

    walking: Explained
    running: Explained
    jumping: Explained
    piloting: TargetNumber
    as_built: tuple[int, int, int]
    boosts: tuple[str, ...] = ()
    triggers: tuple[tuple[Modifier, bool], ...] = ()
    warnings: tuple[tuple[str, str, TargetNumber], ...] = ()
    standing_up: TargetNumber | None = None
    swimming: Explained | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    member: int
    name: str
    level: str
    gunnery: int
    piloting: int
    hits: int
    state: str
    edge: int = 0
    edge_used: int = 0
    boxes: tuple[tuple[int, str, bool], ...] = ()

    @property
    def edge_boxes(self) -> list[bool]:
        """A box each point of edge: used or not."""
        return [number < self.edge_used for number in range(self.edge)]


@dataclass(frozen=True, slots=True)
class SystemView:
    """Boxes of a system that counts its hits."""

    name: str
    hits: int
    boxes: tuple[bool, ...] = field(default=())


def heat_band(level: int) -> int:
    """The colour of a heat, 0 (cool) to 5 (shutdown)."""
    return sum(level >= start for start in (5, 10, 14, 19, 26))


def other_gear(unit: rules.Unit) -> list[str]:
    """Equipment that is neither weapon nor ammunition nor heat sink, with its count."""
    counts: dict[str, int] = {}
    shown = set(unit.weapons) | {built.mount for built in unit.bins} | set(unit.gear.sinks)
    for mount, item in enumerate(unit.gear.items):
        if mount in shown or item is None or not item.hittable:
            continue
        counts[item.name] = counts.get(item.name, 0) + 1
    return [f"{count}× {name}" if count > 1 else name for name, count in counts.items()]


def bins(unit: rules.Unit, sheet: rules.Sheet) -> list[BinRow]:
    """The ammunition bins as they stand."""
    return [
        BinRow(
            number,
            drawing.mount_name(unit, built.mount),
            built.location,
            sheet.ammo[number],
            built.shots,
            condition.mount_out(unit, sheet, built.mount),
            f"ammo:{number}",
        )
        for number, built in enumerate(unit.bins)
    ]


def launchers(unit: rules.Unit, sheet: rules.Sheet) -> list[BinRow]:
    """The one-shot launchers and what is left in them."""
    return [
        BinRow(
            -1,
            drawing.mount_name(unit, mount),
            unit.mounts[mount].location,
            condition.shots_left(unit, sheet, mount),
            full,
            condition.mount_out(unit, sheet, mount),
            f"shots:{mount}",
        )
        for mount in unit.weapons
        if (full := own_shots(unit.gear.items[mount]))
    ]


def weapons(
    unit: rules.Unit,
    sheet: rules.Sheet,
    ruleset: rules.Ruleset,
    target: figures.TargetSituation = NOTHING_KNOWN,
) -> list[WeaponRow]:
    """The weapons as they stand, in firing order, with their numbers against this target."""
    stocks = bins(unit, sheet)
    rows = []
    states = {found.mount: found for found in figures.weapon_states(unit, sheet, ruleset)}
    for mount in firing_order(unit):
        found = states[mount]
        item, built = unit.gear.items[mount], unit.mounts[mount]
        rows.append(
            WeaponRow(
                mount=mount,
                name=drawing.mount_name(unit, mount),
                location=built.location,
                heat=found.heat,
                damage=damage_words(item),
                minimum=max(0, ranges_of(item, None)[1]) if item else 0,
                bands=_bands(unit, sheet, ruleset, found, target),
                state=found.state,
                why=found.why,
                fresh=found.hit_now,
                places=condition.reaches(unit, mount),
                bins=tuple(stocks[number] for number in found.bins),
                most_shots=most_rounds(item) if item else 1,
                dial=_dial(item),
            )
        )
    return rows


def _dial(item: Equipment | None) -> tuple[tuple[int, str], ...]:
    full = item.dial if item is not None else ()
    return tuple((points, signed(dialled(points) - dialled(full[0]), "")) for points in full)


def _bands(
    unit: rules.Unit,
    sheet: rules.Sheet,
    ruleset: rules.Ruleset,
    state: figures.WeaponState,
    target: figures.TargetSituation,
) -> tuple[Band, ...]:
    item = unit.gear.items[state.mount]
    rows, first = [], 1
    words: tuple[tuple[RangeBand, str, str], ...] = (
        ("short", _("short"), _("To hit at short range")),
        ("medium", _("med"), _("To hit at medium range")),
        ("long", _("long"), _("To hit at long range")),
    )
    for (band, label, title), last in zip(words, ranges_of(item, None)[0][:3] if item else (0, 0, 0), strict=True):
        if last < first:
            rows.append(Band(label, title, "–", None))
            continue
        number = None
        if state.state in ("ready", "fired"):
            number = figures.to_hit(unit, sheet, ruleset, state.mount, band, target)
        rows.append(Band(label, title, str(last) if first == last else f"{first}–{last}", number))
        first = last + 1
    return tuple(rows)


def damage_words(item: Equipment | None) -> str:
    """A weapon's damage as on the sheet: ``"10"``, ``"2/msl"``, ``"10/8/5"``."""
    if item is None:
        return "–"
    if item.damage_kind == "cluster":
        return f"{item.missile_damage or 1}×{item.rack:g}"
    if item.damage_kind == "variable" and item.damage_by_range:
        return "/".join(str(points) for points in item.damage_by_range)
    if item.damage_kind == "artillery":
        return f"{item.rack:g}A"
    return f"{item.damage:g}" if item.damage else "–"


def heat(unit: rules.Unit, sheet: rules.Sheet, ruleset: rules.Ruleset, shots: Sequence[Shot] = ()) -> HeatView:
    """Heat now, and after this turn with ``shots`` fired besides."""
    return HeatView(
        projection=figures.heat_projection(unit, sheet, ruleset, shots),
        now=figures.effects_at(sheet.heat),
        levels=scale(),
        sinks=unit.heat_sinks.count,
        sinks_off=sheet.sinks_off,
        sinks_working=figures.sinks_working(unit, sheet, ruleset),
    )


@cache
def scale() -> tuple[Level, ...]:
    """The heat scale from 30 down to 0 with what begins at each level."""
    table = tables.tables()["heat"]
    found: dict[int, list[tuple[str, int]]] = {}
    for number, level in enumerate(table["movement"], start=1):
        found.setdefault(level, []).append(("movement", -number))
    for number, level in enumerate(table["to_hit"], start=1):
        found.setdefault(level, []).append(("to-hit", number))
    for line in ("shutdown", "ammunition"):
        for level, number in table[line].items():
            found.setdefault(int(level), []).append((line, number))
    return tuple(Level(value, tuple(found.get(value, ()))) for value in range(SCALE_TOP, -1, -1))


def movement(unit: rules.Unit, sheet: rules.Sheet, ruleset: rules.Ruleset) -> MovementView:
    """Movement points now, and what a piloting roll must reach."""
    return MovementView(
        walking=figures.walking(unit, sheet, ruleset),
        running=figures.running(unit, sheet, ruleset),
        jumping=figures.jumping(unit, sheet, ruleset),
        piloting=figures.piloting(unit, sheet, ruleset),
        as_built=(unit.walk, unit.run, unit.jump),
        boosts=boosters_working(unit, condition.felt(sheet, ruleset)),
        triggers=tuple((trigger.modifier, trigger.automatic) for trigger in sheet.triggers),
        warnings=tuple(
            (mode, cause, number)
            for mode in ("ran", "jumped")
            for cause, number in figures.movement_rolls(unit, sheet, ruleset, mode)
        ),
        standing_up=figures.standing_up(unit, sheet, ruleset) if sheet.prone else None,
        swimming=figures.swimming(unit, sheet, ruleset) if unit.umu else None,
    )


SWITCHES = (
    ("stealth", "STEALTH"), ("null-signature", "NULLSIG"), ("void-signature", "VOIDSIG"),
    ("chameleon", "CHAMELEON_SHIELD"), ("nova-cews", "NOVA"),
)  # fmt: skip
"""Systems that make heat while they are on, by the flag of their equipment."""
POSITIONS = ("hull-down", "vacuum")
"""Where a 'Mech is that matters to its rules."""
COUNTED_BY_HAND = ("edge-used",)
"""Counters whose uses people enter."""


def switches(unit: rules.Unit, sheet: rules.Sheet) -> list[tuple[str, bool]]:
    """The systems of this unit that are thrown on and off, and whether they are on."""
    systems = [
        state
        for state, flag in SWITCHES
        if unit.gear.flagged(flag) or (state == "stealth" and "Stealth" in unit.armour_type)
    ]
    aboard = (*systems, *figures.switches_aboard(unit, sheet))
    return [(state, bool(sheet.states.get(state))) for state in aboard]


def seats(sheet: rules.Sheet, record: RecordSheet) -> list[SeatView]:
    """The crew: names and edge come from the roster, all else from the sheet."""
    pilot = record.pilot
    rows = []
    for member, seat in enumerate(sheet.crew):
        first = pilot if member == 0 else None
        rows.append(
            SeatView(
                member=member,
                name=str(first) if first else "",
                level=first.get_level_display() if first else "",
                gunnery=seat.gunnery,
                piloting=seat.piloting,
                hits=seat.hits,
                state=_seat_state(seat),
                edge=first.edge if first else 0,
                edge_used=min(first.edge, sheet.counters.get("edge-used", first.edge_used)) if first else 0,
                boxes=tuple(
                    (box, f"{tables.consciousness_number(box)}+" if box < 6 else "", box <= seat.hits)
                    for box in range(1, 7)
                ),
            )
        )
    return rows


def _seat_state(seat: rules.CrewMember) -> str:
    if seat.dead:
        return "dead"
    if seat.ejected:
        return "ejected"
    return "" if seat.conscious else "unconscious"


def systems(unit: rules.Unit, sheet: rules.Sheet) -> list[SystemView]:
    """Engine, gyro, sensors and life support: hits as boxes."""
    rows = []
    for name, count in SYSTEM_BOXES:
        if not unit.slots_named(name):
            continue
        hits = condition.system_hits(unit, sheet, name)
        most = 3 if name == "Gyro" and unit.gear.heavy_duty_gyro else count
        rows.append(SystemView(name, hits, tuple(box < hits for box in range(most))))
    return rows

"""The weapons table: the design's rows, and over them what the game makes of each.

Equal weapons of one location share a row in every state: a box stands for each, crossed when that one is lost. What
2D6 must reach, and the rounds left, are written for the sheet as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from records import words
from records.rules import STANDARD, Sheet, TargetNumber, Unit, figures, fresh_sheet
from records.rules.classic.attacks import BANDS, ranges_of
from records.rules.classic.firing import nothing_fires
from records.rules.classic.heat import mount_heat
from records.rules.condition import mount_out, reaches, rounds_in, shots_left
from records.rules.equipment import Equipment
from records.rules.gear import own_shots
from records.selectors.designs import WeaponRow, firing_order
from records.selectors.drawing import mount_name
from records.words.numbers import signed

from . import fonts, marks
from .abbreviations import abbreviated
from .blocks import Line, Run, at_least, beside, clean, figure, fitted, row
from .canvas import Canvas
from .printable import Printable
from .wording import gettext as _

WIDTH = 147.0
NUMBERS = 95.0
NAMES = WIDTH - NUMBERS
PLACE, HEAT, DAMAGE, OWN, MIN, SHORT, MEDIUM, LONG, ROUNDS = 0.0, 9.5, 15.5, 36.0, 46.5, 53.0, 65.0, 77.0, 88.5
"""Where the columns begin, mm after the names."""
TO_HIT = 4.8
"""Where the number to reach begins after a range, mm."""
PITCH = 4.4
"""Height of a row where there is room, mm; never less than LEAST_PITCH."""
LEAST_PITCH = 2.65
LEAST = 7.0
"""The smallest type of a row, points."""
HEAD = 4.6
BOX, STEP = 1.9, 2.2
"""A weapon's box, and from one to the next, mm."""
LEGEND_X = 14.0
"""Where the legend of the numbers begins, beside the heading, mm."""
OWN_REASONS = frozenset({
    "weapon", "targeting-computer", "arm-enhancement", "industrial-cockpit", "apollo", "artemis-v",
})  # fmt: skip
"""Modifiers that the design alone decides."""


@dataclass(frozen=True)
class Row:
    """A row of the form: equal weapons of one location."""

    mounts: tuple[int, ...]
    name: str
    place: str
    item: Equipment | None
    own: str
    """What the weapon itself, a targeting computer and the like add to every shot."""
    fed: bool
    heat: int
    """Heat of a shot, what insulates it taken off."""

    @property
    def shots(self) -> int:
        """Boxes for the shots that one-shot launchers carry with them."""
        return own_shots(self.item) * len(self.mounts)


@dataclass(frozen=True)
class Standing:
    """What a game makes of a row. ``marks``, one for each weapon: ``old`` (lost before this battle), ``out``, ``new``
    (lost in this phase), ``fired`` (this turn) or ``""``. ``numbers`` to reach at short, medium and long range;
    ``last`` is what is left, or why none fires; ``spent`` counts shots of one-shot launchers, ``spent_before`` those
    fired before this battle."""

    marks: tuple[str, ...]
    numbers: tuple[str, str, str]
    last: str
    spent: int = 0
    spent_before: int = 0


def rows(unit: Unit) -> list[Row]:
    """The design's weapons in firing order; equal ones of one location, equally hot, share a row."""
    whole = fresh_sheet(unit)
    groups: dict[tuple[str, str, str, int], list[int]] = {}
    for mount in firing_order(unit):
        heat = mount_heat(unit, whole, mount)
        key = (clean(mount_name(unit, mount)), place(unit, mount), unit.mounts[mount].item, heat)
        groups.setdefault(key, []).append(mount)
    return [
        Row(
            tuple(mounts), name if len(mounts) == 1 else f"{len(mounts)} × {name}", where, unit.gear.items[mounts[0]],
            _own(unit, whole, mounts[0]), bool(unit.gear.feeding(mounts[0])),
            heat,
        )
        for (name, where, _item, heat), mounts in groups.items()
    ]  # fmt: skip


def place(unit: Unit, mount: int) -> str:
    """Its location; of one that is split over two, both."""
    return "/".join(reaches(unit, mount))


def _own(unit: Unit, whole: Sheet, mount: int) -> str:
    """The modifiers that the design decides: one where all ranges have the same, else those of short and
    long range."""
    item = unit.gear.items[mount]
    if item is None or not ranges_of(item, None)[0][0]:
        return ""
    numbers = [figures.to_hit(unit, whole, STANDARD, mount, band) for band in BANDS[:3]]
    sums = [sum(m.value for m in number.modifiers if m.reason in OWN_REASONS) for number in numbers]
    return signed(sums[0], "–") if len(set(sums)) == 1 else _("%(short)s to %(long)s") % {
        "short": signed(sums[0], "–"), "long": signed(sums[-1], "–"),
    }  # fmt: skip


def damage_class(item: Equipment) -> str:
    """What kind of damage it does, in a word or two."""
    flags = item.flags
    if "AMS" in flags:
        return _("defence")
    if "ARTILLERY" in flags:
        return _("artillery")
    if flags & {"FLAMER", "PLASMA"}:
        return _("energy, heat")
    if "PULSE" in flags:
        return _("pulse")
    if item.ammo_type == "AC_LBX":
        return _("or cluster")
    if "BURST_FIRE" in flags and "BALLISTIC" in flags:
        return _("anti-infantry")
    if item.is_gauss and item.explosive:
        return _("explosive")
    kinds = {"ENERGY": _("energy"), "MISSILE": _("missile"), "BALLISTIC": _("ballistic")}
    return next((word for flag, word in kinds.items() if flag in flags), "")


def standing(printable: Printable, line: Row) -> Standing:
    """What the sheet says of a row."""
    unit, sheet, before = printable.unit, printable.sheet, printable.before
    marked = tuple(_mark(unit, sheet, before, mount) for mount in line.mounts)
    able = [mount for mount, mark in zip(line.mounts, marked, strict=True) if mark in ("", "fired")]
    numbers: tuple[str, str, str] = ("", "", "")
    last = ""
    if able:
        found = [to_hit(printable, able[0], band) for band in range(3)]
        if not printable.seat.blank:
            numbers = (_reach(found[0]), _reach(found[1]), _reach(found[2]))
        last = "" if nothing_fires(sheet) else _why(found)
    if line.fed:
        feeding = unit.gear.feeding(line.mounts[0])
        last = last or str(sum(rounds_in(unit, sheet, number) for number in feeding))
    elif not line.shots:
        last = (last or "–") if able else _("out")
    else:
        last = ""
    spent, spent_before = _spent(unit, sheet, line), _spent(unit, before, line) if before is not None else 0
    return Standing(marked, numbers, last, spent, min(spent, spent_before))


def _spent(unit: Unit, sheet: Sheet, line: Row) -> int:
    return line.shots - sum(shots_left(unit, sheet, mount) for mount in line.mounts) if line.shots else 0


def _mark(unit: Unit, sheet: Sheet, before: Sheet | None, mount: int) -> str:
    if not mount_out(unit, sheet, mount):
        return "fired" if mount in sheet.fired else ""
    if before is not None and mount_out(unit, before, mount):
        return "old"
    return "new" if lost_now(unit, sheet, mount) else "out"


def lost_now(unit: Unit, sheet: Sheet, mount: int) -> bool:
    """Everything that stopped it was marked in this phase."""
    built, fresh = unit.mounts[mount], sheet.fresh
    places = built.slots or ((built.location, -1),)
    return not any(
        (location in sheet.lost and location not in fresh.lost)
        or (location in sheet.breached and location not in fresh.breached)
        or (slot in sheet.hits.get(location, ()) and slot not in fresh.slots.get(location, ()))
        for location, slot in places
    )


def to_hit(printable: Printable, mount: int, band: int) -> TargetNumber | None:
    """What it must reach at one of its ranges as the sheet stands; None where it has no such range, or defends without
    a roll. Own movement is not in it, as it is not in those of physical attacks: the paper is used for more turns."""
    item = printable.unit.gear.items[mount]
    if item is None or not ranges_of(item, None)[0][band] or "AMS" in item.flags:
        return None
    stood = replace(printable.sheet, movement=None)
    return figures.to_hit(printable.unit, stood, printable.ruleset, mount, BANDS[band])


def _reach(number: TargetNumber | None) -> str:
    return at_least(number.total) if number is not None and not number.automatic else ""


def _why(found: Sequence[TargetNumber | None]) -> str:
    """Why none of them can be fired, in a word; nothing where that stands in the other columns anyway."""
    reasons = [m.reason for number in found if number is not None and number.automatic for m in number.modifiers[1:]]
    if not reasons or reasons[0] in ("no-ammunition", "one-shot-spent", "weapon-destroyed"):
        return ""
    short = {
        "sensors-out": _("blind"), "switched-off": _("off"), "behind-active-shield": _("shield"),
        "hull-down-leg-weapon": _("cover"),
    }  # fmt: skip
    return short.get(reasons[0], _("prone") if reasons[0].startswith("prone") else _("no"))


def points_of(pitch: float) -> float:
    """The size of the type of rows of this height, points."""
    return max(LEAST, min(9.0, int(pitch / fonts.MM_PER_POINT * 0.94 * 2) / 2))


def draw(canvas: Canvas, x: float, y: float, lines: Sequence[Row], printable: Printable, pitch: float) -> float:
    """Heads and rows, WIDTH mm wide; gives the y below."""
    canvas.heading(x, y, WIDTH, _("Weapons"))
    stops = (PLACE, HEAT, DAMAGE, OWN, MIN, SHORT, MEDIUM, LONG, ROUNDS)
    heads = (_("place"), _("heat"), _("damage"), _("mod."), _("min"), _("short +0"), _("med. +2"), _("long +4"),
             _("left"))  # fmt: skip
    cells = row(list(zip(stops, heads, strict=True)), 1, 7)
    canvas.lines(x + NAMES, y + 0.3, NUMBERS, [cells], points=7, leading=3.2, tone="quiet")
    found = [standing(printable, line) for line in lines]
    if lines and (why := nothing_fires(printable.sheet)):
        told = _("nothing fires: %(why)s") % {"why": words.reason(why)}
        canvas.text(x + LEGEND_X, y + 0.4, NAMES - LEGEND_X - 1, told,
                    sizes=(7, 6.5, 6), leading=3.2, tone="quiet", written=True)  # fmt: skip
    elif any(any(one.numbers) for one in found):
        canvas.text(x + LEGEND_X, y + 0.4, NAMES - LEGEND_X - 1, _("8+: to hit, before movement and target"),
                    sizes=(7, 6.5, 6), leading=3.2, tone="quiet", written=True)  # fmt: skip
    y += HEAD - 0.2
    if not lines:
        canvas.text(x, y, WIDTH, _("none"), tone="quiet", leading=pitch)
        return y + pitch
    points = points_of(pitch)
    form = [beside(_name(line, points), _cells(line, points), NAMES) for line in lines]
    canvas.lines(x, y, WIDTH, form, points=points, leading=pitch)
    written = [_written(one, points) for one in found]
    canvas.lines(x + NAMES, y, NUMBERS, written, points=points, leading=pitch, written=True, joins=True)
    for number, (line, one) in enumerate(zip(lines, found, strict=True)):
        _ink(canvas, x, y + number * pitch, pitch, line, one)
    return y + len(lines) * pitch


def _name(line: Row, points: float) -> Run:
    room = NAMES - len(line.mounts) * STEP - 1.5
    return replace(fitted(abbreviated(line.name, room, points, 600), room, points, LEAST, weight=600), weight=600)


def _cells(line: Row, points: float) -> Line:
    """The cells behind a weapon's name."""
    item = line.item
    if item is None:
        return row([(PLACE, line.place)], 1, points)
    found, minimum = ranges_of(item, None)
    ranges = [figure(value or "–") for value in (max(0, minimum), *found[:3])]
    damage = WeaponRow(1, item, line.place, rear=False).damage or "–"
    cells = (line.place, figure(line.heat or "–"), damage, line.own, *ranges)
    stops = (PLACE, HEAT, DAMAGE, OWN, MIN, SHORT, MEDIUM, LONG)
    runs = list(row(list(zip(stops, cells, strict=True)), 1, points))
    runs[0] = fitted(runs[0].text, HEAT - PLACE - 0.6, points, LEAST)
    runs[0] = replace(runs[0], at=PLACE)
    value = runs[2].text.rstrip()
    used = DAMAGE + fonts.face(400).width(f"{value} ", points)
    word = damage_class(item) if item.damage or item.damage_kind or "AMS" in item.flags else ""
    if word and used + fonts.face(400).width(word, LEAST) <= OWN - 0.8:
        # A change of look takes time to set, which a page of many rows has not.
        look = Run(f"{word} ", 400, LEAST, "quiet") if points > LEAST else Run(f"{word} ")
        runs[2:3] = [replace(runs[2], text=f"{value} "), look]
    own = replace(fitted(line.own, MIN - OWN - 0.6, points, LEAST), at=OWN)
    return tuple(replace(own, text=f"{own.text} ") if run.at == OWN else run for run in runs)


def _written(one: Standing, points: float) -> Line:
    """The numbers beside the ranges, and what is left."""
    small = max(LEAST, points - 1.5)
    runs = [
        Run(f"{number} ", 600, small, at=stop + TO_HIT)
        for number, stop in zip(one.numbers, (SHORT, MEDIUM, LONG), strict=True)
        if number
    ]
    if one.last:
        last = fitted(figure(one.last) if len(one.last) < 2 else one.last, NUMBERS - ROUNDS, points, 6, weight=600)
        runs.append(replace(last, at=ROUNDS, weight=600))
    return tuple(runs) or (Run(""),)


def _ink(canvas: Canvas, x: float, y: float, pitch: float, line: Row, one: Standing) -> None:
    """A row's rule, its boxes and their marks; struck through when all of it is out."""
    ink, middle = canvas.ink, y + pitch / 2
    ink.line(x, y + pitch, x + WIDTH, y + pitch, marks.HAIR, 0.12)
    left = x + NAMES - 1.2 - len(line.mounts) * STEP
    for number, mark in enumerate(one.marks):
        box(canvas, left + number * STEP, middle, BOX, mark)
    for number in range(line.shots):
        mark = "old" if number < one.spent_before else "out" if number < one.spent else ""
        box(canvas, x + NAMES + ROUNDS + number * STEP, middle, BOX, mark)
    if all(mark in ("old", "out", "new") for mark in one.marks):
        now = all(mark == "new" for mark in one.marks)
        colour = marks.FRESH if now else marks.QUIET if set(one.marks) == {"old"} else marks.INK
        ink.line(x, middle, left - 0.8, middle, colour, 0.35, "0.01 0.9" if now else "")
        ink.line(x + NAMES, middle, x + WIDTH, middle, colour, 0.35, "0.01 0.9" if now else "")


def box(canvas: Canvas, left: float, middle: float, size: float, mark: str) -> None:
    """A box to tick, and what stands in it: filled for what was lost before this battle, a cross, a stroke for this
    phase, a dot for what was fired."""
    ink, top = canvas.ink, middle - size / 2
    if mark == "old":
        ink.fill(left, top, size, size, marks.QUIET)
    ink.box(left, top, size, size, marks.INK, 0.18)
    here = [(left + size / 2, middle)]
    if mark == "out":
        ink.crosses(here, size / 2 - 0.1, width=0.35)
    elif mark == "new":
        ink.slashes(here, size / 2 - 0.1, width=0.45)
    elif mark == "fired":
        ink.pips(here, "circle", size * 0.5, marks.INK, marks.INK)

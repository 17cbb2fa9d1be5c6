"""Weapons, ammunition and other equipment on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from records.rules import STANDARD, Ruleset, Sheet, Unit, figures
from records.rules.classic.attacks import BANDS
from records.rules.condition import mount_out, rounds_in
from records.rules.equipment import Equipment
from records.selectors.designs import WeaponRow
from records.selectors.drawing import mount_name
from records.words import options as option_words

from . import fonts, marks
from .blocks import Line, Run, beside, clean, figure, fit, fitted, plain, row, wrapped
from .canvas import Canvas
from .locations import shortened

WIDTH = 147.0
TAB = 5.2
"""Distance of the number columns' tab stops, mm."""
STOPS = (0, 2, 4, 7, 9, 11, 13, 15)
"""Where place, heat, damage, minimum, short, medium, long range and rounds begin, in tab stops."""
NUMBERS = 17 * TAB
NAMES = WIDTH - NUMBERS
PITCH = 4.4
"""Height of a row where there is room, mm; never less than LEAST_PITCH."""
LEAST_PITCH = 2.55
HEAD = 7.4
BOX = 1.9
BOXES = 12
"""A bin of more rounds than this has a line to write on instead of boxes to tick."""
NOTE = 8.0
"""Size of the type of the other equipment, points."""
WRITING = 7.0
"""Between the lines to write on, mm."""
COLUMN_GAP = 6.0
TICK = 2.1
LEGEND_X = 14.0
"""Where the legend of the numbers begins, beside the heading, mm."""
CONTINUED = 4.0
"""Height of the line that says that there is more, mm."""
TICKS = 12 * TICK


@dataclass(frozen=True)
class Row:
    """A line of the weapons table. ``out``: does not work any more; ``fresh``: since this phase. ``numbers`` are what
    2D6 must reach at short, medium and long range as the sheet stands, the target not counted."""

    name: str
    location: str
    item: Equipment | None
    out: bool
    fresh: bool
    rounds: str
    numbers: tuple[str, str, str] = ("", "", "")


@dataclass(frozen=True)
class BinLine:
    """A line of the ammunition: what, where, rounds ``left`` of ``full``."""

    name: str
    location: str
    left: int
    full: int
    out: bool


def weapon_rows(unit: Unit, sheet: Sheet, ruleset: Ruleset = STANDARD, *, blank: bool = False) -> list[Row]:
    """Weapons in the order of the file; equal ones of one location and state share a row."""
    counted: Counter[tuple[str, str, bool, bool]] = Counter()
    first: dict[tuple[str, str, bool, bool], int] = {}
    for mount in unit.weapons:
        out = mount_out(unit, sheet, mount)
        fresh = out and _fresh(unit, sheet, mount)
        key = (clean(mount_name(unit, mount)), _place(unit, mount), out, fresh)
        counted[key] += 1
        first.setdefault(key, mount)
    rows = []
    for key, count in counted.items():
        name, location, out, fresh = key
        mount = first[key]
        shown = name if count == 1 else f"{count} × {name}"
        numbers = ("", "", "") if out or blank else _to_hit(unit, sheet, ruleset, mount)
        rows.append(Row(shown, location, unit.gear.items[mount], out, fresh, _rounds(unit, sheet, mount), numbers))
    return rows


def _to_hit(unit: Unit, sheet: Sheet, ruleset: Ruleset, mount: int) -> tuple[str, str, str]:
    """The numbers at the three ranges; empty where nothing can be hit there, or nothing at all now."""
    item = unit.gear.items[mount]
    found = []
    for band, hexes in zip(BANDS, item.ranges[:3] if item is not None else (), strict=False):
        number = figures.to_hit(unit, sheet, ruleset, mount, band) if hexes else None
        found.append(f"{number.total}+" if number is not None and not number.automatic else "")
    first, second, third = [*found, "", "", ""][:3]
    return first, second, third


def _place(unit: Unit, mount: int) -> str:
    places = [unit.mounts[mount].location, *(location for location, _slot in unit.mounts[mount].slots)]
    return "/".join(dict.fromkeys(places))


def _fresh(unit: Unit, sheet: Sheet, mount: int) -> bool:
    """Everything that stopped it was marked in this phase."""
    built = unit.mounts[mount]
    places = built.slots or ((built.location, -1),)
    older = [
        (location, slot)
        for location, slot in places
        if (location in sheet.lost and location not in sheet.fresh.lost)
        or (slot in sheet.hits.get(location, ()) and slot not in sheet.fresh.slots.get(location, ()))
    ]
    return not older


def _rounds(unit: Unit, sheet: Sheet, mount: int) -> str:
    feeding = unit.gear.feeding(mount)
    if not feeding:
        return ""
    return str(sum(rounds_in(unit, sheet, number) for number in feeding))


def bin_lines(unit: Unit, sheet: Sheet) -> list[BinLine]:
    """The ammunition bins in the order of the file."""
    lines = []
    for number, built in enumerate(unit.bins):
        out = mount_out(unit, sheet, built.mount) if built.mount >= 0 else built.location in sheet.lost
        name = clean(mount_name(unit, built.mount)) if built.mount >= 0 else built.item
        left = sheet.ammo[number] if number < len(sheet.ammo) else built.shots
        lines.append(BinLine(name.removesuffix(" Ammo"), built.location, min(left, built.shots), built.shots, out))
    return lines


def equipment_text(unit: Unit, sheet: Sheet) -> str:
    """What is neither a weapon nor ammunition nor part of the frame: one sentence; what is out says so."""
    taken = {*unit.weapons, *(b.mount for b in unit.bins), *unit.gear.sinks, *unit.gear.jump_jets}
    counted: Counter[tuple[str, str, bool]] = Counter()
    for mount in range(len(unit.mounts)):
        item = unit.gear.items[mount]
        if mount in taken or (item is not None and not item.hittable):
            continue
        counted[clean(mount_name(unit, mount)), _place(unit, mount), mount_out(unit, sheet, mount)] += 1
    parts = []
    for (name, place, out), count in counted.items():
        times = f"{count} × " if count > 1 else ""
        parts.append(f"{times}{name} ({place}{', ' + _('out') if out else ''})")
    parts += [f"{clean(name)} ({_('not in the equipment table')})" for name in unit.unknown]
    return " · ".join(parts)


@dataclass(frozen=True)
class Content:
    """What the part says: rows of weapons, ammunition bins, lines about the other equipment."""

    rows: Sequence[Row] | None
    bins: Sequence[BinLine]
    notes: Sequence[str]

    @property
    def bin_rows(self) -> int:
        """Lines of ammunition: two bins share one."""
        return (len(self.bins) + 1) // 2

    @property
    def count(self) -> int:
        """Lines in all."""
        return len(self.rows or ()) + self.bin_rows + len(self.notes)

    @property
    def fixed(self) -> float:
        """Height of heads and spaces, mm."""
        heads = HEAD if self.rows is not None else 0
        return heads + (5.6 if self.bins else 0) + (1.4 if self.notes else 0)

    def least(self) -> float:
        """Height at the closest setting, mm."""
        return self.fixed + self.count * LEAST_PITCH


def content(unit: Unit, sheet: Sheet, ruleset: Ruleset = STANDARD, *, blank: bool = False) -> Content:
    """All weapons, ammunition and equipment of a unit, and the campaign's options. ``blank``: the gunner is unknown."""
    notes = _notes(unit, sheet, ruleset)
    return Content(weapon_rows(unit, sheet, ruleset, blank=blank), bin_lines(unit, sheet), notes)


def split(whole: Content, height: float) -> tuple[Content, Content | None]:
    """What has room in ``height`` mm, and what has to go on another page: first the last notes, then ammunition, then
    the last weapons."""
    if whole.least() <= height:
        return whole, None
    room = height - CONTINUED
    bare = Content(whole.rows, whole.bins, ())
    if bare.least() <= room:
        lines = max(0, int((room - bare.least() - 1.4) / LEAST_PITCH))
        return replace(bare, notes=whole.notes[:lines]), Content(None, (), whole.notes[lines:])
    rows = whole.rows or ()
    lines = max(1, int((room - HEAD) / LEAST_PITCH))
    if whole.rows is None:
        pairs = 2 * max(1, int((room - 5.6) / LEAST_PITCH))
        return Content(None, whole.bins[:pairs], ()), Content(None, whole.bins[pairs:], whole.notes)
    return Content(rows[:lines], (), ()), Content(rows[lines:] or None, whole.bins, whole.notes)


def draw(canvas: Canvas, x: float, y: float, height: float, shown: Content, *, more: bool = False) -> float:
    """The part, WIDTH mm wide, in ``height`` mm; gives the y below. ``more``: it goes on on another page."""
    height -= CONTINUED if more else 0
    pitch = max(LEAST_PITCH, min(PITCH, (height - shown.fixed) / max(1, shown.count)))
    points = min(9.0, int(pitch / fonts.MM_PER_POINT * 0.94 * 2) / 2)
    if shown.rows is not None:
        y = _table(canvas, x, y, shown.rows, pitch, points)
    if shown.bins:
        y = _bins(canvas, x, y + 1.2, shown.bins, pitch, points)
    if shown.notes:
        small, close = min(NOTE, points), min(pitch, 3.4)
        canvas.lines(x, y + 1.4, WIDTH, plain(shown.notes), points=small, leading=close, tone="quiet")
        y += 1.4 + len(shown.notes) * close
    if more:
        canvas.text(x, y + 0.3, WIDTH, _("There is more on the continuation page."), weight=600, leading=3.2)
        y += CONTINUED
    return y


def room_for_notes(canvas: Canvas, x: float, y: float, end: float) -> None:
    """Lines to write on, where there is room for some."""
    if end - y < 4 + 2 * WRITING:
        return
    y = canvas.heading(x, y, WIDTH, _("Notes"))
    for number in range(1, int((end - y) / WRITING) + 1):
        canvas.ink.line(x, y + number * WRITING, x + WIDTH, y + number * WRITING, marks.HAIR, 0.15)


def _notes(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> list[str]:
    notes = wrapped(equipment_text(unit, sheet), WIDTH, NOTE)
    if unit.quirks:
        quirks = ", ".join(clean(quirk).replace("_", " ").lower() for quirk in unit.quirks)
        notes += wrapped(_("Quirks: %(quirks)s") % {"quirks": quirks}, WIDTH, NOTE)
    chosen = [option_words.title(option.id) for option in ruleset.active if not option.default_on]
    if chosen:
        notes += wrapped(_("Options: %(options)s") % {"options": ", ".join(chosen)}, WIDTH, NOTE)
    return notes


def _table(canvas: Canvas, x: float, y: float, rows: Sequence[Row], pitch: float, points: float) -> float:
    """Heads and rows; gives the y below."""
    canvas.heading(x, y, WIDTH, _("Weapons"))
    if any(any(line.numbers) for line in rows):
        legend = _("8+: to hit, target not counted")
        canvas.text(x + LEGEND_X, y + 0.4, NAMES - LEGEND_X - 1, legend, sizes=(6.5, 6), leading=3.2, tone="quiet")
    heads = (_("place"), _("heat"), _("damage"), _("min"), _("short"), _("med +2"), _("long +4"), _("rounds"))
    cells = list(zip(STOPS, heads, strict=True))
    canvas.lines(x + NAMES, y + 0.3, NUMBERS, [row(cells, TAB, 7)], points=7, leading=3.2, tone="quiet")
    y += 4.4
    if not rows:
        canvas.text(x, y, WIDTH, _("none"), tone="quiet", leading=pitch)
        return y + pitch
    lines = [beside(_name(line.name, points), _numbers(line, points), NAMES) for line in rows]
    canvas.lines(x, y, WIDTH, lines, points=points, leading=pitch)
    for number, line in enumerate(rows):
        low = y + (number + 1) * pitch
        canvas.ink.line(x, low, x + WIDTH, low, marks.HAIR, 0.12)
        if line.out:
            colour, dash = (marks.FRESH, "0.01 0.9") if line.fresh else (marks.INK, "")
            canvas.ink.line(x, low - pitch / 2, x + WIDTH - 4, low - pitch / 2, colour, 0.35, dash)
    return y + len(rows) * pitch


def _name(name: str, points: float) -> Run:
    room = NAMES - 1
    return replace(fitted(shortened(name, room, points), room, points, weight=600), weight=600)


def _numbers(line: Row, points: float) -> Line:
    """The cells behind a weapon's name; beside each range what has to be reached there."""
    item = line.item
    if item is None:
        return row([(0, line.location)], TAB, points)
    facts = WeaponRow(1, item, line.location, rear=False)
    ranges = [figure(value) for value in facts.ranges]
    cells = [line.location, figure(item.heat or "–"), facts.damage or "–", *ranges, figure(line.rounds or "–")]
    runs = list(row(list(zip(STOPS, cells, strict=True)), TAB, points))
    small = max(6.0, points - 2)
    for place, number in zip((7, 6, 5), reversed(line.numbers), strict=True):
        # After short, medium and long range, from the last on so that places stay as they are.
        runs.insert(place, Run(f"{number} " if number else "", 600, small))
    return tuple(runs)


def _bins(canvas: Canvas, x: float, y: float, bins: Sequence[BinLine], pitch: float, points: float) -> float:
    """Ammunition in two columns, with a box to tick for each round where they are few."""
    canvas.heading(x, y, WIDTH, _("Ammunition"))
    y += 4.4
    rows = (len(bins) + 1) // 2
    column = (WIDTH + COLUMN_GAP) / 2
    for side in (0, 1):
        chosen = bins[side * rows : (side + 1) * rows]
        if not chosen:
            continue
        left = x + side * column
        lines = [_bin_text(line, points) for line in chosen]
        canvas.lines(left, y, column - COLUMN_GAP, plain(lines), points=points, leading=pitch)
        for number, line in enumerate(chosen):
            middle = y + (number + 0.5) * pitch
            if line.full <= BOXES:
                _ticks(canvas, left + column - COLUMN_GAP - TICKS, middle, line)
            else:
                low = middle + pitch * 0.32
                end = left + column - COLUMN_GAP
                canvas.ink.line(end - TICKS, low, end, low, marks.FRAME, 0.15)
            if line.out:
                width = fonts.face(400).width(lines[number], points)
                canvas.ink.line(left, middle, left + width, middle, marks.INK, 0.35)
    return y + rows * pitch


def _bin_text(line: BinLine, points: float) -> str:
    room = (WIDTH - COLUMN_GAP) / 2 - TICKS - 1
    tail = " · " + _("%(place)s · %(left)d of %(full)d") % {
        "place": line.location, "left": line.left, "full": line.full,
    }  # fmt: skip
    rest = room - fonts.face(400).width(tail, points)
    return fit(shortened(line.name, rest, points), rest, (points,))[0] + tail


def _ticks(canvas: Canvas, x: float, middle: float, line: BinLine) -> None:
    for number in range(line.full):
        left, top = x + number * TICK, middle - BOX / 2
        canvas.ink.box(left, top, BOX, BOX, marks.INK, 0.18)
        if number >= line.left:
            canvas.ink.slashes([(left + BOX / 2, middle)], BOX / 2, marks.INK, 0.35)


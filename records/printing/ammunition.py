"""Ammunition on the page: boxes to tick for every bin, in fives, those of spent rounds crossed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from records.rules import Sheet, Unit
from records.rules.classic.attacks import ranges_of
from records.rules.condition import mount_out
from records.rules.unit import Bin
from records.selectors.drawing import mount_name

from . import fonts, marks
from .abbreviations import abbreviated
from .blocks import Line, Run, clean, fitted
from .canvas import Canvas
from .printable import Printable
from .weapons import LEAST, WIDTH, box, lost_now, points_of
from .wording import gettext as _

COLUMN_GAP = 5.0
COLUMN = (WIDTH - COLUMN_GAP) / 2
HEAD = 5.8
"""Height of the heading with the space above it, mm."""
BOX, STEP, FIVE, ROW = 1.7, 1.9, 0.5, 2.05
"""A round's box, from one to the next, the space after five, and from a row of boxes to the next, mm."""
SINGLES = 60
"""Of a bin of more rounds a box stands for TENS of them."""
TENS = 10
SPARE = 0.8


@dataclass(frozen=True)
class BinLine:
    """A bin of the form: its number among the unit's bins, what and where, and ``reach``: the ranges of launchers
    that shoot otherwise with these rounds."""

    number: int
    name: str
    place: str
    full: int
    reach: str = ""

    @property
    def each(self) -> int:
        """Rounds that a box stands for."""
        return 1 if self.full <= SINGLES else TENS

    @property
    def boxes(self) -> int:
        """Boxes in all."""
        return -(-self.full // self.each)


def lines(unit: Unit) -> list[BinLine]:
    """The ammunition bins in the order of the file."""
    return [
        BinLine(number, _name(unit, built), built.location, built.shots, _reach(unit, number))
        for number, built in enumerate(unit.bins)
    ]


def _name(unit: Unit, built: Bin) -> str:
    name = clean(mount_name(unit, built.mount)) if built.mount >= 0 else built.item
    return name.replace(" Ammo", "")


def _reach(unit: Unit, number: int) -> str:
    """Short, medium and long range where these rounds reach otherwise than their weapon's line says."""
    for mount in unit.weapons:
        item, built = unit.gear.items[mount], unit.bins[number]
        if item is None or number not in unit.gear.feeding(mount):
            continue
        found, _minimum = ranges_of(item, unit.gear.items[built.mount] if built.mount >= 0 else None)
        if found[:3] != ranges_of(item, None)[0][:3]:
            return "/".join(str(hexes) for hexes in found[:3])
    return ""


@cache
def across(most: int) -> int:
    """Boxes in a row where the fullest bin has ``most``: few rows, and a number that is easily counted."""
    if most <= 15:
        return max(5, most)
    if most <= 20:
        return 10
    return 15 if most <= 45 else 20


def per_row(bins: Sequence[BinLine]) -> int:
    """Boxes in a row on a sheet with these bins."""
    return across(max(line.boxes for line in bins))


def _width(boxes: int) -> float:
    return boxes * STEP + (boxes - 1) // 5 * FIVE


def heights(bins: Sequence[BinLine], pitch: float) -> list[float]:
    """Height of each line of two bins, mm."""
    if not bins:
        return []
    most = per_row(bins)
    each = [max(pitch, -(-line.boxes // most) * ROW + SPARE) for line in bins]
    return [max(pair) for pair in zip(*_columns(each, 0.0), strict=True)]


def _columns(each: Sequence[float], nothing: float) -> tuple[list[float], list[float]]:
    half = (len(each) + 1) // 2
    return list(each[:half]), [*each[half:], *[nothing] * (2 * half - len(each))]


def draw(canvas: Canvas, x: float, y: float, bins: Sequence[BinLine], printable: Printable, pitch: float) -> float:
    """The part in two columns; gives the y below."""
    y += HEAD - 4.4
    canvas.heading(x, y, WIDTH, _("Ammunition"))
    if any(line.each > 1 for line in bins):
        canvas.text(x + COLUMN, y + 0.4, WIDTH - COLUMN, _("×10: a box is ten rounds"), sizes=(7,), leading=3.2,
                    tone="quiet", align="right")  # fmt: skip
    y += 4.4
    tall, points = heights(bins, pitch), points_of(pitch)
    half = len(tall)
    if len(set(tall)) == 1:
        for side in (0, 1):
            _column(canvas, x + side * (COLUMN + COLUMN_GAP), y, bins, slice(side * half, side * half + half), tall,
                    points, printable)  # fmt: skip
    else:
        for number in range(len(bins)):
            side, place = divmod(number, half)
            at = slice(number, number + 1)
            _column(canvas, x + side * (COLUMN + COLUMN_GAP), y + sum(tall[:place]), bins, at, tall[place : place + 1],
                    points, printable)  # fmt: skip
    return y + sum(tall)


def _column(
    canvas: Canvas, x: float, y: float, bins: Sequence[BinLine], at: slice, tall: Sequence[float], points: float,
    printable: Printable,
) -> None:  # fmt: skip
    """Bins of one height below each other: names of the form, numbers written, boxes and their marks."""
    chosen = bins[at]
    if not chosen:
        return
    most, size = per_row(bins), max(LEAST, min(8.0, points))
    # Room for the number left of the full number, as wide as it can get.
    count = max(fonts.face(600).width(f"{line.full}/{line.full}", size) for line in bins) + 1.4
    room = COLUMN - _width(most) - 1 - count
    points = min(_size(line, room, points) for line in bins)
    canvas.lines(x, y, room, [_text(line, room, points) for line in chosen], points=points, leading=tall[0])
    counts = [(Run(f"{_left(printable.sheet, line)}/{line.full}"),) for line in chosen]
    canvas.lines(x + room, y, count - 0.4, counts, points=size, leading=tall[0], weight=600,
                 align="right", written=True, joins=True)  # fmt: skip
    for number, line in enumerate(chosen):
        middle = y + (number + 0.5) * tall[0]
        _boxes(canvas, x + COLUMN - _width(most), middle, line, most, printable)
        if out(printable.unit, printable.sheet, line):
            colour, dash = _strike(printable, line)
            canvas.ink.line(x, middle, x + room + count - 0.4, middle, colour, 0.35, dash)


def _tail(line: BinLine) -> str:
    return f" · {line.place}" + (f" · ×{line.each}" if line.each > 1 else "")


def _size(line: BinLine, room: float, points: float) -> float:
    """The greatest size at which a bin's line fits, abbreviated where it must be; LEAST where there is none."""
    sizes = [half / 2 for half in range(int(points * 2), int(LEAST * 2) - 1, -1)]
    return next((size for size in sizes if _named(line, room, size)[1] <= room), LEAST)


def _named(line: BinLine, room: float, points: float) -> tuple[str, float]:
    """A bin's name and place, and how wide they are."""
    tail, width = _tail(line), fonts.face(400).width
    text = abbreviated(line.name, room - width(tail, points), points) + tail
    return text, width(text, points)


def _text(line: BinLine, room: float, points: float) -> Line:
    text, _width = _named(line, room, points)
    reach = f" · {line.reach}" if line.reach else ""
    if fonts.face(400).width(text + reach, points) <= room:
        text += reach
    return (fitted(text, room, points, LEAST - 1),)


def _left(sheet: Sheet, line: BinLine) -> int:
    left = sheet.ammo[line.number] if line.number < len(sheet.ammo) else line.full
    return min(left, line.full)


def out(unit: Unit, sheet: Sheet, line: BinLine) -> bool:
    """The bin is hit or its location gone."""
    built = unit.bins[line.number]
    return mount_out(unit, sheet, built.mount) if built.mount >= 0 else built.location in sheet.lost


def _strike(printable: Printable, line: BinLine) -> tuple[marks.Colour, str]:
    """The line through a bin that is out: grey from before this battle, broken in this phase."""
    unit, mount = printable.unit, printable.unit.bins[line.number].mount
    if printable.before is not None and out(unit, printable.before, line):
        return marks.QUIET, ""
    now = mount >= 0 and lost_now(unit, printable.sheet, mount)
    return (marks.FRESH, "0.01 0.9") if now else (marks.INK, "")


def _boxes(canvas: Canvas, x: float, middle: float, line: BinLine, most: int, printable: Printable) -> None:
    """A box for each round (or ten), from the last on those that are spent: filled before this battle, else crossed."""
    left = _left(printable.sheet, line)
    then = max(left, _left(printable.before, line)) if printable.before is not None else line.full
    rows = -(-line.boxes // most)
    for number in range(line.boxes):
        level, column = divmod(number, most)
        at = x + column * STEP + column // 5 * FIVE
        low = middle + (level - (rows - 1) / 2) * ROW
        first, last = number * line.each, min(line.full, (number + 1) * line.each)
        mark = "old" if then <= first else "out" if left <= first else ""
        if not mark and left < last:
            # Some of its ten: filled as far as they are spent, from the right.
            share = (last - left) / line.each * BOX
            canvas.ink.fill(at + BOX - share, low - BOX / 2, share, BOX, marks.FRAME)
        box(canvas, at, low, BOX, mark)

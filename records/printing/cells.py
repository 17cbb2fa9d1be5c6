"""The cells of a table on a paper: their words broken into lines, and what is drawn beside these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from . import fonts, marks, small
from .blocks import Line, Run, clean, wrapped
from .marks import Ink
from .report import Cell, Figure, Meter, Stack, Table, Tick

BAR = 2.2
METER = 8.5
BOX = 2.8
"""Widths of what stands before a cell's words, mm."""
AROUND = 1.0
"""Room at the right of a small figure, and above and below it together."""


@dataclass(frozen=True)
class Laid:
    """One line of a cell: its words ``indent`` mm from the cell's left edge, after what is drawn there."""

    text: str
    weight: int
    indent: float = 0
    drawn: Meter | Tick | None = None


@dataclass(frozen=True)
class Row:
    """A row with the lines of each of its cells, broken already."""

    cells: Sequence[Cell]
    columns: Sequence[Sequence[Laid]]

    @property
    def count(self) -> int:
        """Lines of the longest cell, at least one."""
        return max(1, *(len(column) for column in self.columns))

    @property
    def figure(self) -> Figure | None:
        """The small figure in it, or None."""
        return next((cell for cell in self.cells if isinstance(cell, Figure)), None)


def weight_in(table: Table, row: int, column: int) -> int:
    """How bold a cell's words are."""
    return 600 if row in table.sums or column in table.strong else 400


def laid(cell: Cell, width: float, points: float, weight: int) -> list[Laid]:
    """The lines of a cell in the room that its words have, mm."""
    found: list[Laid] = []
    for part, bold in _parts(cell, weight):
        indent = _ornament(part)
        lines = wrapped(clean(_words(part)), width - indent, points, bold) or ([""] if indent else [])
        for number, line in enumerate(lines):
            drawn = part if isinstance(part, Meter | Tick) and number == 0 else None
            found.append(Laid(line, bold, indent, drawn))
    return found


def least(cell: Cell, points: float, weight: int) -> float:
    """The width that a cell needs so that no word in it is cut or broken."""
    return max((_ornament(part) + _longest(_words(part), points, bold) for part, bold in _parts(cell, weight)),
               default=0.0)  # fmt: skip


def _longest(text: str, points: float, weight: int) -> float:
    face = fonts.face(weight)
    return max((face.width(word, points) for word in clean(text).split()), default=0.0)


def _parts(cell: Cell, weight: int) -> Iterator[tuple[str | Meter | Tick, int]]:
    if isinstance(cell, Figure):
        return
    if not isinstance(cell, Stack):
        yield cell, weight
        return
    for number, part in enumerate(cell.cells):
        yield part, 600 if cell.strong and number == 0 else weight


def _words(part: str | Meter | Tick) -> str:
    return part if isinstance(part, str) else part.text


def _ornament(part: str | Meter | Tick) -> float:
    """How wide what is drawn before the words is, mm."""
    return METER if isinstance(part, Meter) else BOX + 1 if isinstance(part, Tick) else 0.0


def spread(asked: Sequence[float], least: Sequence[float]) -> list[float]:
    """Widths as asked, but none less than its least where others have room to spare."""
    missing = sum(max(0.0, need - width) for need, width in zip(least, asked, strict=True))
    spare = sum(max(0.0, width - need) for need, width in zip(least, asked, strict=True))
    if not missing or not spare:
        return list(asked)
    given, taken = min(1.0, spare / missing), min(1.0, missing / spare)
    return [
        width + (need - width) * (given if need > width else taken) for need, width in zip(least, asked, strict=True)
    ]


def side_by_side(columns: Sequence[Sequence[Laid]], widths: Sequence[float], gap: float, points: float,
                 right: Sequence[int]) -> list[Line]:  # fmt: skip
    """The first lines of all cells as one, then the second: ``right`` columns end at the right."""
    placed, x = [], 0.0
    for number, (column, width) in enumerate(zip(columns, widths, strict=True)):
        runs = []
        for line in column:
            end = width - gap - fonts.face(line.weight).width(line.text, points)
            runs.append(Run(f"{line.text} ", line.weight, at=x + (end if number in right else line.indent)))
        placed.append(runs)
        x += width
    return [tuple(run for run in line if run is not None) for line in zip_longest(*placed)]


def draw_ornament(ink: Ink, part: Meter | Tick, x: float, y: float, height: float) -> None:
    """The bar or box before a cell's words: in a line that is ``height`` high from ``y`` on."""
    if isinstance(part, Meter):
        top, long = y + (height - BAR) / 2, METER - 1.5
        ink.fill(x, top, long, BAR, marks.TINT)
        ink.fill(x, top, long * part.percent / 100, BAR, marks.QUIET)
        ink.box(x, top, long, BAR, marks.QUIET, 0.15)
        return
    top = y + (height - BOX) / 2
    ink.box(x, top, BOX, BOX, marks.INK, 0.25)
    if part.taken:
        ink.crosses([(x + BOX / 2, top + BOX / 2)], BOX / 2)


def figure_width(table: Table, column: int, height: float) -> float:
    """How wide a column of small figures is, ``height`` mm each, with the room beside them; 0 where it has none."""
    figures = [row[column] for row in table.rows]
    widths = [small.width_for(cell.build, height) for cell in figures if isinstance(cell, Figure)]
    return max(widths) + AROUND + 1 if widths else 0.0

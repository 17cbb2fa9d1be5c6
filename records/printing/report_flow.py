"""The parts of a paper, flowing down the columns and over the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import cells, fonts, marks, small
from .blocks import Line, Run, clean, plain, wrapped
from .canvas import Canvas, Frame, Page
from .cells import Row
from .printable import Choices
from .report import LEAST, Blank, Figure, Key, Part, Report, Table, Words
from .wording import gettext as _

SIDE = 12.0
"""Margin at the left and right, mm."""
GUTTER = 7.0
LARGE = 1.3
TITLE = 13.0
HEADING = 5.4
WRITING = 7.5
SAMPLE_GAP = 5.0
"""Between two samples of the key, mm."""


@dataclass(frozen=True)
class Measure:
    """How close things stand, mm: ``leading`` for each point of type, ``pad`` within a row, ``rule`` from its line to
    the next row, ``gap`` between two cells, ``space`` between two parts."""

    leading: float
    pad: float
    rule: float
    gap: float
    space: float


AIRY = Measure(0.42, 0.9, 0.3, 1.6, 3.2)
TIGHT = Measure(0.395, 0.1, 0.2, 1.0, 1.9)
"""For pages that are tables over and over, in columns."""


class Flow:
    """Where the next line goes, and the pages so far. A ``dry`` one leaves the rows of tables out: to count pages."""

    def __init__(self, report: Report, choices: Choices, tall: float = 0, *, dry: bool = False) -> None:
        self._report, self._choices = report, choices
        self._tall, self._dry = tall, dry
        # Figures show how machines stand: what is said beside them is another on every print.
        self._live = bool(report.figures)
        # A back must stay one page: its type is made for that.
        large = choices.large and report.columns == 1
        self._frame = Frame.of(choices.paper, LARGE if large else 1, across=large and report.wide)
        self._whole = self._frame.width - 2 * SIDE / self._frame.scale
        self._width = (self._whole - GUTTER * (report.columns - 1)) / report.columns
        self._canvases: list[Canvas] = []
        self._tables: dict[int, tuple[list[float], list[Row]]] = {}
        self._measure = AIRY if report.columns == 1 else TIGHT
        self._leading = report.points * self._measure.leading
        self._new_page()

    def pages(self, *, bookmark: bool) -> list[Page]:
        """All pages, numbered."""
        found = []
        for number, canvas in enumerate(self._canvases, 1):
            parts = ["Lance Ledger", clean(self._report.stamp)]
            if len(self._canvases) > 1:
                parts.append(_("page %(number)d of %(count)d") % {"number": number, "count": len(self._canvases)})
            text = " · ".join(part for part in parts if part)
            canvas.footer(self._frame, self._left, self._whole, text)
            found.append(canvas.page(self._frame, self._report, bookmark=bookmark and number == 1))
        return found

    @property
    def count(self) -> int:
        """Pages so far."""
        return len(self._canvases)

    @property
    def room(self) -> float:
        """Height of the first page below its title, mm."""
        return self._frame.bottom - 1 - self._top

    @property
    def _left(self) -> float:
        return (self._frame.width - self._whole) / 2

    @property
    def _x(self) -> float:
        return self._left + self._column * (self._width + GUTTER)

    def _new_page(self) -> None:
        first = not self._canvases
        self._canvas = Canvas(black=self._choices.black)
        self._canvases.append(self._canvas)
        self._column = 0
        title = clean(self._report.title)
        sizes = (15, 14, 13, 12, 11, 10, 9, 8) if first else (10, 9, 8)
        y = self._frame.top
        self._canvas.text(
            self._left, y, self._whole, title, weight=700, tag="h1", leading=6, sizes=sizes, written=self._live
        )
        if first and self._report.about:
            about = clean(self._report.about)
            self._canvas.text(
                self._left, y + 6.4, self._whole, about, tone="quiet", leading=3.4, written=self._live
            )
        self._top = y + (TITLE if first and self._report.about else 8.5)
        self._canvas.ink.line(self._left, self._top - 2, self._left + self._whole, self._top - 2, marks.INK, 0.4)
        self._y = self._top

    def _would_move(self, height: float) -> bool:
        return self._y + height > self._frame.bottom - 1 and self._y > self._top

    def _need(self, height: float) -> bool:
        """Move on where this height does not fit any more; True when moved."""
        if not self._would_move(height):
            return False
        if self._column + 1 < self._report.columns:
            self._column += 1
            self._y = self._top
        else:
            self._new_page()
        return True

    def fill(self, parts: Sequence[Part]) -> None:
        """All parts, in their order; in columns, what does not fit at a column's end lets a later one go before it."""
        left = list(parts)
        while left:
            fits = (part for part in left if self._report.columns > 1 and self._fits(part))
            part = next(fits, left[0])
            left.remove(part)
            self.part(part)

    def _fits(self, part: Part) -> bool:
        """Whether a whole table has room where the flow stands; what is not a table goes anywhere."""
        if not isinstance(part, Table):
            return True
        widths, rows = self._prepared(part)
        around = HEADING + self._heads_height(part, widths) + self._note_height(part.note) + self._measure.space
        return not self._would_move(around + sum(map(self._height, rows)))

    def part(self, part: Part) -> None:
        """One more part."""
        if self._y > self._top:
            self._y += self._measure.space
        match part:
            case Table():
                self._table(part)
            case Words():
                self._words(part)
            case Blank():
                self._blank(part)
            case Key():
                self._key(part)

    def _heading(self, title: str, least: float) -> None:
        self._need((HEADING if title else 0) + least)
        if title:
            self._y = 0.4 + self._canvas.heading(self._x, self._y, self._width, clean(title), written=self._live)

    def _words(self, part: Words) -> None:
        self._heading(part.title, self._leading)
        for paragraph in part.paragraphs:
            lines = wrapped(clean(paragraph), self._width, self._report.points)
            while lines:
                self._need(self._leading)
                room = max(1, int((self._frame.bottom - 1 - self._y + 0.01) / self._leading))
                here, lines = lines[:room], lines[room:]
                self._canvas.lines(
                    self._x, self._y, self._width, plain(here), points=self._report.points, leading=self._leading
                )
                self._y += len(here) * self._leading
            self._y += 0.8

    def _blank(self, part: Blank) -> None:
        self._heading(part.title, WRITING)
        self._need(part.count * WRITING)
        while self._y + WRITING <= self._frame.bottom - 1:
            self._y += WRITING
            self._canvas.ink.line(self._x, self._y, self._x + self._width, self._y, marks.FRAME, 0.15)

    def _key(self, part: Key) -> None:
        """Samples in a line, each before its words."""
        width, height = small.SAMPLE
        self._need(height + 0.6)
        size, x = max(LEAST, self._report.points - 0.5), 0.0
        runs: list[Run] = []
        for share, text in part.samples:
            words = clean(text)
            small.draw_sample(self._canvas.ink, share, self._x + x, self._y)
            runs.append(Run(f"{words} ", at=x + width + 1.2))
            x += width + 1.2 + fonts.face(400).width(words, size) + SAMPLE_GAP
        self._canvas.lines(
            self._x, self._y, self._width, [tuple(runs)], points=size, leading=height, tone="quiet", written=self._live
        )
        self._y += height + 0.6

    def _table(self, part: Table) -> None:
        widths, rows = self._prepared(part)
        heights = [self._height(row) for row in rows]
        around = self._heads_height(part, widths) + self._note_height(part.note)
        self._heading(part.title, self._together(sum(heights), heights[:2]) + around)
        self._heads(part, widths)
        waiting: list[Row] = []
        for row, height in zip(rows, heights, strict=True):
            if self._would_move(height + sum(map(self._height, waiting))):
                self._rows(part, waiting, widths)
                self._need(height)
                self._heads(part, widths)
                waiting = []
            elif waiting and (max(row.count, waiting[0].count) > 1 or row.figure or waiting[0].figure):
                self._rows(part, waiting, widths)
                waiting = []
            waiting.append(row)
        self._rows(part, waiting, widths)
        if part.note:
            self._note(part.note)

    def _prepared(self, part: Table) -> tuple[list[float], list[Row]]:
        """A table's columns and rows, worked out once: whether it fits is asked again and again."""
        found = self._tables.get(id(part))
        if found is None:
            widths = self._widths(part)
            found = self._tables[id(part)] = widths, self._table_rows(part, widths)
        return found

    def _widths(self, part: Table) -> list[float]:
        """The columns as wide as asked, but none narrower than its longest word where others have room to spare.
        A column of small figures is as wide as these; the others share what is left."""
        drawn = [cells.figure_width(part, number, self._tall) for number in range(len(part.widths))]
        shared = sum(width for width, figure in zip(part.widths, drawn, strict=True) if not figure)
        room = self._width - sum(drawn)
        asked = [figure or room * width / shared for width, figure in zip(part.widths, drawn, strict=True)]
        least = [drawn[number] or self._least(part, number) for number in range(len(asked))]
        return cells.spread(asked, least)

    def _least(self, part: Table, number: int) -> float:
        """What a column needs so that no word in it is cut or broken."""
        size = max(LEAST, self._report.points - 1.5)
        needs = [cells.least(part.heads[number], size, 400)]
        needs += [
            cells.least(row[number], self._report.points, cells.weight_in(part, place, number))
            for place, row in enumerate(part.rows)
        ]
        return max(needs) + self._measure.gap + 0.1

    def _table_rows(self, part: Table, widths: Sequence[float]) -> list[Row]:
        gap, points = self._measure.gap, self._report.points
        return [
            Row(row, [
                cells.laid(cell, width - gap, points, cells.weight_in(part, place, number))
                for number, (cell, width) in enumerate(zip(row, widths, strict=True))
            ])
            for place, row in enumerate(part.rows)
        ]  # fmt: skip

    def _height(self, row: Row) -> float:
        least = self._tall + cells.AROUND if row.figure else 0
        return max(row.count * self._leading, least) + self._measure.pad + self._measure.rule

    def _together(self, whole: float, first: Sequence[float]) -> float:
        """What must fit for a table to begin here: all of it where it is not long, else its first rows."""
        room = (self._frame.bottom - self._top) * (0.9 if self._report.columns > 1 else 0.3)
        return whole if whole <= room else sum(first)

    def _note_lines(self, text: str) -> tuple[list[str], float]:
        size = max(LEAST, self._report.points - 1)
        return wrapped(clean(text), self._width, size), size

    def _note_height(self, text: str) -> float:
        lines, size = self._note_lines(text)
        return len(lines) * size * self._measure.leading + 0.6 if text else 0

    def _note(self, text: str) -> None:
        found, size = self._note_lines(text)
        lines, leading = plain(found), size * self._measure.leading
        self._need(len(lines) * leading)
        self._canvas.lines(self._x, self._y + 0.4, self._width, lines, points=size, leading=leading, tone="quiet",
                           written=self._live)  # fmt: skip
        self._y += len(lines) * leading + 0.6

    def _head_lines(self, part: Table, widths: Sequence[float]) -> tuple[list[Line], float]:
        size = max(LEAST, self._report.points - 1.5)
        gap = self._measure.gap
        columns = [cells.laid(head, width - gap, size, 400) for head, width in zip(part.heads, widths, strict=True)]
        return cells.side_by_side(columns, widths, gap, size, part.right), size * 0.4

    def _heads_height(self, part: Table, widths: Sequence[float]) -> float:
        lines, leading = self._head_lines(part, widths)
        return len(lines) * leading + 0.9 if any(part.heads) else 0

    def _heads(self, part: Table, widths: Sequence[float]) -> None:
        if not any(part.heads):
            return
        lines, leading = self._head_lines(part, widths)
        size = leading / 0.4
        self._canvas.lines(
            self._x, self._y, self._width, lines, points=size, leading=leading, tone="quiet", written=self._live
        )
        self._y += len(lines) * leading + 0.5
        self._canvas.ink.line(self._x, self._y, self._x + self._width, self._y, marks.FRAME, 0.2)
        self._y += 0.4

    def _rows(self, part: Table, rows: Sequence[Row], widths: Sequence[float]) -> None:
        """One row of several lines, or rows of one line each: those are set as one block."""
        if not rows:
            return
        if self._dry:
            self._y += sum(map(self._height, rows))
            return
        if rows[0].figure:
            self._apart(part, rows[0], widths)
        else:
            self._as_one(part, rows, widths)
        for row in rows:
            self._drawn(row, widths)
            self._y += self._height(row) - self._measure.rule
            self._canvas.ink.line(self._x, self._y, self._x + self._width, self._y, marks.HAIR, 0.12)
            self._y += self._measure.rule

    def _as_one(self, part: Table, rows: Sequence[Row], widths: Sequence[float]) -> None:
        points, pitch = self._report.points, self._leading + self._measure.pad + self._measure.rule
        found = [cells.side_by_side(row.columns, widths, self._measure.gap, points, part.right) for row in rows]
        lines = found[0] if len(rows) == 1 else [here[0] if here else () for here in found]
        several = len(rows) > 1 or len(lines) < 2
        leading, top = (pitch, self._y) if several else (self._leading, self._y + self._measure.pad / 2)
        if any(lines):
            self._canvas.lines(
                self._x, top, self._width, lines, points=points, leading=leading, written=self._live
            )

    def _apart(self, part: Table, row: Row, widths: Sequence[float]) -> None:
        """A high row: each cell is a block, so that one is read after the other."""
        x, top, points = self._x, self._y + self._measure.pad / 2, self._report.points
        for number, (column, width) in enumerate(zip(row.columns, widths, strict=True)):
            right = (0,) if number in part.right else ()
            lines = cells.side_by_side([column], [width], self._measure.gap, points, right)
            if any(lines):
                self._canvas.lines(x, top, width, lines, points=points, leading=self._leading, written=True)
            x += width

    def _drawn(self, row: Row, widths: Sequence[float]) -> None:
        x, top, ink = self._x, self._y + self._measure.pad / 2, self._canvas.ink
        for cell, column, width in zip(row.cells, row.columns, widths, strict=True):
            for number, line in enumerate(column):
                if line.drawn is not None:
                    cells.draw_ornament(ink, line.drawn, x, top + number * self._leading, self._leading)
            if isinstance(cell, Figure):
                y = self._y + (self._measure.pad + cells.AROUND) / 2
                small.draw(ink, cell.build, cell.shares, x, y, self._tall, out=cell.out)
            x += width

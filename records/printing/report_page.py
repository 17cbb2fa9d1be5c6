"""The papers around the sheets, set: parts flow down the columns and over the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from django.utils.translation import gettext as _

from . import marks
from .blocks import Line, Run, clean, wrapped
from .canvas import Canvas, Frame, Page
from .printable import Choices, Item
from .report import LEAST, Blank, Cell, Meter, Report, Table, Words

SIDE = 12.0
"""Margin at the left and right, mm."""
GUTTER = 7.0
LARGE = 1.3
TITLE = 13.0
HEADING = 5.4
SPACE = 3.2
"""Between two parts, mm."""
PAD = 0.9
WRITING = 7.5
BAR = 2.2
CELL_GAP = 1.6


def compose(report: Report, choices: Choices, *, bookmark: bool = True) -> list[Page]:
    """The pages of one paper. Type and space grow with ``choices.large``."""
    while True:
        flow = _Flow(report, choices)
        for part in report.parts:
            flow.part(part)
        pages = flow.pages(bookmark=bookmark)
        if len(pages) == 1 or not report.one_page or report.points <= LEAST:
            return pages
        report = replace(report, points=report.points - 0.5)


def blank(item: Item, choices: Choices) -> Page:
    """An empty back, so that the next sheet begins on a front."""
    canvas = Canvas(black=choices.black)
    frame = Frame.of(choices.paper)
    canvas.footer(frame, SIDE, frame.width - 2 * SIDE, _("This side is empty."))
    return canvas.page(frame, item)


class _Flow:
    """Where the next line goes, and the pages so far."""

    def __init__(self, report: Report, choices: Choices) -> None:
        self._report, self._choices = report, choices
        # A back must stay one page: its type is made for that.
        self._frame = Frame.of(choices.paper, LARGE if choices.large and report.columns == 1 else 1)
        self._whole = self._frame.width - 2 * SIDE / self._frame.scale
        self._width = (self._whole - GUTTER * (report.columns - 1)) / report.columns
        self._canvases: list[Canvas] = []
        self._leading = report.points * 0.42
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
        self._canvas.text(self._left, y, self._whole, title, weight=700, tag="h1", leading=6, sizes=sizes)
        if first and self._report.about:
            about = clean(self._report.about)
            self._canvas.text(self._left, y + 6.4, self._whole, about, tone="quiet", leading=3.4)
        self._top = y + (TITLE if first and self._report.about else 8.5)
        self._canvas.ink.line(self._left, self._top - 2, self._left + self._whole, self._top - 2, marks.INK, 0.4)
        self._y = self._top

    def _need(self, height: float) -> bool:
        """Move on where this height does not fit any more; True when moved."""
        if self._y + height <= self._frame.bottom - 1 or self._y == self._top:
            return False
        if self._column + 1 < self._report.columns:
            self._column += 1
            self._y = self._top
        else:
            self._new_page()
        return True

    def part(self, part: Table | Words | Blank) -> None:
        """One more part."""
        if self._y > self._top:
            self._y += SPACE
        match part:
            case Table():
                self._table(part)
            case Words():
                self._words(part)
            case Blank():
                self._blank(part)

    def _heading(self, title: str, least: float) -> None:
        self._need((HEADING if title else 0) + least)
        if title:
            self._y = self._canvas.heading(self._x, self._y, self._width, clean(title)) + 0.4

    def _words(self, part: Words) -> None:
        self._heading(part.title, self._leading)
        for paragraph in part.paragraphs:
            for line in wrapped(clean(paragraph), self._width, self._report.points):
                self._need(self._leading)
                self._canvas.lines(
                    self._x, self._y, self._width, [(Run(line),)], points=self._report.points, leading=self._leading
                )
                self._y += self._leading
            self._y += 0.8

    def _blank(self, part: Blank) -> None:
        self._heading(part.title, WRITING)
        for _number in range(part.count):
            self._need(WRITING)
            self._y += WRITING
            self._canvas.ink.line(self._x, self._y, self._x + self._width, self._y, marks.FRAME, 0.15)

    def _table(self, part: Table) -> None:
        parts = sum(part.widths)
        widths = [self._width * width / parts for width in part.widths]
        self._heading(part.title, 2 * self._leading + 2 * PAD)
        self._heads(part, widths)
        for row in part.rows:
            lines = self._cells(row, widths, part.strong)
            height = max(1, len(lines)) * self._leading + PAD
            if self._need(height):
                self._heads(part, widths)
            self._row(row, lines, widths)
            self._y += height
            self._canvas.ink.line(self._x, self._y, self._x + self._width, self._y, marks.HAIR, 0.12)
            self._y += 0.3

    def _heads(self, part: Table, widths: Sequence[float]) -> None:
        if not any(part.heads):
            return
        size = max(6.5, self._report.points - 1.5)
        lines = self._cells(part.heads, widths, (), size)
        leading = size * 0.4
        self._canvas.lines(self._x, self._y, self._width, lines, points=size, leading=leading, tone="quiet")
        self._y += len(lines) * leading + 0.5
        self._canvas.ink.line(self._x, self._y, self._x + self._width, self._y, marks.FRAME, 0.2)
        self._y += 0.4

    def _cells(
        self, row: Sequence[Cell], widths: Sequence[float], strong: Sequence[int], points: float = 0
    ) -> list[Line]:
        """The lines of a row: the first of each cell side by side, then the second."""
        size = points or self._report.points
        columns, x = [], 0.0
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            text = cell.text if isinstance(cell, Meter) else cell
            weight = 600 if number in strong else 400
            bar = width * 0.45 if isinstance(cell, Meter) else 0
            lines = wrapped(clean(text), width - CELL_GAP - bar, size, weight)
            columns.append([Run(f"{line} ", weight, at=x + bar) for line in lines])
            x += width
        return [tuple(run for run in line if run is not None) for line in zip_longest(*columns)]

    def _row(self, row: Sequence[Cell], lines: list[Line], widths: Sequence[float]) -> None:
        if lines:
            self._canvas.lines(
                self._x, self._y + PAD / 2, self._width, lines, points=self._report.points, leading=self._leading
            )
        x = self._x
        for cell, width in zip(row, widths, strict=True):
            if isinstance(cell, Meter):
                top = self._y + PAD / 2 + (self._leading - BAR) / 2
                long = width * 0.45 - 1.5
                self._canvas.ink.fill(x, top, long, BAR, marks.TINT)
                self._canvas.ink.fill(x, top, long * cell.percent / 100, BAR, marks.QUIET)
                self._canvas.ink.box(x, top, long, BAR, marks.QUIET, 0.15)
            x += width

"""The papers around the sheets, as plain data: a heading and parts that flow over pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .small import Build, Share


@dataclass(frozen=True)
class Meter:
    """How much is left, drawn as a bar: 0-100 percent, and the words beside it."""

    percent: int
    text: str


@dataclass(frozen=True)
class Tick:
    """A box to tick, crossed out when it is ``taken``; the words stand beside it."""

    taken: bool
    text: str


@dataclass(frozen=True)
class Figure:
    """A small figure of a 'Mech with what is left of each location, as high as the row has room for; crossed out where
    the machine is ``out``. It is a drawing: what it shows is said in the words of its row."""

    build: Build
    shares: tuple[Share, ...]
    out: bool = False

    @property
    def text(self) -> str:
        """No words stand beside it."""
        return ""


@dataclass(frozen=True)
class Stack:
    """Several things one under the other in one cell; with ``strong`` the first is set bold."""

    cells: Sequence[str | Meter | Tick]
    strong: bool = False

    @property
    def text(self) -> str:
        """Its words, a line for each."""
        return "\n".join(cell if isinstance(cell, str) else cell.text for cell in self.cells)


Cell = str | Meter | Tick | Figure | Stack
LEAST = 7.0
"""The smallest type of a page that is set smaller to stay one, points."""


@dataclass(frozen=True)
class Table:
    """Rows under heads. ``widths`` are parts of the width; ``strong`` columns are set bold, ``right`` ones end at the
    right, rows of ``sums`` are set bold whole. ``note`` is a quiet line under the table."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    widths: Sequence[float]
    title: str = ""
    strong: Sequence[int] = (0,)
    right: Sequence[int] = ()
    sums: Sequence[int] = ()
    note: str = ""

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures in it, row by row."""
        return tuple(cell for row in self.rows for cell in row if isinstance(cell, Figure))


@dataclass(frozen=True)
class Key:
    """What the tones of the small figures mean: samples, each with its words."""

    samples: Sequence[tuple[Share, str]]
    title: str = ""


@dataclass(frozen=True)
class Words:
    """Paragraphs, broken into lines where the page is set."""

    paragraphs: Sequence[str]
    title: str = ""


@dataclass(frozen=True)
class Blank:
    """Lines to write on: as many as the page has room for from ``count`` on."""

    count: int
    title: str = ""


Part = Table | Words | Blank | Key


@dataclass(frozen=True)
class Report:
    """One paper: what it is called, the line under its title, its parts, in one or more columns."""

    title: str
    parts: Sequence[Part]
    about: str = ""
    columns: int = 1
    stamp: str = ""
    language: str = "en-gb"
    points: float = 8.5
    one_page: bool = False
    """Set smaller, down to LEAST, where it would need a second page; then what ``shorter`` says instead."""
    shorter: Report | None = None
    wide: bool = False
    """In large type its tables want the paper's long side."""
    figures: Sequence[float] = ()
    """Heights of its small figures to try, mm, falling: the first at which all is on one page, in these words or in
    those of ``shorter``; with more than a page can hold, the last."""

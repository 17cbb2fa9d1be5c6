"""A page being drawn: its blocks of text in reading order and its ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from . import marks
from .blocks import Align, Block, Line, Tag, Tone, fit, plain
from .geometry import WIDTH
from .printable import PAPERS, Paper
from .wording import gettext as _

MARGIN = 6.0
FOOTER = 3.0

SMALL = 6.5
BODY = 8.0
LEADING = 3.0


class Titled(Protocol):
    """What a page is about."""

    @property
    def title(self) -> str: ...
    @property
    def language(self) -> str: ...


@dataclass(frozen=True)
class Frame:
    """A page's size in the units in which it is drawn: mm, ``scale`` of them to the mm of paper."""

    width: float
    height: float
    scale: float = 1

    @classmethod
    def of(cls, paper: Paper, scale: float = 1, *, across: bool = False) -> Frame:
        """The page of a paper, ``across`` where it lies on its long side."""
        width, height = reversed(PAPERS[paper]) if across else PAPERS[paper]
        return cls(width / scale, height / scale, scale)

    @property
    def x(self) -> float:
        """Where the left edge of the print is."""
        return (self.width - WIDTH) / 2

    @property
    def bottom(self) -> float:
        """Where the footer begins."""
        return self.height - MARGIN / self.scale - FOOTER

    @property
    def top(self) -> float:
        """Where the title begins."""
        return MARGIN / self.scale


@dataclass(frozen=True)
class Page:
    """A page ready to be set: text in reading order, the drawing's operators and the numerals that these show."""

    title: str
    language: str
    frame: Frame
    blocks: tuple[Block, ...]
    drawing: bytes
    glyphs: frozenset[tuple[str, int]]
    bookmark: bool


class Canvas:
    """Collects what the parts of a sheet put on one page. Millimetres from the page's top left corner."""

    def __init__(self, *, black: bool = False) -> None:
        self.blocks: list[Block] = []
        self.ink = marks.Ink(black=black)

    def page(self, frame: Frame, about: Titled, *, bookmark: bool = False) -> Page:
        """What was put here, as a page of this frame; ``bookmark`` where the contents list names it."""
        drawing = self.ink.stream(frame.scale)
        glyphs = frozenset(self.ink.glyphs)
        return Page(about.title, about.language, frame, tuple(self.blocks), drawing, glyphs, bookmark)

    def lines(
        self,
        x: float,
        y: float,
        width: float,
        lines: Sequence[Line],
        *,
        points: float = BODY,
        leading: float = LEADING,
        weight: int = 400,
        tone: Tone = "",
        align: Align = "left",
        tag: Tag = "p",
        written: bool = False,
        joins: bool = False,
    ) -> None:
        """A block of lines that fit already; ``written`` where more than the design decides what they say, ``joins``
        where they are read as one with the lines at their height of the block before."""
        block = Block(x, y, width, points, leading, tuple(lines), weight, tone, align, tag, written, joins)
        self.blocks.append(block)

    def text(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        *,
        sizes: tuple[float, ...] = (BODY, 7.5, 7, 6.5, 6),
        leading: float = LEADING,
        weight: int = 400,
        tone: Tone = "",
        align: Align = "left",
        tag: Tag = "p",
        written: bool = False,
        joins: bool = False,
    ) -> None:
        """One line, at the greatest of the sizes at which it fits."""
        shown, points = fit(text, width, sizes, weight)
        self.lines(x, y, width, plain([shown]), points=points, leading=leading, weight=weight, tone=tone, align=align,
                   tag=tag, written=written, joins=joins)  # fmt: skip

    def heading(self, x: float, y: float, width: float, text: str, *, written: bool = False) -> float:
        """A part's name on a line of its own, with a rule under it; gives the y below."""
        self.text(x, y, width, text, weight=700, leading=3.6, tag="h2", sizes=(8.5, 8, 7.5, 7), written=written)
        self.ink.line(x, y + 3.9, x + width, y + 3.9, marks.INK, 0.25)
        return y + 4.6

    def footer(self, frame: Frame, x: float, width: float, text: str, *, written: bool = False) -> None:
        """The small line at the foot of every page: what this is at the left, whose marks at the right."""
        y, left = frame.bottom + 0.6, width * 0.6
        notice = _("BattleTech and ’Mech are trademarks of their owners; not affiliated.")
        self.text(x, y, left - 2, text, sizes=(6.5, 6), leading=2.6, tone="quiet", written=written)
        self.text(x + left, y, width - left, notice, sizes=(6.5, 6), leading=2.6, tone="quiet", align="right")

"""A page being drawn: its blocks of text in reading order and its ink."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from django.utils.safestring import SafeString

from . import marks
from .blocks import Block, fit, joined

SMALL = 6.5
BODY = 8.0
LEADING = 3.0


class Canvas:
    """Collects what the parts of a sheet put on one page. Millimetres from the page's top left corner."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.ink = marks.Ink()

    def lines(
        self,
        x: float,
        y: float,
        width: float,
        html: SafeString,
        *,
        count: int = 1,
        points: float = BODY,
        leading: float = LEADING,
        kind: str = "",
        tag: Literal["p", "h1", "h2"] = "p",
        tab: float = 0,
    ) -> None:
        """A block whose markup is made already."""
        self.blocks.append(Block(x, y, width, points, leading, html, count, kind, tag, tab))

    def text(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        *,
        sizes: Sequence[float] = (BODY, 7.5, 7, 6.5, 6),
        leading: float = LEADING,
        weight: int = 400,
        kind: str = "",
        tag: Literal["p", "h1", "h2"] = "p",
    ) -> None:
        """One line, at the greatest of the sizes at which it fits."""
        shown, points = fit(text, width, sizes, weight)
        names = f"w{weight} {kind}".strip() if weight != 400 else kind
        self.lines(x, y, width, joined([shown]), points=points, leading=leading, kind=names, tag=tag)

    def heading(self, x: float, y: float, width: float, text: str) -> float:
        """A part's name on a line of its own, with a rule under it; gives the y below."""
        self.text(x, y, width, text, weight=700, leading=3.6, tag="h2", sizes=(8.5, 8, 7.5, 7))
        self.ink.line(x, y + 3.9, x + width, y + 3.9, marks.INK, 0.25)
        return y + 4.6

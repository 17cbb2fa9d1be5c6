"""Text on the page: blocks of lines at a place, measured so that they fit before they are set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString

from . import fonts

FIGURE_SPACE = "\u2007"
THIN_SPACE = "\u2009"
ELLIPSIS = "…"
NEAR = 0.2
"""Widths are right to this, mm."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of text: ``x``, ``y``, ``width`` and ``leading`` in mm, ``points`` the size of the type.

    ``tag`` tells a reading machine what it is; ``kind`` picks the look in the style sheet. ``tab`` is the distance
    of tab stops in mm, 0 where there are none. ``html`` is escaped already.
    """

    x: float
    y: float
    width: float
    points: float
    leading: float
    html: SafeString
    lines: int = 1
    kind: str = ""
    tag: Literal["p", "h1", "h2"] = "p"
    tab: float = 0

    @property
    def bottom(self) -> float:
        """Where the last line ends, mm."""
        return self.y + self.lines * self.leading

    @property
    def style(self) -> str:
        """Its place and size, for the page's markup."""
        tab = f";tab-size:{self.tab:.3f}mm" if self.tab else ""
        return (
            f"left:{self.x:.2f}mm;top:{self.y:.2f}mm;width:{self.width:.2f}mm;"
            f"font-size:{self.points:g}pt;line-height:{self.leading:.3f}mm{tab}"
        )


def clean(text: str) -> str:
    """One line of printable text: no control characters, no runs of space."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def fit(text: str, width: float, sizes: Sequence[float], weight: int = 400) -> tuple[str, float]:
    """The text with the greatest of the sizes (falling) at which it is no wider than ``width`` mm; cut with an
    ellipsis only where it is too wide at the least of them."""
    face = fonts.face(weight)
    least = sizes[-1]
    for points in sizes:
        if face.width(text, points) <= width:
            return text, points
    room = width - face.width(ELLIPSIS, least)
    used, kept = 0.0, 0
    for char in text:
        used += face.width(char, least)
        if used > room:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS, least


def fitted(text: str, width: float, points: float, least: float = 6, weight: int = 400) -> SafeString:
    """The text as markup for a line of ``points``, set smaller where it is too wide."""
    sizes = [points, *(half / 2 for half in range(int(points * 2) - 1, int(least * 2) - 1, -1))]
    shown, size = fit(text, width, sizes, weight)
    if size == points:
        return escape(shown)
    return format_html('<span style="font-size:{}pt">{}</span>', f"{size:g}", shown)


def wrapped(text: str, width: float, points: float, weight: int = 400) -> list[str]:
    """The text in lines no wider than ``width`` mm, broken at spaces (inside a word only where it is too long)."""
    face = fonts.face(weight)
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if face.width(longer, points) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = fit(word, width, (points,), weight)[0]
    return [*lines, line] if line else lines


def joined(lines: Iterable[str]) -> SafeString:
    """Lines as one block's markup; what is not markup already is escaped."""
    return format_html_join("\n", "{}", ((line,) for line in lines))


def row(cells: Sequence[tuple[int, str]], tab: float, points: float, weight: int = 400) -> SafeString:
    """Cells ``(tab stop, text)`` as one line: each starts at its stop, cut where the next one begins too soon.

    Widths are measured without kerning, and the page is set without, so a cell never pushes the next one. There must
    be no other markup in the line: tab stops are counted from the beginning of a run.
    """
    parts = []
    for number, (stop, text) in enumerate(cells):
        if number + 1 == len(cells):
            parts.append(text)
            break
        after = cells[number + 1][0]
        shown = fit(text, (after - stop) * tab - 1, (points,), weight)[0]
        width = fonts.face(weight).width(shown, points)
        if min(width % tab, tab - width % tab) < NEAR:
            # So near a stop that rounding decides which one comes next: step over it.
            shown, width = shown + THIN_SPACE, width + fonts.face(weight).width(THIN_SPACE, points)
        parts.append(shown + "\t" * (after - stop - int(width / tab)))
    return escape("".join(parts))


def figure(value: object, digits: int = 2) -> str:
    """A number padded with figure spaces, so that columns of numbers stand right aligned."""
    text = str(value)
    return FIGURE_SPACE * (digits - len(text)) + text

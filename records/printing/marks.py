"""Ink: what is drawn on a page beside its text, as PDF operators in millimetres from the page's top left corner.

Lines, pips and marks drawn so cost nothing against the same in the page's markup. The stream is appended to the page
and inherits its matrix (points, y downwards).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from . import fonts
from .geometry import OUTLINES, Point, Shape

POINTS_PER_MM = 72 / 25.4

INK = (0.106, 0.125, 0.145)
QUIET = (0.44, 0.47, 0.5)
FRAME = (0.72, 0.72, 0.70)
HAIR = (0.86, 0.85, 0.83)
TINT = (0.90, 0.90, 0.89)
WHITE = (1.0, 1.0, 1.0)
ARMOUR = (0.169, 0.384, 0.565)
STRUCTURE = (0.561, 0.333, 0.0)
CRITICAL = (0.69, 0.122, 0.114)
FRESH = (0.722, 0.071, 0.478)
PILOT = (0.408, 0.239, 0.62)
Colour = tuple[float, float, float]


class Ink:
    """A page's drawing. Every method appends; nothing is read back.

    To a reading machine it is all ornament: what it shows is said in the page's text too.
    """

    def __init__(self, *, black: bool = False) -> None:
        self._black = black
        self.glyphs: set[tuple[str, int]] = set()
        self._parts: list[str] = []
        self._pen = self._brush = ""

    def stream(self, scale: float = 1) -> bytes:
        """The operators, ``scale`` times as large as they were drawn: ready to be appended to the page."""
        size = f"{POINTS_PER_MM * scale:.5f}"
        matrix = f"{size} 0 0 {size} 0 0 cm"
        return "\n".join(["/Artifact BMC q", matrix, "1 J 1 j", *self._parts, "Q EMC"]).encode("ascii")

    def _rgb(self, colour: Colour) -> str:
        return rgb(grey(colour) if self._black else colour)

    def _stroke(self, colour: Colour, width: float, dash: str = "") -> None:
        pen = f"{self._rgb(colour)} RG {width:.3f} w [{dash}] 0 d"
        if pen != self._pen:
            self._parts.append(pen)
            self._pen = pen

    def _fill(self, colour: Colour) -> None:
        brush = f"{self._rgb(colour)} rg"
        if brush != self._brush:
            self._parts.append(brush)
            self._brush = brush

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: Colour, width: float, dash: str = "") -> None:
        """One straight line."""
        self._stroke(colour, width, dash)
        self._parts.append(f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S")

    def lines(self, segments: Iterable[tuple[float, float, float, float]], colour: Colour, width: float) -> None:
        """Many lines of one kind."""
        path = " ".join(f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l" for x1, y1, x2, y2 in segments)
        if path:
            self._stroke(colour, width)
            self._parts.append(f"{path} S")

    def box(
        self, x: float, y: float, width: float, height: float, colour: Colour = FRAME, line: float = 0.2
    ) -> None:
        """The outline of a rectangle."""
        self._stroke(colour, line)
        self._parts.append(f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re S")

    def fill(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """A filled rectangle."""
        self._fill(colour)
        self._parts.append(f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re f")

    def polygon(
        self,
        points: Sequence[Point],
        *,
        colour: Colour | None = None,
        width: float = 0.2,
        inside: Colour | None = None,
        dash: str = "",
    ) -> None:
        """A closed shape: its line in ``colour``, filled with ``inside``; either may be left out."""
        if len(points) < 3 or (colour is None and inside is None):
            return
        if inside is not None:
            self._fill(inside)
        if colour is not None:
            self._stroke(colour, width, dash)
        first, *others = (f"{x:.2f} {y:.2f}" for x, y in points)
        operator = "b" if colour and inside else "s" if colour else "f"
        self._parts.append(f"{first} m {' '.join(f'{point} l' for point in others)} h {operator}")

    def pips(self, points: Sequence[Point], shape: Shape, across: float, colour: Colour, inside: Colour) -> None:
        """Open pips. Circles are dots of ink with dots of the inside colour on them: zero-length round lines."""
        if not points:
            return
        line = 0.26
        corners = OUTLINES[shape]
        if not corners:
            dots = " ".join(f"{x:.2f} {y:.2f} m {x:.2f} {y:.2f} l" for x, y in points)
            for tone, width in ((colour, across), (inside, across - 2 * line)):
                self._stroke(tone, width)
                self._parts.append(f"{dots} S")
            return
        self._stroke(colour, line)
        self._fill(inside)
        drawn = _outline(shape, (across - line) / 2)
        self._parts += [f"q 1 0 0 1 {x:.2f} {y:.2f} cm {drawn} B Q" for x, y in points]

    def filled(self, points: Sequence[Point], shape: Shape, across: float) -> None:
        """Pips that were lost before this battle: filled, so that its own crosses stand out."""
        self.pips(points, shape, across, QUIET, QUIET)

    def crosses(self, points: Sequence[Point], arm: float, colour: Colour = INK, width: float = 0.42) -> None:
        """Pips crossed out for good."""
        self.lines(
            (segment for x, y in points for segment in _cross(x, y, arm)),
            colour,
            width,
        )

    def slashes(self, points: Sequence[Point], arm: float, colour: Colour = FRESH, width: float = 0.55) -> None:
        """Pips marked in the present phase: one stroke."""
        self.lines(((x - arm, y + arm, x + arm, y - arm) for x, y in points), colour, width)

    def numeral(
        self, text: str, x: float, y: float, points: float, colour: Colour = INK, weight: int = 600, align: str = "c"
    ) -> None:
        """Figures as outlines; ``y`` is their base line. ``align``: l, c or r of ``x``."""
        size = points * fonts.MM_PER_POINT
        advances = [fonts.outline(char, weight)[1] for char in text]
        width = sum(advances) * size
        left = x - {"l": 0.0, "c": width / 2, "r": width}[align]
        self._fill(colour)
        for char, advance in zip(text, advances, strict=True):
            self.glyphs.add((char, weight))
            name = glyph_name(char, weight)
            self._parts.append(f"q {size:.3f} 0 0 {size:.3f} {left:.2f} {y:.2f} cm /{name} Do Q")
            left += advance * size


def glyph_name(char: str, weight: int) -> str:
    """What a numeral's outline is called among the page's resources."""
    return f"G{ord(char)}w{weight}"


def glyph_stream(char: str, weight: int) -> bytes:
    """A numeral's outline as operators, in ems: drawn once in the file, shown wherever it is wanted."""
    path, _advance = fonts.outline(char, weight)
    parts = [" ".join([*(f"{value:.3f}" for value in values), operator]) for operator, values in path]
    return f"{' '.join(parts)} f".encode("ascii")


@cache
def _outline(shape: Shape, radius: float) -> str:
    """The path of a pip that is no circle, about its middle."""
    places = [f"{radius * dx:.2f} {radius * dy:.2f}" for dx, dy in OUTLINES[shape]]
    return f"{places[0]} m {' '.join(f'{place} l' for place in places[1:])} h"


def _cross(x: float, y: float, arm: float) -> tuple[tuple[float, float, float, float], ...]:
    return (x - arm, y - arm, x + arm, y + arm), (x - arm, y + arm, x + arm, y - arm)


@cache
def grey(colour: Colour) -> Colour:
    """The colour for a black printer: what carries a state is black, the quiet parts keep their lightness."""
    red, green, blue = colour
    light = 0.3 * red + 0.59 * green + 0.11 * blue
    if light > 0.6 or max(colour) - min(colour) < 0.06:
        return light, light, light
    return 0.0, 0.0, 0.0


@cache
def rgb(colour: Colour) -> str:
    """A colour's three parts as operands."""
    return " ".join(f"{part:.3g}" for part in colour)

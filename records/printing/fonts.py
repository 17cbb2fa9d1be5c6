"""The type of the printed page: the bundled faces, widths of text measured from them, and numerals as outlines.

Measuring lets a line be made to fit before it is set. Ornament numerals (dice beside the slots, the heat scale) are
drawn as outlines: they cost nothing and stay out of the page's text.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).resolve().parent.parent / "static" / "ledger" / "fonts" / "print"
FAMILY = "Plex Print"
WEIGHTS: Mapping[int, str] = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}
MM_PER_POINT = 25.4 / 72


@dataclass(frozen=True)
class Face:
    """One weight of the type: of each character (its code) the advance in the font's units and the glyph's number.

    ``ascent`` and ``descent`` are those of a line, in ems.
    """

    weight: int
    units: int
    advances: Mapping[int, int]
    glyphs: Mapping[int, int]
    ascent: float
    descent: float
    missing: int
    font: Any

    def has(self, text: str) -> bool:
        """Whether all its letters are in this face."""
        return all(ord(char) in self.glyphs for char in text)

    def width(self, text: str, points: float) -> float:
        """How wide a line of text is set in this face, mm. Kerning is not counted: the line is never wider."""
        return _units(self.weight, text) / self.units * points * MM_PER_POINT


@cache
def face(weight: int) -> Face:
    """The face of a weight: 400, 500, 600 or 700."""
    font = TTFont(file_of(weight), lazy=True)
    metrics = font["hmtx"].metrics
    names = font.getBestCmap()
    advances = {code: metrics[name][0] for code, name in names.items()}
    glyphs = {code: font.getGlyphID(name) for code, name in names.items()}
    units, line = font["head"].unitsPerEm, font["hhea"]
    # A character the face has not comes from a fallback font: as wide as the widest likely.
    return Face(weight, units, advances, glyphs, line.ascent / units, -line.descent / units, units, font)


@lru_cache(maxsize=20_000)
def _units(weight: int, text: str) -> int:
    """Width of a text in the font's own units. The same words are measured again and again."""
    found = face(weight)
    return sum(found.advances.get(ord(char), found.missing) for char in text)


def base_line(weight: int, points: float, leading: float) -> float:
    """How far below its top edge the base line of a line of type stands, mm: the middle of the type in the middle of
    the line."""
    chosen = face(weight)
    return leading / 2 + (chosen.ascent - chosen.descent) / 2 * points * MM_PER_POINT


def file_of(weight: int) -> Path:
    """The font file of a weight."""
    return FOLDER / f"IBMPlexSansCondensed-{WEIGHTS[weight]}.ttf"


@cache
def css() -> str:
    """The faces as @font-face rules; the files travel inside, so that nothing is fetched."""
    rules = []
    for weight in WEIGHTS:
        data = base64.b64encode(file_of(weight).read_bytes()).decode()
        rules.append(
            f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};src:url(data:font/ttf;base64,{data})}}"
        )
    return "\n".join(rules)


@cache
def outline(char: str, weight: int = 600) -> tuple[tuple[tuple[str, tuple[float, ...]], ...], float]:
    """A character as path operators (m, l, c, h) in ems, y downwards, and its advance in ems."""
    chosen = face(weight)
    name = chosen.font.getBestCmap()[ord(char)]
    glyphs = chosen.font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    found: list[tuple[str, tuple[float, ...]]] = []
    here = (0.0, 0.0)
    for command, points in pen.value:
        scaled = [(x / chosen.units, -y / chosen.units) for x, y in points]
        if command == "moveTo":
            found.append(("m", scaled[0]))
        elif command == "lineTo":
            found.append(("l", scaled[0]))
        elif command == "curveTo":
            found.append(("c", tuple(value for point in scaled for value in point)))
        elif command == "qCurveTo":
            found.extend(_quadratic(here, scaled))
        else:
            found.append(("h", ()))
        if scaled:
            here = scaled[-1]
    return tuple(found), chosen.advances[ord(char)] / chosen.units


def _quadratic(start: tuple[float, float], points: list[tuple[float, float]]) -> list[tuple[str, tuple[float, ...]]]:
    """TrueType's quadratic splines as cubic curves: PDF has no others."""
    curves: list[tuple[str, tuple[float, ...]]] = []
    *controls, end = points
    for number, control in enumerate(controls):
        if number + 1 < len(controls):
            after = controls[number + 1]
            target = ((control[0] + after[0]) / 2, (control[1] + after[1]) / 2)
        else:
            target = end
        first = (start[0] + 2 / 3 * (control[0] - start[0]), start[1] + 2 / 3 * (control[1] - start[1]))
        second = (target[0] + 2 / 3 * (control[0] - target[0]), target[1] + 2 / 3 * (control[1] - target[1]))
        curves.append(("c", (*first, *second, *target)))
        start = target
    return curves

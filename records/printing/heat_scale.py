"""The heat scale on the page: 30 at the top, 0 at the bottom, what happens written beside each line."""

from __future__ import annotations

from records.rules import figures
from records.rules.tables import tables

from . import marks
from .blocks import plain
from .canvas import Canvas
from .printable import Printable
from .wording import gettext as _

TOP = 30
CELL = 8.0
MINUS = "−"
TINTS: tuple[tuple[int, marks.Colour], ...] = (
    (26, (0.98, 0.80, 0.76)),
    (18, (0.99, 0.87, 0.74)),
    (14, (0.99, 0.93, 0.78)),
    (5, (0.96, 0.95, 0.88)),
)


def effects(level: int) -> list[str]:
    """What begins at this level of the scale, in words (TW, heat). Greater losses replace the lesser ones."""
    heat = tables()["heat"]
    found = []
    if str(level) in heat["shutdown"]:
        number = heat["shutdown"][str(level)]
        found.append(_("shutdown: avoid on %(number)d+") % {"number": number} if number else _("shutdown"))
    if str(level) in heat["ammunition"]:
        found.append(_("ammunition: avoid on %(number)d+") % {"number": heat["ammunition"][str(level)]})
    if level in heat["to_hit"]:
        found.append(_("to hit +%(number)d") % {"number": heat["to_hit"].index(level) + 1})
    if level in heat["movement"]:
        found.append(_("%(number)s walking MP") % {"number": f"{MINUS}{heat['movement'].index(level) + 1}"})
    return found


def draw(canvas: Canvas, x: float, y: float, width: float, height: float, printable: Printable) -> None:
    """The scale in a column of ``width`` by ``height`` mm, filled up to where it stands."""
    sheet = printable.sheet
    canvas.heading(x, y, width, _("Heat"))
    canvas.text(x + 9, y, width - 9, _standing(printable), weight=700, leading=3.6, sizes=(8.5, 8, 7.5, 7),
                written=True, joins=True)  # fmt: skip
    top = y + 5.2
    pitch = (height - 5.4) / (TOP + 1)
    points = min(8.0, int(pitch / 0.3528 * 0.95 * 2) / 2)
    for level in range(TOP, -1, -1):
        cell = top + (TOP - level) * pitch
        tint = next((colour for least, colour in TINTS if level >= least), marks.WHITE)
        canvas.ink.fill(x, cell, CELL, pitch, tint)
        now = level == min(sheet.heat, TOP)
        canvas.ink.box(x, cell, CELL, pitch, marks.QUIET, 0.15)
        if 0 < level <= sheet.heat:
            canvas.ink.fill(x, cell + 0.1, 1.7, pitch - 0.2, marks.CRITICAL)
        weight = 700 if effects(level) else 400
        base = cell + pitch / 2 + points * 0.125
        canvas.ink.numeral(str(level), x + CELL / 2 + 0.9, base, points, marks.INK, weight)
        if now:
            canvas.ink.box(x - 0.5, cell, CELL + 1, pitch, marks.INK, 0.6)
    lines = [", ".join(effects(level)) for level in range(TOP, -1, -1)]
    _texts(canvas, x + CELL + 1.6, top, width - CELL - 1.6, lines, pitch, points)


def _standing(printable: Printable) -> str:
    """Where the scale stands, and what this turn has made and sinks so far."""
    sheet = printable.sheet
    found = [str(sheet.heat)]
    if sheet.heat > TOP:
        found.append(_("%(more)d above the scale") % {"more": sheet.heat - TOP})
    if sheet.heat_sources or (sheet.movement is not None and sheet.phase != "end"):
        turn = figures.heat_projection(printable.unit, sheet, printable.ruleset)
        if turn.made.total > 0:
            found.append(_("this turn +%(made)d −%(sunk)d") % {"made": turn.made.total, "sunk": turn.sunk.total})
    return " · ".join(found)


def _texts(canvas: Canvas, x: float, top: float, width: float, lines: list[str], pitch: float, points: float) -> None:
    """The lines that say something, in as few blocks as they form runs."""
    start = 0
    while start < len(lines):
        if not lines[start]:
            start += 1
            continue
        end = start
        while end < len(lines) and lines[end]:
            end += 1
        place = top + start * pitch
        canvas.lines(x, place, width, plain(lines[start:end]), points=points, leading=pitch)
        start = end

"""A 'Mech's record sheet as one page: where each part stands, and the page's own frame."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from records import words
from records.rules import Sheet, Unit, figures

from . import attacks, corners, heat_scale, locations, marks, weapons
from .blocks import Block, clean
from .canvas import Canvas
from .geometry import WIDTH, figure
from .printable import PAPERS, Paper, Printable

MARGIN = 6.0
TITLE = 17.5
FOOTER = 3.0
GAP = 2.0
SPEEDS = 62.0
"""Width of the movement figures at the right of the name, mm."""
HEAT_WIDTH = WIDTH - weapons.WIDTH - 5


@dataclass(frozen=True)
class Page:
    """A page ready to be set: text in reading order, the drawing's operators and the numerals that these show."""

    title: str
    language: str
    blocks: tuple[Block, ...]
    drawing: bytes
    glyphs: frozenset[tuple[str, int]]


def compose(printable: Printable, paper: Paper) -> Page:
    """The sheet of one 'Mech on one page of paper."""
    unit, sheet = printable.unit, printable.sheet
    width, height = PAPERS[paper]
    x, y = (width - WIDTH) / 2, MARGIN
    drawing = figure(unit)
    figure_y = height - MARGIN - FOOTER - drawing.height
    canvas = Canvas()
    _title(canvas, x, y, printable)
    band_y = y + TITLE
    band = figure_y - GAP - band_y
    _weapons_and_attacks(canvas, x, band_y, band, printable)
    heat_scale.draw(canvas, x + WIDTH - HEAT_WIDTH, band_y, HEAT_WIDTH, band, sheet)
    left, right = (type(box)(x + box.x, figure_y + box.y, box.width, box.height) for box in drawing.spaces)
    corners.crew(canvas, right, unit, sheet, printable.seat)
    corners.systems(canvas, left, unit, sheet)
    for panel in drawing.panels:
        locations.draw(canvas, panel, x, figure_y, unit, sheet)
    _footer(canvas, x, height - MARGIN - FOOTER + 0.6, printable)
    ink = canvas.ink
    return Page(printable.title, printable.language, tuple(canvas.blocks), ink.stream(), frozenset(ink.glyphs))


def _weapons_and_attacks(canvas: Canvas, x: float, y: float, height: float, printable: Printable) -> None:
    """The left of the middle: weapons first; physical attacks and room for notes where there is space left."""
    below = weapons.draw(canvas, x, y, height, printable.unit, printable.sheet) + GAP
    found = attacks.lines(printable)
    if found and below + attacks.height(found) <= y + height:
        attacks.draw(canvas, x, below, found)
        below += attacks.height(found) + GAP
    weapons.room_for_notes(canvas, x, below, y + height)


def _title(canvas: Canvas, x: float, y: float, printable: Printable) -> None:
    unit, sheet = printable.unit, printable.sheet
    room = WIDTH - SPEEDS - 4
    sizes = (17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7)
    canvas.text(x, y - 0.6, room, clean(printable.title), weight=700, tag="h1", leading=6.4, sizes=sizes)
    canvas.text(x, y + 6, room, " · ".join(_facts(unit)), sizes=(8, 7.5, 7, 6.5, 6), leading=3.2)
    canvas.text(x, y + 9.2, room, " · ".join(_build(unit)), sizes=(8, 7.5, 7, 6.5, 6), leading=3.2)
    canvas.text(x, y + 12.6, WIDTH, state_line(sheet), weight=700, sizes=(9, 8.5, 8, 7.5, 7, 6.5), leading=3.6)
    step = SPEEDS / 3
    left = x + WIDTH - SPEEDS
    for number, (value, label) in enumerate(_speeds(printable)):
        place = left + number * step
        canvas.lines(place, y - 0.4, step, _number(label, value), count=2, points=7, leading=5.6, kind="speed")
    canvas.ink.line(x, y + 16.6, x + WIDTH, y + 16.6, marks.INK, 0.4)


def _number(label: str, value: str) -> SafeString:
    return format_html("<b>{}</b>\n{}", value, label)


def _speeds(printable: Printable) -> list[tuple[str, str]]:
    """Movement points as built; where damage or heat changed them, what they are now."""
    unit, sheet, ruleset = printable.unit, printable.sheet, printable.ruleset
    run = str(unit.run) if unit.run == unit.run_plain else f"{unit.run_plain} [{unit.run}]"
    walking = (str(unit.walk), _("walking MP"), unit.walk, figures.walking(unit, sheet, ruleset).total)
    running = (run, _("running MP"), unit.run_plain, figures.running(unit, sheet, ruleset).total)
    jumping = (str(unit.jump), _("jumping MP"), unit.jump, figures.jumping(unit, sheet, ruleset).total)
    if unit.umu:
        jumping = (str(unit.umu), _("underwater MP"), 0, 0)
    return [
        (value, label if now == built else _("%(label)s, now %(now)d") % {"label": label, "now": now})
        for value, label, built, now in (walking, running, jumping)
    ]


def _facts(unit: Unit) -> list[str]:
    base = _("mixed (%(base)s)") % {"base": unit.tech_base} if unit.mixed else unit.tech_base
    found = [
        _("%(tons)d tons") % {"tons": unit.tons},
        _("%(config)s OmniMech") % {"config": unit.config} if unit.omni else unit.config,
        base,
        _("introduced %(year)d") % {"year": unit.year} if unit.year else "",
        clean(unit.role),
        clean(unit.rules_level),
        clean(unit.source),
    ]
    return [fact for fact in found if fact]


def _build(unit: Unit) -> list[str]:
    engine = clean(unit.engine.name) or f"{unit.engine.rating} {unit.engine.type}"
    armour = _("armour %(points)d") % {"points": unit.total_armour}
    found = [
        engine,
        f"{armour} {clean(unit.armour_type)}" if unit.armour_type != "Standard" else armour,
        clean(unit.structure_type) if unit.structure_type != "Standard" else "",
        clean(unit.gyro) if unit.gyro != "Standard Gyro" else "",
        clean(unit.cockpit) if unit.cockpit != "Standard Cockpit" else "",
        clean(unit.myomer) if unit.myomer != "Standard" else "",
    ]
    return [fact for fact in found if fact]


def state_line(sheet: Sheet) -> str:
    """Where the game stands for this 'Mech, in words."""
    found = [
        _("turn %(turn)d") % {"turn": sheet.turn},
        str(words.app.PHASES.get(sheet.phase, sheet.phase)),
        _("heat %(heat)d") % {"heat": sheet.heat},
    ]
    if sheet.movement is not None:
        mode = str(words.app.MODES.get(sheet.movement.mode, sheet.movement.mode))
        found.append(_("%(mode)s, %(hexes)d hexes") % {"mode": mode, "hexes": sheet.movement.hexes})
    found += [_("prone")] if sheet.prone else []
    found += [_("shut down")] if sheet.shutdown else []
    found += [_("engine stalled")] if sheet.stalled else []
    if sheet.owed:
        found.append(_("rolls owed: %(count)d") % {"count": len(sheet.owed)})
    if sheet.destroyed:
        why = ", ".join(words.cause(code) for code in sheet.destroyed)
        found.append(_("DESTROYED (%(why)s)") % {"why": why})
    line = " · ".join(found)
    return line[:1].upper() + line[1:]


def _footer(canvas: Canvas, x: float, y: float, printable: Printable) -> None:
    parts = ["Lance Ledger", clean(printable.roster), clean(printable.stamp)]
    notice = _("BattleTech and ’Mech are trademarks of their owners; not affiliated.")
    canvas.text(x, y, 118, " · ".join(part for part in parts if part), sizes=(6.5, 6), leading=2.6, kind="quiet")
    canvas.text(x + 120, y, WIDTH - 120, notice, sizes=(6.5, 6), leading=2.6, kind="quiet right")


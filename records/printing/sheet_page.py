"""A 'Mech's record sheet as one page: where each part stands, and the page's own frame."""

from __future__ import annotations

from django.utils.translation import gettext as _

from records import words
from records.rules import Sheet, Unit, figures
from records.selectors import options

from . import attacks, corners, heat_scale, locations, marks, weapons
from .blocks import Line, Run, clean
from .canvas import FOOTER, MARGIN, Canvas, Frame, Page
from .geometry import WIDTH, Box, figure
from .printable import PAPERS, Choices, Printable

TITLE = 17.5
SHORT_TITLE = 6.5
GAP = 2.0
LARGE = 1.4
"""How much larger large type is."""
LEAST_BAND = 55.0
"""Height of weapons and heat scale below which the drawing goes on a page of its own, mm."""
LEGEND = 72.0
SPEEDS = 62.0
"""Width of the movement figures at the right of the name, mm."""
HEAT_WIDTH = WIDTH - weapons.WIDTH - 5


def compose(printable: Printable, choices: Choices) -> list[Page]:
    """The sheet of one 'Mech: one page; two with large type or where the drawing is too high, more where the weapons
    have no room."""
    drawing = figure(printable.unit)
    if choices.large:
        width, height = reversed(PAPERS[choices.paper])
        most = (width - 2 * MARGIN) / WIDTH
        room = (height - 2 * MARGIN) / (drawing.height + SHORT_TITLE + FOOTER)
        front = Frame.of(choices.paper, min(LARGE, most), across=True)
        return _on_two(printable, choices, front, Frame.of(choices.paper, min(most, room), across=True))
    frame = Frame.of(choices.paper)
    figure_y = frame.bottom - drawing.height
    if figure_y - GAP - frame.top - TITLE < LEAST_BAND:
        room = (frame.height - 2 * MARGIN) / (drawing.height + SHORT_TITLE + FOOTER)
        return _on_two(printable, choices, frame, Frame.of(choices.paper, min(1, room)))
    canvas = Canvas(black=choices.black)
    rest = _front(canvas, frame, figure_y - GAP, printable)
    _drawing(canvas, frame, figure_y, printable)
    _footer(canvas, frame, printable)
    return [canvas.page(frame, printable, bookmark=True), *_continued(rest, frame, printable, choices)]


def _on_two(printable: Printable, choices: Choices, first: Frame, second: Frame) -> list[Page]:
    """Title, weapons and heat on one page, the drawing on another."""
    front, drawn = Canvas(black=choices.black), Canvas(black=choices.black)
    rest = _front(front, first, first.bottom - GAP, printable)
    _footer(front, first, printable)
    top = _short_title(drawn, second, printable)
    _drawing(drawn, second, top, printable)
    _footer(drawn, second, printable)
    pages = [front.page(first, printable, bookmark=True), drawn.page(second, printable)]
    return pages + _continued(rest, first, printable, choices)


def _continued(rest: weapons.Content | None, frame: Frame, printable: Printable, choices: Choices) -> list[Page]:
    """What had no room on the sheet."""
    pages = []
    while rest is not None:
        canvas = Canvas(black=choices.black)
        y = _short_title(canvas, frame, printable, _("%(name)s: continuation page"))
        shown, rest = weapons.split(rest, frame.bottom - y)
        weapons.draw(canvas, frame.x, y, frame.bottom - y, shown, more=rest is not None)
        _footer(canvas, frame, printable)
        pages.append(canvas.page(frame, printable))
    return pages


def _short_title(canvas: Canvas, frame: Frame, printable: Printable, text: str = "%(name)s") -> float:
    """A title of one line on a page that goes on; gives the y below."""
    name = text % {"name": clean(printable.title)}
    canvas.text(frame.x, frame.top, WIDTH, name, weight=700, tag="h1", leading=5, sizes=(12, 11, 10, 9, 8, 7))
    return frame.top + SHORT_TITLE


def _front(canvas: Canvas, frame: Frame, end: float, printable: Printable) -> weapons.Content | None:
    """Title, weapons, attacks and heat down to ``end``; gives what had no room."""
    _title(canvas, frame.x, frame.top, printable)
    y = frame.top + TITLE
    whole = weapons.content(printable.unit, printable.sheet, printable.ruleset, blank=printable.seat.blank)
    shown, rest = weapons.split(whole, end - y)
    below = weapons.draw(canvas, frame.x, y, end - y, shown, more=rest is not None) + GAP
    found = attacks.lines(printable)
    if found and below + attacks.height(found) <= end:
        attacks.draw(canvas, frame.x, below, found)
        below += attacks.height(found) + GAP
    weapons.room_for_notes(canvas, frame.x, below, end)
    heat_scale.draw(canvas, frame.x + WIDTH - HEAT_WIDTH, y, HEAT_WIDTH, end - y, printable.sheet)
    return rest


def _drawing(canvas: Canvas, frame: Frame, y: float, printable: Printable) -> None:
    """The 'Mech's drawing with its two corners."""
    unit, sheet, drawing = printable.unit, printable.sheet, figure(printable.unit)
    left, right = (Box(frame.x + box.x, y + box.y, box.width, box.height) for box in drawing.spaces)
    corners.crew(canvas, right, sheet, printable.seat, printable.before, _counted(printable))
    corners.systems(canvas, left, unit, sheet)
    for panel in drawing.panels:
        locations.draw(canvas, panel, frame.x, y, unit, sheet, printable.before)


def _counted(printable: Printable) -> list[corners.Counted]:
    """Uses that optional rules count, a box each; edge has its own."""
    views = options.on_sheet(printable.unit, printable.sheet, printable.ruleset, 0)
    return [
        corners.Counted(count.label, count.used, count.most)
        for view in views
        for count in view.counts
        if 0 < count.most <= corners.MOST_BOXES and not (printable.seat.edge and "edge" in count.name)
    ]


def _title(canvas: Canvas, x: float, y: float, printable: Printable) -> None:
    unit, sheet = printable.unit, printable.sheet
    room = WIDTH - SPEEDS - 4
    sizes = (17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7)
    canvas.text(x, y - 0.6, room, clean(printable.title), weight=700, tag="h1", leading=6.4, sizes=sizes)
    canvas.text(x, y + 6, room, " · ".join(_facts(unit)), sizes=(8, 7.5, 7, 6.5, 6), leading=3.2)
    canvas.text(x, y + 9.2, room, " · ".join(_build(unit)), sizes=(8, 7.5, 7, 6.5, 6), leading=3.2)
    room = WIDTH - LEGEND if printable.before is not None else WIDTH
    canvas.text(x, y + 12.6, room, state_line(sheet), weight=700, sizes=(9, 8.5, 8, 7.5, 7, 6.5, 6), leading=3.6)
    if printable.before is not None:
        legend = _("filled: before this battle · crossed: in it · one stroke: this phase")
        canvas.text(x + WIDTH - LEGEND, y + 12.6, LEGEND, legend, tone="quiet", align="right", leading=3.6,
                    sizes=(7, 6.5, 6))  # fmt: skip
    step = SPEEDS / 3
    left = x + WIDTH - SPEEDS
    for number, (value, label) in enumerate(_speeds(printable)):
        place = left + number * step
        canvas.lines(place, y - 0.4, step, _number(label, value), points=7, leading=5.6, tone="quiet",
                     align="centre")  # fmt: skip
    canvas.ink.line(x, y + 16.6, x + WIDTH, y + 16.6, marks.INK, 0.4)


def _number(label: str, value: str) -> list[Line]:
    return [(Run(value, 700, 15, "strong"),), (Run(label),)]


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


def _footer(canvas: Canvas, frame: Frame, printable: Printable) -> None:
    parts = ["Lance Ledger", clean(printable.roster), clean(printable.stamp)]
    canvas.footer(frame, frame.x, WIDTH, " · ".join(part for part in parts if part))

"""A 'Mech's record sheet as one page: where each part stands, and the page's own frame."""

from __future__ import annotations

from dataclasses import replace

from records.selectors import options

from . import corners, heat_scale, locations, title, upper, weapons
from .blocks import clean
from .canvas import FOOTER, MARGIN, Canvas, Frame, Page
from .geometry import WIDTH, Box, figure
from .printable import PAPERS, Choices, Printable, Seat
from .wording import gettext as _

TITLE = title.HEIGHT
SHORT_TITLE = 6.5
GAP = 2.0
LARGE = 1.4
"""How much larger large type is."""
LEAST_BAND = 55.0
"""Height of weapons and heat scale below which the drawing goes on a page of its own, mm."""
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


def _continued(rest: upper.Content | None, frame: Frame, printable: Printable, choices: Choices) -> list[Page]:
    """What had no room on the sheet."""
    pages = []
    while rest is not None:
        canvas = Canvas(black=choices.black)
        y = _short_title(canvas, frame, printable, _("%(name)s: continuation page"))
        shown, rest = upper.split(rest, frame.bottom - y)
        upper.draw(canvas, frame.x, y, frame.bottom, shown, printable, more=rest is not None, first=False)
        _footer(canvas, frame, printable)
        pages.append(canvas.page(frame, printable))
    return pages


def _short_title(canvas: Canvas, frame: Frame, printable: Printable, text: str = "%(name)s") -> float:
    """A title of one line on a page that goes on; gives the y below."""
    title.name(canvas, frame.x, frame.top, WIDTH, printable, leading=5, sizes=(12, 11, 10, 9, 8, 7), text=text)
    return frame.top + SHORT_TITLE


def _front(canvas: Canvas, frame: Frame, end: float, printable: Printable) -> upper.Content | None:
    """Title, weapons, attacks and heat down to ``end``; gives what had no room."""
    title.draw(canvas, frame.x, frame.top, printable)
    y = frame.top + TITLE
    shown, rest = upper.split(upper.content(printable.unit), end - y)
    written = upper.draw(canvas, frame.x, y, end, shown, printable, more=rest is not None)
    heat_scale.draw(canvas, frame.x + WIDTH - HEAT_WIDTH, y, HEAT_WIDTH, end - y, printable)
    if written:
        rest = replace(rest or upper.Content(None, (), ()), written=written)
    return rest


def _drawing(canvas: Canvas, frame: Frame, y: float, printable: Printable) -> None:
    """The 'Mech's drawing with its two corners."""
    unit, sheet, drawing = printable.unit, printable.sheet, figure(printable.unit)
    left, right = (Box(frame.x + box.x, y + box.y, box.width, box.height) for box in drawing.spaces)
    seat, counted = _uses(printable)
    corners.crew(canvas, right, sheet, seat, printable.before, counted, unit)
    corners.systems(canvas, left, unit, sheet, printable.ruleset)
    locations.draw(canvas, frame.x, y, unit, sheet, printable.before)


def _uses(printable: Printable) -> tuple[Seat, list[corners.Counted]]:
    """Who sits there, and the boxes that optional rules print. Those that come out of the MechWarrior's own edge are
    crossed there."""
    seat, sheet, found = printable.seat, printable.sheet, []
    for label, box in options.printed(printable.unit, sheet, printable.ruleset):
        if box.own_edge:
            seat = replace(seat, edge_used=box.used + (seat.edge_used or sheet.counters.get("edge-used", 0)))
        elif 0 < box.most <= corners.MOST_BOXES:
            found.append(corners.Counted(label, box.used, box.most))
    return seat, found


def _footer(canvas: Canvas, frame: Frame, printable: Printable) -> None:
    parts = ["Lance Ledger", clean(printable.roster), clean(printable.stamp)]
    canvas.footer(frame, frame.x, WIDTH, " · ".join(part for part in parts if part), written=True)

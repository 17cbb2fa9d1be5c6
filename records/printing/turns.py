"""What is left of the upper half: a record of the turns to fill in, and room for notes."""

from __future__ import annotations

from records import words
from records.rules.classic.targets import HARDER_FROM
from records.rules.sheet import Sheet

from . import marks
from .blocks import Line, Run, fit, plain
from .canvas import Canvas
from .equipment import WRITTEN
from .printable import Printable
from .wording import gettext as _

WIDTH = 147.0
TURNS = 92.0
"""Width of the record of turns, mm; the notes have the rest."""
GAP = 4.0
LEAST = 25.0
"""Height from which there is a record of turns, mm."""
HEAD = 4.8
ROW, TALLEST, MOST = 4.9, 6.0, 14
"""Height of a turn's row, at most, mm, and how many there are at most."""
COLUMNS = (0.0, 9.0, 29.0, 39.0, 52.0, 66.0, TURNS)
WRITING = 6.2
"""Between the lines to write on, mm."""
LEADING = 3.0


def notes_width(room: float) -> float:
    """How wide the written notes are where this much height is left."""
    return WIDTH - TURNS - GAP if room >= LEAST else WIDTH


def notes_lines(room: float) -> int:
    """How many lines of written notes have room."""
    return int((room - HEAD if room >= LEAST else room) / LEADING)


def draw(canvas: Canvas, x: float, y: float, end: float, printable: Printable, written: list[str]) -> None:
    """The record of turns and the notes from ``y`` down to ``end``; the notes alone where there is little room."""
    room = end - y
    if room < LEAST:
        _written(canvas, x, y, WIDTH, written)
        return
    _turns(canvas, x, y, room, printable)
    left, width = x + TURNS + GAP, notes_width(room)
    canvas.heading(left, y, width, _("Notes"))
    _written(canvas, left, y + HEAD, width, written)
    low = y + HEAD + len(written) * LEADING + WRITING
    while low <= end:
        canvas.ink.line(left, low, left + width, low, marks.HAIR, 0.15)
        low += WRITING


def _written(canvas: Canvas, x: float, y: float, width: float, written: list[str]) -> None:
    if written:
        canvas.lines(x, y, width, plain(written), points=WRITTEN, leading=LEADING, written=True)


def _turns(canvas: Canvas, x: float, y: float, room: float, printable: Printable) -> None:
    """A row a turn; the present one is filled in as far as it is known."""
    canvas.ink.line(x, y + 3.9, x + TURNS, y + 3.9, marks.INK, 0.25)
    heads = (_("Turn"), _("moved"), _("hexes"), _("as target"), _("heat"), _("fired, hit"))
    runs = [Run(f"{head} ", 700 if not number else 0, 8.5 if not number else 0, "strong" if not number else "", at)
            for number, (head, at) in enumerate(zip(heads, COLUMNS, strict=False))]  # fmt: skip
    canvas.lines(x, y, TURNS, [tuple(runs)], points=7, leading=3.6, tone="quiet")
    count = min(MOST, int((room - HEAD) / ROW))
    pitch = min(TALLEST, (room - HEAD) / count)
    top = y + 3.9
    for number in range(1, count + 1):
        canvas.ink.line(x, top + number * pitch, x + TURNS, top + number * pitch, marks.HAIR, 0.15)
    for at in COLUMNS[1:-1]:
        canvas.ink.line(x + at - 1, top + 0.6, x + at - 1, top + count * pitch, marks.HAIR, 0.12)
    sheet = printable.sheet
    lines: list[Line] = [(Run(str(sheet.turn + number), 600, at=0.5),) for number in range(count)]
    lines[0] += _this_turn(sheet)
    canvas.lines(x, top, TURNS, lines, points=8, leading=pitch, written=True)


def _this_turn(sheet: Sheet) -> tuple[Run, ...]:
    moved = sheet.movement
    if moved is None:
        return ()
    harder = sum(moved.hexes >= hexes for hexes in HARDER_FROM) + int(moved.mode == "jumped")
    mode = fit(str(words.app.MODES.get(moved.mode, moved.mode)), COLUMNS[2] - COLUMNS[1] - 1.5, (7,))[0]
    cells = ((COLUMNS[1], mode), (COLUMNS[2], str(moved.hexes)), (COLUMNS[3], f"+{harder}"))
    return tuple(Run(f" {text}", 400, 7, at=at) for at, text in cells)

"""The upper half of a sheet below its title: weapons, ammunition, equipment, physical attacks, turns and notes.

What stands where is decided by the design alone, so that it is the same form in every state of the sheet. What a game
and a campaign write below has at least one line; more goes on on a continuation page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import get_language

from records.rules import Unit

from . import ammunition, attacks, equipment, turns, weapons
from .ammunition import BinLine
from .attacks import Attack
from .blocks import plain, wrapped
from .canvas import Canvas
from .printable import Printable
from .weapons import LEAST_PITCH, PITCH, WIDTH, Row
from .wording import gettext as _

CONTINUED = 4.0
"""Height of the line that says that there is more, mm."""
NOTES_GAP = 1.2
GAP = 1.8
WRITTEN = turns.LEADING
"""Height kept for what a game writes below, mm."""
COMFORTABLE, CLOSE = 3.7, 3.0
"""Rows no closer than the first leave room for a record of turns, no closer than the second for physical attacks."""


@dataclass(frozen=True)
class Content:
    """What the part says: rows of weapons (None: not on this page), ammunition bins, lines about the other equipment,
    physical attacks, and lines that a game has written and that had no room before."""

    rows: Sequence[Row] | None
    bins: Sequence[BinLine]
    notes: Sequence[str]
    attacks: Sequence[Attack] = ()
    written: Sequence[str] = ()

    def height(self, pitch: float, *, short: bool = False) -> float:
        """What it takes with rows of this height, mm; ``short``: physical attacks in one line."""
        found = weapons.HEAD - 0.2 + max(1, len(self.rows)) * pitch if self.rows is not None else 0.0
        found += ammunition.HEAD + sum(ammunition.heights(self.bins, pitch)) if self.bins else 0.0
        found += NOTES_GAP + len(self.notes) * equipment.LEADING if self.notes else 0.0
        if self.attacks:
            found += GAP / 2 + (attacks.SHORT if short else attacks.height(len(self.attacks)))
        return found

    def least(self) -> float:
        """Height at the closest setting, mm."""
        return self.height(LEAST_PITCH, short=True)


KEPT = 64
_kept: dict[tuple[int, str], tuple[Unit, Content]] = {}


@dataclass(frozen=True)
class Setting:
    """How it is set: height of a row, mm, and whether the physical attacks have one line."""

    pitch: float
    short: bool


def content(unit: Unit) -> Content:
    """All that the design decides; kept, for a design is often printed again with other marks."""
    key = (id(unit), get_language() or "")
    # The unit is kept with it, so that no other one can come to have its id.
    kept = _kept.pop(key, None) or (unit, _content(unit))
    _kept[key] = kept
    if len(_kept) > KEPT:
        del _kept[next(iter(_kept))]
    return kept[1]


def _content(unit: Unit) -> Content:
    notes = equipment.notes(unit)
    return Content(weapons.rows(unit), ammunition.lines(unit), notes, attacks.attacks(unit))


def split(whole: Content, height: float) -> tuple[Content, Content | None]:
    """What has room in ``height`` mm, and what has to go on another page: first the physical attacks, then the last
    notes, then ammunition, then the last weapons."""
    if whole.least() + WRITTEN <= height:
        return whole, None
    room = height - CONTINUED - WRITTEN
    bare = replace(whole, attacks=(), written=())
    rest = Content(None, (), (), whole.attacks, whole.written)
    if bare.least() <= room:
        return bare, rest
    bare = replace(bare, notes=())
    if bare.least() <= room:
        lines = max(0, int((room - bare.least() - NOTES_GAP) / equipment.LEADING))
        return replace(bare, notes=whole.notes[:lines]), replace(rest, notes=whole.notes[lines:])
    rest = replace(rest, notes=whole.notes)
    if whole.rows is None:
        counts = range(len(whole.bins), 0, -2)
        count = next((n for n in counts if replace(bare, bins=whole.bins[:n]).least() <= room), 2)
        return replace(bare, bins=whole.bins[:count]), replace(rest, bins=whole.bins[count:])
    lines = max(1, int((room - weapons.HEAD) / LEAST_PITCH))
    shown = Content(whole.rows[:lines], (), ())
    return shown, replace(rest, rows=whole.rows[lines:] or None, bins=whole.bins)


def setting(shown: Content, height: float) -> Setting:
    """The greatest height of a row that leaves room for the record of turns; where even close rows do not, that which
    leaves room for the attacks in full; else the greatest there is."""
    kinds = ((COMFORTABLE, turns.LEAST, False), (CLOSE, WRITTEN, False), (LEAST_PITCH, WRITTEN, True))
    for least, spare, short in kinds:
        for pitch in _pitches(least):
            if shown.height(pitch, short=short) + GAP + spare <= height:
                return Setting(pitch, short)
    return Setting(LEAST_PITCH, short=True)


def _pitches(least: float) -> Iterator[float]:
    """From the greatest down in twentieths of a millimetre."""
    step = 0
    while (pitch := PITCH - 0.05 * step) >= least - 1e-9:
        yield pitch
        step += 1


def draw(
    canvas: Canvas, x: float, y: float, end: float, shown: Content, printable: Printable, *, more: bool = False,
    first: bool = True,
) -> list[str]:  # fmt: skip
    """The part, WIDTH mm wide, from ``y`` down to ``end``; gives the written lines that had no room. ``more``: it goes
    on on another page; ``first``: it does not come from one, so that turns and notes have their place here."""
    end -= CONTINUED if more else 0
    how = setting(shown, end - y)
    if shown.rows is not None:
        y = weapons.draw(canvas, x, y, shown.rows, printable, how.pitch)
    if shown.bins:
        y = ammunition.draw(canvas, x, y, shown.bins, printable, how.pitch)
    if shown.notes:
        canvas.lines(x, y + NOTES_GAP, WIDTH, plain(shown.notes), points=equipment.NOTE, leading=equipment.LEADING)
        y += NOTES_GAP + len(shown.notes) * equipment.LEADING
    if shown.attacks:
        drawn = attacks.draw_short if how.short else attacks.draw
        y = drawn(canvas, x, y + GAP / 2, shown.attacks, printable)
    if first:
        rest = _below(canvas, x, y, end, printable)
    else:
        rest = []
        if shown.written:
            canvas.lines(x, y + GAP, WIDTH, plain(shown.written), points=equipment.WRITTEN, leading=turns.LEADING,
                         written=True)  # fmt: skip
    if more or rest:
        canvas.text(x, end if more else end - CONTINUED + 0.6, WIDTH, _("There is more on the continuation page."),
                    weight=600, leading=3.2, written=not more)  # fmt: skip
    return rest


def _below(canvas: Canvas, x: float, y: float, end: float, printable: Printable) -> list[str]:
    """Turns and notes, and what is written there; gives the lines that had no room."""
    top = y + GAP if end - y - GAP >= turns.LEAST else y
    room = end - top
    width = turns.notes_width(room)
    lines = equipment.written(printable, width)
    most = turns.notes_lines(room)
    if len(lines) > most:
        # What is out is marked where it stands as well.
        lines = equipment.options_lines(printable, width)
    if len(lines) > most:
        most = max(0, turns.notes_lines(room - CONTINUED))
    turns.draw(canvas, x, top, end, printable, lines[:most])
    left = " ".join(lines[most:])
    return wrapped(left, WIDTH, equipment.WRITTEN) if left else []

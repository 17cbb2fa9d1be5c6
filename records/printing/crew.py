"""The MechWarrior's corner: name, skills, wounds with their consciousness numbers, edge and other uses.

All of it but its heading is written: who sits in a 'Mech is no part of its design.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from records.rules import Sheet, Unit
from records.rules.sheet import CrewMember, Level
from records.rules.tables import consciousness_number

from . import marks
from .blocks import clean, fit, wrapped
from .canvas import Canvas
from .geometry import Box
from .printable import Seat
from .wording import gettext as _

BOX = 4.6
LIVES = 6
USES = 3.8
"""Height of a line of uses, mm."""
MOST_BOXES = 9


@dataclass(frozen=True)
class Counted:
    """Uses that are counted: ``used`` of ``most``."""

    label: str
    used: int
    most: int


def draw(
    canvas: Canvas, box: Box, sheet: Sheet, seat: Seat, before: Sheet | None = None,
    counted: Sequence[Counted] = (), unit: Unit | None = None,
) -> None:  # fmt: skip
    """Each member of the crew; edge of the first, and uses that optional rules count, a box each."""
    roles = _roles(sheet, unit)
    y = canvas.heading(box.x, box.y, box.width, _("Crew") if roles else _("MechWarrior"))
    # Whoever fills the sheet in by hand is not the one who was hurt.
    seats = tuple(CrewMember() for _member in sheet.crew) if seat.blank else sheet.crew
    for number, member in enumerate(seats):
        here = seat if number == 0 else Seat(blank=seat.blank)
        older = before.crew[number].hits if before is not None and number < len(before.crew) and not seat.blank else 0
        y = _member(canvas, box, y, member, here, older, roles[number] if roles else "")
    edge = seat.edge or seats[0].edge
    used = seat.edge_used or sheet.counters.get("edge-used", 0)
    boxes = [Counted(_("Edge"), min(edge, used), edge)] if edge else []
    for one in [*boxes, *counted]:
        if y + USES <= box.y + box.height + 0.5:
            _uses(canvas, box, y, one)
            y += USES


def _roles(sheet: Sheet, unit: Unit | None) -> tuple[str, ...]:
    """What each seat is for; none where there is only one."""
    if len(sheet.crew) == 1:
        return ()
    known: tuple[str, ...]
    if unit is not None and "Command Console" in unit.cockpit:
        known = (_("pilot"), _("commander"))
    else:
        known = (_("pilot"), _("gunner"), _("technical officer"))
    return tuple(
        known[number] if number < len(known) else _("seat %(number)d") % {"number": number + 1}
        for number in range(len(sheet.crew))
    )


def _member(canvas: Canvas, box: Box, y: float, member: CrewMember, seat: Seat, older: int, role: str) -> float:
    """One seat; gives the y below. With more than one there is less room for each."""
    y = _who(canvas, box, y, member, seat, role)
    numbers = {"gunnery": "___" if seat.blank else member.gunnery, "piloting": "___" if seat.blank else member.piloting}
    skills = _("Gunnery %(gunnery)s   Piloting %(piloting)s") % numbers
    tall = 3.5 if role else 3.9
    canvas.text(box.x, y, box.width, skills, weight=600, leading=tall, sizes=(8.5 if role else 9, 8, 7.5, 7),
                written=True)  # fmt: skip
    y += tall + 0.1
    _lives(canvas, box.x, y, member, older)
    canvas.text(box.x, y + BOX + 0.2, box.width, _state(member, short=bool(role)), weight=600, leading=3.0,
                sizes=(7.5, 7, 6.5), written=True)  # fmt: skip
    return y + BOX + (3.6 if role else 4.0)


def _who(canvas: Canvas, box: Box, y: float, member: CrewMember, seat: Seat, role: str) -> float:
    name = clean(seat.name)
    shown = f"{role[:1].upper()}{role[1:]}" if role else ""
    if name:
        y += _name(canvas, box.x, y, box.width, f"{shown}: {name}" if shown else name) + 4.2
    elif shown:
        canvas.text(box.x, y, box.width, shown, weight=700, leading=3.6, sizes=(8.5, 8, 7.5, 7), written=True)
        y += 3.7
    else:
        canvas.ink.line(box.x, y + 3.8, box.x + box.width, y + 3.8, marks.FRAME, 0.2)
        y += 4.2
    level = clean(seat.level) or ("" if seat.blank else _level(member.level))
    about = " · ".join(part for part in (f"“{clean(seat.callsign)}”" if seat.callsign else "", level) if part)
    if about:
        canvas.text(box.x, y, box.width, about, leading=3.2, written=True)
        y += 3.3
    return y


def _level(level: Level) -> str:
    """The experience level of a member, where the sheet knows it."""
    known = {
        "green": _("Green"), "regular": _("Regular"), "veteran": _("Veteran"), "elite": _("Elite"),
        "legendary": _("Legendary"),
    }  # fmt: skip
    return known.get(level, "")


def _name(canvas: Canvas, x: float, y: float, width: float, name: str) -> float:
    """A name, in two or three lines when it is long; gives the height that it takes beyond one line."""
    if fit(name, width, (10, 9, 8.5, 8), 700)[0] == name:
        canvas.text(x, y, width, name, weight=700, leading=4, sizes=(10, 9, 8.5, 8), written=True)
        return 0
    sizes = (7.5, 7, 6.5)
    lines = next((lines for points in sizes if len(lines := wrapped(name, width, points, 700)) <= 3),
                 wrapped(name, width, sizes[-1], 700))  # fmt: skip
    for number, line in enumerate([*lines[:2], " ".join(lines[2:])]):
        if line:
            canvas.text(x, y + number * 3, width, line, weight=700, leading=3.2, sizes=sizes, written=True)
    return 3.0 * (min(len(lines), 3) - 1)


def _lives(canvas: Canvas, x: float, y: float, member: CrewMember, older: int) -> None:
    """Six boxes with what 2D6 must reach to stay conscious; the sixth hit kills."""
    for life in range(LIVES):
        left = x + life * (BOX + 1.5)
        canvas.ink.box(left, y, BOX, BOX, marks.PILOT, 0.3)
        if life < min(older, member.hits):
            canvas.ink.fill(left + 0.4, y + 0.4, BOX - 0.8, BOX - 0.8, marks.QUIET)
            continue
        number_text = str(consciousness_number(life + 1)) if life + 1 < LIVES else "†"
        canvas.ink.numeral(number_text, left + BOX / 2, y + BOX / 2 + 1.05, 8, marks.QUIET, 500)
        if life < member.hits:
            canvas.ink.crosses([(left + BOX / 2, y + BOX / 2)], BOX / 2 - 0.3)


def _state(member: CrewMember, *, short: bool) -> str:
    hits = _("%(hits)d hits") % {"hits": member.hits} if member.hits != 1 else _("1 hit")
    if member.dead:
        return _("dead")
    if member.ejected:
        return _("%(hits)s, ejected") % {"hits": hits}
    if not member.conscious and member.out_since:
        return _("%(hits)s, unconscious since turn %(turn)d") % {"hits": hits, "turn": member.out_since}
    if not member.conscious:
        return _("%(hits)s, unconscious") % {"hits": hits}
    if member.hits:
        return hits
    return "" if short else _("conscious on that or more with 2D6")


def _uses(canvas: Canvas, box: Box, y: float, one: Counted) -> None:
    """The name and a box each use, those made crossed."""
    left = box.x + min(20.0, box.width - one.most * 3)
    canvas.text(box.x, y, left - box.x - 1, one.label, weight=600, leading=3.4, sizes=(8, 7.5, 7, 6.5, 6),
                written=True)  # fmt: skip
    for number in range(one.most):
        at = left + number * 3
        canvas.ink.box(at, y + 0.5, 2.4, 2.4, marks.PILOT, 0.25)
        if number < one.used:
            canvas.ink.crosses([(at + 1.2, y + 1.7)], 1.1)

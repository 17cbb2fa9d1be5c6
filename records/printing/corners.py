"""The two free corners of the figure: systems and heat sinks on the left, the MechWarrior on the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from records.rules import Sheet, Unit
from records.rules.condition import mount_out, system_hits
from records.rules.sheet import CrewMember
from records.rules.tables import consciousness_number

from . import marks
from .blocks import Line, Run, clean, fit, wrapped
from .canvas import SMALL, Canvas
from .geometry import PIP, Box, pip_rows
from .printable import Seat

BOX = 4.6
LIVES = 6
USES = 3.8
"""Height of a line of uses, mm."""
MOST_BOXES = 9
ROW = 6.4
"""Two lines for each system, mm."""


@dataclass(frozen=True)
class Counted:
    """Uses that are counted: ``used`` of ``most``."""

    label: str
    used: int
    most: int


def systems(canvas: Canvas, box: Box, unit: Unit, sheet: Sheet) -> None:
    """Hits on engine, gyro, sensors and life support with what they do, and the heat sinks as pips."""
    y = canvas.heading(box.x, box.y, box.width, _("Systems"))
    rows = _systems(unit, sheet)
    lines: list[Line] = []
    for name, _hits, _limit, effect in rows:
        lines += [(Run(name),), (Run(fit(effect, box.width, (SMALL,))[0], 400, SMALL, "quiet"),)]
    canvas.lines(box.x, y, box.width, lines, leading=ROW / 2, weight=500)
    for number, (_name, hits, limit, _effect) in enumerate(rows):
        middle = y + number * ROW + ROW / 4
        points = [(box.x + 20 + i * (PIP + 0.6), middle) for i in range(limit)]
        canvas.ink.pips(points[: min(hits, limit)], "circle", PIP, marks.QUIET, marks.TINT)
        canvas.ink.pips(points[hits:], "circle", PIP, marks.CRITICAL, marks.WHITE)
        canvas.ink.crosses(points[:hits], 1.05)
    _sinks(canvas, box.x, y + len(rows) * ROW + 0.8, box.width, unit, sheet)


def _systems(unit: Unit, sheet: Sheet) -> list[tuple[str, int, int, str]]:
    """Name, hits, boxes and what hits do (TW, critical damage)."""
    gyro = 3 if unit.gear.heavy_duty_gyro else 2
    engine = _("+5 heat a hit, the third destroys it") if unit.gear.fusion else _("a hit may explode it")
    found = [
        (_("Engine"), "Engine", 3, engine),
        (_("Gyro"), "Gyro", gyro, _("+3 piloting, then destroyed") if gyro == 2 else _("+1, +3 piloting, destroyed")),
        (_("Sensors"), "Sensors", 2, _("+2 to hit, then no weapon fires")),
        (_("Life support"), "Life Support", 1, _("heat of 15 and more hurts")),
        (_("Avionics"), "Avionics", 3, ""),
        (_("Landing gear"), "Landing Gear", 3, ""),
    ]
    return [
        (name, system_hits(unit, sheet, system), limit, effect)
        for name, system, limit, effect in found
        if unit.slots_named(system)
    ]


def _sinks(canvas: Canvas, x: float, y: float, width: float, unit: Unit, sheet: Sheet) -> None:
    sinks = unit.heat_sinks
    out = [mount for mount in unit.gear.sinks if mount_out(unit, sheet, mount)]
    lost = min(sinks.count, sum(_counts(unit, mount) for mount in out))
    text = _("%(count)d heat sinks sink %(capacity)d") % {"count": sinks.count, "capacity": sinks.capacity}
    if lost:
        text = _("%(text)s, %(lost)d lost") % {"text": text, "lost": lost}
    if sheet.sinks_off:
        text = _("%(text)s, %(off)d off") % {"text": text, "off": sheet.sinks_off}
    canvas.text(x, y, width, text, weight=600, leading=3.4, sizes=(8, 7.5, 7, 6.5, 6))
    points = [(x + px, y + 3.8 + py) for px, py in pip_rows(sinks.count, width)]
    gone = points[len(points) - lost :] if lost else []
    off = points[len(points) - lost - sheet.sinks_off : len(points) - lost] if sheet.sinks_off else []
    canvas.ink.pips(points[: len(points) - lost], "circle", PIP, marks.INK, marks.WHITE)
    canvas.ink.pips(gone, "circle", PIP, marks.QUIET, marks.TINT)
    canvas.ink.crosses(gone, 1.05)
    canvas.ink.slashes(off, 0.9, marks.INK, 0.3)


def _counts(unit: Unit, mount: int) -> int:
    item = unit.gear.items[mount]
    return max(1, item.sinks) if item is not None else 1


def crew(
    canvas: Canvas, box: Box, sheet: Sheet, seat: Seat, before: Sheet | None = None, counted: Sequence[Counted] = ()
) -> None:
    """Each member of the crew: name, skills, wounds with their consciousness numbers; edge of the first."""
    y = canvas.heading(box.x, box.y, box.width, _("MechWarrior") if len(sheet.crew) == 1 else _("Crew"))
    for number, member in enumerate(sheet.crew):
        here = seat if number == 0 else Seat(blank=seat.blank)
        older = before.crew[number].hits if before is not None and number < len(before.crew) else 0
        y = _member(canvas, box, y, member, here, older)
    boxes = [Counted(_("Edge"), seat.edge_used, seat.edge)] if seat.edge else []
    for one in [*boxes, *counted]:
        if y + USES <= box.y + box.height + 0.5:
            _uses(canvas, box, y, one)
            y += USES


def _member(canvas: Canvas, box: Box, y: float, member: CrewMember, seat: Seat, older: int) -> float:
    name = clean(seat.name)
    if name:
        y += _name(canvas, box.x, y, box.width, name)
    else:
        canvas.ink.line(box.x, y + 3.8, box.x + box.width, y + 3.8, marks.FRAME, 0.2)
    about = [f"“{clean(seat.callsign)}”" if seat.callsign else "", clean(seat.level)]
    line = " · ".join(part for part in about if part)
    y += 4.2
    if line:
        canvas.text(box.x, y, box.width, line, leading=3.2)
        y += 3.3
    numbers = {"gunnery": "___" if seat.blank else member.gunnery, "piloting": "___" if seat.blank else member.piloting}
    skills = _("Gunnery %(gunnery)s   Piloting %(piloting)s") % numbers
    canvas.text(box.x, y, box.width, skills, weight=600, leading=3.6, sizes=(9, 8.5, 8, 7.5, 7))
    y += 4.1
    for life in range(LIVES):
        left = box.x + life * (BOX + 1.5)
        canvas.ink.box(left, y, BOX, BOX, marks.PILOT, 0.3)
        number_text = str(consciousness_number(life + 1)) if life + 1 < LIVES else "†"
        canvas.ink.numeral(number_text, left + BOX / 2, y + BOX / 2 + 1.05, 8, marks.QUIET, 500)
        if life < min(older, member.hits):
            canvas.ink.fill(left + 0.4, y + 0.4, BOX - 0.8, BOX - 0.8, marks.QUIET)
        elif life < member.hits:
            canvas.ink.crosses([(left + BOX / 2, y + BOX / 2)], BOX / 2 - 0.3)
    canvas.text(box.x, y + BOX + 0.3, box.width, _state(member), weight=600, leading=3.2)
    return y + BOX + 4.2


def _name(canvas: Canvas, x: float, y: float, width: float, name: str) -> float:
    """A name, in two or three lines when it is long; gives the height that it takes beyond one line."""
    if fit(name, width, (10, 9, 8.5, 8), 700)[0] == name:
        canvas.text(x, y, width, name, weight=700, leading=4, sizes=(10, 9, 8.5, 8))
        return 0
    lines = wrapped(name, width, 7.5, 700)
    for number, line in enumerate([*lines[:2], " ".join(lines[2:])]):
        canvas.text(x, y + number * 3, width, line, weight=700, leading=3.2, sizes=(7.5, 7, 6.5, 6))
    return 3.0 * (min(len(lines), 3) - 1)


def _state(member: CrewMember) -> str:
    hits = _("%(hits)d hits") % {"hits": member.hits} if member.hits != 1 else _("1 hit")
    if member.dead:
        return _("dead")
    if member.ejected:
        return _("%(hits)s, ejected") % {"hits": hits}
    if not member.conscious:
        return _("%(hits)s, unconscious") % {"hits": hits}
    return hits if member.hits else _("consciousness on 2D6 or more")


def _uses(canvas: Canvas, box: Box, y: float, one: Counted) -> None:
    """The name and a box each use, those made crossed."""
    left = box.x + min(20.0, box.width - one.most * 3)
    canvas.text(box.x, y, left - box.x - 1, one.label, weight=600, leading=3.4, sizes=(8, 7.5, 7, 6.5, 6))
    for number in range(one.most):
        at = left + number * 3
        canvas.ink.box(at, y + 0.5, 2.4, 2.4, marks.PILOT, 0.25)
        if number < one.used:
            canvas.ink.crosses([(at + 1.2, y + 1.7)], 1.1)

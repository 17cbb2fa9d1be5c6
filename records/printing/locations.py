"""The locations on the page: panels with armour, rear armour, structure and critical slots, and their marks."""

from __future__ import annotations

from django.utils.translation import gettext as _

from records import words
from records.rules import Sheet, Unit
from records.rules.unit import Bin
from records.selectors.drawing import slot_name

from . import fonts, marks
from .blocks import Run, clean, fit, fitted
from .canvas import SMALL, Canvas
from .geometry import PAD, PIP, PIPS_X, SLOT_X, Box, Panel, Pips

SLOT_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)
LEAST = 6.0
DIE = 2.6
"""Room for the die before a slot's name, mm."""
Bins = dict[tuple[str, int], list[tuple[int, Bin]]]
CROSS = PIP / 2 * 0.86
ABBREVIATIONS = (
    ("Artemis-capable", "Artemis"),
    ("Artemis V-capable", "Artemis V"),
    ("Narc-capable", "Narc"),
    ("Hyper-Assault Gauss Rifle/", "HAG "),
    ("Anti-Missile System", "AMS"),
    ("Anti-Personnel Gauss Rifle", "AP Gauss"),
    ("Machine Gun", "MG"),
    ("Electronic Warfare System", "EW"),
    ("Communications Equipment", "Comms"),
    ("Triple Strength Myomer", "TSM"),
    ("Gauss Rifle", "Gauss"),
    ("Improved", "Imp."),
    ("Light", "Lt"),
    ("Heavy", "Hvy"),
    ("System", "Sys."),
    ("Equipment", "Equip."),
)


def draw(
    canvas: Canvas, panel: Panel, x: float, y: float, unit: Unit, sheet: Sheet, before: Sheet | None = None
) -> None:
    """One panel of the figure whose top left corner is at ``x``, ``y`` on the page; marks of ``before`` are older."""
    left, top = x + panel.x, y + panel.y
    code = panel.location
    canvas.ink.box(left, top, panel.width, panel.height)
    name = words.location(code)
    if code in sheet.lost:
        name = f"{name} – {_lost(sheet.lost[code])}"
    canvas.text(left + PAD, top + 0.7, panel.width - 2 * PAD, name[:1].upper() + name[1:], weight=700,
                tag="h2", leading=3.4, sizes=(8.5, 8, 7.5, 7))  # fmt: skip
    for pips in panel.sections:
        _section(canvas, pips, code, left, top, sheet, before)
    _slots(canvas, panel, left, top, unit, sheet, before)
    if code in sheet.lost:
        fresh = code in sheet.fresh.lost
        older = before is not None and code in before.lost
        colour = marks.FRESH if fresh else marks.QUIET if older else marks.INK
        low = top + panel.height - 0.6
        canvas.ink.line(left + 0.6, top + 4.6, left + panel.width - 0.6, low, colour, 0.4)
        if not fresh:
            canvas.ink.line(left + 0.6, low, left + panel.width - 0.6, top + 4.6, colour, 0.4)


def _lost(how: str) -> str:
    return _("blown off") if how == "blown off" else _("destroyed")


def _section(
    canvas: Canvas, pips: Pips, code: str, left: float, top: float, sheet: Sheet, before: Sheet | None
) -> None:
    counted, fresh_counted, label, colour = {
        "armour": (sheet.armour, sheet.fresh.armour, _("armour"), marks.ARMOUR),
        "rear": (sheet.rear, sheet.fresh.rear, _("rear"), marks.ARMOUR),
        "structure": (sheet.structure, sheet.fresh.structure, _("struct."), marks.STRUCTURE),
    }[pips.kind]
    total = len(pips.points)
    remaining = min(total, counted.get(code, 0))
    lost = total - remaining
    fresh = min(lost, fresh_counted.get(code, 0))
    numbers = f"{remaining}/{total}"
    box = pips.box
    room = PIPS_X - PAD
    shown, points = fit(numbers, room, (8, 7.5, 7, 6.5), 600)
    label = fit(label, room, (SMALL,))[0]
    canvas.lines(
        left + box.x,
        top + box.y - 0.2,
        room,
        [(Run(label, tone="quiet"),), (Run(shown, 600, points),)],
        points=SMALL,
        leading=2.6,
    )
    places = [(left + px, top + py) for px, py in pips.points]
    settled = lost - fresh
    older = 0
    if before is not None:
        then = {"armour": before.armour, "rear": before.rear, "structure": before.structure}[pips.kind]
        older = min(settled, max(0, total - then.get(code, 0)))
    canvas.ink.filled(places[:older], pips.shape, PIP)
    canvas.ink.pips(places[older:settled], pips.shape, PIP, marks.QUIET, marks.TINT)
    canvas.ink.pips(places[settled:lost], pips.shape, PIP, marks.FRESH, marks.WHITE)
    canvas.ink.pips(places[lost:], pips.shape, PIP, colour, marks.WHITE)
    canvas.ink.crosses(places[older:settled], CROSS)
    canvas.ink.slashes(places[settled:lost], CROSS)
    half = {"armour": code, "rear": f"{code}R"}.get(pips.kind)
    if half in sheet.half and remaining:
        canvas.ink.slashes(places[lost : lost + 1], CROSS * 0.7, marks.INK, 0.35)


def _slots(
    canvas: Canvas, panel: Panel, left: float, top: float, unit: Unit, sheet: Sheet, before: Sheet | None
) -> None:
    code = panel.location
    bins: Bins = {}
    for number, built in enumerate(unit.bins):
        bins.setdefault((built.location, built.slot), []).append((number, built))
    names = [_line(unit, code, number, bins, sheet) for number in range(len(panel.slots))]
    for start in range(0, len(names), 6):
        lines = panel.slots[start : start + 6]
        _half(canvas, code, start, lines, names[start : start + 6], left, top, unit)
        if len(names) > 6:
            middle = top + (lines[0].y + lines[-1].y + lines[-1].height) / 2
            canvas.ink.numeral("1–3" if start == 0 else "4–6", left + 1.95, middle + 0.8, 6, marks.INK, 700)
    _strikes(canvas, panel, names, left, top, sheet, before)


def _half(
    canvas: Canvas, code: str, start: int, lines: tuple[Box, ...], names: list[str], left: float, top: float, unit: Unit
) -> None:
    """Six slot lines as one block, with their dice; brackets join the lines of one item."""
    first, slots = lines[0], unit.slots[code]
    room = first.width - DIE
    points = _size(names, room, first.height)
    lines_of_text = [
        (_slot_text(names[i], room, points, hittable=(slot := slots[start + i]) is not None and slot.hittable),)
        for i in range(len(names))
    ]
    canvas.lines(left + first.x + DIE, top + first.y, room + PAD, lines_of_text,
                 points=points, leading=first.height, weight=500)  # fmt: skip
    for i, box in enumerate(lines):
        base = top + box.y + box.height / 2 + points * 0.125
        canvas.ink.numeral(str(i + 1), left + box.x, base, points, marks.QUIET, 400, "l")
    segments = []
    begin = 0
    for i in range(1, len(names) + 1):
        before = slots[start + begin]
        here = slots[start + i] if i < len(names) else None
        if before is not None and here is not None and (here.mount, here.name) == (before.mount, before.name):
            continue
        if i - begin > 1 and before is not None and before.hittable:
            x = left + SLOT_X - 0.7
            y1, y2 = top + lines[begin].y + 0.6, top + lines[i - 1].y + lines[i - 1].height - 0.6
            segments += [(x, y1, x, y2), (x, y1, x + 0.5, y1), (x, y2, x + 0.5, y2)]
        begin = i
    canvas.ink.lines(segments, marks.QUIET, 0.2)


def _line(unit: Unit, code: str, number: int, bins: Bins, sheet: Sheet) -> str:
    """A slot's words: what is in it; of ammunition the rounds left of a full bin. Two of a kind are counted."""
    slot = unit.slots[code][number]
    if slot is None:
        return "–"
    name = clean(slot_name(unit, code, number))
    half, _bar, other = name.partition(" | ")
    name = f"2 × {half}" if half == other else name
    here = bins.get((code, number), [])
    if here:
        full = sum(built.shots for _index, built in here)
        left = sum(sheet.ammo[index] if index < len(sheet.ammo) else built.shots for index, built in here)
        name = f"{name.removesuffix(' Ammo')} {_('ammo')} {left}/{full}"
    return f"{name} ({_('armoured')})" if slot.armoured else name


def _size(names: list[str], room: float, leading: float) -> float:
    """The greatest size at which most lines fit: the long ones are set smaller by themselves."""
    face = fonts.face(500)
    sizes = [points for points in SLOT_SIZES if points * fonts.MM_PER_POINT <= leading * 0.94]
    for points in sizes:
        if sum(face.width(name, points) > room for name in names) <= len(names) // 2:
            return points
    return sizes[-1]


def shortened(name: str, room: float, points: float) -> str:
    """The name with as many of the usual abbreviations as it takes to fit."""
    face = fonts.face(500)
    for long, short in ABBREVIATIONS:
        if face.width(name, points) <= room:
            return name
        name = name.replace(long, short)
    return name


def _slot_text(name: str, room: float, points: float, *, hittable: bool) -> Run:
    text = fitted(shortened(name, room, points), room, points, LEAST, 500)
    return text if hittable else Run(text.text, 400, text.points, "faint")


def _strikes(
    canvas: Canvas, panel: Panel, names: list[str], left: float, top: float, sheet: Sheet, before: Sheet | None
) -> None:
    """Slots hit: struck through, with a cross at their die; those of this phase with a broken line and a stroke, those
    of earlier battles with a grey line and a filled box."""
    code = panel.location
    older = before.hits.get(code, ()) if before is not None else ()
    fresh = sheet.fresh.slots.get(code, ())
    for number in sheet.hits.get(code, ()):
        if number >= len(panel.slots):
            continue
        box = panel.slots[number]
        y = top + box.y + box.height / 2 + 0.1
        x = left + box.x
        width = min(box.width, fonts.face(500).width(names[number], 8) + 3)
        if number in fresh:
            canvas.ink.line(x, y, x + width, y, marks.FRESH, 0.45, "0.01 0.9")
            canvas.ink.slashes([(x + 0.7, y)], 1.0)
        elif number in older:
            canvas.ink.line(x, y, x + width, y, marks.QUIET, 0.35)
            canvas.ink.fill(x - 0.2, y - 0.9, 1.8, 1.8, marks.QUIET)
        else:
            canvas.ink.line(x, y, x + width, y, marks.INK, 0.35)
            canvas.ink.crosses([(x + 0.7, y)], 1.0)
    for number in sheet.absorbed.get(code, ()):
        if number < len(panel.slots) and number not in sheet.hits.get(code, ()):
            box = panel.slots[number]
            canvas.ink.slashes([(left + box.x + 0.7, top + box.y + box.height / 2)], 0.9, marks.INK, 0.3)



"""Critical slots on the page: what is in them is the design's form; rounds left and hits are written and struck."""

from __future__ import annotations

from functools import lru_cache

from records.rules import STANDARD, Sheet, Unit
from records.rules.condition import takes_criticals
from records.rules.unit import Bin, Slot
from records.selectors.drawing import slot_name

from . import fonts, marks
from .abbreviations import LAST, abbreviated
from .blocks import Line, Run, clean, fitted
from .canvas import Canvas
from .geometry import PAD, Box, Figure, Panel
from .wording import gettext as _

SIZES = (9.0, 8.5, 8.0, 7.5, 7.0)
USUAL = 8.0
"""Size below which only the longest names are set, down to LEAST."""
FEW = 0.06
"""Part of a design's names that may be abbreviated for the sake of larger type."""
LEAST = 7.0
DIE = 2.6
"""Room for the die before a slot's name, mm."""
CLEAR = 0.4
"""Between the longest name and the outline, mm."""
ARMOURED = 2.4
"""Room for the circle of an armoured component."""
Bins = dict[tuple[str, int], list[tuple[int, Bin]]]


def size(unit: Unit, drawing: Figure) -> float:
    """The size of a design's slot lines, points: the greatest at which few of its names have to be abbreviated."""
    bins = _bins(unit)
    face = fonts.face(500)
    names = [
        (_name(unit, panel.location, number, bins), box)
        for panel in drawing.panels
        for number, box in enumerate(panel.slots)
    ]
    pitch = min((box.height for _name, box in names), default=1.0)
    sizes = [points for points in SIZES if points * fonts.MM_PER_POINT <= pitch * 0.94]
    for points in sizes:
        long = sum(face.width(name, points) > _room(box) for name, box in names)
        if points <= USUAL or long <= len(names) * FEW:
            return points
    return sizes[-1]


def _room(box: Box) -> float:
    """Room for the name in a slot's line, mm."""
    return box.width - DIE - CLEAR


def _bins(unit: Unit) -> Bins:
    found: Bins = {}
    for number, built in enumerate(unit.bins):
        found.setdefault((built.location, built.slot), []).append((number, built))
    return found


def draw(
    canvas: Canvas, panel: Panel, left: float, top: float, unit: Unit, sheet: Sheet, before: Sheet | None,
    points: float,
) -> None:  # fmt: skip
    """The slot lines of a location whose panel begins at ``left``, ``top``, in type of that size, and their marks."""
    code = panel.location
    bins = _bins(unit)
    names = [_name(unit, code, number, bins) for number in range(len(panel.slots))]
    for start in range(0, len(names), 6):
        lines = panel.slots[start : start + 6]
        if not any(unit.slots[code][start : start + 6]):
            middle = lines[len(lines) // 2 - 1]
            canvas.lines(left + middle.x + DIE, top + middle.y, middle.width - DIE, [(Run(_("all re-roll")),)],
                         points=points, leading=middle.height, tone="faint")  # fmt: skip
        else:
            _half(canvas, code, start, lines, names[start : start + 6], points, left, top, unit, sheet, bins)
        if len(names) > 6:
            _dice(canvas, "123" if start == 0 else "456", lines, left, top)
    _strikes(canvas, panel, names, points, left, top, sheet, before)
    _armoured(canvas, panel, left, top, unit, sheet)


def _dice(canvas: Canvas, dice: str, lines: tuple[Box, ...], left: float, top: float) -> None:
    """Which first die reads these lines, as a column beside them: 1–3 or 4–6."""
    middle = top + (lines[0].y + lines[-1].y + lines[-1].height) / 2
    x = left + lines[0].x - 1.55
    for number, char in enumerate((dice[0], "–", dice[-1])):
        canvas.ink.numeral(char, x, middle + 0.8 + (number - 1) * 2.3, 6.5, marks.INK, 700)


def _half(
    canvas: Canvas, code: str, start: int, lines: tuple[Box, ...], names: list[str], points: float, left: float,
    top: float, unit: Unit, sheet: Sheet, bins: Bins,
) -> None:  # fmt: skip
    """Six slot lines as one block, with their dice; brackets join the lines of one item. Ammunition is written."""
    first, here = lines[0], unit.slots[code][start : start + 6]
    room = _room(first)
    x = left + first.x + DIE
    ammo = _("ammo")
    form: list[Line] = []
    ammunition: list[tuple[int, Line]] = []
    for i, (name, slot) in enumerate(zip(names, here, strict=True)):
        space = room - (ARMOURED if slot is not None and slot.armoured else 0)
        run = _text(name, space, points, ammo, hittable=_struck(unit, slot))
        held = bins.get((code, start + i), [])
        if not held:
            form.append((run,))
            continue
        form.append(())
        full = sum(built.shots for _index, built in held)
        shots = sum(sheet.ammo[index] if index < len(sheet.ammo) else built.shots for index, built in held)
        words = f"{run.text.removesuffix(f'{full}/{full}')}{shots}/{full}"
        ammunition.append((i, (Run(words, run.weight, run.points, run.tone),)))
    while form and not form[-1]:
        form.pop()
    if form:
        canvas.lines(x, top + first.y, room + PAD, form, points=points, leading=first.height, weight=500)
    for i, line in ammunition:
        canvas.lines(x, top + lines[i].y, room + PAD, [line], points=points, leading=first.height, weight=500,
                     written=True, joins=bool(form))  # fmt: skip
    for i, box in enumerate(lines):
        base = top + box.y + box.height / 2 + points * 0.125
        canvas.ink.numeral(str(i + 1), left + box.x, base, points, marks.QUIET, 400, "l")
    _brackets(canvas, here, lines, left, top)


def _brackets(canvas: Canvas, here: tuple[Slot | None, ...], lines: tuple[Box, ...], left: float, top: float) -> None:
    """A bracket at the left of consecutive lines of one item."""
    segments = []
    begin = 0
    for i in range(1, len(here) + 1):
        first = here[begin]
        slot = here[i] if i < len(here) else None
        if first is not None and slot is not None and (slot.mount, slot.name) == (first.mount, first.name):
            continue
        if i - begin > 1 and first is not None and first.hittable:
            x = left + lines[begin].x - 0.55
            y1, y2 = top + lines[begin].y + 0.6, top + lines[i - 1].y + lines[i - 1].height - 0.6
            segments += [(x, y1, x, y2), (x, y1, x + 0.5, y1), (x, y2, x + 0.5, y2)]
        begin = i
    canvas.ink.lines(segments, marks.QUIET, 0.2)


def _name(unit: Unit, code: str, number: int, bins: Bins) -> str:
    """A slot's words: what is in it, of ammunition with the rounds of a full bin. Two of a kind are counted."""
    if unit.slots[code][number] is None:
        return "–"
    name = clean(slot_name(unit, code, number))
    half, _bar, other = name.partition(" | ")
    name = f"2 × {half}" if half == other else name
    here = bins.get((code, number), [])
    if not here:
        return name
    full = sum(built.shots for _index, built in here)
    return f"{name.replace(' Ammo', '')} {_('ammo')} {full}/{full}"


def _struck(unit: Unit, slot: Slot | None) -> bool:
    """Whether a critical hits such a line; others are rolled again, and set faint."""
    return slot is not None and takes_criticals(unit, slot, STANDARD)


@lru_cache(maxsize=8192)
def _text(name: str, room: float, points: float, ammo: str, *, hittable: bool) -> Run:
    """A slot's words, abbreviated before they are set smaller than their neighbours."""
    # The count of rounds can do without the word.
    more = ((f" {ammo} ", " "), *LAST)
    text = fitted(abbreviated(name, room, points, 500, more), room, points, LEAST, 500)
    return text if hittable else Run(text.text, 400, text.points, "faint")


def _strikes(
    canvas: Canvas, panel: Panel, names: list[str], points: float, left: float, top: float, sheet: Sheet,
    before: Sheet | None,
) -> None:  # fmt: skip
    """Slots hit: struck through, with a cross at their die; those of this phase with a broken line and a stroke, those
    of earlier battles with a grey line and a filled box."""
    code = panel.location
    older = before.hits.get(code, ()) if before is not None else ()
    fresh = sheet.fresh.slots.get(code, ())
    ammo = _("ammo")
    for number in sheet.hits.get(code, ()):
        if number >= len(panel.slots):
            continue
        box = panel.slots[number]
        y = top + box.y + box.height / 2 + 0.1
        x = left + box.x
        shown = _text(names[number], _room(box), points, ammo, hittable=True)
        width = min(box.width, fonts.face(500).width(shown.text, shown.points or points) + DIE + 0.6)
        if number in fresh:
            canvas.ink.line(x, y, x + width, y, marks.FRESH, 0.45, "0.01 0.9")
            canvas.ink.slashes([(x + 0.7, y)], 1.0)
        elif number in older:
            canvas.ink.line(x, y, x + width, y, marks.QUIET, 0.35)
            canvas.ink.fill(x - 0.2, y - 0.9, 1.8, 1.8, marks.QUIET)
        else:
            canvas.ink.line(x, y, x + width, y, marks.INK, 0.35)
            canvas.ink.crosses([(x + 0.7, y)], 1.0)


def _armoured(canvas: Canvas, panel: Panel, left: float, top: float, unit: Unit, sheet: Sheet) -> None:
    """A circle at the end of an armoured component's line, crossed when it has absorbed its hit."""
    code = panel.location
    for number, box in enumerate(panel.slots):
        slot = unit.slots[code][number]
        if slot is None or not slot.armoured:
            continue
        at = (left + box.x + box.width - 1.1, top + box.y + box.height / 2)
        spent = number in sheet.absorbed.get(code, ())
        canvas.ink.pips([at], "circle", 1.9, marks.QUIET if spent else marks.ARMOUR, marks.WHITE)
        if spent:
            canvas.ink.crosses([at], 0.8)

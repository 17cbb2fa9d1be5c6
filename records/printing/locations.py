"""The locations on the page: the 'Mech's outline, armour, rear armour and structure as pips, and their marks.

Names and outlines are the design's form; what is left of anything, and what became of a location, is written.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop

from records import words
from records.rules import Sheet, Unit, figures
from records.rules.tables.special import special

from . import fonts, marks, slots
from .blocks import Run, fit
from .canvas import SMALL, Canvas
from .geometry import OUTER_PIP, OUTER_TEXT, PAD, PIP, PIPS_X, Box, Panel, Pips, Point, figure, outer_pips
from .wording import gettext as _

CROSS = PIP / 2 * 0.86
TITLE_SIZES = (8.5, 8, 7.5, 7)
FATE_SIZES = (7.5, 7, 6.5)
"""Of what became of a location: beside its name, which leaves room for it."""
FRAME = (0.55, 0.56, 0.56)
"""The outline's colour: light beside the pips, strong enough to read as one body."""
TENS = (0.71, 0.73, 0.75)
"""Of the numbers in every tenth pip: found when looked for."""


def draw(canvas: Canvas, x: float, y: float, unit: Unit, sheet: Sheet, before: Sheet | None = None) -> None:
    """The figure whose top left corner is at ``x``, ``y`` on the page; marks of ``before`` are older."""
    drawing = figure(unit)
    points = slots.size(unit, drawing)
    for panel in drawing.panels:
        _panel(canvas, panel, x, y, unit, sheet, before, points)


def _panel(
    canvas: Canvas, panel: Panel, x: float, y: float, unit: Unit, sheet: Sheet, before: Sheet | None, points: float
) -> None:
    left, top = x + panel.x, y + panel.y
    code = panel.location
    _outline(canvas, panel, left, top, sheet)
    _title(canvas, panel, left, top, unit, sheet)
    _outer(canvas, panel, left, top, unit, sheet)
    armour = _armour_word(unit.armour_type_of(code))
    for pips in panel.sections:
        _section(canvas, pips, code, left, top, sheet, before, armour)
    slots.draw(canvas, panel, left, top, unit, sheet, before, points)
    if code in sheet.lost:
        _lost(canvas, panel, left, top, sheet, before)


def _outline(canvas: Canvas, panel: Panel, left: float, top: float, sheet: Sheet) -> None:
    """The part of the body: a light line, broken and strong where the location is breached."""
    points = [(left + x, top + y) for x, y in panel.outline]
    edges = [(*points[number - 1], *point) for number, point in enumerate(points)]
    if panel.location not in sheet.breached:
        canvas.ink.lines(edges, FRAME, 0.3)
        return
    for x1, y1, x2, y2 in edges:
        fresh = panel.location in sheet.fresh.breached
        canvas.ink.line(x1, y1, x2, y2, marks.FRESH if fresh else marks.CRITICAL, 0.6, "1.2 1.2")


def _title(canvas: Canvas, panel: Panel, left: float, top: float, unit: Unit, sheet: Sheet) -> None:
    """The location's name, where its damage goes next, the armour that only it has; and what became of it."""
    code, box = panel.location, panel.title
    inward = unit.inward(code)
    hint = f"→ {inward}" if inward else ""
    hint_width = fonts.face(400).width(hint, 7) + 0.8 if hint else 0.0
    name = words.location(code)
    most = max(fonts.face(600).width(fate, FATE_SIZES[-1]) for fate in (_("blown off"), _("destroyed"), _("breached")))
    room = box.width - hint_width - most - 1.0
    shown, points = fit(name[:1].upper() + name[1:], room, TITLE_SIZES, 700)
    canvas.lines(left + box.x, top + box.y, box.width - hint_width, [(Run(shown),)], points=points, leading=box.height,
                 weight=700, tag="h2")  # fmt: skip
    used = fonts.face(700).width(shown, points) + 1.0
    room = box.width - hint_width - used
    fate = _fate(code, sheet)
    if fate:
        canvas.text(left + box.x + used, top + box.y, room, fate, weight=600, leading=box.height, written=True,
                    sizes=FATE_SIZES)  # fmt: skip
    elif unit.patchwork:
        kind, size = fit(unit.armour_type_of(code), room, (7, 6.5))
        if kind == unit.armour_type_of(code):
            canvas.lines(left + box.x + used, top + box.y, room, [(Run(kind),)], points=size, leading=box.height,
                         tone="quiet", written=True)  # fmt: skip
    if hint:
        canvas.lines(left + box.x + box.width - hint_width, top + box.y, hint_width, [(Run(hint),)], points=7,
                     leading=box.height, tone="quiet", align="right", written=True)  # fmt: skip


def _fate(code: str, sheet: Sheet) -> str:
    if code in sheet.lost:
        return _("blown off") if sheet.lost[code] == "blown off" else _("destroyed")
    return _("breached") if code in sheet.breached else ""


def _lost(canvas: Canvas, panel: Panel, left: float, top: float, sheet: Sheet, before: Sheet | None) -> None:
    """A location that is gone is crossed out: a stroke in this phase, grey from before the battle."""
    fresh = panel.location in sheet.fresh.lost
    older = before is not None and panel.location in before.lost
    colour = marks.FRESH if fresh else marks.QUIET if older else marks.INK
    high = top + panel.title.y + panel.title.height + 0.6
    low = top + max([box.y + box.height for box in panel.slots], default=panel.height) - 0.6
    x1, x2 = left + 3.0, left + panel.width - 3.0
    canvas.ink.line(x1, high, x2, low, colour, 0.4)
    if not fresh:
        canvas.ink.line(x1, low, x2, high, colour, 0.4)


def _outer(canvas: Canvas, panel: Panel, left: float, top: float, unit: Unit, sheet: Sheet) -> None:
    """Shields and modules of armour: what they absorb, what is left, and a box each to cross."""
    if not panel.outer:
        return
    shields = {
        item.name: special()["shields"][item.internal]["absorbs"]
        for item in (unit.gear.items[mount] for mount in unit.gear.shields)
        if item is not None
    }
    for box, (name, remaining, full) in zip(
        panel.outer, figures.outer_armour(unit, sheet, panel.location), strict=True
    ):
        parts = [f"{name} {remaining}/{full}"]
        if name in shields:
            parts.append(_("−%(points)d a hit") % {"points": shields[name]})
        canvas.text(left + box.x, top + box.y, box.width, " · ".join(parts), weight=600, leading=OUTER_TEXT,
                    sizes=(7.5, 7, 6.5), written=True)  # fmt: skip
        places = [(left + box.x + px, top + box.y + OUTER_TEXT + py) for px, py in outer_pips(full)]
        gone = places[: full - remaining]
        canvas.ink.pips(gone, "square", OUTER_PIP, marks.QUIET, marks.TINT)
        canvas.ink.pips(places[len(gone) :], "square", OUTER_PIP, marks.ARMOUR, marks.WHITE)
        canvas.ink.crosses(gone, OUTER_PIP / 2 * 0.86, width=0.3)


_ARMOUR_WORDS = (
    ("heavy ferro", gettext_noop("h. ferro")), ("light ferro", gettext_noop("lt ferro")),
    ("lamellor", gettext_noop("lamell.")), ("ferro", gettext_noop("ferro")), ("hardened", gettext_noop("hard.")),
    ("stealth", gettext_noop("stealth")), ("reactive", gettext_noop("reactive")),
    ("reflective", gettext_noop("reflect.")), ("impact", gettext_noop("impact")),
    ("ballistic", gettext_noop("ballistic")), ("ablat", gettext_noop("ablat.")),
    ("dissipating", gettext_noop("heat d.")), ("industrial", gettext_noop("indust.")),
    ("commercial", gettext_noop("comm.")), ("primitive", gettext_noop("primit.")),
)  # fmt: skip


def _armour_word(kind: str) -> str:
    """What the pips' label calls the armour: its kind where it is a special one."""
    name = kind.lower()
    return _(next((word for part, word in _ARMOUR_WORDS if part in name), gettext_noop("armour")))


def _section(
    canvas: Canvas, pips: Pips, code: str, left: float, top: float, sheet: Sheet, before: Sheet | None, armour: str
) -> None:
    counted, fresh_counted = {
        "armour": (sheet.armour, sheet.fresh.armour),
        "rear": (sheet.rear, sheet.fresh.rear),
        "structure": (sheet.structure, sheet.fresh.structure),
    }[pips.kind]
    label = armour if pips.kind == "armour" else _("rear") if pips.kind == "rear" else _("struct.")
    total = len(pips.points)
    remaining = min(total, counted.get(code, 0))
    lost = total - remaining
    fresh = min(lost, fresh_counted.get(code, 0))
    older = 0
    if before is not None:
        then = {"armour": before.armour, "rear": before.rear, "structure": before.structure}[pips.kind]
        older = min(lost - fresh, max(0, total - then.get(code, 0)))
    half = {"armour": code, "rear": f"{code}R"}.get(pips.kind) in sheet.half and remaining > 0
    _label(canvas, pips.box, left, top, _("½ lost") if half else label, f"{remaining}/{total}")
    places = [(left + px, top + py) for px, py in pips.points]
    _pips(canvas, pips, places, older, lost - fresh, lost, half=half)


def _label(canvas: Canvas, box: Box, left: float, top: float, label: str, numbers: str) -> None:
    """What the pips are, and how many are left of how many."""
    room = PIPS_X - PAD
    shown, points = fit(numbers, room - 0.4, (8, 7.5, 7, 6.5), 600)
    label, small = fit(label, room + 0.2, (SMALL,))
    canvas.lines(left + box.x, top + box.y - 0.2, room, [(Run(label, tone="quiet"),), (Run(shown, 600, points),)],
                 points=small, leading=2.6, written=True)  # fmt: skip


def _pips(canvas: Canvas, pips: Pips, places: list[Point], older: int, settled: int, lost: int, *, half: bool) -> None:
    """The pips with their marks: filled before the battle, crossed in it, one stroke in this phase."""
    colour = marks.STRUCTURE if pips.kind == "structure" else marks.ARMOUR
    canvas.ink.filled(places[:older], pips.shape, PIP)
    canvas.ink.pips(places[older:settled], pips.shape, PIP, marks.QUIET, marks.TINT)
    canvas.ink.pips(places[settled:lost], pips.shape, PIP, marks.FRESH, marks.WHITE)
    canvas.ink.pips(places[lost:], pips.shape, PIP, colour, marks.WHITE)
    if len(places) > 10:
        for number in range(10, len(places) + 1, 10):
            if number > lost:
                x, y = places[number - 1]
                low, points = (0.3, 3.8) if pips.shape == "triangle" else (0.56, 4.5)
                canvas.ink.numeral(str(number), x, y + low, points if number < 100 else 3.5, TENS, 400)
    canvas.ink.crosses(places[older:settled], CROSS)
    canvas.ink.slashes(places[settled:lost], CROSS)
    if half:
        canvas.ink.slashes(places[lost : lost + 1], CROSS * 0.7, marks.INK, 0.35)

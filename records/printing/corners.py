"""The two free corners of the figure: systems and heat sinks on the left, the MechWarrior on the right."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import ngettext

from records import words
from records.rules import STANDARD, Ruleset, Sheet, Unit
from records.rules.classic.moving import BOOSTER_NUMBERS
from records.rules.condition import mount_out, system_hits
from records.rules.figures import heat_projection

from . import marks
from .blocks import Line, Run, fit, plain, wrapped
from .canvas import SMALL, Canvas
from .crew import MOST_BOXES, Counted
from .crew import draw as crew
from .geometry import PIP, Box, pip_rows
from .wording import gettext as _

PARTIAL_WING = 3
"""Heat that a working partial wing sinks a turn (TO, partial wing)."""
ROW = 6.2
"""Two lines for each system, mm."""
TURNS = 3.4
"""Height of the row of turns of MASC or a supercharger, mm."""
NAME = 19.0
"""Room for the name before the boxes of a row."""


@dataclass(frozen=True)
class System:
    """A system: hits taken, how many it has boxes for, and what hits do (TW, critical damage)."""

    name: str
    hits: int
    boxes: int
    effect: str


def systems(canvas: Canvas, box: Box, unit: Unit, sheet: Sheet, ruleset: Ruleset = STANDARD) -> None:
    """Hits on engine, gyro, sensors and life support with what they do, the heat sinks as pips, and what is on."""
    y = canvas.heading(box.x, box.y, box.width, _("Systems"))
    rows = _systems(unit, sheet)
    form: list[Line] = []
    places = []
    for row in rows:
        places.append(y + len(form) * ROW / 2)
        form.append((Run(row.name),))
        if row.effect:
            form.append((Run(fit(row.effect, box.width, (7, SMALL))[0], 400, 7, "quiet"),))
    canvas.lines(box.x, y, box.width, form, leading=ROW / 2, weight=500)
    for row, place in zip(rows, places, strict=True):
        _hits(canvas, box, place, row)
    y = _boosters(canvas, box, y + len(form) * ROW / 2 + 0.4, unit, sheet)
    y = _sinks(canvas, box.x, y, box.width, unit, sheet, ruleset)
    _conditions(canvas, box, y, unit, sheet)


def _hits(canvas: Canvas, box: Box, y: float, row: System) -> None:
    middle, left = y + ROW / 4, box.x + NAME + PIP / 2
    points = [(left + i * (PIP + 0.5), middle) for i in range(row.boxes)]
    taken = min(row.hits, row.boxes)
    canvas.ink.pips(points[:taken], "circle", PIP, marks.QUIET, marks.TINT)
    canvas.ink.pips(points[taken:], "circle", PIP, marks.CRITICAL, marks.WHITE)
    canvas.ink.crosses(points[:taken], 1.05)
    if row.hits:
        beyond = NAME + row.boxes * (PIP + 0.5) + 0.4
        text = _("out") if row.hits >= row.boxes else _("%(hits)d hit") % {"hits": row.hits}
        canvas.text(box.x + beyond, y, box.width - beyond, text, weight=600, leading=ROW / 2, sizes=(7.5, 7, 6.5),
                    align="right", written=True, joins=True)  # fmt: skip


def _systems(unit: Unit, sheet: Sheet) -> list[System]:
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
        System(name, system_hits(unit, sheet, system), limit, effect)
        for name, system, limit, effect in found
        if unit.slots_named(system)
    ]


def _boosters(canvas: Canvas, box: Box, y: float, unit: Unit, sheet: Sheet) -> float:
    """MASC and superchargers: a box a turn in a row with what 2D6 must reach, used ones crossed."""
    aboard = (("masc", bool(unit.gear.masc)), ("supercharger", bool(unit.gear.superchargers)))
    for name, built in aboard:
        if not built:
            continue
        label = words.reason(name)
        canvas.text(box.x, y, NAME - 1, label[:1].upper() + label[1:], weight=500, leading=TURNS,
                    sizes=(8, 7.5, 7, 6.5))  # fmt: skip
        turns = sheet.counters.get(f"{name}-turns", 0)
        for number, least in enumerate(BOOSTER_NUMBERS[:4]):
            x = box.x + NAME + number * (TURNS + 1)
            canvas.ink.box(x, y + 0.1, TURNS + 0.5, TURNS - 0.3, marks.QUIET, 0.25)
            middle = x + TURNS / 2 + 0.25
            points = 6.5 if least < 10 else 6
            canvas.ink.numeral(f"{least}+", middle, y + TURNS / 2 + 0.75, points, marks.QUIET, 500)
            if number < turns:
                canvas.ink.crosses([(middle, y + TURNS / 2)], TURNS / 2 - 0.4)
        y += TURNS + 0.3
    return y


def _sinks(
    canvas: Canvas, x: float, y: float, width: float, unit: Unit, sheet: Sheet, ruleset: Ruleset
) -> float:  # fmt: skip
    """A pip a heat sink, those lost crossed, those switched off with one stroke; and what the others sink in a turn."""
    sinks = unit.heat_sinks
    out = [mount for mount in unit.gear.sinks if mount_out(unit, sheet, mount)]
    lost = min(sinks.count, sum(_counts(unit, mount) for mount in out))
    off = min(sheet.sinks_off, sinks.count - lost)
    values = {"count": sinks.count, "capacity": sinks.capacity}
    if sinks.capacity > sinks.count:
        told = ngettext("%(count)d double heat sink sinks %(capacity)d",
                        "%(count)d double heat sinks sink %(capacity)d", sinks.count)  # fmt: skip
    elif sinks.count:
        told = ngettext("%(count)d heat sink sinks %(capacity)d", "%(count)d heat sinks sink %(capacity)d", sinks.count)
    else:
        told = _("no heat sinks")
    told %= values
    if unit.gear.partial_wings:
        told = _("%(sinks)s + %(points)d (wing)") % {"sinks": told, "points": PARTIAL_WING}
    canvas.text(x, y, width, told, weight=600, leading=3.4, sizes=(8, 7.5, 7, 6.5))
    points = [(x + px, y + 3.6 + py) for px, py in pip_rows(sinks.count, width)]
    whole = len(points) - lost
    canvas.ink.pips(points[:whole], "circle", PIP, marks.INK, marks.WHITE)
    canvas.ink.pips(points[whole:], "circle", PIP, marks.QUIET, marks.TINT)
    canvas.ink.crosses(points[whole:], 1.05)
    canvas.ink.slashes(points[whole - off : whole], 0.9, marks.INK, 0.3)
    y = points[-1][1] + PIP / 2 + 0.6 if points else y + 3.6
    gone = [_("%(lost)d lost") % {"lost": lost}] if lost else []
    gone += [_("%(off)d off") % {"off": off}] if off else []
    if gone:
        gone.append(_("sinks %(points)d now") % {"points": heat_projection(unit, sheet, ruleset).sunk.total})
        canvas.text(x, y, width, ", ".join(gone), weight=600, leading=3.0, sizes=(7.5, 7), written=True)
    return y + 3.2


def _counts(unit: Unit, mount: int) -> int:
    item = unit.gear.items[mount]
    return max(1, item.sinks) if item is not None else 1


def conditions(unit: Unit, sheet: Sheet) -> list[str]:
    """What else is marked on the sheet: switches, surroundings, damage, falls and rolls of this turn."""
    found = [words.reason(state) for state, on in sheet.states.items() if on]
    counters = sheet.counters
    if depth := counters.get("water-depth", 0):
        found.append(_("water of depth %(depth)d") % {"depth": depth})
    if hot := counters.get("hot-surroundings", 0):
        found.append(_("heat from outside +%(heat)d") % {"heat": hot})
    if cold := counters.get("cold-surroundings", 0):
        found.append(_("cold outside −%(heat)d") % {"heat": cold})
    if sheet.movement is not None and sheet.movement.masc:
        found.append(_("MASC on"))
    if sheet.movement is not None and sheet.movement.supercharger:
        found.append(_("supercharger on"))
    if sheet.damage_this_phase:
        found.append(_("damage this phase %(points)d") % {"points": sheet.damage_this_phase})
    if sheet.fallen:
        found.append(_("fell this turn"))
    if sheet.triggers:
        found.append(_("piloting rolls due: %(count)d") % {"count": len(sheet.triggers)})
    return found


def _conditions(canvas: Canvas, box: Box, y: float, unit: Unit, sheet: Sheet) -> None:
    """As many lines of it as there is room for, the last of them cut."""
    found = conditions(unit, sheet)
    leading = 2.9
    room = int((box.y + box.height - y + 0.4) / leading)
    if not found or room < 1:
        return
    text = " · ".join(found)
    lines = wrapped(text, box.width, 7.5)
    if len(lines) > room:
        lines = [*lines[: room - 1], fit(" ".join(lines[room - 1 :]), box.width, (7,))[0]]
    canvas.lines(box.x, y, box.width, plain(lines), points=7.5 if len(lines) <= room else 7, leading=leading,
                 written=True)  # fmt: skip


__all__ = ["MOST_BOXES", "Counted", "conditions", "crew", "systems"]

"""The title of a sheet: what the machine is, how it moves and what that does to attacks, and where the game stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import ngettext

from records import words
from records.rules import STANDARD, Owed, Sheet, Unit, battle_value, cost, figures, fresh_sheet, skills_of, with_crew
from records.rules.classic.attacks import moving
from records.rules.classic.movement import TSM_HEAT, boosters_working
from records.rules.classic.targets import HARDER_FROM, MOVED
from records.rules.sheet import Mode
from records.selectors.eras import era_of
from records.words import events as event_words
from records.words.numbers import grouped

from . import fonts, marks
from .blocks import Run, clean, fit
from .canvas import Canvas
from .geometry import WIDTH
from .printable import Printable
from .wording import gettext as _

HEIGHT = 20.9
SPEEDS = 78.0
"""Width of the movement figures at the right of the name, mm."""
ROOM = WIDTH - SPEEDS - 4
LEGEND = 72.0
NAME_SIZES = (17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7)
FACT_SIZES = (8, 7.5, 7, 6.5, 6)
COLUMNS = (26.0, 32.0, 20.0)
"""Widths of the figures for walking, running and jumping, mm: the first two may have boosted values beside them."""
SPEED = 15.0
FEW_ROLLS = 2
"""So many rolls owed, or fewer, are named."""
BEHIND = "  99,999 (0/0)"
"""As wide as the battle value in other hands can get, which is written behind the design's."""
MODES: tuple[Mode, ...] = ("walked", "ran", "jumped", "swam")
NARROW, HEXES = 17.0, 9.0
"""First column of the target's table and the others, mm."""


@dataclass(frozen=True)
class Speed:
    """A way to move: MP as built with boosted values in brackets, what it is called, and the MP that count now.
    ``attacks`` is what it adds to own attacks as the rules have it, ``in_these_hands`` what it adds here; None where
    nobody knows whose hands these are."""

    value: str
    label: str
    attacks: int
    built: int
    now: int
    in_these_hands: int | None


def draw(canvas: Canvas, x: float, y: float, printable: Printable) -> None:
    """The block, HEIGHT mm high."""
    unit = printable.unit
    name(canvas, x, y - 0.6, ROOM, printable)
    for number, found in enumerate(_lines(unit)):
        canvas.text(x, y + 6 + number * 3.2, ROOM, found, sizes=FACT_SIZES, leading=3.2)
        if number == 2:
            _crewed(canvas, x, y + 12.4, found, printable)
    _movement(canvas, x + WIDTH - SPEEDS, y, printable)
    legend = _legend(printable)
    room = WIDTH - LEGEND if legend else WIDTH
    canvas.text(x, y + 16, room, state_line(printable), weight=700, sizes=(9, 8.5, 8, 7.5, 7, 6.5, 6), leading=3.6,
                written=True)  # fmt: skip
    if legend:
        canvas.text(x + WIDTH - LEGEND, y + 16, LEGEND, legend, tone="quiet", align="right", leading=3.6,
                    sizes=(7, 6.5, 6), written=True)  # fmt: skip
    canvas.ink.line(x, y + 19.9, x + WIDTH, y + 19.9, marks.INK, 0.4)


def _legend(printable: Printable) -> str:
    """What the marks on this sheet mean, as far as there are such."""
    found = []
    if printable.before is not None:
        found.append(_("filled: before this battle · crossed: in it · one stroke: this phase"))
    if printable.sheet.fired:
        found.append(_("dot: fired"))
    return " · ".join(found)


def name(
    canvas: Canvas, x: float, y: float, room: float, printable: Printable, *, leading: float = 6.4,
    sizes: Sequence[float] = NAME_SIZES, text: str = "%(name)s",
) -> None:  # fmt: skip
    """The design's name; the machine's own after it where there is room (else it stands with the state)."""
    shown, points = fit(text % {"name": clean(printable.unit.name)}, room, sizes, 700)
    canvas.lines(x, y, room, [(Run(shown),)], points=points, leading=leading, weight=700, tag="h1")
    if label := own_name(printable, room, sizes, text):
        left = fonts.face(700).width(shown, points) + 3
        canvas.text(x + left, y, room - left, label, sizes=OWN_SIZES, weight=600, leading=leading, written=True)


OWN_SIZES = (12, 11, 10, 9)


def own_name(printable: Printable, room: float = ROOM, sizes: Sequence[float] = NAME_SIZES,
             text: str = "%(name)s") -> str:  # fmt: skip
    """The machine's own name in quotation marks; ``""`` where it has none, or no room beside the design's."""
    if not printable.label:
        return ""
    label = f"“{clean(printable.label)}”"
    shown, points = fit(text % {"name": clean(printable.unit.name)}, room, sizes, 700)
    left = room - fonts.face(700).width(shown, points) - 3
    return label if fonts.face(600).width(label, OWN_SIZES[-1]) <= left else ""


def _lines(unit: Unit) -> list[str]:
    """Three lines of facts; where the design was published stands in the first that has room for it."""
    lines = [" · ".join(found) for found in (_facts(unit), _build(unit), _worth(unit))]
    source = clean(unit.source)
    if not source:
        return lines
    width, points = fonts.face(400).width, FACT_SIZES[1]
    longer = [f"{line} · {source}" for line in lines[:2]] + [f"{source} · {lines[2]}"]
    room = (ROOM, ROOM, ROOM - width(BEHIND, points))
    place = next((i for i in range(2) if width(longer[i], points) <= room[i]), 2)
    return [longer[i] if i == place else line for i, line in enumerate(lines)]


def _facts(unit: Unit) -> list[str]:
    base = _("mixed (%(base)s)") % {"base": unit.tech_base} if unit.mixed else unit.tech_base
    year = {"year": unit.year, "era": era_of(unit.year).name} if unit.year else {}
    found = [
        _("%(tons)d tons") % {"tons": unit.tons},
        _("%(config)s OmniMech") % {"config": unit.config} if unit.omni else unit.config,
        base,
        clean(unit.role),
        clean(unit.rules_level),
        _("%(year)d, %(era)s") % year if year else "",
    ]
    return [fact for fact in found if fact]


def _build(unit: Unit) -> list[str]:
    engine = clean(unit.engine.name) or f"{unit.engine.rating} {unit.engine.type}"
    armour = _("armour %(points)d") % {"points": unit.total_armour}
    found = [
        engine,
        f"{armour} {clean(unit.armour_type)}" if unit.armour_type != "Standard" else armour,
        clean(unit.structure_type) if unit.structure_type != "Standard" else "",
        _gyro(unit),
        clean(unit.cockpit) if unit.cockpit != "Standard Cockpit" else "",
        clean(unit.myomer) if unit.myomer != "Standard" else "",
        clean(unit.motive),
    ]
    return [fact for fact in found if fact]


def _gyro(unit: Unit) -> str:
    if unit.gyro == "None":
        return _("no gyro")
    return clean(unit.gyro) if unit.gyro != "Standard Gyro" else ""


def _worth(unit: Unit) -> list[str]:
    value, price = battle_value(unit).total, cost(unit).total
    found = [
        _("%(price)s C-bills") % {"price": grouped(price)} if price is not None else "",
        _("BV unknown") if value is None else _("BV %(value)s (4/5)") % {"value": grouped(value)},
    ]
    return [fact for fact in found if fact]


def _crewed(canvas: Canvas, x: float, y: float, before: str, printable: Printable) -> None:
    """The battle value in these hands, behind the line that gives the design's."""
    value, crew = battle_value(printable.unit).total, printable.sheet.crew
    if value is None or printable.seat.blank or not crew:
        return
    gunnery, piloting = skills_of(printable.unit, printable.sheet)
    if (gunnery, piloting) == (4, 5):
        return
    text = _("%(value)s (%(gunnery)d/%(piloting)d)") % {
        "value": grouped(with_crew(value, gunnery, piloting)), "gunnery": gunnery, "piloting": piloting,
    }  # fmt: skip
    shown, points = fit(before, ROOM, FACT_SIZES)
    left = fonts.face(400).width(f"{shown}  ", points) + 1.5
    canvas.text(x + left, y, ROOM - left, text, sizes=FACT_SIZES, weight=600, leading=3.2, written=True)


def _movement(canvas: Canvas, x: float, y: float, printable: Printable) -> None:
    """MP, what each way to move adds to own attacks, and how hard the 'Mech is to hit after so many hexes."""
    found, left = _speeds(printable), x
    widths = COLUMNS if len(found) == len(COLUMNS) else (SPEEDS / len(found),) * len(found)
    for speed, step in zip(found, widths, strict=True):
        shown, points = fit(speed.value, step - 1, (SPEED, 13, 12, 11), 700)
        canvas.lines(left, y - 0.6, step - 1, [(Run(shown),)], points=points, leading=5.4, weight=700, tone="strong")
        if speed.now != speed.built:
            _changed(canvas, left, y, step, speed, points)
        # Longer words do not make the lines smaller on other machines than theirs.
        lines = [speed.label, _("own attacks %(more)s") % {"more": f"+{speed.attacks}"} if speed.built else ""]
        points = min(fit(line, step - 1, (7, 6.5, 6))[1] for line in lines)
        canvas.lines(left, y + 4.7, step - 1, [(Run(line),) for line in lines if line], points=points, leading=2.8,
                     tone="quiet")  # fmt: skip
        if speed.built and speed.in_these_hands != speed.attacks:
            here = "___" if speed.in_these_hands is None else f"{speed.in_these_hands:+d}".replace("-", "−")
            _adds(canvas, left, y + 7.5, step, lines[1], points, here)
        left += step
    _as_target(canvas, x, y + 10.5, printable.unit)


def _changed(canvas: Canvas, x: float, y: float, step: float, speed: Speed, points: float) -> None:
    """The MP that count now, behind those as built, which are struck out."""
    used = fonts.face(700).width(speed.value, points) + 1
    canvas.text(x + used, y, step - used - 0.5, _("now %(now)d") % {"now": speed.now}, weight=700, leading=5,
                sizes=(10, 9, 8, 7), written=True)  # fmt: skip
    canvas.ink.line(x, y + 2.2, x + fonts.face(700).width(str(speed.built), points), y + 2.2, marks.INK, 0.35)


def _adds(canvas: Canvas, x: float, y: float, step: float, line: str, points: float, number: str) -> None:
    """What an optional rule has it add to own attacks, behind what it adds else, which is struck out."""
    width = fonts.face(400).width
    end = x + width(line, points)
    start = end - width(line.rpartition(" ")[2], points)
    canvas.ink.line(start, y + 1.5, end, y + 1.5, marks.INK, 0.3)
    canvas.text(end + 0.8, y, step - 1 - (end - x), number, weight=700, sizes=(7, 6.5, 6), leading=2.8, written=True)


def _as_target(canvas: Canvas, x: float, y: float, unit: Unit) -> None:
    """Two lines: hexes moved, and what they add to attacks against this 'Mech, as far as it can move."""
    most = max(unit.walk, unit.run, unit.jump, unit.umu)
    steps = [0, *(hexes for hexes in HARDER_FROM if hexes <= most)]
    spans = [*(hexes - 1 for hexes in steps[1:]), most]
    cells = [f"{first}–{last}" if first < last else str(first) for first, last in zip(steps, spans, strict=True)]
    step = min(HEXES, (SPEEDS - NARROW - HEXES) / len(cells))
    upper = [Run(_("hexes moved") + " "), *(Run(f"{c} ", 600, at=NARROW + i * step) for i, c in enumerate(cells))]
    lower = [Run(_("as a target") + " "), *(Run(f"+{i} ", 600, at=NARROW + i * step) for i in range(len(cells)))]
    if unit.jump:
        at = NARROW + len(cells) * step
        upper.append(Run(_("jumped"), 400, at=at))
        lower.append(Run(_("+1 more"), 600, at=at))
    canvas.lines(x, y, SPEEDS, [tuple(upper), tuple(lower)], points=7, leading=2.8, tone="quiet")


def _speeds(printable: Printable) -> list[Speed]:
    """Movement points as built, and what they are now."""
    unit, sheet, ruleset = printable.unit, printable.sheet, printable.ruleset
    by_level = any(option.grid is not None and "walked" in option.grid.columns for option in ruleset.active)
    unknown = by_level and printable.seat.blank
    adds = {mode: None if unknown else moving(unit, sheet, ruleset, mode) for mode in MODES}
    walk, run, labels = _boosted(unit)
    walking, running = _("walking MP"), _("running MP")
    found = [
        Speed(_bracketed(unit.walk, walk), _labelled(walking, labels[:1] if walk else ()), MOVED["walked"], unit.walk,
              figures.walking(unit, sheet, ruleset).total, adds["walked"]),
        Speed(_bracketed(unit.run_plain, run), _labelled(running, labels if run else ()), MOVED["ran"], unit.run_plain,
              figures.running(unit, sheet, ruleset).total, adds["ran"]),
    ]  # fmt: skip
    if unit.jump or not unit.umu:
        jumping = figures.jumping(unit, sheet, ruleset).total
        found.append(Speed(str(unit.jump), _("jumping MP"), MOVED["jumped"], unit.jump, jumping, adds["jumped"]))
    if unit.umu:
        swimming = figures.swimming(unit, sheet, ruleset).total
        found.append(Speed(str(unit.umu), _("underwater MP"), MOVED["swam"], unit.umu, swimming, adds["swam"]))
    return found


def _boosted(unit: Unit) -> tuple[list[int], list[int], list[str]]:
    """Walking and running MP that triple-strength myomer and boosters give, and what gives them, in the same order."""
    whole, none = fresh_sheet(unit), STANDARD
    walk, run, labels = [], [], []
    if unit.gear.tsm:
        hot = replace(whole, heat=TSM_HEAT)
        walk.append(figures.walking(unit, hot, none).total)
        run.append(figures.running(unit, hot, none).total)
        labels.append("TSM")
    if unit.run != unit.run_plain:
        run.append(unit.run)
        short = {"masc": "MASC", "supercharger": _("superch.")}
        aboard = boosters_working(unit, whole)
        labels.append(_("MASC+SC") if len(aboard) == len(short) else "".join(short[name] for name in aboard))
    return walk, run, labels


def _bracketed(value: int, boosted: list[int]) -> str:
    return f"{value} [{'/'.join(map(str, boosted))}]" if boosted else str(value)


def _labelled(label: str, labels: Sequence[str]) -> str:
    return f"{label} [{'/'.join(labels)}]" if any(labels) else label


def state_line(printable: Printable) -> str:
    """Where the game stands for this 'Mech, in words."""
    sheet = printable.sheet
    found = [
        _("turn %(turn)d") % {"turn": sheet.turn},
        str(words.app.PHASES.get(sheet.phase, sheet.phase)),
        _("heat %(heat)d") % {"heat": sheet.heat},
        *_posture(sheet),
    ]
    if sheet.owed:
        found.append(_("rolls owed: %(rolls)s") % {"rolls": _owed(sheet.owed)})
    if sheet.destroyed:
        why = ", ".join(words.cause(code) for code in sheet.destroyed)
        found.append(_("DESTROYED (%(why)s)") % {"why": why})
    line = " · ".join(found)
    line = line[:1].upper() + line[1:]
    if printable.label and not own_name(printable):
        line = f"“{clean(printable.label)}” · {line}"
    return line


def _owed(rolls: Sequence[Owed]) -> str:
    """Which they are where they are few, else how many."""
    if len(rolls) > FEW_ROLLS:
        return str(len(rolls))
    names = [(event_words.roll_name(owed.kind), owed.location) for owed in rolls]
    return ", ".join(f"{name[:1].lower()}{name[1:]} {location}".rstrip() for name, location in names)


def _posture(sheet: Sheet) -> list[str]:
    """How it stands and moved, and what is switched on."""
    found = []
    if sheet.movement is not None:
        mode = str(words.app.MODES.get(sheet.movement.mode, sheet.movement.mode))
        hexes = sheet.movement.hexes
        found.append(ngettext("%(mode)s, %(hexes)d hex", "%(mode)s, %(hexes)d hexes", hexes) % {
            "mode": mode, "hexes": hexes,
        })  # fmt: skip
        ground = sheet.movement.terrain
        found += [str(words.app.TERRAINS.get(ground, ground))] if ground else []
    found += [_("prone")] if sheet.prone else []
    found += [_("engine stalled")] if sheet.stalled else [_("shut down")] if sheet.shutdown else []
    found += [words.reason(name) for name, on in sheet.states.items() if on and not name.startswith("off-")]
    depth = sheet.counters.get("water-depth", 0)
    return [*found, _("in water, depth %(depth)d") % {"depth": depth}] if depth else found

"""The roster of a force: a page of machines, who sits in them, what they are worth and how they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign, Force
from campaigns.selectors.roster import Machine, Node, Tree, pilots_of
from records.models import Pilot, RecordSheet
from records.printing.report import LEAST, Cell, Meter, Part, Report, Stack, Table, Words
from records.rules import Sheet, Unit
from records.selectors.condition import Condition

from . import glance, hurt

WIDTHS = (1, 2.9, 2.8, 1.3, 2.1, 2.5, 5.4)
WIDTHS_OF_FEW = (1, 4, 3.6, 5)
FIGURES = (66, 56, 48, 41, 36, 32, 28, 25, 22.5, 20.5, 19, 18, 17, 16)
SMALL = (17.5, 16, 15, 14, 13, 12)
"""Heights of the small figures to try, mm; the smaller ones where a page is full of forces."""
FEW = 4
SOME = 8
"""So many machines, or fewer, are told in larger type."""


@dataclass(frozen=True)
class _Style:
    """How much is said of each machine: in ``full`` words; ``large`` beside a large figure; with ``sums`` below;
    ``tight`` without a new line for each thing."""

    full: bool
    large: bool = False
    sums: bool = True
    tight: bool = False


FEWER, FULL, BRIEF = _Style(full=True, large=True), _Style(full=True), _Style(full=False)


@dataclass(frozen=True)
class _Line:
    """A machine of the roster with its design and its marks."""

    machine: Machine

    @property
    def record(self) -> RecordSheet:
        return self.machine.record

    @property
    def now(self) -> Condition:
        return self.machine.condition

    @cached_property
    def unit(self) -> Unit:
        return self.record.unit.design

    @cached_property
    def sheet(self) -> Sheet:
        return self.record.sheet

    @cached_property
    def worth(self) -> glance.Worth:
        return glance.worth(self.unit, self.now)


def force_roster(force: Force) -> Report:
    """One force with all below it, the sum of each, and of all."""
    node = next(node for node in Tree(force.campaign).nodes if node.force.pk == force.pk)
    lines = {part.force.pk: [_Line(machine) for machine in part.machines] for part in node}
    whole = [line for part in node for line in lines[part.force.pk]]
    filled = [part for part in node if lines[part.force.pk]]
    if not filled:
        nothing = Words([_("No machines stand in this force yet. Place them on the campaign’s page.")])
        return Report(force.name, [nothing], about=_about(force.campaign, whole), points=8, wide=True)

    def parts(style: _Style) -> list[Part]:
        found: list[Part] = [
            _machines(lines[part.force.pk], "" if filled == [node] else _title(part, node), style) for part in filled
        ]
        return [hurt.key(), *found, *([_totals(node, lines)] if len(filled) > 1 else [])]

    return _drawn(force.name, _about(force.campaign, whole), parts, len(whole), forces=len(filled))


def unplaced(campaign: Campaign) -> Report:
    """Machines that stand in no force, and who has no machine."""
    lines = [_Line(machine) for machine in Tree(campaign).unplaced]
    idle = [pilot for pilot in pilots_of(campaign) if getattr(pilot, "sheet", None) is None]

    def parts(style: _Style) -> list[Part]:
        found: list[Part] = [hurt.key(), _machines(lines, _("Machines in no force"), style)] if lines else []
        return [*found, _idle(idle)] if idle else found

    if lines:
        return _drawn(_("In no force"), campaign.name, parts, len(lines))
    nothing = Words([_("Every machine stands in a force and every MechWarrior has a machine.")])
    return Report(_("In no force"), parts(FULL) or [nothing], about=campaign.name, points=8, wide=True)


def _drawn(title: str, about: str, parts: Callable[[_Style], list[Part]], count: int, forces: int = 1) -> Report:
    """A page of machines with their small figures: in full words, else in fewer, else these in smaller type."""
    brief = Report(title, parts(BRIEF), about=about, points=8, wide=True, figures=FIGURES)
    least = replace(brief, parts=parts(replace(BRIEF, sums=forces == 1, tight=True)), points=LEAST, figures=SMALL)
    full = replace(brief, parts=parts(FULL), points=8.5 if count <= SOME else 8, shorter=replace(brief, shorter=least))
    if count > FEW:
        return full
    few = replace(full, parts=parts(FEWER), points=10, shorter=full)
    return replace(few, points=11.5, shorter=few)


def _about(campaign: Campaign, lines: list[_Line]) -> str:
    found = [campaign.name]
    if campaign.date:
        found.append(date_format(campaign.date, "j M Y"))
    if lines:
        fit = [line for line in lines if not line.now.out]
        found.append(
            ngettext("%(fit)d of %(count)d ’Mech fit", "%(fit)d of %(count)d ’Mechs fit", len(lines))
            % {"fit": len(fit), "count": len(lines)}
        )
        found.append(_("%(fit)d of %(all)d tons") % {"fit": _tons(fit), "all": _tons(lines)})
        found.append(_value(_worth(lines)))
    return " · ".join(found)


def _tons(lines: list[_Line]) -> int:
    return sum(line.record.unit.tons for line in lines)


def _worth(lines: list[_Line]) -> glance.Worth:
    return sum((line.worth for line in lines), glance.Worth())


def _title(node: Node, top: Node) -> str:
    """A force inside another says in which."""
    if node is top:
        return node.force.name
    above = next((part.force.name for part in top if node in part.children and part is not top), "")
    return f"{above} · {node.force.name}" if above else node.force.name


def _machines(lines: list[_Line], title: str, style: _Style) -> Table:
    rows = [_large(line) if style.large else _row(line, style) for line in lines]
    sums = style.sums and len(lines) > 1
    if sums:
        rows.append(_sum(lines, large=style.large))
    unknown = [line for line in lines if not line.worth.known]
    note = ngettext(
        "BV unknown: %(names)s carries what has none.", "BV unknown: %(names)s carry what has none.", len(unknown)
    )
    names = ", ".join(dict.fromkeys(line.record.unit.name for line in unknown))
    return Table(_heads(large=style.large), rows, WIDTHS_OF_FEW if style.large else WIDTHS, title, strong=(),
                 sums=(len(lines),) if sums else (), note=note % {"names": names} if unknown else "")  # fmt: skip


def _heads(*, large: bool) -> list[str]:
    if large:
        return ["", _("machine and MechWarrior"), _("what is left"), _("where it is hurt")]
    return [
        "", _("machine"), _("MechWarrior"), _("BV (skills)"), _("armour, structure"), _("ammunition"),
        _("where it is hurt"),
    ]  # fmt: skip


def _sum(lines: list[_Line], *, large: bool) -> list[Cell]:
    count = ngettext("%(n)d ’Mech", "%(n)d ’Mechs", len(lines)) % {"n": len(lines)}
    count, worth = f"{count}, {_weight(_tons(lines))}", _worth(lines)
    if large:
        return ["", Stack([count, *_worth_lines(worth)]), Stack(_named(lines)), ""]
    return ["", count, "", _values(worth), Stack([_armour(lines), _structure(lines)]), "", ""]


def _row(line: _Line, style: _Style) -> list[Cell]:
    """A machine in a line of several columns."""
    full = style.full
    where = hurt.lines(line.unit, line.sheet, line.now, full=full)
    return [
        hurt.figure(line.unit, line.sheet, line.now), Stack(_machine(line), strong=True),
        Stack([glance.seat(line.record), *_skills(line.record.pilot, line.now, full=full)]), _values(line.worth),
        Stack([_armour([line]), _structure([line])]), Stack(hurt.rounds(line.unit, line.sheet, full=full)),
        " · ".join(where) if style.tight else Stack(where),
    ]  # fmt: skip


def _large(line: _Line) -> list[Cell]:
    """A machine beside a large figure: fewer and broader columns."""
    unit, sheet, now, record = line.unit, line.sheet, line.now, line.record
    who = [glance.seat(record), *_skills(record.pilot, now, full=True)]
    rounds = [_("ammunition %(rounds)s") % {"rounds": first} if number == 0 else first
              for number, first in enumerate(hurt.rounds(unit, sheet, full=True))]  # fmt: skip
    return [
        hurt.figure(unit, sheet, now), Stack([*_machine(line), *_worth_lines(line.worth), *who], strong=True),
        Stack([*_named([line]), *(rounds if unit.bins else [])]), Stack(hurt.lines(unit, sheet, now, full=True)),
    ]  # fmt: skip


def _machine(line: _Line) -> list[str]:
    record = line.record
    return [record.name, *([record.unit.name] if record.label else []), _weight(record.unit.tons)]


def _value(worth: glance.Worth) -> str:
    return _("BV %(base)s, with skills %(crewed)s") % {
        "base": glance.value(worth.base, known=worth.known), "crewed": glance.value(worth.crewed, known=worth.known),
    }  # fmt: skip


def _worth_lines(worth: glance.Worth) -> list[str]:
    """The same, a line each."""
    return [
        _("BV %(n)s") % {"n": glance.value(worth.base, known=worth.known)},
        _("with skills %(n)s") % {"n": glance.value(worth.crewed, known=worth.known)},
    ]


def _named(lines: list[_Line]) -> list[Meter]:
    """What is left of armour and structure, as bars that say which is which."""
    armour, structure = _armour(lines), _structure(lines)
    return [
        Meter(armour.percent, _("%(left)s armour") % {"left": armour.text}),
        Meter(structure.percent, _("%(left)s structure") % {"left": structure.text}),
    ]


def _weight(tons: int) -> str:
    return ngettext("%(n)d ton", "%(n)d tons", tons) % {"n": tons}


def _values(worth: glance.Worth) -> Stack:
    """What they are worth as built, and in these hands."""
    return Stack([glance.value(worth.base, known=worth.known), f"({glance.value(worth.crewed, known=worth.known)})"])


def _skills(pilot: Pilot | None, now: Condition, *, full: bool) -> list[str]:
    """Level and skills, then wounds; an empty seat has none of them."""
    if pilot is None:
        return []
    crew = now.crew
    found = f"{pilot.get_level_display()}, {crew.gunnery}/{crew.piloting}"
    if full:
        return [found, _("%(n)d of 6 hits") % {"n": crew.hits}]
    return [f"{found}, {_hits(crew.hits)}" if crew.hits else found]


def _hits(number: int) -> str:
    return ngettext("%(n)d hit", "%(n)d hits", number) % {"n": number}


def _armour(lines: list[_Line]) -> Meter:
    return glance.meter(glance.together(line.now.armour for line in lines))


def _structure(lines: list[_Line]) -> Meter:
    return glance.meter(glance.together(line.now.structure for line in lines))


def _totals(top: Node, lines: dict[int, list[_Line]]) -> Table:
    """A line for each force, with all below it, and the whole."""
    heads = [
        _("force, with all below it"), _("’Mechs"), _("fit"), _("tons"), _("tons fit"), _("BV"), _("with skills"),
        _("of that fit"), _("armour"), _("structure"),
    ]  # fmt: skip
    parts = [part for part in top if part is not top]
    rows = [_total(part, lines, "– " * (part.depth - top.depth - 1) + part.force.name) for part in parts]
    rows.append(_total(top, lines, _("all")))
    return Table(heads, rows, (4, 0.9, 0.8, 0.9, 1, 1.2, 1.3, 1.3, 2, 2), _("Totals"), right=(1, 2, 3, 4, 5, 6, 7),
                 sums=(len(rows) - 1,))  # fmt: skip


def _total(node: Node, lines: dict[int, list[_Line]], name: str) -> list[Cell]:
    found = [line for part in node for line in lines[part.force.pk]]
    fit = [line for line in found if not line.now.out]
    worth, able = _worth(found), _worth(fit)
    return [
        name, str(len(found)), str(len(fit)), str(_tons(found)), str(_tons(fit)),
        glance.value(worth.base, known=worth.known), glance.value(worth.crewed, known=worth.known),
        glance.value(able.crewed, known=able.known), _armour(found), _structure(found),
    ]  # fmt: skip


def _idle(pilots: list[Pilot]) -> Table:
    heads = [_("MechWarrior"), _("level"), _("G/P"), _("hits"), _("edge"), _("status")]
    return Table(heads, list(_pilots(pilots)), (4, 2, 1, 1, 1, 2), _("MechWarriors without a machine"))


def _pilots(pilots: list[Pilot]) -> Iterator[list[Cell]]:
    for pilot in pilots:
        edge = f"{pilot.edge - pilot.edge_used}/{pilot.edge}" if pilot.edge else "–"
        yield [str(pilot), str(pilot.get_level_display()), f"{pilot.gunnery}/{pilot.piloting}", f"{pilot.hits}/6",
               edge, str(pilot.get_status_display())]  # fmt: skip

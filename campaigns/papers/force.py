"""The roster of a force: a page of machines, who sits in them, what they are worth and how they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign, Force
from campaigns.selectors.roster import Machine, Node, Tree, pilots_of
from records.models import Pilot, RecordSheet
from records.printing.report import Cell, Meter, Part, Report, Table, Words
from records.rules import Sheet, Unit
from records.selectors.condition import Condition

from . import glance

WIDTHS = (3.7, 0.9, 2.9, 1.3, 0.75, 0.7, 1.05, 1.05, 2.1, 2.1, 2.1, 3.4)
RIGHT = (1, 6, 7)


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
    parts: list[Part] = [
        _machines(lines[part.force.pk], "" if filled == [node] else _title(part, node)) for part in filled
    ]
    if len(filled) > 1:
        parts.append(_totals(node, lines))
    if not parts:
        parts = [Words([_("No machines stand in this force yet. Place them on the campaign’s page.")])]
    return Report(force.name, parts, about=_about(force.campaign, whole), points=8, wide=True)


def unplaced(campaign: Campaign) -> Report:
    """Machines that stand in no force, and who has no machine."""
    lines = [_Line(machine) for machine in Tree(campaign).unplaced]
    parts: list[Part] = [_machines(lines, _("Machines in no force"))] if lines else []
    idle = [pilot for pilot in pilots_of(campaign) if getattr(pilot, "sheet", None) is None]
    if idle:
        parts.append(_idle(idle))
    if not parts:
        parts = [Words([_("Every machine stands in a force and every MechWarrior has a machine.")])]
    return Report(_("In no force"), parts, about=campaign.name, points=8, wide=True)


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
        worth = _worth(lines)
        found.append(
            _("BV %(base)s, with skills %(crewed)s")
            % {
                "base": glance.value(worth.base, known=worth.known),
                "crewed": glance.value(worth.crewed, known=worth.known),
            }
        )
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


def _machines(lines: list[_Line], title: str) -> Table:
    heads = [
        _("machine"), _("tons"), _("MechWarrior"), _("level"), _("G/P"), _("hits"), _("BV"), _("with skills"),
        _("armour"), _("structure"), _("ammunition"), _("what is out"),
    ]  # fmt: skip
    rows = [_row(line) for line in lines]
    if len(lines) > 1:
        worth = _worth(lines)
        rows.append([
            ngettext("%(n)d ’Mech", "%(n)d ’Mechs", len(lines)) % {"n": len(lines)}, str(_tons(lines)), *[""] * 4,
            glance.value(worth.base, known=worth.known), glance.value(worth.crewed, known=worth.known),
            _armour(lines), _structure(lines), "", "",
        ])  # fmt: skip
    unknown = [line for line in lines if not line.worth.known]
    note = _("BV unknown: %(names)s carries what has none.") if len(unknown) == 1 else _(
        "BV unknown: %(names)s carry what has none."
    )
    names = ", ".join(dict.fromkeys(line.record.unit.name for line in unknown))
    return Table(heads, rows, WIDTHS, title, right=RIGHT, sums=(len(lines),) if len(lines) > 1 else (),
                 note=note % {"names": names} if unknown else "")  # fmt: skip


def _row(line: _Line) -> list[Cell]:
    record, now, pilot = line.record, line.now, line.record.pilot
    worth = line.worth
    return [
        glance.full_name(record), str(record.unit.tons), glance.seat(record),
        *_skills(pilot, now), glance.value(worth.base, known=worth.known),
        glance.value(worth.crewed, known=worth.known), glance.meter(now.armour), glance.meter(now.structure),
        glance.rounds(line.unit, line.sheet), glance.trouble(line.unit, line.sheet, now),
    ]  # fmt: skip


def _skills(pilot: Pilot | None, now: Condition) -> tuple[str, str, str]:
    """Level, skills and hits; an empty seat has none of them."""
    if pilot is None:
        return "", "–", "–"
    crew = now.crew
    return str(pilot.get_level_display()), f"{crew.gunnery}/{crew.piloting}", f"{crew.hits}/6"


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

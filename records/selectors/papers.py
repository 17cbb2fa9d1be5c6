"""Papers of what records know by themselves: a pilot's dossier, the quick reference of a roster's rules."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from records import access, rules
from records.models import Pilot, RecordSheet, Roster
from records.printing.report import Blank, Part, Report, Table, Words
from records.printing.sources import Paper
from records.rules.tables import consciousness_number

from .reference import reference

LIVES = 6


def pilot_paper(person: Any, number: int) -> Paper | None:
    """The dossier of a pilot on a roster that the person may see."""
    pilot = Pilot.objects.select_related("roster", "sheet__unit").filter(pk=number).first()
    if pilot is None or access.right_on(person, pilot.roster) == "none":
        return None
    return Paper(_("Dossier of %(name)s") % {"name": pilot.name}, lambda: dossier(pilot))


def reference_paper(person: Any, number: int) -> Paper | None:
    """The quick reference of a roster that the person may see."""
    roster = Roster.objects.filter(pk=number).first()
    if roster is None or access.right_on(person, roster) == "none":
        return None
    ruleset = rules.decode(rules.Ruleset, roster.ruleset)
    configs = roster.sheets.filter(retired=False).values_list("unit__config", flat=True).distinct()
    return Paper(_("Quick reference"), lambda: reference(ruleset, configs={"Biped", *configs}))


def _machine(record: RecordSheet) -> str:
    name = f"{record.label} ({record.unit.name})" if record.label else record.unit.name
    return _("%(name)s, %(tons)d tons") % {"name": name, "tons": record.unit.tons}


def dossier(pilot: Pilot) -> Report:
    """One pilot: skills, experience, wounds, edge, 'Mech and notes, with room to write."""
    record = getattr(pilot, "sheet", None)
    left = pilot.edge - pilot.edge_used
    facts = [
        [_("callsign"), pilot.callsign or "–"],
        [_("gunnery"), str(pilot.gunnery)],
        [_("piloting"), str(pilot.piloting)],
        [_("experience"), str(pilot.get_level_display())],
        [_("status"), str(pilot.get_status_display())],
        [_("edge"), _("%(left)d of %(all)d left") % {"left": left, "all": pilot.edge} if pilot.edge else "–"],
        [_("’Mech"), _machine(record) if record else "–"],
    ]
    wounds = [
        [
            str(hit),
            "†" if hit == LIVES else f"{consciousness_number(hit)}+",
            _("taken") if hit <= pilot.hits else "",
        ]
        for hit in range(1, LIVES + 1)
    ]
    parts: list[Part] = [
        Table(["", ""], facts, [1, 3], _("MechWarrior"), (1,)),
        Table([_("hit"), _("stays conscious on"), ""], wounds, [1, 2, 4], _("Wounds"), (2,)),
    ]
    if pilot.notes.strip():
        parts.append(Words(pilot.notes.splitlines(), _("Notes")))
    parts.append(Blank(10, _("Battles and deeds")))
    return Report(pilot.name, parts, about=_("MechWarrior of %(roster)s") % {"roster": pilot.roster.name}, points=10)

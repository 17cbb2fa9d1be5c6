"""Papers of what records know by themselves: a pilot's dossier, the quick reference of a roster's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from records import access, rules
from records.models import Pilot, RecordSheet, Roster
from records.printing import sources
from records.printing.report import Blank, Part, Report, Table, Tick, Words
from records.printing.sources import Paper
from records.rules.tables import consciousness_number
from records.words import app
from records.words import options as option_words
from records.words.numbers import grouped

from .condition import condition
from .reference import reference

if TYPE_CHECKING:
    from records.rules.options import Counter, Option

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


def dossier(pilot: Pilot) -> Report:
    """One pilot: skills, experience, wounds, edge, 'Mech, what the rules give, battles and notes, and room to write."""
    record = RecordSheet.objects.select_related("unit", "roster").filter(pilot=pilot).first()
    ruleset = rules.decode(rules.Ruleset, pilot.roster.ruleset)
    parts: list[Part] = [_facts(pilot, record), _wounds(pilot)]
    if given := _given(pilot, record, ruleset):
        parts.append(Table(["", ""], given, [2, 6], _("What the campaign’s options give")))
    if record is not None and (history := _history(record)):
        parts.append(history)
    parts += sources.more("pilot", pilot.pk)
    if pilot.notes.strip():
        parts.append(Words(pilot.notes.splitlines(), _("Notes")))
    parts.append(Blank(5, _("Deeds and awards")))
    return Report(pilot.name, parts, about=_("MechWarrior of %(roster)s") % {"roster": pilot.roster.name}, points=9)


def _facts(pilot: Pilot, record: RecordSheet | None) -> Table:
    left = pilot.edge - pilot.edge_used
    facts = [
        (_("callsign"), pilot.callsign or "–"),
        (_("experience"), str(pilot.get_level_display())),
        (_("gunnery"), str(pilot.gunnery)),
        (_("piloting"), str(pilot.piloting)),
        (_("status"), str(pilot.get_status_display())),
        (_("hits"), f"{pilot.hits}/{LIVES}"),
        (_("edge"), _("%(left)d of %(all)d left") % {"left": left, "all": pilot.edge} if pilot.edge else "–"),
        (_("’Mech"), _machine(record) if record else _("none: no seat")),
    ]
    if record is not None:
        facts += [(_("battle value"), _worth(record)), (_("the ’Mech now"), _state(record))]
    half = (len(facts) + 1) // 2
    rows = [[*one, *other] for one, other in zip(facts[:half], [*facts[half:], ("", "")][:half], strict=True)]
    return Table(["", "", "", ""], rows, [1.2, 2.4, 1.4, 4], _("MechWarrior"), (1, 3))


def _machine(record: RecordSheet) -> str:
    name = f"{record.label} ({record.unit.name})" if record.label else record.unit.name
    return _("%(name)s, %(tons)d tons") % {"name": name, "tons": record.unit.tons}


def _worth(record: RecordSheet) -> str:
    base = rules.battle_value(record.unit.design).total
    if base is None:
        return _("not known: something aboard has none")
    skills = rules.skills_of(record.unit.design, record.sheet)
    return _("%(base)s as built, %(crewed)s with these skills") % {
        "base": grouped(base),
        "crewed": grouped(rules.with_crew(base, *skills)),
    }


def _state(record: RecordSheet) -> str:
    now = condition(record)
    found = [_("armour %(n)d%%") % {"n": now.armour.percent}, _("structure %(n)d%%") % {"n": now.structure.percent}]
    found += [_("destroyed")] if now.out else []
    return ", ".join(found)


def _wounds(pilot: Pilot) -> Table:
    """Six boxes on their side: what keeps conscious, and which are taken."""
    hits = range(1, LIVES + 1)
    awake = ["†" if hit == LIVES else f"{consciousness_number(hit)}+" for hit in hits]
    taken = [Tick(hit <= pilot.hits, _("taken") if hit <= pilot.hits else "") for hit in hits]
    return Table([_("hit"), *map(str, hits)], [[_("stays conscious on"), *awake], ["", *taken]], [2, *([1.0] * LIVES)],
                 _("Wounds"))  # fmt: skip


def _given(pilot: Pilot, record: RecordSheet | None, ruleset: rules.Ruleset) -> list[list[str]]:
    """Uses that optional rules count, and what they add at this level of experience."""
    rows = []
    for option in ruleset.active:
        if record is not None and not option.shown(ruleset, record.unit.design, record.sheet):
            continue
        told = [
            _count(counter, option, record, ruleset) for counter in option.counters
            if counter.setting and (record is None or option.most(ruleset, record.sheet, counter))
        ]  # fmt: skip
        if option.grid is not None and pilot.level in option.grid.rows:
            told.append(", ".join(
                f"{_column(option, column)} {option.cell(ruleset, pilot.level, column):+d}"
                for column in option.grid.columns
            ))  # fmt: skip
        if told:
            rows.append([option_words.title(option.id), "; ".join(told)])
    return rows


def _count(counter: Counter, option: Option, record: RecordSheet | None, ruleset: rules.Ruleset) -> str:
    if record is None:
        used, most = 0, option.number(ruleset, counter.setting)
    else:
        used, most = record.sheet.counters.get(counter.name, 0), option.most(ruleset, record.sheet, counter)
    return _("%(what)s: %(used)d of %(most)d used") % {
        "what": option_words.word("counters", counter.name, option.id), "used": used, "most": most
    }  # fmt: skip


def _history(record: RecordSheet) -> Table | None:
    """Skills as they were set on the sheet, a line each time they changed; none where they never did."""
    levels = dict(Pilot.Level.choices)
    rows: list[list[str]] = []
    for at, entered in record.entries.filter(entered__type="CrewChanged").values_list("at", "entered"):
        seat = rules.decode_tagged(rules.Entry, entered)
        if seat.member:
            continue
        crew = seat.crew
        row = [f"{crew.gunnery}/{crew.piloting}", str(levels.get(crew.level, "–")), str(crew.edge)]
        if not rows or rows[-1][1:] != row:
            rows.append([date_format(localtime(at), "j M Y"), *row])
    if len(rows) < 2:
        return None
    heads = [_("set on"), _("gunnery/piloting"), _("experience"), _("edge")]
    note = _("From the log of this machine’s sheet: somebody else may have sat in it before.")
    return Table(heads, rows, [2, 2, 2, 2], _("Skills over time"), note=note)


def _column(option: Option, column: str) -> str:
    return str(app.MODES.get(column) or option_words.word("columns", column, option.id))

"""What prints may ask of campaigns: the roster behind a slug, when battles began, and the papers around the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records import words
from records.models import Pilot, RecordSheet, Roster, SheetEntry
from records.printing.report import Cell, Meter, Part, Report, Table, Words
from records.printing.sources import Choice, Paper
from records.rules import Event
from records.rules.events import PhaseSettled
from records.selectors.condition import Condition
from records.words import app
from records.words import events as event_words

from .models import Battle, BattleSheet, Campaign, Force
from .selectors import battles as battle_selectors
from .selectors.roster import Node, Tree


def roster_of(slug: str) -> Roster | None:
    """The roster of the campaign with this slug, or None."""
    return Roster.objects.filter(campaign__slug=slug).first()


def began(records: Iterable[int]) -> Mapping[int, int]:
    """Of these sheets, those in an open battle: the number of the last entry before it."""
    found = BattleSheet.objects.filter(record__in=list(records), open=True)
    return dict(found.values_list("record_id", "began"))


def _seen(person: Any) -> QuerySet[Campaign]:
    return Campaign.objects.filter(memberships__user_id=person.pk)


def force_paper(person: Any, number: int) -> Paper | None:
    """The roster page of a force in a campaign that the person is a member of."""
    force = Force.objects.select_related("campaign").filter(pk=number, campaign__in=_seen(person)).first()
    if force is None:
        return None
    return Paper(_("Roster of %(force)s") % {"force": force.name}, lambda: force_roster(force))


def battle_paper(person: Any, number: int) -> Paper | None:
    """The summary of a battle in a campaign that the person is a member of."""
    battle = Battle.objects.select_related("campaign").filter(pk=number, campaign__in=_seen(person)).first()
    if battle is None:
        return None
    return Paper(_("Summary of %(battle)s") % {"battle": battle.name}, lambda: battle_summary(battle))


def campaign_group(person: Any, slug: str) -> Choice | None:
    """Everything of a campaign that can be printed."""
    campaign = _seen(person).filter(slug=slug).select_related("roster").first()
    if campaign is None:
        return None
    tree = Tree(campaign)
    papers = [(f"force:{node.force.pk}", _("Roster of %(force)s") % {"force": node.force.name}) for node in tree.tops]
    papers += [
        (f"pilot:{pilot.pk}", _("Dossier of %(name)s") % {"name": pilot.name})
        for pilot in Pilot.objects.filter(roster=campaign.roster)
    ]
    papers += [
        (f"battle:{battle.pk}", _("Summary of %(battle)s") % {"battle": battle.name})
        for battle in campaign.battles.all()
    ]
    papers.append((f"reference:{campaign.roster_id}", _("Quick reference")))
    sheets = [(machine.record.pk, str(machine.record.name)) for machine in tree.machines]
    return Choice(campaign.name, tuple(papers), tuple(sheets))


def force_roster(force: Force) -> Report:
    """One force with all below it: machines, pilots, condition at a glance."""
    node = next(node for node in Tree(force.campaign).nodes if node.force.pk == force.pk)
    parts: list[Part] = [_machines(part) for part in node if part.machines]
    machines = ngettext("%(count)d ’Mech", "%(count)d ’Mechs", node.count) % {"count": node.count}
    about = f"{force.campaign.name} · {machines} · {_('%(tons)d tons fit') % {'tons': node.tons}}"
    if not parts:
        parts = [Words([_("No machines stand in this force.")])]
    return Report(force.name, parts, about=about)


def _machines(node: Node) -> Table:
    heads = [
        _("machine"), _("tons"), _("MechWarrior"), _("G/P"), _("hits"), _("armour"), _("structure"), _("rounds"),
        _("what is wrong"),
    ]  # fmt: skip
    rows: list[list[Cell]] = []
    for machine in node.machines:
        record, now = machine.record, machine.condition
        name = f"{record.label} ({record.unit.name})" if record.label else record.unit.name
        pilot = str(record.pilot) if record.pilot is not None else "–"
        rows.append([
            name, str(record.unit.tons), pilot, f"{now.crew.gunnery}/{now.crew.piloting}", f"{now.crew.hits}/6",
            Meter(now.armour.percent, f"{now.armour.left}/{now.armour.total}"),
            Meter(now.structure.percent, f"{now.structure.left}/{now.structure.total}"),
            f"{now.ammunition.left}/{now.ammunition.total}" if now.ammunition.total else "–", _wrong(now),
        ])  # fmt: skip
    return Table(heads, rows, [4, 0.9, 3, 0.9, 0.8, 2.8, 2.8, 1.4, 3.2], node.force.name)


def _wrong(now: Condition) -> str:
    found = [_("destroyed: %(why)s") % {"why": ", ".join(map(words.cause, now.destroyed))}] if now.destroyed else []
    if now.lost:
        found.append(_("lost %(places)s") % {"places": ", ".join(now.lost)})
    if now.criticals:
        found.append(ngettext("%(count)d critical", "%(count)d criticals", now.criticals) % {"count": now.criticals})
    found += [_("pilot dead")] if now.crew.dead else [] if now.crew.conscious else [_("pilot unconscious")]
    found += [_("heat %(heat)d") % {"heat": now.heat}] if now.heat else []
    found += [_("prone")] if now.prone else []
    found += [_("shut down")] if now.shutdown else []
    return ", ".join(found) or "–"


def battle_summary(battle: Battle) -> Report:
    """Who fought, how they stand, and what happened, turn by turn."""
    standing = battle_selectors.standing(battle)
    parts: list[Part] = [Words(battle.summary.splitlines(), _("Summary"))] if battle.summary.strip() else []
    for title, fighters in ((_("Our side"), standing.ours), (_("Opposition"), standing.theirs)):
        rows: list[list[Cell]] = [
            [
                fighter.record.name, str(fighter.record.pilot or "–"),
                Meter(fighter.condition.armour.percent, f"{fighter.condition.armour.percent} %"),
                Meter(fighter.condition.structure.percent, f"{fighter.condition.structure.percent} %"),
                _wrong(fighter.condition),
            ]
            for fighter in fighters
        ]  # fmt: skip
        if rows:
            heads = [_("machine"), _("MechWarrior"), _("armour"), _("structure"), _("what is wrong")]
            parts.append(Table(heads, rows, [3, 3, 2, 2, 4], title))
    parts += _turns(battle)
    state = _("being fought, turn %(turn)d") if battle.open else _("ended in turn %(turn)d")
    about = f"{battle.campaign.name} · {state % {'turn': standing.turn}}"
    return Report(battle.name, parts, about=about)


def _turns(battle: Battle) -> Iterator[Table]:
    """A table each turn: what was entered on which sheet, and what followed."""
    lines = list(reversed(battle_selectors.log(battle)))
    records = RecordSheet.objects.select_related("unit").in_bulk({line.record_id for line in lines})
    undone = _undone(lines)
    turns: dict[int, list[list[Cell]]] = {}
    for line in lines:
        if line.kind != SheetEntry.Kind.ENTRY or line.pk in undone:
            continue
        record = records[line.record_id]
        unit = record.unit.design
        then = " · ".join(event_words.consequences(_told(line), unit))
        if line.what in ("PhaseEnded", "TurnEnded") and not then:
            continue
        phase = str(app.PHASES.get(line.phase, line.phase))
        what = event_words.headline(line.entry, unit)
        turns.setdefault(line.turn, []).append([phase, record.name, f"{what}. {then}" if then else what])
    for turn, rows in turns.items():
        heads = [_("phase"), _("machine"), _("what happened")]
        yield Table(heads, rows, [1.6, 2.4, 9], _("Turn %(turn)d") % {"turn": turn}, (1,))


def _told(line: SheetEntry) -> list[Event]:
    """What followed, but for the next phase having begun."""
    return [event for event in line.happened if not isinstance(event, PhaseSettled)]


def _undone(lines: list[SheetEntry]) -> set[int]:
    """Entries that were taken back and not redone."""
    found: set[int] = set()
    for line in lines:
        if line.kind == SheetEntry.Kind.UNDO and line.names_id is not None:
            found.add(line.names_id)
        elif line.kind == SheetEntry.Kind.REDO and line.names_id is not None:
            found.discard(line.names_id)
    return found

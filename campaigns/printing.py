"""What prints may ask of campaigns: the roster behind a slug, when battles began, and the papers around the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from records.models import Pilot, Roster
from records.printing.sources import Choice, Paper

from .models import Battle, BattleSheet, Campaign, Force
from .papers.battle import battle_summary
from .papers.deeds import deeds_of
from .papers.force import force_roster, unplaced
from .selectors.roster import Tree

__all__ = [
    "battle_paper", "battle_summary", "began", "campaign_group", "deeds_of", "force_paper", "force_roster", "roster_of",
    "unplaced_paper",
]  # fmt: skip


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


def unplaced_paper(person: Any, number: int) -> Paper | None:
    """What stands in no force of a campaign that the person is a member of."""
    campaign = _seen(person).select_related("roster").filter(pk=number).first()
    if campaign is None:
        return None
    return Paper(_("In no force: %(campaign)s") % {"campaign": campaign.name}, lambda: unplaced(campaign))


def battle_paper(person: Any, number: int) -> Paper | None:
    """The summary of a battle in a campaign that the person is a member of."""
    battle = Battle.objects.select_related("campaign").filter(pk=number, campaign__in=_seen(person)).first()
    if battle is None:
        return None
    return Paper(_("Summary of %(battle)s") % {"battle": battle.name}, lambda: battle_summary(battle))


def campaign_group(person: Any, slug: str) -> Choice | None:
    """Everything of a campaign that can be printed, the machines force by force."""
    campaign = _seen(person).filter(slug=slug).select_related("roster").first()
    if campaign is None:
        return None
    tree = Tree(campaign)
    papers = [(f"force:{node.force.pk}", _("Roster of %(force)s") % {"force": node.force.name}) for node in tree.tops]
    if tree.unplaced or Pilot.objects.filter(roster=campaign.roster, sheet=None).exists():
        papers.append((f"unplaced:{campaign.pk}", _("In no force: %(campaign)s") % {"campaign": campaign.name}))
    papers += [
        (f"pilot:{pilot.pk}", _("Dossier of %(name)s") % {"name": pilot.name})
        for pilot in Pilot.objects.filter(roster=campaign.roster)
    ]
    papers += [
        (f"battle:{battle.pk}", _("Summary of %(battle)s") % {"battle": battle.name})
        for battle in campaign.battles.all()
    ]
    papers.append((f"reference:{campaign.roster_id}", _("Quick reference")))
    machines = [machine for node in tree.nodes for machine in node.machines] + tree.unplaced
    sheets = [(machine.record.pk, str(machine.record.name)) for machine in machines]
    return Choice(campaign.name, tuple(papers), tuple(sheets))

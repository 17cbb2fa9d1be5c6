"""Campaigns at a glance, for the home page and the list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from campaigns.models import Battle, Campaign, Membership, Role
from records.models import Pilot, RecordSheet


@dataclass(frozen=True)
class Card:
    """One campaign as a card: the person's role, how much is in it, and its open battles."""

    campaign: Campaign
    role: str
    machines: int
    pilots: int
    members: int
    battles: list[Battle]


def order(campaigns: Iterable[Campaign]) -> list[Campaign]:
    """The campaigns as they are listed: those with an open battle first, then by name."""
    listed = list(campaigns)
    fighting = set(Battle.objects.filter(campaign__in=listed, closed_at=None).values_list("campaign_id", flat=True))
    return sorted(listed, key=lambda campaign: (campaign.pk not in fighting, campaign.name.casefold(), campaign.pk))


def cards(person: Any, campaigns: Iterable[Campaign]) -> list[Card]:
    """A card for each of the campaigns, in their order; as many queries for one as for all."""
    listed = list(campaigns)
    roles = dict(Membership.objects.filter(campaign__in=listed, user=person).values_list("campaign_id", "role"))
    rosters = [campaign.roster_id for campaign in listed]
    machines = _counted(RecordSheet.objects.filter(roster__in=rosters, retired=False), "roster_id")
    pilots = _counted(Pilot.objects.filter(roster__in=rosters), "roster_id")
    members = _counted(Membership.objects.filter(campaign__in=listed), "campaign_id")
    battles: dict[int, list[Battle]] = {}
    for battle in Battle.objects.filter(campaign__in=listed, closed_at=None).select_related("campaign"):
        battles.setdefault(battle.campaign_id, []).append(battle)
    return [
        Card(
            campaign=campaign,
            role=str(Role(roles[campaign.pk]).label),
            machines=machines.get(campaign.roster_id, 0),
            pilots=pilots.get(campaign.roster_id, 0),
            members=members.get(campaign.pk, 0),
            battles=battles.get(campaign.pk, []),
        )
        for campaign in listed
    ]


def _counted(rows: QuerySet[Any], by: str) -> dict[int, int]:
    """How many rows there are for each value of a column."""
    return dict(rows.order_by().values_list(by).annotate(count=Count("pk")))


def own_sheets(person: Any, most: int = 8) -> list[RecordSheet]:
    """The sheets a person uses outside campaigns, and those given to them in campaigns; used last first."""
    return list(
        RecordSheet.objects.filter(
            Q(roster__personal=True, roster__owner_id=person.pk) | Q(placement__player_id=person.pk), retired=False
        )
        .select_related("unit", "pilot", "roster")
        .defer("state", "initial", "unit__blueprint", "roster__ruleset")
        .order_by("-changed_at")[:most]
    )

"""Campaigns at a glance, for the home page and the list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from campaigns.models import Battle, Campaign, Membership, Role
from records.models import RecordSheet


@dataclass(frozen=True)
class Card:
    """One campaign as a card: the person's role, how much is in it, and its open battles."""

    campaign: Campaign
    role: str
    machines: int
    pilots: int
    members: int
    battles: list[Battle]


def cards(person: Any, campaigns: Iterable[Campaign]) -> list[Card]:
    """A card for each of the campaigns, those with an open battle first."""
    wanted = {campaign.pk: campaign for campaign in campaigns}
    memberships = {m.campaign_id: m for m in Membership.objects.filter(campaign__in=wanted, user=person)}
    counts = Campaign.objects.filter(pk__in=wanted).annotate(
        machines=Count("roster__sheets", filter=Q(roster__sheets__retired=False), distinct=True),
        pilot_count=Count("roster__pilots", distinct=True),
        member_count=Count("memberships", distinct=True),
    )
    battles: dict[int, list[Battle]] = {}
    for battle in Battle.objects.filter(campaign__in=wanted, closed_at=None).select_related("campaign"):
        battles.setdefault(battle.campaign_id, []).append(battle)
    made = [
        Card(
            campaign=wanted[row.pk],
            role=str(Role(memberships[row.pk].role).label),
            machines=row.machines,
            pilots=row.pilot_count,
            members=row.member_count,
            battles=battles.get(row.pk, []),
        )
        for row in counts
    ]
    return sorted(made, key=lambda card: (not card.battles, card.campaign.name.casefold()))


def own_sheets(person: Any, most: int = 8) -> list[RecordSheet]:
    """The sheets a person uses outside campaigns, and those given to them in campaigns; used last first."""
    return list(
        RecordSheet.objects.filter(
            Q(roster__personal=True, roster__owner_id=person.pk) | Q(placement__player_id=person.pk), retired=False
        )
        .select_related("unit", "pilot", "roster")
        .order_by("-changed_at")[:most]
    )

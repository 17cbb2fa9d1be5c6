"""Where units of the catalogue can go: the forces of the campaigns a person runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from records.destinations import Destination

from .models import Force, Role


def forces_of(person: Any) -> Iterable[Destination]:
    """Every force of every campaign that the person owns or is game master of."""
    forces = (
        Force.objects.filter(
            campaign__memberships__user_id=person.pk,
            campaign__memberships__role__in=(Role.OWNER, Role.GAME_MASTER),
        )
        .select_related("campaign")
        .order_by("campaign__name", "campaign_id", "hostile", "order", "pk")
    )
    return [
        Destination(
            label=force.name,
            url=f"{reverse('machine_add', args=[force.campaign.slug])}?force={force.pk}",
            group=force.campaign.name,
        )
        for force in forces
    ]

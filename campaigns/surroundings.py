"""From a record sheet's page to its battle and campaign, and to the other sheets of the battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from records.models import RecordSheet
from records.surroundings import Link

from .models import BattleSheet, Campaign


def links(record: RecordSheet, person: Any) -> Iterable[Link]:
    """The battle being fought, else the campaign; then the sheets of the same side, in the order of the battle."""
    if record.roster.personal:
        return []
    entry = BattleSheet.objects.filter(record=record, open=True).select_related("battle__campaign").first()
    if entry is None:
        campaign = Campaign.objects.filter(roster=record.roster_id).first()
        return [Link(campaign.name, campaign.get_absolute_url())] if campaign else []
    side = (
        BattleSheet.objects.filter(battle=entry.battle_id, open=True, hostile=entry.hostile)
        .select_related("record__unit")
        .defer("record__initial", "record__unit__blueprint")
    )
    return [Link(entry.battle.name, entry.battle.get_absolute_url()), *(_beside(one, record) for one in side)]


def _beside(entry: BattleSheet, shown: RecordSheet) -> Link:
    record = entry.record
    return Link(
        label=record.label or record.unit.chassis,
        url=reverse("sheet", args=[record.pk]),
        kind="beside",
        current=record.pk == shown.pk,
        owed=len(record.state.get("owed", ())),
    )

"""From a record sheet's page to its battle and campaign, to the other sheets of the battle, and whom it fights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from records.models import RecordSheet
from records.surroundings import Attacker, Fray, Link

from .models import BattleSheet, Campaign
from .selectors.seats import told_apart


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
        owed=_owed(record),
    )


def _owed(record: RecordSheet) -> int:
    """How many rolls a sheet owes; 0 where its stored state cannot be read: its own page says so."""
    owed = record.state.get("owed", ()) if isinstance(record.state, dict) else ()
    return len(owed) if isinstance(owed, list) else 0


def fray(record: RecordSheet) -> Fray | None:
    """The battle that the sheet is in, with the others in it: the other side first, as ordered in the battle."""
    if record.roster.personal:
        return None
    entries = list(
        BattleSheet.objects.filter(battle__entries__record=record, battle__entries__open=True)
        .select_related("record__unit", "record__pilot")
        .only(
            "battle_id", "hostile", "open", "order", "record__label", "record__unit__chassis", "record__unit__model",
            "record__pilot__name", "record__pilot__callsign",
        )
    )  # fmt: skip
    own = next((entry for entry in entries if entry.record_id == record.pk), None)
    if own is None:
        return None
    records = [entry.record for entry in entries]
    names = told_apart(records, {one.pk: one.pilot for one in records})
    short = _short(records, names)
    others = sorted((entry for entry in entries if entry != own), key=lambda entry: entry.hostile == own.hostile)
    return Fray(
        own.battle_id,
        tuple(
            Attacker(
                sheet=entry.record_id,
                name=names[entry.record_id],
                short=short[entry.record_id],
                other_side=entry.hostile != own.hostile,
                here=entry.open,
            )
            for entry in others
        ),
    )


def _short(records: list[RecordSheet], names: dict[int, str]) -> dict[int, str]:
    """The machine's own name or its chassis where nobody else is called so, else all of its name."""
    short = {record.pk: record.label or record.unit.chassis for record in records}
    often = Counter(short.values())
    return {number: text if often[text] == 1 else names[number] for number, text in short.items()}

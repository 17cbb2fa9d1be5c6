"""Who sits in the machines of a battle: noted when a machine joins it and whenever its MechWarrior changes."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models import BattleSeat, BattleSheet


def note(entries: QuerySet[BattleSheet]) -> None:
    """Note who sits in these machines now, where that is somebody else than was noted last."""
    rows = entries.select_related("record__pilot").defer("record__initial", "record__state").prefetch_related("seats")
    now = timezone.now()
    BattleSeat.objects.bulk_create(
        BattleSeat(entry=entry, pilot=entry.record.pilot, name=str(entry.record.pilot or ""), since=now)
        for entry in rows
        if _changed(entry)
    )


def _changed(entry: BattleSheet) -> bool:
    noted = list(entry.seats.all())
    if not noted:
        return True
    sits = entry.record.pilot_id
    return noted[-1].pilot_id != sits or (sits is None and noted[-1].name != "")

"""Who sat where in a battle, and what its machines are called in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from campaigns.models import BattleSeat, BattleSheet
from records.models import Pilot, RecordSheet


def seat_at(entry: BattleSheet, at: datetime) -> BattleSeat | None:
    """Who was noted in the machine at this time; whoever was noted first, when it was before that."""
    seats = list(entry.seats.all())
    return next((seat for seat in reversed(seats) if seat.since <= at), seats[0] if seats else None)


def sitters(entry: BattleSheet) -> list[str]:
    """Everybody who sat in the machine during the battle, in that order, as they are called now or were then."""
    found = (str(seat.pilot) if seat.pilot is not None else seat.name for seat in entry.seats.all())
    return list(dict.fromkeys(name for name in found if name))


def told_apart(records: Sequence[RecordSheet], pilots: Mapping[int, Pilot | None]) -> dict[int, str]:
    """What each machine is called beside the others: its own name or its design's; with its MechWarrior where two are
    alike, with a number where that does not help."""
    found = {record.pk: str(record.name) for record in records}
    often = Counter(found.values())
    for record in records:
        pilot = pilots.get(record.pk)
        if often[record.name] > 1 and pilot is not None:
            found[record.pk] += f", {pilot.callsign or pilot.name.split()[-1]}"
    often = Counter(found.values())
    return {number: f"{name} #{number}" if often[name] > 1 else name for number, name in found.items()}

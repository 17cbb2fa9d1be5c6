"""Pilots: who sits where, and the wounds they carry from the sheet back into their own file."""

from __future__ import annotations

from records.models import Pilot, RecordSheet


def write_back(record: RecordSheet) -> None:
    """Keep the pilot's wounds, death and edge as the sheet has them, so that they last beyond it."""
    pilot = record.pilot
    if pilot is None:
        return
    seat = record.sheet.crew[0]
    edge_used = min(pilot.edge, record.sheet.counters.get("edge-used", pilot.edge_used))
    status = _status(pilot, hits=seat.hits, dead=seat.dead)
    if (pilot.hits, pilot.status, pilot.edge_used) == (seat.hits, status, edge_used):
        return
    pilot.hits, pilot.status, pilot.edge_used = seat.hits, status, edge_used
    pilot.save(update_fields=["hits", "status", "edge_used"])


def _status(pilot: Pilot, *, hits: int, dead: bool) -> str:
    if dead:
        return Pilot.Status.DEAD
    if pilot.status == Pilot.Status.MISSING:
        return pilot.status
    return Pilot.Status.WOUNDED if hits else Pilot.Status.ACTIVE

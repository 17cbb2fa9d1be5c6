"""MechWarriors of a campaign."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction

from campaigns.errors import NotThere
from campaigns.models import Campaign
from records.errors import Refused
from records.models import Pilot, RecordSheet
from records.rules.entries import CrewChanged
from records.services.entries import enter
from records.services.sheets import level_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

# Gunnery and piloting that usually go with a level of experience: a suggestion, every skill can be set.
USUAL_SKILLS: dict[str, tuple[int, int]] = {
    Pilot.Level.GREEN: (5, 6),
    Pilot.Level.REGULAR: (4, 5),
    Pilot.Level.VETERAN: (3, 4),
    Pilot.Level.ELITE: (2, 3),
    Pilot.Level.LEGENDARY: (1, 2),
}
FIELDS = ("name", "callsign", "level", "gunnery", "piloting", "edge", "hits", "status", "notes")
MOST_PILOTS = 500
DEADLY_HITS = 6


def pilot_in(campaign: Campaign, pk: int) -> Pilot:
    """The campaign's pilot of this id. Raises :class:`NotThere` when there is none."""
    pilot = Pilot.objects.filter(roster=campaign.roster_id, pk=pk).first()
    if pilot is None:
        raise NotThere("no-such-pilot")
    return pilot


def create(*, campaign: Campaign, fields: dict[str, Any]) -> Pilot:
    """A new pilot. ``fields`` as :data:`FIELDS`, validated by the form."""
    if campaign.roster.pilots.count() >= MOST_PILOTS:
        raise Refused("too-many-pilots", most=MOST_PILOTS)
    return Pilot.objects.create(roster=campaign.roster, **_settled(fields))


@transaction.atomic
def change(*, pilot: Pilot, fields: dict[str, Any], user: User, key: uuid.UUID) -> None:
    """Change a pilot. What stands on the sheet of the 'Mech they sit in is entered there too, in its log."""
    fields = _settled(fields)
    if all(getattr(pilot, name) == fields[name] for name in fields):
        raise Refused("nothing-changed")
    for name, value in fields.items():
        setattr(pilot, name, value)
    pilot.edge_used = min(pilot.edge_used, pilot.edge)
    pilot.save(update_fields=[*fields, "edge_used"])
    record = RecordSheet.objects.filter(pilot=pilot).first()
    if record is None:
        return
    seat = record.sheet.crew[0]
    dead = pilot.status == Pilot.Status.DEAD
    changed = replace(
        seat,
        gunnery=pilot.gunnery,
        piloting=pilot.piloting,
        hits=pilot.hits,
        level=level_of(pilot),
        edge=pilot.edge,
        dead=dead,
        conscious=False if dead else seat.conscious or seat.dead,
    )
    if changed != seat:
        enter(record_id=record.pk, entry=CrewChanged(member=0, crew=changed), user=user, key=key)


@transaction.atomic
def remove(*, pilot: Pilot) -> None:
    """Strike a pilot off the roster. One who sits in a 'Mech leaves it first."""
    record = RecordSheet.objects.filter(pilot=pilot).first()
    if record is not None:
        raise Refused("pilot-sits-in", pilot=pilot.name, sheet=record.name)
    pilot.delete()


def _settled(fields: dict[str, Any]) -> dict[str, Any]:
    """Hits and status that agree: six hits kill, fewer wound."""
    fields = dict(fields)
    if fields["hits"] >= DEADLY_HITS:
        fields["status"] = Pilot.Status.DEAD
    elif fields["status"] in (Pilot.Status.ACTIVE, Pilot.Status.WOUNDED):
        fields["status"] = Pilot.Status.WOUNDED if fields["hits"] else Pilot.Status.ACTIVE
    return fields

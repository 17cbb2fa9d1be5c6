"""Record sheets: opening one for a unit, giving it a pilot, retiring it."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, cast

from django.db import transaction

from records import rules
from records.errors import Refused
from records.models import Pilot, RecordSheet, Roster, Unit
from records.rules.entries import CrewChanged
from records.rules.sheet import Level

from .entries import enter, lock

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def personal_roster(user: User) -> Roster:
    """The person's own roster, made when first needed."""
    roster, _made = Roster.objects.get_or_create(owner=user, personal=True, defaults={"name": user.get_username()})
    return roster


@transaction.atomic
def open_sheet(*, roster: Roster, unit: Unit, pilot: Pilot | None = None, label: str = "") -> RecordSheet:
    """A fresh record sheet of the unit. The pilot's skills and wounds go onto it.

    Raises Refused for a design that was removed meanwhile.
    """
    # Locked: nobody removes the design before the sheet stands on it.
    if Unit.objects.select_for_update().filter(pk=unit.pk).values_list("pk", flat=True).first() is None:
        raise Refused("unit-is-gone", unit=unit.name)
    crew = tuple(rules.CrewMember() for _seat in range(unit.design.crew_size))
    state = rules.encode(rules.fresh_sheet(unit.design, crew))
    record = RecordSheet.objects.create(
        roster=roster, unit=unit, label=label.strip(), state=state, initial=state, pilot=None
    )
    if pilot is not None:
        assign_pilot(record_id=record.pk, pilot=pilot, user=None, key=uuid.uuid4())
        record.refresh_from_db()
    return record


@transaction.atomic
def assign_pilot(*, record_id: int, pilot: Pilot | None, user: User | None, key: uuid.UUID) -> RecordSheet:
    """Put a pilot into the first seat, or nobody. Their skills and wounds are entered on the sheet, in its log."""
    record = lock([record_id])[record_id]
    if pilot is not None:
        _check_fit(record, pilot)
    if record.pilot_id == (pilot.pk if pilot else None):
        raise Refused("pilot-already-there", pilot=str(pilot) if pilot else "")
    record.pilot = pilot
    record.save(update_fields=["pilot"])
    seat = (
        rules.CrewMember()
        if pilot is None
        else rules.CrewMember(
            gunnery=pilot.gunnery, piloting=pilot.piloting, hits=pilot.hits, level=level_of(pilot), edge=pilot.edge
        )
    )
    if record.sheet.crew[0] != seat:
        enter(record_id=record_id, entry=CrewChanged(member=0, crew=seat), user=user, key=key)
    return RecordSheet.objects.get(pk=record_id)


def level_of(pilot: Pilot) -> Level:
    """The pilot's experience as the rules know it."""
    return cast(Level, str(pilot.level))


def _check_fit(record: RecordSheet, pilot: Pilot) -> None:
    if pilot.roster_id != record.roster_id:
        raise Refused("pilot-of-another-roster", pilot=pilot.name)
    if pilot.status == Pilot.Status.DEAD:
        raise Refused("pilot-is-dead", pilot=pilot.name)
    taken = RecordSheet.objects.filter(pilot=pilot).exclude(pk=record.pk).first()
    if taken is not None:
        raise Refused("pilot-is-elsewhere", pilot=pilot.name, sheet=taken.name)


def retire(*, record_id: int) -> None:
    """Put a sheet aside: it can be read and printed, nothing more is entered on it."""
    updated = RecordSheet.objects.filter(pk=record_id, retired=False).update(retired=True, pilot=None)
    if not updated:
        raise Refused("sheet-is-retired")

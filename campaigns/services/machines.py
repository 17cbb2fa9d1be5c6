"""Machines of a campaign: from the catalogue into a force, who plays and who pilots them, putting them aside."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max

from campaigns.errors import NotThere
from campaigns.models import BattleSheet, Campaign, Force, Membership, Placement, Role
from records.errors import Refused
from records.models import Pilot, RecordSheet, Unit
from records.services import sheets

from . import seats
from .members import name_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_COPIES = 12
MOST_MACHINES = 500


def machine_in(campaign: Campaign, pk: int) -> RecordSheet:
    """The campaign's record sheet of this id. Raises :class:`NotThere` when it is none of its machines."""
    record = RecordSheet.objects.select_related("unit", "pilot").filter(roster=campaign.roster_id, pk=pk).first()
    if record is None:
        raise NotThere("no-such-machine")
    return record


@transaction.atomic
def add(*, campaign: Campaign, force: Force, unit: Unit, copies: int = 1) -> list[RecordSheet]:
    """Fresh sheets of a unit, 1-12 at once, in a force. Machines of the same design are numbered."""
    if not 1 <= copies <= MOST_COPIES:
        raise Refused("too-many-copies", most=MOST_COPIES)
    if unit.superseded:
        raise Refused("unit-is-superseded", unit=unit.name)
    same = RecordSheet.objects.filter(roster=campaign.roster_id, unit__chassis=unit.chassis, unit__model=unit.model)
    have, all_ = same.count(), RecordSheet.objects.filter(roster=campaign.roster_id).count()
    if all_ + copies > MOST_MACHINES:
        raise Refused("too-many-machines", most=MOST_MACHINES)
    order = (force.placements.aggregate(last=Max("order"))["last"] or 0) + 1
    made = []
    for number in range(copies):
        label = f"{unit.name} #{have + number + 1}" if have + number else ""
        record = sheets.open_sheet(roster=campaign.roster, unit=unit, label=label[:80])
        Placement.objects.create(record=record, force=force, order=order + number)
        made.append(record)
    return made


def rename(*, record: RecordSheet, label: str) -> None:
    """A name of its own; empty: the design's."""
    if record.label == label:
        raise Refused("nothing-changed")
    record.label = label
    record.save(update_fields=["label"])


@transaction.atomic
def place(*, campaign: Campaign, record: RecordSheet, force: Force) -> None:
    """Move a machine into another force."""
    placement = Placement.objects.filter(record=record).first()
    if placement is not None and placement.force_id == force.pk:
        raise Refused("machine-is-there", machine=record.name, force=force.name)
    order = (force.placements.aggregate(last=Max("order"))["last"] or 0) + 1
    Placement.objects.update_or_create(record=record, defaults={"force": force, "order": order})
    hostile = force.hostile
    BattleSheet.objects.filter(record=record, open=True, battle__campaign=campaign).update(hostile=hostile)


@transaction.atomic
def give(*, campaign: Campaign, record: RecordSheet, member_pk: int | None) -> None:
    """Give a machine to a member to play, or back to whoever runs the campaign (None)."""
    placement = Placement.objects.filter(record=record).first()
    if placement is None:
        raise Refused("machine-has-no-force", machine=record.name)
    member = _player(campaign, member_pk)
    if placement.player_id == (member.user_id if member else None):
        raise Refused("nothing-changed")
    placement.player = member.user if member else None
    placement.save(update_fields=["player"])


def _player(campaign: Campaign, pk: int | None) -> Membership | None:
    if pk is None:
        return None
    member = Membership.objects.select_related("user").filter(campaign=campaign, pk=pk).first()
    if member is None:
        raise Refused("no-such-member")
    if member.role == Role.OBSERVER:
        raise Refused("observers-play-nothing", name=name_of(member.user))
    return member


@transaction.atomic
def take(*, record: RecordSheet, member: Membership) -> None:
    """A player takes a 'Mech of their own side that nobody plays."""
    placement = Placement.objects.select_for_update(of=("self",)).select_related("force", "player")
    found = placement.filter(record=record).first()
    if member.role == Role.OBSERVER:
        raise Refused("observers-play-nothing", name=name_of(member.user))
    if found is None or found.force.hostile or record.retired:
        raise Refused("machine-is-not-free", machine=record.name)
    if found.player_id == member.user_id:
        raise Refused("nothing-changed")
    if found.player is not None:
        raise Refused("machine-is-taken", machine=record.name, name=name_of(found.player))
    found.player = member.user
    found.save(update_fields=["player"])


@transaction.atomic
def give_back(*, record: RecordSheet, member: Membership) -> None:
    """A player no longer plays a 'Mech: its place is free again."""
    freed = Placement.objects.filter(record=record, player=member.user_id).update(player=None)
    if not freed:
        raise Refused("machine-is-not-yours", machine=record.name)


@transaction.atomic
def assign(*, campaign: Campaign, record: RecordSheet, pilot_pk: int | None, user: User, key: uuid.UUID) -> None:
    """Put a pilot of the campaign into the machine, or nobody (None). It is an entry in the sheet's log, and noted in
    the battle that the machine is in."""
    pilot = None
    if pilot_pk is not None:
        pilot = Pilot.objects.filter(roster=campaign.roster_id, pk=pilot_pk).first()
        if pilot is None:
            raise Refused("no-such-pilot")
        if pilot.status == Pilot.Status.MISSING:
            raise Refused("pilot-is-missing", pilot=pilot.name)
    sheets.assign_pilot(record_id=record.pk, pilot=pilot, user=user, key=key)
    seats.note(BattleSheet.objects.filter(record=record, open=True))


def retire(*, record: RecordSheet) -> None:
    """Put a machine aside for good. Its sheet and log can still be read and printed."""
    fighting = BattleSheet.objects.select_related("battle").filter(record=record, open=True).first()
    if fighting is not None:
        raise Refused("machine-is-in-battle", machine=record.name, battle=fighting.battle.name)
    sheets.retire(record_id=record.pk)

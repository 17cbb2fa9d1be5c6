"""The demo campaign: two lances in the middle of a battle, played through the same services as at the table."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction

from campaigns import demo_story as story
from campaigns.demo_story import Ends, Fires, Rolls, Seat, Step
from campaigns.models import Battle, Campaign, Force
from campaigns.services import battles, campaigns, machines, pilots
from records.errors import Refused
from records.models import Pilot, RecordSheet, Unit
from records.rules import Entry, Owed
from records.rules.entries import Fired, Hit, Rolled, Shot
from records.services.entries import enter

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SLUG = "demo"


@transaction.atomic
def load_demo(*, owner: User | None = None) -> Campaign | None:
    """Load the demo campaign for its owner (none given: the first administrator); once, later calls change nothing.

    Returns the campaign when it was made now; None when it is there already, or when the catalogue has not the units.
    """
    owner = owner or get_user_model().objects.filter(is_superuser=True).order_by("pk").first()
    if owner is None or Campaign.objects.filter(slug=SLUG).exists():
        return None
    units = {key: _unit(seat) for key, seat in story.SEATS.items()}
    if None in units.values():
        return None
    campaign = campaigns.create(
        owner=owner, name=story.NAME, date=datetime.date(*story.DATE), notes=story.NOTES, slug=SLUG
    )
    table = Table(campaign, owner)
    ours, theirs = campaign.forces.order_by("hostile")
    for force, (name, *keys) in ((ours, story.OURS), (theirs, story.THEIRS)):
        Force.objects.filter(pk=force.pk).update(name=name)
        for key in keys:
            table.seat(key, units[key], force)  # type: ignore[arg-type]
    table.begin()
    for turn in (story.TURN_1, story.TURN_2, story.TURN_3):
        for step in turn:
            table.play(step)
    return campaign


def _unit(seat: Seat) -> Unit | None:
    return Unit.objects.filter(chassis=seat.chassis, model=seat.model, superseded=False).first()


class Table:
    """The people round the demo's table: they enter what the story says, with the dice it says."""

    def __init__(self, campaign: Campaign, owner: User) -> None:
        self.campaign = campaign
        self.owner = owner
        self.records: dict[str, int] = {}
        self.battle: Battle

    def seat(self, key: str, unit: Unit, force: Force) -> None:
        """A machine of the story with its pilot, in its force. Nobody plays it yet."""
        seat = story.SEATS[key]
        [record] = machines.add(campaign=self.campaign, force=force, unit=unit)
        fields = {name: getattr(seat, name) for name in ("name", "callsign", "level", "gunnery", "piloting", "edge")}
        extra = {"hits": 0, "status": Pilot.Status.ACTIVE, "notes": ""}
        pilot = pilots.create(campaign=self.campaign, fields=fields | extra)
        machines.assign(
            campaign=self.campaign, record=record, pilot_pk=pilot.pk, user=self.owner, key=uuid.uuid4()
        )
        self.records[key] = record.pk

    def begin(self) -> None:
        """The battle begins with everybody in it."""
        self.battle = battles.open_battle(
            campaign=self.campaign,
            name=story.BATTLE,
            record_ids=self.records.values(),
            user=self.owner,
            key=uuid.uuid4(),
        )

    def play(self, step: Step) -> None:
        """One step of the story."""
        if isinstance(step, Ends):
            self._end(step)
            return
        key, what = step
        if isinstance(what, Fires):
            self._enter(key, self._fired(key, what))
        elif isinstance(what, Rolls):
            self._roll(key, what)
        elif isinstance(what, Hit):
            self._enter(key, self._from(what))
        else:
            self._enter(key, what)

    def _record(self, key: str) -> RecordSheet:
        return RecordSheet.objects.select_related("unit", "roster").get(pk=self.records[key])

    def _enter(self, key: str, entry: Entry) -> None:
        enter(record_id=self.records[key], entry=entry, user=self.owner, key=uuid.uuid4())

    def _fired(self, key: str, fires: Fires) -> Fired:
        """The first weapons of these kinds that stand on the sheet."""
        design = self._record(key).unit.design
        shots = []
        for item, count in fires.weapons:
            mounts = [mount for mount in design.weapons if design.mounts[mount].item == item]
            shots += [Shot(mount) for mount in mounts[:count]]
        return Fired(tuple(shots))

    def _from(self, hit: Hit) -> Hit:
        """The hit with its attacker's sheet; the story says ``weapon, machine``."""
        weapon, _comma, key = hit.source.rpartition(", ")
        return replace(hit, source=f"{key}, {weapon}", attacker=self.records[key])

    def _roll(self, key: str, rolls: Rolls) -> None:
        owed = [owed for owed in self._record(key).sheet.owed if owed.kind == rolls.kind]
        if not owed:
            raise LookupError(f"the demo's {key} owes no {rolls.kind}")
        self._enter(key, Rolled(owed[0].id, rolls.dice))

    def _end(self, ends: Ends) -> None:
        end = battles.end_turn if ends.turn else battles.end_phase
        self._settle()
        end(battle=self.battle, user=self.owner, key=uuid.uuid4())
        self._settle()

    def _settle(self) -> None:
        """Throw every roll that is owed, with calm dice."""
        for key in self.records:
            while owed := self._record(key).sheet.owed:
                self._calm(key, owed[0])

    def _calm(self, key: str, owed: Owed) -> None:
        dice = story.CALM.get(owed.kind, story.STEADY)
        faces = (*dice, *dice, *dice)[: owed.dice]
        for first in (*faces[:1], 1, 2, 3, 4, 5, 6):
            try:
                self._enter(key, Rolled(owed.id, (first, *faces[1:])))
                return
            except Refused as refused:
                if refused.code != "roll-again":
                    raise
        raise LookupError(f"no dice settle the demo's {key}: {owed.kind}")

"""Writes the database of a release, as its own code makes it: ``python -m tests.releases.make_release NAME``.

To be run once for a release, from its commit; the file is kept and never made again: it is what later code must still
read. Two campaigns (the demo, and one under edited rules) each stand in the middle of a battle; between them they hold
every kind of entry and of event, undone and redone lines, prints, pilots, members, and every JSON column filled.
The same commit writes the same file: clock, dice and keys are fixed.
"""

from __future__ import annotations

import gzip
import os
import random
import secrets
import sqlite3
import sys
import tempfile
import typing
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

HERE = Path(__file__).parent
SEED = 3052
LONG = 150
GENTLE = frozenset({"bruiser", "quad", "sprinter", "tripod"})
FIRST_MOMENT = datetime(2026, 12, 7, 9, 0, tzinfo=UTC)


def main(name: str) -> None:
    """Write ``NAME.sql.gz`` beside this file."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"LEDGER_DATA": folder, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        os.environ["LEDGER_TEST_DATA"] = folder
        for other in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(other, None)
        import django

        django.setup()
        with _fixed():
            from django.core.management import call_command
            from django.db import connection

            call_command("migrate", verbosity=0)
            _Story().tell()
            path = connection.settings_dict["NAME"]
            connection.close()
        report(str(path))
        kept = HERE / f"{name}.sql.gz"
        kept.write_bytes(gzip.compress(_dump(str(path)).encode(), 9, mtime=0))
        print(f"{kept}: {kept.stat().st_size / 1000:.0f} kB")


@contextmanager
def _fixed() -> Iterator[None]:
    """A clock that moves a second at a time, and keys and codes from the seed."""
    keys, moment = random.Random(SEED), [FIRST_MOMENT]

    def now() -> datetime:
        moment[0] += timedelta(seconds=1)
        return moment[0]

    def key() -> uuid.UUID:
        return uuid.UUID(int=keys.getrandbits(128), version=4)

    with (
        patch("django.utils.timezone.now", now),
        patch("uuid.uuid4", key),
        patch.object(secrets, "choice", keys.choice),
        patch.object(secrets, "token_urlsafe", lambda size=16: f"{keys.getrandbits(96):x}"),
        patch("django.utils.crypto.secrets.choice", keys.choice),
    ):
        yield


def _dump(path: str) -> str:
    with sqlite3.connect(path) as database:
        return "\n".join(database.iterdump()) + "\n"


class _Story:
    """What happens: people, machines, rules, battles, prints."""

    def __init__(self) -> None:
        from django.contrib.auth.models import User

        make = User.objects.create_user
        self.owner = User.objects.create_superuser("olga", password=None, date_joined=FIRST_MOMENT)
        self.people = {
            name: make(name, password=None, date_joined=FIRST_MOMENT) for name in ("max", "pia", "otto", "ivo")
        }
        self.dice = random.Random(SEED)
        self.records: dict[str, int] = {}

    def tell(self) -> None:
        """All of it."""
        from tests.releases.machines import machines

        self._catalogue()
        self._campaign()
        for key, design in machines().items():
            self.records[key] = self._machine(key, design)
        self._rules({"options": ("HR-A08", "HR-B05")})
        self._old_battle()
        self._club_rules()
        self._battle()
        self._rest()
        self._prints()

    def _catalogue(self) -> None:
        """The designs of the demo and no more: the file must stay small."""
        from campaigns import demo, demo_story
        from records.models import Unit
        from records.services.starter import _incoming
        from records.services.units import save_units
        from records.starter.builder import units

        wanted = {(seat.chassis, seat.model) for seat in demo_story.SEATS.values()}
        designs = [_incoming(design) for design in units() if (design.chassis, design.model) in wanted]
        save_units(incoming=designs, origin=Unit.Origin.STARTER)
        demo.load_demo(owner=self.owner)

    def _campaign(self) -> None:
        from campaigns.models import Campaign, Membership
        from campaigns.services import campaigns, forces

        self.campaign = campaigns.create(owner=self.owner, name="The long march", notes="Kept to be read for years.")
        Campaign.objects.filter(pk=self.campaign.pk).update(date="3052-06-01")
        for name, role in (("max", "game-master"), ("pia", "player"), ("ivo", "player"), ("otto", "observer")):
            Membership.objects.create(campaign=self.campaign, user=self.people[name], role=role)
        self.ours, self.theirs = self.campaign.forces.order_by("hostile", "pk")[:2]
        forces.create(campaign=self.campaign, name="Recon lance", parent=self.ours)

    def _machine(self, key: str, design: Any) -> int:
        """A 'Mech of the campaign; every second one has a pilot."""
        from campaigns.services import machines, pilots
        from records.services.units import save_unit

        unit, _saved = save_unit(
            design=design, origin="imported", fingerprint=f"{key:0>64}", file_name=f"{design.name}.mtf"
        )
        number = len(self.records)
        force = self.theirs if number % 3 == 2 else self.ours
        [record] = machines.add(campaign=self.campaign, force=force, unit=unit)
        if number % 2 == 0:
            level = "elite" if key == "bruiser" else "veteran"
            fields = {
                "name": f"Pilot of the {key}", "callsign": key.title(), "gunnery": 3, "piloting": 4, "level": level,
                "edge": 2, "hits": 1 if key == "tripod" else 0, "status": "active", "notes": "",
            }  # fmt: skip
            pilot = pilots.create(campaign=self.campaign, fields=fields)
            machines.assign(campaign=self.campaign, record=record, pilot_pk=pilot.pk, user=self.owner, key=uuid.uuid4())
        return int(record.pk)

    def _rules(self, fields: dict[str, Any]) -> None:
        from campaigns.models import Campaign
        from campaigns.selectors.ruleset import in_force
        from campaigns.services import ruleset
        from records.rules import Ruleset

        campaign = Campaign.objects.select_related("roster").get(pk=self.campaign.pk)
        shown = in_force(campaign).edition
        ruleset.change(campaign=campaign, ruleset=Ruleset(**fields), user=self.owner, shown=shown)

    def _club_rules(self) -> None:
        """Every optional rule, settings and a table edited."""
        from records.rules.options.check import club

        self._rules(
            {
                "options": club().options,
                "settings": {"HR-B05.uses": 2, "HR-A12.target": 9, "HR-B19.uses": 4},
                "tables": {"HR-B15b": {"green.jumped": 5}, "HR-A09": {"light.modifier": 2}},
            }
        )

    def _old_battle(self) -> None:
        """A battle that is over, with heat and wounds behind it."""
        from campaigns.services import battles
        from records.rules import entries as n

        pks = [self.records[key] for key in ("quad", "sprinter")]
        battle = battles.open_battle(
            campaign=self.campaign, name="Skirmish at dawn", record_ids=pks, user=self.owner, key=uuid.uuid4()
        )
        self._enter("sprinter", n.HeatAdded(4, "internal"))
        self._enter("quad", n.Hit("RT", 2))
        battles.end_turn(battle=battle, user=self.owner, key=uuid.uuid4())
        battles.close(battle=battle, user=self.owner, key=uuid.uuid4(), summary="Nobody won.", drop_rolls=True)

    def _battle(self) -> None:
        """The battle in the middle: set pieces, then random play with undo and redo between."""
        from campaigns.services import battles
        from tests.releases.play import SET_PIECES

        here = [key for key in self.records if key not in ("winged", "giant", "hauler")]
        battles.open_battle(
            campaign=self.campaign, name="The ridge", record_ids=[self.records[key] for key in here], user=self.owner,
            key=uuid.uuid4(),
        )  # fmt: skip
        for key, pieces in SET_PIECES.items():
            for piece in pieces:
                self._play(key, piece)
        for key in self.records:
            self._long(key)

    def _play(self, key: str, piece: Any) -> None:
        """One piece; what the dice before it made impossible is told and left out."""
        from records.errors import Refused
        from records.rules.entries import Rolled

        if isinstance(piece, tuple):
            _word, kind, dice = piece
            owed = next((one for one in self._record(key).sheet.owed if one.kind == kind), None)
            if owed is None:
                print(f"{key} owes no {kind}, but {[one.kind for one in self._record(key).sheet.owed]}")
                return
            piece = Rolled(owed.id, dice)
        try:
            self._enter(key, piece)
        except Refused as refused:
            print(f"{key}: {piece} is refused: {refused.code}")

    def _long(self, key: str) -> None:
        from records.errors import Refused
        from records.services import entries
        from tests.releases import play

        for _turn in range(LONG):
            record = self._record(key)
            try:
                if self.dice.random() < 0.08:
                    step = entries.undo if self.dice.random() < 0.6 else entries.redo
                    step(record_id=record.pk, user=self.owner, key=uuid.uuid4())
                else:
                    self._enter(key, play.entry(self.dice, record.unit.design, record.sheet, gentle=key in GENTLE))
            except Refused:
                continue

    def _record(self, key: str) -> Any:
        from records.models import RecordSheet

        return RecordSheet.objects.select_related("unit", "roster", "pilot").get(pk=self.records[key])

    def _enter(self, key: str, entry: Any) -> None:
        from records.errors import Refused
        from records.services.entries import enter

        try:
            enter(record_id=self.records[key], entry=entry, user=self.owner, key=uuid.uuid4())
        except Refused as refused:
            refused.add_note(f"{key}: {entry}")
            raise

    def _rest(self) -> None:
        """Edge used on a roll, a sheet of somebody's own, one that is retired, one played and undone."""
        from records.models import Unit
        from records.rules import entries as n
        from records.services import entries, option_uses, sheets
        from tests.releases.play import ALONE

        atlas = Unit.objects.get(chassis="Atlas")
        mine = sheets.open_sheet(roster=sheets.personal_roster(self.owner), unit=atlas, label="Old Faithful")
        self.records["mine"] = mine.pk
        for what in (n.Moved("walked", 3), n.PhaseEnded("movement"), n.Hit("CT", 12), n.PilotHit()):
            self._enter("mine", what)
        self._enter("mine", n.StoodDown(drop_rolls=True))
        alone = sheets.open_sheet(roster=sheets.personal_roster(self.owner), unit=atlas, label="Alone")
        self.records["alone"] = alone.pk
        for piece in ALONE:
            self._play("alone", piece)
        edgy = sheets.open_sheet(roster=self.campaign.roster, unit=atlas, label="Edge case")
        self.records["edgy"] = edgy.pk
        self._enter("edgy", n.PilotHit())
        roll = self._record("edgy").sheet.owed[0].id
        self._enter("edgy", n.Rolled(roll, (1, 1)))
        again = n.OptionUsed("HR-B05", "reroll", {"roll": roll})
        option_uses.use(record_id=edgy.pk, entry=again, user=self.owner, key=uuid.uuid4())
        old = sheets.open_sheet(roster=self.campaign.roster, unit=atlas, label="Scrap")
        self.records["scrap"] = old.pk
        for what in (n.Hit("LA", 60), n.HeatAdded(3)):
            self._enter("scrap", what)
        entries.undo(record_id=old.pk, user=self.owner, key=uuid.uuid4())
        sheets.retire(record_id=old.pk)

    def _prints(self) -> None:
        """Jobs in every state; their files are not kept."""
        from records.models import PrintJob
        from records.printing.order import Order

        sheets = tuple(self.records.values())
        roster = (f"force:{self.ours.pk}",)
        orders = {
            "queued": Order(sheets=sheets), "running": Order(sheets=sheets[:2], state="current"),
            "done": Order(sheets=sheets[:1], bundle="zip"), "failed": Order(papers=roster),
            "cancelled": Order(units=("atlas-as7-d",)),
        }  # fmt: skip
        for state, order in orders.items():
            params = {**order.params(), "language": "en-gb"}
            PrintJob.objects.create(
                id=uuid.uuid4(), owner=self.owner, title=f"A print that is {state}", params=params, state=state,
                total=order.count, key=uuid.uuid4(),
            )  # fmt: skip


def report(path: str) -> None:
    """Print what is in the file, and which kinds of entry and event it lacks."""
    entries, events = kinds(path)
    from records.rules import Entry, Event

    print(f"{sum(entries.values())} lines, {sum(events.values())} events")
    print("entries missing:", sorted({one.__name__ for one in typing.get_args(Entry)} - entries.keys()))
    print("events missing:", sorted({one.__name__ for one in typing.get_args(Event)} - events.keys()))


def kinds(path: str) -> tuple[dict[str, int], dict[str, int]]:
    """How often each type of entry and of event stands in the database at ``path``."""
    import json
    from collections import Counter

    entries: Counter[str] = Counter()
    events: Counter[str] = Counter()
    with sqlite3.connect(path) as database:
        for entered, followed in database.execute("SELECT entered, events FROM records_sheetentry"):
            if entered := json.loads(entered):
                entries[entered["type"]] += 1
            events.update(event["type"] for event in json.loads(followed))
    return dict(entries), dict(events)


if __name__ == "__main__":
    main(*sys.argv[1:])

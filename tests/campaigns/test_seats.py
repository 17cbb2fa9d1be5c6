"""Who sat where in a battle, and what the dossiers make of it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from campaigns.models import Battle, BattleSeat, Campaign
from campaigns.papers.battle import battle_summary
from campaigns.papers.deeds import deeds_of
from campaigns.services import battles, machines, pilots
from records.models import Pilot, RecordSheet
from records.printing.report import Report, Table
from records.rules.entries import Hit, PilotHit, Rolled
from records.services import entries
from tests.factory import key, make_battle, make_campaign, make_machine, make_pilot, make_unit

pytestmark = pytest.mark.django_db


def enter(record: RecordSheet, entry: Any) -> None:
    entries.enter(record_id=record.pk, entry=entry, user=None, key=key())


def roll(record: RecordSheet, *dice: int) -> None:
    record.refresh_from_db()
    enter(record, Rolled(record.sheet.owed[0].id, dice))


def put(campaign: Campaign, record: RecordSheet, pilot: Pilot | None) -> None:
    """Put somebody into the seat."""
    record.refresh_from_db()
    machines.assign(
        campaign=campaign, record=record, pilot_pk=pilot.pk if pilot else None, user=campaign.roster.owner, key=key()
    )


def noted(battle: Battle, record: RecordSheet) -> list[str]:
    return [seat.name for seat in BattleSeat.objects.filter(entry__battle=battle, entry__record=record)]


def lines(pilot: Pilot) -> list[list[str]]:
    """The dossier's battles: machine, damage, criticals, kills, taken, wounds, falls."""
    found = []
    for part in deeds_of(pilot.pk):
        assert isinstance(part, Table)
        for row in part.rows:
            texts = [cell if isinstance(cell, str) else cell.text for cell in row]
            found.append([texts[1] or texts[0], *texts[3:9]])
    return found


def sitting(report: Report, title: str) -> list[str]:
    table = next(part for part in report.parts if isinstance(part, Table) and part.title == title)
    seat = list(table.heads).index("MechWarrior")
    return [cell if isinstance(cell, str) else cell.text for row in table.rows for cell in row[seat : seat + 1]]


class Duel:
    """Our machine and theirs, with a second MechWarrior of ours at hand."""

    def __init__(self) -> None:
        self.campaign = make_campaign()
        self.ours, self.theirs = make_machine(self.campaign), make_machine(self.campaign, hostile=True)
        assert self.ours.pilot is not None and self.theirs.pilot is not None
        self.first, self.enemy = self.ours.pilot, self.theirs.pilot
        self.second = make_pilot(self.campaign.roster, "Nadja Second", callsign="Spare")
        self.battle = make_battle(self.campaign, self.ours, self.theirs)

    def shoot(self, points: int) -> None:
        enter(self.theirs, Hit("LT", points, attacker=self.ours.pk))


def test_who_sits_in_a_machine_is_noted_when_it_joins_a_battle() -> None:
    duel = Duel()
    assert noted(duel.battle, duel.ours) == [duel.first.name]
    late = make_machine(duel.campaign)
    battles.reinforce(battle=duel.battle, record_ids=[late.pk], user=duel.campaign.roster.owner, key=key())
    assert noted(duel.battle, late) == [str(late.pilot)]


def test_a_change_of_crew_is_noted_in_the_battle_and_not_after_it() -> None:
    duel = Duel()
    put(duel.campaign, duel.ours, None)
    put(duel.campaign, duel.ours, duel.second)
    assert noted(duel.battle, duel.ours) == [duel.first.name, "", "Nadja Second “Spare”"]
    battles.close(battle=duel.battle, user=duel.campaign.roster.owner, key=key())
    put(duel.campaign, duel.ours, duel.first)
    assert len(noted(duel.battle, duel.ours)) == 3


def test_whoever_comes_back_with_another_at_the_controls_is_noted_too() -> None:
    duel = Duel()
    by = duel.campaign.roster.owner
    battles.withdraw(battle=duel.battle, record_id=duel.ours.pk, user=by, key=key())
    put(duel.campaign, duel.ours, duel.second)
    assert len(noted(duel.battle, duel.ours)) == 1
    battles.reinforce(battle=duel.battle, record_ids=[duel.ours.pk], user=by, key=key())
    assert noted(duel.battle, duel.ours) == [duel.first.name, "Nadja Second “Spare”"]


def test_a_dossier_tells_what_its_own_mechwarrior_did_and_took() -> None:
    duel = Duel()
    duel.shoot(5)
    enter(duel.ours, Hit("CT", 2, attacker=duel.theirs.pk))
    put(duel.campaign, duel.ours, duel.second)
    duel.shoot(9)
    enter(duel.ours, Hit("CT", 4))
    name = duel.ours.name
    assert lines(duel.first) == [[name, "5", "–", "–", "2", "–", "–"], ["all", "5", "–", "–", "2", "–", "–"]]
    assert lines(duel.second)[0] == [name, "9", "–", "–", "4", "–", "–"]
    assert lines(duel.enemy)[0] == [duel.theirs.name, "2", "–", "–", "14", "–", "–"]


def test_wounds_of_another_seat_are_not_put_down_to_the_mechwarrior() -> None:
    duel = Duel()
    crewed = make_machine(duel.campaign, unit=make_unit(cockpit="Dual Cockpit", crew_size=2))
    battles.reinforce(battle=duel.battle, record_ids=[crewed.pk], user=duel.campaign.roster.owner, key=key())
    enter(crewed, PilotHit(1, 2))
    assert crewed.pilot is not None
    assert lines(crewed.pilot)[-1][5] == "–"
    enter(crewed, PilotHit(0, 1))
    assert lines(crewed.pilot)[-1][5] == "1"


def test_a_critical_belongs_to_whoever_fired_though_another_sat_there_when_it_was_rolled() -> None:
    duel = Duel()
    enter(duel.theirs, Hit("CT", 25, attacker=duel.ours.pk))
    put(duel.campaign, duel.ours, duel.second)
    roll(duel.theirs, 6, 4)  # two criticals
    roll(duel.theirs, 1, 1)  # engine
    roll(duel.theirs, 1, 4)  # gyro
    enter(duel.theirs, Hit("CT", 20, attacker=duel.ours.pk))
    assert lines(duel.first)[0][1:4] == ["25", "2", "–"]
    assert lines(duel.second)[0][1:4] == ["11", "–", "1"]


def test_a_dossier_has_battles_in_other_machines_than_the_present_one() -> None:
    duel = Duel()
    duel.shoot(6)
    by = duel.campaign.roster.owner
    battles.close(battle=duel.battle, user=by, key=key())
    other = make_machine(duel.campaign)
    other.label = "Old Faithful"
    other.save()
    put(duel.campaign, duel.ours, None)
    put(duel.campaign, other, None)
    put(duel.campaign, other, duel.first)
    make_battle(duel.campaign, other, duel.theirs, name="The second day")
    enter(duel.theirs, Hit("RT", 3, attacker=other.pk))
    assert [row[:2] for row in lines(duel.first)] == [[duel.ours.name, "6"], ["Old Faithful", "3"], ["all", "9"]]


def test_a_summary_tells_who_sat_there_then_also_when_they_are_struck_off_the_roster() -> None:
    duel = Duel()
    put(duel.campaign, duel.ours, duel.second)
    battles.close(battle=duel.battle, user=duel.campaign.roster.owner, key=key())
    put(duel.campaign, duel.ours, None)
    name = duel.first.name
    pilots.remove(pilot=duel.first)
    duel.battle.refresh_from_db()
    assert sitting(battle_summary(duel.battle), "Our side") == [f"{name}, Nadja Second “Spare”"]
    assert noted(duel.battle, duel.ours)[0] == name


def test_a_mechwarrior_who_fought_nowhere_has_no_battles() -> None:
    assert deeds_of(make_pilot(make_campaign().roster).pk) == []


def test_battles_fought_before_seats_were_noted_are_given_to_whoever_sits_there_now() -> None:
    duel = Duel()
    duel.shoot(5)
    BattleSeat.objects.all().delete()
    RecordSheet.objects.filter(pk=duel.ours.pk).update(pilot=duel.second)
    RecordSheet.objects.filter(pk=duel.theirs.pk).update(pilot=None)
    import_module("campaigns.migrations.0004_battle_seats").note_present_pilots(apps, None)
    assert noted(duel.battle, duel.ours) == ["Nadja Second “Spare”"]
    assert noted(duel.battle, duel.theirs) == [""]
    assert lines(duel.second)[0][1] == "5"

"""Optional rules on a sheet's page: edge takes the last roll back, marks of a hit, switches, counts."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records import rules
from records.models import RecordSheet, SheetEntry
from records.rules.entries import Hit, PilotHit, Rolled
from records.rules.options.check import club
from records.services import dice, entries
from records.services.sheets import assign_pilot
from tests import factory

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return factory.make_user()


def sheet_under(owner: User, ruleset: rules.Ruleset, level: str = "") -> RecordSheet:
    record = factory.make_sheet(owner)
    record.roster.ruleset = rules.encode(ruleset)
    record.roster.save()
    if level:
        pilot = factory.make_pilot(record.roster, level=level, edge=2)
        assign_pilot(record_id=record.pk, pilot=pilot, user=owner, key=factory.key())
    return fresh(record)


def fresh(record: RecordSheet) -> RecordSheet:
    return RecordSheet.objects.select_related("unit", "pilot", "roster").get(pk=record.pk)


def enter(record: RecordSheet, entry: rules.Entry) -> None:
    entries.enter(record_id=record.pk, entry=entry, user=None, key=uuid.uuid4())


def post(owner: User, record: RecordSheet, **fields: Any) -> Any:
    client = Client()
    client.force_login(owner)
    fields = {"key": str(uuid.uuid4()), "version": fresh(record).version, **fields}
    return client.post(f"/sheets/{record.pk}/enter/", fields, headers={"HX-Request": "true"})


def page(owner: User, record: RecordSheet, path: str = "") -> str:
    client = Client()
    client.force_login(owner)
    return client.get(f"/sheets/{record.pk}/{path}").content.decode()


def blacked_out(owner: User) -> RecordSheet:
    record = sheet_under(owner, rules.Ruleset(options=("HR-B05",)))
    enter(record, PilotHit())
    enter(record, Rolled(fresh(record).sheet.owed[0].id, (1, 1)))
    assert not fresh(record).sheet.crew[0].conscious
    return record


def reroll(owner: User, record: RecordSheet, **fields: Any) -> Any:
    roll = fields.pop("roll", fresh(record).sheet.serial)
    return post(owner, record, type="OptionUsed", option="HR-B05", action="reroll", **{"value-roll": roll}, **fields)


def test_edge_takes_the_last_roll_back_and_it_is_owed_again(owner: User) -> None:
    record = blacked_out(owner)
    assert "Edge: cancel the last roll" in page(owner, record)
    assert reroll(owner, record).status_code == 200
    sheet = fresh(record).sheet
    assert (sheet.crew[0].conscious, [owed.kind for owed in sheet.owed]) == (True, ["consciousness"])
    kinds = list(SheetEntry.objects.filter(record=record).order_by("number").values_list("kind", flat=True))
    assert kinds == ["entry", "entry", "undo", "entry"]
    text = page(owner, record)
    assert "this result stands" in text
    assert 'name="value-roll"' not in text


def test_the_second_result_stands(owner: User) -> None:
    record = blacked_out(owner)
    reroll(owner, record)
    enter(record, Rolled(fresh(record).sheet.owed[0].id, (2, 1)))
    answer = reroll(owner, record)
    assert answer.status_code == 422
    assert fresh(record).sheet.crew[0].conscious
    assert SheetEntry.objects.filter(record=record).count() == 5


def test_a_double_tap_uses_edge_once(owner: User) -> None:
    record, key = blacked_out(owner), str(uuid.uuid4())
    roll = fresh(record).sheet.serial
    assert [reroll(owner, record, key=key, roll=roll).status_code for _tap in range(2)] == [200, 200]
    assert fresh(record).sheet.counters["battle-edge"] == 1


def test_edge_is_too_late_once_something_else_has_happened(owner: User) -> None:
    record = blacked_out(owner)
    enter(record, Hit("LT", 3))
    answer = reroll(owner, record, roll=1)
    assert answer.status_code == 422
    assert "Something came after the roll" in answer.content.decode()
    assert not fresh(record).sheet.crew[0].conscious


def test_a_roll_cannot_be_cancelled_when_the_rule_is_off(owner: User) -> None:
    record = blacked_out(owner)
    record.roster.ruleset = {}
    record.roster.save()
    assert reroll(owner, record, roll=1).status_code == 422
    assert not fresh(record).sheet.crew[0].conscious
    assert SheetEntry.objects.filter(record=record, kind="undo").count() == 0


def test_the_app_throws_again_a_leg_behind_cover(owner: User) -> None:
    record = sheet_under(owner, rules.Ruleset(options=("HR-A11", "TO-077-FLOAT")))
    post(owner, record, type="Hit", location="CT", points="3", through_armour="1", marks="partial-cover")
    dice.roll_for_me(record_id=record.pk, roll=fresh(record).sheet.owed[0].id, user=owner, key=uuid.uuid4())
    # A head hit wakes the MechWarrior's own roll besides: which location the dice find is chance.
    checks = [owed.location for owed in fresh(record).sheet.owed if owed.kind == "critical-check"]
    assert len(checks) == 1
    assert checks[0] not in ("RL", "LL")


def test_the_keypad_offers_the_marks_of_the_rules_in_use(owner: User) -> None:
    elite, green = (sheet_under(factory.make_user(), club(), level) for level in ("elite", "green"))
    assert "put in the way" in page(elite.roster.owner, elite, "location/LT/")
    assert "put in the way" not in page(green.roster.owner, green, "location/LT/")
    assert 'name="marks"' not in page(owner, sheet_under(owner, rules.Ruleset()), "location/LT/")


def test_a_hit_that_an_elite_takes_elsewhere_is_told_in_the_log(owner: User) -> None:
    record = sheet_under(owner, club(), "elite")
    answer = post(owner, record, type="Hit", location="LA", points="3", marks="put-in-the-way")
    assert answer.status_code == 200
    assert "The left arm takes the shot" in answer.content.decode()
    assert fresh(record).sheet.counters["zombie"] == 1


def test_without_optional_rules_the_page_has_no_panel_of_them(owner: User) -> None:
    record = sheet_under(owner, rules.Ruleset())
    assert 'class="panel options is-empty"' in page(owner, record)
    assert 'id="options"' not in post(owner, record, type="Hit", location="LA", points="3").content.decode()


def test_being_caught_in_an_explosion_is_entered_on_the_page(owner: User) -> None:
    record = sheet_under(owner, club())
    assert 'name="value-rating"' in page(owner, record)
    values = {"value-rating": "300", "value-hexes": "2", "value-side": "front", "value-elevation": "5"}
    assert post(owner, record, type="OptionUsed", option="HR-A12", action="blast", **values).status_code == 200
    assert [owed.about["points"] for owed in fresh(record).sheet.owed] == [5, 2]


def test_level_and_edge_of_the_pilot_stand_on_the_sheet(owner: User) -> None:
    seat = sheet_under(owner, club(), "veteran").sheet.crew[0]
    assert (seat.level, seat.edge) == ("veteran", 2)

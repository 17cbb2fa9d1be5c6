"""One-shot launchers on the sheet's page: spent when fired, between battles too, and loaded again by hand."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records.models import RecordSheet
from records.rules import encode
from records.rules.entries import Corrected, Fired, Shot, StoodDown
from records.services import entries
from records.words import events
from tests import factory
from tests.rules.notation import machine

pytestmark = pytest.mark.django_db
ROCKETS = 0


@pytest.fixture
def user() -> User:
    return factory.make_user()


@pytest.fixture
def record(user: User) -> RecordSheet:
    unit = factory.make_unit()
    unit.blueprint = encode(replace(machine("RT 18+5/12 | Rocket Launcher 10"), chassis=unit.chassis, model=unit.model))
    unit.save()
    return factory.make_sheet(user, unit=unit)


def enter(record: RecordSheet, user: User, *steps: Fired | StoodDown | Corrected) -> None:
    for step in steps:
        entries.enter(record_id=record.pk, entry=step, user=user, key=uuid.uuid4())
    record.refresh_from_db()


def test_a_fired_one_shot_is_shown_spent_after_the_battle_and_offered_for_loading(
    client: Client, record: RecordSheet, user: User
) -> None:
    enter(record, user, Fired((Shot(ROCKETS),)), StoodDown())
    client.force_login(user)
    page = client.get(f"/sheets/{record.pk}/").content.decode()
    assert 'class="w-spent"' in page
    assert 'name="box" value="shots:0"' in page
    assert "<b>0</b><small>/1</small>" in page
    answer = client.post(
        f"/sheets/{record.pk}/enter/",
        {
            "type": "Corrected",
            "box": "shots:0",
            "value": "1",
            "reason": "reloaded",
            "key": str(uuid.uuid4()),
            "version": record.version,
        },
    )
    assert answer.status_code < 400
    assert 'class="w-ready"' in client.get(f"/sheets/{record.pk}/").content.decode()


def test_standing_down_and_reloading_are_undone(record: RecordSheet, user: User) -> None:
    enter(record, user, Fired((Shot(ROCKETS),)), StoodDown())
    spent = record.state
    enter(record, user, Corrected("shots:0", 1))
    assert record.sheet.counters == {}
    entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
    record.refresh_from_db()
    assert record.state == spent
    entries.undo(record_id=record.pk, user=user, key=uuid.uuid4())
    record.refresh_from_db()
    assert (record.sheet.fired, record.sheet.counters) == ((ROCKETS,), {"one-shot-0": 1})


def test_the_log_names_the_launcher(record: RecordSheet) -> None:
    assert events.box("shots:0", record.unit.design) == "shots left in Rocket Launcher 10"
    assert events.box("shots:99", record.unit.design) == "shots left in 100"

"""A bombast laser on the sheet's page: turned down before it fires, its heat shown before and counted after."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records.models import RecordSheet
from tests import factory
from tests.records.test_sheet_views import HTMX, send, signed_in
from tests.rules.notation import machine

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return factory.make_user()


@pytest.fixture
def client(owner: User) -> Client:
    return signed_in(owner)


@pytest.fixture
def record(owner: User) -> RecordSheet:
    drawn = machine("RA 14/8 | Shoulder | Upper Arm | Bombast Laser x3 | Medium Laser")
    unit = factory.make_unit(slots=drawn.slots, mounts=drawn.mounts, weapons=drawn.weapons, bins=())
    return factory.make_sheet(owner, unit=unit)


def test_the_page_offers_what_it_can_be_turned_to_with_what_that_changes(client: Client, record: RecordSheet) -> None:
    text = client.get(f"/sheets/{record.pk}/").content.decode()
    assert 'name="dial-0"' in text
    assert '<option value="12">12</option>' in text
    assert '<option value="8">8 (to hit −2)</option>' in text
    assert '<option value="7">7 (to hit −3)</option>' in text
    assert 'name="dial-1"' not in text


@pytest.mark.parametrize(("dial", "heat"), [("", "+12"), ("8", "+8"), ("6", "+12"), ("²", "+12"), ("9" * 5000, "+12")])
def test_the_projection_follows_the_dial(client: Client, record: RecordSheet, dial: str, heat: str) -> None:
    asked = {"mount": ["0"], "dial-0": dial}
    assert heat in client.get(f"/sheets/{record.pk}/projection/", asked, **HTMX).content.decode()


def test_it_makes_the_heat_it_is_turned_to(client: Client, record: RecordSheet) -> None:
    assert send(client, record, type="Fired", mount="0", **{"dial-0": "9"}).status_code == 200
    assert [source.value for source in RecordSheet.objects.get(pk=record.pk).sheet.heat_sources] == [9]


@pytest.mark.parametrize("dial", ["6", "13", "-1", "²", "x"])
def test_what_it_cannot_be_turned_to_is_refused_and_nothing_fires(
    client: Client, record: RecordSheet, dial: str
) -> None:
    assert send(client, record, type="Fired", mount="0", **{"dial-0": dial}).status_code == 422
    assert RecordSheet.objects.get(pk=record.pk).version == 0

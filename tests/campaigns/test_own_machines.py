"""Players help themselves to a free 'Mech, and give it back; an owner deletes a whole campaign."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Placement, Role
from records.models import Pilot, RecordSheet, Roster, SheetEntry
from records.rules.entries import Hit
from records.services.entries import enter, undo
from tests.factory import join, key, make_battle, make_campaign, make_machine, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign()


def post(client: Client, view: str, campaign: Campaign, record: RecordSheet | None = None, **fields: str):  # type: ignore[no-untyped-def]
    arguments = [campaign.slug] if record is None else [campaign.slug, record.pk]
    return client.post(reverse(view, args=arguments), {"key": str(key()), **fields})


def player_of(record: RecordSheet) -> int | None:
    return Placement.objects.get(record=record).player_id


def test_a_player_takes_a_free_machine_and_may_mark_its_sheet(client: Client, campaign: Campaign) -> None:
    record, player = make_machine(campaign), join(campaign)
    client.force_login(player)
    assert "I play it" in client.get(campaign.get_absolute_url()).content.decode()
    answer = post(client, "machine_take", campaign, record)
    assert answer["Location"] == record.get_absolute_url()
    hit = {"key": str(key()), "type": "Hit", "location": "CT", "points": "5"}
    assert client.post(reverse("enter", args=[record.pk]), hit).status_code == 302
    assert SheetEntry.objects.filter(record=record, user=player).count() == 1


def test_a_machine_that_somebody_plays_is_not_taken(client: Client, campaign: Campaign) -> None:
    first, second = join(campaign), join(campaign)
    record = make_machine(campaign, player=first)
    client.force_login(second)
    answer = post(client, "machine_take", campaign, record)
    assert answer.status_code == 422
    assert "plays" in answer.content.decode()
    assert player_of(record) == first.pk


def test_the_opposition_is_the_game_masters(client: Client, campaign: Campaign) -> None:
    record = make_machine(campaign, hostile=True)
    client.force_login(join(campaign))
    assert post(client, "machine_take", campaign, record).status_code == 422
    assert player_of(record) is None


def test_an_observer_takes_nothing(client: Client, campaign: Campaign) -> None:
    record = make_machine(campaign)
    client.force_login(join(campaign, Role.OBSERVER))
    assert post(client, "machine_take", campaign, record).status_code == 422
    assert player_of(record) is None


def test_a_stranger_finds_no_campaign(client: Client, campaign: Campaign) -> None:
    record = make_machine(campaign)
    client.force_login(make_user())
    assert post(client, "machine_take", campaign, record).status_code == 404
    assert post(client, "campaign_delete", campaign, name=campaign.name).status_code == 404


def test_a_player_gives_back_what_is_theirs_and_nothing_else(client: Client, campaign: Campaign) -> None:
    player, other = join(campaign), join(campaign)
    mine, theirs = make_machine(campaign, player=player), make_machine(campaign, player=other)
    client.force_login(player)
    assert post(client, "machine_give_back", campaign, mine).status_code == 302
    assert post(client, "machine_give_back", campaign, theirs).status_code == 422
    assert (player_of(mine), player_of(theirs)) == (None, other.pk)


def test_the_owner_deletes_a_campaign_with_all_that_is_on_its_roster(client: Client, campaign: Campaign) -> None:
    record = make_machine(campaign, player=join(campaign))
    make_battle(campaign, record)
    for _hit in range(2):
        enter(record_id=record.pk, entry=Hit("CT", 3), user=None, key=key())
    undo(record_id=record.pk, user=None, key=key())
    kept = make_machine(make_campaign())
    client.force_login(campaign.roster.owner)
    answer = post(client, "campaign_delete", campaign, name=f"  {campaign.name.upper()} ")
    assert answer["Location"] == reverse("campaigns")
    assert list(RecordSheet.objects.all()) == [kept]
    assert Pilot.objects.count() == 1
    assert not Roster.objects.filter(pk=campaign.roster_id).exists()
    assert "is deleted" in client.get(reverse("campaigns")).content.decode()


def test_deleting_asks_for_the_name(client: Client, campaign: Campaign) -> None:
    client.force_login(campaign.roster.owner)
    answer = post(client, "campaign_delete", campaign, name="something else")
    assert answer.status_code == 422
    assert "That is not the campaign" in answer.content.decode()
    assert Campaign.objects.filter(pk=campaign.pk).exists()


def test_a_game_master_does_not_delete(client: Client, campaign: Campaign) -> None:
    client.force_login(join(campaign, Role.GAME_MASTER))
    assert post(client, "campaign_delete", campaign, name=campaign.name).status_code == 403
    assert Campaign.objects.filter(pk=campaign.pk).exists()

"""Lists ask the database as often for twelve things as for two."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign
from campaigns.services import battles
from campaigns.views import campaigns as views
from records.models import PrintJob
from tests import factory

from .conftest import Table


def queries(client: Client, url: str) -> int:
    """How many queries a page needs once everything about the process is warm."""
    assert client.get(url).status_code == 200
    with CaptureQueriesContext(connection) as asked:
        client.get(url)
    return len(asked)


def add_campaign(table: Table) -> Campaign:
    campaign = factory.make_campaign(table.owner)
    factory.join(campaign)
    ours, theirs = factory.make_machine(campaign), factory.make_machine(campaign, hostile=True)
    factory.make_battle(campaign, ours, theirs)
    return campaign


def add_battle(table: Table) -> None:
    ours = factory.make_machine(table.campaign, player=table.player)
    theirs = factory.make_machine(table.campaign, hostile=True)
    factory.make_battle(table.campaign, ours, theirs)


def add_closed_battle(table: Table) -> None:
    battle = factory.make_battle(table.campaign, factory.make_machine(table.campaign))
    battles.close(battle=battle, user=table.owner, key=factory.key())


def add_member(table: Table) -> None:
    factory.join(table.campaign)


def add_print(table: Table) -> None:
    PrintJob.objects.create(owner=table.owner, title="Archer", params={}, key=factory.key(), state="failed")


def add_upload(table: Table) -> None:
    unit = factory.make_unit()
    unit.uploader, unit.origin = table.owner, "imported"
    unit.save()
    factory.make_sheet(table.owner, unit=unit)


@pytest.mark.parametrize(
    ("url", "add"),
    [
        ("/", add_campaign), ("/campaigns/", add_campaign), ("/sheets/", add_campaign), ("/", add_battle),
        ("/campaigns/", add_battle), ("battles/", add_battle), ("battles/", add_closed_battle), ("", add_battle),
        ("pilots/", add_battle), ("members/", add_member), ("/prints/", add_print), ("/catalogue/uploads/", add_upload),
        ("/catalogue/", add_upload), ("battles/new/", add_closed_battle), ("rules/", add_battle),
    ],
)  # fmt: skip
def test_a_list_of_twelve_needs_no_more_queries_than_one_of_two(table: Table, url: str, add: object) -> None:
    assert callable(add)
    client = table.client("owner")
    path = url if url.startswith("/") else table.url(url)
    for _one in range(2):
        add(table)
    few = queries(client, path)
    for _one in range(10):
        add(table)
    assert queries(client, path) == few


def test_the_home_page_shows_some_campaigns_and_says_how_many_more_there_are(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "HOME_CARDS", 2)
    monkeypatch.setattr(views, "HOME_BATTLES", 1)
    monkeypatch.setattr(views, "LIST_PAGE", 3)
    for _one in range(3):
        add_campaign(table)
    client = table.client("owner")
    home = client.get("/")
    # Those with an open battle come first.
    assert [bool(card.battles) for card in home.context["cards"]] == [True, True]
    assert len(home.context["battles"]) == 1
    assert "2 more campaigns" in home.content.decode()
    pages = [client.get(f"/campaigns/?page={number}").context["cards"] for number in (1, 2)]
    assert [len(cards) for cards in pages] == [3, 1]
    assert {card.campaign.pk for cards in pages for card in cards} == set(Campaign.objects.values_list("pk", flat=True))


def test_a_card_counts_machines_pilots_and_members_each_once(table: Table) -> None:
    for _one in range(3):
        factory.make_machine(table.campaign)
    put_aside = factory.make_machine(table.campaign)
    put_aside.retired = True
    put_aside.save()
    (card,) = table.client("player").get("/").context["cards"]
    assert (card.machines, card.pilots, card.members, card.role) == (3, 4, 4, "player")

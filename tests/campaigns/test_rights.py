"""Who may see and do what: anonymous, stranger, observer, player, game master, owner, for every page."""

from __future__ import annotations

import uuid

import pytest

from campaigns.models import Force
from campaigns.services import battles
from records import access
from records.errors import NotAllowed
from tests import factory

from .conftest import Table

SEEN_BY_ALL = [
    "",
    "pilots/",
    "battles/",
    "members/",
    "battles/{battle}/",
    "battles/{battle}/log/",
    "machines/{machine}/",
]
RUN_ONLY = [
    "settings/",
    "forces/{force}/",
    "machines/add/",
    "pilots/new/",
    "pilots/{pilot}/",
    "battles/new/",
    "battles/{battle}/words/",
]
POSTS = [
    "settings/",
    "forces/new/",
    "forces/{force}/",
    "forces/{force}/remove/",
    "machines/add/",
    "machines/{machine}/label/",
    "machines/{machine}/force/",
    "machines/{machine}/player/",
    "machines/{machine}/pilot/",
    "machines/{machine}/retire/",
    "pilots/new/",
    "pilots/{pilot}/",
    "pilots/{pilot}/remove/",
    "battles/new/",
    "battles/{battle}/words/",
    "battles/{battle}/phase/",
    "battles/{battle}/turn/",
    "battles/{battle}/undo/",
    "battles/{battle}/close/",
    "battles/{battle}/reopen/",
    "battles/{battle}/reinforce/",
    "battles/{battle}/withdraw/",
    "members/code/",
    "members/door/",
    "members/{member}/role/",
    "members/{member}/remove/",
    "members/{member}/hand-over/",
]


@pytest.fixture
def places(table: Table) -> dict[str, int]:
    record = factory.make_machine(table.campaign, player=table.player)
    battle = factory.make_battle(table.campaign, record)
    member = table.campaign.memberships.get(user=table.observer)
    assert record.pilot is not None
    return {
        "machine": record.pk,
        "battle": battle.pk,
        "force": factory.own_force(table.campaign).pk,
        "pilot": record.pilot.pk,
        "member": member.pk,
    }


@pytest.mark.parametrize("path", SEEN_BY_ALL)
def test_every_member_sees_the_page_and_nobody_else_does(table: Table, places: dict[str, int], path: str) -> None:
    url = table.url(path.format(**places))
    for role in ("owner", "master", "player", "observer"):
        assert table.client(role).get(url).status_code == 200, role
    assert table.client("stranger").get(url).status_code == 404
    answer = table.client("anonymous").get(url)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("path", RUN_ONLY)
def test_only_who_runs_the_campaign_sees_its_workshop(table: Table, places: dict[str, int], path: str) -> None:
    url = table.url(path.format(**places))
    for role in ("owner", "master"):
        assert table.client(role).get(url).status_code == 200, role
    for role in ("player", "observer"):
        answer = table.client(role).get(url)
        assert answer.status_code == 403, role
        assert "game masters" in answer.content.decode()
    assert table.client("stranger").get(url).status_code == 404


@pytest.mark.parametrize("path", POSTS)
def test_posts_of_those_who_may_not_change_nothing(table: Table, places: dict[str, int], path: str) -> None:
    url = table.url(path.format(**places))
    data = {"key": str(uuid.uuid4()), "name": "Broken in", "clock": "1-movement", "role": "player"}
    for role, status in (("player", 403), ("observer", 403), ("stranger", 404), ("anonymous", 302)):
        assert table.client(role).post(url, data).status_code == status, role
    assert not Force.objects.filter(name="Broken in").exists()
    table.campaign.refresh_from_db()
    assert table.campaign.name == "Sarna March"


@pytest.mark.parametrize("path", POSTS)
def test_a_get_where_only_posts_go_is_answered_in_order(table: Table, places: dict[str, int], path: str) -> None:
    assert table.client("owner").get(table.url(path.format(**places))).status_code in (200, 405)


@pytest.mark.parametrize("path", POSTS)
def test_a_post_without_a_key_is_refused_in_words(table: Table, places: dict[str, int], path: str) -> None:
    answer = table.client("owner").post(table.url(path.format(**places)), {"name": "x", "unit": "none"})
    assert answer.status_code in (404, 409, 422)


def test_a_player_changes_the_sheets_given_to_them_and_sees_the_others(table: Table) -> None:
    theirs = factory.make_machine(table.campaign, player=table.player)
    other = factory.make_machine(table.campaign)
    assert access.sheet_for(table.player, theirs.pk, right="change") == theirs
    assert access.sheet_for(table.player, other.pk) == other
    with pytest.raises(NotAllowed):
        access.sheet_for(table.player, other.pk, right="change")
    with pytest.raises(NotAllowed):
        access.sheet_for(table.player, theirs.pk, right="run")


def test_a_game_master_runs_every_sheet_and_an_observer_none(table: Table) -> None:
    record = factory.make_machine(table.campaign, player=table.player)
    assert access.sheet_for(table.master, record.pk, right="run") == record
    assert access.sheet_for(table.observer, record.pk) == record
    with pytest.raises(NotAllowed):
        access.sheet_for(table.observer, record.pk, right="change")


def test_an_unknown_thing_inside_the_campaign_is_not_found(table: Table) -> None:
    client = table.client("owner")
    for path in ("machines/9999/", "pilots/9999/", "forces/9999/", "battles/9999/", "battles/9999/log/"):
        assert client.get(table.url(path)).status_code == 404, path


def test_things_of_another_campaign_are_not_found_in_this_one(table: Table) -> None:
    other = factory.make_campaign(table.owner)
    record = factory.make_machine(other)
    battle = factory.make_battle(other, record)
    client = table.client("owner")
    assert client.get(table.url(f"machines/{record.pk}/")).status_code == 404
    assert client.get(table.url(f"battles/{battle.pk}/")).status_code == 404
    assert record.pilot is not None
    assert client.get(table.url(f"pilots/{record.pilot.pk}/")).status_code == 404


def test_a_player_does_not_take_back_the_end_of_a_phase_for_everybody(table: Table) -> None:
    mine, other = factory.make_machine(table.campaign, player=table.player), factory.make_machine(table.campaign)
    battle = factory.make_battle(table.campaign, mine, other)
    battles.end_phase(battle=battle, user=table.owner, key=factory.key())
    data = {"key": str(factory.key())}
    answer = table.client("player").post(f"/sheets/{mine.pk}/undo/", data)
    assert answer.status_code == 403
    other.refresh_from_db()
    assert other.sheet.phase == "weapon"
    assert table.client("master").post(f"/sheets/{mine.pk}/undo/", data).status_code in (200, 302)
    other.refresh_from_db()
    assert other.sheet.phase == "movement"

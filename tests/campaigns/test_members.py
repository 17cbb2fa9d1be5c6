"""Members, the join code, new people at the table, one's account."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from campaigns.models import Campaign, Membership, Role
from campaigns.services import members
from tests import factory

from .conftest import Table


def post(table: Table, path: str, by: str = "owner", /, **data: Any) -> Any:
    return table.client(by).post(table.url(path), {"key": str(factory.key()), **data})


def member(table: Table, who: str) -> Membership:
    return table.campaign.memberships.get(user=getattr(table, who))


def test_somebody_new_joins_with_nothing_but_a_name(table: Table) -> None:
    client = Client()
    answer = client.post("/join/", {"code": table.campaign.join_code.lower()[:4] + " " + table.campaign.join_code[4:]})
    assert answer["Location"] == f"/join/{table.campaign.join_code}/"
    page = client.get(answer["Location"]).content.decode()
    assert "Sarna March" in page
    answer = client.post(answer["Location"], {"key": str(factory.key()), "name": "Zoë Ångström"})
    assert answer["Location"] == table.campaign.get_absolute_url()
    person = User.objects.get(first_name="Zoë Ångström")
    assert not person.has_usable_password()
    assert table.campaign.memberships.get(user=person).role == "player"
    assert client.get(table.url()).status_code == 200


def test_a_double_tap_makes_one_person(table: Table) -> None:
    url, data = f"/join/{table.campaign.join_code}/", {"key": str(factory.key()), "name": "Twice"}
    first, second = Client(), Client()
    first.post(url, data)
    second.post(url, data)
    assert User.objects.filter(first_name="Twice").count() == 1
    # The browser keeps the answer that comes last.
    assert second.get(table.url()).status_code == 200
    cache.set(f"joined:{data['key']}", 999_999)
    assert Client().post(url, data).status_code == 302


def test_people_of_one_name_are_two_people(table: Table) -> None:
    for _time in range(2):
        Client().post(f"/join/{table.campaign.join_code}/", {"key": str(factory.key()), "name": "Kim"})
    assert sorted(User.objects.filter(first_name="Kim").values_list("username", flat=True)) == ["kim", "kim-2"]


def test_who_is_signed_in_joins_with_one_tap(table: Table) -> None:
    client = table.client("stranger")
    url = f"/join/{table.campaign.join_code}/"
    assert "join as sten" in client.get(url).content.decode()
    assert client.post(url, {"key": str(factory.key())})["Location"] == table.campaign.get_absolute_url()
    assert member(table, "stranger").role == "player"
    assert client.get(url)["Location"] == table.campaign.get_absolute_url()


def test_the_code_makes_observers_when_it_is_set_so(table: Table) -> None:
    assert post(table, "members/door/", open="on", role="observer").status_code == 302
    table.client("stranger").post(f"/join/{table.campaign.join_code}/", {"key": str(factory.key())})
    assert member(table, "stranger").role == "observer"


@pytest.mark.parametrize("role", ["owner", "game-master", "", "emperor"])
def test_the_code_never_makes_anybody_run_the_campaign(table: Table, role: str) -> None:
    assert post(table, "members/door/", open="on", role=role).status_code == 422
    table.campaign.refresh_from_db()
    assert table.campaign.join_role == "player"


def test_a_closed_door_and_a_wrong_code_are_told_in_words(table: Table) -> None:
    post(table, "members/door/", role="player")
    closed = Client().get(f"/join/{table.campaign.join_code}/")
    assert closed.status_code == 422
    assert "takes nobody in" in closed.content.decode()
    wrong = Client().post("/join/", {"code": "AAAAAAAA"})
    assert wrong.status_code == 422
    assert "No campaign has this code" in wrong.content.decode()


def test_a_new_code_takes_the_old_one_back(table: Table) -> None:
    old = table.campaign.join_code
    assert post(table, "members/code/").status_code == 302
    assert Client().get(f"/join/{old}/").status_code == 422
    table.campaign.refresh_from_db()
    assert Client().get(f"/join/{table.campaign.join_code}/").status_code == 200


def test_codes_are_not_guessed_for_long(table: Table) -> None:
    client = Client()
    answers = [client.post("/join/", {"code": f"AAAAAAA{n % 10}"}).status_code for n in range(31)]
    assert answers[29] == 422
    assert answers[30] == 429
    assert client.get(f"/join/{table.campaign.join_code}/").status_code == 429


def come_in(table: Table, name: str, **request: Any) -> Any:
    """Join as somebody new, as a phone does: the code, the page, the name."""
    phone = Client(**request)
    door = phone.post("/join/", {"code": table.campaign.join_code})["Location"]
    assert phone.get(door).status_code == 200
    return phone.post(door, {"key": str(factory.key()), "name": name})


def test_a_whole_club_behind_one_address_gets_in(table: Table) -> None:
    for number in range(30):
        assert come_in(table, f"Player {number}").status_code == 302
    assert table.campaign.memberships.filter(user__first_name__startswith="Player").count() == 30


def test_good_codes_forgive_no_wrong_ones(table: Table) -> None:
    client = Client()
    for number in range(30):
        assert client.post("/join/", {"code": f"WRONG{number:03}"}).status_code == 422
        if number < 29:
            assert client.get(f"/join/{table.campaign.join_code}/").status_code == 200
    assert client.post("/join/", {"code": "WRONG999"}).status_code == 429


def test_codes_guessed_at_one_address_close_the_door_at_no_other(table: Table) -> None:
    guesser = Client(REMOTE_ADDR="192.0.2.7")
    assert [guesser.post("/join/", {"code": "AAAAAAAA"}).status_code for _try in range(31)][-1] == 429
    assert come_in(table, "Kim", REMOTE_ADDR="192.0.2.8").status_code == 302


@pytest.mark.parametrize("name", ["", "  \n ", "x" * 41, "\x00\x01"])
def test_a_name_that_is_none_makes_nobody(table: Table, name: str) -> None:
    before = User.objects.count()
    answer = Client().post(f"/join/{table.campaign.join_code}/", {"key": str(factory.key()), "name": name})
    assert answer.status_code == 422
    assert User.objects.count() == before


def test_the_join_code_is_shown_only_to_those_who_run_the_campaign(table: Table) -> None:
    code = table.campaign.join_code
    for role, shown in (("owner", True), ("master", True), ("player", False), ("observer", False)):
        assert (f"/join/{code}/" in table.client(role).get(table.url("members/")).content.decode()) is shown, role


def test_roles_are_set_by_owner_and_game_master(table: Table) -> None:
    assert post(table, f"members/{member(table, 'player').pk}/role/", "master", role="observer").status_code == 302
    assert member(table, "player").role == "observer"


def test_a_game_master_makes_no_game_masters(table: Table) -> None:
    assert post(table, f"members/{member(table, 'player').pk}/role/", "master", role="game-master").status_code == 403
    assert member(table, "player").role == "player"
    assert post(table, f"members/{member(table, 'player').pk}/role/", role="game-master").status_code == 302


def test_nobody_becomes_owner_by_a_role_and_nobody_changes_the_owner(table: Table) -> None:
    assert post(table, f"members/{member(table, 'player').pk}/role/", role="owner").status_code == 422
    assert post(table, f"members/{member(table, 'owner').pk}/role/", "master", role="observer").status_code == 422
    assert post(table, f"members/{member(table, 'owner').pk}/remove/", "master").status_code == 422
    assert member(table, "owner").role == "owner"


def test_a_player_who_becomes_an_observer_or_leaves_gives_the_machines_back(table: Table) -> None:
    record = factory.make_machine(table.campaign, player=table.player)
    post(table, f"members/{member(table, 'player').pk}/role/", role="observer")
    record.placement.refresh_from_db()
    assert record.placement.player is None
    assert post(table, "members/leave/", "player").status_code == 302
    assert not Membership.objects.filter(user=table.player).exists()
    assert table.client("player").get(table.url()).status_code == 404


def test_the_owner_leaves_only_after_handing_over(table: Table) -> None:
    assert post(table, "members/leave/").status_code == 422
    assert post(table, f"members/{member(table, 'master').pk}/hand-over/", "master").status_code == 403
    assert post(table, f"members/{member(table, 'player').pk}/hand-over/").status_code == 302
    campaign = Campaign.objects.select_related("roster").get(pk=table.campaign.pk)
    assert campaign.roster.owner == table.player
    assert member(table, "player").role == Role.OWNER
    assert post(table, "members/leave/").status_code == 302


def test_a_member_taken_out_is_out(table: Table) -> None:
    pk = member(table, "observer").pk
    assert post(table, f"members/{pk}/remove/", "master").status_code == 302
    assert table.client("observer").get(table.url()).status_code == 404
    again = post(table, f"members/{pk}/remove/", "master")
    assert again.status_code == 422
    assert "not in the campaign any more" in again.content.decode()


def test_a_password_set_later_signs_one_in_elsewhere(table: Table) -> None:
    client = Client()
    client.post(f"/join/{table.campaign.join_code}/", {"key": str(factory.key()), "name": "Ada"})
    data = {"key": str(factory.key()), "new_password1": "atlas-steiner-9", "new_password2": "atlas-steiner-9"}
    assert client.post("/account/password/", data).status_code == 302
    assert client.get("/account/").status_code == 200
    other = Client()
    assert other.post("/sign-in/", {"username": "ada", "password": "atlas-steiner-9"}).status_code == 302


def test_a_poor_password_is_refused_at_its_field(table: Table) -> None:
    data = {"key": str(factory.key()), "new_password1": "short", "new_password2": "other"}
    answer = table.client("player").post("/account/password/", data)
    assert answer.status_code == 422
    assert 'class="error"' in answer.content.decode()
    # The address stays in the browser, and may be opened again.
    assert table.client("player").get("/account/password/")["Location"] == "/account/"


def test_the_link_for_another_device_signs_the_same_person_in(table: Table) -> None:
    page = table.client("player").get("/account/")
    phone = Client()
    assert "works once" in page.content.decode()
    assert phone.post(page.context["link"])["Location"] == "/"
    assert phone.get("/account/").context["user"] == table.player


def ask_password(client: Client, old: str | None, new: str) -> Any:
    old_one = {} if old is None else {"old_password": old}
    data = {"key": str(factory.key()), "new_password1": new, "new_password2": new}
    return client.post("/account/password/", data | old_one)


@pytest.fixture
def ada(db: None) -> User:
    """Somebody with a password."""
    return User.objects.create_user("ada", password="atlas-steiner-9")


def test_a_password_is_changed_only_by_who_knows_it(ada: User) -> None:
    client = Client()
    client.force_login(ada)
    assert "Present password" in client.get("/account/").content.decode()
    for old in (None, "", "wrong"):
        refused = ask_password(client, old, "davion-kurita-7")
        assert refused.status_code == 422
        assert 'class="error"' in refused.content.decode()
    assert "manage.py changepassword" in refused.content.decode()
    ada.refresh_from_db()
    assert ada.check_password("atlas-steiner-9")
    assert ask_password(client, "atlas-steiner-9", "davion-kurita-7").status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("davion-kurita-7")


def test_a_new_password_signs_the_other_devices_out_and_not_this_one(ada: User) -> None:
    here, there = Client(), Client()
    here.force_login(ada)
    there.force_login(ada)
    link = here.get("/account/").context["link"]
    ask_password(here, "atlas-steiner-9", "davion-kurita-7")
    assert "other devices are signed out" in here.get("/account/").content.decode()
    assert there.get("/account/")["Location"].startswith("/sign-in/")
    assert there.get(link).status_code == 403


def test_a_first_password_needs_no_old_one_and_the_second_does(table: Table) -> None:
    client = table.client("player")
    assert "Present password" not in client.get("/account/").content.decode()
    assert ask_password(client, None, "atlas-steiner-9").status_code == 302
    assert ask_password(client, None, "davion-kurita-7").status_code == 422


def test_a_form_of_a_new_password_that_comes_twice_counts_once(ada: User) -> None:
    client = Client()
    client.force_login(ada)
    form = {
        "key": str(factory.key()),
        "old_password": "atlas-steiner-9",
        "new_password1": "davion-kurita-7",
        "new_password2": "davion-kurita-7",
    }
    first, second = (client.post("/account/password/", form) for _tap in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert client.get("/account/").status_code == 200


def test_the_present_password_is_not_guessed_for_long_on_a_device_left_open(ada: User) -> None:
    client = Client()
    client.force_login(ada)
    answers = [ask_password(client, f"guess {n}", "davion-kurita-7").status_code for n in range(11)]
    assert answers == [422] * 10 + [429]
    right = ask_password(client, "atlas-steiner-9", "davion-kurita-7")
    assert right.status_code == 429
    assert "Wait 15 minutes" in right.content.decode()


def test_mistyped_new_passwords_do_not_count_as_guesses(ada: User) -> None:
    client = Client()
    client.force_login(ada)
    assert {ask_password(client, "atlas-steiner-9", "short").status_code for _try in range(12)} == {422}
    assert ask_password(client, "atlas-steiner-9", "davion-kurita-7").status_code == 302


def test_ones_name_can_be_changed(table: Table) -> None:
    client = table.client("player")
    assert client.post("/account/name/", {"key": str(factory.key()), "name": "Captain P"}).status_code == 302
    assert "Captain P" in client.get(table.url("members/")).content.decode()
    assert client.post("/account/name/", {"key": str(factory.key()), "name": ""}).status_code == 422


def test_the_account_page_is_only_for_the_signed_in(table: Table) -> None:
    for path in ("/account/", "/account/name/", "/account/password/"):
        assert table.client("anonymous").get(path).status_code in (302, 405)
        assert table.client("anonymous").post(path).status_code in (302, 405)


def test_a_join_that_broke_off_can_be_sent_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    client, url = Client(raise_request_exception=False), f"/join/{table.campaign.join_code}/"
    form = {"name": "Nell", "key": str(factory.key())}
    with monkeypatch.context() as broken:
        broken.setattr(members, "join", lambda **_who: 1 / 0)
        assert client.post(url, form).status_code == 500
    assert not User.objects.filter(first_name="Nell").exists()
    assert client.post(url, form).status_code == 302
    assert table.campaign.memberships.filter(user__first_name="Nell").count() == 1

"""Signing in by the owner's link, or by name and password."""

import re
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from django.utils import timezone

from campaigns.models import Action
from config import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("owner", password="a long word")


def signed_in_as(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def follow(client: Client, path: str, **fields: str) -> Any:
    """The answer to the page's button: its own hidden fields are sent, unless others are given."""
    page = client.get(path)
    assert page.status_code == 200, page
    hidden = dict(re.findall(r'type="hidden" name="(key|instead_of)" value="([^"]*)"', page.content.decode()))
    assert set(hidden) == {"key", "instead_of"}
    return client.post(path, hidden | fields)


def test_a_good_link_signs_in_with_one_tap_and_leads_to_the_start(client: Client, owner: User) -> None:
    response = follow(client, sign_in.make_path(owner))
    assert response.status_code == 302
    assert response["Location"] == "/"
    assert signed_in_as(client) == str(owner.pk)


def test_looking_at_a_link_signs_nobody_in_and_uses_nothing_up(client: Client, owner: User) -> None:
    path = sign_in.make_path(owner)
    for ask in (client.head, client.get, client.head, client.get):
        assert ask(path).status_code == 200
        assert signed_in_as(client) is None
    assert "Sign in as owner" in client.get(path).content.decode()
    assert follow(client, path).status_code == 302
    assert signed_in_as(client) == str(owner.pk)


def test_a_link_signs_in_once(client: Client, owner: User) -> None:
    path = sign_in.make_path(owner)
    tablet = Client()
    opened_there = tablet.get(path)
    follow(client, path)
    for answer in (Client().get(path), tablet.post(path, {"key": "another page", "instead_of": ""})):
        assert answer.status_code == 403
        assert "has been used" in answer.content.decode()
        assert "Another device" in answer.content.decode()
    assert opened_there.status_code == 200
    assert signed_in_as(tablet) is None


def test_every_link_is_one_of_its_own(owner: User) -> None:
    paths = [sign_in.make_path(owner) for _device in range(3)]
    devices = [Client() for _path in paths]
    for device, path in zip(devices, paths, strict=True):
        follow(device, path)
    assert [signed_in_as(device) for device in devices] == [str(owner.pk)] * 3


def test_a_double_tap_signs_in_and_later_the_same_form_does_not(client: Client, owner: User) -> None:
    path, form = sign_in.make_path(owner), {"key": "page-1", "instead_of": ""}
    assert Client().post(path, form)["Location"] == "/"
    assert client.post(path, form)["Location"] == "/"
    assert signed_in_as(client) == str(owner.pk)
    Action.objects.update(at=timezone.now() - timedelta(seconds=sign_in.DOUBLE_TAP_SECONDS + 1))
    later = Client()
    assert later.post(path, form).status_code == 403
    assert signed_in_as(later) is None


def test_a_used_link_leads_who_is_signed_in_by_it_home(client: Client, owner: User) -> None:
    path = sign_in.make_path(owner)
    follow(client, path)
    assert client.get(path)["Location"] == "/"
    assert client.post(path)["Location"] == "/"


def test_a_signed_in_person_is_asked_before_becoming_somebody_else(client: Client, owner: User) -> None:
    anna = User.objects.create_user("anna", first_name="Anna")
    client.force_login(anna)
    path = sign_in.make_path(owner)
    page = client.get(path).content.decode()
    assert "signed in as Anna" in page
    assert "Stay signed in as Anna" in page
    asked_again = client.post(path, {"instead_of": ""})
    assert asked_again.status_code == 409
    assert "signed in as Anna" in asked_again.content.decode()
    assert signed_in_as(client) == str(anna.pk)
    assert follow(client, path)["Location"] == "/"
    assert signed_in_as(client) == str(owner.pk)


def test_a_link_is_confirmed_only_from_its_own_page(owner: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(sign_in.make_path(owner), {"instead_of": ""}).status_code == 403
    assert signed_in_as(strict) is None


def test_a_link_of_the_release_before_says_what_to_do(client: Client, owner: User) -> None:
    old = signing.dumps([owner.pk, sign_in._binding(owner)], salt=sign_in.SALT)
    response = client.get(f"/sign-in/{old}/")
    assert response.status_code == 403
    assert "manage.py sign_in_link" in response.content.decode()


def test_a_link_older_than_seven_days_says_so(client: Client, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sign_in.make_path(owner)
    later = timezone.now().timestamp() + timedelta(days=7, minutes=1).total_seconds()
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    response = client.get(path)
    assert response.status_code == 403
    assert "older than seven days" in response.content.decode()
    assert signed_in_as(client) is None


def test_a_tampered_link_signs_nobody_in(client: Client, owner: User) -> None:
    token = sign_in.make_token(owner)
    other = User.objects.create_user("other")
    for bad in (token[:-1], "x" + token, sign_in.make_token(other)[:10] + token[10:], "nonsense", "é:ü:ß"):
        response = client.get(f"/sign-in/{bad}/")
        assert response.status_code == 403, bad
        assert "manage.py sign_in_link" in response.content.decode()
        assert signed_in_as(client) is None


def test_setting_a_password_takes_older_links_back(client: Client, owner: User) -> None:
    path = sign_in.make_path(owner)
    owner.set_password("another long word")
    owner.save()
    assert client.get(path).status_code == 403
    assert signed_in_as(client) is None


def test_an_account_switched_off_is_not_signed_in(client: Client, owner: User) -> None:
    path = sign_in.make_path(owner)
    owner.is_active = False
    owner.save()
    assert client.get(path).status_code == 403


def test_name_and_password_sign_in(client: Client, owner: User) -> None:
    response = client.post("/sign-in/", {"username": "owner", "password": "a long word", "next": "/healthz"})
    assert response.status_code == 302
    assert response["Location"] == "/healthz"
    assert signed_in_as(client) == str(owner.pk)


@pytest.mark.parametrize(
    ("account", "typed"), [("анна", "Анна"), ("bob", "Bob"), ("Owner2", "owner2"), ("teo-brandt", "Teo Brandt")]
)
def test_the_name_that_is_shown_signs_in(client: Client, account: str, typed: str) -> None:
    User.objects.create_user(account, password="a Long Tom of words")
    assert client.post("/sign-in/", {"username": typed, "password": "a Long Tom of words"}).status_code == 302
    assert signed_in_as(client) == str(User.objects.get(username=account).pk)


def test_of_two_names_that_differ_in_capitals_each_is_its_own(client: Client) -> None:
    for name in ("anna", "Anna"):
        User.objects.create_user(name, password=f"a Long Tom of {name}")
    assert client.post("/sign-in/", {"username": "ANNA", "password": "a Long Tom of anna"}).status_code == 422
    assert client.post("/sign-in/", {"username": "Anna", "password": "a Long Tom of Anna"}).status_code == 302
    assert signed_in_as(client) == str(User.objects.get(username="Anna").pk)


@pytest.mark.parametrize("where", ["/sign-in/", "/admin/login/"])
@pytest.mark.parametrize("letters", [150, 151, 256, 10_000])
def test_a_name_longer_than_any_account_has_is_a_wrong_one(client: Client, where: str, letters: int) -> None:
    answer = client.post(where, {"username": "x" * letters, "password": "wrong"})
    assert answer.status_code == (422 if where == "/sign-in/" else 200)
    assert "correct" in answer.content.decode()
    assert not AccessAttempt.objects.filter(username__gt="x" * 150).exists(), "tables of PostgreSQL have no room for it"


def test_a_wrong_password_keeps_the_name_and_says_so(client: Client, owner: User) -> None:
    response = client.post("/sign-in/", {"username": "owner", "password": "wrong"})
    assert response.status_code == 422
    assert 'value="owner"' in response.content.decode()
    assert 'role="alert"' in response.content.decode()


def test_signing_in_leads_nowhere_outside(client: Client, owner: User) -> None:
    form = {"username": "owner", "password": "a long word", "next": "https://elsewhere.example/"}
    assert client.post("/sign-in/", form)["Location"] == "/"


def test_guessing_is_stopped_for_that_name_only(client: Client, owner: User) -> None:
    User.objects.create_user("other", password="a long word")
    answers = [
        client.post("/sign-in/", {"username": "owner", "password": f"guess {n}"}).status_code for n in range(11)
    ]
    assert answers[0] == 422
    assert answers[-1] == 429
    right = client.post("/sign-in/", {"username": "owner", "password": "a long word"})
    assert right.status_code == 429
    assert "Too many wrong passwords" in right.content.decode()
    assert client.post("/sign-in/", {"username": "other", "password": "a long word"}).status_code == 302


def test_signing_out_needs_a_post(client: Client, owner: User) -> None:
    client.force_login(owner)
    assert client.get("/sign-out/").status_code == 405
    assert signed_in_as(client) == str(owner.pk)
    assert client.post("/sign-out/").status_code == 302
    assert signed_in_as(client) is None


def test_every_page_has_a_skip_link_a_title_and_a_language(client: Client) -> None:
    page = client.get("/sign-in/").content.decode()
    assert '<html lang="en' in page
    assert re.search(r"<title>Sign in · Lance Ledger</title>", page)
    assert 'href="#main"' in page

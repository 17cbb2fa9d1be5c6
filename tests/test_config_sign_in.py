"""Signing in by the owner's link, or by name and password."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from config import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("owner", password="a long word")


def signed_in_as(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_a_good_link_signs_in_and_leads_to_the_start(client: Client, owner: User) -> None:
    response = client.get(sign_in.make_path(owner))
    assert response.status_code == 302
    assert response["Location"] == "/"
    assert signed_in_as(client) == str(owner.pk)


def test_a_link_may_be_opened_again_on_another_device(client: Client, owner: User) -> None:
    path = sign_in.make_path(owner)
    client.get(path)
    tablet = Client()
    tablet.get(path)
    assert signed_in_as(tablet) == str(owner.pk)


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

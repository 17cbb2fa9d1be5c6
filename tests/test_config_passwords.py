"""Guessing passwords and hashing them: limits by name, by address, and by how many hash at a time."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client, RequestFactory, override_settings

from campaigns.limits import WRONG_PASSWORDS, address_of
from config import passwords, settings
from config.passwords import Gate, PasswordsBusy, asking
from tests import factory

AS_SERVED = override_settings(PASSWORD_HASHERS=settings.PASSWORD_HASHERS)
CLUB, ELSEWHERE = "192.0.2.7", "192.0.2.8"


@pytest.fixture(autouse=True)
def _no_limits_left_over() -> Iterator[None]:
    for each in caches.all():
        each.clear()
    asked = asking.set("")
    yield
    asking.reset(asked)
    for each in caches.all():
        each.clear()


def sign_in(name: str, password: str, *, address: str = CLUB, page: str = "/sign-in/") -> int:
    return Client(REMOTE_ADDR=address).post(page, {"username": name, "password": password}).status_code


# --- how many guesses ---


@pytest.mark.django_db
def test_sixty_names_tried_from_one_address_are_stopped() -> None:
    answers = [sign_in(f"name-{number}", "a guess") for number in range(60)]
    assert answers == [422] * WRONG_PASSWORDS.most + [429] * (60 - WRONG_PASSWORDS.most)
    User.objects.create_user("anna", password="a long word")
    assert sign_in("anna", "a long word") == 429
    assert sign_in("anna", "a long word", address=ELSEWHERE) == 302


@pytest.mark.django_db
def test_an_address_that_guessed_too_often_is_told_in_words_what_still_works() -> None:
    for number in range(WRONG_PASSWORDS.most):
        sign_in(f"name-{number}", "a guess")
    page = Client(REMOTE_ADDR=CLUB).post("/sign-in/", {"username": "anna", "password": "x"}).content.decode()
    assert "sign-in links and join codes keep working" in page


@pytest.mark.django_db
def test_one_who_fumbles_at_a_club_locks_nobody_else_out() -> None:
    players = [f"player-{number}" for number in range(10)]
    for player in players:
        User.objects.create_user(player, password="a long word")
    fumbled = [sign_in(players[0], f"a guess {number}") for number in range(100)]
    assert fumbled[:9] == [422] * 9
    assert set(fumbled[10:]) == {429}
    assert [sign_in(player, "a long word") for player in players[1:]] == [302] * 9


@pytest.mark.django_db
def test_right_passwords_do_not_count() -> None:
    User.objects.create_user("anna", password="a long word")
    assert {sign_in("anna", "a long word") for _time in range(WRONG_PASSWORDS.most + 5)} == {302}


@pytest.mark.django_db
def test_a_right_password_forgives_no_wrong_ones() -> None:
    User.objects.create_user("anna", password="a long word")
    for number in range(WRONG_PASSWORDS.most):
        assert sign_in(f"name-{number}", "a guess") == 422
        if number % 10 == 0:
            assert sign_in("anna", "a long word") == 302
    assert sign_in("anna", "a long word") == 429


@pytest.mark.django_db
def test_the_administration_has_the_same_limit() -> None:
    for number in range(WRONG_PASSWORDS.most):
        assert sign_in(f"name-{number}", "a guess", page="/admin/login/") == 200
    answer = Client(REMOTE_ADDR=CLUB).post("/admin/login/", {"username": "owner", "password": "x"})
    assert answer.status_code == 429
    assert "Wait 15 minutes" in answer.content.decode()


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("", ""),
        ("unix socket", "unix socket"),
    ],
)
def test_an_address_is_counted_as_whole_as_its_owner_has_it(given: str, counted: str) -> None:
    assert address_of(RequestFactory(REMOTE_ADDR=given).get("/")) == counted


# --- how many hash at a time ---


def test_no_more_than_so_many_work_at_once_and_the_rest_wait() -> None:
    gate, lock, inside, most = Gate(at_once=2, waiting=8, seconds=10), threading.Lock(), 0, 0

    def work() -> int:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.02)
        with lock:
            inside -= 1
        return 7

    with ThreadPoolExecutor(10) as people:
        assert [future.result() for future in [people.submit(gate.run, work) for _each in range(10)]] == [7] * 10
    assert most == 2


def test_who_finds_no_place_to_wait_is_told_at_once_and_later_there_is_one() -> None:
    gate, go, begun = Gate(at_once=1, waiting=1, seconds=10), threading.Event(), threading.Event()

    def work() -> bool:
        begun.set()
        return go.wait(10)

    with ThreadPoolExecutor(2) as people:
        first = people.submit(gate.run, work)
        assert begun.wait(10)
        second = people.submit(gate.run, work)
        while gate.inside.total() < 2:  # until the second one waits
            time.sleep(0.001)
        with pytest.raises(PasswordsBusy):
            gate.run(lambda: True)
        go.set()
        assert first.result()
        assert second.result()
    assert gate.run(lambda: True)


def test_who_waits_too_long_is_told_and_takes_no_place_afterwards() -> None:
    gate, go, begun = Gate(at_once=1, waiting=1, seconds=0.05), threading.Event(), threading.Event()

    def work() -> bool:
        begun.set()
        return go.wait(10)

    with ThreadPoolExecutor(1) as people:
        first = people.submit(gate.run, work)
        assert begun.wait(10)
        for _time in range(5):
            with pytest.raises(PasswordsBusy):
                gate.run(lambda: True)
        go.set()
        assert first.result()
    assert gate.run(lambda: True)


def test_one_address_leaves_half_of_the_places_to_others() -> None:
    gate, go, begun = Gate(at_once=1, waiting=5, seconds=10), threading.Event(), threading.Event()

    def work(address: str) -> bool:
        asking.set(address)
        return gate.run(lambda: begun.set() or go.wait(10))

    with ThreadPoolExecutor(8) as people:
        crowd = [people.submit(copy_context().run, work, CLUB) for _each in range(3)]
        while gate.inside[CLUB] < 3:
            time.sleep(0.001)
        with pytest.raises(PasswordsBusy):
            copy_context().run(work, CLUB)
        other = people.submit(copy_context().run, work, ELSEWHERE)
        while not gate.inside[ELSEWHERE]:
            time.sleep(0.001)
        go.set()
        assert all(future.result() for future in [*crowd, other])
    assert not gate.inside


def test_what_the_work_raises_is_raised_and_frees_the_place() -> None:
    gate = Gate(at_once=1, waiting=0, seconds=1)

    def broken() -> None:
        raise ValueError("a fault")

    for _time in range(3):
        with pytest.raises(ValueError, match="a fault"):
            gate.run(broken)


@AS_SERVED
@pytest.mark.parametrize("algorithm", ["argon2", "pbkdf2_sha256"])
def test_hashes_are_djangos_own(algorithm: str) -> None:
    encoded = make_password("a long word", hasher=algorithm)
    assert encoded.startswith(algorithm + "$")
    assert check_password("a long word", encoded)
    assert not check_password("another word", encoded)


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody gets through the gate."""
    person = User.objects.create_user("anna", password="a long word", is_staff=True)
    with AS_SERVED:
        person.set_password("a long word")
        person.save()
        monkeypatch.setattr(passwords, "gate", Gate(at_once=1, waiting=-1, seconds=0))
        yield


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["anna", "nobody"])
@pytest.mark.usefixtures("crowded")
def test_a_sign_in_that_finds_no_place_is_told_so_keeps_the_name_and_counts_as_no_guess(name: str) -> None:
    client = Client(REMOTE_ADDR=CLUB)
    for _time in range(WRONG_PASSWORDS.most + 1):
        answer = client.post("/sign-in/", {"username": name, "password": "a long word"})
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    text = answer.content.decode()
    assert "Many people are signing in at the moment" in text
    assert f'value="{name}"' in text
    assert "a long word" not in text
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("crowded")
def test_every_other_place_that_hashes_says_so_too() -> None:
    client = Client()
    for _time in range(WRONG_PASSWORDS.most + 1):
        answer = client.post("/admin/login/", {"username": "anna", "password": "a long word"})
        assert answer.status_code == 503
    assert "Many people are signing in" in answer.content.decode()
    first = factory.make_user("newcomer")
    first.set_unusable_password()
    first.save()
    for person in (User.objects.get(username="anna"), first):
        before = User.objects.get(pk=person.pk).password
        client.force_login(person)
        form = {"old_password": "a long word", "new_password1": "davion-kurita-7", "new_password2": "davion-kurita-7"}
        answer = client.post("/account/password/", form | {"key": str(uuid.uuid4())})
        assert answer.status_code == 503
        assert "not saved" in answer.content.decode()
        assert User.objects.get(pk=person.pk).password == before

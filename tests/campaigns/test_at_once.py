"""Two people at once: whoever comes second is told, and nothing is done twice."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connections

from campaigns.models import Action, Campaign, Membership, Role
from campaigns.selectors.battles import standing
from campaigns.services import battles, campaigns, members
from campaigns.services.once import once
from records.errors import Refused
from tests import factory

pytestmark = pytest.mark.django_db(transaction=True)


def together(*jobs: Callable[[], object]) -> list[str]:
    """Run the jobs in threads that start together; ``"done"`` or the code of the refusal for each."""
    gate, answers = threading.Barrier(len(jobs)), [""] * len(jobs)

    def run(number: int, job: Callable[[], object]) -> None:
        gate.wait()
        try:
            job()
            answers[number] = "done"
        except Refused as refused:
            answers[number] = refused.code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number, job)) for number, job in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return sorted(answers)


def test_two_who_end_the_same_phase_end_it_once() -> None:
    owner = factory.make_user()
    campaign = factory.make_campaign(owner)
    battle = factory.make_battle(campaign, factory.make_machine(campaign), factory.make_machine(campaign))
    answers = together(
        *(lambda: battles.end_phase(battle=battle, user=owner, key=uuid.uuid4(), shown="1-movement") for _one in "ab")
    )
    assert answers == ["done", "phase-has-moved"]
    assert standing(battle).phase == "weapon"


def test_the_same_form_twice_at_once_is_applied_once() -> None:
    owner, key = factory.make_user(), uuid.uuid4()

    def found() -> str:
        return once(key=key, user=owner, do=lambda: campaigns.create(owner=owner, name="Once").get_absolute_url())

    assert together(found, found) == ["done", "done"]
    assert Campaign.objects.filter(name="Once").count() == 1


def test_newcomers_of_one_name_at_once_all_come_in() -> None:
    campaign = factory.make_campaign(factory.make_user())
    names = ["Natasha"] * 6
    answers = together(*(lambda name=name: members.join_as_new(campaign=campaign, name=name) for name in names))
    assert answers == ["done"] * 6
    people = User.objects.filter(first_name="Natasha")
    assert len({person.username.lower() for person in people}) == 6
    assert Membership.objects.filter(user__in=people, role=Role.PLAYER).count() == 6


def test_an_owner_who_hands_over_to_two_people_at_once_has_one_heir() -> None:
    campaign = factory.make_campaign(factory.make_user())
    for _one in "abc":
        factory.join(campaign, Role.PLAYER, factory.make_user())
    heirs = list(campaign.memberships.exclude(role=Role.OWNER))
    # Each request has read the owner's membership before any of them writes.
    owners = [campaign.memberships.get(role=Role.OWNER) for _heir in heirs]
    jobs = zip(owners, heirs, strict=True)
    answers = together(*(lambda by=by, pk=heir.pk: members.hand_over(by=by, pk=pk) for by, heir in jobs))
    assert answers == ["done", "only-the-owner", "only-the-owner"]
    assert campaign.memberships.filter(role=Role.OWNER).count() == 1
    assert campaign.memberships.get(role=Role.OWNER).user == Campaign.objects.get(pk=campaign.pk).roster.owner


def test_what_the_database_would_not_have_is_checked_again_from_the_start() -> None:
    owner, tries = factory.make_user(), []

    def found() -> str:
        tries.append(campaigns.create(owner=owner, name=f"Try {len(tries)}"))
        if len(tries) == 1:  # somebody else took what this one had found free
            raise IntegrityError("somebody was faster")
        return tries[-1].get_absolute_url()

    assert once(key=uuid.uuid4(), user=owner, do=found) == "/campaigns/try-1/"
    assert list(Campaign.objects.values_list("name", flat=True)) == ["Try 1"]


def test_what_the_database_never_has_leaves_nothing_behind() -> None:
    owner = factory.make_user()

    def never() -> str:
        campaigns.create(owner=owner, name="Never")
        raise IntegrityError("a fault")

    with pytest.raises(IntegrityError):
        once(key=uuid.uuid4(), user=owner, do=never)
    assert not Campaign.objects.exists()
    assert not Action.objects.exists()

"""Two people at once: whoever comes second is told, and nothing is done twice."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable

import pytest
from django.db import connections

from campaigns.models import Campaign
from campaigns.selectors.battles import standing
from campaigns.services import battles, campaigns
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

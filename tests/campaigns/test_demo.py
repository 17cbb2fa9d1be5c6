"""The demo campaign: loads once, stands where its story says, and shows what there is."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from campaigns.demo import load_demo
from campaigns.models import Campaign
from campaigns.selectors.battles import standing
from records.models import Unit
from records.services.starter import load_starter_units
from tests import factory


@pytest.fixture
def owner(db: None) -> User:
    load_starter_units()
    return factory.make_user("boss", is_superuser=True)


def test_the_demo_loads_once_and_is_kept(owner: User) -> None:
    campaign = load_demo(owner=owner)
    assert campaign is not None
    lines = sum(record.entries.count() for record in campaign.roster.sheets.all())
    assert load_demo(owner=owner) is None
    assert load_demo() is None
    assert Campaign.objects.count() == 1
    assert sum(record.entries.count() for record in campaign.roster.sheets.all()) == lines


def test_without_the_units_there_is_no_demo_and_nothing_half_made(owner: User) -> None:
    Unit.objects.filter(chassis="Locust").delete()
    assert load_demo(owner=owner) is None
    assert not Campaign.objects.exists()


def test_the_demo_stands_in_the_weapon_attacks_of_turn_3_and_shows_everything(owner: User) -> None:
    load_demo(owner=owner)
    campaign = Campaign.objects.get()
    now = standing(campaign.battles.get())
    assert (now.turn, now.phase) == (3, "weapon")
    assert (len(now.ours), len(now.theirs)) == (4, 4)
    assert all(fighter.player is None for fighter in now.fighters)
    assert {owed.kind for fighter in now.owing for owed in fighter.condition.owed} == {
        "critical-check",
        "critical-slot",
        "consciousness",
    }
    conditions = [fighter.condition for fighter in now.fighters]
    assert any(one.heat >= 5 for one in conditions)
    assert any(one.criticals for one in conditions)
    assert any(one.lost for one in conditions)
    assert any(one.ammunition.lost for one in conditions)
    assert any(one.crew.hits for one in conditions)
    assert campaign.roster.pilots.filter(edge_used__gt=0).exists()
    assert len({pilot.level for pilot in campaign.roster.pilots.all()}) == 4

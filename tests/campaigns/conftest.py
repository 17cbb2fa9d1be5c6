"""A campaign with one of each role, and a client for each."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from campaigns.models import Campaign, Role
from tests import factory


@dataclass
class Table:
    """The people round a table: who runs the campaign, who plays, who looks on, and somebody from elsewhere."""

    campaign: Campaign
    owner: User
    master: User
    player: User
    observer: User
    stranger: User

    def client(self, role: str) -> Client:
        """A browser of this person; ``anonymous`` is nobody."""
        client = Client()
        if role != "anonymous":
            client.force_login(getattr(self, role))
        return client

    def url(self, rest: str = "") -> str:
        """An address inside the campaign."""
        return f"/campaigns/{self.campaign.slug}/{rest}"


@pytest.fixture(autouse=True)
def _no_limits_left_over() -> None:
    cache.clear()


@pytest.fixture
def table(db: None) -> Table:
    owner = factory.make_user("olga")
    campaign = factory.make_campaign(owner, "Sarna March")
    return Table(
        campaign=campaign,
        owner=owner,
        master=factory.join(campaign, Role.GAME_MASTER, factory.make_user("max")),
        player=factory.join(campaign, Role.PLAYER, factory.make_user("pia")),
        observer=factory.join(campaign, Role.OBSERVER, factory.make_user("otto")),
        stranger=factory.make_user("sten"),
    )

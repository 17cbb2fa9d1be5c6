"""Campaigns and who takes part."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from records.models import Roster

# Without letters and digits that are mistaken for one another when read out across a table.
JOIN_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def new_join_code() -> str:
    """A code that can be read out: eight characters, about 40 bits."""
    return "".join(secrets.choice(JOIN_ALPHABET) for _i in range(8))


class Role(models.TextChoices):
    """What a member may do. Owner: everything. Game master: every sheet, battles, members below. Player: the sheets
    given to them. Observer: look."""

    OWNER = "owner", _("owner")
    GAME_MASTER = "game-master", _("game master")
    PLAYER = "player", _("player")
    OBSERVER = "observer", _("observer")


class Campaign(models.Model):
    """A campaign. Its sheets, pilots and ruleset are on its roster. ``date`` is the day in the game's own calendar."""

    roster = models.OneToOneField(Roster, on_delete=models.PROTECT, related_name="campaign")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=140, unique=True)
    date = models.DateField(null=True, blank=True)
    notes = models.TextField(blank=True, max_length=10_000)
    join_code = models.CharField(max_length=12, unique=True, default=new_join_code)
    join_role = models.CharField(max_length=12, choices=Role.choices, default=Role.PLAYER)
    joining_open = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaign", args=[self.slug])


class Membership(models.Model):
    """One person in one campaign."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("joined_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("campaign", "user"), name="one_membership_each"),
            models.UniqueConstraint(
                fields=("campaign",), condition=models.Q(role="owner"), name="one_owner_for_each_campaign"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"

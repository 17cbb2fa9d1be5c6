"""Campaigns: founding one, changing what it is called, opening and closing its door."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext

from campaigns.models import Campaign, Force, Membership, Role
from campaigns.models.campaign import new_join_code
from records.errors import NotAllowed, Refused
from records.models import Roster

if TYPE_CHECKING:
    from django.contrib.auth.models import User

# Words that are addresses of their own beside the campaigns' slugs.
TAKEN = frozenset({"new", "join"})
JOIN_ROLES = (Role.PLAYER, Role.OBSERVER)


@transaction.atomic
def create(*, owner: User, name: str, date: date | None = None, notes: str = "", slug: str = "") -> Campaign:
    """Found a campaign: its roster, its owner, and a force for each side to put machines into.

    ``slug`` is its address; empty: made from the name.
    """
    campaign = Campaign(roster=Roster.objects.create(name=name, owner=owner), name=name, date=date, notes=notes)
    _save_under_free_slug(campaign, slug or name)
    Membership.objects.create(campaign=campaign, user=owner, role=Role.OWNER)
    Force.objects.create(campaign=campaign, name=gettext("First Lance"))
    Force.objects.create(campaign=campaign, name=gettext("Opposition"), hostile=True)
    return campaign


def _save_under_free_slug(campaign: Campaign, name: str) -> None:
    while True:
        campaign.slug = _free_slug(name)
        try:
            with transaction.atomic():
                campaign.save(force_insert=True)
        except IntegrityError:
            if not Campaign.objects.filter(slug=campaign.slug).exists():
                raise
            continue  # somebody founded one of that name at this very moment: now it is seen
        return


def _free_slug(name: str) -> str:
    base = slugify(name)[:120] or "campaign"
    slug, number = base, 2
    while slug in TAKEN or Campaign.objects.filter(slug=slug).exists():
        slug, number = f"{base}-{number}", number + 1
    return slug


@transaction.atomic
def change(*, campaign: Campaign, name: str, date: date | None, notes: str) -> None:
    """Another name, day or notes. The address stays: links and codes that were passed round keep working."""
    if (campaign.name, campaign.date, campaign.notes) == (name, date, notes):
        raise Refused("nothing-changed")
    campaign.name, campaign.date, campaign.notes = name, date, notes
    campaign.save(update_fields=["name", "date", "notes"])
    Roster.objects.filter(pk=campaign.roster_id).update(name=name)


@transaction.atomic
def delete(*, by: Membership, name: str) -> None:
    """Delete the campaign with everything on its roster, for good. ``name`` is its name, written by hand."""
    campaign = by.campaign
    if by.role != Role.OWNER:
        raise NotAllowed("only-the-owner-deletes")
    if " ".join(name.split()).casefold() != " ".join(campaign.name.split()).casefold():
        raise Refused("not-the-campaigns-name", name=campaign.name)
    roster = campaign.roster
    campaign.delete()
    roster.delete()


def renew_join_code(*, campaign: Campaign) -> None:
    """A new join code: the old one lets nobody in any more."""
    campaign.join_code = new_join_code()
    campaign.save(update_fields=["join_code"])


def set_door(*, campaign: Campaign, open_: bool, role: str) -> None:
    """Whether the join code lets people in, and as what (player or observer)."""
    if role not in JOIN_ROLES:
        raise Refused("no-such-join-role")
    if (campaign.joining_open, campaign.join_role) == (open_, role):
        raise Refused("nothing-changed")
    campaign.joining_open, campaign.join_role = open_, role
    campaign.save(update_fields=["joining_open", "join_role"])

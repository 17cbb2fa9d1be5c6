"""What a campaign's members may do with its roster: the campaigns' answer to :mod:`records.access`.

Owner and game master run everything; a player changes the sheets given to them and sees the rest; an observer sees.
Who is not a member sees nothing: to them the campaign does not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q
from django.http import Http404

from records.access import RIGHTS, Right
from records.errors import NotAllowed
from records.models import RecordSheet, Roster

from .models import Campaign, Membership, Placement, Role

if TYPE_CHECKING:
    from records.access import Person

_RIGHTS: dict[str, Right] = {Role.OWNER: "run", Role.GAME_MASTER: "run", Role.PLAYER: "see", Role.OBSERVER: "see"}


def grant(person: Person, roster: Roster, record: RecordSheet | None) -> Right:
    """The right that a membership gives on the campaign's roster, or on one of its sheets."""
    if person.pk is None:
        return "none"
    membership = Membership.objects.filter(campaign__roster=roster, user_id=person.pk).first()
    if membership is None:
        return "none"
    right = _RIGHTS[membership.role]
    if membership.role == Role.PLAYER and record is not None and plays(person, record):
        return "change"
    return right


def plays(person: Person, record: RecordSheet) -> bool:
    """Whether this sheet has been given to the person."""
    return person.pk is not None and Placement.objects.filter(record=record, player_id=person.pk).exists()


def visible(person: Person) -> Q:
    """The rosters of campaigns the person is a member of."""
    return Q(campaign__memberships__user_id=person.pk)


def membership_in(person: Person, slug: str, *, right: Right = "see") -> Membership:
    """The person's membership in the campaign of this slug, with the campaign, when it gives that much.

    Raises Http404 for a campaign the person is no member of, NotAllowed when a member may not do that.
    """
    found = (
        Membership.objects.select_related("campaign__roster", "user")
        .filter(campaign__slug=slug, user_id=person.pk)
        .first()
        if person.is_authenticated
        else None
    )
    if found is None:
        raise Http404
    if RIGHTS.index(_RIGHTS[found.role]) < RIGHTS.index(right):
        raise NotAllowed("only-who-runs-the-campaign")
    return found


def runs(membership: Membership) -> bool:
    """Whether this member runs the campaign: its owner or a game master."""
    return _RIGHTS[membership.role] == "run"


def campaigns_of(person: Person) -> list[Campaign]:
    """The campaigns the person is a member of, by name."""
    if not person.is_authenticated:
        return []
    mine = Campaign.objects.filter(memberships__user_id=person.pk)
    return list(mine.select_related("roster").defer("roster__ruleset"))

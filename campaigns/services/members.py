"""Members: joining by the code, changing a role, leaving, handing the campaign over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from campaigns.models import Campaign, Membership, Placement, Role
from records.errors import NotAllowed, Refused
from records.models import Roster

if TYPE_CHECKING:
    from django.contrib.auth.models import User

GIVEN_ROLES = (Role.GAME_MASTER, Role.PLAYER, Role.OBSERVER)


def campaign_of_code(code: str) -> Campaign:
    """The campaign that this join code lets people into. Spaces, dashes and case do not matter."""
    wanted = "".join(letter for letter in code.upper() if letter.isalnum())
    campaign = Campaign.objects.select_related("roster").filter(join_code=wanted).first() if wanted else None
    if campaign is None:
        raise Refused("no-such-join-code")
    if not campaign.joining_open:
        raise Refused("joining-is-closed", campaign=campaign.name)
    return campaign


def join(*, campaign: Campaign, user: User) -> Membership:
    """Make the person a member with the role that the code gives. Raises Refused for who is one already."""
    membership, made = Membership.objects.get_or_create(
        campaign=campaign, user=user, defaults={"role": campaign.join_role}
    )
    if not made:
        raise Refused("already-a-member", campaign=campaign.name)
    return membership


def new_person(*, name: str) -> User:
    """An account for somebody at the table: signed in on this device, without a password until they set one."""
    user_model = get_user_model()
    base = slugify(name, allow_unicode=True)[:100] or "player"
    username, number = base, 2
    while True:
        while user_model.objects.filter(username__iexact=username).exists():
            username, number = f"{base}-{number}", number + 1
        user = user_model(username=username, first_name=name)
        user.set_unusable_password()
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:  # somebody of the same name came in at this very moment: now their name is seen
            continue
        return user


@transaction.atomic
def join_as_new(*, campaign: Campaign, name: str) -> User:
    """An account for somebody new, in the campaign: both or neither."""
    user = new_person(name=name)
    join(campaign=campaign, user=user)
    return user


@transaction.atomic
def set_role(*, by: Membership, pk: int, role: str) -> Membership:
    """Another role for a member. Owner and game master do it; nobody changes the owner's (see :func:`hand_over`)."""
    member = _other(by, pk)
    if role not in GIVEN_ROLES:
        raise Refused("no-such-role")
    if member.role == role:
        raise Refused("has-that-role", name=name_of(member.user))
    if by.role != Role.OWNER and Role.GAME_MASTER in (member.role, role):
        raise NotAllowed("only-the-owner-names-game-masters")
    member.role = role
    member.save(update_fields=["role"])
    if role == Role.OBSERVER:
        _take_sheets(member)
    return member


@transaction.atomic
def remove(*, by: Membership, pk: int) -> Membership:
    """Take a member out of the campaign. Their 'Mechs stay, and go back to the game master."""
    member = _other(by, pk)
    if by.role != Role.OWNER and member.role == Role.GAME_MASTER:
        raise NotAllowed("only-the-owner-names-game-masters")
    _take_sheets(member)
    member.delete()
    return member


@transaction.atomic
def leave(*, membership: Membership) -> None:
    """Leave the campaign. The owner cannot without handing it over first."""
    if membership.role == Role.OWNER:
        raise Refused("owner-cannot-leave")
    _take_sheets(membership)
    membership.delete()


@transaction.atomic
def hand_over(*, by: Membership, pk: int) -> Membership:
    """Make another member the owner; the owner becomes a game master."""
    owner = _locked(by.pk)
    # Asked under the lock: an owner who hands over to two people at once has one heir.
    if owner is None or owner.role != Role.OWNER:
        raise NotAllowed("only-the-owner")
    heir = _other(owner, pk)
    owner.role = Role.GAME_MASTER
    owner.save(update_fields=["role"])
    heir.role = Role.OWNER
    heir.save(update_fields=["role"])
    Roster.objects.filter(pk=by.campaign.roster_id).update(owner=heir.user)
    return heir


def name_of(user: User) -> str:
    """How a person is called on the page: the name they gave, else their sign-in name."""
    return user.first_name or user.get_username()


def _locked(pk: int) -> Membership | None:
    """The membership as it is now; nobody else changes it before this transaction ends."""
    rows = Membership.objects.select_for_update(of=("self",)).select_related("user", "campaign")
    return rows.filter(pk=pk).first()


def _other(by: Membership, pk: int) -> Membership:
    member = _locked(pk)
    if member is None or member.campaign_id != by.campaign_id:
        raise Refused("no-such-member")
    if member.pk == by.pk:
        raise Refused("not-on-yourself")
    if member.role == Role.OWNER:
        raise Refused("not-on-the-owner")
    return member


def _take_sheets(member: Membership) -> None:
    Placement.objects.filter(force__campaign=member.campaign_id, player=member.user_id).update(player=None)


def rename(*, user: User, name: str) -> None:
    """Another name for others to read; the sign-in name stays."""
    if user.first_name == name:
        raise Refused("nothing-changed")
    user.first_name = name
    user.save(update_fields=["first_name"])

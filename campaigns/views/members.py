"""Members: who takes part, the join code, roles."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import links
from campaigns.forms import DoorForm
from campaigns.models import Membership, Role
from campaigns.rights import runs
from campaigns.services import campaigns, members
from campaigns.services.members import name_of
from records.errors import Refused

from .common import act, member_page, show


@member_page("GET", "HEAD")
def index(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Everybody in the campaign, and the code by which others come in."""
    return _page(request, membership)


def _page(
    request: HttpRequest, membership: Membership, *, refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    campaign = membership.campaign
    context = {
        "members": list(campaign.memberships.select_related("user")),
        "roles": [(role.value, role.label) for role in members.GIVEN_ROLES],
        "owner": membership.role == Role.OWNER,
    }
    if runs(membership):
        url = links.base_url(request) + reverse("join", args=[campaign.join_code])
        context |= {
            "join_url": url,
            "qr": links.qr_code(url),
            "only_here": links.only_here(url),
            "door": DoorForm(initial={"open": campaign.joining_open, "role": campaign.join_role}),
        }
    return show(request, "campaigns/members.html", membership, context, tab="members", refused=refused, status=status)


Change = Callable[[HttpRequest, Membership, int], str]


def _changer(change: Change, *, right: str = "run") -> Callable[..., HttpResponse]:
    """A view that changes one thing about the members; ``change`` returns what to say, empty for nothing."""

    @member_page("POST", right=right)  # type: ignore[arg-type]
    def view(request: HttpRequest, membership: Membership, pk: int = 0) -> HttpResponse:
        def do() -> str:
            said = change(request, membership, pk)
            if said:
                messages.success(request, said)
            return reverse("members", args=[membership.campaign.slug])

        return act(request, do, lambda refused: _page(request, membership, refused=refused))

    return view


def _role(request: HttpRequest, membership: Membership, pk: int) -> str:
    member = members.set_role(by=membership, pk=pk, role=request.POST.get("role", ""))
    return _("%(name)s is now %(role)s.") % {
        "name": name_of(member.user),
        "role": Role(member.role).label,
    }


def _remove(request: HttpRequest, membership: Membership, pk: int) -> str:
    member = members.remove(by=membership, pk=pk)
    return _("%(name)s is not in the campaign any more.") % {"name": name_of(member.user)}


def _hand_over(request: HttpRequest, membership: Membership, pk: int) -> str:
    member = members.hand_over(by=membership, pk=pk)
    return _("%(name)s owns the campaign now; you are a game master.") % {"name": name_of(member.user)}


def _renew(request: HttpRequest, membership: Membership, pk: int) -> str:
    campaigns.renew_join_code(campaign=membership.campaign)
    return _("There is a new join code. The old one lets nobody in any more.")


def _door(request: HttpRequest, membership: Membership, pk: int) -> str:
    form = DoorForm(request.POST)
    if not form.is_valid():
        raise Refused("no-such-join-role")
    campaigns.set_door(campaign=membership.campaign, open_=form.cleaned_data["open"], role=form.cleaned_data["role"])
    return ""


role = _changer(_role)
remove = _changer(_remove)
hand_over = _changer(_hand_over)
renew_code = _changer(_renew)
door = _changer(_door)


@member_page("POST")
def leave(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Leave the campaign."""

    def do() -> str:
        members.leave(membership=membership)
        messages.success(request, _("You have left %(campaign)s.") % {"campaign": membership.campaign.name})
        return reverse("home")

    return act(request, do, lambda refused: _page(request, membership, refused=refused))



"""Forces: new, changed, removed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from campaigns.forms import ForceForm
from campaigns.models import Force, Membership
from campaigns.services import forces
from records.errors import Refused

from .campaigns import forces_page
from .common import act, member_page, show


@member_page("POST", right="run")
def new(request: HttpRequest, membership: Membership) -> HttpResponse:
    """A new force in the tree."""
    campaign = membership.campaign
    form = ForceForm(request.POST, campaign=campaign)

    def again(refused: Refused | None = None) -> HttpResponse:
        return forces_page(request, membership, form=form, refused=refused, status=422)

    if not form.is_valid():
        return again()

    def do() -> str:
        forces.create(campaign=campaign, **form.cleaned_data)
        return campaign.get_absolute_url()

    return act(request, do, again)


@member_page("GET", "HEAD", "POST", right="run")
def change(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
    """Rename a force, move it in the tree, change its side."""
    campaign = membership.campaign
    force = forces.force_in(campaign, pk)
    now = {"name": force.name, "parent": force.parent, "hostile": force.hostile}
    form = ForceForm(request.POST if request.method == "POST" else None, initial=now, campaign=campaign, without=force)
    if request.method != "POST":
        return _page(request, membership, force, form, status=200)
    if not form.is_valid():
        return _page(request, membership, force, form)

    def do() -> str:
        forces.change(force=force, **form.cleaned_data)
        return campaign.get_absolute_url()

    return act(request, do, lambda refused: _page(request, membership, force, form, refused))


@member_page("POST", right="run")
def remove(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
    """Take an empty force out of the tree."""
    campaign = membership.campaign

    def do() -> str:
        forces.remove(force=forces.force_in(campaign, pk))
        return campaign.get_absolute_url()

    return act(request, do, lambda refused: forces_page(request, membership, refused=refused))


def _page(
    request: HttpRequest,
    membership: Membership,
    force: Force,
    form: ForceForm,
    refused: Refused | None = None,
    status: int = 422,
) -> HttpResponse:
    context = {"force": force, "form": form}
    return show(request, "campaigns/force.html", membership, context, tab="forces", refused=refused, status=status)

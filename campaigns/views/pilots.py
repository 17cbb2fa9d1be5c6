"""MechWarriors: the list, a new one, one of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from campaigns.forms import PilotForm
from campaigns.models import Membership
from campaigns.selectors.roster import pilots_of
from campaigns.services import pilots
from records.errors import Refused
from records.models import Pilot
from records.views.answers import form_key, person

from .common import act, member_page, show


@member_page("GET", "HEAD")
def index(request: HttpRequest, membership: Membership) -> HttpResponse:
    """All pilots of the campaign."""
    context = {"pilots": pilots_of(membership.campaign)}
    return show(request, "campaigns/pilots.html", membership, context, tab="pilots")


@member_page("GET", "HEAD", "POST", right="run")
def new(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Add a pilot."""
    campaign = membership.campaign
    form = PilotForm(request.POST) if request.method == "POST" else PilotForm()
    if request.method != "POST":
        return _page(request, membership, form, status=200)
    if not form.is_valid():
        return _page(request, membership, form)

    def do() -> str:
        pilots.create(campaign=campaign, fields=form.cleaned_data)
        return reverse("pilots", args=[campaign.slug])

    return act(request, do, lambda refused: _page(request, membership, form, refused=refused))


@member_page("GET", "HEAD", "POST", right="run")
def change(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
    """Change a pilot."""
    campaign = membership.campaign
    pilot = pilots.pilot_in(campaign, pk)
    form = PilotForm(request.POST) if request.method == "POST" else PilotForm.of(pilot)
    if request.method != "POST":
        return _page(request, membership, form, pilot, status=200)
    if not form.is_valid():
        return _page(request, membership, form, pilot)

    def do() -> str:
        pilots.change(pilot=pilot, fields=form.cleaned_data, user=person(request), key=form_key(request))
        return reverse("pilots", args=[campaign.slug])

    return act(request, do, lambda refused: _page(request, membership, form, pilot, refused=refused))


@member_page("POST", right="run")
def remove(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
    """Strike a pilot off the roster."""
    campaign = membership.campaign

    def do() -> str:
        pilots.remove(pilot=pilots.pilot_in(campaign, pk))
        return reverse("pilots", args=[campaign.slug])

    def again(refused: Refused) -> HttpResponse:
        context = {"pilots": pilots_of(campaign)}
        return show(request, "campaigns/pilots.html", membership, context, tab="pilots", refused=refused)

    return act(request, do, again)


@member_page("GET", right="run")
def skills(request: HttpRequest, membership: Membership) -> HttpResponse:
    """The two skill fields with the values that usually go with a level: a suggestion while the form is filled in."""
    level = request.GET.get("level", "")
    gunnery, piloting = pilots.USUAL_SKILLS.get(level, pilots.USUAL_SKILLS[Pilot.Level.REGULAR])
    form = PilotForm(initial={"gunnery": gunnery, "piloting": piloting})
    return show(request, "campaigns/_skills.html", membership, {"form": form}, tab="pilots")


def _page(
    request: HttpRequest,
    membership: Membership,
    form: PilotForm,
    pilot: Pilot | None = None,
    *,
    refused: Refused | None = None,
    status: int = 422,
) -> HttpResponse:
    context = {"form": form, "pilot": pilot, "usual": pilots.USUAL_SKILLS}
    return show(request, "campaigns/pilot.html", membership, context, tab="pilots", refused=refused, status=status)

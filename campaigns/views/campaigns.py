"""Home, the list of campaigns, founding one, its first page and its settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.forms import CampaignForm, CodeForm, ForceForm
from campaigns.models import Membership
from campaigns.rights import campaigns_of
from campaigns.selectors import battles, overview
from campaigns.selectors.roster import Tree, retired
from campaigns.services import campaigns
from records.errors import Refused
from records.views.answers import answers, person

from .common import act, member_page, show, words_of

HOME_BATTLES = 6
HOME_CARDS = 12
LIST_PAGE = 24


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Where one goes on: open battles first, then campaigns and one's own sheets."""
    if not request.user.is_authenticated:
        return render(request, "campaigns/welcome.html", {"form": CodeForm()})
    mine = overview.order(campaigns_of(request.user))
    context = {
        "battles": battles.open_battles(mine, HOME_BATTLES),
        "cards": overview.cards(request.user, mine[:HOME_CARDS]),
        "more": max(0, len(mine) - HOME_CARDS),
        "sheets": overview.own_sheets(request.user),
    }
    return render(request, "campaigns/home.html", context)


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The campaigns one is a member of."""
    page = Paginator(overview.order(campaigns_of(request.user)), LIST_PAGE).get_page(request.GET.get("page"))
    context = {"cards": overview.cards(request.user, page.object_list), "page": page, "form": CodeForm()}
    return render(request, "campaigns/index.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@answers
def new(request: HttpRequest) -> HttpResponse:
    """Found a campaign."""
    if request.method == "GET":
        return render(request, "campaigns/new.html", {"form": CampaignForm()})
    form = CampaignForm(request.POST)

    def again(refused: Refused | None = None) -> HttpResponse:
        context = {"form": form, "trouble": words_of(refused)}
        return render(request, "campaigns/new.html", context, status=422)

    if not form.is_valid():
        return again()

    def do() -> str:
        return campaigns.create(owner=person(request), **form.cleaned_data).get_absolute_url()

    return act(request, do, again)


@member_page("GET", "HEAD")
def campaign(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Its forces and machines, and the battle that is being fought."""
    return forces_page(request, membership)


def forces_page(
    request: HttpRequest,
    membership: Membership,
    *,
    form: ForceForm | None = None,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of :func:`campaign`, with the form for a new force as it stands."""
    found = membership.campaign
    context = {
        "tree": Tree(found),
        "battles": battles.open_battles([found]),
        "retired": retired(found),
        "form": form or ForceForm(campaign=found),
    }
    return show(request, "campaigns/campaign.html", membership, context, tab="forces", refused=refused, status=status)


@member_page("POST", right="run")
def delete(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Delete the campaign for good; its name has to be written."""
    found = membership.campaign

    def do() -> str:
        campaigns.delete(by=membership, name=request.POST.get("name", "")[:200])
        messages.success(request, _("“%(campaign)s” is deleted.") % {"campaign": found.name})
        return reverse("campaigns")

    def again(refused: Refused) -> HttpResponse:
        context = {"form": CampaignForm.of(found), "delete_trouble": words_of(refused)}
        return show(request, "campaigns/settings.html", membership, context, tab="settings", status=422)

    return act(request, do, again)


@member_page("GET", "HEAD", "POST", right="run")
def settings(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Name, day in the game, notes."""
    found = membership.campaign
    form = CampaignForm(request.POST) if request.method == "POST" else CampaignForm.of(found)

    def page(refused: Refused | None = None, status: int = 422) -> HttpResponse:
        template, context = "campaigns/settings.html", {"form": form}
        return show(request, template, membership, context, tab="settings", refused=refused, status=status)

    if request.method != "POST":
        return page(status=200)
    if not form.is_valid():
        return page()

    def do() -> str:
        campaigns.change(campaign=found, **form.cleaned_data)
        return found.get_absolute_url()

    return act(request, do, page)

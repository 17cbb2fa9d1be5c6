"""Machines: from the catalogue into forces, and one machine's own page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import ngettext

from campaigns.forms import AddForm, LabelForm
from campaigns.forms.base import one_line
from campaigns.models import Force, Membership
from campaigns.selectors.roster import Machine, machine
from campaigns.services import forces, machines
from campaigns.services.machines import machine_in
from records.errors import Refused
from records.models import RecordSheet, Unit
from records.selectors import catalogue
from records.views.answers import form_key, person

from .campaigns import forces_page
from .common import act, member_page, number, show

PAGE = 30
MOST_QUERY = 100


@member_page("GET", "HEAD", "POST", right="run")
def add(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Search the catalogue from inside the campaign and put machines into a force."""
    campaign = membership.campaign
    force = request.POST.get("force") or request.GET.get("force") or getattr(campaign.forces.first(), "pk", None)
    data = {"force": force, "copies": request.POST.get("copies") or 1}
    form = AddForm(data, campaign=campaign) if request.method == "POST" else AddForm(initial=data, campaign=campaign)
    if request.method != "POST":
        return _search(request, membership, form)
    if not form.is_valid():
        return _search(request, membership, form, status=422)
    unit = get_object_or_404(Unit, slug=one_line(request.POST.get("unit", "")))

    def do() -> str:
        made = machines.add(campaign=campaign, unit=unit, **form.cleaned_data)
        into = form.cleaned_data["force"]
        words = ngettext("%(unit)s is in %(force)s.", "%(count)s × %(unit)s are in %(force)s.", len(made))
        messages.success(request, words % {"unit": unit.name, "force": into.name, "count": len(made)})
        return f"{reverse('machine_add', args=[campaign.slug])}?force={into.pk}&q={_query(request)}"

    return act(request, do, lambda refused: _search(request, membership, form, refused=refused))


def _query(request: HttpRequest) -> str:
    """What was searched, for an address: as much of it as one holds that is kept (Action.result)."""
    asked = one_line(request.POST.get("q", ""))[:80]
    while len(quote(asked)) > MOST_QUERY:
        asked = asked[:-1]
    return quote(asked)


def _search(
    request: HttpRequest, membership: Membership, form: AddForm, *, refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    asked = one_line(request.GET.get("q") or request.POST.get("q") or "")[:80]
    weight = request.GET.get("weight", "")
    page = Paginator(catalogue.search({"q": asked, "weight": weight}), PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "q": asked,
        "weight": weight,
        "weights": [(code, row[0]) for code, row in catalogue.WEIGHT_CLASSES.items()],
        "page": page,
        "query": _rest(request),
    }
    listed = getattr(request, "htmx", False) and request.method == "GET"
    template = "campaigns/_units.html" if listed else "campaigns/machine_add.html"
    return show(request, template, membership, context, tab="forces", refused=refused, status=status)


def _rest(request: HttpRequest) -> str:
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()


@member_page("GET", "HEAD")
def page(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
    """One machine: its force, its player, its pilot."""
    return _page(request, membership, machine_in(membership.campaign, pk))


def _page(
    request: HttpRequest,
    membership: Membership,
    record: RecordSheet,
    *,
    form: LabelForm | None = None,
    refused: Refused | None = None,
    at: str = "",
    status: int = 200,
) -> HttpResponse:
    campaign = membership.campaign
    found: Machine = machine(record)
    pilots = campaign.roster.pilots.exclude(status__in=("dead", "missing")).select_related("sheet__unit")
    context = {
        "machine": found,
        "record": record,
        "placement": getattr(record, "placement", None),
        "forces": list(campaign.forces.all()),
        "players": list(campaign.memberships.exclude(role="observer").select_related("user")),
        "pilots": list(pilots.order_by("name")),
        "form": form or LabelForm(initial={"label": record.label}),
        "at": at,
    }
    return show(request, "campaigns/machine.html", membership, context, tab="forces", refused=refused, status=status)


Change = Callable[[HttpRequest, Membership, RecordSheet], None]


def _changer(at: str, change: Change, *, leads_to_campaign: bool = False) -> Callable[..., HttpResponse]:
    """A view that changes one thing about a machine and shows its page again; what is refused is told at ``at``."""

    @member_page("POST", right="run")
    def view(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
        campaign = membership.campaign
        record = machine_in(campaign, pk)

        def do() -> str:
            change(request, membership, record)
            if leads_to_campaign:
                return campaign.get_absolute_url()
            return reverse("machine", args=[campaign.slug, pk])

        def again(refused: Refused) -> HttpResponse:
            return _page(request, membership, machine_in(campaign, pk), refused=refused, at=at)

        return act(request, do, again)

    return view


def _label(request: HttpRequest, membership: Membership, record: RecordSheet) -> None:
    form = LabelForm(request.POST)
    if not form.is_valid():
        raise Refused("name-too-long", most=80)
    machines.rename(record=record, label=form.cleaned_data["label"])


def _force(request: HttpRequest, membership: Membership, record: RecordSheet) -> None:
    force: Force = forces.force_in(membership.campaign, number(request.POST.get("force")))
    machines.place(campaign=membership.campaign, record=record, force=force)


def _player(request: HttpRequest, membership: Membership, record: RecordSheet) -> None:
    machines.give(campaign=membership.campaign, record=record, member_pk=_choice(request, "player"))


def _pilot(request: HttpRequest, membership: Membership, record: RecordSheet) -> None:
    machines.assign(
        campaign=membership.campaign,
        record=record,
        pilot_pk=_choice(request, "pilot"),
        user=person(request),
        key=form_key(request),
    )


def _retire(request: HttpRequest, membership: Membership, record: RecordSheet) -> None:
    machines.retire(record=record)


def _choice(request: HttpRequest, name: str) -> int | None:
    """The chosen id; None for nobody. Nonsense is refused rather than taken for nobody."""
    text: Any = request.POST.get(name)
    if text == "":
        return None
    chosen = number(text)
    if chosen is None:
        raise Refused("bad-request")
    return chosen


def _own(
    change: Callable[[RecordSheet, Membership], None], leads_to: Callable[[RecordSheet], str]
) -> Callable[..., HttpResponse]:
    """A view for any member that changes who plays a machine; refused, the forces are shown with the words."""

    @member_page("POST")
    def view(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
        record = machine_in(membership.campaign, pk)

        def do() -> str:
            change(record, membership)
            return leads_to(record)

        return act(request, do, lambda refused: forces_page(request, membership, refused=refused))

    return view


take = _own(
    lambda record, member: machines.take(record=record, member=member), lambda record: record.get_absolute_url()
)
give_back = _own(
    lambda record, member: machines.give_back(record=record, member=member),
    lambda record: record.roster.campaign.get_absolute_url(),
)
label = _changer("label", _label)
force = _changer("force", _force)
player = _changer("player", _player)
pilot = _changer("pilot", _pilot)
retire = _changer("retire", _retire, leads_to_campaign=True)

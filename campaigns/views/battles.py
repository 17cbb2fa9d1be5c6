"""Battles: the list, a new one, the battle being fought, its log."""

from __future__ import annotations

from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaigns.forms import BattleForm, BattleWordsForm, ChooseForm, CloseForm
from campaigns.models import Battle, Membership
from campaigns.selectors import battles as read
from campaigns.selectors.roster import Tree
from campaigns.services import battles
from campaigns.services.battles import RollsOwed
from campaigns.services.once import once
from records.errors import NotAllowed, Refused
from records.views.answers import form_key, kept, person

from .common import act, member_page, number, show

LOG_PAGE = 60
LIST_PAGE = 20


def battle_in(membership: Membership, pk: int) -> Battle:
    """The campaign's battle of this id, or 404."""
    battle = Battle.objects.filter(campaign=membership.campaign_id, pk=pk).first()
    if battle is None:
        raise Http404
    battle.campaign = membership.campaign
    return battle


@member_page("GET", "HEAD")
def index(request: HttpRequest, membership: Membership) -> HttpResponse:
    """The campaign's battles, the open ones first."""
    campaign = membership.campaign
    closed = campaign.battles.exclude(closed_at=None).order_by("-closed_at", "-pk")
    context = {
        "open": read.open_battles([campaign]),
        "page": Paginator(closed, LIST_PAGE).get_page(request.GET.get("page")),
    }
    return show(request, "campaigns/battles.html", membership, context, tab="battles")


@member_page("GET", "HEAD", "POST", right="run")
def new(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Begin a battle: a name, and who fights."""
    campaign = membership.campaign
    form = BattleForm(request.POST if request.method == "POST" else None, campaign=campaign)

    def page(refused: Refused | None = None, status: int = 422) -> HttpResponse:
        chosen = {number(pk) for pk in request.POST.getlist("machines")}
        template, context = "campaigns/battle_new.html", {"form": form, "tree": Tree(campaign), "chosen": chosen}
        return show(request, template, membership, context, tab="battles", refused=refused, status=status)

    if request.method != "POST":
        return page(status=200)
    if not form.is_valid():
        return page()

    def do() -> str:
        battle = battles.open_battle(
            campaign=campaign,
            name=form.cleaned_data["name"],
            record_ids=form.cleaned_data["machines"],
            user=person(request),
            key=form_key(request),
        )
        return battle.get_absolute_url()

    return act(request, do, page)


@member_page("GET", "HEAD")
def battle(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
    """The battle as it stands: every sheet at a glance."""
    return _page(request, membership, battle_in(membership, pk))


def _page(
    request: HttpRequest,
    membership: Membership,
    battle: Battle,
    *,
    refused: Refused | None = None,
    close: CloseForm | None = None,
) -> HttpResponse:
    """The page, or its moving part alone when htmx asks."""
    part = bool(getattr(request, "htmx", False))
    context = {
        "battle": battle,
        "standing": read.standing(battle),
        "version": read.version(battle.pk),
        "owing": refused.waiting if isinstance(refused, RollsOwed) else [],
    }
    if not part:
        context |= {
            "close": close or CloseForm(initial={"summary": battle.summary}),
            "free": read.free_machines(membership.campaign) if battle.open else [],
        }
    template = "campaigns/_battle.html" if part else "campaigns/battle.html"
    return show(request, template, membership, context, tab="battles", refused=refused)


Do = Callable[[HttpRequest, Battle], None]


def _changer(do: Do) -> Callable[..., HttpResponse]:
    """A view that does something to the battle and shows it again, as a whole page or its moving part."""

    @member_page("POST", right="run")
    def view(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
        battle = battle_in(membership, pk)

        def done() -> str:
            do(request, battle)
            return battle.get_absolute_url()

        try:
            url = once(key=form_key(request), user=person(request), do=done)
        except NotAllowed:
            raise
        except Refused as refused:
            return _page(request, membership, battle_in(membership, pk), refused=refused)
        if getattr(request, "htmx", False):
            return kept(request, url, lambda: _page(request, membership, battle_in(membership, pk)))
        return redirect(url)

    return view


def _end_phase(request: HttpRequest, battle: Battle) -> None:
    battles.end_phase(battle=battle, user=person(request), key=form_key(request), shown=_shown(request))


def _end_turn(request: HttpRequest, battle: Battle) -> None:
    battles.end_turn(battle=battle, user=person(request), key=form_key(request), shown=_shown(request))


def _shown(request: HttpRequest) -> str:
    """Where the battle stood on the page whose button was pressed; "?" never fits where it stands."""
    return request.POST.get("clock") or "?"


def _undo(request: HttpRequest, battle: Battle) -> None:
    battles.undo(battle=battle, user=person(request), key=form_key(request))


def _close(request: HttpRequest, battle: Battle) -> None:
    form = CloseForm(request.POST)
    if not form.is_valid():
        raise Refused("summary-too-long", most=10_000)
    battles.close(battle=battle, user=person(request), key=form_key(request), **form.cleaned_data)


def _reopen(request: HttpRequest, battle: Battle) -> None:
    battles.reopen(battle=battle, user=person(request), key=form_key(request))


def _reinforce(request: HttpRequest, battle: Battle) -> None:
    form = ChooseForm(request.POST, campaign=battle.campaign)
    if not form.is_valid():
        raise Refused("nobody-chosen" if not request.POST.getlist("machines") else "not-all-are-free")
    battles.reinforce(
        battle=battle, record_ids=form.cleaned_data["machines"], user=person(request), key=form_key(request)
    )


def _withdraw(request: HttpRequest, battle: Battle) -> None:
    chosen = number(request.POST.get("machine"))
    if chosen is None:
        raise Refused("bad-request")
    battles.withdraw(battle=battle, record_id=chosen, user=person(request), key=form_key(request))


end_phase = _changer(_end_phase)
end_turn = _changer(_end_turn)
undo = _changer(_undo)
close = _changer(_close)
reopen = _changer(_reopen)
reinforce = _changer(_reinforce)
withdraw = _changer(_withdraw)


@member_page("GET", "HEAD", "POST", right="run")
def change(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
    """The battle's name and what happened in it."""
    battle = battle_in(membership, pk)
    now = {"name": battle.name, "summary": battle.summary}
    form = BattleWordsForm(request.POST if request.method == "POST" else None, initial=now)

    def page(refused: Refused | None = None, status: int = 422) -> HttpResponse:
        context = {"battle": battle, "form": form}
        template = "campaigns/battle_words.html"
        return show(request, template, membership, context, tab="battles", refused=refused, status=status)

    if request.method != "POST":
        return page(status=200)
    if not form.is_valid():
        return page()

    def do() -> str:
        battles.change(battle=battle, **form.cleaned_data)
        return battle.get_absolute_url()

    return act(request, do, page)


@member_page("GET", "HEAD")
def log(request: HttpRequest, membership: Membership, pk: int) -> HttpResponse:
    """Everything that was entered on the battle's sheets, newest first."""
    battle = battle_in(membership, pk)
    page = Paginator(read.log(battle), LOG_PAGE).get_page(request.GET.get("page"))
    back = reverse("battle", args=[membership.campaign.slug, pk])
    context = {"battle": battle, "page": page, "groups": read.in_groups(page), "back": back}
    return show(request, "campaigns/battle_log.html", membership, context, tab="battles")

"""The rules of a campaign: everybody in it reads them, who runs it changes them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from campaigns.forms.ruleset import RulesetForm
from campaigns.models import Membership
from campaigns.rights import runs
from campaigns.selectors import ruleset as read
from campaigns.services import ruleset as services
from records import rules
from records.errors import NotAllowed, Refused, Stale
from records.rules.options import check
from records.views.answers import person

from .common import act, member_page, number, show

PRESETS = {"total-warfare": rules.Ruleset, "club": check.club}


@member_page("GET", "HEAD", "POST")
def page(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Every optional rule with its switch, its numbers, its table; and the changes so far."""
    campaign = membership.campaign
    now = read.in_force(campaign)
    posted = request.method == "POST" and "preset" not in request.POST
    form = RulesetForm(request.POST if posted else None, ruleset=now)

    def again(refused: Refused | None = None, status: int = 422) -> HttpResponse:
        shown, current = form, now
        if isinstance(refused, Stale):  # somebody else has changed them: show them as they are
            campaign.roster.refresh_from_db()
            current = read.in_force(campaign)
            shown = RulesetForm(None, ruleset=current)
        context = {"form": shown, "ruleset": current, "gone": check.gone(current), "editions": read.editions(campaign)}
        template = "campaigns/ruleset.html"
        return show(request, template, membership, context, tab="rules", refused=refused, status=status)

    if request.method != "POST":
        return again(status=200)
    if not runs(membership):
        raise NotAllowed("only-who-runs-the-campaign")
    if posted and not form.is_valid():
        return again()
    shown = number(request.POST.get("edition")) or 0

    def do() -> str:
        preset = PRESETS.get(request.POST.get("preset", ""))
        if preset is None and not posted:
            raise Refused("bad-request")
        chosen = form.chosen() if preset is None else preset()
        services.change(campaign=campaign, ruleset=chosen, user=person(request), shown=shown)
        return reverse("campaign_rules", args=[campaign.slug])

    return act(request, do, again)

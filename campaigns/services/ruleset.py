"""The rules of a campaign: another edition of them, for everything entered from then on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import F

from campaigns.models import Battle, Campaign, RulesetChange
from campaigns.selectors.battles import standing
from records import rules
from records.errors import Refused, Stale
from records.models import Roster
from records.rules.options import check
from records.words import options as words

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def change(*, campaign: Campaign, ruleset: rules.Ruleset, user: User, shown: int) -> rules.Ruleset:
    """Play under other rules from now on. ``shown`` is the edition that the page showed.

    Refused: what cannot be played together or is out of range, in words; ``nothing-changed``; with 409 when somebody
    else has changed the rules meanwhile.
    """
    roster = Roster.objects.select_for_update().get(pk=campaign.roster_id)
    now = rules.decode(rules.Ruleset, roster.ruleset)
    if shown != now.edition:
        raise Stale("rules-have-changed")
    for problem in check.problems(ruleset):
        raise Refused(problem.code, **_named(dict(problem.params)))
    after = check.plain(replace(ruleset, edition=now.edition))
    if after == check.plain(now):
        raise Refused("nothing-changed")
    after = replace(check.with_what_is_gone(after, now), edition=now.edition + 1)
    battles = list(Battle.objects.filter(campaign=campaign, closed_at=None).select_related("campaign"))
    clocks = {str(battle.pk): standing(battle) for battle in battles}
    RulesetChange.objects.create(
        campaign=campaign,
        edition=after.edition,
        before=rules.encode(now),
        ruleset=rules.encode(after),
        standing={pk: [clock.turn, clock.phase] for pk, clock in clocks.items()},
        user=user,
    )
    roster.ruleset = rules.encode(after)
    roster.save(update_fields=["ruleset"])
    campaign.roster.ruleset = roster.ruleset
    Battle.objects.filter(pk__in=[battle.pk for battle in battles]).update(version=F("version") + 1)
    return after


def _named(params: dict[str, Any]) -> dict[str, Any]:
    """What the words need: titles of options and settings instead of their ids."""
    for name in ("option", "other"):
        if name in params:
            params[name] = words.title(str(params[name]).removeprefix("-"))
    if "setting" in params:
        params["setting"] = words.setting(str(params["setting"]))
    return params

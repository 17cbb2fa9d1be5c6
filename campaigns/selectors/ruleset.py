"""The rules of a campaign as their page shows them, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.models import Battle, Campaign, RulesetChange
from records import rules
from records.rules.options import REGISTRY
from records.words import options as words

LATEST = 20


def in_force(campaign: Campaign) -> rules.Ruleset:
    """The rules that the campaign is played under."""
    return rules.decode(rules.Ruleset, campaign.roster.ruleset)


@dataclass(frozen=True, slots=True)
class Edition:
    """One change of the rules in words. ``turn`` and ``phase`` are where the battle asked about stood."""

    change: RulesetChange
    what: tuple[str, ...]
    turn: int = 0
    phase: str = ""


def editions(campaign: Campaign) -> list[Edition]:
    """The latest changes, newest first."""
    rows = RulesetChange.objects.filter(campaign=campaign).select_related("user")[:LATEST]
    return [Edition(row, tuple(_differences(row))) for row in rows]


def changed_in(battle: Battle) -> list[Edition]:
    """Changes of the rules while this battle was fought, oldest first."""
    rows = RulesetChange.objects.filter(campaign=battle.campaign_id, standing__has_key=str(battle.pk))
    rows = rows.order_by("edition")
    return [Edition(row, tuple(_differences(row)), *row.standing[str(battle.pk)]) for row in rows]


def _differences(row: RulesetChange) -> Iterator[str]:
    before, after = (rules.decode(rules.Ruleset, data) for data in (row.before, row.ruleset))
    for option in REGISTRY.values():
        if before.has(option.id) != after.has(option.id):
            text = _("%(rule)s: on") if after.has(option.id) else _("%(rule)s: off")
            yield text % {"rule": words.title(option.id)}
        numbers = [(f"{option.id}.{setting.name}", setting.name) for setting in option.settings]
        for name, setting in numbers:
            if (number := option.number(after, setting)) != option.number(before, setting):
                yield f"{words.setting(name)} {number}"
        if option.grid is not None and before.tables.get(option.id, {}) != after.tables.get(option.id, {}):
            yield _("%(rule)s: table edited") % {"rule": words.title(option.id)}


@dataclass(frozen=True, slots=True)
class Group:
    """Options of one source, under its title."""

    title: str | Promise
    ids: tuple[str, ...]


def _in_order(option_id: str) -> str:
    return "" if option_id.startswith("CL-") else option_id


def groups() -> list[Group]:
    """The options by where they come from: readings as they stand, the others in the order of the catalogue."""
    found: dict[str, list[str]] = {prefix: [] for prefix in words.GROUPS}
    for one in REGISTRY:
        found[next(prefix for prefix in words.GROUPS if one.startswith(prefix))].append(one)
    return [Group(words.GROUPS[prefix], tuple(sorted(ids, key=_in_order))) for prefix, ids in found.items() if ids]

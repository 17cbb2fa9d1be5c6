"""Reads of the catalogue: finding units."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from records.models import Unit

from .eras import BY_CODE

SORTS = {
    "name": (_("name"), ("chassis", "model", "pk")),
    "tons": (_("weight, lightest first"), ("tons", "chassis", "model", "pk")),
    "-tons": (_("weight, heaviest first"), ("-tons", "chassis", "model", "pk")),
    "year": (_("year, oldest first"), ("year", "chassis", "model", "pk")),
    "battle_value": (
        _("battle value, lowest first"),
        (F("battle_value").asc(nulls_last=True), "chassis", "model", "pk"),
    ),
    "-battle_value": (
        _("battle value, highest first"),
        (F("battle_value").desc(nulls_last=True), "chassis", "model", "pk"),
    ),
    "-walk": (_("speed, fastest first"), ("-walk", "-jump", "chassis", "model", "pk")),
}
WEIGHT_CLASSES = {
    "ultralight": (_("ultralight (under 20 t)"), 0, 19),
    "light": (_("light (20-35 t)"), 20, 35),
    "medium": (_("medium (40-55 t)"), 36, 55),
    "heavy": (_("heavy (60-75 t)"), 56, 75),
    "assault": (_("assault (80-100 t)"), 76, 100),
    "superheavy": (_("superheavy (over 100 t)"), 101, 999),
}


def offered() -> QuerySet[Unit]:
    """The units that new sheets can be opened for: those no newer file has replaced."""
    return Unit.objects.filter(superseded=False).defer("blueprint")


def search(wanted: dict[str, Any]) -> QuerySet[Unit]:
    """The offered units that fit all that is wanted.

    Keys, all optional: ``q`` (words, each somewhere in the name), ``weight`` (a class), ``tons_from``, ``tons_to``,
    ``bv_from``, ``bv_to`` (battle value), ``tech`` (``is``, ``clan``, ``mixed``), ``era`` (introduced in it),
    ``by_year`` (introduced by then), ``role``, ``config``, ``omni``, ``walk``, ``jump`` (at least), ``origin``,
    ``sort``.
    """
    found = offered()
    for word in wanted.get("q", "").lower().split():
        found = found.filter(search_text__contains=word)
    if weight := WEIGHT_CLASSES.get(wanted.get("weight", "")):
        found = found.filter(tons__range=weight[1:])
    if era := BY_CODE.get(wanted.get("era", "")):
        found = found.filter(year__range=(era.first, era.last))
    for key, lookup in _AT_LEAST_AND_MOST.items():
        if wanted.get(key) is not None:
            found = found.filter(**{lookup: wanted[key]})
    for key in ("role", "config", "origin"):
        if wanted.get(key):
            found = found.filter(**{key: wanted[key]})
    if wanted.get("omni"):
        found = found.filter(omni=True)
    if tech := _TECH.get(wanted.get("tech", "")):
        found = found.filter(tech)
    return found.order_by(*SORTS.get(wanted.get("sort") or "name", SORTS["name"])[1])


_AT_LEAST_AND_MOST = {
    "tons_from": "tons__gte",
    "tons_to": "tons__lte",
    "by_year": "year__lte",
    "bv_from": "battle_value__gte",
    "bv_to": "battle_value__lte",
    "walk": "walk__gte",
    "jump": "jump__gte",
}
_TECH = {
    "is": Q(mixed=False) & Q(tech_base="Inner Sphere"),
    "clan": Q(mixed=False) & Q(tech_base="Clan"),
    "mixed": Q(mixed=True),
}


def roles() -> list[str]:
    """The battlefield roles that occur, in alphabetical order."""
    return list(offered().exclude(role="").order_by("role").values_list("role", flat=True).distinct())


def newest_of(unit: Unit) -> Unit:
    """The design that is offered under this one's name: itself, or the one that a newer file put in its place."""
    if not unit.superseded:
        return unit
    same = offered().filter(chassis=unit.chassis, model=unit.model)
    return same.order_by("-pk").first() or unit


def versions_of(unit: Unit) -> QuerySet[Unit]:
    """The other models of the same chassis."""
    return offered().filter(chassis=unit.chassis).exclude(pk=unit.pk).order_by("year", "model", "pk")

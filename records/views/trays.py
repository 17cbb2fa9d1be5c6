"""What opens on the sheet's page: a location's keypad, and the heat of weapons not fired yet."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from records import access
from records.rules import Unit
from records.rules.digits import whole
from records.rules.entries import Shot
from records.selectors import numbers

from . import panels as p
from .answers import answers, by_htmx, signed_in


@require_safe
@never_cache
@signed_in
@answers
def tray(request: HttpRequest, pk: int, location: str) -> HttpResponse:
    """The keypad of a location. A person who may only look has none: 403 in words."""
    record = access.sheet_for(request.user, pk, right="change")
    page = p.page_of(request, record, may_change=True)
    if location not in page.unit.locations or not page.live:
        raise Http404
    context = {**p.base(page), "tray": p.tray_context(request, page, location)}
    if not by_htmx(request):
        return render(request, "records/sheet/page.html", context)
    return render(request, "records/sheet/_tray_inside.html", context)


@require_safe
@never_cache
@signed_in
def projection(request: HttpRequest, pk: int) -> HttpResponse:
    """Where heat will stand when the checked weapons (``mount``) have fired. Nothing is saved."""
    record = access.sheet_for(request.user, pk)
    unit = record.unit.design
    asked = {whole(mount, most=9999) for mount in request.GET.getlist("mount")}
    chosen = [mount for mount in unit.weapons if mount in asked]
    shots = []
    for mount in chosen:
        rounds = request.GET.get(f"rounds-{mount}", "1")
        dialled = whole(request.GET.get(f"dial-{mount}", "")) or 0
        dial = dialled if dialled in _dial(unit, mount) else 0
        shots.append(Shot(mount, rounds=whole(rounds, least=1, most=6) or 1, dial=dial))
    heat = numbers.heat(unit, record.sheet, record.ruleset, shots)
    return render(request, "records/sheet/_projection.html", {"heat": heat, "count": len(chosen)})


def _dial(unit: Unit, mount: int) -> tuple[int, ...]:
    item = unit.gear.items[mount]
    return item.dial if item is not None else ()


@require_safe
@never_cache
@signed_in
def weapons(request: HttpRequest, pk: int) -> HttpResponse:
    """The weapons with their numbers against the target asked about. Nothing is saved."""
    record = access.sheet_for(request.user, pk)
    return render(request, "records/sheet/_weapons.html", p.base(p.page_of(request, record)))

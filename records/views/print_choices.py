"""The page on which one chooses what to print and how, with a preview."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from records.errors import Refused
from records.printing import pool, sources
from records.printing.order import Order
from records.selectors import prints as selectors
from records.services import printing
from records.views.answers import answers, by_htmx, person, signed_in

PAPERS: tuple[tuple[str, str], ...] = (("a4", "A4"), ("letter", "Letter"))
STATES: tuple[tuple[str, str | Promise], ...] = (
    ("current", _("as they stand")),
    ("unrepaired", _("for the next battle: bins full, no heat, damage that was not repaired")),
    ("fresh", _("fresh, as built")),
)
BUNDLES: tuple[tuple[str, str | Promise], ...] = (("pdf", _("one PDF")), ("zip", _("a zip with a PDF for each")))
FLAGS: tuple[tuple[str, str | Promise], ...] = (
    ("black", _("Black only")),
    ("large", _("Larger type, on two pages a sheet")),
    ("backs", _("Two-sided: quick reference on the back")),
    ("blank", _("Leave the MechWarrior blank")),
)


@dataclass(frozen=True)
class Thing:
    """Something that can be ticked: the form's field, its value, what it is called."""

    field: str
    value: str
    title: str
    chosen: bool


def order_of(asked: QueryDict) -> Order:
    """``sheet`` ids, ``unit`` slugs and ``paper_of`` names, and the choices, of a form or an address."""
    try:
        sheets = [int(value) for value in asked.getlist("sheet")]
    except ValueError:
        raise Http404 from None
    if any(not 0 < pk < 2**63 for pk in sheets):
        raise Http404
    plain = {name: asked[name] for name in ("paper", "state", "bundle") if asked.get(name)}
    flags = {name: bool(asked.get(name)) for name, _text in FLAGS}
    things = {"sheets": sheets, "units": asked.getlist("unit"), "papers": asked.getlist("paper_of")}
    return Order.of({**things, **plain, **flags})


@require_safe
@signed_in
@answers
def choose(request: HttpRequest) -> HttpResponse:
    """What to print and how: everything of a ``campaign``, or the things named. htmx gets the preview again."""
    order, title = order_of(request.GET), ""
    if slug := request.GET.get("campaign"):
        group = sources.group(person(request), slug)
        if group is None:
            raise Http404
        title = group.title
        things = _of_group(group, order, everything=not order.count and not by_htmx(request))
    else:
        things = _named(request, order)
    context = {
        "things": things, "order": order, "query": _query(request, things), "campaign": slug, "title": title,
        "papers": PAPERS, "states": STATES, "bundles": BUNDLES, "key": uuid.uuid4(),
        "flags": [(name, text, bool(request.GET.get(name))) for name, text in FLAGS],
        "has_sheets": any(thing.field == "sheet" for thing in things),
    }  # fmt: skip
    template = "records/print/_preview.html" if by_htmx(request) else "records/print/choose.html"
    return render(request, template, context)


def _of_group(group: sources.Choice, order: Order, *, everything: bool) -> list[Thing]:
    papers = [Thing("paper_of", name, title, everything or name in order.papers) for name, title in group.papers]
    sheets = [Thing("sheet", str(pk), title, everything or pk in order.sheets) for pk, title in group.sheets]
    return papers + sheets


def _named(request: HttpRequest, order: Order) -> list[Thing]:
    """The things that the address names; 404 for what the person may not see."""
    titles = printing.titles(person(request), order)
    values = [("paper_of", name) for name in order.papers]
    values += [("sheet", str(pk)) for pk in order.sheets] + [("unit", slug) for slug in order.units]
    return [Thing(field, value, title, True) for (field, value), title in zip(values, titles, strict=True)]


def _query(request: HttpRequest, things: list[Thing]) -> str:
    """The address part of the preview: the first sheet ticked (the choices are about sheets), else the first paper,
    and the choices. Empty where nothing is ticked."""
    chosen = [thing for thing in things if thing.chosen]
    if not chosen:
        return ""
    first = next((thing for thing in chosen if thing.field != "paper_of"), chosen[0])
    query = QueryDict(mutable=True)
    query[first.field] = first.value
    for name in ("paper", "state", *(flag for flag, _text in FLAGS)):
        if request.GET.get(name):
            query[name] = request.GET[name]
    return query.urlencode()


@require_safe
@signed_in
@answers
def preview(request: HttpRequest) -> HttpResponse:
    """The first thing ordered as a PDF, made at once."""
    order, user = order_of(request.GET), person(request)
    if not order.count:
        raise Refused("nothing-to-print")
    printing.titles(user, order)
    language = translation.get_language() or settings.LANGUAGE_CODE
    item = next(selectors.ordered(user, order, language))
    try:
        with pool.pack(order.choices, item.title) as pack:
            pack.add(item)
            data = pack.pdf()
    except pool.RendererLost:
        raise Refused("no-preview") from None
    answer = HttpResponse(data, content_type="application/pdf")
    answer["Content-Disposition"] = "inline"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["X-Frame-Options"] = "SAMEORIGIN"
    answer["Content-Security-Policy"] = "frame-ancestors 'self'"
    answer["Cache-Control"] = "private, no-store"
    return answer

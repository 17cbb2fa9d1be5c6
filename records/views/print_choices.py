"""The page on which one chooses what to print and how, with a preview."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from records.errors import Refused
from records.printing import pool, sources
from records.printing.order import Order
from records.printing.printable import Item
from records.rules.digits import whole
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
    ("backs", _("Two-sided: quick reference on the back of sheets of one page")),
    ("blank", _("Leave the MechWarrior blank")),
)
# What can be ticked, by the kind of paper or the form's field, in the order of the page.
KINDS: tuple[tuple[str, str | Promise], ...] = (
    ("sheet", _("Record sheets")),
    ("unit", _("Fresh sheets")),
    ("force", _("Rosters")),
    ("unplaced", _("Machines and MechWarriors without a place")),
    ("battle", _("Battle summaries")),
    ("pilot", _("Dossiers")),
    ("reference", _("Tables of the rules")),
)
UNFOLDED = 12
"""A page with no more things than this shows them all at once."""


@dataclass(frozen=True)
class Thing:
    """Something that can be ticked: the form's field, its value, what it is called."""

    field: str
    value: str
    title: str
    chosen: bool

    @property
    def kind(self) -> str:
        """Its kind, as in :data:`KINDS`."""
        return self.value.partition(":")[0] if self.field == "paper_of" else self.field

    @property
    def name(self) -> str:
        """What the preview calls it by: ``"sheet=3"``."""
        return f"{self.field}={self.value}"


@dataclass(frozen=True)
class Group:
    """Things of one kind. ``unfolded`` where they are shown at once."""

    kind: str
    title: str | Promise
    things: tuple[Thing, ...]
    unfolded: bool


def _groups(things: list[Thing]) -> list[Group]:
    found = []
    for kind, title in KINDS:
        those = tuple(thing for thing in things if thing.kind == kind)
        if those:
            found.append(Group(kind, title, those, len(things) <= UNFOLDED or kind == "sheet" or len(those) <= 3))
    return found


def order_of(asked: QueryDict) -> Order:
    """``sheet`` ids, ``unit`` slugs and ``paper_of`` names, and the choices, of a form or an address."""
    sheets = [pk for value in asked.getlist("sheet") if (pk := whole(value, least=1))]
    if len(sheets) != len(asked.getlist("sheet")):
        raise Http404
    plain = {name: asked[name] for name in ("paper", "state", "bundle") if asked.get(name)}
    flags = {name: bool(asked.get(name)) for name, _text in FLAGS}
    things = {"sheets": sheets, "units": asked.getlist("unit"), "papers": asked.getlist("paper_of")}
    return Order.of({**things, **plain, **flags})


def address_of(order: Order) -> str:
    """The page of the choices with everything of an order ticked and chosen."""
    query = QueryDict(mutable=True)
    for field, values in (("sheet", order.sheets), ("unit", order.units), ("paper_of", order.papers)):
        query.setlist(field, [str(value) for value in values])
    query["paper"], query["state"], query["bundle"] = order.choices.paper, order.state, order.bundle
    flags = {**asdict(order.choices), "blank": order.blank}
    for name, _text in FLAGS:
        if flags[name]:
            query[name] = "on"
    return f"{reverse('print_choose')}?{query.urlencode()}"


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
    chosen = [thing for thing in things if thing.chosen]
    shown = _shown(request, chosen)
    context = {
        "groups": _groups(things), "order": order, "campaign": slug, "title": title, "chosen": chosen, "shown": shown,
        "query": _query(request, shown) if shown else "",
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


def _shown(request: HttpRequest, chosen: list[Thing]) -> Thing | None:
    """What the preview shows: what it was asked to, else the first sheet (the choices are about sheets), else the first
    paper. None where nothing is ticked."""
    asked = next((thing for thing in chosen if thing.name == request.GET.get("show")), None)
    return asked or next((thing for thing in chosen if thing.field != "paper_of"), next(iter(chosen), None))


def _query(request: HttpRequest, shown: Thing) -> str:
    """The address part of the preview: what it shows, and the choices."""
    query = QueryDict(mutable=True)
    query[shown.field] = shown.value
    for name in ("paper", "state", *(flag for flag, _text in FLAGS)):
        if request.GET.get(name):
            query[name] = request.GET[name]
    return query.urlencode()


PREVIEW_SECONDS = 20.0
"""How long a preview waits for the same person's others."""


class _OneEach:
    """One preview at a time of each person: who asks for a hundred at once waits, and nobody else does."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turns: dict[int, tuple[threading.Lock, int]] = {}

    @contextmanager
    def turn(self, person: int) -> Iterator[None]:
        """Wait for the person's turn. Refused when it does not come in time."""
        with self._lock:
            turn, waiting = self._turns.get(person, (threading.Lock(), 0))
            self._turns[person] = (turn, waiting + 1)
        try:
            if not turn.acquire(timeout=PREVIEW_SECONDS):
                raise Refused("no-preview")
            try:
                yield
            finally:
                turn.release()
        finally:
            with self._lock:
                turn, waiting = self._turns.pop(person)
                if waiting > 1:
                    self._turns[person] = (turn, waiting - 1)


_one_each = _OneEach()


def _at_once(order: Order, item: Item) -> bytes:
    """The PDF of one thing. A rendering process that was lost is made up for once, as for a job."""
    for _attempt in range(2):
        try:
            with pool.pack(order.choices, item.title) as pack:
                pack.add(item)
                return pack.pdf()
        except pool.RendererLost:
            continue
    raise Refused("no-preview")


@require_safe
@signed_in
@answers
def preview(request: HttpRequest) -> HttpResponse:
    """The first thing of an order as a PDF, made at once."""
    order, user = order_of(request.GET), person(request)
    if not order.count:
        raise Refused("nothing-to-print")
    printing.titles(user, order)
    language = translation.get_language() or settings.LANGUAGE_CODE
    item = next(selectors.ordered(user, order, language))
    if not connection.in_atomic_block:
        # Who waits for a turn needs no connection meanwhile: PostgreSQL has a hundred for everybody.
        connection.close()
    with _one_each.turn(user.pk):
        data = _at_once(order, item)
    answer = HttpResponse(data, content_type="application/pdf")
    answer["Content-Disposition"] = "inline"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["X-Frame-Options"] = "SAMEORIGIN"
    answer["Content-Security-Policy"] = "frame-ancestors 'self'"
    answer["Cache-Control"] = "private, no-store"
    return answer

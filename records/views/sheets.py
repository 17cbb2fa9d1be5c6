"""The record sheet's page: it is read, something is entered, the panels that changed come back."""

from __future__ import annotations

from functools import partial

from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from records import access, rules, surroundings
from records.errors import Refused
from records.forms.entries import entry_from
from records.models import RecordSheet, Unit
from records.rules.digits import whole
from records.rules.entries import OptionUsed
from records.selectors import sheets as selectors
from records.selectors.catalogue import newest_of
from records.selectors.sheets import SheetPage
from records.services import dice, entries, option_uses
from records.services import sheets as sheet_services
from records.words.stored import unreadable

from . import attackers
from . import panels as p
from .answers import answers, by_htmx, form_key, kept, person, signed_in

LIST_PAGE = 60


@require_safe
@never_cache
@signed_in
def index(request: HttpRequest) -> HttpResponse:
    """All sheets that the person may see, their own first."""
    page = Paginator(selectors.visible_sheets(person(request)), LIST_PAGE).get_page(request.GET.get("page"))
    return render(request, "records/sheet/index.html", {"groups": selectors.shelves(page), "page": page})


@require_POST
@signed_in
@answers
def open_sheet(request: HttpRequest) -> HttpResponse:
    """Open a fresh sheet of a unit among the person's own."""
    unit = newest_of(get_object_or_404(Unit, slug=request.POST.get("unit", "")))
    roster = sheet_services.personal_roster(person(request))
    key = form_key(request)
    # A double tap must not open two: the second one goes where the first one went.
    slot = f"open-sheet:{request.user.pk}:{key}"
    if not cache.add(slot, 0, timeout=3600):
        opened = cache.get(slot)
        return redirect("sheet", pk=opened) if opened else redirect("sheets")
    try:
        record = sheet_services.open_sheet(roster=roster, unit=unit)
    except Exception:
        cache.delete(slot)  # nothing was opened: the same form may be sent again
        raise
    cache.set(slot, record.pk, timeout=3600)
    return redirect(record)


@require_safe
@never_cache
@signed_in
@answers
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """The page. ``?at=LT`` opens a location's keypad, for browsers without scripts."""
    record = access.sheet_for(request.user, pk)
    try:
        page = p.page_of(request, record)
    except rules.BadData as error:
        return _unreadable(request, record, error)
    location = request.GET.get("at", "")
    tray = p.tray_context(request, page, location) if page.live and location in page.unit.locations else None
    return render(request, "records/sheet/page.html", {**p.base(page), "tray": tray})


def _unreadable(request: HttpRequest, record: RecordSheet, error: rules.BadData) -> HttpResponse:
    """What can be shown of a sheet that this release cannot read: whose it is, and its log."""
    lines = selectors.log_lines(record)
    shown = {"record": record, "why": unreadable(error), "lines": lines, "unit": _design(record)}
    return render(request, "records/sheet/unreadable.html", shown, status=409)


def _design(record: RecordSheet) -> rules.Unit | None:
    """The sheet's design; None where this release cannot read it."""
    try:
        return record.unit.design
    except rules.BadData:
        return None


@require_safe
@never_cache
@signed_in
def panels(request: HttpRequest, pk: int) -> HttpResponse:
    """What has changed since the version that the page shows: nothing (204) or the panels."""
    record = access.sheet_for(request.user, pk)
    shown = p.shown_version(request)
    if shown == record.version:
        return HttpResponse(status=204)
    page = p.page_of(request, record)
    known = selectors.sheet_after(record, shown) if shown >= 0 else None
    if known is None:
        return p.changed(request, page, p.ALL)
    names = [*selectors.changed_panels(page.unit, known[0], page.sheet, page.ruleset), "log"]
    return p.changed(request, page, names)


@require_POST
@signed_in
@answers
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter something, or have the app throw an owed roll."""
    record = access.sheet_for(request.user, pk, right="change")
    before, version = record.sheet, record.version
    try:
        applied = _enter(request, record, before)
    except Refused as refused:
        return p.refused(request, p.page_of(request, record, fresh=True, may_change=True), refused)
    return kept(request, applied.record.get_absolute_url(), lambda: _answer(request, applied, before, version))


def _enter(request: HttpRequest, record: RecordSheet, before: rules.Sheet) -> entries.Applied:
    key = form_key(request)
    if request.POST.get("by_app"):
        roll = whole(request.POST.get("roll"), most=p.MOST_VERSION)
        if roll is None:
            raise Refused("bad-request")
        return dice.roll_for_me(record_id=record.pk, roll=roll, user=person(request), key=key)
    fray = partial(surroundings.fray, record)
    entry = entry_from(request.POST, unit=record.unit.design, sheet=before, fray=fray)
    if isinstance(entry, OptionUsed):
        return option_uses.use(record_id=record.pk, entry=entry, user=person(request), key=key)
    return entries.enter(record_id=record.pk, entry=entry, user=person(request), key=key)


def _answer(request: HttpRequest, applied: entries.Applied, before: rules.Sheet, version: int) -> HttpResponse:
    page = p.page_of(request, applied.record, may_change=True)
    if not by_htmx(request):
        answer = redirect("sheet", pk=applied.record.pk)
        attackers.remember(request, answer, page)
        return answer
    # The page showed exactly what this entry was made on: only what it touched is sent. Else everything.
    in_step = not applied.repeated and p.shown_version(request) == version == applied.record.version - 1
    if not in_step:
        return p.changed(request, page, p.ALL)
    names = selectors.changed_panels(page.unit, before, page.sheet, page.ruleset)
    if applied.line.kind == "entry":
        return p.changed(request, page, names, line=applied.line)
    return p.changed(request, page, [*names, "log"])


@require_POST
@signed_in
@answers
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back the latest entry that stands."""
    return _step(request, pk, back=True)


@require_POST
@signed_in
@answers
def redo(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the entry that was undone last stand again."""
    return _step(request, pk, back=False)


def _step(request: HttpRequest, pk: int, *, back: bool) -> HttpResponse:
    record = access.sheet_for(request.user, pk, right="change")
    before, version = record.sheet, record.version
    step = entries.undo if back else entries.redo
    try:
        done = step(record_id=pk, user=person(request), key=form_key(request))
    except Refused as refused:
        return p.refused(request, p.page_of(request, record, fresh=True, may_change=True), refused)
    mine = next((applied for applied in done if applied.record.pk == pk), done[0])
    return kept(request, record.get_absolute_url(), lambda: _answer(request, mine, before, version))


@require_POST
@signed_in
@answers
def retire(request: HttpRequest, pk: int) -> HttpResponse:
    """Put one's own sheet aside. Sheets of a campaign are put aside where the campaign is run."""
    record = access.sheet_for(request.user, pk, right="run")
    if not record.roster.personal:
        raise Refused("retire-in-its-campaign")
    sheet_services.retire(record_id=pk)
    return redirect("sheets")


@require_safe
@never_cache
@signed_in
def log(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole log, a page at a time; htmx gets the next lines."""
    record = access.sheet_for(request.user, pk)
    lines = selectors.log_lines(record, before=whole(request.GET.get("before"), most=p.MOST_VERSION))
    template = "records/sheet/_log_more.html" if by_htmx(request) else "records/sheet/log.html"
    # A sheet that cannot be read has a log all the same.
    return render(request, template, {"record": record, "unit": _design(record), "lines": lines})


@require_safe
@never_cache
@signed_in
def at(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The sheet as it stood after a line of its log. Nothing can be entered there."""
    record = access.sheet_for(request.user, pk)
    found = selectors.sheet_after(record, number)
    if found is None:
        raise Http404
    earlier, line = found
    page = SheetPage(record, earlier, may_change=False, earlier=line, number=number)
    return render(request, "records/sheet/page.html", {**p.base(page), "tray": None})

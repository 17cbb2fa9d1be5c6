"""The panels of a record sheet's page as answers: which were touched, drawn again, swapped out of band by their ids."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from records import access, words
from records.errors import Refused
from records.forms.target import target_from
from records.models import RecordSheet, SheetEntry
from records.rules.digits import whole
from records.selectors import trays
from records.selectors.sheets import SheetPage

from . import attackers
from .answers import by_htmx, refusal, toast

ALL = ("bar", "owed", "figure", "weapons", "heat", "pilot", "options", "movement", "actions", "log")
MOST_VERSION = 2**31 - 1
"""Versions, rolls and lines of a log are counted in the database's integers."""


def base(page: SheetPage) -> dict[str, Any]:
    """What every panel's template reads."""
    return {"page": page, "record": page.record, "sheet": page.sheet, "unit": page.unit, "live": page.live}


def page_of(
    request: HttpRequest, record: RecordSheet, *, fresh: bool = False, may_change: bool | None = None
) -> SheetPage:
    """The page of a sheet for this person. ``fresh`` reads it again, for an answer to what was refused; ``may_change``
    where that has been asked before."""
    if fresh:
        record = RecordSheet.objects.select_related("roster", "unit", "pilot").get(pk=record.pk)
    if may_change is None:
        right = access.right_on(request.user, record.roster, record)
        may_change = access.RIGHTS.index(right) >= access.RIGHTS.index("change")
    return SheetPage(
        record,
        record.sheet,
        may_change=may_change,
        target=target_from(asked(request)),
    )


def asked(request: HttpRequest) -> QueryDict:
    """What the request brings: the form of a post, else the query."""
    return request.POST if request.method == "POST" else request.GET


def shown_version(request: HttpRequest) -> int:
    """The version of the sheet that the asking page shows; -1 when it does not say."""
    shown = whole(asked(request).get("version"), most=MOST_VERSION)
    return -1 if shown is None else shown


def changed(
    request: HttpRequest,
    page: SheetPage,
    names: Iterable[str],
    *,
    line: SheetEntry | None = None,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    """The panels of these names, out of band. ``line`` goes on top of the log, ``notice`` to the owed rolls."""
    if line is not None:
        line.stands = True  # type: ignore[attr-defined]
    names = list(names)
    context = {
        **base(page),
        "oob": True,
        "notice": notice,
        "line": line,
        "panels": [f"records/sheet/_{name}.html" for name in names if not name.startswith("at-")],
        "locations": [page.location(name[3:]) for name in names if name.startswith("at-")],
        **_tray(request, page),
    }
    return render(request, "records/sheet/_answer.html", context, status=status)


def _tray(request: HttpRequest, page: SheetPage) -> dict[str, Any]:
    """The keypad closes after what was entered in it, unless the form asks to keep it for the next one."""
    if request.method != "POST":
        return {}
    keep, location = request.POST.get("keep", ""), request.POST.get("location", "")
    if keep and page.live and location in page.unit.locations:
        return {"tray": tray_context(request, page, location)}
    return {"tray_closed": bool(request.POST.get("tray"))}


def refused(request: HttpRequest, page: SheetPage, refusal_: Refused) -> HttpResponse:
    """A refusal where the mistake was made: the words for the form (422), fresh panels when it was stale (409)."""
    text = words.refusal(refusal_.code, refusal_.params)
    if not by_htmx(request):
        context = {**base(page), "notice": text, "tray": _plain_tray(request, page)}
        return render(request, "records/sheet/page.html", context, status=refusal_.status)
    if refusal_.status == 409:
        return toast(changed(request, page, ALL, notice=text, status=409), text, level="error")
    if refusal_.status != 422:
        return refusal(request, refusal_)
    return render(request, "records/sheet/_error.html", {"text": text}, status=422)


def _plain_tray(request: HttpRequest, page: SheetPage) -> dict[str, Any] | None:
    location = request.POST.get("location", "")
    if not (page.live and request.POST.get("tray") and location in page.unit.locations):
        return None
    return tray_context(request, page, location)


def tray_context(request: HttpRequest, page: SheetPage, location: str) -> dict[str, Any]:
    """What the keypad of a location shows: its ``tab``, how the hit came (``rear``, ``through``, ``kind``), whence."""
    query = asked(request)
    found = trays.tray(
        page,
        location,
        tab=query.get("tab") or query.get("keep") or "hit",
        rear=bool(query.get("rear")),
        through=bool(query.get("through") or query.get("through_armour")),
        kind=query.get("kind", ""),
    )
    if found["tab"] == "hit":
        found["origin"] = attackers.origin(request, page)
        found["typed"] = request.POST.get("points", "")[:10]  # what was refused comes back
    return found

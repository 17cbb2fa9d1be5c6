"""Pages of the designs that people uploaded: the list, and taking some out of the catalogue."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from records.errors import NotAllowed, Refused
from records.models import Unit
from records.selectors import uploads as read
from records.services import removing

from .answers import answers, form_key, person
from .catalogue import PAGE, allowance

MOST_AT_ONCE = 100


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """One's own uploads; who runs the server sees everybody's with ``?of=all``."""
    everybody = bool(person(request).is_staff) and request.GET.get("of") == "all"
    page = Paginator(read.uploads(person(request), everybody=everybody), PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "everybody": everybody, "query": "of=all" if everybody else "", **allowance(request)}
    return render(request, "records/catalogue/uploads.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@answers
def remove(request: HttpRequest) -> HttpResponse:
    """Ask before designs (``unit``) are removed, with where those are used that cannot be; a post removes them."""
    units = _chosen(request)
    if request.method != "POST":
        return _ask(request, units)
    form_key(request)
    try:
        gone = removing.remove(units=units, by=person(request))
    except NotAllowed:
        raise
    except Refused as refused:
        return _ask(request, units, status=refused.status)
    words = ngettext("%(name)s is removed.", "%(count)d designs are removed.", len(gone))
    messages.success(request, words % {"name": gone[0], "count": len(gone)})
    if len(gone) < len(units):
        messages.warning(request, _("The others stay: record sheets use them."))
    return redirect("uploads")


def _chosen(request: HttpRequest) -> list[Unit]:
    slugs = (request.POST if request.method == "POST" else request.GET).getlist("unit")
    if not slugs:
        raise Refused("no-designs-chosen")
    units = list(Unit.objects.filter(slug__in=slugs[:MOST_AT_ONCE]).defer("blueprint"))
    if not units:
        raise Refused("designs-are-gone")
    if not all(removing.may_remove(person(request), unit) for unit in units):
        raise NotAllowed("not-your-designs")
    return units


def _ask(request: HttpRequest, units: list[Unit], *, status: int = 200) -> HttpResponse:
    found = read.usage(units, person(request))
    context = {
        "free": [one.unit for one in found if not one.used],
        "used": [one for one in found if one.used],
        "key": uuid.uuid4(),
    }
    return render(request, "records/catalogue/remove.html", context, status=status)

"""Pages of the catalogue: search, one unit, upload."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET, require_http_methods

from records import destinations
from records.forms.catalogue import SearchForm, UploadForm
from records.models import Unit
from records.selectors import catalogue, worth
from records.selectors.designs import Design
from records.selectors.eras import era_of
from records.services.importing import import_uploads
from records.services.removing import may_remove

from .answers import person

PAGE = 40


@login_required
@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """The catalogue, or the list alone when the page asks for other results."""
    form = SearchForm(request.GET)
    found = catalogue.search(form.wanted)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "page": page,
        "query": query.urlencode(),
        "all_count": page.paginator.count if not query else catalogue.offered().count(),
    }
    listed = request.headers.get("HX-Request") == "true" and not request.headers.get("HX-Boosted")
    name = "_list.html" if listed else "search.html"
    return render(request, f"records/catalogue/{name}", context)


@login_required
@require_GET
def unit(request: HttpRequest, slug: str) -> HttpResponse:
    """One unit: its facts, equipment, critical slots, and where it can be put on a sheet."""
    found = get_object_or_404(Unit.objects.select_related("uploader"), slug=slug)
    context = {
        "unit": found,
        "newest": catalogue.newest_of(found),
        "design": Design(found.design),
        "value": worth.value_of(found.design),
        "price": worth.price_of(found.design),
        "era": era_of(found.year),
        "versions": catalogue.versions_of(found)[:60],
        "destinations": destinations.destinations(request.user),  # type: ignore[arg-type]
        "key": uuid.uuid4(),
        "may_remove": may_remove(request.user, found),
    }
    return render(request, "records/catalogue/unit.html", context)


def _may_replace(request: HttpRequest) -> bool:
    """The catalogue is everybody's: a design in it gives way only to who runs the server."""
    return bool(getattr(request.user, "is_staff", False))


def allowance(request: HttpRequest) -> dict[str, int | None]:
    """How many designs the person has uploaded (``own``) and may (``most``; None: as many as they like)."""
    own = Unit.objects.filter(uploader=person(request)).count()
    return {"own": own, "most": None if _may_replace(request) else settings.MOST_UPLOADED_DESIGNS}


@login_required
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Read unit files into the catalogue; every file is answered for by name."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    report = None
    status = 200
    if request.method == "POST":
        if form.is_valid():
            user, staff = person(request), _may_replace(request)
            most = None if staff else settings.MOST_UPLOADED_DESIGNS
            report = import_uploads(form.cleaned_data["unit_files"], may_replace=staff, by=user, most=most)
        else:
            status = 422
    context = {"form": form, "report": report, **allowance(request)}
    return render(request, "records/catalogue/upload.html", context, status=status)

"""The app's addresses and ``empty/``: an authenticated post that writes one row and says "ok"."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_POST

from records.models import Pilot


@require_POST
@login_required
def empty(request: HttpRequest) -> HttpResponse:
    """Who is it, one row, a short answer."""
    Pilot.objects.create(roster_id=int(request.POST["roster"]), name="row")
    return HttpResponse("ok")


urlpatterns = [path("empty/", empty), path("", include("config.urls"))]
handler404 = "config.error_views.not_found"

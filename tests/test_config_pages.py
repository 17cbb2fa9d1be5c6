"""The frame of every page: security headers, error pages, htmx's settings."""

import html
import json
import re
import uuid

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from config.middleware import KeptByNobody
from config.urls import handler400, handler403, handler404, handler500, urlpatterns
from tests import factory

pytestmark = pytest.mark.django_db


def _forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def _broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault that must not be shown")


class BrokenUrls:
    urlpatterns = [path("forbidden/", _forbidden), path("broken/", _broken), *urlpatterns]
    handler400, handler403, handler404, handler500 = handler400, handler403, handler404, handler500


def test_the_content_security_policy_allows_no_inline_script_or_style(client: Client) -> None:
    policy = client.get("/sign-in/")["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'self'"
    assert directives["img-src"] == "'self' data:"
    assert directives["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy


def test_pages_carry_no_inline_script_or_style(client: Client) -> None:
    page = client.get("/sign-in/").content.decode()
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert "<style" not in page
    assert re.findall(r'\s(?:style|on\w+|hx-on[^=]*)="', page) == []


def test_other_security_headers(client: Client) -> None:
    response = client.get("/sign-in/")
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


def test_htmx_swaps_refusals_and_stale_panels_and_evaluates_nothing(client: Client) -> None:
    page = client.get("/sign-in/").content.decode()
    found = re.search(r"<meta name=\"htmx-config\" content='([^']+)'", page)
    assert found
    config = json.loads(html.unescape(found.group(1)))
    assert config["allowEval"] is False
    assert config["includeIndicatorStyles"] is False

    def swaps(status: int) -> bool:
        return next(bool(h["swap"]) for h in config["responseHandling"] if re.fullmatch(h["code"], str(status)))

    assert [swaps(status) for status in (200, 204, 409, 422)] == [True, False, True, True]
    assert [swaps(status) for status in (400, 403, 404, 500)] == [False] * 4


def test_an_unknown_page_says_so_in_words(client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "join code" in response.content.decode()


@override_settings(ROOT_URLCONF=BrokenUrls)
def test_what_is_not_allowed_says_whom_to_ask(client: Client) -> None:
    response = client.get("/forbidden/")
    assert response.status_code == 403
    assert "game master" in response.content.decode()


@override_settings(ROOT_URLCONF=BrokenUrls)
def test_a_fault_shows_words_and_no_traceback() -> None:
    response = Client(raise_request_exception=False).get("/broken/")
    page = response.content.decode()
    assert response.status_code == 500
    assert "Something broke" in page
    assert "must not be shown" not in page
    assert "Traceback" not in page


def test_an_unknown_host_is_refused_in_words(client: Client) -> None:
    response = client.get("/sign-in/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "could not be read" in response.content.decode()


def test_a_form_without_its_token_is_refused_in_words() -> None:
    response = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "x", "password": "y"})
    assert response.status_code == 403
    assert "out of date" in response.content.decode()


def test_healthz_answers_anybody(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_the_header_offers_sign_out_to_those_signed_in(client: Client) -> None:
    client.force_login(User.objects.create_user("anna", first_name="Anna"))
    page = client.get("/no/such/page/").content.decode()
    assert "Anna" in page
    assert 'action="/sign-out/"' in page


# --- what browsers and proxies may keep ---


def test_no_browser_and_no_proxy_keeps_a_page_of_a_person(client: Client) -> None:
    person = factory.make_user("anna")
    client.force_login(person)
    campaign = factory.make_campaign(person, "Sarna March")
    sheet, home = f"/sheets/{factory.make_sheet(person).pk}/", campaign.get_absolute_url()
    key = {"key": str(uuid.uuid4())}
    printed = client.post("/prints/new/", {"sheet": sheet.split("/")[2], **key})["Location"]
    pages = ["/", "/account/", "/campaigns/", home, f"{home}members/", f"{home}pilots/", sheet, f"{sheet}log/"]
    pages += ["/catalogue/", "/prints/", printed, f"{printed}file/", "/sign-in/", "/join/", "/no/such/page/"]
    for page in pages:
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(page, headers=headers)
            kept = {part.strip() for part in answer["Cache-Control"].split(",")}
            assert {"private", "no-store"} <= kept, (page, headers, answer.status_code)
    entered = client.post(f"{sheet}enter/", {"type": "HeatAdded", "points": "1", "key": str(uuid.uuid4())})
    assert "no-store" in entered["Cache-Control"]
    assert "no-store" in Client().get(sheet)["Cache-Control"]


def test_what_says_itself_how_long_it_is_kept_is_left_alone() -> None:
    def streamed(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(headers={"Cache-Control": "no-cache"})

    assert KeptByNobody(streamed)(RequestFactory().get("/"))["Cache-Control"] == "no-cache"

"""Any text in any field, query, path, cookie or header: a named refusal or it works; never a fault, nothing half done.

The addresses are walked by the URLconf, so that a new page is tried by itself; ``FIELDS`` says what a form needs to be
taken at all.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, quote_from_bytes

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from campaigns.models import Action, Battle, Force, Membership
from records.forms.entries import FORMS
from records.models import Pilot, PrintJob, RecordSheet, SheetEntry, Unit
from tests import factory

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
#: As bytes, because some are no UTF-8: what a form holds before it is percent-encoded.
NASTY: dict[str, bytes] = {
    "other digits": "٣".encode(),
    "no digits": "11²4①½".encode(),
    "5,000 digits": b"9" * 5000,
    "a signed number": b" +1_000",
    "every script": "Ąž Ünïcödé Привет 你好 مرحبا שלום हिन्दी 👩‍🚀 \u202e\ufeff\u2028".encode(),
    "10,000 letters": "Ж".encode() * 10_000,
    "control characters": bytes(range(1, 32)) + b"\x7f\xc2\x85\xc2\x9f",
    "a NUL": b"a\x00b",
    "lone surrogates": b"\xed\xa0\x80 \xed\xbf\xbf \xff\xfe \xc3",
    "a line for the headers": b"x\r\nSet-Cookie: y=1\r\n\r\n<b>",
    "gaps of a template": b"%(name)s {0} {{ x }} %s \\ ' \" </script>&#0;",
}
#: What a form needs to be taken; other forms get the names that forms of this app use.
ANY_FORM = {"name": "Ana", "role": "player"}
#: What answers read beside what is entered.
BESIDE = (
    "version", "tray", "keep", "tab", "kind", "rear", "through_armour", "attacker", "source", "points", "location",
    "t_hexes", "t_light", "t_heavy", "t_terrain", "t_cover", "by_app", "key", "csrfmiddlewaretoken", "type",
)  # fmt: skip
HEADERS = (
    "HX-Request", "HX-Current-URL", "HX-Current-URL-URI-AutoEncoded", "HX-Target", "HX-Trigger", "HX-Prompt",
    "HX-Boosted", "Referer", "Accept-Language", "Last-Event-ID", "If-None-Match", "If-Modified-Since", "Range",
    "User-Agent", "Origin",
)  # fmt: skip
QUERY = (
    "page", "q", "weight", "tons_from", "bv_to", "tech", "era", "by_year", "role", "config", "walk", "origin", "omni",
    "sort", "at", "before", "version", "mount", "rounds-0", "t_hexes", "t_light", "t_terrain", "sheet", "unit",
    "paper_of", "campaign", "show", "paper", "state", "bundle", "level", "force", "code", "next", "tab", "keep",
    "kind", "rear", "of", "download",
)  # fmt: skip


class World:
    """A campaign in battle, with everything that an address can name, and the browser of whoever runs it."""

    def __init__(self) -> None:
        self.owner = factory.make_user("olga")
        self.campaign = factory.make_campaign(self.owner, "Sarna March")
        self.member = factory.join(self.campaign, "player", factory.make_user("pia"))
        self.unit = factory.make_unit("Testbed", "TB-7")
        self.ours = factory.make_machine(self.campaign, unit=self.unit)
        self.theirs = factory.make_machine(self.campaign, unit=self.unit, hostile=True)
        self.spare = factory.make_machine(self.campaign, unit=self.unit)
        self.battle = factory.make_battle(self.campaign, self.ours, self.theirs)
        self.pilot = factory.make_pilot(self.campaign.roster, "Ruth")
        self.force = factory.own_force(self.campaign)
        self.job = PrintJob.objects.create(owner=self.owner, title="x", params={}, key=factory.key(), state="failed")
        self.client = Client()
        self.client.force_login(self.owner)
        # A fault is to be answered here as a person would see it.
        self.client.raise_request_exception = False

    def kwargs(self, name: str, wanted: set[str]) -> dict[str, Any]:
        """What stands in the address of this name."""
        pks: dict[str, Any] = {
            "force": self.force.pk, "pilot": self.pilot.pk, "battle": self.battle.pk, "print": self.job.pk,
            "member": Membership.objects.get(user=self.member).pk, "machine": self.spare.pk,
        }  # fmt: skip
        stem = name.partition("_")[0]
        slug = self.unit.slug if name in ("unit", "unit_remove") else self.campaign.slug
        found = {
            "slug": slug, "pk": pks.get(stem, self.ours.pk), "code": self.campaign.join_code, "number": 0,
            "location": "LT", "token": "abc",
        }  # fmt: skip
        return {one: found.get(one, 1) for one in wanted}

    def fields(self, name: str) -> dict[str, str]:
        """What the form of this address needs."""
        pilot = {"name": "Ana", "callsign": "Owl", "level": "regular", "gunnery": 4, "piloting": 5, "edge": 0}
        pilot |= {"hits": 0, "status": "active", "notes": "x"}
        known: dict[str, dict[str, Any]] = {
            "enter": {"type": "HeatAdded", "points": 1, "reason": "fire"},
            "open_sheet": {"unit": self.unit.slug},
            "print_sheet": {"sheet": self.ours.pk, "paper": "a4", "paper_of": "", "unit": "", "campaign": ""},
            "campaign_new": {"name": "Next", "date": "3050-01-01", "notes": "x"},
            "campaign_settings": {"name": "Next", "date": "3050-01-01", "notes": "x"},
            "campaign_rules": {"preset": "club", "edition": 0},
            "campaign_delete": {"name": "Sarna"},
            "members_door": {"open": "on", "role": "player"},
            "member_role": {"role": "observer"},
            "force_new": {"name": "Lance", "parent": self.force.pk, "hostile": ""},
            "force": {"name": "Lance", "parent": "", "hostile": ""},
            "machine_add": {"force": self.force.pk, "copies": 1, "unit": self.unit.slug, "q": "tb"},
            "machine_label": {"label": "Old Iron"},
            "machine_force": {"force": self.force.pk},
            "machine_player": {"player": ""},
            "machine_pilot": {"pilot": self.pilot.pk},
            "pilot_new": pilot,
            "pilot": pilot,
            "battle_new": {"name": "Ford", "machines": self.spare.pk},
            "battle_words": {"name": "Ford", "summary": "x"},
            "battle_phase": {"clock": "1.movement"},
            "battle_turn": {"clock": "1.movement"},
            "battle_close": {"summary": "x", "drop_rolls": "on"},
            "battle_reinforce": {"machines": self.spare.pk},
            "battle_withdraw": {"machine": self.ours.pk},
            "account_name": {"name": "Olga"},
            "account_password": {"new_password1": "long enough 7", "new_password2": "long enough 7"},
            "join": {"code": self.campaign.join_code, "name": "Ida"},
            "sign_in": {"username": "olga", "password": "x", "next": "/"},
            "upload_units": {"unit_files": "x"},
            "unit_remove": {"unit": self.unit.slug},
        }
        return {key: str(value) for key, value in known.get(name, ANY_FORM).items()}

    def count(self) -> tuple[int, ...]:
        """How much there is: what was refused must not have moved any of it."""
        kinds = (RecordSheet, SheetEntry, Pilot, PrintJob, Unit, Battle, Force, Membership, Action)
        return (*(kind.objects.count() for kind in kinds), *RecordSheet.objects.values_list("version", flat=True))


@pytest.fixture
def world() -> World:
    cache.clear()
    return World()


@pytest.fixture
def kept_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams give their connection back, here the test's own: it stays open."""
    monkeypatch.setattr("records.views.stream.connections.close_all", lambda: None)


def routes() -> dict[str, tuple[URLPattern, set[str]]]:
    """Every named address of the app but the administration's, with the names in it."""
    found: dict[str, tuple[URLPattern, set[str]]] = {}

    def walk(patterns: list[Any], names: set[str]) -> Iterator[tuple[URLPattern, set[str]]]:
        for one in patterns:
            if getattr(one, "app_name", None) == "admin":
                continue
            here = names | set(one.pattern.converters)
            if isinstance(one, URLPattern):
                yield one, here
            else:
                yield from walk(one.url_patterns, here)

    for pattern, names in walk(get_resolver().url_patterns, set()):
        # "join" stands twice: the longer one is tried, the shorter one takes the same fields.
        if pattern.name and len(names) >= len(found.get(pattern.name, (pattern, set()))[1]):
            found[pattern.name] = pattern, names
    return found


ROUTES = routes()


def encoded(fields: dict[str, str | bytes]) -> str:
    """The body of a form; bytes stay what they are, even where they are no text."""
    plain = ((key, value.encode() if isinstance(value, str) else value) for key, value in fields.items())
    return "&".join(f"{quote(key)}={quote_from_bytes(value)}" for key, value in plain)


def post(world: World, url: str, fields: dict[str, str | bytes], *, htmx: bool) -> Any:
    body = encoded({"key": str(uuid.uuid4()), **fields})
    kind = "application/x-www-form-urlencoded"
    return world.client.post(url, body, content_type=kind, headers=HTMX if htmx else {})


def check(answer: Any, what: str, caplog: pytest.LogCaptureFixture) -> None:
    faults = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert answer.status_code < 500 and not faults, (what, answer.status_code, [str(one.exc_info) for one in faults])
    assert all(value.isprintable() and len(value) < 4000 for value in answer.headers.values()), (what, answer.headers)


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_every_field_of_every_form_takes_any_text_or_refuses_it(
    name: str, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    url = reverse(name, kwargs=world.kwargs(name, ROUTES[name][1]))
    valid = world.fields(name)
    for field in valid:
        for number, (kind, value) in enumerate(NASTY.items()):
            point = transaction.savepoint()
            before = world.count()
            answer = post(world, url, {**valid, field: value}, htmx=bool(number % 2))
            if answer.status_code == 405:
                return
            check(answer, f"{name} {field}: {kind}", caplog)
            if answer.status_code >= 400:
                assert world.count() == before, (name, field, kind)
            transaction.savepoint_rollback(point)
            world.client.force_login(world.owner)
            cache.clear()


VALID_ENTRIES: dict[str, dict[str, str]] = {
    "Hit": {"location": "LT", "points": "3", "attacker": "other", "source": "a mine"},
    "CriticalHit": {"location": "LT", "slot": "0"},
    "Moved": {"mode": "walked", "hexes": "2"},
    "Fired": {"mount": "0", "bin-0": "", "rounds-0": ""},
    "HeatAdded": {"points": "1", "reason": "fire"},
    "PilotHit": {"member": "0", "hits": "1", "cause": "other"},
    "PilotingRollCaused": {"cause": "skidding", "value": "1", "now": "on"},
    "StateSwitched": {"state": "hull-down", "on": "on"},
    "CounterUsed": {"counter": "narc", "uses": "1"},
    "OptionUsed": {"option": "CL-1", "action": "use", "value-roll": "1", "value-x": "y"},
    "PhaseEnded": {"phase": "movement"},
    "Corrected": {"box": "armour:LT", "value": "3", "reason": "forgotten"},
}


@pytest.mark.parametrize("kind", sorted(FORMS))
def test_every_field_of_every_entry_takes_any_text_or_refuses_it(
    kind: str, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    fields = {"location": "LT", "roll": "1", **dict.fromkeys(FORMS[kind].base_fields, "1")}
    fields |= VALID_ENTRIES.get(kind, {})
    for field in fields:
        _enter_with(world, {**fields, "type": kind}, field, caplog)


def test_a_hit_keeps_its_answer_whatever_stands_in_the_fields_beside_it(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    for field in BESIDE:
        _enter_with(world, {"type": "HeatAdded", "points": "1", "reason": "fire", "location": "LT"}, field, caplog)
        if field in ("attacker", "keep", "tab", "kind", "version"):
            hit = {"type": "Hit", "points": "1", "location": "LT", "keep": "hit", "tray": "1"}
            _enter_with(world, hit, field, caplog)


def _enter_with(world: World, fields: dict[str, str], field: str, caplog: pytest.LogCaptureFixture) -> None:
    """Enter it with any text in one field: what is in the log was answered as kept, what is not was refused."""
    url = reverse("enter", args=[world.ours.pk])
    for number, (what, value) in enumerate(NASTY.items()):
        point = transaction.savepoint()
        before = SheetEntry.objects.count()
        answer = post(world, url, {**fields, field: value}, htmx=bool((number + len(field)) % 2))
        check(answer, f"{fields['type']} {field}: {what}", caplog)
        kept = SheetEntry.objects.count() > before
        assert kept == (answer.status_code in (200, 302)), (fields["type"], field, what, answer.status_code)
        if kept and field in VALID_ENTRIES.get(fields["type"], {}):  # what was kept can be shown
            page = world.client.get(reverse("sheet", args=[world.ours.pk]))
            check(page, f"the sheet after {fields['type']} {field}: {what}", caplog)
        transaction.savepoint_rollback(point)


def test_heat_with_a_strange_attacker_is_entered_and_answered_as_entered(world: World) -> None:
    for attacker in ("٣", "Привет", "x" * 10_000, "\x07", "1\r\nX: y", str(world.theirs.pk), "other"):
        before = SheetEntry.objects.count()
        fields = {"type": "HeatAdded", "points": "1", "attacker": attacker, "source": "Мина"}
        answer = post(world, reverse("enter", args=[world.ours.pk]), {**fields}, htmx=False)
        assert (answer.status_code, SheetEntry.objects.count()) == (302, before + 1)
        remembered = answer.cookies["hit-from"].value.rpartition(".")[2]
        known = {str(world.theirs.pk): str(world.theirs.pk), "other": f"other-{quote('Мина')}"}
        assert remembered == known.get(attacker, "")


def test_what_is_saved_is_answered_as_saved_even_when_its_answer_cannot_be_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError("the drawing fails")

    monkeypatch.setattr("records.views.sheets.p.page_of", broken)
    monkeypatch.setattr("campaigns.views.battles.read.standing", broken)
    url = reverse("enter", args=[world.ours.pk])
    fields: dict[str, str | bytes] = {"type": "HeatAdded", "points": "1"}
    before = SheetEntry.objects.count()
    plain, part = post(world, url, fields, htmx=False), post(world, url, fields, htmx=True)
    assert SheetEntry.objects.count() == before + 2
    assert (plain.status_code, plain["Location"]) == (302, reverse("sheet", args=[world.ours.pk]))
    assert (part.status_code, part["HX-Refresh"]) == (200, "true")
    undone = post(world, reverse("undo", args=[world.ours.pk]), {}, htmx=True)
    assert (undone.status_code, undone["HX-Refresh"]) == (200, "true")
    ended = post(world, reverse("battle_words", args=[world.campaign.slug, world.battle.pk]), {"name": "X"}, htmx=True)
    assert ended.status_code == 302
    assert "could not be drawn" in caplog.text


@pytest.mark.parametrize("name", sorted(name for name in ROUTES if not name.endswith("_stream")))
def test_every_query_takes_any_text_or_refuses_it(name: str, world: World, caplog: pytest.LogCaptureFixture) -> None:
    url = reverse(name, kwargs=world.kwargs(name, ROUTES[name][1]))
    for number, (kind, value) in enumerate(NASTY.items()):
        headers = HTMX if number % 2 else {}
        alone = [{one: value} for one in ("q", "page", "sheet", "before", "version", "mount") if number % 4 == 0]
        for query in (dict.fromkeys(QUERY, value[:900]), *alone):
            answer = world.client.get(f"{url}?{encoded(query)}", headers=headers)
            if answer.status_code == 405:
                return
            check(answer, f"{name} {list(query)[:3]}: {kind}", caplog)


@pytest.mark.parametrize("name", sorted(name for name, (_pattern, names) in ROUTES.items() if names))
def test_every_path_takes_any_text_or_refuses_it(
    name: str, world: World, caplog: pytest.LogCaptureFixture, kept_open: None
) -> None:
    wanted = world.kwargs(name, ROUTES[name][1])
    for one in wanted:
        url = reverse(name, kwargs={**wanted, one: "4711471147114711" if one != "pk" else wanted["pk"]})
        for kind, value in NASTY.items():
            strange = quote_from_bytes(value[:3000], safe="")
            path = url.replace("4711471147114711" if one != "pk" else str(wanted["pk"]), strange)
            check(world.client.get(path), f"{name} {one}: {kind}", caplog)
            check(world.client.post(path, {"key": str(uuid.uuid4())}), f"{name} {one}: {kind}", caplog)


@pytest.mark.parametrize("where", ["/", "/sheets/{sheet}/location/LT/", "/sign-in/"])
def test_every_cookie_and_header_takes_any_text(where: str, world: World, caplog: pytest.LogCaptureFixture) -> None:
    path = where.format(sheet=world.ours.pk)
    until = f"{world.battle.pk}.1."
    session = world.client.cookies["sessionid"].value
    for kind, value in NASTY.items():
        text = value[:4000].decode("latin-1").replace("\r", "").replace("\n", "")
        for cookies in (("hit-from",), ("csrftoken", "messages", "django_language")):
            sent = "; ".join([f"sessionid={session}", *(f"{cookie}={until}{text}" for cookie in cookies)])
            check(world.client.get(path, HTTP_COOKIE=sent), f"{cookies}: {kind}", caplog)
        answer = world.client.get(path, headers=dict.fromkeys(HEADERS, text))
        check(answer, f"headers: {kind}", caplog)
        answer = world.client.get(path, headers={**dict.fromkeys(HEADERS, text), **HTMX})
        check(answer, f"headers by htmx: {kind}", caplog)


def test_streams_take_any_last_event_and_version(
    world: World, caplog: pytest.LogCaptureFixture, kept_open: None
) -> None:
    battle = reverse("battle_stream", args=[world.campaign.slug, world.battle.pk])
    for url in (reverse("sheet_stream", args=[world.ours.pk]), battle):
        for kind, value in NASTY.items():
            text = value[:4000].decode("latin-1").replace("\r", "").replace("\n", "")
            answer = world.client.get(f"{url}?version={quote_from_bytes(value)}", headers={"Last-Event-ID": text})
            # Streams that are open already may be too many: that is an answer too.
            assert answer.status_code in (200, 422, 429, 503), (url, kind, answer.status_code)
            assert not [record for record in caplog.records if record.exc_info], (url, kind)

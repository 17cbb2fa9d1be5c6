"""The record sheet's page: who may do what, what comes back, and how it says no."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns.models import Role
from records.errors import Refused
from records.models import RecordSheet, SheetEntry, Unit
from records.rules.sheet import Movement
from records.services import entries
from records.services import sheets as sheet_services
from tests import factory

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def send(client: Client, record: RecordSheet, what: str = "enter", *, htmx: bool = True, **fields: Any) -> Any:
    """Post a form of the sheet, as the page does."""
    fields = {"key": str(uuid.uuid4()), "version": RecordSheet.objects.get(pk=record.pk).version, **fields}
    return client.post(f"/sheets/{record.pk}/{what}/", fields, **(HTMX if htmx else {}))


@pytest.fixture
def owner() -> User:
    return factory.make_user()


@pytest.fixture
def record(owner: User) -> RecordSheet:
    return factory.make_sheet(owner)


@pytest.fixture
def client(owner: User) -> Client:
    return signed_in(owner)


PAGES = ("", "panels/", "log/", "weapons/", "projection/", "at/0/")


@pytest.mark.parametrize("page", [*PAGES, "location/LT/"])
def test_anonymous_people_are_asked_to_sign_in(record: RecordSheet, page: str) -> None:
    answer = signed_in(None).get(f"/sheets/{record.pk}/{page}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")


def test_a_form_posted_by_htmx_without_being_signed_in_is_not_lost_to_a_redirect(record: RecordSheet) -> None:
    assert send(signed_in(None), record, type="Hit", location="LT", points=5).status_code == 401


@pytest.mark.parametrize("page", [*PAGES, "location/LT/"])
def test_a_strangers_sheet_does_not_exist(record: RecordSheet, page: str) -> None:
    assert signed_in(factory.make_user()).get(f"/sheets/{record.pk}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["sheets/99999999999999999999999/", "sheets/0/", "sheets/1/at/99999999999999999999/"])
def test_numbers_beyond_the_database_are_simply_not_there(client: Client, page: str) -> None:
    assert client.get(f"/{page}").status_code == 404


def test_a_stranger_cannot_enter_anything(record: RecordSheet) -> None:
    stranger = signed_in(factory.make_user())
    for what in ("enter", "undo", "redo"):
        assert send(stranger, record, what, type="Hit", location="LT", points=5).status_code == 404
    assert SheetEntry.objects.count() == 0


@pytest.mark.parametrize(
    ("role", "own", "status"),
    [
        (Role.OBSERVER, False, 403),
        (Role.PLAYER, False, 403),
        (Role.PLAYER, True, 200),
        (Role.GAME_MASTER, False, 200),
    ],
)
def test_members_of_a_campaign_see_the_sheet_and_change_what_is_theirs(role: Role, own: bool, status: int) -> None:
    campaign = factory.make_campaign()
    member = factory.join(campaign, role)
    record = factory.make_machine(campaign, player=member if own else None)
    client = signed_in(member)
    page = client.get(f"/sheets/{record.pk}/")
    assert page.status_code == 200
    assert ("Hit the left torso" in page.content.decode()) == (status == 200)
    assert client.get(f"/sheets/{record.pk}/location/LT/").status_code == status
    answer = send(client, record, type="Hit", location="LT", points=5)
    assert answer.status_code == status
    if status == 403:
        assert "Ask the game master" in answer.content.decode()


def test_the_page_shows_the_whole_sheet(client: Client, record: RecordSheet) -> None:
    text = client.get(f"/sheets/{record.pk}/").content.decode()
    for panel in ("bar", "owed", "figure", "weapons", "heat", "pilot", "movement", "actions", "log"):
        assert text.count(f'id="{panel}"') == 1
    for code in record.unit.design.locations:
        assert text.count(f'id="at-{code}"') == 1
    assert "Medium Laser" in text
    assert "style=" not in text
    assert "<script>" not in text


def test_a_hit_comes_back_as_the_panels_it_touched(client: Client, record: RecordSheet) -> None:
    answer = send(client, record, type="Hit", location="LT", points=11, tray=1)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="at-LT"' in text
    assert 'id="at-RT"' not in text
    assert 'id="weapons"' not in text
    assert '<div id="tray" hx-swap-oob="innerHTML"></div>' in text
    assert 'name="version" value="1"' in text
    assert "11 to the left torso" in text
    record.refresh_from_db()
    assert record.sheet.armour["LT"] == 5


def test_a_hit_without_scripts_leads_back_to_the_page(client: Client, record: RecordSheet) -> None:
    answer = send(client, record, htmx=False, type="Hit", location="LT", points=11)
    assert answer.status_code == 302
    assert answer["Location"] == f"/sheets/{record.pk}/"
    page = client.get(f"/sheets/{record.pk}/?at=RT&rear=1").content.decode()
    assert 'id="keypad"' in page
    assert 'name="rear" value="1"' in page


def test_a_page_that_is_behind_gets_every_panel(client: Client, record: RecordSheet) -> None:
    send(client, record, type="Hit", location="RA", points=3)
    text = send(client, record, type="Hit", location="LT", points=3, version=0).content.decode()
    assert 'id="figure"' in text
    assert 'id="weapons"' in text


def test_the_same_key_applies_once(client: Client, record: RecordSheet) -> None:
    key = str(uuid.uuid4())
    for _tap in range(2):
        assert send(client, record, type="Hit", location="LT", points=4, key=key).status_code == 200
    record.refresh_from_db()
    assert record.sheet.armour["LT"] == 12
    assert record.version == 1


def test_the_keypad_says_what_each_number_will_do(client: Client, record: RecordSheet) -> None:
    text = client.get(f"/sheets/{record.pk}/location/LT/", **HTMX).content.decode()
    assert 'data-preview="15 → LT: armour 15"' in text
    assert 'data-preview="20 → LT: armour 16, structure 4, critical check owed"' in text
    assert RecordSheet.objects.get(pk=record.pk).version == 0


def test_the_keypads_rear_counts_the_rear_armour(client: Client, record: RecordSheet) -> None:
    text = client.get(f"/sheets/{record.pk}/location/LT/?rear=1", **HTMX).content.decode()
    assert 'data-preview="6 → LT from behind: armour 5, structure 1, critical check owed"' in text


def test_an_impossible_entry_is_refused_in_words_and_changes_nothing(client: Client, record: RecordSheet) -> None:
    for fields, words in (
        ({"type": "Hit", "location": "XX", "points": 5}, "no location"),
        ({"type": "Hit", "location": "LT", "points": -3}, "1 to 1000"),
        ({"type": "Hit", "location": "LT", "points": 10_000}, "1 to 1000"),
        ({"type": "Hit", "location": "LT", "points": 0}, "1 to 1000"),
        ({"type": "CriticalHit", "location": "LT", "slot": 99}, "line"),
        ({"type": "Fired"}, "Choose the weapons"),
        ({"type": "Rolled", "roll": 7, "die0": 3}, "roll"),
    ):
        answer = send(client, record, **fields)
        assert answer.status_code == 422, fields
        assert words in answer.content.decode(), (fields, answer.content.decode())
    assert SheetEntry.objects.count() == 0


def test_a_die_of_seven_is_refused_in_words(client: Client, record: RecordSheet) -> None:
    send(client, record, type="CriticalCheck", location="LT")
    answer = send(client, record, type="Rolled", roll=1, die0=7, die1=2)
    assert answer.status_code == 422
    assert "1 to 6" in answer.content.decode()
    assert RecordSheet.objects.get(pk=record.pk).version == 1


def test_a_slot_hit_already_is_refused_in_words(client: Client, record: RecordSheet) -> None:
    send(client, record, type="CriticalHit", location="LA", slot=4)
    answer = send(client, record, type="CriticalHit", location="LA", slot=4)
    assert answer.status_code == 422
    assert "hit already" in answer.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "Nonsense"},
        {"type": ""},
        {"type": "Hit"},
        {"type": "Hit", "location": "LT", "points": "9" * 5000},
        {"type": "Hit", "location": "LT", "points": "1e9"},
        {"type": "Hit", "location": "LT", "points": "5", "kind": "<script>"},
        {"type": "Hit", "location": "L" * 500, "points": "5"},
        {"type": "Fired", "mount": "99"},
        {"type": "Fired", "mount": "0", "rounds-0": "-4"},
        {"type": "Rolled", "roll": "9" * 400, "by_app": "1"},
        {"type": "Rolled", "roll": "0", "slot": "4"},
        {"type": "Corrected", "box": "armour:LT:9:9", "value": "3"},
        {"type": "Corrected", "box": "slot:LT:²", "value": "1"},
        {"type": "Corrected", "box": "ammo:0", "value": "-1"},
        {"type": "PhaseEnded", "phase": "lunch"},
        {"type": "HeatAdded", "points": "-7"},
        {"type": "Moved", "mode": "flew", "hexes": "3"},
        {"type": "PilotHit", "member": "5"},
        {"type": "Hit", "location": "LT", "points": "5", "key": "not-a-key"},
        {"type": "Hit", "location": "LT", "points": "5", "key": ""},
        {"type": "StateSwitched", "state": "\x00", "on": "1"},
        {"type": "StateSwitched", "state": "no-such-switch", "on": "1"},
        {"type": "StateSwitched", "state": "stealth", "on": "1"},
        {"type": "CounterUsed", "counter": "no-such-counter", "uses": "1"},
        {"type": "CounterUsed", "counter": "edge-used", "uses": "10000"},
    ],
)
def test_hostile_forms_are_refused_and_change_nothing(client: Client, record: RecordSheet, fields: dict) -> None:
    for htmx in (True, False):
        answer = send(client, record, htmx=htmx, **fields)
        assert answer.status_code == 422
        assert "Traceback" not in answer.content.decode()
    assert SheetEntry.objects.count() == 0


def test_json_and_unknown_fields_do_no_harm(client: Client, record: RecordSheet) -> None:
    answer = client.post(f"/sheets/{record.pk}/enter/", "{bad", content_type="application/json", **HTMX)
    assert answer.status_code == 422
    assert send(client, record, type="Hit", location="LT", points=2, armour="99", state="{}").status_code == 200
    assert RecordSheet.objects.get(pk=record.pk).sheet.armour["LT"] == 14


def test_markup_in_a_reason_stays_text(client: Client, record: RecordSheet) -> None:
    send(client, record, type="Corrected", box="armour:LT", value=3, reason="<img src=x onerror=alert(1)>")
    text = client.get(f"/sheets/{record.pk}/").content.decode()
    assert "<img src=x" not in text
    assert "&lt;img src=x" in text


def test_a_roll_answered_meanwhile_gets_409_and_fresh_panels(client: Client, record: RecordSheet) -> None:
    send(client, record, type="CriticalCheck", location="LT")
    send(client, record, type="Rolled", roll=1, die0=1, die1=2)
    answer = send(client, record, type="Rolled", roll=1, die0=6, die1=6, version=1)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "answered this roll meanwhile" in text
    assert 'id="figure"' in text
    assert 'name="version" value="2"' in text


def test_a_roll_is_answered_by_dice_by_the_line_and_by_the_app(client: Client, record: RecordSheet) -> None:
    send(client, record, type="CriticalCheck", location="LA")
    send(client, record, type="Rolled", roll=1, die0=4, die1=4)
    record.refresh_from_db()
    owed = record.sheet.owed[0]
    assert owed.kind == "critical-slot"
    send(client, record, type="Rolled", roll=owed.id, slot=4)
    record.refresh_from_db()
    assert record.sheet.hits["LA"] == (4,)
    send(client, record, type="CriticalCheck", location="RA")
    record.refresh_from_db()
    text = send(client, record, type="Rolled", roll=record.sheet.owed[0].id, by_app=1).content.decode()
    assert "rolled by the app" in text


def test_undo_and_redo_go_as_far_as_wanted(client: Client, record: RecordSheet) -> None:
    for points in (3, 4):
        send(client, record, type="Hit", location="LT", points=points)
    assert "Undone: 4 to the left torso" in send(client, record, "undo").content.decode()
    assert send(client, record, "undo").status_code == 200
    record.refresh_from_db()
    assert record.sheet.armour["LT"] == 16
    answer = send(client, record, "undo")
    assert answer.status_code == 422
    assert "nothing left to undo" in answer.content.decode()
    send(client, record, "redo")
    record.refresh_from_db()
    assert record.sheet.armour["LT"] == 13
    send(client, record, type="Hit", location="RT", points=1)
    assert send(client, record, "redo").status_code == 422


def test_an_undone_entry_is_struck_in_the_log(client: Client, record: RecordSheet) -> None:
    send(client, record, type="Hit", location="LT", points=3)
    text = send(client, record, "undo").content.decode()
    assert 'class="log-line kind-entry is-undone"' in text
    text = send(client, record, "redo").content.decode()
    assert "is-undone" not in text.split('id="line-1"')[1]


def test_the_sheet_can_be_seen_as_it_stood(client: Client, record: RecordSheet) -> None:
    send(client, record, type="Hit", location="LT", points=3)
    send(client, record, type="Hit", location="LT", points=4)
    text = client.get(f"/sheets/{record.pk}/at/1/").content.decode()
    assert "<b>13</b><small>/16</small>" in text
    assert "Hit the left torso" not in text
    assert "<b>16</b><small>/16</small>" in client.get(f"/sheets/{record.pk}/at/0/").content.decode()
    assert client.get(f"/sheets/{record.pk}/at/9/").status_code == 404


def test_the_panels_since_a_version_are_those_that_changed(client: Client, record: RecordSheet) -> None:
    url = f"/sheets/{record.pk}/panels/"
    assert client.get(url, {"version": 0}, **HTMX).status_code == 204
    send(client, record, type="Hit", location="LT", points=3)
    text = client.get(url, {"version": 0}, **HTMX).content.decode()
    assert 'id="at-LT"' in text
    assert 'id="at-RT"' not in text
    assert 'id="log"' in text
    assert 'id="figure"' in client.get(url, {"version": "x"}, **HTMX).content.decode()


def test_the_projection_counts_checked_weapons_and_saves_nothing(client: Client, record: RecordSheet) -> None:
    text = client.get(f"/sheets/{record.pk}/projection/", {"mount": ["0", "1", "x", "99"]}, **HTMX).content.decode()
    assert "+6" in text
    assert RecordSheet.objects.get(pk=record.pk).version == 0


def test_the_target_changes_the_numbers_of_the_weapons(client: Client, record: RecordSheet) -> None:
    plain = client.get(f"/sheets/{record.pk}/weapons/", **HTMX).content.decode()
    harder = client.get(
        f"/sheets/{record.pk}/weapons/", {"t_hexes": "7", "t_jumped": "1", "t_terrain": "heavy-woods"}, **HTMX
    ).content.decode()
    assert "4+" in plain
    assert "10+" in harder
    assert client.get(f"/sheets/{record.pk}/weapons/", {"t_hexes": "²", "t_terrain": "lava"}, **HTMX).status_code == 200


def test_systems_that_make_heat_are_switched_on_the_sheet(owner: User, client: Client) -> None:
    record = factory.make_sheet(owner, unit=factory.make_unit(armour_type="Stealth"))
    assert 'name="state" value="stealth"' in client.get(f"/sheets/{record.pk}/").content.decode()
    text = send(client, record, type="StateSwitched", state="stealth", on="1").content.decode()
    assert 'id="heat"' in text
    record.refresh_from_db()
    assert record.sheet.states == {"stealth": True}
    assert 'name="state" value="stealth"' not in client.get(f"/sheets/{factory.make_sheet(owner).pk}/").content.decode()


def test_the_water_it_stands_in_cools_it(client: Client, record: RecordSheet) -> None:
    send(client, record, type="Corrected", box="counter:water-depth", value="2")
    text = client.get(f"/sheets/{record.pk}/").content.decode()
    assert "water, depth 2 or more</option>" in text
    record.refresh_from_db()
    assert record.sheet.counters["water-depth"] == 2


def test_swimming_is_a_choice_for_those_built_to_and_refused_on_dry_ground(owner: User, client: Client) -> None:
    choice = 'name="mode" value="swam"'
    record = factory.make_sheet(owner, unit=factory.make_unit(umu=3))
    assert choice in client.get(f"/sheets/{record.pk}/").content.decode()
    text = send(client, record, type="Moved", mode="swam", hexes="2").content.decode()
    assert "It swims only in water." in text
    send(client, record, type="Corrected", box="counter:water-depth", value="2")
    send(client, record, type="Moved", mode="swam", hexes="2")
    record.refresh_from_db()
    assert record.sheet.movement == Movement("swam", 2)
    assert choice not in client.get(f"/sheets/{factory.make_sheet(owner).pk}/").content.decode()


def test_a_retired_sheet_is_read_only(client: Client, record: RecordSheet) -> None:
    RecordSheet.objects.filter(pk=record.pk).update(retired=True)
    page = client.get(f"/sheets/{record.pk}/").content.decode()
    assert "put aside" in page
    assert "Hit the left torso" not in page
    answer = send(client, record, type="Hit", location="LT", points=3)
    assert answer.status_code == 422
    assert "put aside" in answer.content.decode()


def test_an_own_sheet_is_put_aside_and_a_campaigns_sheet_only_there(client: Client, owner: User) -> None:
    record = factory.make_sheet(owner)
    assert send(client, record, "retire", htmx=False).status_code == 302
    assert RecordSheet.objects.get(pk=record.pk).retired
    assert send(client, record, "retire", htmx=False).status_code == 422
    machine = factory.make_machine(factory.make_campaign(owner))
    answer = send(client, machine, "retire", htmx=False)
    assert answer.status_code == 422
    assert "belongs to a campaign" in answer.content.decode()
    assert send(signed_in(factory.make_user()), record, "retire").status_code == 404


def test_opening_a_sheet_twice_with_one_key_opens_one(client: Client, owner: User) -> None:
    unit = factory.make_unit()
    key = str(uuid.uuid4())
    first = client.post("/sheets/open/", {"unit": unit.slug, "key": key})
    second = client.post("/sheets/open/", {"unit": unit.slug, "key": key})
    assert first.status_code == 302
    assert first["Location"] == second["Location"]
    assert RecordSheet.objects.filter(unit=unit).count() == 1
    assert client.post("/sheets/open/", {"unit": "no-such", "key": key}).status_code == 404


def test_a_design_removed_while_its_sheet_is_opened_is_told(owner: User, client: Client) -> None:
    unit = factory.make_unit()
    Unit.objects.filter(pk=unit.pk).delete()
    with pytest.raises(Refused) as refused:
        sheet_services.open_sheet(roster=sheet_services.personal_roster(owner), unit=unit)
    assert refused.value.code == "unit-is-gone"
    assert not RecordSheet.objects.exists()


def test_the_list_shows_own_sheets_and_those_of_campaigns(owner: User, client: Client, record: RecordSheet) -> None:
    campaign = factory.make_campaign(owner)
    theirs = factory.make_machine(campaign)
    hidden = factory.make_sheet()
    text = client.get("/sheets/").content.decode()
    assert f"/sheets/{record.pk}/" in text
    assert f"/sheets/{theirs.pk}/" in text
    assert f"/sheets/{hidden.pk}/" not in text
    assert "from the catalogue and open its sheet" in signed_in(factory.make_user()).get("/sheets/").content.decode()


def test_the_log_goes_back_page_by_page(owner: User, client: Client, record: RecordSheet) -> None:
    from records.rules.entries import Corrected

    for turn in range(2, 34):
        entries.enter(record_id=record.pk, entry=Corrected("turn", turn), user=owner, key=factory.key())
    text = client.get(f"/sheets/{record.pk}/log/").content.decode()
    assert 'id="line-32"' in text
    assert 'id="line-7"' not in text
    older = client.get(f"/sheets/{record.pk}/log/?before=8", **HTMX).content.decode()
    assert 'id="line-7"' in older
    assert "<html" not in older


def test_writing_needs_post_and_a_csrf_token(owner: User, record: RecordSheet) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(owner)
    assert strict.get(f"/sheets/{record.pk}/enter/").status_code == 405
    assert send(strict, record, type="Hit", location="LT", points=3).status_code == 403


def test_whoever_ejects_owes_the_landing_on_the_ground_chosen(client: Client, record: RecordSheet) -> None:
    page = client.get(f"/sheets/{record.pk}/").content.decode()
    assert '<option value="heavy-woods">heavy woods +3</option>' in page
    answer = send(client, record, type="Ejected", landing="heavy-woods", hits=0, value=0)
    assert answer.status_code == 200
    assert "Roll for the landing" in answer.content.decode()
    roll = RecordSheet.objects.get(pk=record.pk).sheet.owed[0]
    assert send(client, record, type="Rolled", roll=roll.id, die0=1, die1=1).status_code == 200
    sheet = RecordSheet.objects.get(pk=record.pk).sheet
    assert roll.target is not None
    assert sheet.crew[0].hits == (roll.target.total - 2) // 2

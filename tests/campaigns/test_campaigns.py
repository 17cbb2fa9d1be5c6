"""Founding a campaign, its settings, home, machines, forces, pilots."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from campaigns.models import Action, Campaign, Force, Placement
from campaigns.selectors.roster import Tree
from campaigns.services import machines
from records import rules
from records.destinations import destinations
from records.models import Pilot, RecordSheet
from records.selectors.worth import Worth
from tests import factory

from .conftest import Table


def post(table: Table, path: str, by: str = "owner", /, **data: Any) -> Any:
    return table.client(by).post(table.url(path), {"key": str(factory.key()), **data})


def test_a_new_campaign_has_its_founder_as_owner_and_a_force_for_each_side(db: None) -> None:
    client = Client()
    client.force_login(factory.make_user("fay"))
    data = {"key": str(factory.key()), "name": "Ronin's  Road\n", "date": "3050-03-01"}
    answer = client.post("/campaigns/new/", data)
    campaign = Campaign.objects.get()
    assert answer["Location"] == campaign.get_absolute_url()
    assert campaign.name == "Ronin's Road"
    assert campaign.memberships.get().role == "owner"
    assert sorted(campaign.forces.values_list("hostile", flat=True)) == [False, True]


def test_a_campaign_called_new_gets_an_address_of_its_own(db: None) -> None:
    assert factory.make_campaign(name="New").slug == "new-2"
    assert factory.make_campaign(name="Поход").slug == "campaign"
    assert factory.make_campaign(name="Поход").slug == "campaign-2"


def test_a_double_tap_founds_one_campaign(table: Table) -> None:
    client, data = table.client("stranger"), {"key": str(factory.key()), "name": "Twice"}
    first, second = client.post("/campaigns/new/", data), client.post("/campaigns/new/", data)
    assert first["Location"] == second["Location"]
    assert Campaign.objects.filter(name="Twice").count() == 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 121])
def test_a_campaign_without_a_proper_name_is_refused_at_the_field(table: Table, name: str) -> None:
    answer = table.client("owner").post("/campaigns/new/", {"key": str(factory.key()), "name": name})
    assert answer.status_code == 422
    assert 'class="error"' in answer.content.decode()


def test_markup_in_names_stays_text(table: Table) -> None:
    post(table, "settings/", name="<script>alert(1)</script>", notes="<b>x</b>", date="")
    page = table.client("player").get(table.url()).content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page


def test_settings_saved_unchanged_are_refused_in_words(table: Table) -> None:
    answer = post(table, "settings/", name="Sarna March", notes="", date="")
    assert answer.status_code == 422
    assert "so already" in answer.content.decode()


def test_machines_come_from_the_catalogue_in_numbers(table: Table) -> None:
    unit, force = factory.make_unit("Griffin", "GRF-1N"), factory.own_force(table.campaign)
    answer = post(table, "machines/add/", unit=unit.slug, force=force.pk, copies=3)
    assert answer.status_code == 302
    names = [record.name for record in RecordSheet.objects.order_by("pk")]
    assert names == ["Griffin GRF-1N", "Griffin GRF-1N #2", "Griffin GRF-1N #3"]
    assert Placement.objects.filter(force=force).count() == 3


@pytest.mark.parametrize("copies", ["0", "-1", "13", "many", "10000000000000000000000"])
def test_an_impossible_number_of_machines_is_refused(table: Table, copies: str) -> None:
    unit, force = factory.make_unit(), factory.own_force(table.campaign)
    answer = post(table, "machines/add/", unit=unit.slug, force=force.pk, copies=copies)
    assert answer.status_code == 422
    assert not RecordSheet.objects.exists()


def test_machines_do_not_go_into_another_campaigns_force(table: Table) -> None:
    foreign = factory.own_force(factory.make_campaign())
    answer = post(table, "machines/add/", unit=factory.make_unit().slug, force=foreign.pk)
    assert answer.status_code == 422
    assert not RecordSheet.objects.exists()


def test_the_search_inside_the_campaign_finds_by_name_and_answers_htmx_with_the_list(table: Table) -> None:
    factory.make_unit("Griffin", "GRF-1N")
    factory.make_unit("Locust", "LCT-1V")
    client = table.client("owner")
    part = client.get(table.url("machines/add/") + "?q=grif", headers={"HX-Request": "true"}).content.decode()
    assert "Griffin" in part
    assert "Locust" not in part
    assert "<html" not in part


def test_the_catalogues_page_of_a_unit_offers_the_forces_one_runs(table: Table) -> None:
    groups = {place.group for place in destinations(table.master)}
    assert "Sarna March" in groups
    assert "Sarna March" not in {place.group for place in destinations(table.player)}
    place = next(place for place in destinations(table.master) if place.group == "Sarna March")
    unit = factory.make_unit()
    answer = table.client("master").post(place.url, {"key": str(factory.key()), "unit": unit.slug})
    assert answer.status_code == 302
    assert RecordSheet.objects.get().unit == unit


def test_a_machine_is_renamed_moved_given_and_put_aside(table: Table) -> None:
    record = factory.make_machine(table.campaign)
    hostile = Force.objects.get(campaign=table.campaign, hostile=True)
    player = table.campaign.memberships.get(user=table.player)
    at = f"machines/{record.pk}/"
    assert post(table, at + "label/", label="Old Reliable").status_code == 302
    assert post(table, at + "force/", force=hostile.pk).status_code == 302
    assert post(table, at + "player/", player=player.pk).status_code == 302
    record.refresh_from_db()
    assert (record.label, record.placement.force, record.placement.player) == ("Old Reliable", hostile, table.player)
    assert post(table, at + "retire/").status_code == 302
    record.refresh_from_db()
    assert record.retired
    assert record.pilot is None


def test_what_changes_nothing_about_a_machine_is_refused_in_words(table: Table) -> None:
    record = factory.make_machine(table.campaign)
    at = f"machines/{record.pk}/"
    same: dict[str, Any] = {"label": "", "force": record.placement.force_id, "player": ""}
    for path in same:
        answer = post(table, f"{at}{path}/", **{path: same[path]})
        assert answer.status_code == 422, path
        assert 'role="alert"' in answer.content.decode()


def test_an_observer_is_given_nothing_to_play(table: Table) -> None:
    record = factory.make_machine(table.campaign)
    observer = table.campaign.memberships.get(user=table.observer)
    answer = post(table, f"machines/{record.pk}/player/", player=observer.pk)
    assert answer.status_code == 422
    assert "only observes" in answer.content.decode()


@pytest.mark.parametrize("value", ["-1", "abc", "1e9", "99999999999999999999999", "\x00", "None"])
def test_nonsense_for_a_pilot_or_player_changes_nothing(table: Table, value: str) -> None:
    record = factory.make_machine(table.campaign, player=table.player)
    for name in ("pilot", "player", "force"):
        assert post(table, f"machines/{record.pk}/{name}/", **{name: value}).status_code in (404, 422)
    record.refresh_from_db()
    assert record.pilot is not None
    assert record.placement.player == table.player


def test_a_seat_taken_by_a_pilot_is_on_the_sheet_and_in_its_log(table: Table) -> None:
    record = factory.make_sheet(roster=table.campaign.roster)
    Placement.objects.create(record=record, force=factory.own_force(table.campaign))
    ace = factory.make_pilot(table.campaign.roster, "Ace", gunnery=2, piloting=3, level="elite")
    assert post(table, f"machines/{record.pk}/pilot/", pilot=ace.pk).status_code == 302
    record.refresh_from_db()
    assert (record.sheet.crew[0].gunnery, record.sheet.crew[0].piloting) == (2, 3)
    assert record.entries.get().user == table.owner
    again = post(table, f"machines/{record.pk}/pilot/", pilot=ace.pk)
    assert again.status_code == 422
    assert "sits in this" in again.content.decode()


def test_a_pilot_is_entered_with_everything_and_changed_on_the_sheet_too(table: Table) -> None:
    data = {
        "name": "Juno", "callsign": "Spark", "level": "veteran", "gunnery": 3, "piloting": 4,
        "edge": 2, "hits": 0, "status": "active", "notes": "",
    }  # fmt: skip
    assert post(table, "pilots/new/", **data).status_code == 302
    pilot = Pilot.objects.get()
    record = factory.make_sheet(roster=table.campaign.roster, pilot=pilot)
    assert post(table, f"pilots/{pilot.pk}/", **(data | {"gunnery": 2, "hits": 2})).status_code == 302
    record.refresh_from_db()
    pilot.refresh_from_db()
    assert (record.sheet.crew[0].gunnery, record.sheet.crew[0].hits) == (2, 2)
    assert (pilot.hits, pilot.status) == (2, "wounded")


def test_six_wounds_kill_a_pilot_on_the_sheet_too(table: Table) -> None:
    record = factory.make_machine(table.campaign)
    pilot = record.pilot
    assert pilot is not None
    data = {"name": pilot.name, "level": "regular", "gunnery": 4, "piloting": 5, "edge": 0, "status": "active"}
    assert post(table, f"pilots/{pilot.pk}/", hits=6, **data).status_code == 302
    pilot.refresh_from_db()
    record.refresh_from_db()
    assert pilot.status == "dead"
    assert record.sheet.crew[0].dead


@pytest.mark.parametrize(
    ("field", "value"), [("gunnery", 9), ("piloting", -1), ("edge", 10), ("hits", 7), ("level", "god")]
)
def test_impossible_figures_of_a_pilot_are_refused_at_their_field(table: Table, field: str, value: Any) -> None:
    data = {"name": "X", "level": "green", "gunnery": 5, "piloting": 6, "edge": 0, "hits": 0, "status": "active"}
    answer = post(table, "pilots/new/", **(data | {field: value}))
    assert answer.status_code == 422
    assert not Pilot.objects.exists()


def test_a_level_suggests_the_usual_skills(table: Table) -> None:
    page = table.client("owner").get(table.url("pilots/skills/") + "?level=elite").content.decode()
    assert 'name="gunnery" value="2"' in page
    assert 'name="piloting" value="3"' in page


def test_a_pilot_in_a_seat_is_not_struck_off(table: Table) -> None:
    record = factory.make_machine(table.campaign)
    answer = post(table, f"pilots/{record.pilot_id}/remove/")
    assert answer.status_code == 422
    assert record.name in answer.content.decode()
    loose = factory.make_pilot(table.campaign.roster)
    assert post(table, f"pilots/{loose.pk}/remove/").status_code == 302
    assert not Pilot.objects.filter(pk=loose.pk).exists()


def test_forces_form_a_tree_without_rings(table: Table) -> None:
    top = factory.own_force(table.campaign)
    post(table, "forces/new/", name="Recon", parent=top.pk)
    child = Force.objects.get(name="Recon")
    assert child.parent == top
    ring = post(table, f"forces/{top.pk}/", name=top.name, parent=child.pk)
    assert ring.status_code == 422
    assert "part of itself" in ring.content.decode()
    itself = post(table, f"forces/{top.pk}/", name=top.name, parent=top.pk)
    assert itself.status_code == 422


def test_what_is_inside_a_force_changes_side_with_it(table: Table) -> None:
    top = factory.own_force(table.campaign)
    post(table, "forces/new/", name="Recon", parent=top.pk)
    post(table, f"forces/{top.pk}/", name=top.name, parent="", hostile="on")
    assert Force.objects.get(name="Recon").hostile


def test_only_an_empty_force_is_removed(table: Table) -> None:
    factory.make_machine(table.campaign)
    force = factory.own_force(table.campaign)
    assert post(table, f"forces/{force.pk}/remove/").status_code == 422
    post(table, "forces/new/", name="Empty")
    empty = Force.objects.get(name="Empty")
    assert post(table, f"forces/{empty.pk}/remove/").status_code == 302
    assert not Force.objects.filter(pk=empty.pk).exists()


def test_home_shows_what_to_do_first_and_then_the_open_battle(table: Table) -> None:
    assert "no campaign yet" in table.client("stranger").get("/").content.decode()
    assert "Sign in" in table.client("anonymous").get("/").content.decode()
    factory.make_battle(table.campaign, factory.make_machine(table.campaign), name="At the mill")
    page = table.client("player").get("/").content.decode()
    assert "Continue turn 1" in page
    assert "At the mill" in page


def test_home_lists_the_sheets_given_to_a_player(table: Table) -> None:
    record = factory.make_machine(table.campaign, player=table.player, unit=factory.make_unit("Vindicator", "VND-1R"))
    assert f"/sheets/{record.pk}/" in table.client("player").get("/").content.decode()
    assert f"/sheets/{record.pk}/" not in table.client("observer").get("/").content.decode()


@pytest.mark.parametrize(
    "query",
    ["q=" + "x" * 5000, "weight=anvil", "page=-1", "page=zz", "force=abc", "force=99999999999999999999"],
)
def test_a_nonsensical_search_is_answered_like_any_other(table: Table, query: str) -> None:
    assert table.client("owner").get(table.url("machines/add/") + "?" + query).status_code == 200


def test_an_unknown_unit_is_not_found(table: Table) -> None:
    force = factory.own_force(table.campaign).pk
    for slug in ("none", "", "x" * 9000):
        assert post(table, "machines/add/", unit=slug, force=force).status_code == 404
    assert post(table, "machines/add/", unit="\x00", force=force).status_code == 422


def test_forces_add_up_battle_values_with_their_crews_and_leave_out_what_is_destroyed(table: Table) -> None:
    unit, force = factory.make_unit("Griffin", "GRF-1N"), factory.own_force(table.campaign)
    post(table, "machines/add/", unit=unit.slug, force=force.pk, copies=2)
    ace = factory.make_pilot(table.campaign.roster, "Ace", gunnery=3, piloting=4)
    first, second = RecordSheet.objects.order_by("pk")
    machines.assign(campaign=table.campaign, record=first, pilot_pk=ace.pk, user=table.owner, key=factory.key())
    second.state = rules.encode(replace(second.sheet, destroyed=("engine",)))
    second.save(update_fields=("state",))
    (node,) = (node for node in Tree(table.campaign).nodes if node.force == force)
    base = unit.battle_value
    assert base is not None
    assert node.worth == Worth(base, rules.with_crew(base, 3, 4))
    said = table.client("owner").get(table.url("")).content.decode()
    assert f"BV {node.worth.crewed:,}" in said


def test_a_long_search_in_any_script_comes_back_as_far_as_an_address_holds_it(table: Table) -> None:
    unit, force = factory.make_unit(), factory.own_force(table.campaign)
    answer = post(table, "machines/add/", unit=unit.slug, force=force.pk, copies=1, q="你好" * 40)
    kept = table.owner.pk and Action.objects.get(user=table.owner).result
    assert answer["Location"] == kept and len(kept) <= 300
    assert kept.endswith("&q=" + quote("你好" * 5 + "你"))

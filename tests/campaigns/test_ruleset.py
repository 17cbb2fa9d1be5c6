"""The rules of a campaign: who reads and who changes them, what is refused, editions, and what it does to sheets."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.forms.ruleset import RulesetForm
from campaigns.models import RulesetChange
from campaigns.services import ruleset as services
from records import rules
from records.errors import Refused, Stale
from records.models import RecordSheet, Roster
from records.rules.entries import Hit
from records.rules.options import REGISTRY
from records.rules.options.check import club
from records.services import entries
from tests import factory

from .conftest import Table

EVERYBODY = ("owner", "master", "player", "observer")


def in_force(table: Table) -> rules.Ruleset:
    return rules.decode(rules.Ruleset, Roster.objects.get(pk=table.campaign.roster_id).ruleset)


def form_of(ruleset: rules.Ruleset) -> dict[str, Any]:
    """What a browser posts for the page as it stands."""
    form = RulesetForm(None, ruleset=ruleset)
    data = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in data.items() if value is not False}


def save(table: Table, by: str = "owner", /, edition: Any = None, **changes: Any) -> Any:
    now = in_force(table)
    data = {**form_of(now), "edition": now.edition if edition is None else edition, "key": str(factory.key())}
    for name, value in changes.items():
        data.pop(name, None)
        if value is not None:
            data[name] = value
    return table.client(by).post(table.url("rules/"), data)


def on(*ids: str) -> dict[str, Any]:
    return {f"on-{option_id}": "on" for option_id in ids}


@pytest.mark.parametrize("role", EVERYBODY)
def test_members_read_every_rule_with_its_source_and_effect(table: Table, role: str) -> None:
    answer = table.client(role).get(table.url("rules/"))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert all(option_id in page for option_id in REGISTRY)
    assert ("Save the rules" in page) == (role in ("owner", "master"))
    assert ("disabled" in page) == (role in ("player", "observer"))


def test_strangers_do_not_even_see_that_it_is_there(table: Table) -> None:
    assert table.client("stranger").get(table.url("rules/")).status_code == 404
    assert table.client("anonymous").get(table.url("rules/")).status_code == 302


@pytest.mark.parametrize(("role", "status"), [("owner", 302), ("master", 302), ("player", 403), ("observer", 403)])
def test_who_runs_the_campaign_chooses_its_rules(table: Table, role: str, status: int) -> None:
    assert save(table, role, **on("HR-A08")).status_code == status
    assert in_force(table).has("HR-A08") == (status == 302)


def test_options_numbers_and_tables_are_kept_and_the_edition_counts_up(table: Table) -> None:
    save(table, **on("HR-B05", "HR-B15b"), **{"HR-B05.uses": "2", "HR-B15b.green.jumped": "5"})
    now = in_force(table)
    assert (now.options, now.edition) == (("HR-B15b", "HR-B05"), 2)
    assert (now.settings, now.tables) == ({"HR-B05.uses": 2}, {"HR-B15b": {"green.jumped": 5}})
    save(table, **{"on-HR-B05": None})
    assert (in_force(table).options, in_force(table).edition) == (("HR-B15b",), 3)
    assert RulesetChange.objects.filter(campaign=table.campaign).count() == 2


def test_a_reading_that_is_on_by_default_can_be_switched_off(table: Table) -> None:
    save(table, **{"on-CL-life-support-25-two-hits": None})
    assert in_force(table).options == ("-CL-life-support-25-two-hits",)


def test_what_does_not_go_together_is_refused_in_words_with_the_choice_kept(table: Table) -> None:
    answer = save(table, **on("HR-A12"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "“Engine explosion” and “Other engines than fusion may explode” cannot both be in use" in page
    assert 'name="on-HR-A12" class="" checked' in page or 'id="id_on-HR-A12" checked' in page
    assert save(table, **on("HR-A12"), **{"on-CL-engine-explosion-non-fusion": None}).status_code == 302


def test_what_needs_another_rule_says_so(table: Table) -> None:
    answer = save(table, **on("TO-077-FLOAT"))
    assert answer.status_code == 422
    assert "only adds to “Floating critical”" in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "value"), [("HR-B05.uses", "0"), ("HR-B05.uses", "x"), ("HR-A09.light.modifier", "99")]
)
def test_a_number_out_of_range_is_marked_at_its_field(table: Table, name: str, value: str) -> None:
    answer = save(table, **{name: value})
    assert answer.status_code == 422
    assert 'class="error"' in answer.content.decode()
    assert in_force(table).edition == 1


def test_a_number_left_empty_is_as_the_catalogue_has_it(table: Table) -> None:
    save(table, **{"HR-B05.uses": "4"})
    save(table, **{"HR-B05.uses": ""})
    assert in_force(table).settings == {}


def test_two_who_change_the_rules_at_once_do_not_overwrite_each_other(table: Table) -> None:
    save(table, "master", **on("HR-A08"))
    answer = save(table, "owner", edition=1, **on("HR-B05"))
    assert answer.status_code == 409
    assert "Somebody has changed the rules meanwhile" in answer.content.decode()
    assert in_force(table).options == ("HR-A08",)


def test_nothing_changed_is_said_and_a_double_tap_counts_once(table: Table) -> None:
    assert save(table).status_code == 422
    data = {**form_of(in_force(table)), **on("HR-A08"), "edition": 1, "key": str(factory.key())}
    client = table.client("owner")
    assert [client.post(table.url("rules/"), data).status_code for _tap in range(2)] == [302, 302]
    assert in_force(table).edition == 2


def test_all_or_none_at_one_touch(table: Table) -> None:
    client, url = table.client("owner"), table.url("rules/")
    client.post(url, {"preset": "club", "edition": 1, "key": str(factory.key())})
    assert in_force(table).options == club().options
    client.post(url, {"preset": "total-warfare", "edition": 2, "key": str(factory.key())})
    assert (in_force(table).options, in_force(table).edition) == ((), 3)
    assert client.post(url, {"preset": "x", "edition": 3, "key": str(factory.key())}).status_code == 422


def test_changes_hold_for_entries_from_then_on_and_the_battle_says_when(table: Table) -> None:
    record = factory.make_machine(table.campaign)
    battle = factory.make_battle(table.campaign, record)

    def hit() -> None:
        entries.enter(record_id=record.pk, entry=Hit("CT", 3, through_armour=True), user=None, key=factory.key())

    def owed() -> list[str]:
        return [roll.kind for roll in RecordSheet.objects.get(pk=record.pk).sheet.owed]

    hit()
    save(table, **on("HR-A11"))
    assert owed() == ["critical-check"]
    hit()
    assert owed() == ["critical-check", "floating-location"]
    page = table.client("observer").get(battle.get_absolute_url()).content.decode()
    assert "Rules changed in turn 1, movement" in page
    assert "Floating critical: on" in page


def test_the_page_tells_what_was_changed_by_whom(table: Table) -> None:
    save(table, "master", **on("HR-A08"), **{"HR-A08.step": "10"})
    page = table.client("player").get(table.url("rules/")).content.decode()
    assert "Edition 2, max" in page
    assert "Damage steps: on" in page
    assert "points to a step 10" in page


def test_the_service_refuses_what_no_form_would_send(table: Table) -> None:
    def change(ruleset: rules.Ruleset, shown: int = 1) -> None:
        services.change(campaign=table.campaign, ruleset=ruleset, user=table.owner, shown=shown)

    with pytest.raises(Refused, match="no-such-option"):
        change(rules.Ruleset(options=("HR-Z1",)))
    with pytest.raises(Refused, match="setting-out-of-range"):
        change(rules.Ruleset(settings={"HR-B05.uses": 99}))
    with pytest.raises(Stale, match="rules-have-changed"):
        change(club(), shown=7)

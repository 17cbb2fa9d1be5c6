"""Stored values of other releases: older ones play on, those that cannot be read are said and never overwritten."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from campaigns.models import Battle, Campaign
from campaigns.selectors.battles import standing
from campaigns.services import battles
from campaigns.services import ruleset as ruleset_service
from records import rules
from records.errors import Refused
from records.models import PrintJob, RecordSheet, SheetEntry, Unit
from records.models import unit as unit_model
from records.printing.order import Order
from records.rules import upgrades
from records.rules.entries import Corrected, HeatAdded, Hit
from records.services import entries, printing
from tests import factory

from .conftest import Table

NEWER = "A newer version of Lance Ledger has written this"


@pytest.fixture
def record(table: Table) -> RecordSheet:
    """A played sheet: four lines, one of them undone and done again."""
    record = factory.make_machine(table.campaign, player=table.player)
    for entry in (Hit("LT", 3), HeatAdded(4, "internal"), Corrected("heat", 6, "by hand")):
        entries.enter(record_id=record.pk, entry=entry, user=table.owner, key=factory.key())
    entries.undo(record_id=record.pk, user=table.owner, key=factory.key())
    entries.redo(record_id=record.pk, user=table.owner, key=factory.key())
    return fresh(record)


def fresh(record: RecordSheet) -> RecordSheet:
    return RecordSheet.objects.select_related("unit", "roster", "pilot", "head").get(pk=record.pk)


def get(table: Table, url: str, status: int = 200) -> str:
    answer = table.client("owner").get(url)
    assert answer.status_code == status, url
    return answer.content.decode()


def post(table: Table, record: RecordSheet, *, htmx: bool = True) -> Any:
    fields = {"key": str(factory.key()), "type": "Hit", "location": "LT", "points": "1", "version": record.version}
    headers = {"HX-Request": "true"} if htmx else {}
    return table.client("owner").post(f"/sheets/{record.pk}/enter/", fields, headers=headers)


def newer(record: RecordSheet) -> dict[str, Any]:
    """The sheet as a later release would keep it."""
    state = {**record.state, "v": 99, "morale": 3}
    RecordSheet.objects.filter(pk=record.pk).update(state=state)
    return state


# --- older shapes


def older(shape: Any) -> Any:
    """Today's JSON as a made-up release before it wrote it: sheets said ``hot``, hits ``place``, and one event stood
    for armour and heat together."""
    shape = {key: value for key, value in shape.items() if key != "v"}
    for now, then in (("heat", "hot"), ("location", "place")):
        if now in shape and shape.get("type", "Hit") in ("Hit", "ArmourLost"):
            shape[then] = shape.pop(now)
    if shape.get("type") == "ArmourLost":
        shape["type"] = "PlateLost"
    return shape


@pytest.fixture
def old_log(record: RecordSheet, monkeypatch: pytest.MonkeyPatch) -> RecordSheet:
    """The played sheet with everything in the shapes of that release, and the steps that upgrade them."""
    for line in SheetEntry.objects.filter(record=record):
        line.after = older(line.after)
        line.entered = older(line.entered) if line.entered else {}
        line.events = [older(event) for event in line.events]
        line.save()
    RecordSheet.objects.filter(pk=record.pk).update(state=older(record.state), initial=older(record.initial))

    def renamed(then: str, now: str) -> Any:
        return lambda old: {(now if key == then else key): value for key, value in old.items()}

    def of_plates(old: dict[str, Any]) -> Any:
        if old["type"] != "PlateLost":
            return old
        return [{**renamed("place", "location")(old), "type": "ArmourLost"}]

    steps = {("sheet", 1): renamed("hot", "heat"), ("entry", 1): renamed("place", "location"), ("event", 1): of_plates}
    monkeypatch.setattr(upgrades, "STEPS", steps)
    for kind, _version in steps:
        monkeypatch.setitem(upgrades.VERSIONS, kind, 2)
    return fresh(record)


def test_an_old_log_reads_undoes_redoes_and_replays(table: Table, old_log: RecordSheet) -> None:
    assert "hot" in old_log.state
    assert old_log.sheet.heat == 6
    assert 'id="line-1"' in get(table, f"/sheets/{old_log.pk}/")
    log = get(table, f"/sheets/{old_log.pk}/log/")
    assert "3 to the left torso" in log
    assert "cannot be read" not in log
    for line in SheetEntry.objects.filter(record=old_log, kind="entry").select_related("base"):
        before = rules.decode(rules.Sheet, old_log.initial if line.base is None else line.base.after)
        assert rules.evolve_all(old_log.unit.design, before, line.happened) == rules.decode(rules.Sheet, line.after)
        assert line.what in ("CrewChanged", "Hit", "HeatAdded", "Corrected")
    now = old_log.sheet
    for _step in range(3):
        entries.undo(record_id=old_log.pk, user=table.owner, key=factory.key())
    start = fresh(old_log).sheet
    assert start == replace(rules.fresh_sheet(old_log.unit.design), crew=start.crew)
    for _step in range(3):
        entries.redo(record_id=old_log.pk, user=table.owner, key=factory.key())
    assert fresh(old_log).sheet == now
    assert post(table, fresh(old_log)).status_code == 200
    assert fresh(old_log).state["v"] == 2
    assert fresh(old_log).sheet.armour["LT"] == now.armour["LT"] - 1


def test_a_design_of_an_old_shape_is_read(record: RecordSheet, monkeypatch: pytest.MonkeyPatch) -> None:
    old = {("weight" if key == "tons" else key): value for key, value in record.unit.blueprint.items() if key != "v"}
    Unit.objects.filter(pk=record.unit_id).update(blueprint=old, fingerprint="old")
    monkeypatch.setattr(
        upgrades, "STEPS", {("unit", 1): lambda o: {("tons" if key == "weight" else key): v for key, v in o.items()}}
    )
    monkeypatch.setitem(upgrades.VERSIONS, "unit", 2)
    assert fresh(record).unit.design.tons == 50
    unit_model._DESIGNS.pop("old")


# --- what cannot be read


def test_a_newer_sheet_shows_its_log_and_refuses_entries_in_words(table: Table, record: RecordSheet) -> None:
    state = newer(record)
    text = get(table, f"/sheets/{record.pk}/", 409)
    assert NEWER in text
    assert "sheet version 99; this one reads up to" in text
    assert "3 to the left torso" in text, "its log can be shown"
    assert NEWER not in get(table, f"/sheets/{record.pk}/log/")
    assert get(table, f"/sheets/{record.pk}/at/2/")
    lines = SheetEntry.objects.filter(record=record).count()
    for htmx in (True, False):
        answer = post(table, record, htmx=htmx)
        assert answer.status_code == 409
        assert NEWER in answer.content.decode()
    assert fresh(record).state == state
    assert SheetEntry.objects.filter(record=record).count() == lines


def test_a_newer_sheet_is_marked_in_lists_and_no_phase_ends_for_it(table: Table, record: RecordSheet) -> None:
    other = factory.make_machine(table.campaign)
    battle = factory.make_battle(table.campaign, record, other)
    state = newer(fresh(record))
    for url in ("/sheets/", table.url(), table.url(f"battles/{battle.pk}/"), table.url(f"machines/{record.pk}/")):
        text = get(table, url)
        assert "cannot be read" in text, url
        assert NEWER in text, url
    battles.end_phase(battle=battle, user=table.owner, key=factory.key())
    assert standing(Battle.objects.get(pk=battle.pk)).phase == "weapon"
    assert fresh(record).state == state


@pytest.mark.parametrize(
    "change", [{"v": 99}, {"type": "Teleported"}, {"points": "many"}], ids=["newer", "gone", "nonsense"]
)
def test_an_entry_that_cannot_be_read_is_said_on_its_line(
    table: Table, record: RecordSheet, change: dict[str, Any]
) -> None:
    line = SheetEntry.objects.get(record=record, entered__type="Hit")
    line.entered = {**line.entered, **change}
    line.events = [{**line.events[0], **change}, *line.events[1:]]
    line.save()
    wanted = "written by a newer version" if "v" in change else "cannot be read by this version"
    for url in (f"/sheets/{record.pk}/", f"/sheets/{record.pk}/log/"):
        text = get(table, url)
        assert text.count(wanted) == 2, "the entry, and what followed"
    battle = factory.make_battle(table.campaign, record)
    get(table, table.url(f"battles/{battle.pk}/log/"))
    for _step in range(4):  # the battle's beginning is an entry too: it cooled down
        entries.undo(record_id=record.pk, user=table.owner, key=factory.key())
    assert fresh(record).sheet.armour["LT"] == 16


def test_a_design_that_cannot_be_read_answers_in_words(table: Table, record: RecordSheet) -> None:
    blueprint = {**record.unit.blueprint, "v": 7}
    Unit.objects.filter(pk=record.unit_id).update(blueprint=blueprint, fingerprint="newer")
    assert "unit version 7" in get(table, f"/catalogue/{record.unit.slug}/", 409)
    assert "unit version 7" in get(table, f"/sheets/{record.pk}/", 409)
    assert "cannot be read" in get(table, table.url())
    assert Unit.objects.get(pk=record.unit_id).blueprint == blueprint


def test_a_sheet_cut_short_answers_in_words(table: Table, record: RecordSheet) -> None:
    RecordSheet.objects.filter(pk=record.pk).update(state={"v": 1, "armour": {"LT": 3}})
    text = get(table, f"/sheets/{record.pk}/", 409)
    assert "cannot be read by this version of Lance Ledger" in text
    assert "restore a backup" in text


@pytest.mark.parametrize("shape", [[1, 2], "x", 7])
def test_a_stored_value_of_another_shape_answers_in_words(table: Table, record: RecordSheet, shape: Any) -> None:
    neighbour = factory.make_machine(table.campaign, player=table.player)
    factory.make_battle(table.campaign, record, neighbour)
    RecordSheet.objects.filter(pk=record.pk).update(state=shape)
    assert "cannot be read by this version" in get(table, f"/sheets/{record.pk}/", 409)
    get(table, f"/sheets/{record.pk}/at/3/")
    get(table, f"/sheets/{neighbour.pk}/")
    assert RecordSheet.objects.get(pk=record.pk).state == shape


@pytest.mark.parametrize("shape", [7, "x", {"a": 1}])
def test_events_of_another_shape_are_said_on_their_line(table: Table, record: RecordSheet, shape: Any) -> None:
    SheetEntry.objects.filter(record=record, number=1).update(events=shape)
    for path in ("", "log/", "panels/", "location/LT/"):
        get(table, f"/sheets/{record.pk}/{path}")


def test_a_print_of_a_newer_sheet_fails_in_words(
    table: Table, record: RecordSheet, django_capture_on_commit_callbacks: Any
) -> None:
    newer(record)
    with django_capture_on_commit_callbacks(execute=True):
        job = printing.request_print(user=table.owner, order=Order(sheets=(record.pk,)), key=factory.key())
    job.refresh_from_db()
    assert job.state == PrintJob.State.FAILED
    assert job.error.startswith(NEWER)
    with pytest.raises(Refused) as caught:
        Order.of({"sheets": [1], "v": 2})
    assert caught.value.code == "order-of-a-newer-release"
    assert Order.of({"sheets": [1]}) == Order.of(Order(sheets=(1,)).params())


def test_newer_rules_are_said_and_kept(table: Table, record: RecordSheet) -> None:
    kept = {"v": 99, "options": ["HR-Z99"], "weather": "sleet"}
    table.campaign.roster.ruleset = kept
    table.campaign.roster.save()
    assert NEWER in get(table, table.url("rules/"), 409)
    assert post(table, record).status_code == 409
    assert Campaign.objects.get(pk=table.campaign.pk).roster.ruleset == kept


def test_rules_of_an_option_that_is_gone_are_said_and_kept_when_others_are_saved(
    table: Table, record: RecordSheet
) -> None:
    gone = rules.Ruleset(
        options=("HR-Z99", "HR-A08"), settings={"HR-Z99.uses": 4, "HR-A08.step": 10}, tables={"HR-Z98": {"a.b": 1}}
    )
    table.campaign.roster.ruleset = rules.encode(gone)
    table.campaign.roster.save()
    assert "HR-Z99, HR-Z98" in get(table, table.url("rules/"))
    assert post(table, record).status_code == 200, "what is there is played"
    ruleset_service.change(
        campaign=table.campaign, ruleset=rules.Ruleset(options=("HR-B05",)), user=table.owner, shown=1
    )
    now = rules.decode(rules.Ruleset, Campaign.objects.get(pk=table.campaign.pk).roster.ruleset)
    assert now.options == ("HR-B05", "HR-Z99")
    assert (now.settings, now.tables) == ({"HR-Z99.uses": 4}, {"HR-Z98": {"a.b": 1}})


def test_each_entry_knows_the_edition_of_the_rules_that_decided_it(table: Table, record: RecordSheet) -> None:
    ruleset_service.change(
        campaign=table.campaign, ruleset=rules.Ruleset(options=("HR-B05",)), user=table.owner, shown=1
    )
    entries.enter(record_id=record.pk, entry=Hit("RT", 1), user=table.owner, key=factory.key())
    told = SheetEntry.objects.filter(record=record, kind="entry").order_by("number").values_list("edition", flat=True)
    assert [*told][-2:] == [1, 2]
    assert set(SheetEntry.objects.exclude(kind="entry").values_list("edition", flat=True)) == {None}


@pytest.mark.django_db
def test_the_filling_of_worth_reads_designs_of_the_first_version() -> None:
    read = factory.make_unit("Readable")
    worth = read.battle_value
    first = {key: value for key, value in read.blueprint.items() if key != "v"}
    Unit.objects.filter(pk=read.pk).update(battle_value=None, cost=None, blueprint=first)
    refilling = import_module("records.migrations.0007_refill_unit_worth")
    refilling.refill(apps, SimpleNamespace(connection=connection))
    assert Unit.objects.get(pk=read.pk).battle_value == worth

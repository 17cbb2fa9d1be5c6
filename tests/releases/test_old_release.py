"""Databases of earlier releases: today's code opens every page of them, plays on, undoes to the beginning, prints."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.storage import default_storage
from django.test import Client
from pypdf import PdfReader

from campaigns.models import Battle, Campaign
from campaigns.selectors.battles import standing
from campaigns.services import battles
from records import rules
from records.errors import Refused
from records.models import Pilot, PrintJob, RecordSheet, Roster, SheetEntry, Unit
from records.printing.order import Order
from records.rules import upgrades
from records.rules.entries import HeatAdded, Hit
from records.selectors.sheets import LOG_PAGE
from records.services import dice, entries, print_queue, printing
from tests.factory import key

from . import opened
from .make_release import kinds

pytestmark = pytest.mark.parametrize("release", opened.RELEASES, ids=lambda path: path.name, scope="module")


@pytest.fixture(scope="module")
def path(release: Path, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """The migrated database; tests play with copies of it."""
    with django_db_blocker.unblock():
        return opened.migrated(release, tmp_path_factory.mktemp("release"))


@pytest.fixture
def owner(path: Path, tmp_path: Path, django_db_blocker: Any) -> Iterator[User]:
    """Who runs the campaigns of the release, in a copy that the test may change."""
    cache.clear()
    with django_db_blocker.unblock(), opened.at(opened.copied(path, tmp_path)):
        yield User.objects.get(username="olga")


def sheets() -> list[RecordSheet]:
    return list(RecordSheet.objects.select_related("unit", "roster", "pilot", "head").order_by("pk"))


def page(user: User, url: str) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(url)
    assert answer.status_code == 200, f"{url}: {answer.status_code}"
    return answer.content.decode()


def test_a_release_holds_every_kind_of_entry_and_event(release: Path, tmp_path: Path) -> None:
    entered, followed = kinds(str(opened.unpacked(release, tmp_path)))
    assert len(entered) >= 24
    assert len(followed) >= 54
    assert sum(entered.values()) > 500
    known = {one.__name__ for one in (*typing.get_args(rules.Entry), *typing.get_args(rules.Event))}
    if upgrades.VERSIONS["entry"] == upgrades.VERSIONS["event"] == 1:
        assert {*entered, *followed} <= known


def test_every_stored_value_can_be_read(owner: User, release: Path) -> None:
    lines = list(SheetEntry.objects.all())
    assert len(lines) > 700
    for line in lines:
        rules.decode(rules.Sheet, line.after)
        if line.kind == SheetEntry.Kind.ENTRY:
            assert line.what == type(line.entry).__name__
            assert line.happened or line.events == []
    for record in sheets():
        rules.decode(rules.Sheet, record.initial)
        assert record.sheet.crew
    assert all(unit.design.name == unit.name for unit in Unit.objects.all())
    assert sorted(rules.decode(rules.Ruleset, roster.ruleset).edition for roster in Roster.objects.all())[-1] == 3
    assert all(Order.of(job.params).count for job in PrintJob.objects.all())


def test_recorded_events_replay_to_the_stored_states(owner: User, release: Path) -> None:
    replayed = 0
    for record in sheets():
        lines = {line.pk: line for line in record.entries.select_related("base")}
        for line in lines.values():
            if line.kind != SheetEntry.Kind.ENTRY:
                continue
            before = rules.decode(rules.Sheet, record.initial if line.base is None else line.base.after)
            now = rules.evolve_all(record.unit.design, before, line.happened)
            assert now == rules.decode(rules.Sheet, line.after), f"{line}"
            replayed += 1
        assert record.state == (record.initial if record.head is None else record.head.after)
    assert replayed > 600


def test_every_page_opens(owner: User, release: Path) -> None:
    for url in ("/", "/campaigns/", "/catalogue/", "/sheets/", "/prints/", "/account/"):
        page(owner, url)
    for record in sheets():
        text = page(owner, f"/sheets/{record.pk}/")
        assert record.name.replace("'", "&#x27;") in text
        log = page(owner, f"/sheets/{record.pk}/log/")
        assert log.count('id="line-') == min(record.entries.count(), LOG_PAGE)
        assert "cannot be read" not in text + log
        middle = record.entries.order_by("number")[record.entries.count() // 2 : record.entries.count() // 2 + 1]
        for line in middle:
            page(owner, f"/sheets/{record.pk}/at/{line.number}/")
    for unit in Unit.objects.all():
        assert unit.chassis in page(owner, f"/catalogue/{unit.slug}/")
    for job in PrintJob.objects.all():
        assert job.title in page(owner, f"/prints/{job.pk}/")
    for campaign in Campaign.objects.all():
        home = f"/campaigns/{campaign.slug}/"
        for rest in ("", "rules/", "members/", "settings/", "pilots/", "battles/"):
            assert "cannot be read" not in page(owner, home + rest)
        for battle in campaign.battles.all():
            assert battle.name in page(owner, f"{home}battles/{battle.pk}/")
            page(owner, f"{home}battles/{battle.pk}/log/")
        for record in campaign.roster.sheets.filter(placement__isnull=False):
            page(owner, f"{home}machines/{record.pk}/")
        for pilot in campaign.roster.pilots.all():
            assert pilot.name in page(owner, f"{home}pilots/{pilot.pk}/")


def settle(record: RecordSheet, user: User) -> int:
    """Throw every roll that the sheet owes; how many."""
    thrown = 0
    while owed := RecordSheet.objects.get(pk=record.pk).sheet.owed:
        dice.roll_for_me(record_id=record.pk, roll=owed[0].id, user=user, key=key())
        thrown += 1
    return thrown


def test_play_goes_on(owner: User, release: Path) -> None:
    live = [record for record in sheets() if not record.retired]
    assert sum(settle(record, owner) for record in live) > 5
    hit = 0
    for record in live:
        now = RecordSheet.objects.get(pk=record.pk).sheet
        if not now.destroyed and "LT" not in now.lost:
            entries.enter(record_id=record.pk, entry=Hit("LT", 2), user=owner, key=key())
            after = RecordSheet.objects.get(pk=record.pk)
            assert after.sheet.damage_this_phase > now.damage_this_phase
            assert after.state["v"] == upgrades.VERSIONS["sheet"]
            assert after.head is not None
            assert after.head.edition == after.ruleset.edition
            hit += 1
    assert hit > 8
    for record in live:
        settle(record, owner)
    for battle in Battle.objects.filter(closed_at=None):
        clock = standing(battle).clock
        for _try in range(40):
            try:
                battles.end_phase(battle=battle, user=owner, key=key())
            except Refused as refused:
                assert refused.code == "rolls-owed-in-battle"
            for fighter in standing(battle).fighters:
                settle(fighter.record, owner)
            if standing(battle).clock > clock:
                break
        assert standing(battle).clock > clock


def undo_all(user: User) -> dict[str, int]:
    """Take back whatever can be, sheet by sheet, until nothing more goes; how often each reason stopped it at last."""
    stopped: dict[int, str] = {}
    moved = True
    while moved:
        moved = False
        for pk in RecordSheet.objects.values_list("pk", flat=True):
            try:
                while True:
                    entries.undo(record_id=pk, user=user, key=key())
                    moved = True
            except Refused as refused:
                stopped[pk] = refused.code
    return {code: [*stopped.values()].count(code) for code in stopped.values()}


def test_every_sheet_is_undone_to_the_beginning_and_redone(owner: User, release: Path) -> None:
    at_first = {record.pk: record.sheet for record in sheets()}
    stopped = undo_all(owner)
    assert set(stopped) <= {"nothing-to-undo", "pilot-was-assigned-then"}, stopped
    assert stopped["nothing-to-undo"] >= 6
    for record in sheets():
        if record.head is None:
            assert record.state == record.initial
            crew = record.sheet.crew
            assert record.sheet == rules.fresh_sheet(record.unit.design, crew)
        else:
            assert record.head.what == "CrewChanged", "a seat that was taken ends the way back"
            assert record.head.base is None
    moved = True
    while moved:
        moved = False
        for record in sheets():
            try:
                while RecordSheet.objects.get(pk=record.pk).sheet != at_first[record.pk]:
                    entries.redo(record_id=record.pk, user=owner, key=key())
                    moved = True
            except Refused as refused:
                assert refused.code in ("other-sheet-has-moved-on", "nothing-to-redo")
    assert {record.pk: record.sheet for record in sheets()} == at_first
    assert not Pilot.objects.filter(hits__gt=6).exists()


def finish(job: PrintJob) -> None:
    """Give turns until it is done: what the release left in the queue is before it."""
    job.refresh_from_db()
    for _turn in range(PrintJob.objects.count()):
        if job.finished:
            break
        print_queue.send(job)
        job.refresh_from_db()
    assert job.state == PrintJob.State.DONE, job.error


def printed(user: User, order: Order) -> str:
    job = printing.request_print(user=user, order=order, key=key())
    finish(job)
    return "\n".join(one.extract_text() for one in PdfReader(default_storage.path(job.result.name)).pages)


def test_every_sheet_and_paper_prints(owner: User, release: Path) -> None:
    text = printed(owner, Order(sheets=tuple(record.pk for record in sheets()))).lower()
    for record in sheets():
        assert record.unit.chassis.split()[0].lower() in text, record.name
    assert text.count("lance ledger") >= len(sheets())
    for campaign in Campaign.objects.all():
        papers = [f"force:{force.pk}" for force in campaign.forces.filter(parent=None)]
        papers += [f"battle:{battle.pk}" for battle in campaign.battles.all()]
        papers += [f"reference:{campaign.roster_id}"]
        text = printed(owner, Order(papers=tuple(papers)))
        assert all(battle.name in text for battle in campaign.battles.all())
    failed = PrintJob.objects.get(state=PrintJob.State.FAILED)
    printing.retry(job=failed)
    finish(failed)


def test_a_hand_may_enter_and_undo_through_the_pages(owner: User, release: Path) -> None:
    record = next(one for one in sheets() if not one.sheet.destroyed and not one.retired)
    client = Client()
    client.force_login(owner)
    post = {"key": str(key()), "type": "HeatAdded", "points": "2", "version": record.version}
    answer = client.post(f"/sheets/{record.pk}/enter/", post, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    head = RecordSheet.objects.select_related("head").get(pk=record.pk).head
    assert head is not None
    assert isinstance(head.entry, HeatAdded)
    assert client.post(f"/sheets/{record.pk}/undo/", {"key": str(key())}).status_code == 302
    assert RecordSheet.objects.get(pk=record.pk).sheet == record.sheet

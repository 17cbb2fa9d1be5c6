"""A backup of an older release: brought up to date on the way in, as an update of that installation would have been."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.backups import changed_rows, contents, run, spoilt
from tests.server import LedgerServer

MAKE = """
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader
from records import rules
from tests import factory
# Before battle seats, and before battle value and cost.
for names in (("campaigns", "0003"), ("records", "0002"), ("admin",), ("auth",), ("sessions",), ("axes",)):
    call_command("migrate", *names, verbosity=0)
apps = MigrationLoader(None, replace_migrations=False).project_state(
    [("campaigns", "0003_rules_changes"), ("records", "0002_print_worked_at")]).apps
def make(label, **values):
    return apps.get_model(label).objects.create(**values)
user = make("auth.User", username="anna")
design = factory.make_design()
unit = make("records.Unit", chassis="Testbed", model="TST-1A", slug="testbed", config="Biped", tech_base="Inner Sphere",
    tons=50, year=3025, walk=4, run=6, jump=4, total_armour=100, blueprint=rules.encode(design), fingerprint="f",
    origin="starter")
roster = make("records.Roster", name="Regulars", owner=user)
pilot = make("records.Pilot", roster=roster, name="Kerensa", callsign="Ash")
sheet = rules.encode(rules.fresh_sheet(design))
record = make("records.RecordSheet", roster=roster, unit=unit, pilot=pilot, state=sheet, initial=sheet)
campaign = make("campaigns.Campaign", roster=roster, name="Old", slug="old", join_code="ABCDEFGH")
battle = make("campaigns.Battle", campaign=campaign, name="Ford")
make("campaigns.BattleSheet", battle=battle, record=record)
"""

SEEN = """
import json
from campaigns.models import BattleSeat
from django.contrib.auth.models import Permission
from records.models import Unit
seat, unit = BattleSeat.objects.get(), Unit.objects.get()
print(json.dumps([seat.name, seat.pilot.callsign, unit.battle_value, unit.cost,
    Permission.objects.filter(codename="view_battleseat", content_type__model="battleseat").count()]))
"""


@pytest.fixture(scope="module")
def old_backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a database that an older release set up; made by this one, before its migrations have run."""
    old = LedgerServer(tmp_path_factory.mktemp("old"))
    old.manage("shell", "--no-imports", "-c", MAKE)
    path = old.data / "old.zip"
    ran = run(old.environment, "backup", str(path))
    assert (ran.code, ran.err) == (0, "")
    return path


def seen(server: LedgerServer) -> Any:
    return json.loads(server.manage("shell", "--no-imports", "-c", SEEN).stdout)


def assert_is_brought_up_to_date(server: LedgerServer, path: Path) -> None:
    ran = run(server.environment, "restore", str(path), "--replace")
    assert (ran.code, ran.err) == (0, "")
    assert "older release and was brought up to date" in ran.out
    name, callsign, battle_value, cost, permissions = seen(server)
    assert (name, callsign, permissions) == ("Kerensa “Ash”", "Ash", 1)
    assert battle_value > 500 and cost > 10**6
    server.manage("migrate", "--check")
    assert [entry.name for entry in server.data.iterdir() if entry.name.startswith(".restore")] == []


def test_a_database_that_is_not_migrated_yet_can_be_backed_up(old_backup: Path) -> None:
    held = contents(old_backup)
    assert "campaigns.battleseat" not in held
    assert "battle_value" not in held["records.unit"][0]
    assert len(held["campaigns.battlesheet"]) == 1


def test_an_older_backup_is_brought_up_to_date_in_a_fresh_database(old_backup: Path, tmp_path: Path) -> None:
    assert_is_brought_up_to_date(LedgerServer(tmp_path / "data"), old_backup)


def test_an_older_backup_replaces_a_database_of_today(old_backup: Path, tmp_path: Path) -> None:
    server = LedgerServer(tmp_path / "data")
    server.manage("quickstart", "--prepare-only")
    assert_is_brought_up_to_date(server, old_backup)


@pytest.mark.services
def test_an_older_backup_is_brought_up_to_date_on_postgresql(
    old_backup: Path, tmp_path: Path, postgres_url: str
) -> None:
    assert_is_brought_up_to_date(LedgerServer(tmp_path / "data", DATABASE_URL=postgres_url), old_backup)


def test_an_older_backup_that_cannot_be_brought_up_to_date_changes_nothing(old_backup: Path, tmp_path: Path) -> None:
    """Two battle sheets of one battle and machine: the older tables refuse them."""
    server = LedgerServer(tmp_path / "data")
    server.manage("quickstart", "--prepare-only")
    copy = Path(shutil.copy(old_backup, tmp_path / "old.zip"))

    def twice(rows: list[dict[str, Any]]) -> None:
        rows.append(rows[0] | {"id": 99})

    before = rows_of(server)
    ran = run(server.environment, "restore", str(changed_rows(copy, "campaigns.battlesheet", twice)), "--replace")
    assert ran.code == 1 and "Nothing was changed" in ran.err and "Traceback" not in ran.err
    assert rows_of(server) == before
    assert list((server.data / "files").iterdir()) == []


def test_a_blueprint_that_a_migration_cannot_read_is_kept_as_it_is(old_backup: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(old_backup, tmp_path / "old.zip"))
    server = LedgerServer(tmp_path / "data")
    ran = run(server.environment, "restore", str(changed_rows(copy, "records.unit", spoilt(blueprint={"x": 1}))))
    assert ran.code == 0
    assert [line.rpartition(": ")[2] for line in ran.err.splitlines()] == ["testbed"], "the design is named"
    assert seen(server)[2:4] == [None, None]


def rows_of(server: LedgerServer) -> list[str]:
    with sqlite3.connect(server.data / "ledger.sqlite3") as opened:
        return list(opened.iterdump())

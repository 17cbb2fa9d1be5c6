"""Backup and restore: everything comes back, nothing is lost on the way, nothing is replaced unasked."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import stat
import threading
import uuid
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from campaigns.services import battles
from config.backup import BackupRefused, restore, write_backup
from config.backup.checking import Keys
from records.models import PrintJob, RecordSheet, SheetEntry
from records.rules.entries import Corrected, Hit
from records.services import entries
from tests import factory
from tests.backups import assert_logs_are_whole, contents, everything, names_in

pytestmark = pytest.mark.django_db(transaction=True)
PDF = b"%PDF-1.7 a sheet \x00\xff"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, settings: Any) -> Path:
    """A folder of printed files of this test's own."""
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "prints").mkdir(parents=True)
    return Path(settings.MEDIA_ROOT)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "ledger.zip"


def make_print(owner: User, data: bytes | None = PDF) -> PrintJob:
    """A print that is done, with its file (None: that is gone)."""
    job = PrintJob.objects.create(
        owner=owner, title="Archer", params={}, key=uuid.uuid4(), state="done", finished_at=timezone.now()
    )
    job.result.name = f"prints/{job.pk}.pdf"
    job.save()
    if data is not None:
        Path(job.result.path).write_bytes(data)
    return job


def make_installation() -> User:
    """A person with a campaign, a battle under way with entries undone and redone, a print, a group."""
    owner = factory.make_user("Zoë \U0001f916", first_name="Zoë\n\t\"'\\")
    group = Group.objects.create(name="helpers")
    group.permissions.add(*Permission.objects.order_by("-pk")[:3])
    owner.groups.add(group)
    campaign = factory.make_campaign(owner)
    ours, theirs = factory.make_machine(campaign), factory.make_machine(campaign, hostile=True)
    factory.make_battle(campaign, ours, theirs)
    for record in (ours, theirs):
        for entry in (Hit("CT", 7), Hit("LA", 30), Corrected("heat", 9)):
            entries.enter(record_id=record.pk, entry=entry, user=owner, key=uuid.uuid4())
    entries.undo(record_id=ours.pk, user=owner, key=uuid.uuid4())
    make_print(owner)
    make_print(owner, None)
    return owner


def yes(_there: dict[str, int]) -> bool:
    return True


def wipe() -> None:
    """An empty database, as on another machine, with other people in it."""
    call_command("flush", interactive=False, verbosity=0)
    factory.make_sheet(factory.make_user("somebody else"))


def test_everything_comes_back_as_it_was(backup: Path, files: Path) -> None:
    make_installation()
    before = everything()
    written = write_backup(backup)
    assert (written.rows["records.sheetentry"], written.files, len(written.missing)) == (9, 1, 1)
    wipe()
    stale = make_print(User.objects.get())
    restored = restore(backup, agree=yes)
    assert restored is not None and not restored.upgraded and not restored.not_moved
    assert everything() == before
    assert not (files / stale.result.name).exists()


def test_a_backup_of_what_was_restored_is_the_same_backup(backup: Path, tmp_path: Path) -> None:
    make_installation()
    write_backup(backup)
    restore(backup, agree=yes)
    write_backup(tmp_path / "again.zip")
    assert contents(tmp_path / "again.zip") == contents(backup)


def test_play_goes_on_after_a_restore(backup: Path) -> None:
    make_installation()
    write_backup(backup)
    wipe()
    restore(backup, agree=yes)
    record = RecordSheet.objects.order_by("pk")[0]
    last = SheetEntry.objects.order_by("-pk")[0].pk
    line = entries.enter(record_id=record.pk, entry=Hit("RT", 3), user=None, key=uuid.uuid4()).line
    assert line.pk == last + 1
    entries.undo(record_id=record.pk, user=None, key=uuid.uuid4())
    assert factory.make_user().pk > User.objects.order_by("pk")[0].pk


def test_every_table_of_the_installed_apps_is_in_a_backup(backup: Path) -> None:
    write_backup(backup)
    wanted = {
        model._meta.label_lower
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label not in ("sessions", "axes")
    }
    assert {name for name in contents(backup) if not name.startswith("files/")} == wanted
    assert {"records.sheetentry", "campaigns.battle", "auth.user", "auth.user_groups"} <= wanted


def test_who_is_signed_in_is_not_in_a_backup_and_signs_in_again(backup: Path) -> None:
    Session.objects.create(session_key="abc", session_data="x", expire_date=timezone.now())
    factory.make_user("anna")
    write_backup(backup)
    restore(backup, agree=yes)
    assert not Session.objects.exists()
    assert User.objects.filter(username="anna").exists()


def test_an_entry_made_while_a_backup_is_written_does_not_wait_and_is_not_in_it(backup: Path) -> None:
    record = factory.make_sheet()
    entries.enter(record_id=record.pk, entry=Hit("CT", 1), user=None, key=uuid.uuid4())
    made: list[SheetEntry] = []

    def post() -> None:
        try:
            made.append(
                entries.enter(record_id=record.pk, entry=Hit("CT", 2), user=None, key=uuid.uuid4()).line
            )
        finally:
            connection.close()

    def meanwhile(_stage: str, _done: int, _total: int) -> None:
        if not made:
            thread = threading.Thread(target=post)
            thread.start()
            # SQLite gives up after 20 seconds of waiting for a lock.
            thread.join(10)
            assert made, "the entry waits for the backup"

    write_backup(backup, progress=meanwhile)
    assert SheetEntry.objects.count() == 2
    held = contents(backup)
    assert [row["number"] for row in held["records.sheetentry"]] == [1]
    assert held["records.recordsheet"][0]["state"] == held["records.sheetentry"][0]["after"]


def test_backups_taken_while_four_people_enter_hold_whole_logs(tmp_path: Path) -> None:
    records = [factory.make_sheet() for _number in range(4)]
    stop = threading.Event()

    def play(record: RecordSheet) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            entry = Corrected("heat", 1 + number % 29)
            entries.enter(record_id=record.pk, entry=entry, user=None, key=uuid.uuid4())
        connection.close()

    threads = [threading.Thread(target=play, args=(record,)) for record in records]
    for thread in threads:
        thread.start()
    try:
        held = []
        for number in range(5):
            write_backup(tmp_path / f"{number}.zip")
            held.append(contents(tmp_path / f"{number}.zip"))
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    counts = [len(one["records.sheetentry"]) for one in held]
    assert counts == sorted(counts) and counts[0] < counts[-1]
    for one in held:
        assert_logs_are_whole(one)


def test_a_copy_of_the_database_file_misses_what_a_backup_has(backup: Path, tmp_path: Path) -> None:
    record = factory.make_sheet()
    for number in range(20):
        entries.enter(record_id=record.pk, entry=Corrected("heat", 1 + number), user=None, key=uuid.uuid4())
    write_backup(backup)
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(Path(connection.settings_dict["NAME"]).read_bytes())
    with sqlite3.connect(copy) as opened:
        copied = opened.execute("SELECT count(*) FROM records_sheetentry").fetchone()[0]
    assert copied < 20 == len(contents(backup)["records.sheetentry"])


def test_microseconds_null_and_json_null_come_back(backup: Path) -> None:
    record = factory.make_sheet()
    at = timezone.now().replace(microsecond=123456)
    line = entries.enter(record_id=record.pk, entry=Hit("CT", 1), user=None, key=uuid.uuid4(), at=at).line
    SheetEntry.objects.filter(pk=line.pk).update(
        events=json.loads('[{"z": 1, "a": {"b": [null, true, 1.5, "\\ud800", "é"]}}]')
    )
    with connection.cursor() as cursor:
        cursor.execute("UPDATE records_sheetentry SET entered = 'null'")
    write_backup(backup)
    wipe()
    restore(backup, agree=yes)
    again = SheetEntry.objects.get()
    assert again.at == at and again.entered is None and again.batch is None
    assert list(again.events[0]) == ["z", "a"] and again.events[0]["a"]["b"] == [None, True, 1.5, "\ud800", "é"]


def test_the_file_is_for_its_owner_only_and_holds_no_secret_key(backup: Path, settings: Any) -> None:
    write_backup(backup)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with zipfile.ZipFile(backup) as archive:
        assert not any(settings.SECRET_KEY.encode() in archive.read(name) for name in archive.namelist())


def test_a_closed_battle_and_its_taking_back_survive(backup: Path) -> None:
    campaign = factory.make_campaign()
    battle = factory.make_battle(campaign, factory.make_machine(campaign))
    battles.close(battle=battle, user=campaign.roster.owner, key=uuid.uuid4(), summary="held the ford")
    before = everything()
    write_backup(backup)
    wipe()
    restore(backup, agree=yes)
    assert everything() == before


# --- where it is written ---


def test_a_file_that_is_there_is_kept_unless_told_otherwise(backup: Path) -> None:
    backup.write_bytes(b"precious")
    with pytest.raises(BackupRefused, match="--force"):
        write_backup(backup)
    assert backup.read_bytes() == b"precious"
    write_backup(backup, replace=True)
    assert zipfile.is_zipfile(backup)
    assert names_in(backup.parent) == ["ledger.zip", "media"]


@pytest.mark.parametrize("place", ["absent/ledger.zip", "media", "pipe", "dangling", "x" * 300 + ".zip", "nul\0.zip"])
def test_a_place_that_cannot_be_written_is_told_and_left_alone(tmp_path: Path, place: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere" / "at all")
    before = names_in(tmp_path)
    for replace in (False, True):
        with pytest.raises(BackupRefused):
            write_backup(tmp_path / place, replace=replace)
    assert names_in(tmp_path) == before


def test_a_backup_that_breaks_off_leaves_nothing_behind(backup: Path) -> None:
    def stop(_stage: str, _done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_backup(backup, progress=stop)
    assert names_in(backup.parent) == ["media"]
    # The database is free again.
    factory.make_user()


# --- the commands ---


def test_what_a_killed_run_left_behind_is_cleared_away(backup: Path, tmp_path: Path, files: Path) -> None:
    target = tmp_path / "again.zip"
    old_part, new_part = tmp_path / ".again.zip.abc.part", tmp_path / ".again.zip.def.part"
    old_folder = files / ".restore-abc"
    old_folder.mkdir(parents=True)
    for path in (old_part, new_part, old_folder / "0"):
        path.write_bytes(b"half")
    for path in (old_part, old_folder):
        os.utime(path, (1, 1))
    call_command("backup", str(target))
    call_command("restore", str(target), replace=True)
    assert not old_part.exists() and not old_folder.exists()
    assert new_part.exists(), "another backup may be writing it now"


def test_the_commands_say_what_they_did(backup: Path) -> None:
    make_installation()
    said = call("backup", str(backup))
    assert "1 campaign, 2 record sheets, 9 entries" in said and "1 printed file; " in said
    said = call("restore", str(backup), "--replace")
    assert "1 campaign, 2 record sheets, 9 entries" in said and "sign_in_link" in said


def test_without_a_terminal_a_database_with_data_is_not_replaced(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    factory.make_user("anna")
    write_backup(backup)
    before = everything()
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    with pytest.raises(CommandError, match=r"1 account.*--replace.*Nothing was changed"):
        call("restore", str(backup))
    assert everything() == before


@pytest.mark.parametrize(("answer", "goes"), [("yes", True), (" YES ", True), ("y", False), ("", False), ("no", False)])
def test_at_a_terminal_it_asks_first(backup: Path, monkeypatch: pytest.MonkeyPatch, answer: str, goes: bool) -> None:
    factory.make_user("anna")
    write_backup(backup)
    factory.make_user("berta")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    if goes:
        call("restore", str(backup))
    else:
        with pytest.raises(CommandError, match="Nothing was changed"):
            call("restore", str(backup))
    assert User.objects.filter(username="berta").exists() is not goes


def test_the_folder_of_printed_files_is_made_where_it_is_not(backup: Path, files: Path) -> None:
    job = make_print(factory.make_user())
    write_backup(backup)
    shutil.rmtree(files)
    restore(backup, agree=yes)
    assert Path(job.result.path).read_bytes() == PDF


def test_a_fresh_database_is_filled_without_a_question(backup: Path) -> None:
    factory.make_user("anna")
    write_backup(backup)
    call_command("flush", interactive=False, verbosity=0)
    call("restore", str(backup))
    assert User.objects.get().username == "anna"


def call(*arguments: str) -> str:
    said = io.StringIO()
    call_command(*arguments, stdout=said, stderr=said)
    return said.getvalue()


def test_keys_are_kept_as_spans_and_found_again() -> None:
    keys = Keys()
    assert all(keys.add(key) for key in (1, 2, 3, 7, 8, 5, "a"))
    assert not keys.add(2) and not keys.add(5) and not keys.add("a")
    assert [key for key in range(10) if key in keys] == [1, 2, 3, 5, 7, 8]
    assert "b" not in keys
    assert (keys._firsts, keys._lasts) == ([1, 7], [3, 8])

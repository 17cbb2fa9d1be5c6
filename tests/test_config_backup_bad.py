"""Backups that are none: refused in words, and nothing is changed."""

from __future__ import annotations

import errno
import os
import random
import resource
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError

from config.backup import BackupRefused, loading, printed_files, restore, restoring, write_backup
from tests import factory
from tests.backups import (
    NAMED,
    assert_refused,
    changed,
    changed_rows,
    everything,
    names_in,
    run,
    small_backup,
    spoilt,
    yes,
)  # fmt: skip
from tests.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True)
GIGABYTE = 10**9


@pytest.fixture
def backup(tmp_path: Path, settings: Any) -> Path:
    return small_backup(tmp_path, settings)


def test_the_good_backup_is_good(backup: Path) -> None:
    before = everything()
    assert restore(changed(backup), agree=yes) is not None
    assert everything() == before


# --- the file itself ---


def test_a_backup_cut_short_anywhere_is_refused(backup: Path) -> None:
    data = backup.read_bytes()
    for length in sorted({0, 1, 2, 21, 100, len(data) - 1, *random.Random(8).sample(range(len(data)), 40)}):
        backup.write_bytes(data[:length])
        assert_refused(backup, "cut short|is not a backup|damaged")
    backup.write_bytes(data[: len(data) // 2])
    assert_refused(backup, "cut short")


def test_a_gigabyte_of_zeros_is_refused_at_once(tmp_path: Path, backup: Path) -> None:
    path = tmp_path / "zeros.zip"
    with path.open("wb") as file:
        file.truncate(GIGABYTE)
    begun = time.perf_counter()
    assert_refused(path, "is not a backup of Lance Ledger")
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"SQLite format 3\0" + bytes(200), "is a SQLite file"),
        (b"\x1f\x8b\x08" + bytes(200), "is a gzip file"),
        (b"PGDMP" + bytes(200), "is a PostgreSQL file"),
        (b"hello", "is not a backup"),
        (b"", "is not a backup"),
    ],
)
def test_another_kind_of_file_is_named(backup: Path, data: bytes, words: str) -> None:
    backup.write_bytes(data)
    assert_refused(backup, words)


def test_another_zip_is_refused(backup: Path) -> None:
    with zipfile.ZipFile(backup, "w") as archive:
        archive.writestr("Archer.mtf", "chassis:Archer")
    assert_refused(backup, "is a zip, but not a backup")


def test_what_is_not_a_file_is_refused(tmp_path: Path, backup: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert_refused(tmp_path / "pipe", "is not a file")
    assert_refused(tmp_path, "is not a file")
    assert_refused(tmp_path / "absent.zip", "There is no file")
    assert_refused(tmp_path / ("x" * 300), "cannot be read")
    assert_refused(Path("nul\0.zip"), "cannot be read")


def test_bytes_that_flipped_are_refused_or_do_no_harm(backup: Path) -> None:
    """Each byte of a zip's own marks may flip too: whatever is read must be what was written."""
    data, before = backup.read_bytes(), everything()
    chance, refused = random.Random(8), 0
    for _round in range(150):
        bad = bytearray(data)
        bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
        backup.write_bytes(bad)
        try:
            restore(backup, agree=lambda _there: False)
        except BackupRefused:
            refused += 1
    assert refused > 100
    assert everything() == before


def test_a_compressed_member_that_is_broken_is_refused(backup: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        info = archive.getinfo("tables/records.unit.jsonl")
    data = bytearray(backup.read_bytes())
    middle = info.header_offset + 60 + info.compress_size // 2
    data[middle : middle + 20] = bytes(20)
    backup.write_bytes(data)
    assert_refused(backup, "damaged.*records.unit")


def test_encrypted_and_strangely_compressed_members_are_refused(backup: Path) -> None:
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        with zipfile.ZipFile(backup) as archive:
            held = {name: archive.read(name) for name in archive.namelist()}
        other = backup.with_name("other.zip")
        with zipfile.ZipFile(other, "w", method) as archive:
            for name, content in held.items():
                archive.writestr(name, content)
        assert_refused(other, "damaged")
    data = bytearray(backup.read_bytes())
    at = data.index(b"PK\x01\x02")
    while at >= 0:
        data[at + 8] |= 1
        at = data.find(b"PK\x01\x02", at + 4)
    backup.write_bytes(data)
    assert_refused(backup, "damaged")


# --- when the machine will not ---


def assert_breaks_off(backup: Path, words: str) -> None:
    """It is agreed to, and then something will not: rows and files are as they were."""
    factory.make_user("berta")
    before = everything()
    with pytest.raises(BackupRefused, match=words):
        restore(backup, agree=yes)
    assert everything() == before


def test_a_disk_that_is_full_of_printed_files_changes_nothing(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(printed_files.Archive, "chunks", full)
    monkeypatch.setattr(restoring, "check", lambda archive, _progress: restoring.Schema(archive.manifest.migrations))
    assert_breaks_off(backup, "No space left on device. Nothing was changed")


def test_a_database_that_breaks_off_half_way_changes_nothing(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    insert = loading._insert

    def half(table: Any, values: Any) -> Any:
        if table.name == "records.sheetentry":
            raise OperationalError("database or disk is full")
        return insert(table, values)

    monkeypatch.setattr(loading, "_insert", half)
    assert_breaks_off(backup, "disk is full. Nothing was changed")


def test_rows_that_the_database_refuses_change_nothing(backup: Path) -> None:
    twice = changed_rows(backup, "records.sheetentry", spoilt(number=1))
    assert_breaks_off(twice, "contradict each other.*Nothing was changed")
    unkind = changed_rows(backup, "records.sheetentry", spoilt(kind="undo"))
    with pytest.raises(BackupRefused, match=r"contradict each other.*undo_and_redo_name_an_entry"):
        restore(unkind, agree=yes)


def test_a_folder_in_the_place_of_a_printed_file_changes_nothing(backup: Path, settings: Any) -> None:
    (settings.MEDIA_ROOT / NAMED).unlink()
    (settings.MEDIA_ROOT / NAMED).mkdir()
    assert_breaks_off(backup, "a folder is in its place. Nothing was changed")


def test_a_backup_to_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    environment = os.environ | {"LEDGER_DATA": str(tmp_path / "data"), "DJANGO_SETTINGS_MODULE": "config.settings"}
    assert run(environment, "quickstart", "--prepare-only").code == 0
    (tmp_path / "to").mkdir()
    most = 40_000
    told = subprocess.run(
        [sys.executable, "manage.py", "backup", str(tmp_path / "to" / "ledger.zip")],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        check=False,
    )
    assert told.returncode == 1
    assert "cannot be written: File too large" in told.stderr and "Traceback" not in told.stderr
    assert names_in(tmp_path / "to") == []


def test_a_database_that_was_never_set_up_has_nothing_to_back_up(tmp_path: Path) -> None:
    environment = os.environ | {"LEDGER_DATA": str(tmp_path / "data"), "DJANGO_SETTINGS_MODULE": "config.settings"}
    told = run(environment, "backup", str(tmp_path / "ledger.zip"))
    assert told.code == 1 and "nothing to back up" in told.err
    assert not (tmp_path / "ledger.zip").exists()


def test_a_database_of_a_newer_release_is_neither_backed_up_nor_replaced(backup: Path, tmp_path: Path) -> None:
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder(connection).record_applied("records", "0099_vehicles")
    try:
        with pytest.raises(BackupRefused, match=r"newer release.*records.0099_vehicles"):
            write_backup(tmp_path / "other.zip")
        assert_refused(backup, "newer release.*Nothing was changed")
    finally:
        MigrationRecorder(connection).record_unapplied("records", "0099_vehicles")
    call_command("migrate", check_unapplied=True, verbosity=0)

"""Backups that are none: refused in words, and nothing is changed."""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import subprocess
import sys
import time
import uuid
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from config.backup import BackupRefused, loading, printed_files, restore, restoring, write_backup
from records.models import PrintJob
from records.rules.entries import Hit
from records.services import entries
from tests import factory
from tests.backups import MANIFEST, changed, changed_rows, everything, run
from tests.server import ROOT

pytestmark = pytest.mark.django_db(transaction=True)
NAMED = "prints/one.pdf"
GIGABYTE = 10**9


@pytest.fixture
def backup(tmp_path: Path, settings: Any) -> Path:
    """A good backup: one sheet with two entries, a print with its file."""
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "prints").mkdir(parents=True)
    owner = factory.make_user("anna")
    record = factory.make_sheet(owner)
    for _number in range(2):
        entries.enter(record_id=record.pk, entry=Hit("CT", 3), user=owner, key=uuid.uuid4())
    PrintJob.objects.create(
        owner=owner, title="x", params={}, key=uuid.uuid4(), state="done", result=NAMED, finished_at=timezone.now()
    )
    (settings.MEDIA_ROOT / NAMED).write_bytes(b"%PDF-1.7")
    path = tmp_path / "ledger.zip"
    write_backup(path)
    return path


def yes(_there: dict[str, int]) -> bool:
    return True


def assert_refused(path: Path, words: str) -> None:
    """Refused with such words, before anybody is asked; rows and files are as they were."""
    before = everything()

    def never(_there: dict[str, int]) -> bool:
        raise AssertionError("asked before all was checked")

    with pytest.raises(BackupRefused, match=words):
        restore(path, agree=never)
    assert everything() == before


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


# --- edited ---


def test_an_edited_row_is_refused(backup: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        rows = archive.read("tables/auth.user.jsonl").replace(b"anna", b"otto")
    assert_refused(changed(backup, members={"tables/auth.user.jsonl": rows}, signed=False), "damaged.*auth.user")


def test_an_edited_manifest_is_refused(backup: Path) -> None:
    assert_refused(changed(backup, manifest=lambda said: said.update(version="9"), signed=False), "damaged.*manifest")


def test_a_newer_release_is_refused_by_name(backup: Path) -> None:
    def newer(said: dict[str, Any]) -> None:
        said["version"] = "7.0"
        said["migrations"]["records"].append("0099_vehicles")

    assert_refused(changed(backup, manifest=newer), r"newer release of Lance Ledger \(7.0\).*Update this one")
    assert_refused(changed(backup, manifest=lambda said: said.update(format=2)), "newer release")


def test_migrations_with_a_hole_are_refused(backup: Path) -> None:
    def hole(said: dict[str, Any]) -> None:
        said["migrations"]["records"].remove("0001_initial")

    assert_refused(changed(backup, manifest=hole), "records.0001_initial missing")


def spoilt(**fields: Any) -> Callable[[list[dict[str, Any]]], None]:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[-1].update(fields)

    return change


@pytest.mark.parametrize(
    ("table", "change", "words"),
    [
        ("records.sheetentry", spoilt(record_id=999), "missing row"),
        ("records.sheetentry", spoilt(base_id=999), "missing row"),
        ("records.recordsheet", spoilt(head_id=999), "missing row"),
        ("auth.user", lambda rows: rows.clear(), "missing row"),
        ("records.sheetentry", lambda rows: rows.append(rows[0]), "twice"),
        ("records.sheetentry", spoilt(number="2"), "row 2 of records.sheetentry.*number"),
        ("records.sheetentry", spoilt(number=2.5), "row 2 of records.sheetentry.*number"),
        ("records.sheetentry", spoilt(number=10**30), "row 2 of records.sheetentry.*number"),
        ("records.sheetentry", spoilt(number=None), "row 2 of records.sheetentry.*number"),
        ("records.sheetentry", spoilt(number=True), "row 2 of records.sheetentry.*number"),
        ("records.sheetentry", spoilt(at="yesterday"), "row 2 of records.sheetentry.*at"),
        ("records.sheetentry", spoilt(key="x"), "row 2 of records.sheetentry.*key"),
        ("records.sheetentry", spoilt(key=[1]), "row 2 of records.sheetentry.*key"),
        ("records.sheetentry", spoilt(phase={"a": 1}), "row 2 of records.sheetentry.*phase"),
        ("records.sheetentry", spoilt(phase="\ud800"), "row 2 of records.sheetentry.*phase"),
        ("records.sheetentry", spoilt(turn=float("nan")), "row 2 of records.sheetentry"),
        ("records.recordsheet", spoilt(retired="no"), "row 1 of records.recordsheet.*retired"),
        ("records.recordsheet", spoilt(more=1), "row 1 of records.recordsheet"),
        ("records.printjob", spoilt(result="../../secret"), "outside the folder"),
        ("records.printjob", spoilt(result="/etc/passwd"), "outside the folder"),
        ("records.printjob", spoilt(result="prints/other.pdf"), "damaged"),
    ],
)
def test_rows_that_cannot_be_are_refused(backup: Path, table: str, change: Any, words: str) -> None:
    assert_refused(changed_rows(backup, table, change), words)


@pytest.mark.parametrize(
    "line", [b"[" * 100_000, b"{}", b"[]", b"\xff\xfe", b"[1,", b"null", b"", b"[" + b"1" * 10_000 + b"]"]
)
def test_lines_that_are_no_rows_are_refused(backup: Path, line: bytes) -> None:
    def one(said: dict[str, Any]) -> None:
        next(part for part in said["tables"] if part["name"] == "records.roster")["rows"] = 1

    assert_refused(changed(backup, members={"tables/records.roster.jsonl": line + b"\n"}, manifest=one), "damaged")
    assert_refused(changed(backup, members={"tables/records.roster.jsonl": line}, manifest=one), "damaged")


@pytest.mark.parametrize(
    "text",
    [b"", b"[]", b"null", b"{", b"[" * 100_000, b'{"what": "Lance Ledger backup", "format": true}', b"\xff"],
)
def test_manifests_that_are_none_are_refused(backup: Path, text: bytes) -> None:
    import hashlib

    with zipfile.ZipFile(backup) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    held |= {MANIFEST: text, MANIFEST + ".sha256": hashlib.sha256(text).hexdigest().encode()}
    with zipfile.ZipFile(backup, "w") as archive:
        for name, data in held.items():
            archive.writestr(name, data)
    assert_refused(backup, "damaged.*manifest")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tables", None), ("tables", [{}]), ("files", {}), ("migrations", []), ("migrations", {"records": 1}),
        ("missing", [1]), ("version", 1), ("made_at", None), ("database", []),
    ],
)  # fmt: skip
def test_manifests_with_other_kinds_of_values_are_refused(backup: Path, name: str, value: Any) -> None:
    assert_refused(changed(backup, manifest=lambda said: said.update({name: value})), "damaged.*manifest")


def test_tables_and_members_must_be_those_that_were_written(backup: Path) -> None:
    assert_refused(changed(backup, members={"tables/auth.user.jsonl": None}), "damaged.*auth.user")
    assert_refused(changed(backup, members={"tables/auth.spare.jsonl": b""}), "holds tables/auth.spare")
    assert_refused(changed(backup, members={f"files/{NAMED}": None}), "damaged.*one.pdf")

    def without(said: dict[str, Any]) -> None:
        said["tables"] = [part for part in said["tables"] if part["name"] != "auth.user"]

    assert_refused(changed(backup, members={"tables/auth.user.jsonl": None}, manifest=without), "damaged")

    def other_columns(said: dict[str, Any]) -> None:
        said["tables"][0]["columns"][0] = "name; DROP TABLE auth_user"

    assert_refused(changed(backup, manifest=other_columns), "damaged")
    assert_refused(changed(backup, manifest=lambda said: said["tables"].append(said["tables"][0])), "damaged")


def test_a_member_that_is_there_twice_is_refused(backup: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(backup, "a") as archive:
        archive.writestr("tables/auth.group.jsonl", b"")
    assert_refused(backup, "damaged")


# --- out of its folder, and larger than it looks ---


@pytest.mark.parametrize(
    "name",
    [
        "../secret", "prints/../../secret", "/etc/cron.d/x", "prints//x", "./x", "prints/.", "C:/x", "..\\secret",
        "prints/\n", ".hidden", "prints/" + "x" * 300, "a/" * 30 + "../" * 31 + "x",
    ],
)  # fmt: skip
def test_a_file_that_climbs_out_is_refused(backup: Path, name: str) -> None:
    def named(said: dict[str, Any]) -> None:
        said["files"][0]["name"] = name

    path = changed(backup, members={f"files/{NAMED}": None, f"files/{name}": b"%PDF-1.7"}, manifest=named)
    assert_refused(path, "outside the folder|damaged")
    # The rows name it too.
    both = changed_rows(path, "records.printjob", spoilt(result=name))
    assert_refused(both, "outside the folder|damaged")
    assert not (backup.parent / "secret").exists()


def test_a_member_outside_of_the_two_folders_is_refused(backup: Path) -> None:
    assert_refused(changed(backup, members={"../../secret": b"x"}), "holds ../../secret")


def test_a_file_that_no_row_names_is_refused(backup: Path) -> None:
    assert_refused(changed_rows(backup, "records.printjob", lambda rows: rows.clear()), "damaged.*one.pdf")


def zeros(path: Path, member: str, count: int, said: dict[str, Any] | None = None) -> None:
    """Write a member of so many zeros into the backup in place of its own one; they compress a thousandfold."""
    import hashlib

    with zipfile.ZipFile(path) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if name != member}
    digest, block = hashlib.sha256(), bytes(10**6)
    for _block in range(count // len(block)):
        digest.update(block)
    told = json.loads(held[MANIFEST])
    for part in (*told["tables"], *told["files"]):
        if member in (f"tables/{part['name']}.jsonl", f"files/{part['name']}"):
            part |= {"bytes": count, "sha256": digest.hexdigest()}
    told.update(said or {})
    held[MANIFEST] = json.dumps(told).encode()
    held[MANIFEST + ".sha256"] = hashlib.sha256(held[MANIFEST]).hexdigest().encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in held.items():
            archive.writestr(name, data)
        with archive.open(member, "w") as file:
            for _block in range(count // len(block)):
                file.write(block)


def test_a_table_that_unpacks_to_a_gigabyte_is_refused_without_unpacking_it(backup: Path, tmp_path: Path) -> None:
    zeros(backup, "tables/records.roster.jsonl", GIGABYTE)
    assert backup.stat().st_size < 10**7
    environment = os.environ | {"LEDGER_DATA": str(tmp_path / "data"), "DJANGO_SETTINGS_MODULE": "config.settings"}
    told = run(environment, "restore", str(backup))
    assert told.code == 1 and "damaged" in told.err and "Traceback" not in told.err
    assert told.peak < 400


def test_files_larger_than_the_disk_are_refused_before_they_are_unpacked(
    backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything()
    usage = type("Usage", (), {"free": 5})
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage)
    with pytest.raises(BackupRefused, match="no room.*are free"):
        restore(backup, agree=yes)
    assert everything() == before


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
    with pytest.raises(BackupRefused, match="contradict each other.*undo_and_redo_name_an_entry"):
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
    assert os.listdir(tmp_path / "to") == []


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
        with pytest.raises(BackupRefused, match="newer release.*records.0099_vehicles"):
            write_backup(tmp_path / "other.zip")
        assert_refused(backup, "newer release.*Nothing was changed")
    finally:
        MigrationRecorder(connection).record_unapplied("records", "0099_vehicles")
    call_command("migrate", check_unapplied=True, verbosity=0)

"""Backups that somebody edited, with all checksums made to fit or not: refused in words, and nothing is changed."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from config.backup import BackupRefused, restore
from tests.backups import (
    MANIFEST,
    NAMED,
    assert_refused,
    changed,
    changed_rows,
    everything,
    run,
    small_backup,
    spoilt,
    yes,
)  # fmt: skip

pytestmark = pytest.mark.django_db(transaction=True)
GIGABYTE = 10**9


@pytest.fixture
def backup(tmp_path: Path, settings: Any) -> Path:
    return small_backup(tmp_path, settings)


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
        ("records.sheetentry", spoilt(phase="a\0b"), "row 2 of records.sheetentry.*phase"),
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
    with pytest.raises(BackupRefused, match=r"no room.*are free"):
        restore(backup, agree=yes)
    assert everything() == before

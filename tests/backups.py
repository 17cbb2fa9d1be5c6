"""Backups looked at from outside: what is in one, one that somebody changed, and a command with its time and memory."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import time
import uuid
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.utils import timezone

from config.backup import BackupRefused, restore, write_backup
from records.models import PrintJob
from records.rules.entries import Hit
from records.services import entries
from tests import factory
from tests.server import ROOT

MANIFEST, SUM = "manifest.json", "manifest.json.sha256"


def contents(path: Path) -> dict[str, Any]:
    """Every table's rows and every file's digest. Equal for two backups that hold the same."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        manifest = json.loads(archive.read(MANIFEST))
        found: dict[str, Any] = {}
        for table in manifest["tables"]:
            lines = archive.read(f"tables/{table['name']}.jsonl").splitlines()
            found[table["name"]] = [dict(zip(table["columns"], json.loads(line), strict=True)) for line in lines]
        for name in archive.namelist():
            if name.startswith("files/"):
                found[name] = hashlib.sha256(archive.read(name)).hexdigest()
    return found


def assert_logs_are_whole(held: dict[str, Any]) -> None:
    """Each sheet stands as its last entry left it, and no entry is missing before that."""
    logs: dict[int, list[dict[str, Any]]] = {row["id"]: [] for row in held["records.recordsheet"]}
    for line in held["records.sheetentry"]:
        logs[line["record_id"]].append(line)
    for row in held["records.recordsheet"]:
        log = sorted(logs[row["id"]], key=lambda line: line["number"])
        assert [line["number"] for line in log] == list(range(1, len(log) + 1))
        assert row["state"] == (log[-1]["after"] if log else row["initial"])


def changed(
    path: Path,
    *,
    members: dict[str, bytes | None] | None = None,
    manifest: Callable[[dict[str, Any]], None] | None = None,
    signed: bool = True,
) -> Path:
    """The backup with other members (None: without) and another manifest, as somebody who knows the format makes it.

    ``signed``: the checksums are made to fit again.
    """
    with zipfile.ZipFile(path) as archive:
        held: dict[str, bytes] = {name: archive.read(name) for name in archive.namelist()}
    for name, data in (members or {}).items():
        if data is None:
            del held[name]
        else:
            held[name] = data
    said = json.loads(held[MANIFEST])
    if signed:
        for kind, member in (("tables", "tables/{}.jsonl"), ("files", "files/{}")):
            for part in said[kind]:
                data = held.get(member.format(part["name"]))
                if data is not None:
                    part |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    if manifest is not None:
        manifest(said)
    if signed or manifest is not None:
        held[MANIFEST] = json.dumps(said).encode()
    if signed:
        held[SUM] = f"{hashlib.sha256(held[MANIFEST]).hexdigest()}  {MANIFEST}\n".encode()
    target = path.with_name(f"changed-{path.name}")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in held.items():
            archive.writestr(name, data)
    return target


def changed_rows(path: Path, table: str, change: Callable[[list[dict[str, Any]]], None]) -> Path:
    """The backup with other rows in one table, all checksums made to fit."""
    rows = contents(path)[table]
    change(rows)
    lines = b"".join(json.dumps(list(row.values())).encode() + b"\n" for row in rows)

    def count(said: dict[str, Any]) -> None:
        next(part for part in said["tables"] if part["name"] == table)["rows"] = len(rows)

    return changed(path, members={f"tables/{table}.jsonl": lines}, manifest=count)


def everything() -> dict[str, Any]:
    """All rows of the database by way of the ORM, and all files: to compare before with after."""
    found: dict[str, Any] = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label not in ("sessions", "axes"):
            found[model._meta.label] = list(model._base_manager.order_by("pk").values())
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")):
        found[str(path.relative_to(root))] = path.read_bytes() if path.is_file() else None
    return found


def _peak(pid: int) -> float:
    """The largest resident memory that a running process has had, MB; 0 when it has ended."""
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found.group(1)) / 1024 if found else 0


@dataclass(frozen=True)
class Run:
    """A command that has run. ``work`` is the processor's time, seconds; ``peak`` the largest resident memory, MB."""

    code: int
    out: str
    err: str
    seconds: float
    work: float
    peak: float


def run(environment: dict[str, str], *arguments: str) -> Run:
    """``manage.py`` in a process of its own, without a terminal."""
    begun = time.perf_counter()
    command = [sys.executable, "manage.py", *arguments]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, text=True, **pipes)  # type: ignore[call-overload]
    # The two commands tell a few lines, which the pipes hold. What wait4 tells of memory is that of the parent too,
    # from before the process became its own program.
    pid, peak, usage = 0, 0.0, None
    while not pid:
        peak = max(peak, _peak(process.pid))
        time.sleep(0.05)
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
    process.returncode = os.waitstatus_to_exitcode(status)
    out, err = process.stdout.read(), process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    work = usage.ru_utime + usage.ru_stime
    return Run(process.returncode, out, err, time.perf_counter() - begun, work, peak)


NAMED = "prints/one.pdf"
"""The printed file of the small backup."""


def small_backup(folder: Path, settings: Any) -> Path:
    """A good backup of what is in the database then: a sheet with two entries, a print with its file."""
    settings.MEDIA_ROOT = folder / "media"
    (settings.MEDIA_ROOT / "prints").mkdir(parents=True)
    owner = factory.make_user("anna")
    record = factory.make_sheet(owner)
    for _number in range(2):
        entries.enter(record_id=record.pk, entry=Hit("CT", 3), user=owner, key=uuid.uuid4())
    PrintJob.objects.create(
        owner=owner, title="x", params={}, key=uuid.uuid4(), state="done", result=NAMED, finished_at=timezone.now()
    )
    (settings.MEDIA_ROOT / NAMED).write_bytes(b"%PDF-1.7")
    path = folder / "ledger.zip"
    write_backup(path)
    return path


def yes(_there: dict[str, int]) -> bool:
    """Agrees to replace what is there."""
    return True


def spoilt(**fields: Any) -> Callable[[list[dict[str, Any]]], None]:
    """A change of rows: the last one has these values."""

    def change(rows: list[dict[str, Any]]) -> None:
        rows[-1].update(fields)

    return change


def assert_refused(path: Path, words: str) -> None:
    """Refused with such words, before anybody is asked; rows and files are as they were."""
    before = everything()

    def never(_there: dict[str, int]) -> bool:
        raise AssertionError("asked before all was checked")

    with pytest.raises(BackupRefused, match=words):
        restore(path, agree=never)
    assert everything() == before


def names_in(folder: Path) -> list[str]:
    """The names in a folder, in order."""
    return sorted(path.name for path in folder.iterdir())

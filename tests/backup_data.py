"""A large installation and people who go on playing it, for tests of backups. Run inside ``manage.py shell``."""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.files.storage import default_storage
from django.core.management.color import no_style
from django.db import connection, transaction

from records.errors import Refused
from records.models import RecordSheet, SheetEntry
from records.rules.entries import Corrected
from records.services import entries

AT_ONCE = 2000
PAUSE = 0.01
"""Seconds between two entries of one thread."""


def fill(count: int) -> None:
    """Make at least so many entries in all: copies of the sheets and logs that are there, with ids of their own."""
    sheets = list(RecordSheet.objects.order_by("pk"))
    lines = list(SheetEntry.objects.order_by("pk"))
    sheet_step, line_step = sheets[-1].pk, lines[-1].pk
    copies = -(-count // len(lines)) - 1
    new_sheets, new_lines = [], []
    for number in range(1, copies + 1):
        for sheet in sheets:
            head = _moved(sheet.head_id, number * line_step)
            new_sheets.append(_copy(sheet, number * sheet_step, pilot_id=None, head_id=head))
        for line in lines:
            moved = {name: _moved(getattr(line, name), number * line_step) for name in ("base_id", "names_id")}
            record = line.record_id + number * sheet_step
            new_lines.append(_copy(line, number * line_step, record_id=record, key=uuid.uuid4(), **moved))
        if len(new_lines) > AT_ONCE or number == copies:
            _insert(new_sheets, new_lines)
            new_sheets, new_lines = [], []
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [RecordSheet, SheetEntry]):
            cursor.execute(statement)
    print(RecordSheet.objects.count(), SheetEntry.objects.count())


def _moved(key: int | None, by: int) -> int | None:
    return None if key is None else key + by


def _copy(row: Any, by: int, **other: Any) -> Any:
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**values | {"id": row.pk + by} | other)


def _insert(sheets: list[RecordSheet], lines: list[SheetEntry]) -> None:
    with transaction.atomic():
        RecordSheet.objects.bulk_create(sheets, batch_size=200)
        SheetEntry.objects.bulk_create(lines, batch_size=200)


def post(folder: str, threads: int = 4) -> None:
    """Enter one thing after another from several threads, until there is a file ``stop`` in the folder.

    The key of each entry is noted in the file ``kept`` when it has been acknowledged.
    """
    records = list(RecordSheet.objects.order_by("pk").values_list("pk", flat=True)[: threads // 2])
    place, lock = Path(folder), threading.Lock()

    def play(number: int, note: Callable[[str], Any]) -> None:
        turn = number
        while not (place / "stop").exists():
            turn += 1
            key = uuid.uuid4()
            # Two threads share a sheet.
            record = records[number % len(records)]
            # The other one may have set the heat to this just now: then nothing is kept, and nothing noted.
            with contextlib.suppress(Refused):
                entries.enter(record_id=record, entry=Corrected("heat", turn % 30), user=None, key=key)
                note(f"{key}\n")
            time.sleep(PAUSE)
        connection.close()

    with (place / "kept").open("a", buffering=1) as kept:

        def note(line: str) -> None:
            with lock:
                kept.write(line)

        with ThreadPoolExecutor(threads) as pool:
            playing = [pool.submit(play, number, note) for number in range(threads)]
        for one in playing:
            one.result()


def digests() -> None:
    """Print what every table and every printed file amounts to, read by way of the ORM: one JSON object."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label in ("sessions", "axes"):
            continue
        digest, rows = hashlib.sha256(), 0
        for row in model._base_manager.order_by("pk").values().iterator(chunk_size=AT_ONCE):
            # JSON columns keep their keys in an order of their own on PostgreSQL.
            digest.update(json.dumps(row, default=str, sort_keys=True).encode())
            rows += 1
        found[model._meta.label] = [rows, digest.hexdigest()]
    for name in apps.get_model("records.PrintJob").objects.exclude(result="").values_list("result", flat=True):
        found[name] = hashlib.sha256(Path(default_storage.path(name)).read_bytes()).hexdigest()
    print(json.dumps(found))

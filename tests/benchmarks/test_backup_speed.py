"""How long a backup and a restore of many entries take, and how much memory.

The floor is what anybody must do: read the rows, write them as JSON, compress it. Memory must not grow with the rows.
"""

from __future__ import annotations

import json
import os
import time
import uuid
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from config.backup import restore, write_backup
from records.models import SheetEntry
from records.rules.entries import Corrected, Hit
from records.services import entries
from tests import factory
from tests.backup_data import fill
from tests.backups import run, yes
from tests.benchmarks.floor import median_seconds

ENTRIES = 5000
SHEETS = 20
MOST_BACKUP, MOST_RESTORE = 4, 12
"""Times the floor."""
MOST_MEMORY = 25
"""MB more for five times the entries."""

MANY = """
import uuid
from records.rules.entries import Corrected
from records.services import entries
from tests import factory
from tests.backup_data import fill
record = factory.make_sheet()
for number in range(50):
    entries.enter(record_id=record.pk, entry=Corrected("heat", 1 + number % 29), user=None, key=uuid.uuid4())
fill({count})
"""


def read_as_json_and_compressed() -> None:
    """What a backup does with the log, without being one."""
    packer = zlib.compressobj(4)
    for row in SheetEntry.objects.order_by("pk").values_list().iterator(chunk_size=500):
        packer.compress(json.dumps(row, default=str).encode())
    packer.flush()


@pytest.mark.django_db(transaction=True)
def test_a_backup_and_a_restore_take_a_multiple_of_reading_the_log(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    with transaction.atomic():
        for record in [factory.make_sheet() for _number in range(SHEETS)]:
            for number in range(10):
                entry = Hit("CT", 1) if number % 2 else Corrected("heat", 1 + number)
                entries.enter(record_id=record.pk, entry=entry, user=None, key=uuid.uuid4())
    fill(ENTRIES)
    path = tmp_path / "ledger.zip"
    floor = median_seconds(read_as_json_and_compressed, 3)
    backup = median_seconds(lambda: write_backup(path, replace=True), 3)
    restoring = median_seconds(lambda: restore(path, agree=yes), 3)
    print(
        f"\n{ENTRIES} entries: backup {backup:.2f} s, restore {restoring:.2f} s;"
        f" {backup / floor:.1f} and {restoring / floor:.1f} times reading them as JSON, compressed"
    )
    assert SheetEntry.objects.count() == ENTRIES
    assert backup < MOST_BACKUP * floor
    assert restoring < MOST_RESTORE * floor


def test_memory_does_not_grow_with_the_log(tmp_path: Path) -> None:
    peaks, begun = [], time.perf_counter()
    for count in (2_000, 10_000):
        data = tmp_path / str(count)
        environment = os.environ | {"LEDGER_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
        for name in ("DATABASE_URL", "REDIS_URL"):
            environment.pop(name, None)
        assert run(environment, "migrate", "--verbosity", "0").code == 0
        made = run(environment, "shell", "--no-imports", "-c", MANY.format(count=count))
        assert made.code == 0, made.err
        path = tmp_path / f"{count}.zip"
        backup, restored = run(environment, "backup", str(path)), run(environment, "restore", str(path), "--replace")
        assert (backup.code, restored.code) == (0, 0), backup.err + restored.err
        peaks.append((backup.peak, restored.peak))
    (small, small_restore), (large, large_restore) = peaks
    print(
        f"\npeak memory of a backup {small:.0f} MB, with five times the entries {large:.0f} MB; of a restore"
        f" {small_restore:.0f} and {large_restore:.0f} MB ({time.perf_counter() - begun:.0f} s)"
    )
    assert large < small + MOST_MEMORY
    assert large_restore < small_restore + MOST_MEMORY

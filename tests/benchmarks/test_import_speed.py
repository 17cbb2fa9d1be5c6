"""How long reading and importing takes: the whole corpus under ten seconds, the table without being noticed."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from records.formats import read_mtf
from records.models import Unit
from records.services.importing import import_paths
from tests.formats.texts import mtf
from tests.server import ROOT
from tests.shared import SHARED, needs_shared

CORPUS = SHARED / "corpus" / "meks"


@needs_shared
@pytest.mark.shared
@pytest.mark.django_db
def test_745_files_are_imported_in_under_ten_seconds() -> None:
    start = time.perf_counter()
    first = import_paths([CORPUS])
    fresh = time.perf_counter() - start
    start = time.perf_counter()
    second = import_paths([CORPUS])
    again = time.perf_counter() - start
    print(f"\nimport of {first.read} files: {fresh:.2f} s; again, nothing changed: {again:.2f} s")
    assert (len(first.imported), first.rejected, Unit.objects.count()) == (745, [], 745)
    assert (len(second.unchanged), second.rejected) == (745, [])
    assert fresh < 10 and again < 10


def test_one_file_is_read_in_a_few_milliseconds() -> None:
    text = mtf(slots={"Left Arm": ["PPC"] * 3, "Left Torso": ["LRM 20"] * 5, "Right Torso": ["IS Ammo LRM-20"] * 4})
    read_mtf(text)
    times = []
    for _round in range(50):
        start = time.perf_counter()
        read_mtf(text)
        times.append(time.perf_counter() - start)
    median = sorted(times)[25]
    print(f"\none file read: {median * 1000:.2f} ms")
    assert median < 0.05


def test_the_equipment_table_costs_nothing_until_it_is_asked() -> None:
    code = (
        "import time, records.rules, records.rules.equipment as table; "
        "assert table._rows.cache_info().currsize == 0; start = time.perf_counter(); "
        "table.lookup('PPC', False); print(time.perf_counter() - start)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    print(f"\nequipment table, first look-up: {float(run.stdout) * 1000:.1f} ms")
    assert float(run.stdout) < 0.5
    assert Path(ROOT, "records/rules/tables/equipment.json").stat().st_size < 2_000_000

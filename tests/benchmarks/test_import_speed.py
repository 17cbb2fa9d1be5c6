"""How long reading and importing takes. Promised are ten seconds for the 745 files; the figures are printed."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from records.formats import read_mtf
from records.models import Unit
from records.rules import encode
from records.services.importing import import_paths
from tests.benchmarks.floor import json_round_trip, median_seconds
from tests.formats.texts import mtf
from tests.server import ROOT
from tests.shared import SHARED, needs_shared

CORPUS = SHARED / "corpus" / "meks"


@needs_shared
@pytest.mark.shared
@pytest.mark.django_db
def test_745_files_are_imported_at_a_multiple_of_their_json() -> None:
    start = time.perf_counter()
    first = import_paths([CORPUS])
    fresh = time.perf_counter() - start
    start = time.perf_counter()
    second = import_paths([CORPUS])
    again = time.perf_counter() - start
    floor = json_round_trip(list(Unit.objects.values_list("blueprint", flat=True)), rounds=3)
    print(
        f"\nimport of {first.read} files: {fresh:.2f} s; again, nothing changed: {again:.2f} s;"
        f" {fresh / floor:.0f} and {again / floor:.0f} times their blueprints' JSON there and back"
    )
    assert (len(first.imported), first.rejected, Unit.objects.count()) == (745, [], 745)
    assert (len(second.unchanged), second.rejected) == (745, [])
    assert fresh < 150 * floor and again < fresh * 2


def test_one_file_is_read_at_a_multiple_of_its_json() -> None:
    text = mtf(slots={"Left Arm": ["PPC"] * 3, "Left Torso": ["LRM 20"] * 5, "Right Torso": ["IS Ammo LRM-20"] * 4})
    floor = json_round_trip(encode(read_mtf(text)))
    median = median_seconds(lambda: read_mtf(text), 50)
    print(f"\none file read: {median * 1000:.2f} ms, {median / floor:.0f} times its JSON there and back")
    assert median < 150 * floor


def test_the_equipment_table_costs_nothing_until_it_is_asked() -> None:
    code = (
        "import time, records.rules, records.rules.equipment as table; "
        "assert table._rows.cache_info().currsize == 0; start = time.perf_counter(); "
        "table.lookup('PPC', False); took = time.perf_counter() - start; import json; start = time.perf_counter(); "
        "json.loads(table.TABLE.read_text()); print(took, time.perf_counter() - start)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    took, floor = map(float, run.stdout.split())
    print(f"\nequipment table, first look-up: {took * 1000:.1f} ms, {took / floor:.1f} times reading its JSON")
    assert took < 6 * floor
    assert Path(ROOT, "records/rules/tables/equipment.json").stat().st_size < 2_000_000

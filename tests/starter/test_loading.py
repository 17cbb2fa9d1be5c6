"""Loading the starter 'Mechs: once, quickly, and never over what a person has brought or uses."""

import time

import pytest

from records.models import Unit
from records.services import starter
from records.services.starter import load_starter_units
from records.services.units import save_unit
from records.starter.builder import units
from tests.factory import make_sheet

pytestmark = pytest.mark.django_db


def fingerprints() -> dict[str, str]:
    return dict(Unit.objects.values_list("slug", "fingerprint"))


def test_all_are_loaded_once():
    assert load_starter_units() == len(units())
    before = fingerprints()
    assert load_starter_units() == 0
    assert fingerprints() == before
    assert Unit.objects.filter(origin="starter", superseded=False).count() == len(units())


def test_loading_takes_less_than_three_seconds():
    started = time.perf_counter()
    load_starter_units()
    assert time.perf_counter() - started < 3


def test_a_loaded_unit_holds_its_whole_design():
    load_starter_units()
    row = Unit.objects.get(slug="atlas-as7-d")
    assert (row.chassis, row.model, row.tons, row.walk, row.run, row.total_armour) == ("Atlas", "AS7-D", 100, 3, 5, 304)
    assert row.design == next(unit for unit in units() if unit.name == "Atlas AS7-D")


def test_both_names_of_a_clan_machine_find_it():
    load_starter_units()
    for word in ("timber", "mad cat"):
        assert Unit.objects.filter(search_text__contains=word, model="Prime").count() == 1


def change_the_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every card had changed."""
    monkeypatch.setattr(starter, "MARK", "a later starter")


def test_changed_designs_take_the_place_of_unused_ones(monkeypatch: pytest.MonkeyPatch):
    load_starter_units()
    keys = dict(Unit.objects.values_list("slug", "pk"))
    change_the_marks(monkeypatch)
    assert load_starter_units() == len(units())
    assert dict(Unit.objects.values_list("slug", "pk")) == keys


def test_a_design_on_a_sheet_stays_as_it_is(monkeypatch: pytest.MonkeyPatch):
    load_starter_units()
    used = Unit.objects.get(slug="locust-lct-1v")
    sheet = make_sheet(unit=used)
    change_the_marks(monkeypatch)
    load_starter_units()
    sheet.refresh_from_db()
    assert sheet.unit.fingerprint == used.fingerprint
    assert sheet.unit.superseded
    newer = Unit.objects.get(chassis="Locust", superseded=False)
    assert newer.slug == "locust-lct-1v-2"
    assert load_starter_units() == 0


def test_an_imported_unit_of_the_same_name_stays():
    design = next(unit for unit in units() if unit.name == "Wasp WSP-1A")
    theirs, _saved = save_unit(design=design, origin="imported", fingerprint="f" * 64, file_name="Wasp WSP-1A.mtf")
    assert load_starter_units() == len(units()) - 1
    assert Unit.objects.get(chassis="Wasp", model="WSP-1A") == theirs


def test_an_imported_unit_takes_the_place_of_ours_for_good():
    load_starter_units()
    design = next(unit for unit in units() if unit.name == "Wasp WSP-1A")
    theirs, _saved = save_unit(design=design, origin="imported", fingerprint="f" * 64, file_name="Wasp WSP-1A.mtf")
    assert load_starter_units() == 0
    assert Unit.objects.get(chassis="Wasp", model="WSP-1A") == theirs
    assert theirs.origin == "imported"

"""Saving designs into the catalogue: what is new, what takes whose place, what stays for its sheets."""

import pytest

from records.models import Unit
from records.services.units import Incoming, Saved, save_unit, save_units, search_text
from tests.factory import make_design, make_sheet

pytestmark = pytest.mark.django_db


def save(fingerprint: str, *, model: str = "TST-1A", file_name: str = "Testbed TST-1A.mtf") -> tuple[Unit, Saved]:
    design = make_design("Testbed", model)
    return save_unit(design=design, origin="imported", fingerprint=fingerprint, file_name=file_name)


def offered() -> list[str]:
    return sorted(Unit.objects.filter(superseded=False).values_list("fingerprint", flat=True))


def test_a_new_design_is_added_with_its_columns():
    unit, saved = save("a")
    assert saved is Saved.ADDED
    assert (unit.name, unit.slug, unit.tons, unit.walk, unit.run, unit.jump) == (
        "Testbed TST-1A",
        "testbed-tst-1a",
        50,
        4,
        6,
        4,
    )
    assert unit.design == make_design("Testbed", "TST-1A")


def test_the_same_file_again_is_nothing_new():
    save("a")
    _unit, saved = save("a")
    assert saved is Saved.UNCHANGED
    assert Unit.objects.count() == 1


def test_a_changed_file_takes_the_place_of_a_unit_without_sheets():
    first, _saved = save("a")
    second, saved = save("b")
    assert saved is Saved.UPDATED
    assert second.pk == first.pk
    assert offered() == ["b"]


def test_a_unit_on_a_sheet_is_superseded_instead():
    first, _saved = save("a")
    sheet = make_sheet(unit=first)
    second, saved = save("b")
    assert saved is Saved.UPDATED
    assert second.slug == "testbed-tst-1a-2"
    assert offered() == ["b"]
    sheet.refresh_from_db()
    assert sheet.unit.fingerprint == "a"


def test_the_older_file_again_is_offered_again():
    make_sheet(unit=save("a")[0])
    save("b")
    unit, saved = save("a")
    assert saved is Saved.UPDATED
    assert unit.fingerprint == "a"
    assert offered() == ["a"]


def test_two_files_of_one_name_are_two_units_and_stay_two():
    both = [
        Incoming(make_design("Testbed", "TST-1A"), "a", "one/Testbed.mtf"),
        Incoming(make_design("Testbed", "TST-1A"), "b", "two/Testbed.mtf"),
    ]
    assert save_units(incoming=both, origin="imported") == [Saved.ADDED, Saved.ADDED]
    assert offered() == ["a", "b"]
    assert save_units(incoming=both, origin="imported") == [Saved.UNCHANGED, Saved.UNCHANGED]


def test_of_two_files_of_one_name_the_changed_one_is_updated():
    save_units(
        incoming=[
            Incoming(make_design("Testbed", "TST-1A"), "a", "one/Testbed.mtf"),
            Incoming(make_design("Testbed", "TST-1A"), "b", "two/Testbed.mtf"),
        ],
        origin="imported",
    )
    save("c", file_name="two/Testbed.mtf")
    assert offered() == ["a", "c"]


def test_one_fingerprint_twice_in_a_batch_counts_once():
    twice = [Incoming(make_design(), "a", "one.mtf"), Incoming(make_design(), "a", "copy.mtf")]
    assert save_units(incoming=twice, origin="imported") == [Saved.ADDED, Saved.UNCHANGED]
    assert Unit.objects.get().file_name == "one.mtf"


def test_a_batch_takes_few_queries(django_assert_max_num_queries):
    many = [Incoming(make_design("Testbed", f"TST-{number}"), f"{number}", "") for number in range(300)]
    with django_assert_max_num_queries(15):
        save_units(incoming=many, origin="imported")
    assert Unit.objects.count() == 300


@pytest.mark.parametrize("words", ["götterdämmerung", "gotterdammerung", "g-1", "g1", "wolf's bane"])
def test_names_are_found_with_and_without_accents_and_hyphens(words: str):
    design = make_design("Götterdämmerung", "G-1 Wolf's Bane")
    assert words in search_text(design)

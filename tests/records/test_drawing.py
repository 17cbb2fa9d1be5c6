"""What stands in a line of the sheet's critical slots."""

from __future__ import annotations

from dataclasses import replace

from records import rules
from records.rules.unit import Bin, Mount, Slot
from records.selectors import drawing
from tests.factory import make_design


def double_slot() -> rules.Unit:
    """A superheavy's line that holds two bins."""
    design = make_design()
    first = design.bins[0]
    mount = design.mounts[first.mount]
    second = len(design.mounts)
    line = replace(design.slots[first.location][first.slot] or Slot(mount.item), second=second)
    slots = list(design.slots[first.location])
    slots[first.slot] = line
    return replace(
        design,
        mounts=(*design.mounts, Mount(mount.item, mount.location, slots=mount.slots)),
        bins=(first, Bin(first.item, first.location, first.slot, first.shots, second)),
        slots={**design.slots, first.location: tuple(slots)},
    )


def test_a_line_with_two_bins_counts_both_and_the_rounds_of_both() -> None:
    unit = double_slot()
    place = unit.bins[0]
    sheet = replace(rules.fresh_sheet(unit), ammo=(7, 20))
    view = drawing._slots(unit, sheet, place.location)[place.slot]
    assert view.rounds == 27
    assert view.name.startswith("2 × ")


def test_a_line_with_one_bin_shows_its_rounds() -> None:
    unit = make_design()
    place = unit.bins[0]
    view = drawing._slots(unit, replace(rules.fresh_sheet(unit), ammo=(7,)), place.location)[place.slot]
    assert (view.rounds, view.name.startswith("2 × ")) == (7, False)


def test_each_location_has_its_part_of_the_body_around_it() -> None:
    unit = make_design()
    views = [drawing.location_view(unit, rules.fresh_sheet(unit), code) for code in unit.locations]
    assert all(view.outline.startswith('<svg class="loc-shape"') for view in views)
    assert len({view.outline for view in views}) >= 5


def test_every_tenth_pip_that_is_left_has_its_number() -> None:
    unit = make_design()
    fresh = rules.fresh_sheet(unit)
    whole = drawing.location_view(unit, fresh, "CT").armour.svg
    assert [f">{number}</text>" in whole for number in (10, 20, 30)] == [True, True, False]
    hit = drawing.location_view(unit, replace(fresh, armour={**fresh.armour, "CT": 8}), "CT").armour.svg
    assert ">10</text>" not in hit and ">20</text>" in hit


def test_a_tripods_third_leg_stands_under_the_centre_torso_in_rows_of_its_column() -> None:
    unit = replace(make_design(), config="Tripod", armour={**make_design().armour, "CL": 24},
                   structure={**make_design().structure, "CL": 12},
                   slots={**make_design().slots, "CL": make_design().slots["LL"]})  # fmt: skip
    assert drawing.columns(unit)[2] == ("HD", "CT", "CL")
    sheet = rules.fresh_sheet(unit)
    assert max(float(x) for x in drawing.location_view(unit, sheet, "CL").armour.svg.split('"')[3].split()) < 40

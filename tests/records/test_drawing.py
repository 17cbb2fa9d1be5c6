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

"""A record sheet at a glance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from records import rules
from records.selectors.condition import Left, condition_of
from tests import factory


def test_a_fresh_sheet_has_everything_left() -> None:
    design = factory.make_design()
    found = condition_of(design, rules.fresh_sheet(design))
    assert (found.armour.left, found.armour.total) == (design.total_armour, design.total_armour)
    assert (found.structure.left, found.ammunition.left, found.criticals) == (83, 20, 0)
    assert (found.lost, found.out, found.armour.percent) == ((), False, 100)


def test_marks_are_counted_front_and_rear() -> None:
    design = factory.make_design()
    sheet = rules.fresh_sheet(design)
    sheet = replace(
        sheet,
        armour={**sheet.armour, "CT": 10},
        rear={**sheet.rear, "CT": 5},
        structure={**sheet.structure, "RA": 0},
        lost={"RA": "blown off"},
        hits={"RT": (0, 1), "HD": (1,)},
        ammo=(7,),
    )
    found = condition_of(design, sheet)
    assert (found.armour.lost, found.structure.lost, found.criticals) == (12, 8, 3)
    assert (found.ammunition.lost, found.lost) == (13, ("RA",))


def test_rounds_in_a_bin_that_is_hit_or_gone_are_not_left() -> None:
    design = factory.make_design()
    bin_at = design.bins[0]
    gone = replace(rules.fresh_sheet(design), lost={bin_at.location: "destroyed"})
    hit = replace(rules.fresh_sheet(design), hits={bin_at.location: (bin_at.slot,)})
    assert (condition_of(design, gone).ammunition.left, condition_of(design, hit).ammunition.left) == (0, 0)


@pytest.mark.parametrize(
    ("left", "total", "percent"), [(0, 0, 100), (0, 5, 0), (5, 5, 100), (1, 1000, 1), (999, 1000, 99), (1, 2, 50)]
)
def test_a_bar_is_full_only_when_nothing_and_empty_only_when_all_is_gone(left: int, total: int, percent: int) -> None:
    assert Left(left, total).percent == percent

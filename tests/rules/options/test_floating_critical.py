"""HR-A11 and TO-077-FLOAT: a 2 on the location roll sends hit and critical elsewhere."""

from __future__ import annotations

import pytest

from records.rules import Ruleset
from records.rules.entries import FellDown, Hit, Rolled
from tests.rules.notation import Table, machine

FLOATING = Ruleset(options=("HR-A11",))
COVERED = Ruleset(options=("HR-A11", "TO-077-FLOAT"))


def two(ruleset: Ruleset = FLOATING, location: str = "CT", **more: object) -> Table:
    return Table(machine(), ruleset).enter(Hit(location, 5, through_armour=True, **more))  # type: ignore[arg-type]


def test_a_two_is_rolled_again_before_anything_is_marked() -> None:
    table = two()
    assert (str(table), table.waiting) == ("", "floating-location CT")


def test_the_hit_lands_on_the_new_location_with_a_check_even_through_armour() -> None:
    table = two().roll("floating-location", 6, 5)
    assert table.sheet.armour["LA"] == 14 - 5
    assert table.sheet.armour["CT"] == 20
    assert table.waiting == "critical-check LA"


def test_the_second_roll_is_on_the_column_of_the_side_attacked() -> None:
    assert two(location="LT").roll("floating-location", 1, 2).owed("critical-check").location == "LL"
    assert two(location="RT").roll("floating-location", 1, 2).owed("critical-check").location == "RL"
    rear = two(rear=True).roll("floating-location", 4, 3)
    assert (rear.sheet.rear["CT"], rear.sheet.armour["CT"]) == (1, 20)


def test_after_a_second_two_it_stays_on_the_torso_of_the_side_attacked() -> None:
    table = two(location="LT").roll("floating-location", 1, 1)
    assert (table.sheet.armour["LT"], table.waiting) == (13, "critical-check LT")


def test_by_its_setting_the_damage_stays_and_only_the_check_moves() -> None:
    ruleset = Ruleset(options=("HR-A11",), settings={"HR-A11.damage-stays": 1})
    table = two(ruleset)
    assert table.sheet.armour["CT"] == 15
    table.roll("floating-location", 6, 6)
    assert (table.sheet.armour["HD"], table.waiting) == (9, "critical-check HD")


def test_behind_cover_a_leg_is_rolled_again_and_the_sheet_is_unchanged() -> None:
    table = two(COVERED, marks=("partial-cover",))
    roll = table.sheet.owed[0]
    assert table.refused(Rolled(roll.id, (4, 5))) == "leg-behind-cover"
    assert table.roll("floating-location", 6, 4).owed("critical-check").location == "LA"


def test_without_cover_a_leg_is_a_leg() -> None:
    assert two(COVERED).roll("floating-location", 4, 5).owed("critical-check").location == "LL"


def test_the_mark_of_cover_belongs_to_its_rule() -> None:
    entry = Hit("CT", 5, through_armour=True, marks=("partial-cover",))
    assert Table(machine(), FLOATING).refused(entry) == "no-such-mark"


def test_a_two_in_a_fall_floats_only_by_its_setting() -> None:
    for falls, waiting in ((0, "critical-check CT"), (1, "floating-location CT")):
        ruleset = Ruleset(options=("HR-A11",), settings={"HR-A11.falls": falls})
        table = Table(machine(), ruleset).enter(FellDown()).roll("fall-facing", 1).roll("fall-location", 1, 1)
        assert waiting in table.waiting


WRECKED = ("HR-A11", "HR-A12", "-CL-engine-explosion-non-fusion")


def wreck(ruleset: Ruleset) -> Table:
    """A 'Mech that three engine hits of this phase have put out."""
    table = Table(machine(tons=75, walk=4), ruleset)
    for line in (1, 2, 3):
        table.critical("CT", line)
    assert table.sheet.destroyed == ("engine",)
    return table


@pytest.mark.parametrize("options", [WRECKED, (*WRECKED, "TO-077-FLOAT")])
def test_a_two_on_a_wreck_whose_engine_may_still_explode_floats_and_is_marked(options: tuple[str, ...]) -> None:
    table = wreck(Ruleset(options=options)).hit("CT", 5, through_armour=True)
    assert table.waiting == "floating-location CT"
    table.roll("floating-location", 6, 5)
    assert (table.sheet.armour["LA"], table.waiting) == (14 - 5, "critical-check LA")


def test_a_second_two_on_a_wreck_stays_and_its_critical_may_be_the_fourth_of_the_engine() -> None:
    table = wreck(Ruleset(options=WRECKED)).hit("CT", 5, through_armour=True).roll("floating-location", 1, 1)
    assert table.sheet.armour["CT"] == 20 - 5
    table.roll("critical-check", 4, 4).roll("critical-slot", 4, 2)
    assert table.waiting == "engine-blast CT"


def test_damage_that_stays_on_a_wreck_is_marked_there_and_the_check_moves() -> None:
    stays = Ruleset(options=WRECKED, settings={"HR-A11.damage-stays": 1})
    table = wreck(stays).hit("CT", 5, through_armour=True)
    assert (table.sheet.armour["CT"], table.waiting) == (15, "floating-location CT")
    assert table.roll("floating-location", 6, 5).waiting == "critical-check LA"


def test_without_the_option_a_two_is_a_check_where_it_hit() -> None:
    assert two(Ruleset()).waiting == "critical-check CT"

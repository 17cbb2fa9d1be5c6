"""HR-A12 and TO-078-ENGINE: four engine hits in one phase, and what the explosion does around."""

from __future__ import annotations

import pytest

from records.rules import Ruleset
from records.rules.entries import CriticalHit, Hit, OptionUsed, PhaseEnded
from records.rules.events import EngineExploded
from records.rules.options.check import problems
from tests.rules.notation import Table, machine

BLAST = Ruleset(options=("HR-A12", "-CL-engine-explosion-non-fusion"))
HIGH = Ruleset(options=("HR-A12", "TO-078-ENGINE", "-CL-engine-explosion-non-fusion"))


def hit_engine(times: int, ruleset: Ruleset = BLAST) -> Table:
    """A 75-ton 'Mech that walks 4, with so many engine hits in one phase."""
    table = Table(machine(tons=75, walk=4), ruleset)
    for line in (1, 2, 3, 8, 9)[:times]:
        table.critical("CT", line)
    return table


def caught(**values: int | str) -> OptionUsed:
    return OptionUsed("HR-A12", "blast", {"rating": 300, "hexes": 1, "side": "front", **values})


def test_three_engine_hits_destroy_the_mech_and_call_for_no_roll() -> None:
    table = hit_engine(3)
    assert (table.sheet.destroyed, table.waiting) == (("engine",), "")


def test_the_fourth_engine_hit_of_the_phase_calls_for_10_or_more() -> None:
    table = hit_engine(4)
    target = table.owed("engine-blast").target
    assert target is not None
    assert (target.total, table.waiting) == (10, "engine-blast CT")


def test_walking_4_with_75_tons_is_rated_300_and_does_30_15_and_7() -> None:
    table = hit_engine(4).roll("engine-blast", 5, 5)
    assert table.told(EngineExploded) == [EngineExploded(300, (30, 15, 7), 5)]
    assert table.sheet.lost["CT"] == "destroyed"
    assert table.sheet.crew[0].dead


def test_on_9_the_engine_holds() -> None:
    table = hit_engine(4).roll("engine-blast", 4, 5)
    assert table.told(EngineExploded) == []
    assert not table.sheet.crew[0].dead


def test_a_fifth_hit_calls_for_no_second_roll_and_matters_no_more() -> None:
    table = hit_engine(4)
    assert table.refused(CriticalHit("CT", 8)) == "destroyed"


def test_criticals_still_owed_when_the_third_hit_destroys_it_are_thrown() -> None:
    table = Table(machine(tons=75, walk=4), BLAST).hit("CT", 21).roll("critical-check", 6, 6)
    table.hit("CT", 1).roll("critical-check", 6, 6)
    for die in (1, 2, 3):
        table.roll("critical-slot", 1, die)
    assert table.sheet.destroyed == ("engine",)
    assert table.roll("critical-slot", 4, 2).waiting == "engine-blast CT"


def test_hits_of_an_earlier_phase_do_not_count() -> None:
    table = hit_engine(2).enter(PhaseEnded("weapon"))
    table.critical("CT", 3).critical("CT", 8)
    assert table.waiting == ""


def test_the_lines_of_a_destroyed_torso_count_only_by_the_setting() -> None:
    counting = Ruleset(BLAST.base, BLAST.options, {"HR-A12.count-torso": 1})
    assert hit_engine(2).hit("CT", 60).waiting == ""
    assert hit_engine(2, counting).hit("CT", 60).waiting == "engine-blast CT"


@pytest.mark.parametrize(("hexes", "groups"), [(1, [5] * 6), (2, [5] * 3), (3, [5, 2])])
def test_the_blast_comes_in_groups_of_five(hexes: int, groups: list[int]) -> None:
    table = Table(machine(), BLAST).enter(caught(hexes=hexes))
    assert [owed.about["points"] for owed in table.sheet.owed] == groups
    table.roll("blast-location", 4, 3)
    assert table.sheet.armour["CT"] == 15


def test_nothing_is_left_in_the_same_hex() -> None:
    table = Table(machine(), BLAST).enter(caught(hexes=0))
    assert table.sheet.destroyed == ("engine-explosion",)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"hexes": 4}, "blast-hexes-out-of-range"), ({"rating": 0}, "rating-out-of-range"),
        ({"side": "below"}, "blast-not-clear"), ({"rating": 30, "hexes": 3}, "out-of-the-blast"),
        ({"hexes": "two"}, "blast-not-clear"),
    ],
)  # fmt: skip
def test_a_blast_that_cannot_be_is_refused(values: dict[str, int | str], code: str) -> None:
    assert Table(machine(), BLAST).refused(caught(**values)) == code


@pytest.mark.parametrize(("hexes", "elevation", "points"), [(1, 4, 30), (1, 5, 15), (1, 10, 7), (2, 9, 7)])
def test_five_full_elevations_are_a_hex(hexes: int, elevation: int, points: int) -> None:
    table = Table(machine(), HIGH).enter(caught(hexes=hexes, elevation=elevation))
    assert sum(int(owed.about["points"]) for owed in table.sheet.owed) == points


def test_far_enough_up_nothing_happens_and_that_is_said() -> None:
    assert Table(machine(), HIGH).refused(caught(hexes=3, elevation=5)) == "out-of-the-blast"


def test_height_alone_and_two_kinds_of_engine_explosion_are_not_playable() -> None:
    assert [p.code for p in problems(Ruleset(options=("TO-078-ENGINE",)))] == ["option-needs"]
    assert [p.code for p in problems(Ruleset(options=("HR-A12",)))] == ["options-exclude"]
    assert problems(HIGH) == ()


def test_without_the_option_a_wreck_takes_no_further_hit() -> None:
    table = hit_engine(3, Ruleset())
    assert table.refused(Hit("CT", 5)) == "destroyed"


def test_a_wreck_takes_no_more_hits_once_its_phase_is_over() -> None:
    table = hit_engine(3)
    assert table.sheet.destroyed == ("engine",)
    assert table.hit("CT", 1).sheet.armour["CT"] == 19
    table.enter(PhaseEnded("weapon"))
    assert table.refused(Hit("CT", 1)) == "destroyed"

"""HR-B05 edge, HR-B19 zombie: how often, when, and what they do."""

from __future__ import annotations

import pytest

from records.rules import CrewMember, Ruleset
from records.rules.entries import Hit, OptionUsed, PhaseEnded, PilotHit, Rolled, StoodDown, TurnEnded
from records.rules.events import LocationChosen
from records.rules.options import REGISTRY
from records.rules.sheet import Level
from tests.rules.notation import Table, machine

EDGE = Ruleset(options=("HR-B05",))
ZOMBIE = Ruleset(options=("HR-B19",))
ELITE = (CrewMember(level="elite"),)


def again(table: Table) -> OptionUsed:
    return OptionUsed("HR-B05", "reroll", {"roll": table.sheet.owed[0].id})


def test_a_roll_is_made_again_and_the_second_result_stands() -> None:
    table = Table(machine(), EDGE).enter(PilotHit())
    table.enter(again(table))
    assert (table.sheet.owed[0].about["again"], table.sheet.counters["battle-edge"]) == (True, 1)
    more = Ruleset(options=("HR-B05",), settings={"HR-B05.uses": 2})
    table.ruleset = more
    assert table.refused(again(table)) == "second-result-stands"


def test_once_in_a_battle_and_anew_in_the_next() -> None:
    table = Table(machine(), EDGE).enter(OptionUsed("HR-B05", "table-roll"))
    assert table.refused(OptionUsed("HR-B05", "table-roll")) == "edge-used-up"
    table.enter(TurnEnded())
    assert table.refused(OptionUsed("HR-B05", "table-roll")) == "edge-used-up"
    table.enter(StoodDown()).enter(OptionUsed("HR-B05", "table-roll"))


def test_by_its_setting_as_often_as_the_mechwarrior_has_edge() -> None:
    ruleset = Ruleset(options=("HR-B05",), settings={"HR-B05.of-the-pilot": 1})
    assert Table(machine(), ruleset).refused(OptionUsed("HR-B05", "table-roll")) == "edge-used-up"
    table = Table(machine(), ruleset, crew=(CrewMember(edge=2),))
    table.enter(OptionUsed("HR-B05", "table-roll")).enter(OptionUsed("HR-B05", "table-roll"))
    assert table.refused(OptionUsed("HR-B05", "table-roll")) == "edge-used-up"


def test_a_roll_that_is_not_owed_cannot_be_cancelled() -> None:
    assert Table(machine(), EDGE).refused(OptionUsed("HR-B05", "reroll", {"roll": 7})) == "roll-not-owed"
    assert Table(machine(), Ruleset()).refused(OptionUsed("HR-B05", "table-roll")) == "option-is-off"


def test_the_last_roll_is_offered_while_edge_is_left() -> None:
    table = Table(machine(), EDGE)
    option = REGISTRY["HR-B05"]
    assert [o.action for o in option.offers(EDGE, table.unit, table.sheet, 3)] == ["reroll", "table-roll"]
    assert [o.action for o in option.offers(EDGE, table.unit, table.sheet, 0)] == ["table-roll"]
    table.enter(OptionUsed("HR-B05", "table-roll"))
    assert list(option.offers(EDGE, table.unit, table.sheet, 3)) == []


def shot(location: str = "LA", **more: object) -> Hit:
    return Hit(location, 5, marks=("put-in-the-way",), **more)  # type: ignore[arg-type]


def test_an_elite_puts_a_part_of_the_mech_in_the_way() -> None:
    table = Table(machine(), ZOMBIE, crew=ELITE).enter(shot())
    assert table.sheet.armour["LA"] == 14 - 5
    assert table.told(LocationChosen) == [LocationChosen("LA")]
    assert (table.sheet.counters["zombie"], table.sheet.counters["zombie-this-turn"]) == (1, 1)


def test_once_a_turn_and_three_times_a_battle() -> None:
    table = Table(machine(), ZOMBIE, crew=ELITE)
    for _ in range(3):
        table.enter(shot())
        assert table.refused(shot()) == "zombie-used-this-turn"
        table.enter(PhaseEnded("weapon"))
        assert table.refused(shot()) == "zombie-used-this-turn"
        table.enter(TurnEnded())
        table.sheet = Table(table.unit, ZOMBIE, crew=ELITE, counters=dict(table.sheet.counters)).sheet
    assert table.refused(shot()) == "zombie-used-up"
    table.enter(StoodDown(turn=2)).enter(shot())


@pytest.mark.parametrize("level", ["", "green", "regular", "veteran"])
def test_nobody_below_elite_can(level: Level) -> None:
    assert Table(machine(), ZOMBIE, crew=(CrewMember(level=level),)).refused(shot()) == "only-elites"


def test_nobody_who_sleeps_can() -> None:
    asleep = (CrewMember(level="elite", conscious=False),)
    assert Table(machine(), ZOMBIE, crew=asleep).refused(shot()) == "only-elites"


def test_a_chosen_location_is_no_two_and_must_be_there() -> None:
    table = Table(machine(), ZOMBIE, crew=ELITE)
    assert table.refused(shot("CT", through_armour=True)) == "chosen-not-rolled"
    gone = Table(machine(), ZOMBIE, crew=ELITE).hit("LA", 22).roll("critical-check", 1, 1)
    assert gone.refused(shot()) == "cannot-put-what-is-gone"
    lax = Ruleset(options=("HR-B19",), settings={"HR-B19.must-exist": 0})
    gone.ruleset = lax
    assert gone.enter(shot()).sheet.armour["LT"] == 18 - 5


def test_a_refused_hit_uses_nothing_up() -> None:
    table = Table(machine(), ZOMBIE, crew=ELITE)
    assert table.refused(Hit("LA", 0, marks=("put-in-the-way",))) == "points-out-of-range"
    assert table.sheet.counters == {}


def test_the_answer_after_the_edge_counts() -> None:
    table = Table(machine(), EDGE).enter(PilotHit())
    table.enter(again(table)).enter(Rolled(table.sheet.owed[0].id, (1, 1)))
    assert not table.sheet.crew[0].conscious

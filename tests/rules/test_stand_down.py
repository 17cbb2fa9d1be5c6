"""Between battles: what lasts and what ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from records import rules
from records.rules.entries import Hit, StoodDown
from records.rules.evolve import evolve_all
from records.rules.numbers import Modifier
from records.rules.sheet import CrewMember, Lost, Movement
from tests.factory import make_design

UNIT = make_design()


def stand_down(sheet: rules.Sheet, **fields: object) -> rules.Outcome | rules.RuleViolation:
    return rules.enter(UNIT, sheet, StoodDown(**fields))  # type: ignore[arg-type]


def battered() -> rules.Sheet:
    sheet = rules.fresh_sheet(UNIT)
    return replace(
        sheet,
        armour={**sheet.armour, "CT": 3},
        hits={"RT": (5,)},
        lost={"LA": "destroyed"},
        ammo=(4,),
        crew=(CrewMember(3, 4, hits=2, conscious=False, out_since=6),),
        heat=17,
        heat_sources=(Modifier(2, "running", "TW:heat"),),
        sinks_off=2,
        prone=True,
        shutdown=True,
        turn=6,
        phase="physical",
        movement=Movement("ran", 5),
        fired=(0, 1),
        states={"hull-down": True},
        counters={"edge-used": 1, "masc-turns": 2},
        serial=9,
    )


def test_heat_posture_shutdown_movement_fire_and_switches_end_with_the_battle() -> None:
    outcome = stand_down(battered())
    assert isinstance(outcome, rules.Outcome)
    after = outcome.sheet
    assert (after.heat, after.heat_sources, after.sinks_off, after.prone, after.shutdown) == (0, (), 0, False, False)
    assert (after.turn, after.phase, after.movement, after.fired, after.states) == (1, "movement", None, (), {})
    assert after.crew[0].conscious


def test_damage_ammunition_wounds_and_edge_stay() -> None:
    before = battered()
    outcome = stand_down(before)
    assert isinstance(outcome, rules.Outcome)
    after = outcome.sheet
    assert (after.armour, after.hits, after.lost, after.ammo) == (before.armour, before.hits, before.lost, before.ammo)
    assert (after.crew[0].hits, after.crew[0].gunnery, after.counters) == (2, 3, {"edge-used": 1})
    assert after.serial == before.serial


def test_the_dead_stay_dead_and_a_wreck_a_wreck() -> None:
    sheet = replace(battered(), crew=(CrewMember(hits=6, dead=True, conscious=False),), destroyed=("pilot-dead",))
    outcome = stand_down(sheet)
    assert isinstance(outcome, rules.Outcome)
    assert outcome.sheet.crew[0].dead
    assert not outcome.sheet.crew[0].conscious
    assert outcome.sheet.destroyed == ("pilot-dead",)


@pytest.mark.parametrize(
    ("lost", "hits", "left"),
    [({"LA": "destroyed"}, {}, ()), ({"CT": "destroyed"}, {}, ("abandoned",)), ({}, {"CT": (0, 1, 2)}, ("abandoned",))],
)
def test_whoever_ejected_is_back_and_the_machine_too_if_it_is_one_still(
    lost: dict[str, Lost], hits: dict[str, tuple[int, ...]], left: tuple[str, ...]
) -> None:
    ejected = CrewMember(3, 4, hits=1, ejected=True)
    outcome = stand_down(replace(battered(), crew=(ejected,), destroyed=("abandoned",), lost=lost, hits=hits))
    assert isinstance(outcome, rules.Outcome)
    assert outcome.sheet.crew == (CrewMember(3, 4, hits=1),)
    assert outcome.sheet.destroyed == left


def test_the_clock_is_set_where_the_next_battle_stands() -> None:
    outcome = stand_down(battered(), turn=4, phase="weapon")
    assert isinstance(outcome, rules.Outcome)
    assert (outcome.sheet.turn, outcome.sheet.phase) == (4, "weapon")


def test_the_events_alone_make_the_same_sheet() -> None:
    before = battered()
    outcome = stand_down(before)
    assert isinstance(outcome, rules.Outcome)
    assert evolve_all(UNIT, before, outcome.events) == outcome.sheet


def test_rolls_owed_are_answered_first_or_let_go_by_name() -> None:
    hit = rules.enter(UNIT, rules.fresh_sheet(UNIT), Hit("LT", 20))
    assert isinstance(hit, rules.Outcome)
    assert hit.sheet.owed
    refused = stand_down(hit.sheet)
    assert isinstance(refused, rules.RuleViolation)
    assert (refused.code, refused.params["count"]) == ("rolls-owed", 1)
    let_go = stand_down(hit.sheet, drop_rolls=True)
    assert isinstance(let_go, rules.Outcome)
    assert not let_go.sheet.owed
    assert [type(event).__name__ for event in let_go.events] == ["RollDropped", "BattleLeft"]


def test_standing_down_twice_is_refused() -> None:
    once = stand_down(battered())
    assert isinstance(once, rules.Outcome)
    twice = stand_down(once.sheet)
    assert isinstance(twice, rules.RuleViolation)
    assert twice.code == "nothing-changes"


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"turn": 0}, "no-such-turn"), ({"turn": 1000}, "no-such-turn"), ({"phase": "lunch"}, "no-such-phase")],
)
def test_a_clock_that_cannot_be_is_refused(fields: dict[str, object], code: str) -> None:
    refused = stand_down(battered(), **fields)
    assert isinstance(refused, rules.RuleViolation)
    assert refused.code == code


def test_it_is_data_like_every_entry() -> None:
    entry = StoodDown(turn=3, phase="heat", drop_rolls=True)
    assert rules.decode_tagged(rules.Entry, rules.encode_tagged(entry)) == entry

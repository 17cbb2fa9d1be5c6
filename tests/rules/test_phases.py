"""The end of phases and turns: steps, what waits for rolls, what begins anew (TW, the turn)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.rules import STANDARD, CrewMember, Entry, Outcome, enter, figures, fresh_sheet
from records.rules.entries import (
    Corrected,
    CriticalCheck,
    Moved,
    PhaseEnded,
    PilotHit,
    PilotingRollCaused,
    PowerSwitched,
    Rolled,
    TurnEnded,
)
from records.rules.events import PhaseSettled, PilotRecovered, StepReached
from records.rules.sheet import PHASES, Phase
from records.rules.unit import Engine

from .notation import Table, machine
from .strategies import anything, of


def test_phases_follow_one_another_and_the_next_turn_begins_with_movement() -> None:
    table = Table(machine(), phase="initiative")
    for phase in PHASES:
        assert table.sheet.phase == phase
        table.enter(PhaseEnded(phase))
    assert (table.sheet.phase, table.sheet.turn) == ("movement", 2)


def test_another_phase_than_the_present_one_cannot_be_ended() -> None:
    assert Table(machine()).refused(PhaseEnded("heat")) == "another-phase"


def test_a_phase_does_not_end_while_rolls_are_owed() -> None:
    table = Table(machine()).hit("CT", 21)
    assert table.refused(PhaseEnded("weapon")) == "rolls-owed"
    assert table.refused(TurnEnded()) == "rolls-owed"
    assert table.roll("critical-check", 1, 1).enter(PhaseEnded("weapon")).waiting == "piloting"


def test_the_marks_of_a_phase_are_fresh_until_it_is_settled() -> None:
    table = Table(machine()).hit("CT", 4)
    assert table.sheet.fresh.armour == {"CT": 4}
    table.enter(PhaseEnded("weapon"))
    assert table.sheet.fresh.armour == {}
    assert table.sheet.damage_this_phase == 0


def test_a_phase_waits_for_its_rolls_and_settles_with_the_last() -> None:
    table = Table(machine(), damage_this_phase=20).enter(PhaseEnded("weapon"))
    assert (table.sheet.ending, table.sheet.phase) == (True, "weapon")
    table.roll("piloting", 6, 6)
    assert (table.sheet.ending, table.sheet.phase) == (False, "physical")


def test_a_waived_roll_lets_the_phase_go_on_too() -> None:
    table = Table(machine(), damage_this_phase=20).enter(PhaseEnded("weapon"))
    table.enter(Corrected(f"owed:{table.sheet.owed[0].id}", 0, "the table let it pass"))
    assert table.sheet.phase == "physical"


def test_ending_the_turn_closes_every_phase_that_is_left() -> None:
    table = Table(machine(), phase="movement", heat=3).enter(Moved("walked", 2)).enter(TurnEnded())
    assert [event.phase for event in table.told(PhaseSettled)] == ["movement", "weapon", "physical", "heat", "end"]
    assert (table.sheet.turn, table.sheet.phase, table.sheet.movement, table.sheet.heat) == (2, "movement", None, 0)
    assert not table.sheet.turn_ending


def test_the_end_of_the_turn_stops_at_a_roll_and_goes_on_by_itself() -> None:
    table = Table(machine(), phase="movement", damage_this_phase=20, heat=30).enter(TurnEnded())
    assert (table.waiting, table.sheet.phase) == ("piloting", "movement")
    table.roll("piloting", 6, 6)
    assert (table.waiting, table.sheet.phase) == ("shutdown", "heat")
    table.roll("shutdown", 6, 6)
    assert (table.waiting, table.sheet.turn) == ("", 2)


def test_a_wreck_passes_through_its_turns_without_a_step() -> None:
    table = Table(machine(), destroyed=("damage",), heat=40).enter(TurnEnded())
    assert (table.sheet.turn, table.told(StepReached)) == (2, [])


def test_recovery_is_rolled_from_the_turn_after_the_blackout() -> None:
    table = Table(machine(), phase="end", turn=2).enter(PilotHit(hits=3)).roll("consciousness", 1, 1)
    table.enter(PhaseEnded("end"))
    assert (table.waiting, table.sheet.turn) == ("", 3)
    for phase in PHASES[1:]:
        table.enter(PhaseEnded(phase))
    target = table.owed("recovery").target
    assert target is not None
    assert target.total == 7
    assert not table.roll("recovery", 1, 1).sheet.crew[0].conscious


def test_whoever_makes_the_recovery_roll_is_awake() -> None:
    crew = (CrewMember(hits=2, conscious=False, out_since=1),)
    table = Table(machine(), phase="end", turn=2, crew=crew).enter(PhaseEnded("end")).roll("recovery", 3, 2)
    assert table.sheet.crew[0].conscious
    assert len(table.told(PilotRecovered)) == 1


def test_an_industrial_mech_that_fell_rolls_for_a_critical_at_the_end_of_the_turn() -> None:
    hauler = machine(structure_type="Industrial", engine=Engine(100, "ICE"))
    table = Table(hauler, phase="end", fallen=2).enter(PhaseEnded("end"))
    assert table.waiting == "industrial-location"
    table.roll("industrial-location", 3, 4)
    target = table.owed("critical-check", "CT").target
    assert target is not None
    assert [(m.value, m.reason) for m in target.modifiers] == [(2, "industrial"), (2, "levels-fallen")]
    assert table.roll("critical-check", 1, 1).sheet.fallen == 0


def test_a_combustion_engine_may_stall_when_the_roll_to_stay_up_failed() -> None:
    hauler = machine(structure_type="Industrial", engine=Engine(100, "ICE"))
    table = Table(hauler, damage_this_phase=20).enter(PhaseEnded("weapon")).roll("piloting", 1, 1)
    table.roll("fall-facing", 1).roll("fall-location", 3, 4).roll("fall-avoid", 6, 6)
    assert table.waiting == "ice-stall"
    assert table.roll("ice-stall", 1, 1).sheet.stalled
    assert figures.piloting(hauler, table.sheet, STANDARD).automatic == "impossible"
    assert table.enter(PowerSwitched(True)).waiting == "ice-restart"
    assert not table.roll("ice-restart", 6, 6).sheet.stalled


def test_a_combustion_engine_may_stall_in_a_fall_on_the_way_too() -> None:
    hauler = machine(structure_type="Industrial", engine=Engine(100, "ICE"))
    table = Table(hauler, phase="movement").enter(PilotingRollCaused("rubble", now=True)).roll("piloting", 1, 1)
    assert table.waiting == "fall-facing, fall-avoid, ice-stall"


@settings(max_examples=60, deadline=None)
@given(index=st.integers(0, 2), played=st.lists(anything, max_size=12), seed=st.integers(0, 999))
def test_whatever_happened_the_turn_can_be_ended_and_no_roll_is_owed_twice(
    index: int, played: list[Entry], seed: int
) -> None:
    unit = of(index)
    sheet = fresh_sheet(unit)
    for entry in played:
        outcome = enter(unit, sheet, entry)
        sheet = outcome.sheet if isinstance(outcome, Outcome) else sheet
    seen: set[int] = set()
    thrown = random.Random(seed)
    started = False
    for turn in range(400):
        if sheet.owed:
            owed = sheet.owed[turn % len(sheet.owed)]
            wanted = owed.dice + int(bool(owed.about.get("leg-die")))
            dice = tuple(thrown.randint(1, 6) for _ in range(wanted))
            outcome = enter(unit, sheet, Rolled(owed.id, dice))
            if isinstance(outcome, Outcome):
                assert owed.id not in seen
                seen.add(owed.id)
        elif started and not sheet.ending:
            break
        else:
            outcome = enter(unit, sheet, TurnEnded())
            started = True
        sheet = outcome.sheet if isinstance(outcome, Outcome) else sheet
    assert not sheet.ending
    assert not sheet.owed


@pytest.mark.parametrize("phase", PHASES)
def test_a_cause_of_a_roll_is_rolled_for_in_whatever_phase_it_comes(phase: Phase) -> None:
    table = Table(machine(), phase=phase).enter(PilotingRollCaused("kicked")).enter(PhaseEnded(phase))
    assert table.waiting == "piloting"
    assert table.roll("piloting", 6, 6).waiting == ""


@pytest.mark.parametrize("phase", PHASES)
def test_a_leg_lost_in_any_phase_is_a_fall(phase: Phase) -> None:
    table = Table(machine(), phase=phase).enter(CriticalCheck("RL")).roll("critical-check", 6, 6)
    assert table.enter(PhaseEnded(phase)).waiting == "fall-facing, fall-avoid"
    assert table.sheet.prone


@pytest.mark.parametrize(
    ("sheet", "wounds"),
    [
        ({"counters": {"water-depth": 2}}, 1),
        ({"counters": {"water-depth": 1}, "prone": True}, 1),
        ({"counters": {"water-depth": 1}}, 0),
        ({"states": {"vacuum": True}}, 1),
        ({}, 0),
    ],
)
def test_a_head_without_air_costs_a_wound_a_turn_once_life_support_is_hit(sheet: dict[str, Any], wounds: int) -> None:
    table = Table(machine(), phase="end", hits={"HD": (0,)}, **sheet).enter(PhaseEnded("end"))
    assert table.sheet.crew[0].hits == wounds
    assert table.waiting == ("consciousness" if wounds else "")


def test_with_life_support_whole_a_mech_may_stay_under_water() -> None:
    table = Table(machine(), phase="end", counters={"water-depth": 2}).enter(PhaseEnded("end"))
    assert table.sheet.crew[0].hits == 0

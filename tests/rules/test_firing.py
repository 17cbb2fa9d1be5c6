"""Weapons fired: rounds spent, heat made, what cannot fire (TW, weapon attacks)."""

from __future__ import annotations

from typing import Any

import pytest

from records.rules import STANDARD, CrewMember, Sheet, decode, encode, figures
from records.rules.entries import Corrected, CriticalCheck, Fired, PhaseEnded, Shot, StoodDown
from records.rules.events import BattleLeft, BoxCorrected, WeaponFired
from records.rules.evolve import evolve

from .notation import Table, machine

UNIT = machine(
    """
    RT 18+5/12 | AC/5 Ammo=2 | AC/5 Ammo=20 | Ultra AC/5 Ammo=3
    RA 14/8 | Shoulder | Upper Arm | AC/5 x4 | Medium Laser
    LA 14/8 | Shoulder | Upper Arm | Ultra AC/5 x5 | Rocket Launcher 10
    """
)
AC, LASER, ULTRA, ROCKETS = UNIT.weapons


def test_rounds_are_taken_from_the_first_bin_that_has_them_or_the_one_named() -> None:
    table = Table(UNIT).enter(Fired((Shot(AC),)))
    assert table.sheet.ammo == (1, 20, 3)
    assert Table(UNIT).enter(Fired((Shot(AC, bin=1),))).sheet.ammo == (2, 19, 3)


def test_each_shot_of_an_ultra_autocannon_takes_a_round_and_makes_its_heat() -> None:
    table = Table(UNIT).enter(Fired((Shot(ULTRA, rounds=2),)))
    assert table.sheet.ammo[2] == 1
    assert [source.value for source in table.sheet.heat_sources] == [2]


def test_a_weapon_fires_once_a_turn() -> None:
    table = Table(UNIT).enter(Fired((Shot(LASER),)))
    assert table.refused(Fired((Shot(LASER),))) == "already-fired"
    for phase in ("weapon", "physical", "heat", "end"):
        table.enter(PhaseEnded(phase))
    assert len(table.enter(Fired((Shot(LASER),))).told(WeaponFired)) == 2


def test_one_weapon_that_cannot_fire_refuses_the_whole_entry() -> None:
    table = Table(UNIT)
    assert table.refused(Fired((Shot(LASER), Shot(LASER)))) == "already-fired"
    assert (table.sheet.fired, table.sheet.heat_sources) == ((), ())


def test_a_one_shot_launcher_has_one_shot() -> None:
    table = Table(UNIT).enter(Fired((Shot(ROCKETS),)))
    for phase in ("weapon", "physical", "heat", "end"):
        table.enter(PhaseEnded(phase))
    assert table.refused(Fired((Shot(ROCKETS),))) == "one-shot-spent"


def test_a_one_shot_launcher_that_was_fired_is_still_empty_after_the_battle() -> None:
    table = Table(UNIT).enter(Fired((Shot(ROCKETS),))).enter(StoodDown())
    assert (figures.weapon_states(UNIT, table.sheet, STANDARD)[3].state, table.sheet.fired) == ("spent", ())
    assert table.refused(Fired((Shot(ROCKETS),))) == "one-shot-spent"
    assert table.refused(StoodDown()) == "nothing-changes"


def test_a_double_one_shot_launcher_takes_what_is_left_into_the_next_battle() -> None:
    table = Table(machine("RT 18+5/12 | Fusillade"))
    table.enter(Fired((Shot(0),))).enter(StoodDown()).enter(Fired((Shot(0),))).enter(StoodDown())
    assert table.refused(Fired((Shot(0),))) == "one-shot-spent"


def test_a_one_shot_launcher_is_loaded_again_by_hand() -> None:
    table = Table(UNIT).enter(Fired((Shot(ROCKETS),))).enter(StoodDown())
    table.enter(Corrected(f"shots:{ROCKETS}", 1, "reloaded"))
    assert (table.told(BoxCorrected)[0].before, table.sheet.counters) == (0, {})
    assert table.refused(Corrected(f"shots:{ROCKETS}", 1)) == "nothing-changes"
    assert table.enter(Fired((Shot(ROCKETS),))).refused(Corrected(f"shots:{ROCKETS}", 2)) == "value-out-of-range"
    assert table.refused(Corrected(f"shots:{AC}", 1)) == "no-such-box"
    assert Table(UNIT).enter(Corrected(f"shots:{ROCKETS}", 0)).refused(Fired((Shot(ROCKETS),))) == "one-shot-spent"


def test_shots_fired_come_back_the_same_from_json_and_a_battle_recorded_before_replays_as_it_was() -> None:
    table = Table(UNIT).enter(Fired((Shot(ROCKETS),)))
    before = table.sheet
    left = table.enter(StoodDown()).told(BattleLeft)[0]
    assert decode(Sheet, encode(table.sheet)) == table.sheet
    assert decode(BattleLeft, encode(left)) == left
    old = {name: value for name, value in encode(left).items() if name != "spent"}
    assert evolve(UNIT, before, decode(BattleLeft, old)).counters == {}
    assert evolve(UNIT, before, left) == table.sheet


def test_a_weapon_hit_in_this_phase_still_fires_until_it_ends() -> None:
    table = Table(UNIT).critical("RA", 7)
    state = figures.weapon_states(UNIT, table.sheet, STANDARD)[1]
    assert (state.state, state.hit_now) == ("ready", True)
    table.enter(PhaseEnded("weapon"))
    state = figures.weapon_states(UNIT, table.sheet, STANDARD)[1]
    assert (state.state, state.why) == ("destroyed", "weapon-destroyed")
    table = Table(UNIT, hits={"RA": (6,)})
    assert table.refused(Fired((Shot(LASER),))) == "weapon-destroyed"


@pytest.mark.parametrize(
    ("shot", "sheet", "code"),
    [
        (Shot(0), {}, "not-a-weapon"),
        (Shot(999), {}, "not-a-weapon"),
        (Shot(AC, rounds=2), {}, "rounds-out-of-range"),
        (Shot(ULTRA, rounds=0), {}, "rounds-out-of-range"),
        (Shot(AC, bin=2), {}, "wrong-ammunition"),
        (Shot(AC), {"ammo": (0, 0, 3)}, "no-ammunition"),
        (Shot(AC, bin=0), {"ammo": (0, 9, 3)}, "no-ammunition"),
        (Shot(LASER, heat=101), {}, "heat-out-of-range"),
        (Shot(LASER), {"hits": {"HD": (1, 4)}}, "sensors-out"),
        (Shot(LASER), {"shutdown": True}, "shut-down"),
        (Shot(LASER), {"phase": "heat"}, "firing-over"),
        (Shot(LASER), {"crew": (CrewMember(hits=1, conscious=False),)}, "nobody-in-control"),
        (Shot(LASER), {"destroyed": ("damage",)}, "destroyed"),
    ],
)
def test_shots_that_cannot_have_been_fired_are_refused(shot: Shot, sheet: dict[str, Any], code: str) -> None:
    assert Table(UNIT, **sheet).refused(Fired((shot,))) == code


def test_nothing_fired_is_refused() -> None:
    assert Table(UNIT).refused(Fired(())) == "nothing-fired"


def test_every_weapon_says_what_state_it_is_in() -> None:
    table = Table(UNIT, ammo=(0, 0, 3), lost={}).enter(Fired((Shot(ROCKETS),)))
    states = figures.weapon_states(UNIT, table.sheet, STANDARD)
    assert [(s.state, s.rounds) for s in states] == [("empty", 0), ("ready", -1), ("ready", 3), ("fired", -1)]


def test_a_prone_mech_fires_one_arm_and_nothing_it_lies_on() -> None:
    both = Table(UNIT, prone=True).enter(Fired((Shot(LASER),)))
    assert both.refused(Fired((Shot(ROCKETS),))) == "prone-other-arm-fired"
    assert Table(UNIT, prone=True).refused(Fired((Shot(LASER), Shot(ROCKETS)))) == "prone-other-arm-fired"
    assert Table(UNIT, prone=True, lost={"LA": "blown off"}).refused(Fired((Shot(AC),))) == "prone-arm-missing"
    legs = machine("RL 18/12 | Hip | Upper Leg | Lower Leg | Foot | Medium Laser")
    assert Table(legs, prone=True).refused(Fired((Shot(legs.weapons[0]),))) == "prone-leg-weapon"
    assert figures.weapon_states(legs, Table(legs, prone=True).sheet, STANDARD)[0].state == "off"


def test_an_arm_lost_in_this_phase_still_props_up_its_fire() -> None:
    table = Table(UNIT, prone=True).enter(CriticalCheck("LA")).roll("critical-check", 6, 6)
    assert table.enter(Fired((Shot(LASER),))).sheet.fired == (LASER,)


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ({"shutdown": True}, "shut-down"),
        ({"stalled": True}, "engine-stalled"),
        ({"crew": (CrewMember(hits=3, conscious=False),)}, "nobody-in-control"),
        ({"destroyed": ("damage",)}, "destroyed"),
        ({"prone": True, "lost": {"RA": "blown off"}}, "prone-arm-missing"),
    ],
)
def test_every_weapon_says_why_a_mech_that_cannot_fire_does_not(sheet: dict[str, Any], why: str) -> None:
    table = Table(UNIT, **sheet)
    states = [state for state in figures.weapon_states(UNIT, table.sheet, STANDARD) if state.state != "destroyed"]
    assert states
    assert {(state.state, state.why) for state in states} == {("off", why)}
    number = figures.to_hit(UNIT, table.sheet, STANDARD, states[0].mount, "short")
    assert (number.automatic, number.modifiers[-1].reason) == ("impossible", why)


@pytest.mark.parametrize(
    ("off", "why"),
    [({"shutdown": True}, "shut-down"), ({"stalled": True}, "engine-stalled"),
     ({"shutdown": True, "stalled": True}, "engine-stalled")],
)  # fmt: skip
def test_an_engine_that_does_not_run_is_told_in_the_same_word_everywhere(off: dict[str, Any], why: str) -> None:
    sheet = Table(UNIT, **off).sheet
    told = {reason for row in figures.physical_rows(UNIT, sheet, STANDARD) for reason in row.reasons[:1]}
    told |= {state.why for state in figures.weapon_states(UNIT, sheet, STANDARD)}
    told |= {modifier.reason for modifier in figures.piloting(UNIT, sheet, STANDARD).modifiers}
    assert told | {figures.immobile(sheet)} == {why}


def test_a_weapon_fired_before_the_reactor_shut_down_is_still_shown_as_fired() -> None:
    table = Table(UNIT, shutdown=True, fired=(LASER,))
    states = {state.mount: state.state for state in figures.weapon_states(UNIT, table.sheet, STANDARD)}
    assert states[LASER] == "fired"

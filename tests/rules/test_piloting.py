"""Piloting rolls: their number, what calls for them, what they carry (TW, piloting skill rolls)."""

from __future__ import annotations

import pytest

from records.rules import STANDARD, CrewMember, Unit, figures
from records.rules.classic import piloting
from records.rules.entries import Moved, PhaseEnded, PilotingRollCaused
from records.rules.events import WentDown

from .notation import Table, machine


def number(unit: Unit, table: Table) -> tuple[int, str]:
    """The number now, and whether it is automatic."""
    target = figures.piloting(unit, table.sheet, STANDARD)
    return target.total, target.automatic


@pytest.mark.parametrize(
    ("unit", "total"),
    [
        (machine(), 5),
        (machine(config="Quad"), 3),
        (machine(cockpit="Small Cockpit"), 6),
        (machine(cockpit="Torso-Mounted Cockpit"), 6),
        (machine(armour_type="Hardened"), 6),
        (machine("RT 18+5/12 | Industrial Triple Strength Myomer x6"), 6),
    ],
    ids=["plain", "four legs", "small cockpit", "torso cockpit", "hardened armour", "industrial myomer"],
)
def test_the_design_itself_counts(unit: Unit, total: int) -> None:
    assert number(unit, Table(unit)) == (total, "")


@pytest.mark.parametrize(
    ("criticals", "total"),
    [
        ((("CT", 4),), 8),
        ((("RL", 1),), 7),
        ((("RL", 2),), 6),
        ((("RL", 1), ("RL", 2), ("RL", 4)), 7),
        ((("RL", 1), ("LL", 3)), 8),
    ],
    ids=["gyro", "hip", "upper leg", "a hip silences its leg", "hip and lower leg"],
)
def test_damage_of_earlier_phases_counts(criticals: tuple[tuple[str, int], ...], total: int) -> None:
    unit = machine()
    table = Table(unit, prone=True)
    for location, line in criticals:
        table.critical(location, line)
    assert number(unit, table) == (5, "")
    assert number(unit, table.enter(PhaseEnded("weapon"))) == (total, "")


def test_a_leg_gone_is_plus_5_and_its_actuators_no_longer_count() -> None:
    unit = machine()
    table = Table(unit, prone=True, hits={"RL": (0,)}).hit("RL", 30).roll("critical-check", 1, 1)
    assert number(unit, table) == (5, "")
    assert number(unit, table.enter(PhaseEnded("weapon"))) == (10, "")


def test_two_legs_gone_leave_nothing_to_roll_on_a_biped_three_on_a_quad() -> None:
    biped, quad = machine(), machine(config="Quad")
    assert number(biped, Table(biped, lost={"RL": "destroyed", "LL": "destroyed"})) == (15, "failure")
    lost = {"FRL": "destroyed"}
    assert number(quad, Table(quad, lost=lost)) == (5, "")
    lost["RLL"] = "destroyed"
    assert number(quad, Table(quad, lost=lost)) == (10, "")
    lost["FLL"] = "destroyed"
    assert number(quad, Table(quad, lost=lost)) == (20, "failure")


def test_a_destroyed_gyro_an_empty_seat_and_a_cold_reactor_leave_nothing_to_roll() -> None:
    unit = machine()
    assert number(unit, Table(unit, hits={"CT": (3, 4)})) == (11, "failure")
    assert number(unit, Table(unit, crew=(CrewMember(hits=3, conscious=False),)))[1] == "impossible"
    assert number(unit, Table(unit, shutdown=True))[1] == "impossible"


@pytest.mark.parametrize(("hits", "total"), [((3,), 6), ((3, 4), 8)])
def test_a_heavy_duty_gyro_takes_its_first_hit_lightly(hits: tuple[int, ...], total: int) -> None:
    unit = machine(gyro="Heavy Duty Gyro")
    assert number(unit, Table(unit, hits={"CT": hits})) == (total, "")
    assert number(unit, Table(unit, hits={"CT": (3, 4, 5)})) == (11, "failure")


@pytest.mark.parametrize(("damage", "rolls"), [(19, 0), (20, 1), (60, 1)])
def test_20_or_more_damage_in_a_phase_is_one_roll_at_plus_1(damage: int, rolls: int) -> None:
    table = Table(machine(), damage_this_phase=damage).enter(PhaseEnded("weapon"))
    assert len(table.sheet.owed) == rolls
    if rolls:
        target = table.owed("piloting").target
        assert target is not None
        assert target.total == 6


def test_every_roll_of_a_phase_carries_everything_the_phase_has_caused() -> None:
    table = Table(machine(), damage_this_phase=25).critical("RL", 1).critical("CT", 4).enter(PhaseEnded("weapon"))
    assert table.waiting == "piloting, piloting, piloting"
    assert {owed.target.total for owed in table.sheet.owed if owed.target} == {5 + 2 + 3 + 1}


def test_the_first_roll_failed_ends_it_in_one_fall() -> None:
    table = Table(machine(), damage_this_phase=25).critical("RL", 1).enter(PhaseEnded("weapon"))
    table.roll("piloting", 6, 6).roll("piloting", 1, 1)
    assert len(table.told(WentDown)) == 1
    assert table.waiting == "fall-facing, fall-avoid"


def test_a_prone_mech_rolls_for_nothing() -> None:
    table = Table(machine(), damage_this_phase=40, prone=True).critical("RL", 1).enter(PhaseEnded("weapon"))
    assert (table.waiting, table.sheet.phase) == ("", "physical")


def test_what_the_table_caused_waits_for_the_end_of_the_phase_or_is_rolled_at_once() -> None:
    table = Table(machine(), phase="physical").enter(PilotingRollCaused("kicked"))
    assert table.waiting == ""
    assert table.enter(PhaseEnded("physical")).waiting == "piloting"
    table = Table(machine(), phase="movement").enter(PilotingRollCaused("water-2", now=True))
    assert table.waiting == "piloting"


def test_a_cause_brings_its_own_modifier_and_the_table_may_add_to_it() -> None:
    table = Table(machine(), phase="movement").enter(PilotingRollCaused("building-heavy", 1, now=True))
    target = table.owed("piloting").target
    assert target is not None
    assert [(m.value, m.reason) for m in target.modifiers] == [
        (5, "piloting-skill"),
        (2, "building-heavy"),
        (1, "table-adds"),
    ]


def test_a_missed_death_from_above_ends_in_a_fall_without_a_roll() -> None:
    table = Table(machine(), phase="physical").enter(PilotingRollCaused("missed-death-from-above"))
    table.enter(PhaseEnded("physical"))
    assert table.waiting == "fall-location, fall-location, fall-location, fall-avoid"


def test_who_misses_a_death_from_above_lands_on_its_back_two_levels_down() -> None:
    table = Table(machine(tons=55), phase="physical").enter(PilotingRollCaused("missed-death-from-above", now=True))
    table.enter(PhaseEnded("physical"))
    groups = [owed for owed in table.sheet.owed if owed.kind == "fall-location"]
    assert [owed.about["points"] for owed in groups] == [5, 5, 5, 3]
    assert {owed.about["side"] for owed in groups} == {"rear"}
    target = table.owed("fall-avoid").target
    assert target is not None
    assert (target.total, target.modifiers[-1].reason) == (6, "height-of-fall")


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (PilotingRollCaused("kicked", 11), "modifier-out-of-range"),
        (PilotingRollCaused("kicked", -6), "modifier-out-of-range"),
        (PilotingRollCaused("sneezed"), "no-such-cause"),
        (PilotingRollCaused("mud"), "no-such-cause"),
    ],
)
def test_what_calls_for_no_roll_is_refused(entry: PilotingRollCaused, code: str) -> None:
    assert Table(machine()).refused(entry) == code
    assert Table(machine(), prone=True).refused(PilotingRollCaused("kicked")) == "already-prone"


@pytest.mark.parametrize(
    ("hits", "moved", "rolls"),
    [
        ({}, Moved("ran", 4), 0), ({"RL": (0,)}, Moved("ran", 2), 1), ({"CT": (3,)}, Moved("ran", 4), 1),
        ({"RL": (3,)}, Moved("ran", 4), 0), ({"CT": (3,)}, Moved("walked", 4), 0),
        ({"RL": (3,)}, Moved("jumped", 2), 1),
        ({"CT": (3,)}, Moved("jumped", 2), 1),
    ],
)  # fmt: skip
def test_running_on_a_bad_hip_or_gyro_and_landing_on_a_bad_leg_ask_for_a_roll(
    hits: dict[str, tuple[int, ...]], moved: Moved, rolls: int
) -> None:
    unit = machine("LT 18+5/12 | Jump Jet | Jump Jet", jump=2)
    table = Table(unit, phase="movement", hits=hits).enter(moved)
    assert len(table.sheet.owed) == rolls


def test_movement_entered_anew_drops_the_roll_of_the_first() -> None:
    table = Table(machine(), phase="movement", hits={"CT": (3,)}).enter(Moved("ran", 4))
    assert table.waiting == "piloting"
    assert table.enter(Moved("walked", 2)).waiting == ""


@pytest.mark.parametrize(("hexes", "value"), [(0, -1), (2, -1), (3, 0), (5, 1), (8, 2), (11, 4), (18, 5), (25, 6)])
def test_skids_grow_with_the_hexes_before_the_turn(hexes: int, value: int) -> None:
    assert piloting.skid(hexes) == value


@pytest.mark.parametrize("cause", ["water-1", "rubble", "building-heavy", "skid", "swamp"])
def test_rolls_of_moving_are_owed_at_once_and_those_of_attacks_when_the_phase_ends(cause: str) -> None:
    assert Table(machine(), phase="movement").enter(PilotingRollCaused(cause)).waiting == "piloting"
    assert Table(machine(), phase="physical").enter(PilotingRollCaused("kicked")).waiting == ""

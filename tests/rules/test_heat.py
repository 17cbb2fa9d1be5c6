"""Heat in and out, the scale, the reactor, the ammunition, life support (TW, heat)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from records.rules import STANDARD, CrewMember, Ruleset, figures
from records.rules.entries import (
    Corrected,
    Fired,
    HeatAdded,
    Moved,
    PhaseEnded,
    PilotingRollCaused,
    PowerSwitched,
    Shot,
    SinksSwitched,
    StateSwitched,
)
from records.rules.events import Exploded, HeatSettled, ReactorShutDown, ReactorStarted, RollDropped
from records.rules.unit import Engine, HeatSinks

from .notation import Table, machine

GUNSHIP = machine(
    """
    RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | PPC x3 | Heat Sink | Heat Sink
    RT 18+5/12 | AC/20 Ammo=5 | SRM 6 Ammo=15 | LRM 20 Ammo=6
    """,
    heat_sinks=HeatSinks(12, "Heat Sink", 12, 10),
)
PPC, FIRST_SINK = GUNSHIP.weapons[0], 8


def cool(**sheet: Any) -> Table:
    """A table in its heat phase."""
    return Table(GUNSHIP, phase="heat", **sheet)


def settled(table: Table) -> tuple[int, int, int]:
    """What the heat phase made, sunk and left."""
    event = table.told(HeatSettled)[-1]
    return event.generated, event.sunk, event.heat


@pytest.mark.parametrize(
    ("moved", "made"),
    [
        (Moved("stood"), 0), (Moved("walked", 3), 1), (Moved("ran", 5), 2), (Moved("jumped", 1), 3),
        (Moved("jumped", 3), 3), (Moved("jumped", 5), 5),
    ],
)  # fmt: skip
def test_walking_makes_1_running_2_jumping_1_a_hex_and_at_least_3(moved: Moved, made: int) -> None:
    unit = machine("RT 18+5/12 | Jump Jet x1 | Jump Jet x1 | Jump Jet x1 | Jump Jet x1 | Jump Jet x1", jump=5)
    table = Table(unit, phase="movement").enter(moved)
    assert figures.heat_projection(unit, table.sheet, STANDARD).made.total == made


def test_combustion_engines_make_no_heat_by_walking_and_running() -> None:
    unit = machine(engine=Engine(250, "ICE"))
    table = Table(unit, phase="movement").enter(Moved("ran", 5))
    assert figures.heat_projection(unit, table.sheet, STANDARD).made.total == 0


def test_the_heat_phase_adds_what_was_made_and_takes_what_the_sinks_take() -> None:
    table = Table(GUNSHIP, phase="movement", heat=4).enter(Moved("ran", 8)).enter(PhaseEnded("movement"))
    table.enter(Fired((Shot(PPC),))).enter(HeatAdded(6)).enter(PhaseEnded("weapon")).enter(PhaseEnded("physical"))
    table.enter(PhaseEnded("heat"))
    assert settled(table) == (18, 12, 10)
    assert (table.sheet.heat, table.sheet.heat_sources) == (10, ())


def test_heat_from_outside_counts_to_15_a_turn_and_never_sinks_below_nothing() -> None:
    table = cool().enter(HeatAdded(10)).enter(HeatAdded(10)).enter(PhaseEnded("heat"))
    assert settled(table) == (15, 12, 3)
    assert settled(cool().enter(HeatAdded(20, "inferno")).enter(PhaseEnded("heat"))) == (15, 12, 3)
    assert settled(cool().enter(HeatAdded(20, "internal")).enter(PhaseEnded("heat"))) == (20, 12, 8)
    assert settled(cool(heat=2).enter(PhaseEnded("heat"))) == (0, 2, 0)


def test_engine_hits_make_5_heat_each_while_a_fusion_engine_runs() -> None:
    table = Table(GUNSHIP).critical("CT", 1).critical("CT", 2).enter(PhaseEnded("weapon")).enter(PhaseEnded("physical"))
    assert settled(table.enter(PhaseEnded("heat")))[0] == 10
    burner = machine(engine=Engine(250, "ICE"))
    table = Table(burner, ruleset=Ruleset(options=("-CL-engine-explosion-non-fusion",))).critical("CT", 1)
    table.enter(PhaseEnded("weapon")).enter(PhaseEnded("physical")).enter(PhaseEnded("heat"))
    assert settled(table)[0] == 0


def test_heat_sinks_lost_or_off_sink_nothing() -> None:
    table = Table(GUNSHIP).critical("RA", FIRST_SINK)
    assert figures.heat_capacity(GUNSHIP, table.sheet, STANDARD).total == 12
    table.enter(PhaseEnded("weapon"))
    assert figures.heat_capacity(GUNSHIP, table.sheet, STANDARD).total == 11
    table.enter(SinksSwitched(4))
    assert figures.heat_capacity(GUNSHIP, table.sheet, STANDARD).total == 7
    assert table.refused(SinksSwitched(4)) == "nothing-changes"
    assert table.refused(SinksSwitched(13)) == "sinks-out-of-range"


def test_double_sinks_sink_two_and_water_helps_by_up_to_six() -> None:
    unit = machine(heat_sinks=HeatSinks(10, "ISDoubleHeatSink", 20, 10))
    sheet = Table(unit, prone=True).sheet
    assert figures.heat_capacity(unit, sheet, STANDARD).total == 20
    assert figures.heat_capacity(unit, sheet, STANDARD, water_depth=1).total == 26


def test_stealth_armour_makes_10_heat_while_it_is_on() -> None:
    table = cool().enter(StateSwitched("stealth", True))
    assert figures.heat_projection(GUNSHIP, table.sheet, STANDARD).made.total == 10


@pytest.mark.parametrize(
    ("heat", "number"),
    [(13, None), (14, 4), (17, 4), (18, 6), (21, 6), (22, 8), (25, 8), (26, 10), (29, 10)],
)
def test_the_shutdown_number_is_that_of_the_highest_line_reached(heat: int, number: int | None) -> None:
    table = cool(heat=heat + 12).enter(PhaseEnded("heat"))
    if number is None:
        assert table.waiting == ""
        return
    target = table.owed("shutdown").target
    assert target is not None
    assert target.total == number


def test_at_30_the_reactor_shuts_down_without_a_roll_and_the_mech_rolls_at_plus_3() -> None:
    table = cool(heat=42).enter(PhaseEnded("heat"))
    assert table.sheet.shutdown
    target = table.owed("piloting").target
    assert target is not None
    assert [(m.value, m.reason) for m in target.modifiers] == [(5, "piloting-skill"), (3, "reactor-shutdown")]


def test_a_shutdown_avoided_leaves_the_reactor_running() -> None:
    table = cool(heat=26).enter(PhaseEnded("heat")).roll("shutdown", 1, 3)
    assert not table.sheet.shutdown
    assert table.sheet.phase == "end"


def test_the_order_is_shutdown_then_ammunition_then_the_mechwarrior() -> None:
    table = cool(heat=40, hits={"HD": (0,)}).enter(PhaseEnded("heat"))
    assert table.waiting == "shutdown"
    assert table.roll("shutdown", 1, 1).waiting == "piloting"
    assert table.roll("piloting", 6, 6).waiting == "heat-ammunition"
    assert table.roll("heat-ammunition", 6, 6).waiting == "consciousness, consciousness"
    table.roll("consciousness", 6, 6).roll("consciousness", 6, 6)
    assert table.sheet.phase == "end"


@pytest.mark.parametrize(("heat", "number"), [(19, 4), (22, 4), (23, 6), (27, 6), (28, 8)])
def test_hot_ammunition_rolls_the_number_of_the_highest_line_reached(heat: int, number: int) -> None:
    target = figures.ammunition_number(heat)
    assert target is not None
    assert target.total == number
    assert figures.ammunition_number(18) is None


def test_of_several_bins_the_one_with_the_most_damage_left_goes_off() -> None:
    table = cool(heat=35).enter(PhaseEnded("heat")).roll("shutdown", 6, 6).roll("heat-ammunition", 1, 1)
    exploded = table.told(Exploded)[0]
    assert (exploded.name, exploded.points) == ("SRM 6 Ammo", 180)
    assert table.sheet.ammo[1] == 0


def test_without_ammunition_nothing_is_rolled_for_it() -> None:
    table = cool(heat=35, ammo=(0, 0, 0)).enter(PhaseEnded("heat")).roll("shutdown", 6, 6)
    assert table.sheet.phase == "end"


@pytest.mark.parametrize(("heat", "wounds"), [(14, 0), (15, 1), (24, 1), (25, 2)])
def test_heat_without_life_support_wounds_once_from_15_and_twice_from_25(heat: int, wounds: int) -> None:
    table = cool(heat=heat + 12, hits={"HD": (0,)}, ammo=(0, 0, 0)).enter(PhaseEnded("heat"))
    table.roll("shutdown", 6, 6)
    assert table.sheet.crew[0].hits == wounds


def test_whoever_reads_the_printing_of_26_switches_the_second_wound() -> None:
    ruleset = Ruleset(options=("-CL-life-support-25-two-hits",))
    table = Table(GUNSHIP, ruleset, phase="heat", heat=37, hits={"HD": (0,)}, ammo=(0, 0, 0)).enter(PhaseEnded("heat"))
    assert table.roll("shutdown", 6, 6).sheet.crew[0].hits == 1


def test_a_reactor_below_14_starts_by_itself_hotter_ones_need_the_roll() -> None:
    table = cool(heat=20, shutdown=True).enter(PhaseEnded("heat"))
    assert (table.sheet.shutdown, [e.reason for e in table.told(ReactorStarted)]) == (False, ["cool"])
    table = cool(heat=32, shutdown=True, ammo=(0, 0, 0)).enter(PhaseEnded("heat"))
    assert table.roll("restart", 1, 1).sheet.shutdown
    table = cool(heat=32, shutdown=True, ammo=(0, 0, 0)).enter(PhaseEnded("heat"))
    assert not table.roll("restart", 6, 6).sheet.shutdown


def test_an_unconscious_mechwarrior_cannot_keep_the_reactor_running_or_start_it() -> None:
    out = (CrewMember(hits=2, conscious=False, out_since=1),)
    table = cool(heat=27, crew=out, prone=True).enter(PhaseEnded("heat"))
    assert [event.reason for event in table.told(ReactorShutDown)] == ["nobody-in-control"]
    assert cool(heat=0, shutdown=True, crew=out).enter(PhaseEnded("heat")).sheet.shutdown


def test_a_reactor_shut_down_by_hand_stays_so_until_it_is_started_by_hand() -> None:
    table = cool().enter(PowerSwitched(False)).enter(PhaseEnded("heat"))
    assert table.sheet.shutdown
    assert table.refused(PowerSwitched(False)) == "already-shut-down"
    assert not table.enter(PowerSwitched(True)).sheet.shutdown
    assert table.refused(PowerSwitched(True)) == "already-running"


def test_a_reactor_too_hot_is_not_started_by_hand() -> None:
    assert Table(GUNSHIP, heat=20, shutdown=True).refused(PowerSwitched(True)) == "too-hot-to-start"


@pytest.mark.parametrize("points", [0, -3, 101])
def test_heat_that_cannot_be_is_refused(points: int) -> None:
    assert cool().refused(HeatAdded(points)) == "heat-out-of-range"


def test_the_projection_says_where_the_scale_will_stand_and_what_that_brings() -> None:
    table = Table(GUNSHIP, heat=20, hits={"HD": (0,)})
    projection = figures.heat_projection(GUNSHIP, table.sheet, STANDARD, (Shot(PPC),))
    assert (projection.before, projection.made.total, projection.sunk.total, projection.after) == (20, 10, 12, 18)
    assert (projection.effects.slows, projection.effects.to_hit, projection.wounds) == (3, 3, 1)
    assert projection.effects.shutdown is not None
    assert (projection.effects.shutdown.total, projection.effects.ammunition) == (6, None)


@pytest.mark.parametrize(("heat", "penalty"), [(7, 0), (8, 1), (12, 1), (13, 2), (16, 2), (17, 3), (23, 3), (24, 4)])
def test_heat_makes_aiming_harder_from_8_13_17_and_24(heat: int, penalty: int) -> None:
    assert figures.effects_at(heat).to_hit == penalty


def test_in_the_end_phase_the_heat_of_the_movement_is_settled_and_counts_no_more() -> None:
    table = Table(machine(), phase="movement").enter(Moved("ran", 4))
    assert figures.heat_projection(table.unit, table.sheet, STANDARD).made.total == 2
    table.enter(PhaseEnded("movement")).enter(PhaseEnded("weapon")).enter(PhaseEnded("physical"))
    assert figures.heat_projection(table.unit, table.sheet, STANDARD).made.total == 2
    assert figures.heat_projection(table.unit, table.enter(PhaseEnded("heat")).sheet, STANDARD).made.total == 0


BINS = "LT 18+5/12 | AC/20 Ammo=2 | LRM 5 Ammo=20 | CASE\nRT 18+5/12 | LRM 5 Ammo=20 | CASE"


@pytest.mark.parametrize(
    ("options", "rounds", "first"),
    [
        ((), (19, 2, 20), "LRM 5 Ammo"),  # 95, 40, 100 points left
        ((), (5, 5, 20), "AC/20 Ammo"),  # 25, 100, 100: of equal ones the more destructive round
        (("CL-heat-ammunition-by-round",), (19, 2, 20), "AC/20 Ammo"),
    ],
)
def test_a_failed_roll_sets_off_the_bin_that_does_the_most_damage(
    options: tuple[str, ...], rounds: tuple[int, ...], first: str
) -> None:
    table = Table(machine(BINS), Ruleset(options=options), phase="heat", heat=33, ammo=rounds)
    table.enter(PhaseEnded("heat")).roll("shutdown", 6, 6).roll("heat-ammunition", 1, 1)
    assert table.told(Exploded)[0].name == first


def test_of_equal_bins_the_first_in_the_order_of_the_sheet_goes_off() -> None:
    built = machine(BINS)
    unit = replace(built, bins=tuple(reversed(built.bins)))  # as files list them: the left side first
    table = Table(unit, phase="heat", heat=33, ammo=(20, 0, 20)).enter(PhaseEnded("heat"))
    table.roll("shutdown", 6, 6).roll("heat-ammunition", 1, 1)
    assert table.told(Exploded)[0].location == "RT"


def test_shutting_down_by_choice_calls_for_a_roll_at_plus_3_at_the_end_of_the_phase() -> None:
    table = Table(machine(), phase="end").enter(PowerSwitched(False))
    assert table.waiting == ""
    target = table.enter(PhaseEnded("end")).owed("piloting").target
    assert target is not None
    assert [(m.value, m.reason) for m in target.modifiers] == [(5, "piloting-skill"), (3, "reactor-shutdown")]
    assert table.roll("piloting", 3, 4).sheet.prone


def test_by_the_other_reading_shutting_down_by_choice_calls_for_none() -> None:
    ruleset = Ruleset(options=("-CL-shutdown-chosen-roll",))
    table = Table(machine(), ruleset, phase="end").enter(PowerSwitched(False)).enter(PhaseEnded("end"))
    assert (table.waiting, table.sheet.prone) == ("", False)


def test_a_roll_that_a_shut_down_mech_owes_for_something_else_is_missed() -> None:
    table = Table(machine(), phase="physical").enter(PowerSwitched(False)).enter(PilotingRollCaused("kicked"))
    table.enter(PhaseEnded("physical"))
    assert table.sheet.prone
    assert "piloting" not in table.waiting
    assert table.sheet.crew[0].hits == 1


def modifiers(table: Table) -> list[list[tuple[int, str]]]:
    """Value and reason of the modifiers of every piloting roll owed."""
    targets = [owed.target for owed in table.sheet.owed if owed.kind == "piloting"]
    return [[(m.value, m.reason) for m in target.modifiers] for target in targets if target is not None]


SHUT_DOWN = [(5, "piloting-skill"), (3, "reactor-shutdown")]


def test_shutting_down_by_choice_takes_the_place_of_the_roll_against_shutting_down() -> None:
    table = cool(heat=27, ammo=(0, 0, 0)).enter(PhaseEnded("heat"))
    assert table.waiting == "shutdown"
    table.enter(PowerSwitched(False))
    assert [(event.kind, event.reason) for event in table.told(RollDropped)] == [("shutdown", "shut-down")]
    assert (table.waiting, modifiers(table)) == ("piloting", [SHUT_DOWN])
    table.roll("piloting", 4, 4)
    assert (table.sheet.phase, table.sheet.prone, table.sheet.crew[0].hits) == ("end", False, 0)


def test_a_reactor_that_the_table_sets_off_or_on_leaves_no_roll_about_it() -> None:
    table = cool(heat=27, ammo=(0, 0, 0)).enter(PhaseEnded("heat")).enter(Corrected("shutdown", 1))
    assert (table.waiting, table.sheet.phase) == ("", "end")
    table = cool(heat=32, shutdown=True, ammo=(0, 0, 0)).enter(PhaseEnded("heat"))
    assert table.waiting == "restart"
    assert table.enter(Corrected("shutdown", 0)).waiting == ""


@pytest.mark.parametrize("phase", ["movement", "weapon", "physical", "heat", "end"])
@pytest.mark.parametrize("switches", [(False, True), (False, True, False), (False, True, False, True, False)])
def test_however_often_it_is_shut_down_in_a_phase_one_roll_at_plus_3_is_owed(
    phase: str, switches: tuple[bool, ...]
) -> None:
    table = Table(machine(), phase=phase)
    for on in switches:
        table.enter(PowerSwitched(on))
    assert modifiers(table.enter(PhaseEnded(phase))) == [SHUT_DOWN]


def test_shut_down_by_choice_and_by_heat_in_one_phase_it_owes_one_roll() -> None:
    table = Table(machine(), phase="heat", heat=10).enter(PowerSwitched(False)).enter(PowerSwitched(True))
    table.enter(HeatAdded(30, "internal")).enter(PhaseEnded("heat"))
    assert (table.sheet.shutdown, modifiers(table)) == (True, [SHUT_DOWN])
    assert table.roll("piloting", 6, 6).waiting == ""


def test_shut_down_while_the_phase_waits_for_its_piloting_rolls_it_owes_its_own() -> None:
    table = Table(machine(), damage_this_phase=20).enter(PhaseEnded("weapon")).enter(PowerSwitched(False))
    damage = [(5, "piloting-skill"), (1, "damage-20")]
    assert modifiers(table) == [damage, [*damage, (3, "reactor-shutdown")]]
    table.enter(PowerSwitched(True)).enter(PowerSwitched(False))
    assert len(modifiers(table)) == 2


@pytest.mark.parametrize(("options", "prone"), [((), True), (("-CL-shutdown-unconscious-falls",), False)])
def test_a_mech_that_shuts_down_with_nobody_awake_falls(options: tuple[str, ...], prone: bool) -> None:
    out = (CrewMember(hits=2, conscious=False, out_since=1),)
    table = Table(machine(), Ruleset(options=options), phase="heat", heat=25, crew=out).enter(PhaseEnded("heat"))
    assert (table.sheet.shutdown, table.sheet.prone) == (True, prone)


LASERS = "RA 14/8 | Shoulder | Upper Arm | {laser} | {laser} | Laser Insulator"


@pytest.mark.parametrize(("laser", "plain", "insulated"), [("Medium Laser", 3, 2), ("Small Laser", 1, 1)])
def test_a_laser_insulator_takes_1_off_its_lasers_heat_and_never_the_last(
    laser: str, plain: int, insulated: int
) -> None:
    table = Table(machine(LASERS.format(laser=laser)))
    assert [state.heat for state in figures.weapon_states(table.unit, table.sheet, STANDARD)] == [insulated, plain]
    table.enter(Fired((Shot(0), Shot(1))))
    assert [source.value for source in table.sheet.heat_sources] == [insulated, plain]


def test_an_insulator_hit_insulates_nothing_from_the_next_phase_on() -> None:
    table = Table(machine(LASERS.format(laser="Medium Laser")), phase="movement").critical("RA", 5)
    assert figures.heat_projection(table.unit, table.sheet, STANDARD, (Shot(0),)).made.total == 2
    table.enter(PhaseEnded("movement"))
    assert figures.heat_projection(table.unit, table.sheet, STANDARD, (Shot(0),)).made.total == 3


BOMBAST = "RA 14/8 | Shoulder | Upper Arm | Bombast Laser x3"


@pytest.mark.parametrize(("dial", "heat", "harder"), [(0, 12, 3), (12, 12, 3), (11, 11, 2), (10, 10, 2), (9, 9, 1),
                                                      (8, 8, 1), (7, 7, 0)])  # fmt: skip
def test_a_bombast_laser_turned_down_makes_less_heat_and_is_easier_to_aim(dial: int, heat: int, harder: int) -> None:
    table = Table(machine(BOMBAST))
    number = figures.to_hit(table.unit, table.sheet, STANDARD, 0, "short", dial=dial)
    assert number.total == 4 + harder
    assert figures.heat_projection(table.unit, table.sheet, STANDARD, (Shot(0, dial=dial),)).made.total == heat
    table.enter(Fired((Shot(0, dial=dial),)))
    assert [source.value for source in table.sheet.heat_sources] == [heat]


@pytest.mark.parametrize("dial", [6, 13, -1])
def test_a_bombast_laser_is_not_turned_to_what_it_cannot_do(dial: int) -> None:
    assert Table(machine(BOMBAST)).refused(Fired((Shot(0, dial=dial),))) == "no-such-dial"
    assert Table(GUNSHIP).refused(Fired((Shot(PPC, dial=7),))) == "no-such-dial"

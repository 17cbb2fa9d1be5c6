"""Critical hits: checks, the lines they pick, and what a hit line does (TW, critical hits and critical damage)."""

from __future__ import annotations

import pytest

from records.rules import Ruleset, condition
from records.rules.entries import CriticalCheck, CriticalHit, Rolled
from records.rules.events import CriticalLost, RollDropped
from records.rules.unit import Engine

from .notation import Table, machine

LASERS = "RT 18+5/12 | Medium Laser | Medium Laser | Heat Sink"


@pytest.mark.parametrize(
    ("dice", "count"), [((2, 5), 0), ((4, 4), 1), ((5, 4), 1), ((5, 5), 2), ((6, 5), 2), ((6, 6), 3)]
)
def test_a_check_brings_none_below_8_then_one_two_three(dice: tuple[int, int], count: int) -> None:
    table = Table(machine()).enter(CriticalCheck("CT")).roll("critical-check", *dice)
    assert table.waiting == ", ".join(["critical-slot CT"] * count)


@pytest.mark.parametrize("limb", ["RA", "LL"])
def test_a_12_on_a_limb_blows_it_off(limb: str) -> None:
    table = Table(machine()).enter(CriticalCheck(limb)).roll("critical-check", 6, 6)
    assert table.sheet.lost == {limb: "blown off"}


def test_a_12_on_the_head_blows_it_off() -> None:
    table = Table(machine()).enter(CriticalCheck("HD")).roll("critical-check", 6, 6)
    assert str(table) == "HD gone, pilot dead, destroyed: pilot-dead"


def test_a_blown_off_leg_is_an_automatic_fall() -> None:
    table = Table(machine()).enter(CriticalCheck("RL")).roll("critical-check", 6, 6)
    assert table.sheet.triggers[0].automatic


def test_an_armoured_shoulder_saves_the_arm_once() -> None:
    unit = machine("RA 14/8 | Shoulder* | Upper Arm")
    table = Table(unit).enter(CriticalCheck("RA")).roll("critical-check", 6, 6)
    assert (str(table), table.sheet.absorbed) == ("", {"RA": (0,)})
    table.enter(CriticalCheck("RA")).roll("critical-check", 6, 6)
    assert str(table) == "RA gone"


def test_an_industrialmech_adds_2_to_every_check() -> None:
    table = Table(machine(structure_type="Industrial")).enter(CriticalCheck("CT")).roll("critical-check", 3, 3)
    assert table.waiting == "critical-slot CT"


def test_twelve_lines_take_a_die_for_the_half_and_one_for_the_line() -> None:
    table = Table(machine()).enter(CriticalCheck("CT")).roll("critical-check", 4, 4)
    assert str(table.roll("critical-slot", 4, 2)) == "CT[8]"


def test_six_lines_take_one_die() -> None:
    table = Table(machine()).enter(CriticalCheck("HD")).roll("critical-check", 4, 4)
    assert str(table.roll("critical-slot", 5)) == "HD[5]"


@pytest.mark.parametrize("dice", [(4, 6), (1, 1)])
def test_an_empty_or_hit_line_is_rolled_again(dice: tuple[int, int]) -> None:
    table = Table(machine(), hits={"CT": (0,)}).enter(CriticalCheck("CT")).roll("critical-check", 4, 4)
    assert table.refused(Rolled(table.owed("critical-slot").id, dice)) == "roll-again"


def test_a_critical_that_finds_nothing_left_moves_inward() -> None:
    table = Table(machine()).enter(CriticalCheck("LT")).roll("critical-check", 4, 4)
    assert table.waiting == "critical-slot CT"


def test_a_second_critical_moves_inward_when_the_first_took_the_last_line() -> None:
    table = Table(machine("LT 18+5/12 | Medium Laser")).enter(CriticalCheck("LT")).roll("critical-check", 5, 5)
    assert table.waiting == "critical-slot LT, critical-slot CT"


def test_criticals_on_a_location_gone_before_move_inward() -> None:
    table = Table(machine(LASERS)).hit("RA", 22).roll("critical-check", 1, 1)
    table.enter(CriticalCheck("RA")).roll("critical-check", 4, 4)
    assert table.waiting == "critical-slot RT"


def test_a_through_armour_hit_on_a_location_gone_checks_where_the_damage_lands() -> None:
    table = Table(machine(LASERS)).hit("RA", 22).roll("critical-check", 1, 1)
    assert table.hit("RA", 2, through_armour=True).waiting == "critical-check RT"


def test_of_a_location_destroyed_by_the_same_damage_only_explosives_matter() -> None:
    table = Table(machine("RL 18/12 | Hip | Upper Leg | Lower Leg | Foot | - | -")).hit("RL", 30)
    table.roll("critical-check", 4, 4).roll("critical-slot", 1)
    assert [trigger.modifier.reason for trigger in table.sheet.triggers] == ["leg-lost"]
    assert [event.reason for event in table.told(CriticalLost)] == ["location-gone"]


def test_criticals_of_a_location_destroyed_by_the_same_damage_never_move_inward() -> None:
    table = Table(machine()).hit("LT", 30).roll("critical-check", 6, 5)
    assert table.waiting == ""


def test_a_destroyed_mech_owes_no_more_checks() -> None:
    table = Table(machine()).hit("RT", 20).hit("CT", 40)
    assert [event.reason for event in table.told(RollDropped)] == ["destroyed"]
    assert table.waiting == ""


# --- what a line does ----------------------------------------------------------------------------------------------


def test_a_weapon_of_several_lines_is_lost_with_the_first() -> None:
    unit = machine("RT 18+5/12 | AC/10 x7")
    table = Table(unit).critical("RT", 4)
    assert condition.mount_out(unit, table.sheet, 0)
    assert str(table.critical("RT", 5)) == "RT[4], RT[5]"


def test_an_armoured_component_absorbs_its_first_hit() -> None:
    unit = machine("RT 18+5/12 | Medium Laser*")
    table = Table(unit).critical("RT", 1)
    assert not condition.mount_out(unit, table.sheet, 0)
    assert condition.mount_out(unit, table.critical("RT", 1).sheet, 0)


def test_both_items_of_a_superheavys_double_slot_are_lost() -> None:
    unit = machine("RT 18+5/12 | Medium Laser & Small Laser", tons=120)
    table = Table(unit).critical("RT", 1)
    assert [condition.mount_out(unit, table.sheet, i) for i in (0, 1)] == [True, True]


def test_the_third_engine_hit_destroys_the_mech() -> None:
    table = Table(machine()).critical("CT", 1).critical("CT", 2)
    assert str(table) == "CT[1], CT[2]"
    assert str(table.critical("CT", 3)) == "CT[1], CT[2], CT[3], destroyed: engine"


def test_a_superheavys_compact_engine_is_destroyed_by_two_hits() -> None:
    table = Table(machine(tons=150, engine=Engine(300, "Compact"))).critical("CT", 1).critical("CT", 2)
    assert table.sheet.destroyed == ("engine",)


def test_a_non_fusion_engine_may_explode_at_10_then_7_then_4() -> None:
    table = Table(machine(engine=Engine(200, "ICE"))).critical("CT", 1)
    numbers = []
    for line in (2, 3):
        numbers.append(table.owed("engine-explosion").target.total)  # type: ignore[union-attr]
        table.roll("engine-explosion", 1, 1).critical("CT", line)
    assert [*numbers, table.owed("engine-explosion").target.total] == [10, 7, 4]  # type: ignore[union-attr]
    assert str(table.roll("engine-explosion", 2, 2)) == "CT gone, CT[1], CT[2], CT[3], destroyed: engine"


def test_a_non_fusion_engine_does_not_explode_when_the_option_is_off() -> None:
    unit = machine(engine=Engine(200, "ICE"))
    assert Table(unit, Ruleset(options=("-CL-engine-explosion-non-fusion",))).critical("CT", 1).waiting == ""


def test_the_first_gyro_hit_calls_for_a_roll_at_3_and_the_second_is_a_fall() -> None:
    table = Table(machine()).critical("CT", 4).critical("CT", 5)
    assert [(t.modifier.value, t.automatic) for t in table.sheet.triggers] == [(3, False), (0, True)]


def test_a_heavy_duty_gyro_takes_one_hit_more() -> None:
    table = Table(machine(gyro="Heavy Duty Gyro")).critical("CT", 4)
    assert table.sheet.triggers == ()
    table.critical("CT", 5).critical("CT", 6)
    assert [(t.modifier.value, t.automatic) for t in table.sheet.triggers] == [(3, False), (0, True)]


@pytest.mark.parametrize(("line", "value"), [(1, 2), (2, 1), (3, 1), (4, 1)])
def test_leg_actuators_call_for_a_roll(line: int, value: int) -> None:
    table = Table(machine()).critical("LL", line)
    assert [t.modifier.value for t in table.sheet.triggers] == [value]


def test_arm_actuators_call_for_no_roll() -> None:
    assert Table(machine()).critical("LA", 1).sheet.triggers == ()


def test_a_cockpit_hit_kills_the_mechwarrior() -> None:
    assert str(Table(machine()).critical("HD", 3)) == "HD[3], pilot dead, destroyed: pilot-dead"


def test_a_command_console_has_a_seat_in_each_cockpit_line() -> None:
    unit = machine("HD 9/3 | Life Support | Sensors | Cockpit | Cockpit", cockpit="Command Console", crew_size=2)
    table = Table(unit).critical("HD", 4)
    assert str(table) == "HD[4], seat 2 dead"
    assert str(table.critical("HD", 3)) == "HD[3], HD[4], seat 1 dead, seat 2 dead, destroyed: pilot-dead"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (CriticalHit("CT", 0), "slot-already-hit"), (CriticalHit("CT", 11), "no-such-slot"),
        (CriticalHit("CT", 40), "no-such-slot"), (CriticalHit("CT", -1), "no-such-slot"),
        (CriticalHit("LT", 0), "slot-unhittable"), (CriticalHit("LA", 0), "location-gone"),
        (CriticalHit("CL", 0), "no-such-location"), (CriticalCheck("XX"), "no-such-location"),
    ],
)  # fmt: skip
def test_a_critical_that_cannot_be_is_refused_by_name(entry: CriticalHit | CriticalCheck, code: str) -> None:
    table = Table(machine("LT 18+5/12 | Endo Steel"), hits={"CT": (0,)}).hit("LA", 22)
    assert table.refused(entry) == code


@pytest.mark.parametrize(
    ("dice", "code"), [((4,), "wrong-number-of-dice"), ((4, 7), "dice-out-of-range"), ((0, 3), "dice-out-of-range")]
)
def test_dice_that_cannot_be_are_refused(dice: tuple[int, ...], code: str) -> None:
    table = Table(machine()).enter(CriticalCheck("CT"))
    assert table.refused(Rolled(table.owed("critical-check").id, dice)) == code


def test_a_roll_is_answered_once() -> None:
    table = Table(machine()).enter(CriticalCheck("CT"))
    answer = Rolled(table.owed("critical-check").id, (1, 2))
    assert table.enter(answer).refused(answer) == "roll-not-owed"

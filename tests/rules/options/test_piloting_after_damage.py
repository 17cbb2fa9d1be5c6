"""HR-A08 damage steps, HR-A09 weight class, HR-B03 ballistic impact: numbers from the catalogue's own vectors."""

from __future__ import annotations

import pytest

from records.rules import Ruleset
from records.rules.entries import Hit, PhaseEnded, PilotingRollCaused, StandUp
from tests.rules.notation import Table, machine

THICK = "CT 60+20/31 | Engine x3 | Gyro x4 | Engine x3"
STEPS = Ruleset(options=("HR-A08",))


def rolls(table: Table) -> dict[str, int]:
    """Cause and number of every piloting roll owed."""
    return {owed.cause: owed.target.total for owed in table.sheet.owed if owed.kind == "piloting" and owed.target}


def after(points: int, ruleset: Ruleset, tons: int = 50) -> dict[str, int]:
    table = Table(machine(THICK, tons=tons), ruleset).enter(PilotingRollCaused("kicked"))
    while points:
        group = min(10, points)
        table.hit("CT", group)
        points -= group
    return rolls(table.enter(PhaseEnded("weapon")))


@pytest.mark.parametrize(
    ("points", "numbers"),
    [
        (19, {"kicked": 5}),
        (20, {"kicked": 6, "damage-20": 6}),
        (39, {"kicked": 6, "damage-20": 6}),
        (40, {"kicked": 7, "damage-20": 7}),
        (60, {"kicked": 8, "damage-20": 8}),
    ],
)
def test_every_full_20_points_of_a_phase_add_1_to_all_its_piloting_rolls(points: int, numbers: dict[str, int]) -> None:
    assert after(points, STEPS) == numbers


def test_without_the_option_much_damage_is_plus_1_once() -> None:
    assert after(47, Ruleset()) == {"kicked": 6, "damage-20": 6}


def test_47_damage_on_an_assault_mech_with_steps_and_weight_class() -> None:
    both = Ruleset(options=("HR-A08", "HR-A09"))
    assert after(47, both, tons=80) == {"kicked": 5 + 2, "damage-20": 5 + 2 - 2}


@pytest.mark.parametrize(
    ("tons", "modifier"), [(20, 1), (35, 1), (40, 0), (55, 0), (60, -1), (75, -1), (80, -2), (100, -2)]
)
def test_weight_class_changes_the_roll_for_damage_alone(tons: int, modifier: int) -> None:
    assert after(20, Ruleset(options=("HR-A09",)), tons=tons) == {"kicked": 6, "damage-20": 6 + modifier}


def test_the_weight_table_can_be_edited() -> None:
    edited = Ruleset(options=("HR-A09",), tables={"HR-A09": {"medium.modifier": 3}})
    assert after(20, edited)["damage-20"] == 9


def test_the_steps_count_in_a_fall_without_a_roll_too() -> None:
    table = Table(machine(THICK), STEPS).hit("CT", 40).hit("RL", 30).roll("critical-check", 1, 1)
    target = table.enter(PhaseEnded("weapon")).owed("fall-avoid").target
    assert target is not None
    assert ("damage-steps", 3) in [(m.reason, m.value) for m in target.modifiers]


def ballistic(*hits: tuple[int, str], ruleset: Ruleset | None = None) -> Table:
    table = Table(machine(THICK), ruleset or Ruleset(options=("HR-B03",)))
    for points, kind in hits:
        table.enter(Hit("CT", points, kind=kind))  # type: ignore[arg-type]
    return table


def test_each_ballistic_hit_of_10_or_more_makes_keeping_ones_feet_harder_by_1() -> None:
    table = ballistic((10, "ballistic"), (20, "ballistic"), (9, "ballistic"), (15, "energy"))
    table.enter(PilotingRollCaused("kicked")).enter(PhaseEnded("weapon"))
    assert rolls(table) == {"kicked": 5 + 1 + 2, "damage-20": 5 + 1 + 2}


def test_ballistic_hits_weigh_on_the_roll_against_harm_in_the_fall() -> None:
    table = ballistic((10, "ballistic"), (12, "ballistic")).enter(PhaseEnded("weapon")).roll("piloting", 1, 1)
    avoid = table.owed("fall-avoid").target
    assert avoid is not None
    assert avoid.total == 5 + 1 + 2


def test_ballistic_hits_end_with_the_phase_and_do_not_hinder_standing_up() -> None:
    table = ballistic((10, "ballistic"))
    assert table.sheet.counters["ballistic-hits"] == 1
    table.enter(PhaseEnded("weapon"))
    assert table.waiting == ""
    assert "ballistic-hits" not in table.sheet.counters
    down = ballistic((10, "ballistic"))
    down.sheet = Table(down.unit, down.ruleset, phase="movement", prone=True, counters={"ballistic-hits": 1}).sheet
    target = down.enter(StandUp()).owed("stand-up").target
    assert target is not None
    assert target.total == 5


def test_by_its_setting_a_ballistic_hit_also_calls_for_a_roll() -> None:
    ruleset = Ruleset(options=("HR-B03",), settings={"HR-B03.causes-roll": 1})
    table = ballistic((10, "ballistic"), (5, "ballistic"), ruleset=ruleset).enter(PhaseEnded("weapon"))
    assert rolls(table) == {"ballistic-impact": 6}

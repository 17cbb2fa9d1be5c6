"""Hull breaches in vacuum and under water (TW, hull breaches)."""

from __future__ import annotations

from typing import Any

import pytest

from records.rules import entries as n
from records.rules.classic import attacks, firing, piloting

from .notation import Table, machine

LASER = "RT 18+5/12 | Medium Laser"
VACUUM: dict[str, Any] = {"states": {"vacuum": True}}


def depth(points: int, **more: Any) -> dict[str, Any]:
    return {"counters": {"water-depth": points}, **more}


def test_damage_in_vacuum_owes_a_breach_roll_while_armour_is_left() -> None:
    table = Table(machine(), **VACUUM).hit("RT", 5)
    assert table.waiting == "hull-breach RT"
    owed = table.owed("hull-breach")
    assert owed.target is not None
    assert owed.target.total == 10


def test_a_ten_breaches_and_nothing_there_works_any_more() -> None:
    table = Table(machine(LASER), **VACUUM).hit("RT", 5).roll("hull-breach", 5, 5)
    assert table.sheet.breached == ("RT",)
    assert firing.why_not(table.unit, table.sheet, table.ruleset, 0) == ""
    table.enter(n.PhaseEnded("weapon"))
    assert firing.why_not(table.unit, table.sheet, table.ruleset, 0) == "weapon-destroyed"
    assert attacks.to_hit(table.unit, table.sheet, table.ruleset, 0, 3).automatic == "impossible"


def test_a_nine_holds() -> None:
    assert Table(machine(), **VACUUM).hit("RT", 5).roll("hull-breach", 4, 5).sheet.breached == ()


def test_a_location_without_armour_is_breached_at_once() -> None:
    table = Table(machine(), **VACUUM).hit("LA", 14)
    assert (table.waiting, table.sheet.breached) == ("", ("LA",))


@pytest.mark.parametrize(
    ("place", "sheet", "owed"),
    [
        ("RL", depth(1), "hull-breach RL"),
        ("RT", depth(1), ""),
        ("RT", depth(1, prone=True), "hull-breach RT"),
        ("RT", depth(2), "hull-breach RT"),
        ("RL", depth(0), ""),
    ],
)
def test_only_what_is_under_water_may_flood(place: str, sheet: dict[str, Any], owed: str) -> None:
    assert Table(machine(), **sheet).hit(place, 3).waiting == owed


def test_several_hits_on_one_location_owe_one_breach_roll() -> None:
    assert Table(machine(), **VACUUM).hit("RT", 3).hit("RT", 3).waiting == "hull-breach RT"


def test_a_breached_cockpit_kills() -> None:
    table = Table(machine(), **VACUUM).hit("HD", 9)
    assert str(table) == "HD 0/3, pilot 1, pilot dead, destroyed: pilot-dead"


def test_a_flooded_engine_is_a_destroyed_one() -> None:
    table = Table(machine(), **depth(2)).hit("CT", 20)
    assert table.sheet.breached == ("CT",)
    assert table.sheet.destroyed == ("engine",)


def test_a_flooded_leg_counts_as_one_with_its_hip_hit() -> None:
    table = Table(machine(), **depth(1)).hit("RL", 18).enter(n.PhaseEnded("weapon"))
    assert [m.reason for m in piloting.number(table.unit, table.sheet, table.ruleset).modifiers][1:] == ["hip"]


def test_harjel_seals_the_location() -> None:
    table = Table(machine("RT 18+5/12 | HarJel"), **VACUUM).hit("RT", 5)
    assert table.waiting == ""
    assert table.refused(n.BreachCheck("RT")) == "sealed-by-harjel"


def test_going_into_the_water_with_holes_in_the_armour_is_checked_by_hand() -> None:
    table = Table(machine()).hit("LL", 4).enter(n.BreachCheck("LL"))
    assert table.waiting == "hull-breach LL"
    table.roll("hull-breach", 6, 6)
    assert table.refused(n.BreachCheck("LL")) == "already-breached"
    assert table.refused(n.BreachCheck("XX")) == "no-such-location"


def test_the_roll_is_dropped_with_its_location() -> None:
    table = Table(machine(), **VACUUM).hit("RA", 3).hit("RA", 30)
    assert "hull-breach RA" not in table.waiting


def test_a_breach_stays_after_the_battle() -> None:
    table = Table(machine(), **VACUUM).hit("LA", 14).enter(n.StoodDown())
    assert table.sheet.breached == ("LA",)


def test_a_breach_is_set_and_closed_by_hand() -> None:
    table = Table(machine()).enter(n.Corrected("breached:RT", 1))
    assert table.sheet.breached == ("RT",)
    assert table.enter(n.Corrected("breached:RT", 0)).sheet.breached == ()
    assert table.refused(n.Corrected("breached:RT", 0)) == "nothing-changes"

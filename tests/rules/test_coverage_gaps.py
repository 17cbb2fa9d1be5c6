"""Rules that no other file here is about."""

from __future__ import annotations

import pytest

from records.rules import Ruleset
from records.rules import entries as n

from .notation import Table, machine


def test_anti_penetrative_armour_takes_2_off_the_check_while_any_is_left() -> None:
    unit = machine(armour_type="Anti-Penetrative Ablation")
    target = Table(unit).hit("RT", 1, through_armour=True).owed("critical-check").target
    assert target is not None
    assert target.total == -2
    assert Table(unit).hit("RT", 20).owed("critical-check").target is None


@pytest.mark.parametrize(
    "kind", ["Ferro-Fibrous", "Light Ferro-Fibrous", "Heavy Industrial", "Industrial", "Primitive"]
)
@pytest.mark.parametrize("damage", ["energy", "ballistic", "missile", "physical", "fall"])
def test_armour_that_differs_only_in_points_takes_damage_as_it_comes(kind: str, damage: str) -> None:
    assert str(Table(machine(armour_type=kind)).hit("RT", 7, kind=damage)) == "RT 11+5/12"


def test_by_the_other_reading_a_line_of_reactive_armour_is_rolled_again_and_never_goes_off() -> None:
    unit = machine("RT 18+5/12 | IS Reactive x2 | Medium Laser", armour_type="Reactive")
    table = Table(unit, Ruleset(options=("-CL-reactive-armour-struck",)))
    table.enter(n.CriticalCheck("RT")).roll("critical-check", 4, 4)
    assert table.refused(n.Rolled(table.owed("critical-slot").id, (1, 1))) == "roll-again"
    assert table.refused(n.CriticalHit("RT", 0)) == "slot-unhittable"


def test_a_mech_on_one_leg_may_try_to_stand_at_plus_5() -> None:
    table = Table(machine(), phase="movement", prone=True, lost={"RL": "destroyed"}).enter(n.StandUp())
    target = table.owed("stand-up").target
    assert target is not None
    assert [(m.value, m.reason) for m in target.modifiers] == [(5, "piloting-skill"), (5, "leg-gone")]
    assert not table.roll("stand-up", 5, 5).sheet.prone


def test_a_second_fall_in_the_same_phase_has_its_own_damage_and_roll() -> None:
    table = Table(machine(), phase="movement").enter(n.FellDown())
    table.roll("fall-facing", 1).roll("fall-location", 3, 4).roll("fall-avoid", 1, 1).roll("consciousness", 6, 6)
    table.enter(n.StandUp()).roll("stand-up", 1, 1)
    assert table.waiting == "fall-facing, fall-avoid"
    table.roll("fall-facing", 4).roll("fall-location", 3, 4).roll("fall-avoid", 1, 1)
    assert str(table) == "CT 15+1/16, pilot 2"

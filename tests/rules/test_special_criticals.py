"""Explosives that need a condition, several explosions, patchwork armour, and 'Mechs of other builds."""

from __future__ import annotations

from typing import Any

import pytest

from records.rules import CrewMember, Ruleset
from records.rules import entries as n
from records.rules.classic import firing, movement, piloting
from records.rules.events import Exploded, PilotWounded, RollDropped

from .notation import Table, machine

CAPACITOR = "RA 14/8 | Shoulder | Upper Arm | Lower Arm | PPC x3 | PPC Capacitor"


@pytest.mark.parametrize("line", [4, 7])
def test_a_charged_capacitor_or_its_ppc_goes_off_with_15(line: int) -> None:
    assert Table(machine(CAPACITOR)).critical("RA", line).told(Exploded) == []
    charged = Table(machine(CAPACITOR)).enter(n.StateSwitched("ppc-capacitor", True)).critical("RA", line)
    assert [event.points for event in charged.told(Exploded)] == [15]


def test_a_charging_capacitor_makes_5_heat_a_turn() -> None:
    table = Table(machine(CAPACITOR), phase="heat").enter(n.StateSwitched("ppc-capacitor", True))
    assert table.enter(n.HeatAdded(10, "internal")).enter(n.PhaseEnded("heat")).sheet.heat == 5


def test_a_blue_shield_goes_off_only_while_it_is_on() -> None:
    unit = machine("LT 18+5/12 | Blue Shield Particle Field Damper")
    assert Table(unit).critical("LT", 1).told(Exploded) == []
    on = Table(unit).enter(n.StateSwitched("blue-shield", True)).critical("LT", 1)
    assert [event.points for event in on.told(Exploded)] == [5]


def test_a_pod_that_has_been_fired_does_not_go_off() -> None:
    unit = machine("RL 18/12 | Hip | Upper Leg | Lower Leg | Foot | ISMPod")
    assert Table(unit).critical("RL", 5).told(Exploded) != []
    assert Table(unit, counters={"one-shot-0": 1}).critical("RL", 5).told(Exploded) == []


def test_several_explosions_in_a_phase_wound_each_time_and_are_counted_together() -> None:
    table = Table(machine("RT 18+5/12 | AC/2 Ammo=2 | AC/2 Ammo=3"))
    table.critical("RT", 1).roll("critical-check", 1, 1).critical("RT", 2)
    assert [event.points for event in table.told(Exploded)] == [4, 6]
    assert [event.hits for event in table.told(PilotWounded)] == [2, 2]
    assert table.sheet.damage_this_phase == 10


def test_an_explosion_sets_off_the_next_bin_by_its_own_critical() -> None:
    table = Table(machine("RT 18+5/12 | AC/2 Ammo=2 | AC/2 Ammo=3")).critical("RT", 1)
    table.roll("critical-check", 4, 4).roll("critical-slot", 1, 2)
    assert [event.slot for event in table.told(Exploded)] == [0, 1]


def test_equipment_of_a_lost_limb_is_out_and_its_ammunition_cannot_be_fired() -> None:
    unit = machine("RA 14/8 | Shoulder | Upper Arm | Medium Laser | SRM 6 Ammo=15\nLT 18+5/12 | SRM 6 x2")
    table = Table(unit).hit("RA", 22).roll("critical-check", 1, 1).enter(n.PhaseEnded("weapon")).roll("piloting", 6, 6)
    laser, launcher = unit.weapons[-2:] if unit.mounts[unit.weapons[-1]].location == "LT" else unit.weapons[::-1][-2:]
    assert firing.why_not(unit, table.sheet, table.ruleset, laser) == "weapon-destroyed"
    assert firing.why_not(unit, table.sheet, table.ruleset, launcher) == "no-ammunition"


def patchwork(**places: str) -> Any:
    return machine(armour_type="Patchwork", patchwork=places)


def test_patchwork_armour_counts_location_by_location() -> None:
    unit = patchwork(RT="Reflective", LT="Reactive", RL="Hardened")
    assert str(Table(unit).hit("RT", 8, kind="energy")) == "RT 14+5/12"
    assert str(Table(unit).hit("LT", 8, kind="energy")) == "LT 10+5/12"
    assert str(Table(unit).hit("LT", 8, kind="missile")) == "LT 14+5/12"
    assert str(Table(unit).hit("RL", 8)) == "RL 14/12"


def test_hardened_patches_weigh_on_running_and_piloting_too() -> None:
    unit = patchwork(RL="Hardened")
    table = Table(unit)
    assert movement.running(unit, table.sheet, table.ruleset).total == 7
    assert piloting.number(unit, table.sheet, table.ruleset).total == 6


@pytest.mark.parametrize("name", ["Landing Gear", "Avionics"])
def test_what_a_lam_needs_for_flying_is_only_marked_in_mech_mode(name: str) -> None:
    table = Table(machine(f"LT 18+5/12 | {name}", config="LAM")).critical("LT", 1)
    assert (str(table), table.waiting, table.sheet.triggers) == ("LT[1]", "", ())


def test_a_quadvee_walks_as_a_quad_and_its_conversion_gear_is_only_marked() -> None:
    leg = "18/12 | Hip | Upper Leg | Lower Leg | Foot | Conversion Gear"
    drawing = "\n".join(f"{place} {leg}" for place in ("FRL", "FLL", "RRL", "RLL"))
    unit = machine(drawing, config="QuadVee", crew_size=2)
    table = Table(unit).critical("FRL", 5)
    assert (str(table), table.sheet.triggers) == ("FRL[5]", ())
    assert [m.reason for m in piloting.number(unit, table.sheet, table.ruleset).modifiers] == [
        "piloting-skill", "dedicated-pilot", "four-legs",
    ]  # fmt: skip


def test_a_crew_of_three_goes_on_until_the_last_is_gone() -> None:
    table = Table(machine(crew_size=3)).enter(n.PilotHit(0, 6)).enter(n.PilotHit(2, 6))
    assert not table.sheet.destroyed
    assert table.enter(n.PilotHit(1, 6)).sheet.destroyed == ("pilot-dead",)


def test_wounds_carried_in_from_before_count_towards_the_next_number() -> None:
    table = Table(machine(), crew=(CrewMember(hits=3),)).enter(n.PilotHit())
    target = table.owed("consciousness").target
    assert target is not None
    assert target.total == 10


def test_several_wounds_at_once_owe_a_roll_each_and_the_first_failed_ends_them() -> None:
    table = Table(machine()).enter(n.PilotHit(hits=3))
    assert table.waiting == "consciousness, consciousness, consciousness"
    assert table.roll("consciousness", 6, 6).roll("consciousness", 1, 1).waiting == ""


@pytest.mark.parametrize(("on", "dead"), [(False, "pilot 2"), (True, "pilot ejected, destroyed: abandoned")])
def test_automatic_ejection_is_an_option(on: bool, dead: str) -> None:
    ruleset = Ruleset(options=("CL-automatic-ejection",) if on else ())
    table = Table(machine("RT 18+5/12 | AC/2 Ammo=1"), ruleset).critical("RT", 1)
    assert str(table).endswith(dead)


def test_a_check_on_a_limb_blown_off_in_this_phase_is_dropped() -> None:
    table = Table(machine()).enter(n.CriticalCheck("RA")).enter(n.CriticalCheck("RA"))
    assert table.roll("critical-check", 6, 6).waiting == ""
    assert [event.reason for event in table.told(RollDropped)] == ["location-gone"]


def test_wounds_of_the_landing_may_be_entered_by_hand_as_well() -> None:
    ruleset = Ruleset(options=("CL-automatic-ejection",))
    table = Table(machine("RT 18+5/12 | AC/2 Ammo=1"), ruleset).critical("RT", 1).enter(n.PilotHit(0, 1, "ejection"))
    assert table.sheet.crew[0].hits == 1
    assert table.refused(n.Hit("HD", 3)) == "destroyed"

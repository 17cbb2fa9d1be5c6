"""To-hit numbers: the 'Mech's own modifiers and the target's; salvoes (TW, weapon attacks)."""

from __future__ import annotations

from typing import Any

import pytest

from records.rules import STANDARD, CrewMember, figures
from records.rules.figures import Salvo, TargetSituation
from records.rules.sheet import Movement

from .notation import Table, machine

UNIT = machine(
    """
    RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | Medium Laser | PPC x3
    LA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | Medium Laser
    LT 18+5/12 | LRM 10 x2 | Medium Pulse Laser
    LL 18/12 | Hip | Upper Leg | Lower Leg | Foot | Medium Laser
    """
)
names = [UNIT.mounts[mount].item for mount in UNIT.weapons]
LRM, PULSE = UNIT.weapons[names.index("LRM 10")], UNIT.weapons[names.index("ISMediumPulseLaser")]
RIGHT = next(m for m in UNIT.weapons if UNIT.mounts[m].location == "RA" and "Laser" in UNIT.mounts[m].item)
LEFT = next(m for m in UNIT.weapons if UNIT.mounts[m].location == "LA")
LEG = next(m for m in UNIT.weapons if UNIT.mounts[m].location == "LL")
PPC = next(m for m in UNIT.weapons if UNIT.mounts[m].item == "PPC")


def total(mount: int, distance: int, target: TargetSituation | None = None, **sheet: Any) -> int:
    """The number from a sheet like this."""
    table = Table(UNIT, **sheet)
    number = figures.to_hit(UNIT, table.sheet, STANDARD, mount, distance, target or TargetSituation())
    assert not number.automatic
    return number.total


def why(mount: int, distance: int, **sheet: Any) -> tuple[str, str]:
    """Why there is no number: how it is automatic, and the reason."""
    number = figures.to_hit(UNIT, Table(UNIT, **sheet).sheet, STANDARD, mount, distance)
    return number.automatic, number.modifiers[-1].reason


@pytest.mark.parametrize(("distance", "number"), [(1, 4), (3, 4), (4, 6), (6, 6), (7, 8), (9, 8)])
def test_medium_range_is_2_and_long_range_4_harder(distance: int, number: int) -> None:
    assert total(RIGHT, distance) == number


@pytest.mark.parametrize(("distance", "number"), [(3, 5), (2, 6), (1, 7), (4, 4)])
def test_inside_minimum_range_every_hex_is_1_harder(distance: int, number: int) -> None:
    assert total(PPC, distance) == number


def test_out_of_range_is_a_miss_without_a_roll() -> None:
    assert why(RIGHT, 10) == ("failure", "out-of-range")


@pytest.mark.parametrize(
    ("sheet", "number"),
    [
        ({"movement": Movement("walked", 2)}, 5),
        ({"movement": Movement("ran", 2)}, 6),
        ({"movement": Movement("jumped", 2)}, 7),
        ({"heat": 13}, 6),
        ({"hits": {"HD": (1,)}}, 6),
        ({"hits": {"RA": (0, 1)}}, 8),
        ({"hits": {"RA": (1, 2)}}, 6),
        ({"hits": {"RA": (3,)}}, 4),
        ({"prone": True}, 6),
        ({"crew": (CrewMember(gunnery=2),)}, 2),
    ],
    ids=["walked", "ran", "jumped", "heat", "sensors", "shoulder", "two actuators", "hand", "prone", "gunnery"],
)
def test_the_mechs_own_modifiers(sheet: dict[str, Any], number: int) -> None:
    assert total(RIGHT, 2, **sheet) == number


@pytest.mark.parametrize(
    ("target", "number"),
    [
        (TargetSituation("walked", 2), 4), (TargetSituation("walked", 3), 5), (TargetSituation("ran", 5), 6),
        (TargetSituation("ran", 7), 7), (TargetSituation("ran", 10), 8), (TargetSituation("ran", 18), 9),
        (TargetSituation("jumped", 5), 7), (TargetSituation(immobile=True), 0), (TargetSituation(prone=True), 5),
        (TargetSituation(terrain="light-woods"), 5), (TargetSituation(terrain="heavy-woods"), 6),
        (TargetSituation(light_woods=1, heavy_woods=1), 7), (TargetSituation(partial_cover=True), 5),
        (TargetSituation(terrain="water-1"), 5), (TargetSituation(secondary="front"), 5),
        (TargetSituation(secondary="other"), 6), (TargetSituation(indirect=True, spotter="ran"), 7),
    ],
)  # fmt: skip
def test_the_targets_modifiers(target: TargetSituation, number: int) -> None:
    assert total(RIGHT, 2, target) == number


def test_a_prone_target_is_easier_next_to_it() -> None:
    assert total(RIGHT, 1, TargetSituation(prone=True)) == 2


def test_pulse_lasers_are_easier_and_a_target_computer_helps_direct_fire() -> None:
    assert total(PULSE, 2) == 2
    unit = machine("RT 18+5/12 | Medium Laser | LRM 10 x2 | Targeting Computer x1")
    laser, missiles = unit.weapons
    sheet = Table(unit).sheet
    assert figures.to_hit(unit, sheet, STANDARD, laser, 2).total == 3
    assert figures.to_hit(unit, sheet, STANDARD, missiles, 7).total == 4


def test_a_band_can_stand_for_the_distance() -> None:
    assert figures.to_hit(UNIT, Table(UNIT).sheet, STANDARD, RIGHT, "long").total == 8


@pytest.mark.parametrize(
    ("mount", "sheet", "reason"),
    [
        (RIGHT, {"hits": {"RA": (4,)}}, "weapon-destroyed"),
        (LRM, {}, "no-ammunition"),
        (RIGHT, {"hits": {"HD": (1, 4)}}, "sensors-out"),
        (RIGHT, {"prone": True, "lost": {"LA": "blown off"}}, "prone-arm-missing"),
        (RIGHT, {"prone": True, "fired": (LEFT,)}, "prone-other-arm-fired"),
        (LEG, {"prone": True}, "prone-leg-weapon"),
    ],
)
def test_a_weapon_that_cannot_be_fired_says_why(mount: int, sheet: dict[str, Any], reason: str) -> None:
    assert why(mount, 2, **sheet) == ("impossible", reason)


def test_every_number_is_the_sum_of_its_reasons() -> None:
    sheet = Table(UNIT, movement=Movement("ran", 4), heat=9).sheet
    number = figures.to_hit(UNIT, sheet, STANDARD, RIGHT, 5, TargetSituation("jumped", 4))
    assert [(m.value, m.reason) for m in number.modifiers] == [
        (4, "gunnery-skill"), (2, "attacker-ran"), (1, "heat"), (2, "range-medium"), (1, "target-moved"),
        (1, "target-jumped"),
    ]  # fmt: skip


LAUNCHER = machine("RT 18+5/12 | LRM 20 x5 | LRM 20 Ammo=6 | ISArtemisIV x1")
RACK = LAUNCHER.weapons[0]
GUIDED = "IS Ammo LRM-20 Artemis-capable"


@pytest.mark.parametrize(
    ("salvo", "ammo", "added"),
    [
        (Salvo(), "", 0), (Salvo(), GUIDED, 2), (Salvo(ecm=True), GUIDED, 0), (Salvo(anti_missile=True), GUIDED, -2),
        (Salvo(anti_missile=True), "", -4), (Salvo(indirect=True), GUIDED, 0), (Salvo(narc=True), "", 0),
    ],
)  # fmt: skip
def test_what_counts_for_a_salvo(salvo: Salvo, ammo: str, added: int) -> None:
    sheet = Table(LAUNCHER).sheet
    assert figures.cluster_modifier(LAUNCHER, sheet, STANDARD, RACK, salvo, ammo=ammo).total == added


def test_hits_come_from_the_row_of_the_rack_with_the_modified_roll_kept_on_the_table() -> None:
    sheet = Table(LAUNCHER).sheet
    hits = [figures.salvo_hits(LAUNCHER, sheet, STANDARD, RACK, Salvo(), roll) for roll in (2, 7, 12)]
    assert hits == [6, 12, 20]
    assert figures.salvo_hits(LAUNCHER, sheet, STANDARD, RACK, Salvo(anti_missile=True), 2) == 6


def test_a_streak_launcher_hits_with_all_or_nothing() -> None:
    unit = machine("RT 18+5/12 | Streak SRM 6 x2")
    sheet = Table(unit).sheet
    assert figures.salvo_hits(unit, sheet, STANDARD, unit.weapons[0], Salvo(), 2) == 6
    assert figures.salvo_hits(unit, sheet, STANDARD, unit.weapons[0], Salvo(anti_missile=True), 2) == 4

"""Weapons split over a torso and an arm: what the arm suffers they suffer (TW, split weapons; critical damage)."""

from __future__ import annotations

import pytest

from records.rules import STANDARD, figures
from records.rules.condition import reaches
from records.rules.entries import Fired, Shot
from records.rules.sheet import Movement

from .notation import Table, machine, split_gun

UNIT = split_gun()
GUN = UNIT.weapons[0]


def number(*, gunnery: int = 4, **sheet: object) -> tuple[int, dict[str, int]]:
    """What the gun must reach at short range, and what each modifier adds."""
    table = Table(UNIT, **sheet)
    found = figures.to_hit(UNIT, table.sheet, STANDARD, GUN, "short")
    return found.total + gunnery - 4, {m.reason: m.value for m in found.modifiers[1:]}


def test_it_counts_in_the_torso_and_reaches_into_the_arm() -> None:
    assert (UNIT.mounts[GUN].location, reaches(UNIT, GUN)) == ("RT", ("RT", "RA"))


def test_an_upper_arm_hit_a_sensor_hit_and_running_make_it_9_with_gunnery_3() -> None:
    """As the Bushwacker BSW-L1 (an LB 20-X in right torso and arm, whose own modifier is nothing)."""
    total, told = number(gunnery=3, hits={"RA": (1,), "HD": (1,)}, movement=Movement("ran", 5))
    assert told == {"attacker-ran": 2, "sensors": 2, "upper-arm": 1}
    assert total == 8
    long = figures.to_hit(UNIT, Table(UNIT, hits={"RA": (1,)}).sheet, STANDARD, GUN, "long")
    assert long.total == 9


def test_a_shoulder_hit_makes_it_4_harder() -> None:
    assert number(hits={"RA": (0, 1)}) == (8, {"shoulder": 4})


def test_the_other_arm_does_not_matter() -> None:
    assert number(hits={"LA": (0,)}) == (4, {})


def test_a_weapon_of_the_torso_alone_does_not_feel_the_arm() -> None:
    unit = machine("RT 18+5/12 | Medium Laser")
    table = Table(unit, hits={"RA": (0,)})
    assert figures.to_hit(unit, table.sheet, STANDARD, unit.weapons[0], "short").total == 4


@pytest.mark.parametrize(
    "sheet",
    [{"lost": {"RA": "blown off"}}, {"lost": {"RT": "destroyed"}}, {"hits": {"RA": (4,)}}, {"hits": {"RT": (0,)}},
     {"breached": ("RA",)}],
)  # fmt: skip
def test_it_is_out_when_either_half_is_lost(sheet: dict[str, object]) -> None:
    table = Table(UNIT, **sheet)
    state = figures.weapon_states(UNIT, table.sheet, STANDARD)[0]
    assert (state.state, state.why) == ("destroyed", "weapon-destroyed")
    assert table.refused(Fired((Shot(GUN),))) == "weapon-destroyed"
    assert figures.to_hit(UNIT, table.sheet, STANDARD, GUN, "short").automatic == "impossible"


def test_prone_it_takes_the_arm_that_it_reaches_into() -> None:
    unit = machine("LA 14/8 | Shoulder | Upper Arm | Medium Laser")
    both = split_gun()
    left = next(m for m in unit.weapons)
    assert Table(unit, prone=True).enter(Fired((Shot(left),)))
    table = Table(both, prone=True, fired=(GUN,))
    assert figures.weapon_states(both, table.sheet, STANDARD)[0].why == "already-fired"

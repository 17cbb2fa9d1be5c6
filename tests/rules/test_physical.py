"""Physical attacks: to-hit, damage, and why not (TW, physical attacks)."""

from __future__ import annotations

from typing import Any

import pytest

from records.rules import STANDARD, CrewMember, Unit, figures
from records.rules.figures import PhysicalRow, TargetSituation
from records.rules.sheet import Movement

from .notation import Table, machine

UNIT = machine(
    """
    RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | Hatchet x4 | Medium Laser
    LA 14/8 | Shoulder | Upper Arm | Medium Laser
    """,
    tons=55,
)
LASER = next(m for m in UNIT.weapons if UNIT.mounts[m].location == "RA")


def row(
    kind: str, where: str = "", unit: Unit = UNIT, target: TargetSituation | None = None, **sheet: Any
) -> PhysicalRow:
    """One attack from a sheet like this."""
    rows = figures.physical_rows(unit, Table(unit, **sheet).sheet, STANDARD, target or TargetSituation())
    return next(found for found in rows if found.kind == kind and where in ("", found.location))


@pytest.mark.parametrize(
    ("kind", "where", "number", "damage"),
    [("punch", "RA", 5, 6), ("punch", "LA", 7, 3), ("kick", "RL", 3, 11), ("push", "", 4, 0), ("club", "RA", 4, 11)],
)
def test_each_attack_has_its_number_and_damage(kind: str, where: str, number: int, damage: int) -> None:
    found = row(kind, where)
    assert (found.to_hit.total, found.damage.total, found.why_not) == (number, damage, "")


def test_a_charge_costs_a_tenth_of_the_tonnage_a_hex_before_the_targets() -> None:
    found = row("charge", movement=Movement("ran", 4), target=TargetSituation(tons=50, piloting=4))
    assert (found.to_hit.total, found.damage.total, found.to_self.total) == (8, 17, 5)


def test_death_from_above_costs_three_tenths_and_a_fifth_of_its_own() -> None:
    jumper = machine("LT 18+5/12 | Jump Jet | Jump Jet", tons=55, jump=2)
    found = row("death-from-above", unit=jumper, movement=Movement("jumped", 2))
    assert (found.to_hit.total, found.damage.total, found.to_self.total) == (8, 17, 11)
    assert row("death-from-above").why_not == "no-jump"


@pytest.mark.parametrize(
    ("kind", "where", "hits", "number", "damage"),
    [
        ("punch", "RA", {"RA": (1,)}, 7, 3), ("punch", "RA", {"RA": (1, 2)}, 9, 1), ("punch", "RA", {"RA": (3,)}, 6, 6),
        ("kick", "RL", {"RL": (1,)}, 5, 5), ("kick", "RL", {"RL": (1, 2)}, 7, 2), ("kick", "RL", {"RL": (3,)}, 4, 11),
        ("push", "", {"RA": (0,)}, 6, 0),
    ],
)  # fmt: skip
def test_actuators_make_it_harder_and_halve_it(
    kind: str, where: str, hits: dict[str, tuple[int, ...]], number: int, damage: int
) -> None:
    found = row(kind, where, hits=hits)
    assert (found.to_hit.total, found.damage.total, found.why_not) == (number, damage, "")


@pytest.mark.parametrize(
    ("kind", "where", "sheet", "why"),
    [
        ("punch", "RA", {"hits": {"RA": (0,)}}, "shoulder-hit"),
        ("punch", "RA", {"lost": {"RA": "blown off"}}, "arm-missing"),
        ("punch", "RA", {"fired": (LASER,)}, "arm-weapons-fired"),
        ("punch", "RA", {"prone": True}, "attacker-prone"),
        ("kick", "RL", {"hits": {"LL": (0,)}}, "hip-hit"),
        ("kick", "RL", {"lost": {"LL": "destroyed"}}, "leg-missing"),
        ("push", "", {"lost": {"LA": "blown off"}}, "arm-missing"),
        ("push", "", {"fired": (LASER,)}, "arm-weapons-fired"),
        ("club", "RA", {"hits": {"RA": (3,)}}, "no-hand"),
        ("club", "RA", {"hits": {"RA": (4,)}}, "weapon-destroyed"),
        ("charge", "", {"movement": Movement("jumped", 3)}, "jumped-no-charge"),
        ("kick", "RL", {"shutdown": True}, "shut-down"),
        ("kick", "RL", {"crew": (CrewMember(hits=1, conscious=False),)}, "nobody-in-control"),
        ("kick", "RL", {"destroyed": ("damage",)}, "destroyed"),
    ],
)
def test_what_cannot_be_done_says_why(kind: str, where: str, sheet: dict[str, Any], why: str) -> None:
    found = row(kind, where, **sheet)
    assert (found.why_not, found.to_hit.automatic) == (why, "impossible")


def test_a_prone_target_is_kicked_not_punched() -> None:
    down = TargetSituation(prone=True)
    assert row("punch", "RA", target=down).why_not == "target-prone-no-punch"
    assert row("kick", "RL", target=down).to_hit.total == 1
    assert row("charge", target=down).why_not == "target-prone"


def test_hot_triple_strength_myomer_doubles_the_blow() -> None:
    strong = machine("RT 18+5/12 | Triple Strength Myomer x6", tons=95)
    assert [row("punch", "RA", strong, heat=heat).damage.total for heat in (8, 9)] == [10, 20]


def test_a_quad_has_legs_to_kick_with_and_nothing_to_punch_with() -> None:
    quad = machine(config="Quad")
    kinds = {found.kind for found in figures.physical_rows(quad, Table(quad).sheet, STANDARD)}
    assert kinds == {"kick", "charge", "death-from-above"}
    assert row("kick", "RRL", quad, TargetSituation(behind=True)).to_hit.total == 4

"""The vectors beside the repository: every number expected, or why the product has another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from records.rules.unit import HeatSinks
from tests.rules import check_vectors
from tests.rules.notation import machine
from tests.rules.vectors import heat as heat_vectors
from tests.rules.vectors import psr
from tests.shared import SHARED, needs_shared


@needs_shared
@pytest.mark.parametrize("kind", ["psr", "heat", "tohit", "physical", "cluster"])
def test_every_vector_is_right_or_excepted(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = check_vectors.main([str(SHARED / "vectors" / f"{kind}.jsonl.gz")])
    lines = capsys.readouterr().out.splitlines()
    assert status == 0, "\n".join(lines[:40])
    right, wrong, _excepted = (int(part.split()[0]) for part in lines[-1].split(", "))
    assert wrong == 0
    assert right > 100


@needs_shared
@pytest.mark.parametrize("kind", ["psr", "heat"])
def test_every_exception_of_the_vectors_is_listed_with_its_rule(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(check_vectors.__file__).parent / "vector_exceptions.json"
    listed = json.loads(file.read_text(encoding="utf-8"))["excepted"]
    check_vectors.main([str(SHARED / "vectors" / f"{kind}.jsonl.gz")])
    lines = capsys.readouterr().out.splitlines()
    met = {name for line in lines if " excepted: " in line for name in line.rsplit(": ", 1)[1].split(", ")}
    assert met <= listed.keys()
    assert all(listed.values())


@pytest.mark.parametrize(
    ("kind", "options", "superheavy", "built"),
    [
        ("damage_in_phase", ["tacops_taking_damage"], False, True),
        ("damage_in_phase", ["tacops_taking_damage", "tacops_physical_psr"], False, True),
        ("damage_in_phase", ["tacops_taking_damage", "tacops_physical_psr"], True, False),
        ("damage_in_phase", ["tacops_physical_psr"], False, False),
        ("kick_hit", ["tacops_physical_psr"], False, False),
        ("damage_in_phase", ["tacops_taking_damage", "tacops_careful_stand"], False, False),
    ],
)
def test_vectors_of_optional_rules_are_compared_where_the_product_has_them(
    kind: str, options: list[str], superheavy: bool, built: bool
) -> None:
    vector: dict[str, Any] = {"trigger": {"type": kind}, "options": options, "unit": {"superheavy": superheavy}}
    assert psr.built(vector) is built


@pytest.mark.parametrize(
    ("gyro", "hits", "first"), [("Heavy Duty Gyro", 0, True), ("Heavy Duty Gyro", 1, False), ("", 0, False)]
)
def test_only_the_first_hit_on_a_heavy_duty_gyro_owes_nothing(gyro: str, hits: int, first: bool) -> None:
    trigger = {"type": "critical_this_phase", "slot": "gyro"}
    vector: dict[str, Any] = {"unit": {"gyro_type": gyro, "gyro_hits": hits}, "trigger": trigger}
    assert psr.first_hit_on_a_heavy_duty_gyro(vector) is first


def test_the_heat_of_a_weapon_vector_follows_its_mode_and_its_insulator() -> None:
    given = {"internal": "Bombast Laser", "mode": "Damage 9", "shots": 1}
    assert heat_vectors.KINDS["weapon"](machine(), given) == {"weapon_heat": 9}
    given |= {"mode": "Damage 12", "linked_by": "ISLaserInsulator"}
    assert heat_vectors.KINDS["weapon"](machine(), given) == {"weapon_heat": 11}


def test_a_capacity_vector_takes_a_slot_of_two_compact_sinks_as_one() -> None:
    unit = machine("RT 6+2/5 | 2 Compact Heat Sinks | 2 Compact Heat Sinks",
                   heat_sinks=HeatSinks(10, "1 Compact Heat Sink", 10, 6))  # fmt: skip
    given = {"heat_sinks_destroyed": 1, "single_sinks_working": 6, "double_sinks_working": 1, "water_depth": 0,
             "prone": False}  # fmt: skip
    assert heat_vectors.KINDS["capacity"](unit, given)["capacity"] == 8

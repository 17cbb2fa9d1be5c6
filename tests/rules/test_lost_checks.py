"""Rolls that nobody can answer, or that nothing can come of, are never left owed."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from records.rules import STANDARD, fresh_sheet
from records.rules import entries as n
from records.rules.events import RollDropped
from tests.rules.replay_traces import traces, unit_of
from tests.rules.replaying import moot
from tests.shared import SHARED, needs_shared

from .notation import Table, machine

LOADER = {"armour_type": "Commercial", "structure_type": "Industrial"}


def dropped(table: Table) -> list[tuple[str, str]]:
    return [(event.kind, event.reason) for event in table.told(RollDropped)]


def test_a_limb_blown_off_by_the_first_of_two_checks_owes_no_second() -> None:
    table = Table(machine(**LOADER)).hit("RA", 16)  # through commercial armour, into the structure
    assert table.waiting == "critical-check RA, critical-check RA"
    table.roll("critical-check", 5, 5)
    assert (table.waiting, dropped(table)) == ("", [("critical-check", "location-gone")])
    table.enter(n.PhaseEnded("weapon"))
    assert table.sheet.phase == "physical"


def test_an_arm_destroyed_by_the_damage_and_blown_off_by_its_check_owes_no_second() -> None:
    table = Table(machine(**LOADER)).hit("RA", 22)
    assert table.waiting == "critical-check RA, critical-check RA"
    assert table.roll("critical-check", 5, 5).waiting == ""


def test_a_leg_destroyed_by_the_damage_is_checked_on_again() -> None:
    table = Table(machine(**LOADER)).hit("RL", 30)
    assert table.roll("critical-check", 5, 5).waiting == "critical-check RL"


def test_checks_of_an_arm_go_with_its_torso() -> None:
    table = Table(machine()).hit("RA", 16).hit("RT", 30)
    assert table.waiting == "critical-check RT"
    assert dropped(table) == [("critical-check", "location-gone")]


def test_a_check_that_goes_inward_from_a_limb_gone_before_is_kept() -> None:
    table = Table(machine(), lost={"RA": "blown off"}).enter(n.CriticalCheck("RA")).hit("RT", 1)
    assert table.waiting == "critical-check RA"
    assert table.roll("critical-check", 4, 4).waiting == "critical-slot CT"  # nothing is in the right torso either


@needs_shared
@pytest.mark.shared
@pytest.mark.parametrize("name", ["scenarios", "random"])
def test_no_order_of_hits_and_answers_leaves_a_roll_that_no_one_can_answer(name: str) -> None:
    """The recorded games from every second step on, hits of a phase in another order, dice and order of answers at
    random; bounded to what a few seconds hold."""
    random = Random(8)
    faults = []
    for trace in random.sample(list(traces(SHARED / "traces" / f"{name}.jsonl.gz")), 100):
        unit = unit_of(SHARED / "corpus" / "meks" / trace["unit"])
        for start in range(0, len(trace["steps"]), 2):
            sheet = replace(fresh_sheet(unit), phase="weapon")
            given = moot.entries_of(trace, random, start)
            faults += [f"{trace['id']} from {start}: {fault}" for fault in
                       moot.play(unit, sheet, STANDARD, given, random)]  # fmt: skip
    assert faults == []


def test_the_search_finds_a_roll_that_no_longer_matters() -> None:
    table = Table(machine()).hit("RA", 16)
    table.sheet = replace(table.sheet, lost={"RA": "blown off"})
    assert list(moot.moot(table.unit, table.sheet, STANDARD)) == [
        "critical-check RA {'rear': False, 'gone': False}: its location was blown off"
    ]
    assert json.dumps(moot.answer_all(table.unit, table.sheet, STANDARD, Random(1))[1]).count("blown off") == 1

"""The MechWarrior: wounds, consciousness, death, crews, ejection (TW, MechWarriors)."""

from __future__ import annotations

from typing import Any

import pytest

from records.rules import CrewMember, Ruleset
from records.rules.entries import CrewChanged, Ejected, PilotHit
from records.rules.events import RollDropped

from .notation import Table, machine


def test_consciousness_numbers_rise_3_5_7_10_11_and_the_sixth_wound_kills() -> None:
    table = Table(machine())
    numbers = []
    for _ in range(5):
        table.enter(PilotHit())
        target = table.owed("consciousness").target
        assert target is not None
        numbers.append(target.total)
        table.roll("consciousness", 6, 6)
    assert numbers == [3, 5, 7, 10, 11]
    assert str(table.enter(PilotHit())) == "pilot 6, pilot dead, destroyed: pilot-dead"
    assert table.waiting == ""


def test_below_the_number_the_mechwarrior_blacks_out_and_rolls_no_more() -> None:
    table = Table(machine(), turn=3).enter(PilotHit(hits=3)).roll("consciousness", 1, 1)
    assert (str(table), table.waiting) == ("pilot 3, pilot out", "")
    assert [event.reason for event in table.told(RollDropped)] == ["unconscious", "unconscious"]
    assert table.sheet.crew[0].out_since == 3


def test_an_unconscious_mechwarrior_is_wounded_without_a_roll() -> None:
    table = Table(machine(), crew=(CrewMember(hits=1, conscious=False),)).enter(PilotHit())
    assert (str(table), table.waiting) == ("pilot 2, pilot out", "")


def test_a_hit_on_the_head_wounds_every_seat() -> None:
    assert str(Table(machine(crew_size=2)).hit("HD", 1)) == "HD 8/3, seat 1 1, seat 2 1"


def test_a_mech_with_somebody_alive_aboard_goes_on() -> None:
    table = Table(machine(crew_size=2)).enter(PilotHit(member=0, hits=6))
    assert str(table) == "seat 1 6, seat 1 dead"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (PilotHit(member=1), "no-such-seat"), (PilotHit(member=-1), "no-such-seat"),
        (PilotHit(hits=0), "hits-out-of-range"), (PilotHit(hits=7), "hits-out-of-range"),
        (Ejected(hits=7), "hits-out-of-range"), (CrewChanged(0, CrewMember(gunnery=9)), "skill-out-of-range"),
        (CrewChanged(0, CrewMember(piloting=-1)), "skill-out-of-range"), (CrewChanged(2, CrewMember()), "no-such-seat"),
        (CrewChanged(0, CrewMember()), "nothing-changes"),
    ],
)  # fmt: skip
def test_what_cannot_happen_to_a_crew_is_refused(entry: PilotHit | Ejected | CrewChanged, code: str) -> None:
    assert Table(machine()).refused(entry) == code


def test_the_dead_are_not_wounded() -> None:
    assert Table(machine(crew_size=2)).enter(PilotHit(hits=6)).refused(PilotHit()) == "already-dead"


def test_ejecting_leaves_the_mech_without_a_crew() -> None:
    table = Table(machine()).enter(Ejected(hits=1))
    assert str(table) == "pilot 1, pilot ejected, destroyed: abandoned"
    assert table.refused(Ejected()) == "nobody-aboard"


def test_nobody_ejects_unconscious() -> None:
    assert Table(machine(), crew=(CrewMember(conscious=False),)).refused(Ejected()) == "crew-unconscious"


def test_a_new_mechwarrior_takes_the_seat_with_skills_and_wounds() -> None:
    new = CrewMember(gunnery=2, piloting=3, hits=2)
    table = Table(machine()).enter(PilotHit()).enter(CrewChanged(0, new))
    assert table.sheet.crew == (new,)
    assert table.waiting == ""


@pytest.mark.parametrize(
    ("landing", "sheet", "total"),
    [
        ("clear", {}, 3),
        ("water", {}, 4),
        ("rough", {}, 5),
        ("heavy-woods", {}, 8),
        ("ultra-jungle", {}, 12),
        ("clear", {"prone": True}, 8),
        ("clear", {"structure": {**machine().structure, "HD": 1}}, 5),
    ],
)
def test_the_landing_after_an_ejection_is_a_roll(landing: str, sheet: dict[str, Any], total: int) -> None:
    target = Table(machine(), **sheet).enter(Ejected(landing=landing)).owed("ejection").target
    assert target is not None
    assert target.total == total


@pytest.mark.parametrize(("dice", "wounds"), [((4, 4), 0), ((4, 3), 0), ((3, 3), 1), ((2, 2), 2), ((1, 1), 3)])
def test_a_landing_costs_a_wound_for_every_two_points_it_is_missed_by(dice: tuple[int, int], wounds: int) -> None:
    table = Table(machine(), prone=True).enter(Ejected(landing="clear")).roll("ejection", *dice)
    assert table.sheet.crew[0].hits == wounds
    assert table.waiting == ", ".join(["consciousness"] * wounds)
    assert table.sheet.crew[0].ejected


def test_the_table_may_add_to_the_landing() -> None:
    target = Table(machine()).enter(Ejected(landing="building", value=3)).owed("ejection").target
    assert target is not None
    assert [(m.value, m.reason) for m in target.modifiers] == [(5, "piloting-skill"), (3, "table-adds")]


def test_a_crew_lands_one_by_one_and_the_unconscious_harder() -> None:
    crew = (CrewMember(piloting=4), CrewMember(conscious=False, hits=3))
    table = Table(machine(cockpit="Command Console", crew_size=2), crew=crew).enter(Ejected(landing="clear"))
    totals = [owed.target.total for owed in table.sheet.owed if owed.target is not None]
    assert (table.waiting, totals) == ("ejection, ejection", [2, 6])


def test_the_landing_is_rolled_for_even_by_who_blacks_out_on_the_way() -> None:
    table = Table(machine()).enter(PilotHit()).enter(Ejected(landing="clear")).roll("consciousness", 1, 1)
    assert table.waiting == "ejection"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Ejected(landing="the moon"), "no-such-ground"),
        (Ejected(hits=1, landing="clear"), "landing-rolled-or-entered"),
        (Ejected(landing="clear", value=11), "modifier-out-of-range"),
    ],
)
def test_a_landing_that_cannot_be_is_refused(entry: Ejected, code: str) -> None:
    assert Table(machine()).refused(entry) == code


def test_an_automatic_ejection_owes_the_landing_at_plus_1() -> None:
    ruleset = Ruleset(options=("CL-automatic-ejection",))
    table = Table(machine("RT 18+5/12 | AC/2 Ammo=1"), ruleset).critical("RT", 1)
    target = table.owed("ejection").target
    assert target is not None
    assert [(m.value, m.reason) for m in target.modifiers][1:] == [(1, "automatic-ejection"), (-2, "landing-clear")]

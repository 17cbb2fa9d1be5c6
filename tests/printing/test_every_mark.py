"""Whatever a record sheet can hold is on its paper: a mark of each kind changes the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest

from records.printing import attacks
from records.printing.printable import AS_USUAL, Printable
from records.printing.sheet_page import compose
from records.rules import CrewMember, Sheet, Unit, fresh_sheet
from records.rules.numbers import Modifier
from records.rules.rolls import Owed
from records.rules.sheet import Fresh, Movement, Trigger
from tests.factory import make_design
from tests.rules.notation import Table, machine

BOOKKEEPING = {
    "Sheet": {"ending", "step", "turn_ending", "serial"},
    "Movement": {"rolled", "missed", "freed", "freed_since"},
}
"""How far the end of a phase has come, which rolls were answered, and what holds when a movement is entered anew:
nothing that a player marks."""


def armoured_design() -> Unit:
    """The test design with an armoured component."""
    unit = make_design()
    number, slot = next((n, slot) for n, slot in enumerate(unit.slots["CT"]) if slot is not None and slot.hittable)
    lines = list(unit.slots["CT"])
    lines[number] = replace(slot, armoured=True)
    return replace(unit, slots={**unit.slots, "CT": tuple(lines)})


UNIT = armoured_design()
WHOLE = fresh_sheet(UNIT)
ARMOURED = next(n for n, slot in enumerate(UNIT.slots["CT"]) if slot is not None and slot.armoured)
OWED = Owed(id=1, kind="piloting")

MARKS: Mapping[str, Any] = {
    "armour": {**WHOLE.armour, "LA": 1},
    "rear": {**WHOLE.rear, "CT": 1},
    "structure": {**WHOLE.structure, "LA": 1},
    "ammo": (3,),
    "crew": (CrewMember(hits=1),),
    "lost": {"LA": "destroyed"},
    "hits": {"CT": (0,)},
    "absorbed": {"CT": (ARMOURED,)},
    "half": ("CT",),
    "heat": 7,
    "heat_sources": (Modifier(3, "weapon-fired", "TW:heat"),),
    "sinks_off": 2,
    "prone": True,
    "shutdown": True,
    "stalled": True,
    "destroyed": ("engine",),
    "turn": 4,
    "phase": "heat",
    "movement": Movement("ran", 5),
    "fired": (UNIT.weapons[0],),
    "damage_this_phase": 11,
    "triggers": (Trigger(Modifier(1, "damage-20", "TW:piloting")),),
    "owed": (OWED,),
    "fallen": 1,
    "breached": ("LL",),
    "states": {"hull-down": True},
    "counters": {"water-depth": 1},
}
LOST = replace(
    WHOLE,
    armour={**WHOLE.armour, "LA": 0},
    rear={**WHOLE.rear, "CT": 0},
    structure={**WHOLE.structure, "LA": 0},
    hits={"CT": (0,)},
    lost={"LA": "blown off"},
    breached=("LL",),
)
FRESH: Mapping[str, Any] = {
    "armour": {"LA": 1},
    "rear": {"CT": 1},
    "structure": {"LA": 1},
    "slots": {"CT": (0,)},
    "lost": ("LA",),
    "breached": ("LL",),
}
SEAT: Mapping[str, Any] = {
    "gunnery": 2,
    "piloting": 3,
    "hits": 2,
    "conscious": False,
    "dead": True,
    "ejected": True,
    "level": "elite",
    "edge": 2,
    "out_since": 3,
}
MOVED: Mapping[str, Any] = {"mode": "jumped", "hexes": 4, "masc": True, "supercharger": True, "terrain": "swamp"}


def page(sheet: Sheet) -> tuple[object, ...]:
    """What is on the paper: its text and its drawing."""
    return tuple((one.blocks, one.drawing) for one in compose(Printable(UNIT, sheet), AS_USUAL))


def kept(kind: type, marks: Mapping[str, Any]) -> None:
    """Every field of a kind of mark is tried here, or named as one that nobody marks."""
    names = {field.name for field in fields(kind)}
    tried = set(marks) | BOOKKEEPING.get(kind.__name__, set()) | ({"fresh"} if kind is Sheet else set())
    assert names == tried


def test_no_kind_of_mark_is_forgotten_here() -> None:
    kept(Sheet, MARKS)
    kept(Fresh, FRESH)
    kept(CrewMember, SEAT)
    kept(Movement, MOVED)


@pytest.mark.parametrize("name", MARKS)
def test_a_mark_on_the_sheet_is_on_the_paper(name: str) -> None:
    assert page(replace(WHOLE, **{name: MARKS[name]})) != page(WHOLE)


@pytest.mark.parametrize("name", FRESH)
def test_a_mark_of_this_phase_looks_different(name: str) -> None:
    assert page(replace(LOST, fresh=Fresh(**{name: FRESH[name]}))) != page(LOST)


@pytest.mark.parametrize("name", SEAT)
def test_what_befell_a_mechwarrior_is_on_the_paper(name: str) -> None:
    hurt = CrewMember(conscious=name != "out_since", hits=1)
    before, after = replace(WHOLE, crew=(hurt,)), replace(WHOLE, crew=(replace(hurt, **{name: SEAT[name]}),))
    assert page(after) != page(before)


@pytest.mark.parametrize("name", MOVED)
def test_how_it_moved_is_on_the_paper(name: str) -> None:
    ran = Movement("ran", 3)
    moved = replace(WHOLE, movement=replace(ran, **{name: MOVED[name]}))
    assert page(moved) != page(replace(WHOLE, movement=ran))


def test_wounds_of_before_the_battle_look_different() -> None:
    hurt = replace(WHOLE, crew=(CrewMember(hits=2),))
    now, then = (compose(Printable(UNIT, hurt, before=before), AS_USUAL)[0] for before in (WHOLE, hurt))
    assert now.drawing != then.drawing


def test_slots_hit_before_the_battle_look_different() -> None:
    hit = replace(WHOLE, hits={"CT": (0,)})
    now, then = (compose(Printable(UNIT, hit, before=before), AS_USUAL)[0] for before in (WHOLE, hit))
    assert now.drawing != then.drawing


def test_heat_beyond_the_scale_is_told_in_words() -> None:
    assert "34 · 4 above the scale" in words_of(UNIT, replace(WHOLE, heat=34))
    assert "above the scale" not in words_of(UNIT, replace(WHOLE, heat=30))


def test_only_what_is_out_is_told_to_be_out() -> None:
    assert "Out:" not in words_of(UNIT, WHOLE)
    lines = words_of(UNIT, replace(WHOLE, hits={"RT": (0,), "LA": (4,)})).split("\n")
    assert [line for line in lines if line.startswith("Out:")] == ["Out: Medium Laser (LA), AC/5 (RT)"]


def test_heat_sinks_that_are_lost_are_counted() -> None:
    sinks = {"RT": (5,), "LT": (0, 1)}
    built = UNIT.heat_sinks.capacity
    assert f"3 lost, sinks {built - 3} now" in words_of(UNIT, replace(WHOLE, hits=sinks))
    assert f"3 lost, 2 off, sinks {built - 5} now" in words_of(UNIT, replace(WHOLE, hits=sinks, sinks_off=2))


def test_own_movement_is_not_in_the_numbers_of_physical_attacks() -> None:
    found = attacks.attacks(UNIT)
    moves = (None, Movement("ran", 5))
    still, ran = (attacks.now(Printable(UNIT, replace(WHOLE, movement=moved)), found) for moved in moves)
    assert still == ran


GEAR = """
RT 18+5/12 | ISModularArmor | Coolant Pod
RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | ISMediumShield x5
"""


def words_of(unit: Unit, sheet: Sheet) -> str:
    """All text of the paper."""
    return "\n".join(block.text for one in compose(Printable(unit, sheet), AS_USUAL) for block in one.blocks)


def test_shields_and_modules_have_what_is_left_of_them_and_what_a_shield_absorbs() -> None:
    table = Table(machine(GEAR)).hit("RT", 4).hit("RA", 3)
    text = words_of(table.unit, table.sheet)
    assert "Modular Armor 6/10" in text
    assert "Shield (Medium) 17/18 · −5 a hit" in text


def test_what_became_of_a_location_stands_beside_its_name() -> None:
    sheet = replace(WHOLE, lost={"LL": "destroyed", "LA": "blown off"}, breached=("RL",))
    lines = words_of(UNIT, sheet).split("\n")
    fates = ("destroyed", "blown off", "breached")
    found = {lines[number - 1]: line for number, line in enumerate(lines) if line in fates}
    assert found == {"Left arm": "blown off", "Left leg": "destroyed", "Right leg": "breached"}


def test_damage_that_a_location_cannot_take_has_its_next_place_printed() -> None:
    text = words_of(UNIT, WHOLE)
    assert [text.count(f"→ {code}") for code in ("LT", "RT", "CT")] == [2, 2, 2]


def test_a_crew_of_three_has_its_seats_named() -> None:
    tripod = replace(UNIT, crew_size=3)
    text = words_of(tripod, replace(WHOLE, crew=(CrewMember(), CrewMember(3, 4), CrewMember())))
    assert all(seat in text for seat in ("Pilot", "Gunner", "Technical officer", "Gunnery 3   Piloting 4"))

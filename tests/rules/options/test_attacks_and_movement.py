"""HR-B01 open scale, HR-B02 jump cap, HR-B15b own movement by experience."""

from __future__ import annotations

import pytest

from records.rules import CrewMember, Modifier, Ruleset, TargetNumber
from records.rules.classic.chances import met
from records.rules.entries import Moved, PhaseEnded, PilotHit
from records.rules.figures import TargetSituation, movement_rolls, physical_rows, to_hit
from records.rules.sheet import Level, Mode, Movement
from tests.rules.notation import Table, machine

ARMED = machine("RT 18+5/12 | Medium Laser", jump=5)
LASER = ARMED.weapons[0]
OPEN = Ruleset(options=("HR-B01",))
LEVELLED = Ruleset(options=("HR-B15b",))


def number(of: int) -> TargetNumber:
    return TargetNumber((Modifier(of, "gunnery-skill", "TW:weapon-attacks"),))


@pytest.mark.parametrize(
    ("target", "dice", "classic", "open_scale"),
    [(14, (6, 6), False, True), (1, (1, 1), True, False), (8, (4, 4), True, True), (8, (4, 3), False, False)],
)
@pytest.mark.parametrize("kind", ["to-hit", "physical", "piloting", "stand-up", "fall-avoid"])
def test_a_two_fails_and_a_twelve_succeeds_in_every_action(
    kind: str, target: int, dice: tuple[int, int], classic: bool, open_scale: bool
) -> None:
    assert met(Ruleset(), kind, number(target), dice) is classic
    assert met(OPEN, kind, number(target), dice) is open_scale


def test_what_is_impossible_stays_impossible() -> None:
    assert met(OPEN, "to-hit", number(4).made("impossible"), (6, 6)) is False


def test_other_rolls_are_as_they_were_unless_the_settings_say_so() -> None:
    for kind, setting in (("consciousness", "consciousness"), ("shutdown", "heat"), ("heat-ammunition", "heat")):
        too = Ruleset(options=("HR-B01",), settings={f"HR-B01.{setting}": 1})
        assert met(OPEN, kind, number(2), (1, 1)) is True
        assert met(too, kind, number(2), (1, 1)) is False


def test_a_pilot_of_skill_nought_falls_on_a_two() -> None:
    table = Table(machine(tons=100), OPEN, crew=(CrewMember(piloting=0),)).hit("CT", 20)
    assert table.enter(PhaseEnded("weapon")).roll("piloting", 1, 1).sheet.prone


def test_a_wound_is_slept_off_as_ever() -> None:
    assert Table(machine(), OPEN).enter(PilotHit()).roll("consciousness", 1, 1).sheet.crew[0].conscious is False


@pytest.mark.parametrize(
    ("movement", "hexes", "classic", "capped"),
    [("jumped", 7, 4, 3), ("jumped", 9, 4, 3), ("jumped", 5, 3, 3), ("jumped", 3, 2, 2), ("ran", 10, 4, 4)],
)
def test_the_modifier_for_a_jumping_target_ends_at_3(movement: Mode, hexes: int, classic: int, capped: int) -> None:
    target = TargetSituation(movement=movement, hexes=hexes)
    sheet = Table(ARMED).sheet
    base = 4  # gunnery, short range
    assert to_hit(ARMED, sheet, Ruleset(), LASER, "short", target).total - base == classic
    assert to_hit(ARMED, sheet, Ruleset(options=("HR-B02",)), LASER, "short", target).total - base == capped


def test_the_cap_holds_for_physical_attacks() -> None:
    target, sheet = TargetSituation(movement="jumped", hexes=9), Table(ARMED).sheet
    rows = zip(
        physical_rows(ARMED, sheet, Ruleset(), target),
        physical_rows(ARMED, sheet, Ruleset(options=("HR-B02",)), target),
        strict=True,
    )
    assert {before.to_hit.total - after.to_hit.total for before, after in rows} == {1}


def own(level: Level, mode: Mode, ruleset: Ruleset = LEVELLED) -> int:
    """What the attacker's own movement adds."""
    table = Table(ARMED, ruleset, crew=(CrewMember(level=level),), movement=Movement(mode, 0 if mode == "stood" else 1))
    return to_hit(ARMED, table.sheet, ruleset, LASER, "short").total - 4


@pytest.mark.parametrize(
    ("level", "row"),
    [
        ("green", [0, 1, 3, 4]), ("regular", [0, 1, 2, 3]), ("veteran", [0, 1, 1, 2]), ("elite", [0, 0, 1, 2]),
        ("legendary", [0, 0, 1, 2]), ("", [0, 1, 2, 3]),
    ],
)  # fmt: skip
def test_own_movement_is_as_the_experience_says(level: Level, row: list[int]) -> None:
    modes: tuple[Mode, ...] = ("stood", "walked", "ran", "jumped")
    assert [own(level, mode) for mode in modes] == row
    assert [own(level, mode, Ruleset()) for mode in modes] == [0, 1, 2, 3]
    assert (own(level, "swam"), own(level, "swam", Ruleset())) == (row[3], 3)


def test_the_experience_table_can_be_edited() -> None:
    edited = Ruleset(options=("HR-B15b",), tables={"HR-B15b": {"elite.ran": -1}})
    assert (own("elite", "ran", edited), own("veteran", "ran", edited)) == (-1, 1)


@pytest.mark.parametrize(("reading", "modifier"), [(0, 4), (1, 3), (2, 3)])
def test_with_the_cap_read_for_the_jumper_too_a_green_jump_is_plus_3(reading: int, modifier: int) -> None:
    ruleset = Ruleset(options=("HR-B15b", "HR-B02"), settings={"HR-B02.reading": reading})
    assert own("green", "jumped", ruleset) == modifier


def jump(level: Level, ruleset: Ruleset = LEVELLED) -> Table:
    return Table(ARMED, ruleset, phase="movement", crew=(CrewMember(level=level),)).enter(Moved("jumped", 3))


def test_a_green_mechwarrior_rolls_to_land_and_falls_when_that_fails() -> None:
    table = jump("green")
    target = table.owed("piloting").target
    assert target is not None
    assert (table.owed("piloting").cause, target.total) == ("green-landing", 5)
    assert movement_rolls(ARMED, table.sheet, LEVELLED, "jumped")[0][0] == "green-landing"
    assert table.roll("piloting", 2, 2).sheet.prone


def test_the_landing_is_dropped_with_its_movement() -> None:
    assert jump("green").enter(Moved("walked", 2)).waiting == ""


def test_nobody_else_rolls_to_land() -> None:
    assert jump("regular").waiting == jump("elite").waiting == jump("green", Ruleset()).waiting == ""
    assert jump("green", Ruleset(options=("HR-B15b",), settings={"HR-B15b.landing": 0})).waiting == ""

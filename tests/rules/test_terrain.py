"""Terrain: what each kind costs, rolls and adds; bogging down and getting free (TW, terrain; TO pp. 32-63)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from records.rules import CrewMember, Entry, Ruleset, RuleViolation, Unit, decode, encode, enter, figures, fresh_sheet
from records.rules.classic.targets import of_target
from records.rules.entries import Ejected, Moved, PilotingRollCaused, StandUp, StateSwitched
from records.rules.events import RollDropped
from records.rules.figures import TargetSituation
from records.rules.sheet import Movement, Sheet
from records.rules.tables import BadTable
from records.rules.tables.terrain import check, terrain, terrains
from records.words import terrain as words

from .notation import Table, machine

UNIT = machine("LT 18+5/12 | Jump Jet | Jump Jet | Jump Jet", jump=3)
HEAVY = machine(tons=150)


def moving(unit: Unit = UNIT, *options: str, **sheet: Any) -> Table:
    return Table(unit, Ruleset(options=options), phase="movement", **sheet)


def asked(table: Table) -> list[tuple[str, dict[str, int]]]:
    """Every piloting roll owed: its cause, and its modifiers by reason."""
    return [
        (owed.cause, {m.reason: m.value for m in owed.target.modifiers})
        for owed in table.sheet.owed
        if owed.kind == "piloting" and owed.target is not None
    ]


@pytest.mark.parametrize(
    ("ground", "bog", "on", "total"),
    [("swamp", 0, 1, 6), ("tundra", -1, 1, 5), ("deep-snow", -1, 1, 5), ("liquid-magma", 0, 4, 9)],
)
def test_entering_boggy_ground_on_foot_calls_for_a_roll_with_its_modifiers_one_by_one(
    ground: str, bog: int, on: int, total: int
) -> None:
    for entry in (Moved("walked", 2, terrain=ground), Moved("ran", 4, terrain=ground), PilotingRollCaused(ground)):
        table = moving().enter(entry)
        assert asked(table) == [(ground, {"piloting-skill": 5, "bog-down": bog, f"on-{ground}": on})]
        target = table.owed("piloting").target
        assert target is not None
        assert target.total == total


def test_only_what_weighs_more_than_100_tons_bogs_down_in_mud_unless_a_setting_says_otherwise() -> None:
    assert asked(moving().enter(Moved("walked", 1, terrain="mud"))) == []
    assert moving().refused(PilotingRollCaused("mud")) == "no-such-cause"
    heavy = {"piloting-skill": 5, "bog-down": -1, "superheavy": 1, "on-mud": 1}
    assert asked(moving(HEAVY).enter(Moved("walked", 1, terrain="mud"))) == [("mud", heavy)]
    light = {"piloting-skill": 5, "bog-down": -1, "on-mud": 1}
    assert asked(moving(UNIT, "CL-bog-down-in-mud").enter(Moved("walked", 1, terrain="mud"))) == [("mud", light)]


def test_running_on_a_bad_hip_asks_for_its_own_roll_besides_that_of_the_ground() -> None:
    table = moving(hits={"RL": (0,)}).enter(Moved("ran", 2, terrain="deep-snow"))
    hip = {"piloting-skill": 5, "hip": 2}
    assert asked(table) == [
        ("deep-snow", {**hip, "bog-down": -1, "on-deep-snow": 1}),
        ("running-damaged", {**hip, "running-damaged": 0, "on-deep-snow": 1}),
    ]


@pytest.mark.parametrize("entry", [Moved("stood", terrain="swamp"), Moved("walked", 0, terrain="swamp")])
def test_who_does_not_enter_it_does_not_roll(entry: Moved) -> None:
    assert asked(moving().enter(entry)) == []


@pytest.mark.parametrize(("ground", "adds"), [("swamp", 1), ("deep-snow", 1), ("sand", 1), ("ice", 4), ("rapids", 2)])
def test_landing_on_a_bad_leg_carries_the_modifier_of_the_ground(ground: str, adds: int) -> None:
    table = moving(hits={"RL": (3,)}).enter(Moved("jumped", 3, terrain=ground))
    assert asked(table) == [
        ("jumping-damaged", {"piloting-skill": 5, "foot": 1, "jumping-damaged": 0, f"on-{ground}": adds})
    ]


def test_whoever_jumps_into_boggy_ground_is_stuck_and_rolls_to_land() -> None:
    table = moving().enter(Moved("jumped", 2, terrain="swamp"))
    assert asked(table) == [("boggy-landing", {"piloting-skill": 5, "boggy-landing": 0, "on-swamp": 1})]
    assert figures.bogged(table.sheet) == "bogged-in-swamp"
    table = moving(UNIT, "-CL-landing-roll-on-boggy-ground").enter(Moved("jumped", 2, terrain="swamp"))
    assert (asked(table), figures.bogged(table.sheet)) == ([], "bogged-in-swamp")
    table = moving().enter(Moved("jumped", 2, terrain="swamp")).enter(Moved("jumped", 1))
    assert figures.bogged(table.sheet) == ""


@pytest.mark.parametrize(
    ("ground", "by_jump", "adds"),
    [("water-1", True, -1), ("water-2", True, 0), ("rubble", True, 0), ("ultra-rubble", True, 1),
     ("building-heavy", False, 2)],
)  # fmt: skip
def test_water_rubble_and_buildings_entered_call_for_their_roll(ground: str, by_jump: bool, adds: int) -> None:
    assert asked(moving().enter(Moved("walked", 1, terrain=ground))) == [(ground, {"piloting-skill": 5, ground: adds})]
    assert bool(asked(moving().enter(Moved("jumped", 1, terrain=ground)))) == by_jump


def test_a_missed_roll_leaves_it_stuck_on_its_feet_until_a_roll_one_a_turn_frees_it() -> None:
    table = moving().enter(Moved("walked", 2, terrain="tundra")).roll("piloting", 1, 2)
    assert (table.sheet.prone, figures.bogged(table.sheet)) == (False, "bogged-in-tundra")
    table.sheet = replace(table.sheet, turn=2, movement=None)
    assert table.refused(Moved("walked", 2)) == "bogged-down"
    free = StateSwitched("bogged-in-tundra", on=False)
    table.enter(free)
    assert asked(table) == [("bogged-down", {"piloting-skill": 5, "bog-down": -1, "on-tundra": 1})]
    table.roll("piloting", 1, 1)
    assert figures.bogged(table.sheet) == "bogged-in-tundra"
    assert table.refused(free) == "bogged-tried"
    table.sheet = replace(table.sheet, turn=3)
    table.enter(free).roll("piloting", 6, 6)
    assert figures.bogged(table.sheet) == ""
    table.enter(Moved("walked", 2))


def test_a_jump_frees_it() -> None:
    table = moving().enter(StateSwitched("bogged-in-deep-snow", on=True))
    assert table.refused(Moved("walked", 1)) == "bogged-down"
    assert table.refused(StateSwitched("bogged-in-deep-snow", on=False)) == "bogged-this-turn"
    table.enter(Moved("jumped", 2))
    assert figures.bogged(table.sheet) == ""


FREE = StateSwitched("bogged-in-swamp", on=False)


def stuck(unit: Unit = UNIT, **sheet: Any) -> Table:
    """Stuck in swamp since turn 1; now it is turn 2."""
    given = {"states": {"bogged-in-swamp": True}, "counters": {"bogged-since": 1}, "turn": 2, "phase": "movement"}
    return Table(unit, **{**given, **sheet})


@pytest.mark.parametrize("entered", [Moved("walked", 1, terrain="swamp"), PilotingRollCaused("swamp")])
def test_it_tries_to_get_free_in_a_later_turn_than_it_got_stuck_in(entered: Entry) -> None:
    table = moving().enter(entered).roll("piloting", 1, 1)
    assert figures.bogged(table.sheet) == "bogged-in-swamp"
    assert table.refused(FREE) == "bogged-this-turn"
    table.sheet = replace(table.sheet, turn=2, movement=None)
    assert table.enter(FREE).waiting == "piloting"


def test_who_jumped_into_it_tries_to_get_free_in_a_later_turn() -> None:
    table = moving().enter(Moved("jumped", 2, terrain="swamp")).roll("piloting", 6, 6)
    assert table.refused(FREE) == "bogged-this-turn"


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ({"prone": True}, "bogged-prone"), ({"hits": {"CT": (3, 4)}}, "bogged-for-good"),
        ({"lost": {"RL": "destroyed", "LL": "destroyed"}}, "bogged-for-good"), ({"shutdown": True}, "shut-down"),
        ({"stalled": True, "shutdown": True}, "engine-stalled"), ({"phase": "weapon"}, "movement-over"),
        ({"crew": (CrewMember(conscious=False),)}, "nobody-in-control"),
    ],
)  # fmt: skip
def test_a_try_that_cannot_be_rolled_for_is_refused_and_not_counted(sheet: dict[str, Any], code: str) -> None:
    table = stuck(**sheet)
    assert figures.no_try(table.unit, table.sheet, table.ruleset) == code
    assert table.refused(FREE) == code
    assert "bogged-tried" not in table.sheet.counters


def test_a_try_that_can_be_rolled_for_is_offered_once_a_turn() -> None:
    table = stuck()
    assert figures.no_try(table.unit, table.sheet, table.ruleset) == ""
    table.enter(FREE)
    assert figures.no_try(table.unit, table.sheet, table.ruleset) == "bogged-tried"


def test_a_jump_drops_the_roll_to_get_free_that_nobody_has_made() -> None:
    table = stuck().enter(FREE).enter(Moved("jumped", 1))
    assert (figures.bogged(table.sheet), table.waiting) == ("", "")
    assert [(event.kind, event.reason) for event in table.told(RollDropped)] == [("piloting", "bogged-free")]


def test_once_stuck_it_drops_the_other_rolls_against_bogging_down() -> None:
    table = moving().enter(PilotingRollCaused("swamp")).enter(PilotingRollCaused("tundra")).roll("piloting", 1, 1)
    assert (figures.bogged(table.sheet), table.waiting) == ("bogged-in-swamp", "")
    assert [event.reason for event in table.told(RollDropped)] == ["bogged-already"]


@pytest.mark.parametrize("sheet", [{}, {"hits": {"CT": (3, 4)}}, {"lost": {"RL": "destroyed", "LL": "destroyed"}}])
@pytest.mark.parametrize("ground", ["swamp", "tundra"])
def test_whoever_is_stuck_does_not_roll_against_bogging_down_again(sheet: dict[str, Any], ground: str) -> None:
    assert stuck(**sheet).refused(PilotingRollCaused(ground)) == "bogged-already"


@pytest.mark.parametrize("first", [Moved("walked", 1, terrain="swamp"), Moved("jumped", 1, terrain="swamp")])
@pytest.mark.parametrize("anew", [Moved("walked", 2), Moved("ran", 5), Moved("jumped", 2), Moved("stood")])
def test_a_movement_entered_anew_takes_back_that_the_former_bogged_it_down(first: Moved, anew: Moved) -> None:
    table = moving().enter(first).roll("piloting", 1, 1) if first.mode == "walked" else moving().enter(first)
    assert figures.bogged(table.sheet) == "bogged-in-swamp"
    assert figures.bogged(table.enter(anew).sheet) == ""


def test_a_missed_roll_against_bogging_down_stands_however_often_the_movement_is_entered() -> None:
    table = moving().enter(Moved("walked", 1, terrain="swamp")).roll("piloting", 1, 1)
    for anew in (Moved("walked", 2, terrain="swamp"), Moved("walked", 2), Moved("walked", 3, terrain="swamp")):
        table.enter(anew)
        assert (table.waiting, figures.bogged(table.sheet)) == ("", "bogged-in-swamp" if anew.terrain else "")


def test_a_movement_entered_anew_takes_back_that_the_jump_got_it_free() -> None:
    for ground in ("", "tundra"):  # out of the swamp onto clear ground, or into the next hole
        table = stuck().enter(Moved("jumped", 1, terrain=ground))
        assert figures.bogged(table.sheet) == ("bogged-in-tundra" if ground else "")
        assert table.refused(Moved("walked", 2)) == "bogged-down"
        table.enter(Moved("stood"))
        assert (figures.bogged(table.sheet), table.sheet.counters["bogged-since"]) == ("bogged-in-swamp", 1)
        assert figures.bogged(table.enter(Moved("jumped", 2)).sheet) == ""


MOVEMENTS = [
    Moved(mode, hexes, terrain=ground)
    for mode, hexes in (("stood", 0), ("walked", 2), ("ran", 3), ("jumped", 1))
    for ground in ("", "swamp", "deep-snow", "water-1")
]


@pytest.mark.parametrize("since_before", [False, True])
@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_a_movement_entered_anew_leaves_what_it_would_have_left_by_itself(
    since_before: bool, dice: tuple[int, int]
) -> None:
    def after(*given: Moved) -> tuple[str, str, list[tuple[str, dict[str, int]]]]:
        """Why the last was refused, where it is stuck, what is owed."""
        table = stuck() if since_before else moving()
        for entry in given:
            outcome = enter(table.unit, table.sheet, entry, table.ruleset)
            if isinstance(outcome, RuleViolation):
                return outcome.code, "", []
            table.sheet = outcome.sheet
            if entry is not given[-1] and table.waiting and entry.mode != "jumped" and entry.terrain != "water-1":
                table.roll("piloting", *dice)
        return "", figures.bogged(table.sheet), asked(table)

    pairs = [(first, anew) for first, anew in product(MOVEMENTS, MOVEMENTS) if not after(first)[0] and first != anew]
    for first, anew in pairs:
        if not first.terrain or first.terrain != anew.terrain:  # on the same ground the rolls made stand
            assert after(first, anew) == after(anew), (first, anew)


def test_what_the_table_says_of_being_stuck_no_movement_takes_back() -> None:
    table = moving().enter(Moved("walked", 1)).enter(StateSwitched("bogged-in-swamp", on=True))
    assert table.refused(Moved("walked", 2)) == "bogged-down"


def test_a_landing_answered_on_one_ground_does_not_count_for_another() -> None:
    table = moving().enter(Moved("jumped", 2, terrain="deep-snow")).roll("piloting", 6, 6)
    table.enter(Moved("jumped", 2, terrain="liquid-magma"))
    assert asked(table) == [("boggy-landing", {"piloting-skill": 5, "boggy-landing": 0, "on-liquid-magma": 4})]
    table.roll("piloting", 6, 6).enter(Moved("jumped", 3, terrain="deep-snow"))
    assert table.waiting == ""


def test_a_roll_for_running_damaged_counts_for_the_ground_that_it_was_made_on() -> None:
    table = moving(hits={"RL": (0,)}).enter(Moved("ran", 2, terrain="sand")).roll("piloting", 6, 6)
    assert table.enter(Moved("ran", 3, terrain="sand")).waiting == ""
    table.enter(Moved("ran", 3, terrain="ice"))
    assert asked(table) == [("running-damaged", {"piloting-skill": 5, "hip": 2, "running-damaged": 0, "on-ice": 4})]
    table.roll("piloting", 6, 6).enter(Moved("ran", 3))
    assert [cause for cause, _ in asked(table)] == ["running-damaged"]
    assert table.roll("piloting", 6, 6).enter(Moved("ran", 4, terrain="light-woods")).waiting == ""


def test_a_roll_of_the_ground_is_made_once_however_often_the_movement_is_entered() -> None:
    table = moving().enter(Moved("walked", 2, terrain="swamp")).enter(Moved("walked", 3, terrain="swamp"))
    assert len(table.sheet.owed) == 1
    table.roll("piloting", 6, 6).enter(Moved("walked", 1, terrain="swamp"))
    assert table.sheet.owed == ()
    assert table.sheet.movement == Movement("walked", 1, rolled=("swamp",), terrain="swamp")


def test_standing_up_carries_the_modifier_of_the_ground() -> None:
    target = moving(prone=True).enter(StandUp("deep-snow")).owed("stand-up").target
    assert target is not None
    assert target.total == 6


def test_ground_that_is_not_in_the_table_is_refused() -> None:
    assert moving().refused(Moved("walked", 1, terrain="lava lamp")) == "no-such-terrain"
    assert moving(prone=True).refused(StandUp("lava lamp")) == "no-such-terrain"
    assert moving().refused(StateSwitched("bogged-in-ice", on=True)) == "no-such-terrain"


def test_a_movement_stored_before_terrain_was_kept_is_read() -> None:
    old = {"mode": "walked", "hexes": 3, "masc": False, "supercharger": False, "rolled": []}
    assert decode(Movement, old) == Movement("walked", 3)


def test_a_sheet_stored_before_rolls_were_kept_by_ground_plays_on() -> None:
    rolled = {"mode": "walked", "hexes": 3, "rolled": ["swamp", "running-damaged"], "terrain": "swamp"}
    stored = {**encode(fresh_sheet(UNIT)), "movement": rolled, "states": {"bogged-in-swamp": True},
              "counters": {"bogged-since": 1}}  # fmt: skip
    table = moving()
    table.sheet = decode(Sheet, stored)
    assert figures.bogged(table.enter(Moved("walked", 4, terrain="swamp")).sheet) == "bogged-in-swamp"
    assert figures.bogged(table.enter(Moved("walked", 4)).sheet) == ""


@pytest.mark.parametrize(
    ("ground", "adds"), [("light-woods", 1), ("heavy-woods", 2), ("heavy-smoke", 2), ("water-1", 1), ("swamp", 0)]
)
def test_attacks_read_the_same_table(ground: str, adds: int) -> None:
    found = of_target(TargetSituation(terrain=ground), adjacent=False)
    assert sum(modifier.value for modifier in found) == adds


def test_landings_read_the_same_table_and_every_name_stored_so_far_is_in_it() -> None:
    landings = {"clear": -2, "water": -1, "rough": 0, "rubble": 0, "building": 0, "light-woods": 2, "heavy-woods": 3,
                "ultra-woods": 4, "light-jungle": 3, "heavy-jungle": 5, "ultra-jungle": 7}  # fmt: skip
    assert figures.landings() == landings
    assert moving().refused(Ejected(landing="swamp")) == "no-such-ground"
    stored = ("mud", "swamp", "tundra", "sand", "ice", "light-smoke", "heavy-smoke", "water-1", "ultra-rubble",
              "building-light", "building-medium", "building-heavy", "building-hardened", "water-2",
              "water-3")  # fmt: skip
    assert not {*stored, *landings} - terrains().keys()


def test_what_ground_costs_is_in_the_table() -> None:
    costs = {code: terrain(code).cost for code in ("clear", "light-woods", "deep-snow", "mud", "water-2", "sand")}
    assert costs == {"clear": 0, "light-woods": 1, "deep-snow": 1, "mud": 1, "water-2": 3, "sand": 0}


def test_all_terrain_has_words() -> None:
    assert words.NAMES.keys() == terrains().keys()
    for code, kind in terrains().items():
        assert kind.enter is None or code in words.CAUSES
        assert not kind.ground or f"on-{code}" in words.REASONS
        assert not kind.bogs or f"bogged-in-{code}" in words.REASONS


@pytest.mark.parametrize(
    "row",
    [{"cost": -1}, {"cost": "1"}, {"enter": True}, {"bogs": True}, {"by_jump": 1, "enter": 0}, {"colour": 1},
     {"enter": 99}],
)  # fmt: skip
def test_a_table_that_the_rules_cannot_use_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(BadTable):
        check({"clear": {}, "moor": row})
    with pytest.raises(BadTable):
        check({"moor": {"cost": 1}})

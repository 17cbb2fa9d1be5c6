"""A battle of two lances over six turns, kept as text: it plays to the same letters, and nothing in it is missing."""

from __future__ import annotations

from typing import get_args

import pytest

from records.rules.options import REGISTRY
from records.rules.rolls import RollKind

from .golden.__main__ import HERE
from .golden.script import BadScript, Battle

FILE = HERE / "two_lances.battle"
OF_OPTIONS = {kind for option in REGISTRY.values() for kind in option.kinds}


@pytest.fixture(scope="module")
def played() -> tuple[Battle, str]:
    battle = Battle()
    return battle, battle.play(FILE.read_text(encoding="utf-8"))


def test_the_battle_of_two_lances_goes_as_it_was_reviewed(played: tuple[Battle, str]) -> None:
    assert played[1].splitlines() == FILE.read_text(encoding="utf-8").splitlines()


def test_every_kind_of_roll_of_the_base_rules_is_owed_in_it(played: tuple[Battle, str]) -> None:
    assert set(get_args(RollKind)) - OF_OPTIONS - played[0].kinds == set()


def test_it_lasts_six_turns_and_eight_mechs_take_part(played: tuple[Battle, str]) -> None:
    battle = played[0]
    assert len(battle.units) == 8
    assert max(sheet.turn for sheet in battle.sheets.values()) == 7  # six are over
    assert not any(sheet.owed for sheet in battle.sheets.values() if not sheet.destroyed)


def test_what_cannot_be_is_refused_in_it_by_name(played: tuple[Battle, str]) -> None:
    assert set(played[0].refusals) == {"nobody-in-control", "roll-again", "shut-down", "gyro-destroyed-no-standing"}


def test_a_line_that_makes_no_sense_stops_the_player() -> None:
    with pytest.raises(BadScript):
        Battle().play("design Archer = Archer ARC-2R\nArcher> dances\n")

"""What cannot have happened: each a named refusal in words that say what to do, and the sheet as it was."""

from __future__ import annotations

from typing import Any

import pytest

from records import words
from records.rules import Entry, RuleViolation, enter
from records.rules import entries as n

from .notation import Table, machine

OWING = "RT 18+5/12 | Medium Laser"


def owing() -> Table:
    """A 'Mech that owes a critical check on its right torso and a consciousness roll."""
    return Table(machine(OWING)).hit("RT", 19).enter(n.PilotHit())


def _first(table: Table) -> int:
    return table.owed("critical-check").id


CASES: list[tuple[str, Any, str]] = [
    ("an answer to a roll that was never owed", lambda t: n.Rolled(999, (3, 4)), "roll-not-owed"),
    ("an answer to roll 0", lambda t: n.Rolled(0, (3, 4)), "roll-not-owed"),
    ("a die of 7", lambda t: n.Rolled(_first(t), (7, 1)), "dice-out-of-range"),
    ("a die of 0", lambda t: n.Rolled(_first(t), (0, 1)), "dice-out-of-range"),
    ("one die for two", lambda t: n.Rolled(_first(t), (4,)), "wrong-number-of-dice"),
    ("three dice for two", lambda t: n.Rolled(_first(t), (4, 4, 4)), "wrong-number-of-dice"),
    ("a critical on an empty line", lambda t: n.CriticalHit("RT", 7), "no-such-slot"),
    ("a critical on a line beyond the last", lambda t: n.CriticalHit("RT", 40), "no-such-slot"),
    ("a critical nowhere", lambda t: n.CriticalHit("XX", 0), "no-such-location"),
    ("a phase ended while rolls are owed", lambda t: n.PhaseEnded("weapon"), "rolls-owed"),
    ("a turn ended while rolls are owed", lambda t: n.TurnEnded(), "rolls-owed"),
    ("a hit of no points", lambda t: n.Hit("RT", 0), "points-out-of-range"),
    ("a breach check nowhere", lambda t: n.BreachCheck("XX"), "no-such-location"),
    ("a switch of what is not aboard", lambda t: n.StateSwitched("coolant-pod", True), "not-aboard"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "entry", "code"), CASES, ids=[case[0] for case in CASES])
def test_it_is_refused_by_name_in_words_and_changes_nothing(what: str, entry: Any, code: str) -> None:
    table = owing()
    before, wanted = table.sheet, entry(table)
    assert isinstance(wanted, Entry)
    refused = enter(table.unit, before, wanted, table.ruleset)
    assert isinstance(refused, RuleViolation)
    assert refused.code == code
    assert table.sheet == before
    text = words.refusal(refused.code, refused.params)
    assert text.endswith(".")
    assert code not in text
    assert "%" not in text


def test_an_answer_is_taken_once() -> None:
    table = owing()
    number = _first(table)
    table.roll("critical-check", 1, 1)
    assert table.refused(n.Rolled(number, (1, 1))) == "roll-not-owed"


def test_a_phase_refused_says_which_rolls_are_owed() -> None:
    table = owing()
    refused = enter(table.unit, table.sheet, n.PhaseEnded("weapon"), table.ruleset)
    assert isinstance(refused, RuleViolation)
    assert refused.params["kinds"] == ("critical-check", "consciousness")
    text = words.refusal(refused.code, refused.params)
    assert text == "Rolls are owed first (2): Critical check, Consciousness roll. Make or waive them."


def test_a_line_of_the_roll_that_has_nothing_left_is_thrown_again() -> None:
    table = owing().roll("critical-check", 4, 4)
    before = table.sheet
    assert table.refused(n.Rolled(table.owed("critical-slot").id, (2, 5))) == "roll-again"
    assert table.sheet == before

"""Random entries on real designs: no impossible sheet, nothing raised, no roll owed twice, JSON and log faithful."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from records.formats.mtf import read_mtf
from records.rules import (
    Entry,
    Event,
    Outcome,
    Ruleset,
    Sheet,
    Unit,
    decode,
    decode_tagged,
    encode,
    encode_tagged,
    enter,
    evolve_all,
    figures,
    fresh_sheet,
)
from records.rules.condition import able
from records.starter.builder import units
from tests.rules import strategies as draw
from tests.shared import SHARED, needs_shared

from .test_properties import _sound

RANDOM = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.data_too_large])
#: Rolls of which a sheet owes at most one at a time, by what they are about.
ONCE = frozenset({
    "stand-up", "shutdown", "restart", "heat-ammunition", "ice-restart", "hull-breach", "recovery", "consciousness",
    "equipment-failure", "ejection", "engine-blast",
})  # fmt: skip
#: How often a sheet is answered before the next entry: mostly until nothing is owed.
answers = st.lists(draw.dice, max_size=12)
played = st.lists(st.tuples(st.one_of(draw.hits, draw.anything), answers), max_size=18)


@cache
def corpus() -> tuple[Path, ...]:
    return tuple(sorted((SHARED / "corpus" / "meks").rglob("*.mtf")))


@cache
def design(number: int) -> Unit:
    return read_mtf(corpus()[number].read_bytes())


@RANDOM
@given(unit=st.sampled_from(units()), ruleset=st.sampled_from(draw.RULESETS), battle=played)
def test_nothing_impossible_happens_to_any_starter_mech(unit: Unit, ruleset: Ruleset, battle: Any) -> None:
    _battle(unit, ruleset, battle)


@needs_shared
@pytest.mark.shared
@RANDOM
@given(data=st.data(), ruleset=st.sampled_from(draw.RULESETS), battle=played)
def test_nothing_impossible_happens_to_any_design_of_the_corpus(data: Any, ruleset: Ruleset, battle: Any) -> None:
    _battle(design(data.draw(st.integers(0, len(corpus()) - 1))), ruleset, battle)


def _battle(unit: Unit, ruleset: Ruleset, battle: list[tuple[Entry, list[tuple[int, ...]]]]) -> None:
    start = sheet = fresh_sheet(unit)
    before: list[tuple[Sheet, int]] = []
    events: list[Event] = []
    for entry, dice in battle:
        for next_entry in (entry, *dice):
            now = next_entry if not isinstance(next_entry, tuple) else draw.answer(sheet, next_entry)
            if now is None:
                break
            outcome = enter(unit, sheet, now, ruleset)
            if isinstance(outcome, Outcome):
                assert outcome.events, now  # never a silent nothing
                before.append((sheet, len(events)))
                sheet, events = outcome.sheet, [*events, *outcome.events]
                _possible(unit, sheet, ruleset)
    assert evolve_all(unit, start, events) == sheet
    assert decode(Sheet, encode(sheet)) == sheet
    assert [decode_tagged(Event, encode_tagged(event)) for event in events] == events
    for entry, _ in battle:
        assert decode_tagged(Entry, encode_tagged(entry)) == entry
    for undone, told in before[-3:]:  # the log without what came after is the sheet as if it had never been
        assert evolve_all(unit, start, events[:told]) == undone


def _possible(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> None:
    """What holds for every sheet, whatever was entered."""
    _sound(unit, sheet)
    once = [(owed.kind, owed.location, *sorted(owed.about.items())) for owed in sheet.owed if owed.kind in ONCE]
    assert len(once) == len(set(once)), once
    assert all(0 < owed.id <= sheet.serial for owed in sheet.owed)
    for owed in sheet.owed:
        if owed.kind in ("consciousness", "recovery"):
            seat = sheet.crew[int(owed.about["member"])]
            assert not seat.dead
            assert owed.kind == "recovery" or seat.conscious
    assert len(set(sheet.breached)) == len(sheet.breached)
    assert set(sheet.breached) <= set(unit.locations)
    _numbers(unit, sheet, ruleset)


def _numbers(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> None:
    """Every figure of the page can be made of it, and movement is never below nothing."""
    for rate in (figures.walking, figures.running, figures.jumping, figures.swimming):
        assert rate(unit, sheet, ruleset).total >= 0
    assert figures.heat_projection(unit, sheet, ruleset).after >= 0
    figures.piloting(unit, sheet, ruleset)
    figures.standing_up(unit, sheet, ruleset)
    states = figures.weapon_states(unit, sheet, ruleset)
    assert [state.mount for state in states] == list(unit.weapons)
    if not any(able(seat) for seat in sheet.crew):
        assert figures.piloting(unit, sheet, ruleset).automatic

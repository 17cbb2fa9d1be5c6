"""What holds for every sequence of entries: damage is conserved, nothing is negative, the log replays to the sheet."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from records.rules import Outcome, Ruleset, RuleViolation, Sheet, Unit, condition, enter, evolve_all, fresh_sheet
from records.rules.entries import Entry, Hit
from records.rules.events import ArmourLost, DamageWasted, Event, LocationLost, StructureLost
from tests.rules import strategies as draw

from .notation import machine

FEW = settings(max_examples=60, deadline=None)
turns = st.lists(st.tuples(draw.anything, draw.dice), max_size=25)


def _play(
    unit: Unit, ruleset: Ruleset, played: list[tuple[Entry, tuple[int, ...]]]
) -> tuple[Sheet, Sheet, list[Event]]:
    """The sheet at the start and at the end, and every event; each entry is followed by up to four answers."""
    start = sheet = fresh_sheet(unit)
    events: list[Event] = []
    for entry, faces in played:
        outcome = enter(unit, sheet, entry, ruleset)
        for turn in range(5):
            if isinstance(outcome, Outcome):
                sheet, events = outcome.sheet, [*events, *outcome.events]
            answer = draw.answer(sheet, faces[turn:] + faces[:turn])
            if answer is None:
                break
            outcome = enter(unit, sheet, answer, ruleset)
    return start, sheet, events


@FEW
@given(index=st.integers(0, 2), ruleset=st.sampled_from(draw.RULESETS), played=turns)
def test_no_sequence_of_entries_raises_and_its_log_replays_to_the_sheet(
    index: int, ruleset: Ruleset, played: list[tuple[Entry, tuple[int, ...]]]
) -> None:
    unit = draw.of(index)
    start, sheet, events = _play(unit, ruleset, played)
    assert evolve_all(unit, start, events) == sheet
    _sound(unit, sheet)


def _sound(unit: Unit, sheet: Sheet) -> None:
    for now, most in ((sheet.armour, unit.armour), (sheet.rear, unit.rear_armour), (sheet.structure, unit.structure)):
        assert all(0 <= now[place] <= most[place] for place in most)
    assert all(0 <= left <= bin_.shots for left, bin_ in zip(sheet.ammo, unit.bins, strict=True))
    assert all(0 <= seat.hits <= 6 for seat in sheet.crew)
    assert all(condition.slot_at(unit, place, line) for place, lines in sheet.hits.items() for line in lines)
    assert len({owed.id for owed in sheet.owed}) == len(sheet.owed)
    assert sheet.heat >= 0
    assert sheet.damage_this_phase >= 0


@FEW
@given(played=st.lists(draw.hits, max_size=20))
def test_every_point_of_a_hit_is_marked_or_lost_in_words(played: list[Hit]) -> None:
    unit = machine()
    sheet = fresh_sheet(unit)
    for entry in played:
        outcome = enter(unit, sheet, entry)
        if isinstance(outcome, RuleViolation):
            continue
        events = outcome.events
        kinds = (ArmourLost, StructureLost, DamageWasted)
        assert sum(e.points for e in events if isinstance(e, kinds)) == entry.points
        left_on_lost = _left_on_lost(sheet, events)
        assert _total(sheet) - _total(outcome.sheet) == _marked(events) + left_on_lost
        sheet = outcome.sheet


def _total(sheet: Sheet) -> int:
    return sum(sheet.armour.values()) + sum(sheet.rear.values()) + sum(sheet.structure.values())


def _marked(events: tuple[Event, ...]) -> int:
    return sum(e.points for e in events if isinstance(e, (ArmourLost, StructureLost)))


def _left_on_lost(before: Sheet, events: tuple[Event, ...]) -> int:
    """Points that stood on locations when they were lost: they go with them, no damage has marked them."""
    lost = {e.location for e in events if isinstance(e, LocationLost)}
    stood = sum(before.armour[p] + before.rear.get(p, 0) + before.structure[p] for p in lost)
    return stood - sum(e.points for e in events if isinstance(e, (ArmourLost, StructureLost)) and e.location in lost)


@FEW
@given(index=st.integers(0, 2), played=turns, entry=draw.anything)
def test_a_refusal_changes_nothing_and_the_same_entry_decides_the_same_twice(
    index: int, played: list[tuple[Entry, tuple[int, ...]]], entry: Entry
) -> None:
    unit = draw.of(index)
    _, sheet, _ = _play(unit, Ruleset(), played[:6])
    assert enter(unit, sheet, entry) == enter(unit, sheet, entry)

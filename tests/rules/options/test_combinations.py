"""Whatever compatible options are on: no sequence of entries raises, and its log replays to the sheet."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from records.rules import (
    CrewMember,
    Entry,
    Outcome,
    Ruleset,
    Sheet,
    decode_tagged,
    encode_tagged,
    enter,
    evolve_all,
    fresh_sheet,
)
from records.rules import entries as n
from records.rules.events import Event
from records.rules.options import REGISTRY
from records.rules.options.check import problems
from tests.rules import strategies as draw

LEVELS = ("", "green", "regular", "veteran", "elite", "legendary")
SETTINGS = [(f"{o.id}.{s.name}", s) for o in REGISTRY.values() for s in o.settings]
ACTIONS = ("switch-off", "switch-on", "keep-on", "keep-off", "blast", "reroll", "table-roll", "dance")


@st.composite
def rulesets(data: st.DrawFn) -> Ruleset:
    """Any options with any numbers, less those that do not go together."""
    flips = data(st.sets(st.sampled_from(sorted(REGISTRY))))
    chosen = data(st.lists(st.sampled_from(range(len(SETTINGS))), max_size=6, unique=True))
    numbers = {SETTINGS[i][0]: data(st.integers(SETTINGS[i][1].least, SETTINGS[i][1].most)) for i in chosen}
    options = tuple(f"-{name}" if REGISTRY[name].default_on else name for name in sorted(flips))
    ruleset = Ruleset(options=options, settings=numbers)
    while wrong := problems(ruleset):
        out = str(wrong[0].params["option"])
        ruleset = Ruleset(options=tuple(name for name in ruleset.options if name != out), settings=numbers)
    return ruleset


marks = st.lists(st.sampled_from(("partial-cover", "no-attack", "put-in-the-way", "x")), max_size=2).map(tuple)
values = st.dictionaries(
    st.sampled_from(("mount", "rating", "hexes", "side", "elevation", "roll")),
    st.one_of(st.integers(-1, 400), st.sampled_from(("front", "rear", "left", ""))),
)
blasts = st.builds(
    lambda rating, hexes, side: n.OptionUsed("HR-A12", "blast", {"rating": rating, "hexes": hexes, "side": side}),
    st.integers(10, 500), st.integers(0, 3), st.sampled_from(("front", "rear", "left", "right")),
)  # fmt: skip
anything: st.SearchStrategy[Entry] = st.one_of(
    draw.anything,
    st.builds(
        n.Hit, draw.places, st.integers(1, 30), st.booleans(), st.booleans(), st.just("ballistic"), st.just(""), marks
    ),
    st.builds(n.CriticalHit, st.just("CT"), st.integers(0, 9)),
    st.builds(n.OptionUsed, st.sampled_from(sorted(REGISTRY)), st.sampled_from(ACTIONS), values),
    st.builds(lambda mount: n.OptionUsed("HR-A16", "switch-off", {"mount": mount}), st.integers(0, 4)),
    blasts,
)  # fmt: skip


def _again(sheet: Sheet) -> n.OptionUsed | None:
    return n.OptionUsed("HR-B05", "reroll", {"roll": sheet.owed[0].id}) if sheet.owed else None


@settings(max_examples=120, deadline=None)
@given(
    index=st.integers(0, 2),
    ruleset=rulesets(),
    level=st.sampled_from(LEVELS),
    played=st.lists(st.tuples(anything, draw.dice, st.booleans()), max_size=25),
)
def test_any_combination_plays_and_replays(
    index: int, ruleset: Ruleset, level: str, played: list[tuple[Entry, tuple[int, ...], bool]]
) -> None:
    unit = draw.of(index)
    crew = tuple(CrewMember(level=level, edge=1) for _ in range(unit.crew_size))  # type: ignore[arg-type]
    start = sheet = fresh_sheet(unit, crew)
    events: list[Event] = []
    for entry, faces, edge in played:
        steps: list[Entry | None] = [entry, _again(sheet) if edge else None]
        for turn in range(6):
            following = steps[turn] if turn < len(steps) else draw.answer(sheet, faces[turn:] + faces[:turn])
            outcome = enter(unit, sheet, following, ruleset) if following is not None else None
            if isinstance(outcome, Outcome):
                sheet, events = outcome.sheet, [*events, *outcome.events]
    assert evolve_all(unit, start, events) == sheet
    assert [decode_tagged(Event, encode_tagged(event)) for event in events] == events
    assert len({owed.id for owed in sheet.owed}) == len(sheet.owed)
    _within_limits(ruleset, sheet)


def _within_limits(ruleset: Ruleset, sheet: Sheet) -> None:
    for option in ruleset.active:
        for counter in option.counters:
            if counter.setting:
                assert sheet.counters.get(counter.name, 0) <= option.number(ruleset, counter.setting)

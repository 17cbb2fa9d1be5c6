"""JSON of every value: what is encoded comes back the same, what does not fit is refused by name."""

from __future__ import annotations

import dataclasses
import json
import typing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.rules import (
    BadData,
    Entry,
    Event,
    Ruleset,
    Sheet,
    Unit,
    decode,
    decode_tagged,
    encode,
    encode_tagged,
    enter,
    fresh_sheet,
)  # fmt: skip
from records.rules import entries as n
from tests.rules import strategies as draw

from .notation import Table, machine


def _through_json(value: object) -> object:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("unit", draw.UNITS, ids=lambda unit: unit.config + unit.armour_type)
def test_a_unit_comes_back_the_same(unit: Unit) -> None:
    assert decode(Unit, _through_json(encode(unit))) == unit


def test_a_sheet_in_the_middle_of_things_comes_back_the_same() -> None:
    table = Table(draw.BRAWLER).hit("LT", 25).hit("HD", 3).hit("RL", 31).critical("CT", 4)
    assert table.sheet.owed
    assert decode(Sheet, _through_json(encode(table.sheet))) == table.sheet


@settings(max_examples=200, deadline=None)
@given(entry=draw.anything)
def test_every_entry_comes_back_the_same(entry: Entry) -> None:
    assert decode_tagged(Entry, _through_json(encode_tagged(entry))) == entry


@settings(max_examples=60, deadline=None)
@given(index=st.integers(0, 2), played=st.lists(draw.anything, max_size=12))
def test_every_event_comes_back_the_same(index: int, played: list[Entry]) -> None:
    unit = draw.of(index)
    sheet = fresh_sheet(unit)
    for entry in played:
        outcome = enter(unit, sheet, entry)
        for event in getattr(outcome, "events", ()):
            assert decode_tagged(Event, _through_json(encode_tagged(event))) == event
        sheet = getattr(outcome, "sheet", sheet)


def test_every_entry_and_event_is_a_frozen_dataclass_with_a_name_of_its_own() -> None:
    members = [*typing.get_args(Entry), *typing.get_args(Event)]
    assert len({member.__name__ for member in members}) == len(members)
    assert all(dataclasses.is_dataclass(member) and member.__dataclass_params__.frozen for member in members)


def test_a_ruleset_comes_back_the_same() -> None:
    ruleset = Ruleset(options=("CL-damage-counts-at-once",), settings={"HR-B05.uses": 3})
    assert decode(Ruleset, _through_json(encode(ruleset))) == ruleset


@pytest.mark.parametrize(
    "data",
    [
        {"type": "Nonsense"}, {}, [], None, "Hit", {"type": "Hit"}, {"type": "Hit", "location": "RT"},
        {"type": "Hit", "location": 7, "points": 3}, {"type": "Hit", "location": "RT", "points": "3"},
        {"type": "Hit", "location": "RT", "points": True}, {"type": "Hit", "location": "RT", "points": 3, "more": 1},
        {"type": "Hit", "location": "RT", "points": 3, "kind": "magic"}, {"type": "Rolled", "roll": 1, "dice": 4},
    ],
)  # fmt: skip
def test_json_that_is_no_entry_is_refused(data: object) -> None:
    with pytest.raises(BadData):
        decode_tagged(Entry, data)


def test_a_hit_entered_before_attackers_were_numbered_is_read_as_it_was() -> None:
    old = {"type": "Hit", "location": "RT", "points": 3, "source": "LRM 20, Atlas"}
    assert decode_tagged(Entry, old) == n.Hit("RT", 3, source="LRM 20, Atlas", attacker=0)
    assert encode_tagged(n.Hit("RT", 3, source="Atlas AS7-D", attacker=12))["attacker"] == 12


def test_defaults_are_left_out() -> None:
    assert encode_tagged(n.Hit("RT", 3)) == {"type": "Hit", "v": 1, "location": "RT", "points": 3}
    assert "owed" not in encode(fresh_sheet(machine()))


def test_a_size_too_large_for_a_number_is_refused() -> None:
    stored = encode(machine())
    stored["mounts"] = [{"item": "Cargo", "location": "RT", "size": 10**400}]
    with pytest.raises(BadData, match="too large"):
        decode(Unit, stored)

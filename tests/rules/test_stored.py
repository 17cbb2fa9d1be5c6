"""Stored JSON with versions: old shapes are upgraded step by step, newer ones refused."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from records.rules import (
    BadData,
    Entry,
    Event,
    NewerData,
    Ruleset,
    Sheet,
    Unit,
    bare,
    decode,
    decode_all,
    decode_tagged,
    encode,
    encode_tagged,
    fresh_sheet,
    type_of,
    upgrades,
)
from records.rules import entries as n
from records.rules.codec import KINDS
from records.rules.events import ArmourLost, StructureLost
from tests.rules.notation import machine

STORED = Path(__file__).parent / "stored"
GOLDEN: dict[str, list[dict[str, Any]]] = json.loads((STORED / "version_1.json").read_text(encoding="utf-8"))
CLASSES: dict[str, type] = {"unit": Unit, "sheet": Sheet, "ruleset": Ruleset}


def read(kind: str, data: dict[str, Any]) -> tuple[Any, ...]:
    """What stored JSON of a kind stands for; several only of events."""
    if kind in CLASSES:
        return (decode(CLASSES[kind], data),)
    return decode_all(Event, [data]) if kind == "event" else (decode_tagged(Entry, data),)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Upgrades of this test alone: the versions go up by what it registers."""
    monkeypatch.setattr(upgrades, "STEPS", {})
    for kind in upgrades.VERSIONS:
        monkeypatch.setitem(upgrades.VERSIONS, kind, 1)

    def register(kind: Any, function: Any) -> None:
        upgrades.step(kind, upgrades.VERSIONS[kind])(function)
        monkeypatch.setitem(upgrades.VERSIONS, kind, upgrades.VERSIONS[kind] + 1)

    yield register


def test_every_version_up_to_ours_has_its_step() -> None:
    wanted = {(kind, v) for kind, now in upgrades.VERSIONS.items() for v in range(upgrades.FIRST, now)}
    assert set(upgrades.STEPS) == wanted
    assert set(KINDS.values()) == set(upgrades.VERSIONS)


def test_the_first_version_of_every_kind_can_be_read() -> None:
    assert {one["type"] for one in GOLDEN["entry"]} >= {"Hit", "Rolled", "OptionUsed", "StoodDown"}
    assert (len(GOLDEN["entry"]), len(GOLDEN["event"])) == (24, 54)
    for kind, values in GOLDEN.items():
        for data in values:
            assert "v" not in data, "the first release wrote no version"
            found = read(kind, data)
            again = [encode_tagged(one) if "type" in data else encode(one) for one in found]
            assert [read(kind, one) for one in again] == [(one,) for one in found]
            if upgrades.VERSIONS[typing.cast(Any, kind)] == 1:
                assert again == [{"v": 1, **data}]


def test_what_is_stored_says_its_version_and_what_it_holds_does_not() -> None:
    data = encode(fresh_sheet(machine()))
    assert data["v"] == upgrades.VERSIONS["sheet"]
    assert all("v" not in seat for seat in data.get("crew", []))
    assert encode_tagged(n.Hit("LT", 3))["v"] == upgrades.VERSIONS["entry"]
    assert "v" not in bare(fresh_sheet(machine()))


def test_a_renamed_field_is_read_from_old_json(steps: Any) -> None:
    steps("entry", lambda old: {**{k: v for k, v in old.items() if k != "place"}, "location": old.get("place", "CT")})
    old = {"type": "Hit", "place": "LT", "points": 4}
    assert decode_tagged(Entry, old) == n.Hit("LT", 4)
    assert old == {"type": "Hit", "place": "LT", "points": 4}, "what was stored stays as it is"
    with pytest.raises(BadData, match="unknown field place"):
        decode_tagged(Entry, {**old, "v": 2})


def test_steps_are_taken_one_after_the_other(steps: Any) -> None:
    steps("sheet", lambda old: {**old, "warmth": old.get("hot", 0) * 10})
    steps(
        "sheet",
        lambda old: {**{k: v for k, v in old.items() if k not in ("hot", "warmth")}, "heat": old["warmth"] // 5},
    )
    places = {k: v for k, v in encode(fresh_sheet(machine())).items() if k != "v"}
    assert decode(Sheet, {**places, "hot": 3}).heat == 6
    assert decode(Sheet, {**places, "warmth": 20, "v": 2}).heat == 4
    assert decode(Sheet, {**places, "heat": 7, "v": 3}).heat == 7
    assert encode(decode(Sheet, {**places, "hot": 3}))["v"] == 3


def test_a_type_may_be_split_and_an_event_become_several(steps: Any) -> None:
    def split(old: dict[str, Any]) -> list[dict[str, Any]]:
        if old["type"] != "DamageMarked":
            return [old]
        armour = {"type": "ArmourLost", "location": old["at"], "points": old["armour"]}
        return [armour, {"type": "StructureLost", "location": old["at"], "points": old["inside"]}]

    steps("event", split)
    old = [{"type": "DamageMarked", "at": "LT", "armour": 5, "inside": 2}, {"type": "StoodUp"}]
    found = decode_all(Event, old)
    assert found[:2] == (ArmourLost("LT", 5), StructureLost("LT", 2))
    assert len(found) == 3
    assert type_of(Event, old[0]) == "ArmourLost"
    with pytest.raises(BadData, match="2 values"):
        decode_tagged(Event, old[0])


def test_a_newer_version_is_refused_by_name() -> None:
    with pytest.raises(NewerData) as caught:
        decode(Sheet, {"v": 99, "armour": {}})
    assert (caught.value.kind, caught.value.version, caught.value.known) == ("sheet", 99, upgrades.VERSIONS["sheet"])
    with pytest.raises(NewerData):
        decode_all(Event, [{"type": "StoodUp", "v": 99}])
    assert type_of(Entry, {"type": "Teleported", "v": 99}) == "Teleported"


@pytest.mark.parametrize("version", [0, -1, "1", 1.5, None, True, []])
def test_a_version_that_is_none_is_bad_data(version: Any) -> None:
    with pytest.raises(BadData):
        decode(Ruleset, {"v": version})


@pytest.mark.parametrize("fault", [lambda old: old["nowhere"], lambda old: int(old["base"]), lambda old: old.x])
def test_an_upgrade_that_stumbles_over_cut_data_is_bad_data(steps: Any, fault: Any) -> None:
    steps("ruleset", fault)
    with pytest.raises(BadData, match="cannot be upgraded"):
        decode(Ruleset, {"base": "x"})


def test_a_step_is_registered_once(steps: Any) -> None:
    steps("unit", lambda old: old)
    with pytest.raises(ValueError, match="unit 1"):
        upgrades.step("unit", 1)(lambda old: old)

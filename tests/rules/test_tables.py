"""The tables of the base game: what they hold, and that a spoilt one is refused."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from records.rules import tables
from tests.shared import SHARED, needs_shared


@needs_shared
@pytest.mark.shared
@pytest.mark.parametrize("config", ["biped", "quad"])
@pytest.mark.parametrize("table", ["2d6_standard", "1d6_punch", "1d6_kick"])
def test_hit_locations_are_those_of_the_reference(config: str, table: str) -> None:
    rows = json.loads((SHARED / "rules/tables.json").read_text(encoding="utf-8"))["mek_hit_location"][config][table]
    for side, row in rows.items():
        for roll, place in row.items():
            ours = tables.hit_location(config.capitalize(), side, int(roll), table=table.split("_")[1])
            assert ours.location == place["loc"]
            assert ours.rear == (side == "rear")
            assert ours.through_armour == bool(place.get("effect"))


@needs_shared
@pytest.mark.shared
def test_cluster_hits_are_those_of_the_reference_but_for_the_row_of_eight() -> None:
    rows = json.loads((SHARED / "rules/tables.json").read_text(encoding="utf-8"))["cluster_hits"]
    for size in tables.cluster_sizes():
        if size != 8:  # ruled: 3 3 4 4 5 5 5 6 6 8 8
            assert [tables.cluster_hits(size, roll) for roll in range(2, 13)] == list(rows[str(size)].values())
    assert [tables.cluster_hits(8, roll) for roll in range(2, 13)] == [3, 3, 4, 4, 5, 5, 5, 6, 6, 8, 8]


def test_a_cluster_roll_past_either_end_counts_as_the_end() -> None:
    assert (tables.cluster_hits(20, -3), tables.cluster_hits(20, 15)) == (6, 20)


@pytest.mark.parametrize(
    ("side", "roll", "die", "leg"),
    [("front", 5, 1, "RL"), ("front", 9, 6, "LL"), ("left", 3, 2, "CL"), ("right", 6, 4, "CL")],
)
def test_a_further_die_picks_the_leg_of_a_tripod(side: str, roll: int, die: int, leg: str) -> None:
    assert tables.wants_leg_die("Tripod", side, roll)
    assert tables.hit_location("Tripod", side, roll, leg_die=die).location == leg


def test_only_tripods_want_a_leg_die() -> None:
    assert not any(tables.wants_leg_die("Biped", "front", roll) for roll in range(2, 13))


@pytest.mark.parametrize("roll", [1, 13])
def test_a_roll_outside_the_table_is_an_error(roll: int) -> None:
    with pytest.raises(IndexError):
        tables.hit_location("Biped", "front", roll)


def test_criticals_of_a_roll() -> None:
    assert [tables.criticals_on(total) for total in (2, 7, 8, 9, 10, 11, 12, 13, 14, 17)] == [
        0,
        0,
        1,
        1,
        2,
        2,
        3,
        3,
        4,
        4,
    ]


def _spoilt(change: str) -> dict[str, Any]:
    data = copy.deepcopy(dict(tables.tables()))
    if change == "side":
        del data["hit_locations"]["biped"]["standard"]["rear"]
    elif change == "place":
        data["hit_locations"]["quad"]["punch"]["left"][2] = "XX"
    elif change == "cluster":
        data["cluster_hits"]["5"][3] = 9
    elif change == "consciousness":
        data["consciousness"].pop()
    else:
        data["fall_sides"].pop()
    return data


@pytest.mark.parametrize("change", ["side", "place", "cluster", "consciousness", "fall"])
def test_a_spoilt_table_is_refused(change: str) -> None:
    with pytest.raises(tables.BadTable):
        tables._check(_spoilt(change))

"""The damage traces of the reference folder, replayed: every one right up to where the product rules otherwise."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.rules import replay_traces
from tests.rules.replaying import rulings
from tests.shared import SHARED, needs_shared

TRACES = SHARED / "traces"


@needs_shared
@pytest.mark.shared
@pytest.mark.parametrize("name", ["scenarios", "random"])
def test_every_trace_is_replayed_right(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_traces.main([str(TRACES / f"{name}.jsonl.gz")]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert ", 0 wrong, " in last
    stopped = {line.rsplit(" ", 1)[1] for line in lines if " stopped at " in line}
    assert stopped <= rulings.BY_THE_BOOK | listed()


def listed() -> frozenset[str]:
    """What the traces have otherwise beyond their flags, as listed beside the replayer."""
    return frozenset(json.loads(replay_traces.EXCEPTIONS.read_text(encoding="utf-8"))["kinds"])


def test_every_exception_of_the_traces_is_listed_with_its_rule() -> None:
    kinds = json.loads(replay_traces.EXCEPTIONS.read_text(encoding="utf-8"))["kinds"]
    assert {rulings.Wreckage.NAME, "heavy_duty_gyro_first_hit", "explosion_before_the_rest_of_the_damage"} <= set(kinds)
    assert all(kind["what"] and kind["rule"] for kind in kinds.values())


@needs_shared
@pytest.mark.shared
def test_a_wrong_trace_is_reported_with_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with gzip.open(TRACES / "scenarios.jsonl.gz", "rt", encoding="utf-8") as file:
        trace = json.loads(next(line for line in file if '"kind": "rear_transfer"' in line))
    trace["steps"][0]["after"]["armor"]["CT"] += 1
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text(json.dumps(trace) + "\n", encoding="utf-8")
    assert replay_traces.main([str(spoilt)]) == 1
    out = capsys.readouterr().out
    assert "armour:" in out
    assert out.endswith("steps compared: 1\n0 right, 1 wrong, 0 excepted\n")
    assert replay_traces.main([str(spoilt), "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[0])["trace"] == trace["id"]


def test_a_flag_is_followed_or_stops_the_replay_never_both() -> None:
    groups = (rulings.FOLLOWED, rulings.HARMLESS, rulings.BY_THE_BOOK)
    assert sum(map(len, groups)) == len(frozenset().union(*groups))


def test_a_flag_nobody_has_ruled_on_stops_the_replay() -> None:
    step = {"flags": ["something_new"], "after": {"heat": 0}, "event": {"type": "hit"}, "effects": [], "rolls": []}
    assert rulings.stops(step) == "something_new"


def _hit_with(*effects: dict[str, object]) -> dict[str, object]:
    return {"event": {"type": "hit"}, "effects": list(effects)}


def test_only_an_explosion_that_nothing_held_excuses_a_difference() -> None:
    explosion, case = {"effect": "explosion"}, {"effect": "case"}
    inside, rest = {"effect": "damage", "explosion": True}, {"effect": "damage", "explosion": False}
    assert rulings.excuses(_hit_with(rest, explosion, inside, rest)) == "explosion_before_the_rest_of_the_damage"
    assert rulings.excuses(_hit_with(rest, explosion, inside, case, rest)) == ""
    assert rulings.excuses(_hit_with(rest, rest)) == ""

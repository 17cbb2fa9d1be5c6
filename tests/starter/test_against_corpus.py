"""The starter 'Mechs against the reference facts, as far as these hold the same designs."""

import gzip
import json
from functools import cache

import pytest

from records.formats import read_mtf
from records.rules.unit import Unit
from records.starter.builder import units
from tests.shared import SHARED, needs_shared

pytestmark = [needs_shared, pytest.mark.shared]


@cache
def references() -> list[tuple[Unit, dict]]:
    """Each starter 'Mech that the reference has, with its facts."""
    if not SHARED.is_dir():
        return []
    facts: dict[str, dict] = {}
    with gzip.open(SHARED / "corpus" / "expected_meks.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            facts.setdefault(f"{row['chassis']} {row['model']}", row)
    return [(unit, facts[unit.name]) for unit in units() if unit.name in facts]


every = pytest.mark.parametrize(("unit", "facts"), references(), ids=[unit.name for unit, _facts in references()])


def test_the_reference_holds_most_of_them():
    assert len(references()) >= 140


@every
def test_the_facts_are_equal(unit: Unit, facts: dict):
    assert (unit.config, unit.tech_base, unit.omni, unit.tons, unit.year) == tuple(
        facts[key] for key in ("config", "tech_base", "omni", "tons", "year")
    )
    assert unit.role.upper().replace(" ", "_") == facts["role"]
    assert unit.rules_level == facts["rules_level_static"]
    assert (unit.engine.rating, unit.engine.type) == (facts["engine"]["rating"], facts["engine"]["type"])
    assert (unit.structure_type, unit.armour_type) == (facts["structure_type"], facts["armor_type"])
    assert (unit.gyro, unit.cockpit, bool(unit.ejection)) == (facts["gyro"], facts["cockpit"], facts["full_head_eject"])
    assert (dict(unit.armour), dict(unit.rear_armour)) == (by_place(unit, facts["armor"]), facts["rear_armor"])
    assert dict(unit.structure) == by_place(unit, facts["internal"])
    sinks = facts["heat_sinks"]
    assert (unit.heat_sinks.count, unit.heat_sinks.capacity) == (sinks["count"], sinks["capacity"])
    assert (unit.walk, unit.run, unit.jump) == (facts["walk"], facts["run"], facts["jump"])


@every
def test_every_critical_slot_is_where_the_reference_has_it(unit: Unit, facts: dict):
    for location, slots in by_place(unit, facts["crits"]).items():
        wanted = [None if slot is None else slot.get("sys", slot.get("eq")) for slot in slots]
        assert [None if slot is None else slot.name for slot in unit.slots[location]] == wanted, location


@every
def test_weapons_and_ammunition_are_equal(unit: Unit, facts: dict):
    weapons = [unit.mounts[index] for index in unit.weapons]
    assert sorted((mount.item, mount.location, mount.rear, mount.pod) for mount in weapons) == sorted(
        (row["internal"], row["loc"], row.get("rear", False), row.get("omnipod", False)) for row in facts["weapons"]
    )
    assert sorted((bin_.item, bin_.location, bin_.shots) for bin_ in unit.bins) == sorted(
        (row["internal"], row["loc"], row["shots"]) for row in facts["ammo"]
    )


@every
def test_what_is_a_pod_and_what_is_fixed_is_as_in_the_reference(unit: Unit, facts: dict):
    file = read_mtf((SHARED / "corpus" / "meks" / facts["path"]).read_bytes())
    assert [(mount.item, mount.slots, mount.pod) for mount in unit.mounts] == [
        (mount.item, mount.slots, mount.pod) for mount in file.mounts
    ]


def by_place(unit: Unit, values: dict) -> dict:
    """The reference names a quad's legs as ours does, or like arms and legs: by their place in the list."""
    if set(values) <= set(unit.locations):
        return values
    arms = {"RA": "FRL", "LA": "FLL", "RL": "RRL", "LL": "RLL"}
    return {arms.get(place, place): value for place, value in values.items()}

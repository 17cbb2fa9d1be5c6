"""Real files: their facts against the expected ones, and newer ones counted against their own lines."""

import gzip
import json
import re
import runpy
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from records.describe import facts
from records.formats import read_mtf
from records.rules import Unit, decode, encode
from records.rules.unit import SYSTEMS
from tests.shared import SHARED, needs_shared

pytestmark = [needs_shared, pytest.mark.shared]

CORPUS = SHARED / "corpus"
COMPARED = (
    "chassis", "model", "config", "tech_base", "mixed", "omni", "tons", "year", "engine", "structure_type",
    "armor_type", "armor", "rear_armor", "internal", "heat_sinks", "walk", "run", "jump", "crits", "weapons", "ammo",
    "total_armor",
)  # fmt: skip
HEADERS = {
    "left arm": "LA", "right arm": "RA", "left torso": "LT", "right torso": "RT", "center torso": "CT", "head": "HD",
    "left leg": "LL", "right leg": "RL", "center leg": "CL", "front left leg": "FLL", "front right leg": "FRL",
    "rear left leg": "RLL", "rear right leg": "RRL",
}  # fmt: skip
NEW_STYLE = sorted((CORPUS / "new_style").glob("*.mtf")) if CORPUS.is_dir() else []


@cache
def units() -> dict[str, Unit]:
    root = CORPUS / "meks"
    return {path.relative_to(root).as_posix(): read_mtf(path.read_bytes()) for path in sorted(root.rglob("*.mtf"))}


def test_every_fact_of_745_units_is_the_expected_one() -> None:
    compared: Any = runpy.run_path(str(CORPUS / "compare.py"))["facts"]
    with gzip.open(CORPUS / "expected_meks.jsonl.gz", "rt", encoding="utf-8") as file:
        expected = {unit["path"]: unit for unit in map(json.loads, file)}
    assert expected.keys() == units().keys()
    wrong = []
    for path, wanted in expected.items():
        want, have = compared(wanted), compared(facts(units()[path]))
        wrong += [(path, name, want[name], have.get(name)) for name in COMPARED if want[name] != have.get(name)]
    assert wrong == []


def test_all_745_come_back_from_json_as_they_were() -> None:
    for unit in units().values():
        assert decode(Unit, json.loads(json.dumps(encode(unit)))) == unit


def test_slots_and_mounts_point_to_each_other_in_every_unit() -> None:
    for path, unit in units().items():
        taken = Counter((place, at) for mount in unit.mounts for place, at in mount.slots)
        for place, slots in unit.slots.items():
            for at, slot in enumerate(slots):
                pointed = 0 if slot is None else (slot.mount >= 0) + (slot.second >= 0)
                assert taken[place, at] == pointed, (path, place, at)


def test_hardly_anything_is_unknown() -> None:
    puzzling = {path: unit.unknown for path, unit in units().items() if unit.unknown}
    assert len(puzzling) <= 9
    assert {name for names in puzzling.values() for name in names} <= {
        "Ejection Seat", "Mace (THB)", "CC Sensors", "Command Console", "Dual Cockpit",
        # Three old land-air 'Mechs put equipment where the landing gear must be.
        "Jump Jet", "ISMediumLaser", "ISC3SlaveUnit",
    }  # fmt: skip


def sections(text: str) -> tuple[dict[str, list[str]], list[str]]:
    """A file's own slot lines by location, and its list of weapons; read here with no help of the reader."""
    slots: dict[str, list[str]] = {}
    weapons: list[str] = []
    target: list[str] = []
    for line in map(str.strip, text.splitlines()):
        if line.lower().startswith("weapons:"):
            target = weapons
        elif line.endswith(":") and line[:-1].lower() in HEADERS:
            target = slots.setdefault(HEADERS[line[:-1].lower()], [])
        elif not line:
            target = []
        elif line != "-Empty-":
            target.append(line)
    return slots, weapons


@pytest.mark.parametrize("path", NEW_STYLE, ids=[path.stem for path in NEW_STYLE])
def test_newer_files_arrive_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    unit = read_mtf(text)
    slots, weapons = sections(text)
    assert {place: len(lines) for place, lines in slots.items()} == {
        place: sum(slot is not None for slot in held) for place, held in unit.slots.items()
    }
    points = re.findall(r"(?im)^[A-Z]{2,3} armor:(?:.*:)?(\d+)\s*$", text)
    assert unit.total_armour == sum(map(int, points))
    assert unit.unknown == ()
    if path.stem != "Crockett CRK-5003-3":
        # That one lists a small laser in three slots and in two lines of its weapons.
        assert len(unit.weapons) == len(weapons)
    assert all(slot is None or slot.mount >= 0 or slot.name in SYSTEMS for held in unit.slots.values() for slot in held)
    assert unit.mul_id or not re.search(r"(?m)^mul id:\d", text)


def test_the_newer_files_are_all_here() -> None:
    assert len(NEW_STYLE) == 11


def test_the_same_machine_in_two_dresses_has_the_same_armour_and_equipment() -> None:
    stems = ("Crockett CRK-5003-3", "Crockett CRK-5003-3 (commit 5c9e212e)")
    one, other = (read_mtf((CORPUS / "new_style" / f"{stem}.mtf").read_bytes()) for stem in stems)
    assert one.armour == other.armour and one.heat_sinks == other.heat_sinks
    counted = [Counter(mount.item for mount in unit.mounts if mount.item != "Small Laser") for unit in (one, other)]
    assert counted[0] == counted[1]

"""The equipment table and the lookup of names."""

from pathlib import Path

import pytest

from records.rules import equipment
from records.rules.equipment import UnknownEquipmentError, ammo_for, by_name, everything, get, lookup


def test_the_table_is_whole_and_sane() -> None:
    items = everything()
    assert len(items) == 3588
    for item in items:
        assert item.kind in ("weapon", "ammo", "misc", "bomb") and item.tech in ("IS", "Clan", "All")
        assert item.tons is None or 0 <= item.tons <= 100_000
        assert len(item.ranges) == 4 and all(hexes >= 0 for hexes in item.ranges)
        assert item.damage_kind in ("", "cluster", "variable", "special", "artillery")
        assert len(item.damage_by_range) in (0, 3)


def test_facts_of_well_known_items() -> None:
    laser = get("Medium Laser")
    assert (laser.tons, laser.slots, laser.heat, laser.damage, laser.ranges[:3]) == (1, 1, 3, 5, (3, 6, 9))
    lrm = get("LRM 20")
    assert (lrm.damage_kind, lrm.missile_damage, lrm.rack, lrm.min_range, lrm.slots) == ("cluster", 1, 20, 6, 5)
    heavy = get("ISHeavyGaussRifle")
    assert (heavy.damage_kind, heavy.damage_by_range, heavy.explosion_damage) == ("variable", (25, 20, 10), 25)
    ammo = get("IS Ammo AC/20")
    assert (ammo.shots, ammo.shot_damage * ammo.rack, ammo.explosive) == (5, 20, True)


@pytest.mark.parametrize(
    ("name", "clan", "internal"),
    [
        ("medium laser", False, "Medium Laser"),
        (" ISMEDIUMLASER ", True, "Medium Laser"),
        ("ER Medium Laser", False, "ISERMediumLaser"),
        ("ER Medium Laser", True, "CLERMediumLaser"),
        ("Double Heat Sink", False, "ISDoubleHeatSink"),
        ("Double Heat Sink", True, "CLDoubleHeatSink"),
        ("Hatchet", False, "Hatchet"),
        ("CLCaseII", True, "CLCASEII"),
    ],
)
def test_names_are_looked_up_in_all_their_spellings(name: str, clan: bool, internal: str) -> None:
    found = lookup(name, clan)
    assert found is not None and found.internal == internal


def test_names_that_people_read_are_understood_too() -> None:
    assert lookup("Snub-Nose PPC", False) is None
    snub = by_name("snub-nose ppc")
    assert snub is not None and snub.internal == "ISSNPPC"
    ours, theirs = by_name("Gauss Rifle", False), by_name("Gauss Rifle", True)
    assert ours is not None and theirs is not None
    assert (ours.internal, theirs.internal) == ("ISGaussRifle", "CLGaussRifle")


def test_what_a_mech_can_carry_comes_before_what_it_cannot() -> None:
    found = by_name("LRM 4", clan=True)
    assert found is not None and found.internal == "CLLRM4"


def test_nobody_knows_a_tea_kettle() -> None:
    assert lookup("Tea Kettle", False) is None and by_name("Tea Kettle") is None and lookup("", True) is None
    with pytest.raises(UnknownEquipmentError):
        get("Tea Kettle")


def test_ammunition_fits_by_type_and_rack() -> None:
    fitting = [ammo.internal for ammo in ammo_for(get("LRM 20"))]
    assert fitting[0] == "IS Ammo LRM-20" and "Clan Ammo LRM-20" in fitting and "IS Ammo LRM-15" not in fitting
    assert ammo_for(get("Medium Laser")) == () == ammo_for(get("Hatchet"))
    assert {ammo.munition for ammo in ammo_for(get("ISLBXAC10"))} == {"STANDARD", "CLUSTER"}


def test_every_weapon_that_needs_ammunition_has_some() -> None:
    for item in everything():
        if item.is_weapon and "MECH_WEAPON" in item.flags and item.ammo_type not in ("NA", "INFANTRY"):
            # The one exception is dropped as a bomb and is its own ammunition.
            assert ammo_for(item) or item.ammo_type == "ARROW_IV_BOMB", item.internal


@pytest.mark.parametrize(
    ("internal", "kind"),
    [
        ("Jump Jet", "Standard"),
        ("Improved Jump Jet", "Improved"),
        ("ISPrototypeJumpJet", "Prototype"),
        ("ISPrototypeImprovedJumpJet", "Prototype Improved"),
        ("Medium Laser", ""),
    ],
)
def test_kinds_of_jump_jets(internal: str, kind: str) -> None:
    assert get(internal).jump_jet_kind == kind
    assert get(internal).is_jump_jet == bool(kind)


def test_heat_sinks_count_and_sink() -> None:
    counted = {name: (get(name).sinks, get(name).sink_capacity) for name in (
        "Heat Sink", "ISDoubleHeatSink", "Laser Heat Sink", "1 Compact Heat Sink", "2 Compact Heat Sinks",
        "ISDoubleHeatSinkPrototype", "Medium Laser",
    )}  # fmt: skip
    assert list(counted.values()) == [(1, 1), (1, 2), (1, 2), (1, 1), (2, 2), (1, 2), (0, 0)]


def test_what_the_rules_ask_of_an_item() -> None:
    assert get("ISGaussRifle").is_gauss and get("CLHAG40").is_gauss and not get("IS Gauss Ammo").is_gauss
    assert get("ISCASE").is_case and not get("ISCASE").is_case_ii and get("CLCASEII").is_case_ii
    assert get("ISMASC").is_masc and get("Supercharger").is_supercharger and not get("Supercharger").is_masc
    assert get("Triple Strength Myomer").is_tsm and not get("Industrial Triple Strength Myomer").is_tsm
    assert get("CLTargeting Computer").is_targeting_computer
    assert get("RL20").is_one_shot and not get("LRM 20").is_one_shot
    assert get("IS Endo Steel").spreadable and not get("IS Endo Steel").hittable


def test_a_table_with_a_key_nobody_knows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "equipment.json"
    table.write_text('{"items": [{"internal": "X", "name": "X", "kind": "misc", "tech": "All", "colour": "red"}]}')
    monkeypatch.setattr(equipment, "TABLE", table)
    equipment._rows.cache_clear()
    try:
        with pytest.raises(equipment.BadTableError, match=r"X.*colour"):
            equipment._rows()
    finally:
        equipment._rows.cache_clear()

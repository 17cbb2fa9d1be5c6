"""TO-074-CRIT: structure lost to an attack owes a check; to a fall, an explosion or anything else it does not."""

from __future__ import annotations

import pytest

from records.rules import Ruleset
from records.rules.entries import FellDown, Hit, OptionUsed
from tests.rules.notation import Table, machine

ATTACKS = Ruleset(options=("TO-074-CRIT",))
BARE = machine("CT 0+0/16 | Engine x3 | Gyro x4 | Engine x3")


@pytest.mark.parametrize("kind", ["", "ballistic", "energy", "missile", "physical", "area"])
def test_structure_lost_to_any_attack_owes_a_check(kind: str) -> None:
    assert Table(BARE, ATTACKS).enter(Hit("CT", 3, kind=kind)).waiting == "critical-check CT"  # type: ignore[arg-type]


def test_structure_lost_in_a_fall_owes_none() -> None:
    for ruleset, waiting in ((Ruleset(), "critical-check CT"), (ATTACKS, "")):
        table = Table(BARE, ruleset).enter(FellDown()).roll("fall-avoid", 6, 6).roll("fall-facing", 1)
        assert table.roll("fall-location", 3, 4).waiting == waiting
    assert Table(BARE, ATTACKS).enter(Hit("CT", 3, kind="fall")).waiting == ""


def test_a_two_in_a_fall_still_brings_its_check_unless_the_setting_says_no() -> None:
    strict = Ruleset(options=("TO-074-CRIT",), settings={"TO-074-CRIT.also-a-two": 1})
    for ruleset, waiting in ((ATTACKS, "critical-check CT"), (strict, "")):
        table = Table(BARE, ruleset).enter(FellDown()).roll("fall-avoid", 6, 6).roll("fall-facing", 1)
        assert table.roll("fall-location", 1, 1).waiting == waiting


def test_an_ammunition_explosion_owes_none() -> None:
    loaded = machine("RT 18+5/12 | SRM 6 Ammo=1")
    for ruleset, checks in ((Ruleset(), ["RT"]), (ATTACKS, [])):
        table = Table(loaded, ruleset).critical("RT", 1)
        assert sorted(o.location for o in table.sheet.owed if o.kind == "critical-check") == checks


def test_case_ii_has_nothing_to_prevent_then() -> None:
    loaded = machine("RT 18+5/12 | SRM 6 Ammo=2 | CASE II")
    assert "case-ii-critical" in Table(loaded, Ruleset()).critical("RT", 1).waiting
    assert "case-ii-critical" not in Table(loaded, ATTACKS).critical("RT", 1).waiting


def test_a_hit_can_be_marked_as_no_attack() -> None:
    assert Table(BARE, ATTACKS).enter(Hit("CT", 3, marks=("no-attack",))).waiting == ""
    assert Table(BARE, Ruleset()).refused(Hit("CT", 3, marks=("no-attack",))) == "no-such-mark"


def test_the_blast_of_an_engine_is_no_attack() -> None:
    both = Ruleset(options=("TO-074-CRIT", "HR-A12", "-CL-engine-explosion-non-fusion"))
    blast = OptionUsed("HR-A12", "blast", {"rating": 50, "hexes": 1, "side": "front"})
    assert Table(BARE, both).enter(blast).roll("blast-location", 3, 4).waiting == ""

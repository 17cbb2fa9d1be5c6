"""Every starter 'Mech obeys the construction rules to the half ton."""

import pytest

from records.rules.unit import Unit
from records.starter.builder import units
from tests.starter.construction import faults, weights

by_name = pytest.mark.parametrize("unit", units(), ids=lambda unit: unit.name)


def test_there_are_more_than_two_hundred_and_no_name_comes_twice():
    names = {unit.name for unit in units()}
    assert len(names) == len(units())
    assert len(names) >= 200


@by_name
def test_its_parts_weigh_what_it_weighs(unit: Unit):
    parts = weights(unit)
    assert sum(parts.values()) == unit.tons, parts


@by_name
def test_it_breaks_no_construction_rule(unit: Unit):
    assert faults(unit) == []


@by_name
def test_it_says_what_players_look_for(unit: Unit):
    assert unit.role
    assert unit.source
    assert 2400 <= unit.year <= 3151
    assert unit.rules_level in {"Introductory", "Standard", "Advanced", "Experimental"}
    assert unit.weapons


def test_all_weight_classes_eras_and_kinds_are_there():
    tons = {unit.tons for unit in units()}
    assert tons >= set(range(20, 101, 5))
    assert {unit.tech_base for unit in units()} == {"Inner Sphere", "Clan"}
    assert {unit.config for unit in units()} == {"Biped", "Quad"}
    assert sum(unit.omni for unit in units()) >= 50
    assert sum(unit.year <= 3039 and unit.tech_base == "Inner Sphere" for unit in units()) >= 60
    assert sum(unit.rules_level == "Introductory" for unit in units()) >= 50

"""Battle value and cost on the pages: in the catalogue, on a sheet, and what the figures open to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from records import rules
from records.models import RecordSheet, Unit
from records.rules.worth import Step
from records.selectors.worth import Worth, crewed_value, price_of, value_of, worth
from records.services.starter import load_starter_units
from records.starter.builder import units
from records.templatetags.worth import account, grouped
from tests.factory import make_sheet, make_unit, make_user

ARCHER = next(unit for unit in units() if unit.name == "Archer ARC-2R")
SHEET = rules.fresh_sheet(ARCHER)


@pytest.fixture
def reader(client: Client) -> Client:
    client.force_login(make_user())
    return client


def test_a_battle_value_opens_to_its_parts_and_steps() -> None:
    said = str(account(value_of(ARCHER), "Battle value"))
    assert '<summary><span class="visually-hidden">Battle value: </span>1,477</summary>' in said
    assert "<b>Defence</b> 787" in said
    assert "208 × Standard (armour)" in said
    assert '<span class="account-value">×1.12</span> <span>speed factor</span>' in said
    assert '<span class="account-value">−60</span> <span>4 × LRM 20 Ammo (may explode inside)</span>' in said


def test_a_crew_is_the_last_step_of_a_battle_value() -> None:
    ace = replace(SHEET, crew=(replace(SHEET.crew[0], gunnery=3, piloting=4),))
    found = crewed_value(ARCHER, ace)
    assert found.total == 1950
    assert found.parts[-1] == (
        "bv-crew", (Step(1.32, "skills", "TM:skill-multipliers", "3/4", how="times"),), 1950.0,
    )  # fmt: skip
    assert worth(ARCHER, rules.skills_of(ARCHER, ace)) == Worth(1477, 1950)


def test_a_price_opens_to_its_parts_and_steps() -> None:
    said = str(account(price_of(ARCHER), "C-bills"))
    assert "6,384,973" in said
    assert "<b>Ammunition</b> 120,000" in said
    assert "×1.70" in said


def test_what_is_not_known_says_why_in_the_place_of_a_number() -> None:
    odd = replace(ARCHER, unknown=("Gravity <Gun>",))
    for found in (value_of(odd), price_of(odd), crewed_value(odd, SHEET)):
        assert found.total is None
        assert str(account(found, "x")) == '<span class="figure-none">unknown: Gravity &lt;Gun&gt;</span>'
    assert worth(odd, (4, 5)) == Worth(known=False)
    assert grouped(None) == "?"


def test_a_sum_with_something_unknown_in_it_is_not_known() -> None:
    assert Worth(1, 2) + Worth(3, 4) == Worth(4, 6)
    assert not (Worth(1, 2) + Worth(known=False)).known


@pytest.mark.django_db
def test_the_catalogue_lists_battle_values_sorts_by_them_and_finds_those_between_two(reader: Client) -> None:
    load_starter_units()
    answer = reader.get(reverse("catalogue"), {"bv_from": "1890", "bv_to": "1900", "sort": "-battle_value"})
    assert next(unit.name for unit in answer.context["page"]) == "Atlas AS7-D"
    assert "BV 1,897" in answer.content.decode()
    values = [unit.battle_value for unit in reader.get(reverse("catalogue"), {"sort": "battle_value"}).context["page"]]
    assert values == sorted(values)


@pytest.mark.django_db
def test_a_design_without_a_known_value_comes_last_whichever_way_they_are_sorted(reader: Client) -> None:
    make_unit("Odd", "OD-1", unknown=("Gravity Gun",))
    make_unit("Plain", "PL-1")
    assert Unit.objects.get(chassis="Odd").battle_value is None
    for sort in ("battle_value", "-battle_value"):
        page = reader.get(reverse("catalogue"), {"sort": sort}).context["page"]
        assert [unit.chassis for unit in page] == ["Plain", "Odd"]
    assert "BV ?" in reader.get(reverse("catalogue")).content.decode()


@pytest.mark.django_db
def test_the_page_of_a_unit_shows_what_it_is_worth(reader: Client) -> None:
    load_starter_units()
    unit = Unit.objects.get(chassis="Atlas", model="AS7-D")
    assert (unit.battle_value, unit.cost) == (1897, 9626000)
    said = reader.get(unit.get_absolute_url()).content.decode()
    assert "1,897</summary>" in said
    assert "9,626,000</summary>" in said


@pytest.mark.django_db
def test_a_sheet_shows_battle_value_with_its_crew(client: Client) -> None:
    owner = make_user()
    record: RecordSheet = make_sheet(owner)
    client.force_login(owner)
    said = client.get(reverse("sheet", args=[record.pk])).content.decode()
    expected = crewed_value(record.unit.design, record.sheet).total
    assert f"{grouped(expected)}</summary>" in said
    assert "gunnery and piloting" in said

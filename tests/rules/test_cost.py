"""Cost in C-bills: every design of the reference, published prices, and the steps that explain them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from records.rules import Cost, cost
from records.rules.classic.cost import reckon
from records.rules.tables import BadTable
from records.rules.tables.worth import check_costs, costs
from records.rules.unit import Mount
from records.rules.worth import Step
from tests.rules.worth_corpus import corpus, exceptions, starter
from tests.rules.worth_designs import design, designs
from tests.shared import needs_shared

#: As published, in C-bills.
PUBLISHED = {
    "Locust LCT-1V": 1512400, "Panther PNT-9R": 2485710, "Hunchback HBK-4G": 3467875,
    "Griffin GRF-1N": 4957107, "Archer ARC-2R": 6384973, "Atlas AS7-D": 9626000,
    "Mad Cat (Timber Wolf) Prime": 24233125,
}  # fmt: skip


def step(worth: Cost, reason: str, about: str = "") -> Step:
    every = (*worth.steps, *worth.ammunition, *worth.times)
    (found,) = (one for one in every if one.reason == reason and about in ("", one.about))
    return found


@needs_shared
@pytest.mark.shared
def test_cost_of_745_designs_is_the_expected_one() -> None:
    wrong = {
        path
        for path, (unit, row) in corpus().items()
        if (cost(unit).total, cost(unit).without_ammunition) != (row["cost"], row["cost_no_ammo"])
    }
    assert wrong == set(exceptions("cost"))


@needs_shared
@pytest.mark.shared
def test_a_design_with_equipment_that_nobody_knows_has_no_price() -> None:
    open_ones = {path: cost(unit).unknown for path, (unit, _) in corpus().items() if cost(unit).total is None}
    assert {name for names in open_ones.values() for name in names} == {
        "Command Console", "CC Sensors", "Dual Cockpit", "Mace (THB)",
    }  # fmt: skip
    assert set(open_ones) < set(exceptions("cost"))


@pytest.mark.parametrize(("name", "price"), PUBLISHED.items(), ids=list(PUBLISHED))
def test_cost_is_the_published_one(name: str, price: int) -> None:
    assert cost(starter()[name]).total == price


def test_the_parts_of_a_cost_are_explained() -> None:
    worth = cost(starter()["Archer ARC-2R"])
    assert step(worth, "engine").value == pytest.approx(5000 * 280 * 70 / 75)
    assert step(worth, "gyro").value == 900000
    assert step(worth, "structure").value == 28000
    assert step(worth, "armour").value == 130000
    assert step(worth, "actuators").value == 70 * 2 * (100 + 50 + 80 + 150 + 80 + 120)
    assert step(worth, "ammunition").value == 120000
    assert step(worth, "equipment", "LRM 20").value == 500000
    assert step(worth, "weight").value == 1.7
    assert worth.without_ammunition == 6180973


def test_heat_sinks_beyond_ten_single_ones_and_all_double_ones_are_paid_for() -> None:
    assert step(cost(starter()["Archer ARC-2R"]), "heat-sinks").value == 0
    assert step(cost(starter()["Awesome AWS-8Q"]), "heat-sinks").value == 2000 * 18
    assert step(cost(starter()["Mad Cat (Timber Wolf) Prime"]), "heat-sinks").value == 6000 * 17


def test_an_omnimech_pays_a_quarter_more() -> None:
    wolf = starter()["Mad Cat (Timber Wolf) Prime"]
    plain = reckon(replace(wolf, omni=False)).total
    assert plain is not None
    assert cost(wolf).total == pytest.approx(plain * 1.25, abs=1)


def test_equipment_or_a_frame_that_nobody_knows_leaves_cost_open() -> None:
    archer = starter()["Archer ARC-2R"]
    assert reckon(replace(archer, unknown=("Gravity Gun",))).unknown == ("Gravity Gun",)
    assert reckon(replace(archer, cockpit="Glass Cockpit")).unknown == ("Glass Cockpit",)
    mounts = (replace(archer.mounts[0], item="Gravity Gun"), *archer.mounts[1:])
    nameless = reckon(replace(archer, mounts=mounts))
    assert (nameless.unknown, nameless.total, nameless.without_ammunition) == (("Gravity Gun",), None, None)


PRICED = {name: row for name, row in designs().items() if "price" in row}


@pytest.mark.parametrize("name", PRICED, ids=[f"{name}: {row['shows']}" for name, row in PRICED.items()])
def test_a_design_costs_what_the_rule_that_it_shows_makes_of_it(name: str) -> None:
    assert cost(design(name)).total == PRICED[name]["price"]


def test_own_rounds_of_launchers_and_pods_are_one_more_place_with_clan_case() -> None:
    assert step(cost(design("Daishi (Dire Wolf) C")), "equipment", "CASE").count == 3
    assert step(cost(design("Dasher (Fire Moth) K")), "equipment", "CASE").count == 4
    assert step(cost(starter()["Mad Cat (Timber Wolf) Prime"]), "equipment", "CASE").count == 2


def test_case_that_is_fitted_is_not_paid_for_twice_by_a_clan_mech() -> None:
    kraken = design("Kraken (Bane) 3")
    fitted = Mount("CLCASE", "RT", slots=(("RT", 11),))
    assert cost(replace(kraken, mounts=(*kraken.mounts, fitted))).total == cost(kraken).total


def test_ferro_fibrous_armour_weighs_what_its_makers_make_of_it() -> None:
    prometheus = design("Prometheus")
    assert prometheus.armour_tech == "Inner Sphere"
    assert step(reckon(prometheus), "armour").value == 11.5 * 20000
    assert step(reckon(replace(prometheus, armour_tech="Clan")), "armour").value == 11 * 20000


def test_an_ejection_seat_costs_what_the_book_says_under_any_name() -> None:
    archer = starter()["Archer ARC-2R"]
    named, sat = reckon(replace(archer, unknown=("Ejection Seat",))), reckon(archer)
    assert step(named, "equipment", "Ejection Seat").value == 25000
    assert named.total == pytest.approx((sat.total or 0) + 25000 * 1.7)


def test_what_found_no_room_is_not_paid_for() -> None:
    archer = starter()["Archer ARC-2R"]
    assert reckon(replace(archer, unknown=("Medium Laser", "Foot Actuator"))).total == cost(archer).total


def test_broken_tables_are_told() -> None:
    with pytest.raises(BadTable, match="cockpit below 0"):
        check_costs({**costs(), "cockpit": {"Standard Cockpit": -1}})
    with pytest.raises(BadTable, match="unlisted below 0"):
        check_costs({**costs(), "unlisted": {"Ejection Seat": -1}})
    with pytest.raises(BadTable, match="armour points"):
        check_costs({**costs(), "armour_points": {"Standard": 0}})

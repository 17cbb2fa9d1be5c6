"""The rules of cost one by one, each on a bare 50-ton 'Mech with a price worked out by hand."""

from __future__ import annotations

import pytest

from records.rules import Unit, cost
from tests.rules.worth_designs import trial


def price(unit: Unit, reason: str, about: str = "") -> float:
    """What the steps of one reason come to, all or those about one thing."""
    assert unit.unknown == ()
    worth = cost(unit)
    every = (*worth.steps, *worth.ammunition)
    return sum(step.value for step in every if step.reason == reason and about in ("", step.about))


def test_a_bare_mech_is_its_frame_times_its_weight() -> None:
    unit = trial()
    worth = cost(unit)
    frame = {
        "cockpit": 200000, "life-support": 50000, "sensors": 2000 * 50, "myomer": 2000 * 50, "structure": 400 * 50,
        "actuators": 50 * 2 * (100 + 50 + 80 + 150 + 80 + 120), "engine": pytest.approx(5000 * 250 * 50 / 75),
        "gyro": 3 * 300000, "heat-sinks": 0, "armour": 6.5 * 10000,
    }  # fmt: skip
    assert {step.reason: step.value for step in worth.steps} == frame
    assert worth.total == 3489500
    assert [step.value for step in worth.times] == [1.5]


@pytest.mark.parametrize(
    ("cockpit", "dear"),
    [("Small Cockpit", 175000), ("Torso-Mounted Cockpit", 750000), ("Command Console", 700000),
     ("Industrial Cockpit", 100000), ("Industrial Cockpit (AFC)", 200000)],
)  # fmt: skip
def test_cockpits_and_advanced_fire_control_have_their_price(cockpit: str, dear: int) -> None:
    assert price(trial(Cockpit=cockpit), "cockpit") == dear


def test_a_full_head_ejection_system_has_its_price() -> None:
    assert price(trial(Ejection="Full Head Ejection System"), "head-ejection") == 1725000


@pytest.mark.parametrize(
    ("myomer", "a_ton"),
    [([], 2000), (["TSM*3"], 16000), (["Industrial TSM*6"], 12000), (["ISSuperCooledMyomer*3"], 10000)],
)
def test_myomer_costs_by_the_ton(myomer: list[str], a_ton: int) -> None:
    assert price(trial(aboard={"RT": myomer, "LT": myomer}), "myomer") == a_ton * 50


@pytest.mark.parametrize(
    ("structure", "a_ton"),
    [("IS Standard", 400), ("IS Industrial", 300), ("IS Endo Steel", 1600), ("IS Endo Steel Prototype", 4800),
     ("IS Reinforced", 6400), ("IS Composite", 1600), ("IS Endo-Composite", 3200)],
)  # fmt: skip
def test_structure_costs_by_the_ton(structure: str, a_ton: int) -> None:
    assert price(trial(Structure=structure), "structure") == a_ton * 50


@pytest.mark.parametrize(
    ("engine", "side", "a_point"),
    [("Fusion", 0, 5000), ("XL", 3, 20000), ("XXL", 6, 100000), ("Light", 2, 15000), ("Compact", 0, 10000),
     ("ICE", 0, 1250), ("Fuel Cell", 0, 3500), ("Fission", 0, 7500)],
)  # fmt: skip
def test_engines_cost_by_rating_and_weight(engine: str, side: int, a_point: int) -> None:
    unit = trial(side=side, Engine=f"250 {engine} Engine")
    assert price(unit, "engine") == pytest.approx(a_point * 250 * 50 / 75)


@pytest.mark.parametrize(
    ("gyro", "dear"),
    [("Standard Gyro", 3 * 300000), ("XL Gyro", 1.5 * 750000), ("Compact Gyro", 4.5 * 400000),
     ("Heavy Duty Gyro", 6 * 500000)],
)  # fmt: skip
def test_gyros_cost_by_their_own_weight(gyro: str, dear: float) -> None:
    assert price(trial(Gyro=gyro), "gyro") == dear


@pytest.mark.parametrize(("jet", "a_ton", "lines"), [("Jump Jet", 200, 1), ("ISImprovedJump Jet", 500, 2)])
def test_jump_jets_cost_by_the_square_of_their_number(jet: str, a_ton: int, lines: int) -> None:
    assert price(trial(Jump_MP=4, aboard={"RT": [f"{jet}*{4 * lines}"]}), "jump-jets") == 4**2 * 50 * a_ton


@pytest.mark.parametrize(
    ("sinks", "dear"), [("10 Single", 0), ("14 Single", 8000), ("10 Double", 60000), ("12 Double", 72000)]
)
def test_single_sinks_beyond_ten_and_every_double_one_are_paid_for(sinks: str, dear: int) -> None:
    kind = "Heat Sink*4" if "Single" in sinks else "ISDoubleHeatSink*6"
    aboard = {} if sinks.startswith("10") else {"RT": [kind]}
    assert price(trial(Heat_Sinks=sinks, aboard=aboard), "heat-sinks") == dear


@pytest.mark.parametrize(
    ("armour", "dear"),
    [("Standard(Inner Sphere)", 6.5 * 10000), ("Ferro-Fibrous(Inner Sphere)", 6 * 20000),
     ("Ferro-Fibrous(Clan)", 5.5 * 20000), ("Ferro-Fibrous Prototype(Inner Sphere)", 6 * 60000),
     ("Light Ferro-Fibrous(Inner Sphere)", 6 * 15000), ("Heavy Ferro-Fibrous(Inner Sphere)", 5.5 * 25000),
     ("Hardened(Inner Sphere)", 12.5 * 15000), ("Commercial(Inner Sphere)", 4.5 * 3000),
     ("Stealth(Inner Sphere)", 6.5 * 50000)],
)  # fmt: skip
def test_armour_costs_by_the_half_ton(armour: str, dear: float) -> None:
    assert price(trial(Armor=armour), "armour") == dear


@pytest.mark.parametrize(
    ("aboard", "name", "dear"),
    [
        ({"RA": ["Hatchet*4"]}, "Hatchet", 4 * 5000),
        ({"RA": ["Sword*4"]}, "Sword", 2.5 * 10000),
        ({"RA": ["IS Lance*3"]}, "Lance", 50 * 150),
        ({"RA": ["ISClaw*4"]}, "Claw", 200 * 50),
        ({"RT": ["ISMASC*3"]}, "MASC", 250 * 1000 * 3),
        ({"CT": ["Supercharger"]}, "Supercharger", 250 * 10000),
        ({"RA": ["PPC*3"], "LA": ["Large Laser*2"], "RT": ["ISTargeting Computer*3"]}, "Targeting Computer [IS]", 3e4),
        ({"RA": ["ISAES*2"]}, "", 50 * 500),
        ({"RL": ["ISAES"]}, "", 50 * 700),
        ({"HD": ["Ejection Seat (Industrial Mech)"]}, "", 25000),
    ],
    ids=["hatchet", "sword", "lance", "claw", "MASC", "supercharger", "targeting computer", "AES in an arm",
         "AES in a leg", "ejection seat"],
)  # fmt: skip
def test_equipment_made_to_measure_has_its_price(aboard: dict[str, list[str]], name: str, dear: float) -> None:
    unit = trial(aboard=aboard)
    assert price(unit, "equipment", name) == dear


def test_ammunition_counts_in_the_whole_and_can_be_left_out() -> None:
    worth = cost(trial(aboard={"RA": ["LRM 10*2"], "LA": ["IS Ammo LRM-10*2"]}))
    assert worth.total is not None and worth.without_ammunition is not None
    assert worth.total - worth.without_ammunition == 2 * 30000 * 1.5


def test_a_one_shot_launcher_pays_for_the_rounds_of_its_own_makers() -> None:
    launcher = {"RA": ["CLStreakSRM4 (OS)"]}
    mixed = trial(TechBase="Mixed (IS Chassis)", aboard=launcher)
    assert [step.about for step in cost(mixed).ammunition] == [step.about for step in cost(
        trial(TechBase="Clan", aboard=launcher)).ammunition] != []  # fmt: skip


def test_armour_on_components_costs_by_the_slot() -> None:
    assert price(trial(gyro="Gyro (armored)"), "armoured-components") == 4 * 150000


def test_an_omnimech_pays_a_quarter_more_and_an_industrialmech_less_for_its_weight() -> None:
    assert [step.value for step in cost(trial(Config="Biped Omnimech")).times] == [1.25, 1.5]
    assert [step.value for step in cost(trial(Structure="IS Industrial")).times] == [1.125]

"""What one-shot launchers come loaded with, and what that costs."""

from __future__ import annotations

import pytest

from records.describe import facts
from records.rules.classic.cost_items import own_ammunition_cost
from records.rules.equipment import by_name, everything, get
from records.rules.gear import own_ammunition

from .notation import machine


def loaded(launcher: str) -> list[str]:
    return [ammo.internal for ammo in own_ammunition(get(launcher))]


@pytest.mark.parametrize(
    ("launcher", "round_"),
    [
        ("CLStreakSRM2 (OS)", "Clan Streak SRM 2 Ammo"), ("CLStreakSRM2 (IOS)", "Clan Streak SRM 2 Ammo"),
        ("ISStreakSRM2OS", "IS Streak SRM 2 Ammo"), ("ISStreakSRM2IOS", "IS Streak SRM 2 Ammo"),
        ("CLStreakSRM6 (IOS)", "Clan Streak SRM 6 Ammo"), ("ISStreakSRM6IOS", "IS Streak SRM 6 Ammo"),
        ("CLSRT4 (OS)", "Clan Ammo SRTorpedo-4"), ("ISSRT4IOS", "IS Ammo SRTorpedo-4"),
        ("CLLRTorpedo15 (IOS)", "Clan Ammo LRTorpedo-15"), ("LRT 15 (OS)", "IS Ammo LRTorpedo-15"),
        ("CLSRM6 (IOS)", "IS Ammo SRM-6"),  # an introductory round, common to both tech bases
        ("CLNarcBeacon (I-OS)", "ISNarc Pods"), ("RL10", "IS Ammo RL-10"),
        ("ISBPod", "ISBPodAmmo"),
    ],
)  # fmt: skip
def test_a_one_shot_launcher_carries_rounds_of_its_own_tech_base(launcher: str, round_: str) -> None:
    assert loaded(launcher) == [round_]


@pytest.mark.parametrize("mixed", [False, True])
def test_the_chassis_makes_no_difference(mixed: bool) -> None:
    unit = machine("RT 18+5/12 | CLStreakSRM2 (OS)", tech_base="Clan", mixed=mixed)
    assert [row["internal"] for row in facts(unit)["ammo"]] == ["Clan Streak SRM 2 Ammo"]


def test_a_double_one_shot_launcher_carries_two_rounds_and_other_weapons_none() -> None:
    assert len(own_ammunition(get("Fusillade"))) == 2
    assert loaded("LRM 20") == []
    assert own_ammunition(None) == ()


def test_no_clan_launcher_carries_a_round_of_the_inner_sphere() -> None:
    for weapon in everything():
        for ammo in own_ammunition(weapon):
            assert ammo.feeds(weapon), weapon.internal
            assert {weapon.tech, ammo.tech} != {"Clan", "IS"}, (weapon.internal, ammo.internal)


def test_the_rounds_are_paid_for() -> None:
    assert own_ammunition_cost(get("CLStreakSRM2 (OS)")) == 54000
    assert own_ammunition_cost(get("Fusillade")) == 2 * 75000
    launcher = by_name("Medium Laser")
    assert launcher is not None and own_ammunition_cost(launcher) == 0

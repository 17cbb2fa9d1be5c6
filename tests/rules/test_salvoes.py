"""Salvoes of every weapon with every round: none may raise (TW, cluster hits). Bounded: a part of all situations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from records.rules import STANDARD, Ruleset, Unit, figures, fresh_sheet
from records.rules.classic.clusters import landing
from records.rules.classic.firing import most_rounds
from records.rules.entries import Shot
from records.rules.equipment import Equipment, ammo_for, by_name, everything
from records.rules.figures import Salvo, TargetSituation
from records.rules.tables import cluster_hits, cluster_sizes
from records.rules.unit import Bin, Mount

from .notation import machine

PLAIN = machine()
WEAPONS = [item for item in everything() if item.is_weapon]
#: Fire control beside the launcher, one item of each kind.
LINKS = ["", "ISArtemisIV", "CLArtemisV", "ISApollo"]
SITUATIONS = [
    Salvo(1), Salvo(17, narc=True, anti_missile=True), Salvo(8, narc=True, ecm=True, stealth=True),
    Salvo(30, indirect=True, anti_missile=True),
]  # fmt: skip
TARGETS = [
    TargetSituation(), TargetSituation(heat=7, indirect=True, tagged=True, homing=True, c3=5, secondary="front"),
    TargetSituation(immobile=True, aimed="immobile", aimed_at="HD", terrain="water-1", stealth=("void-signature",)),
]  # fmt: skip


def carrying(item: Equipment, link: str = "") -> Unit:
    """The plain 'Mech with this weapon in the right torso, a bin for it, and fire control beside it."""
    mounts = [Mount(item.internal, "RT", (("RT", 0),))]
    if link and (beside := by_name(link)) is not None:
        mounts.append(Mount(beside.internal, "RT", (("RT", 1),)))
    bins: tuple[Bin, ...] = ()
    if (fitting := ammo_for(item)) and not item.is_one_shot:
        bins = (Bin(fitting[0].internal, "RT", 2, 10, len(mounts)),)
        mounts.append(Mount(fitting[0].internal, "RT", (("RT", 2),)))
    return replace(PLAIN, mounts=tuple(mounts), weapons=(0,), bins=bins)


def rounds(item: Equipment) -> Iterator[str]:
    """No round, and one of each munition."""
    yield ""
    seen = set()
    for ammo in ammo_for(item):
        if ammo.munition not in seen:
            seen.add(ammo.munition)
            yield ammo.internal


@pytest.mark.parametrize("part", range(8))
def test_no_weapon_with_no_round_raises(part: int) -> None:
    for item in WEAPONS[part::8]:
        for number, link in enumerate(LINKS if "MISSILE" in item.flags else LINKS[:1]):
            unit = carrying(item, link)
            sheet = fresh_sheet(unit)
            for ammo in list(rounds(item))[number::4] if number else rounds(item):
                for salvo in SITUATIONS[1:3]:
                    salvo = replace(salvo, shots=most_rounds(item))
                    hits = [figures.salvo_hits(unit, sheet, STANDARD, 0, salvo, r, ammo=ammo) for r in (2, 7, 12)]
                    assert hits == sorted(hits)
                    assert 0 <= hits[0] <= hits[-1] <= max(1, item.rack, salvo.shots), (item.internal, ammo)
                for distance, target in zip((1, 9, 3), TARGETS, strict=True):
                    figures.to_hit(unit, sheet, STANDARD, 0, distance, target, ammo=ammo)
            figures.heat_projection(unit, sheet, STANDARD, [Shot(0, rounds=most_rounds(item))])


@pytest.mark.parametrize("size", [5, 10, 15, 20])
@pytest.mark.parametrize("salvo", SITUATIONS)
def test_a_thunderbolt_that_hits_hits_whole_and_an_anti_missile_system_is_no_modifier(size: int, salvo: Salvo) -> None:
    item = by_name(f"Thunderbolt {size}")
    assert item is not None
    unit = carrying(item)
    sheet = fresh_sheet(unit)
    assert {figures.salvo_hits(unit, sheet, STANDARD, 0, salvo, roll) for roll in range(2, 13)} == {1}
    assert figures.cluster_modifier(unit, sheet, STANDARD, 0, salvo).total == 0


def test_a_size_without_a_row_is_made_up_of_the_rows_there_are() -> None:
    assert 1 not in cluster_sizes()
    assert [landing(size, 7) for size in (0, 1, 2)] == [0, 1, cluster_hits(2, 7)]
    assert landing(41, 7) == cluster_hits(40, 7) + 1


def seeking(heat: int, ruleset: Ruleset = STANDARD) -> int:
    """What heat-seeking rounds add against a target at this heat."""
    launcher = by_name("SRM 6")
    assert launcher is not None
    ammo = next(item for item in ammo_for(launcher) if item.munition == "HEAT_SEEKING")
    unit = carrying(launcher)
    number = figures.to_hit(
        unit, fresh_sheet(unit), ruleset, 0, "short", TargetSituation(heat=heat), ammo=ammo.internal
    )
    return sum(m.value for m in number.modifiers if m.reason == "munition")


def test_heat_seekers_take_1_off_for_every_5_heat_and_miss_the_cold_unless_a_setting_says_otherwise() -> None:
    assert [seeking(heat) for heat in (0, 4, 5, 9, 10, 23)] == [1, 1, -1, -1, -2, -4]
    other = Ruleset(options=("-CL-heat-seekers-miss-the-cold",))
    assert [seeking(heat, other) for heat in (0, 4, 5)] == [0, 0, -1]

"""Armour and structure that change damage (TacOps and Interstellar Operations, as the rulings read them)."""

from __future__ import annotations

from dataclasses import dataclass

from ..entries import DamageKind
from ..numbers import Modifier
from ..unit import Unit

RULE = "TO:armour"
BAR = {"Commercial": 5}


@dataclass(frozen=True, slots=True)
class Met:
    """What a group met: points ``marked`` off the sheet, ``left`` of the group, what it ``counts`` as when it was
    changed (with the ``reason``), and ``half`` as in :class:`~..events.ArmourLost`."""

    marked: int
    left: int
    counts: int = 0
    reason: str = ""
    rule: str = ""
    half: int = -1


@dataclass(slots=True)
class Checks:
    """Critical checks a hit owes because of its armour: ``extra`` ones, ``modifiers`` of those that no structure was
    lost for, and ``stopped`` when nothing of the group was left to go through."""

    extra: int = 0
    modifiers: tuple[Modifier, ...] = ()
    stopped: bool = False


def meet(kind_of_armour: str, points: int, kind: DamageKind, armour: int, *, half: bool = False) -> Met:
    """A group of ``points`` against ``armour`` points left (1 and up) of a kind of armour."""
    if kind_of_armour == "Hardened":
        return _hardened(points, armour, half)
    if kind_of_armour == "Reflective" and kind in ("physical", "fall"):
        taken = min(armour, points * 2)
        return Met(taken, (points * 2 - taken) // 2, points * 2, "reflective-armour-physical", RULE)
    counts, reason = _counts(kind_of_armour, points, kind)
    taken = min(armour, counts)
    return Met(taken, counts - taken, counts, reason if counts != points else "", RULE)


def _counts(kind_of_armour: str, points: int, kind: DamageKind) -> tuple[int, str]:
    """What the points count as, and why."""
    if kind_of_armour == "Ferro-Lamellor":
        return points * 4 // 5, "ferro-lamellor-armour"
    if kind_of_armour == "Reactive" and kind in ("missile", "area"):
        return max(1, points // 2), "reactive-armour"
    if kind_of_armour == "Reflective" and kind == "energy":
        return max(1, points // 2), "reflective-armour"
    if kind_of_armour == "Ballistic-Reinforced" and kind in ("ballistic", "missile"):
        return max(1, points // 2), "ballistic-reinforced-armour"
    if kind_of_armour == "Impact-Resistant" and kind in ("physical", "fall"):
        return max(1, points - -(-points // 3)), "impact-resistant-armour"
    return points, ""


def _hardened(points: int, armour: int, half: bool) -> Met:
    """Two points of damage for each point of armour; an odd one leaves the next point half gone."""
    holds = armour * 2 - int(half)
    taken = min(points, holds)
    still = holds - taken
    after = (still + 1) // 2
    return Met(armour - after, points - taken, half=still % 2)


def meet_structure(kind_of_structure: str, points: int, structure: int) -> Met:
    """A group of ``points`` against ``structure`` points left (1 and up)."""
    if kind_of_structure == "Reinforced":
        counts = -(-points // 2)
        taken = min(structure, counts)
        left = 0 if counts <= structure else points - structure * 2
        return Met(taken, left, counts, "reinforced-structure" if counts != points else "", RULE)
    if kind_of_structure == "Composite":
        taken = min(structure, points * 2)
        return Met(taken, (points * 2 - taken) // 2, points * 2, "composite-structure", RULE)
    taken = min(structure, points)
    return Met(taken, points - taken)


def note_checks(checks: Checks, unit: Unit, location: str, points: int, met: Met) -> None:
    """Write down what the armour of ``location``, hit by ``points``, changes about critical checks."""
    kind = unit.armour_type_of(location)
    bar = BAR.get(kind, 10)
    if points > bar and bar < 10:
        checks.extra += 1
    if kind == "Hardened" and not met.left:
        checks.modifiers = (Modifier(-2, "hardened-armour", RULE),)
    checks.stopped = not met.marked and not met.left and met.half < 0

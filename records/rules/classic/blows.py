"""Damage of blows, and the weapons that are struck with (TW, TM and TO, physical attacks).

Rounding, the same for every blow, in this order: the base is rounded as its attack says (a punch, a charge, a death
from above up, a kick down). Damaged actuators and triple-strength myomer then multiply it, exactly, and are rounded
once, down. Talons make what comes of that half as bad again, rounded up. Water halves what comes of that, rounded up,
where what strikes is under it: the limb, of a charge the torso.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from ..condition import actuator_out, has_actuator, working
from ..numbers import Explained, Modifier
from ..sheet import Sheet
from ..unit import Unit
from . import movement

RULE = "TW:physical-attacks"
CRITICAL = "TW:critical-damage"
HALF, HALF_AGAIN, DOUBLE = Fraction(1, 2), Fraction(3, 2), Fraction(2)
#: The switch of vibroblades, and what one does and heats while it is on (TO, vibroblades).
VIBROBLADE = "vibroblade"
VIBROBLADES: dict[str, tuple[int, int]] = {
    "ISSmallVibroblade": (7, 3), "ISMediumVibroblade": (10, 5), "ISLargeVibroblade": (14, 7),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Club:
    """A weapon to strike with: ``to_hit``; damage is the tonnage over ``divisor`` (0: none of it), rounded up, and
    ``points``; ``hand``: only with a whole hand in its arm (TM, TO: lance, flail and tools are built on the arm).
    ``dice``: the damage is thrown with so many, and ``points`` is what they show on average."""

    to_hit: int = 0
    divisor: int = 0
    points: int = 0
    hand: bool = False
    dice: int = 0


#: By internal name.
CLUBS: dict[str, Club] = {
    "Hatchet": Club(-1, 5, 0, True), "Sword": Club(-2, 10, 1, True), "Retractable Blade": Club(-2, 10, 0, True),
    "Mace": Club(1, 4, 0, True), "Tree Club": Club(-1, 5, 0, True), "Girder Club": Club(-1, 5, 0, True),
    "Limb Club": Club(-1, 5, 0, True), "Chain Whip": Club(-2, 0, 3, True), "Spot Welder": Club(-1, 0, 5),
    "Dual Saw": Club(0, 0, 7), "Chainsaw": Club(0, 0, 5), "Rock Cutter": Club(1, 0, 5), "Combine": Club(-2, 0, 3),
    "Backhoe": Club(1, 0, 6), "Heavy-Duty Pile Driver": Club(2, 0, 10), "ISSmallShield": Club(-2, 0, 3),
    "ISMediumShield": Club(-3, 0, 5), "ISLargeShield": Club(-4, 0, 7), "IS Lance": Club(1, 5),
    "IS Wrecking Ball": Club(1, 0, 8), "IS Flail": Club(0, 0, 9), "Buzzsaw": Club(-1, points=7, dice=2),
    "MiningDrill": Club(-1, 0, 4), **dict.fromkeys(VIBROBLADES, Club(-2, 10, 1, True)),
}  # fmt: skip
#: Tools that a quad can use from its torso.
BY_QUADS = frozenset({
    "Backhoe", "Buzzsaw", "Chainsaw", "Combine", "Dual Saw", "Heavy-Duty Pile Driver", "IS Wrecking Ball",
    "MiningDrill",
})  # fmt: skip
#: Clubs that triple-strength myomer does not make hit harder: they do what they do however they are swung.
NOT_BY_MYOMER = frozenset({
    "Dual Saw", "Chainsaw", "Buzzsaw", "ISSmallShield", "ISMediumShield", "ISLargeShield", "Heavy-Duty Pile Driver",
    "IS Flail", "Chain Whip", "IS Wrecking Ball", "Spot Welder", "Rock Cutter", "Combine", "MiningDrill",
})  # fmt: skip


class Blow:
    """A damage in the making: exact until it is asked for, every step told as the difference that it makes."""

    def __init__(self, base: int, reason: str, about: str) -> None:
        self.exact = Fraction(base)
        self.steps = [Modifier(base, reason, RULE, about)]

    def _rounded(self) -> int:
        return floor(self.exact)

    def plus(self, points: int, reason: str, rule: str) -> None:
        """Add points, before anything multiplies them; none are not told."""
        if points:
            self.exact += points
            self.steps.append(Modifier(points, reason, rule))

    def times(self, factor: Fraction, reason: str, rule: str) -> None:
        """Multiply, without rounding."""
        before = self._rounded()
        self.exact *= factor
        self.steps.append(Modifier(self._rounded() - before, reason, rule))

    def by_talons(self) -> None:
        """Half as much again of what there is, rounded up."""
        self._become(HALF_AGAIN, "talons", "TO:talons")

    def under_water(self) -> None:
        """Halve what there is, rounded up."""
        self._become(HALF, "under-water", "TW:underwater")

    def _become(self, factor: Fraction, reason: str, rule: str) -> None:
        before = self._rounded()
        self.exact = Fraction(ceil(before * factor))
        if self._rounded() != before:
            self.steps.append(Modifier(self._rounded() - before, reason, rule))

    def done(self) -> Explained:
        """The damage with its steps."""
        return Explained(tuple(self.steps))


def of_tonnage(unit: Unit, sheet: Sheet, base: int, *, halves: int = 0) -> Blow:
    """A blow of this base, halved for each of ``halves`` actuators, doubled by myomer at work."""
    blow = Blow(base, "tonnage", str(unit.tons))
    for _ in range(halves):
        blow.times(HALF, "actuator-halves", CRITICAL)
    _by_myomer(blow, unit, sheet)
    return blow


def _by_myomer(blow: Blow, unit: Unit, sheet: Sheet) -> None:
    if movement.tsm_active(unit, sheet) or unit.gear.industrial_tsm:
        blow.times(DOUBLE, "triple-strength-myomer", "TW:heat")


def talons(blow: Blow, unit: Unit, now: Sheet, legs: Iterable[str]) -> None:
    """Half as much again where a leg that strikes has them at work, on a foot whose actuator is whole."""
    clawed = {location for m in working(unit, now, unit.gear.talons) for location, _slot in unit.mounts[m].slots}
    if any(leg in clawed and _whole_foot(unit, now, leg) for leg in legs):
        blow.by_talons()


def _whole_foot(unit: Unit, now: Sheet, leg: str) -> bool:
    return has_actuator(unit, leg, "Foot") and not actuator_out(unit, now, leg, "Foot")


def submerged(unit: Unit, sheet: Sheet, limb: str) -> bool:
    """Whether a limb of the standing 'Mech is under the water noted on its sheet: the legs from depth 1, all from 2."""
    depth = sheet.counters.get("water-depth", 0)
    return depth > 1 or (depth == 1 and limb in unit.legs)


def vibroblades(unit: Unit, sheet: Sheet) -> tuple[int, ...]:
    """The vibroblades that are on and work, by mount."""
    if not sheet.states.get(VIBROBLADE):
        return ()
    return tuple(m for m in working(unit, sheet, unit.gear.clubs) if unit.mounts[m].item in VIBROBLADES)


def heat(unit: Unit, now: Sheet) -> list[Modifier]:
    """Heat that vibroblades make while they are on: 3, 5 or 7 a turn each (TO, vibroblades)."""
    on = vibroblades(unit, now)
    return [Modifier(VIBROBLADES[unit.mounts[m].item][1], VIBROBLADE, "TO:vibroblades") for m in on]


def of_club(unit: Unit, sheet: Sheet, now: Sheet, mount: int) -> Blow:
    """The blow of a weapon to strike with."""
    item = unit.mounts[mount].item
    club = CLUBS.get(item, Club())
    if mount in vibroblades(unit, now):
        return Blow(VIBROBLADES[item][0], VIBROBLADE, "")
    if club.divisor:
        blow = Blow(ceil(unit.tons / club.divisor), "tonnage", str(unit.tons))
        blow.plus(club.points, "physical-weapon", RULE)
    else:
        blow = Blow(club.points, "dice-on-average" if club.dice else "fixed-damage", "")
    if item not in NOT_BY_MYOMER:
        _by_myomer(blow, unit, sheet)
    return blow

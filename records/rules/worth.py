"""What a unit is worth, explained: battle value and cost as steps that lead to the figure shown.

Battle value multiplies and caps as well as it adds, and it counts in fractions: so its steps are of their own kind
beside the whole-number :class:`~.numbers.Modifier`. As there, a reason is a code and the words are made where the
figure is shown. The figure is folded from the steps: what is explained and what is shown cannot differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

How = Literal["plus", "times", "at-least"]

#: Sums of halves and hundredths that should end in exactly .5 may miss it by less than this.
_DUST = 1e-6


@dataclass(frozen=True, slots=True)
class Step:
    """One step: add ``value``, multiply by it, or raise what has come together so far to it.

    ``about`` names the thing it comes from (a weapon, a location); ``count`` how many equal ones stand in this step.
    """

    value: float
    reason: str
    rule: str
    about: str = ""
    how: How = "plus"
    count: int = 1


def fold(steps: Iterable[Step], start: float = 0.0) -> float:
    """What the steps lead to, one after the other.

    >>> fold((Step(10, "armour", "TM:battle-value"), Step(1.5, "movement", "TM:battle-value", how="times")))
    15.0
    """
    total = start
    for step in steps:
        if step.how == "plus":
            total += step.value
        elif step.how == "times":
            total *= step.value
        else:
            total = max(total, step.value)
    return total


def nearest(value: float) -> int:
    """Rounded to the nearest whole number, a half up (TM, battle value).

    >>> nearest(2.5), nearest(2.4999999999), nearest(2.4)
    (3, 3, 2)
    """
    return math.floor(value + 0.5 + _DUST)


@dataclass(frozen=True)
class BattleValue:
    """Battle Value (BV 2.0) with gunnery 4 and piloting 5.

    ``defensive`` and ``offensive`` are the steps of the two parts, ``whole`` those of their sum. ``unknown`` names
    what could not be counted: with any of it there is no total, for a wrong one would be taken for right.
    """

    defensive: tuple[Step, ...]
    offensive: tuple[Step, ...]
    whole: tuple[Step, ...] = ()
    unknown: tuple[str, ...] = ()

    @cached_property
    def defence(self) -> float:
        """The defensive part."""
        return fold(self.defensive)

    @cached_property
    def offence(self) -> float:
        """The offensive part."""
        return fold(self.offensive)

    @cached_property
    def total(self) -> int | None:
        """The battle value; None when something aboard has none that is known."""
        if self.unknown:
            return None
        return nearest(fold(self.whole, self.defence + self.offence))


@dataclass(frozen=True)
class Cost:
    """Cost in C-bills, as the steps of its sum. ``ammunition`` are the bins' own C-bills, counted in the total.

    ``unknown`` as for :class:`BattleValue`.
    """

    steps: tuple[Step, ...]
    ammunition: tuple[Step, ...] = ()
    times: tuple[Step, ...] = ()
    unknown: tuple[str, ...] = ()

    @cached_property
    def total(self) -> int | None:
        """C-bills with full ammunition bins; None when something aboard has no known price."""
        if self.unknown:
            return None
        return math.floor(fold((*self.steps, *self.ammunition, *self.times)) + 0.5)

    @cached_property
    def without_ammunition(self) -> int | None:
        """C-bills with the bins empty."""
        if self.unknown:
            return None
        return math.floor(fold((*self.steps, *self.times)) + 0.5)

"""Explained numbers: every figure the product shows is a list of modifiers that adds up.

A reason is a code in kebab case (``"gyro-hit"``), never a sentence: the words, and their translation, are made where
the number is shown. ``rule`` names where the modifier comes from: a chapter of the base game (``"TW:piloting"``) or
the id of an optional rule from the catalogue (``"HR-A08"``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Automatic = Literal["", "success", "failure", "impossible"]


@dataclass(frozen=True, slots=True)
class Modifier:
    """One step of a number: its value, why it counts and which rule says so.

    ``about`` names the thing it comes from where the reason alone does not (a location, a weapon, a hex count).

    >>> Modifier(3, "gyro-hit", "TW:piloting").value
    3
    """

    value: int
    reason: str
    rule: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """A figure (movement points, heat, damage) with the modifiers it is the sum of.

    A step that is not a sum (a halved walking MP, a floor of zero) stands in the list as the difference it made.

    >>> Explained((Modifier(4, "base", "TW:movement"), Modifier(-1, "foot-actuator", "TW:critical"))).total
    3
    """

    modifiers: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        """The sum of all modifiers."""
        return sum(modifier.value for modifier in self.modifiers)

    def plus(self, *more: Modifier) -> Explained:
        """This figure with further modifiers, those worth nothing left out."""
        return Explained((*self.modifiers, *(modifier for modifier in more if modifier.value)))


@dataclass(frozen=True, slots=True)
class TargetNumber:
    """What 2D6 must reach. ``automatic`` overrides the dice: always made, always failed, or not allowed at all.

    >>> number = TargetNumber((Modifier(5, "piloting-skill", "TW:piloting"), Modifier(1, "damage-20", "TW:piloting")))
    >>> number.total, number.met_by(6), number.met_by(5)
    (6, True, False)
    """

    modifiers: tuple[Modifier, ...] = ()
    automatic: Automatic = ""

    @property
    def total(self) -> int:
        """The sum of all modifiers; meaningless for the dice when ``automatic`` is set."""
        return sum(modifier.value for modifier in self.modifiers)

    def met_by(self, rolled: int) -> bool:
        """Whether a roll of ``rolled`` (2-12) makes this number."""
        if self.automatic:
            return self.automatic == "success"
        return rolled >= self.total

    def plus(self, *more: Modifier) -> TargetNumber:
        """This number with further modifiers."""
        return TargetNumber((*self.modifiers, *more), self.automatic)

    def made(self, automatic: Automatic) -> TargetNumber:
        """This number with its outcome fixed: the modifiers stay, to be shown."""
        return TargetNumber(self.modifiers, automatic)


def first(modifiers: Iterable[Modifier]) -> Explained:
    """The modifiers as a figure, those worth nothing left out except the first, which names the base."""
    listed = list(modifiers)
    return Explained(tuple(m for i, m in enumerate(listed) if i == 0 or m.value))

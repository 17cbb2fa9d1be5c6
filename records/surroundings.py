"""Where a record sheet belongs: the links that lead from its page to what it is part of, and whom it fights.

``records`` itself knows of nothing around a sheet. Rooms that group sheets add theirs through :func:`tells`; who knows
of battles says so through :func:`fights`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .models import RecordSheet

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

    Person = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True)
class Link:
    """One link. ``kind`` is ``up`` for what the sheet is part of, ``beside`` for a sheet of the same battle.

    ``owed`` counts the rolls that sheet owes; ``current`` marks the sheet one is on.
    """

    label: str
    url: str
    kind: str = "up"
    current: bool = False
    owed: int = 0


_sources: list[Callable[[RecordSheet, Person], Iterable[Link]]] = []


def tells(source: Callable[[RecordSheet, Person], Iterable[Link]]) -> None:
    """Add a source of links."""
    _sources.append(source)


def around(record: RecordSheet, person: Person) -> list[Link]:
    """The links from this sheet's page, for somebody who may see the sheet."""
    return [link for source in _sources for link in source(record, person)]


@dataclass(frozen=True)
class Attacker:
    """A machine that may have hit the sheet: ``sheet`` is the number of its own. ``name`` is its alone in the battle;
    ``short`` is enough beside the others. ``other_side``: an enemy. ``here``: it has not left the battle."""

    sheet: int
    name: str
    short: str
    other_side: bool
    here: bool = True


@dataclass(frozen=True)
class Fray:
    """The battle that a sheet is in, by its number, with everybody else in it, the other side first."""

    battle: int
    attackers: tuple[Attacker, ...]

    def find(self, sheet: int) -> Attacker | None:
        """The machine with this sheet, one that has left too; None where it is not of this battle."""
        return next((one for one in self.attackers if one.sheet == sheet), None)


_frays: list[Callable[[RecordSheet], Fray | None]] = []


def fights(source: Callable[[RecordSheet], Fray | None]) -> None:
    """Add somebody who knows of battles."""
    if source not in _frays:
        _frays.append(source)


def fray(record: RecordSheet) -> Fray | None:
    """The battle that this sheet is in now, or None."""
    return next((found for source in _frays if (found := source(record)) is not None), None)

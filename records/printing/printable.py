"""What a page is made from: everything that is printed, as plain data that can be sent to another process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from records.rules import STANDARD, Ruleset, Sheet, Unit

from .report import Report

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height, mm."""


State = Literal["current", "fresh", "unrepaired"]
"""As the sheet stands; as the factory built it; ready for a battle with the damage that was not repaired."""
STATES: tuple[State, ...] = get_args(State)


@dataclass(frozen=True)
class Choices:
    """How pages are to look. ``large`` type takes two pages a sheet; ``backs`` puts a reference page behind each."""

    paper: Paper = "a4"
    black: bool = False
    large: bool = False
    backs: bool = False


AS_USUAL = Choices()


@dataclass(frozen=True)
class Seat:
    """Who sits in the first seat: what the roster knows. Skills and wounds are on the sheet."""

    name: str = ""
    callsign: str = ""
    level: str = ""
    edge: int = 0
    edge_used: int = 0
    blank: bool = False
    """Lines to write on instead of name and skills."""


@dataclass(frozen=True)
class Printable:
    """One page: a unit, the marks on its sheet, the rules it is played under, and the words around it.

    ``label`` is the machine's own name where it has one, ``roster`` what it belongs to, ``stamp`` the small line that
    tells which state this is. ``before`` is the sheet as it was when the battle began: its marks look different from
    those made since. ``reference`` is what is printed behind the page where backs are asked for.
    """

    unit: Unit
    sheet: Sheet
    ruleset: Ruleset = STANDARD
    label: str = ""
    seat: Seat = Seat()
    roster: str = ""
    stamp: str = ""
    language: str = "en-gb"
    before: Sheet | None = None
    reference: Report | None = None

    @property
    def title(self) -> str:
        """What the page is called."""
        return f"{self.label} ({self.unit.name})" if self.label else self.unit.name


Item = Printable | Report
"""What a pack is made of: a record sheet, or one of the papers around it."""

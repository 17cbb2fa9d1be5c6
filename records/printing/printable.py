"""What a page is made from: everything that is printed, as plain data that can be sent to another process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from records.rules import STANDARD, Ruleset, Sheet, Unit

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height, mm."""


@dataclass(frozen=True)
class Seat:
    """Who sits in the first seat: what the roster knows. Skills and wounds are on the sheet."""

    name: str = ""
    callsign: str = ""
    level: str = ""
    edge: int = 0
    edge_used: int = 0


@dataclass(frozen=True)
class Printable:
    """One page: a unit, the marks on its sheet, the rules it is played under, and the words around it.

    ``label`` is the machine's own name where it has one, ``roster`` what it belongs to, ``stamp`` the small line that
    tells which state this is.
    """

    unit: Unit
    sheet: Sheet
    ruleset: Ruleset = STANDARD
    label: str = ""
    seat: Seat = Seat()
    roster: str = ""
    stamp: str = ""
    language: str = "en-gb"

    @property
    def title(self) -> str:
        """What the page is called."""
        return f"{self.label} ({self.unit.name})" if self.label else self.unit.name

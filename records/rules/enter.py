"""enter: what a person entered, decided."""

from __future__ import annotations

from dataclasses import dataclass

from .classic.decide import decide
from .classic.work import Work
from .entries import Entry
from .errors import RuleViolation, Violated
from .events import Event
from .ruleset import STANDARD, Ruleset
from .sheet import Sheet
from .unit import Unit


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an entry led to: the events in order, and the sheet after them."""

    sheet: Sheet
    events: tuple[Event, ...]


def enter(unit: Unit, sheet: Sheet, entry: Entry, ruleset: Ruleset = STANDARD) -> Outcome | RuleViolation:
    """Check an entry, decide what follows, and return it; the given sheet is never changed.

    A person's fault (no such location, a line already hit, dice of 7, ...) comes back as a :class:`RuleViolation`.
    """
    work = Work(unit, sheet, ruleset)
    try:
        decide(work, entry)
    except Violated as refused:
        return refused.violation
    return Outcome(work.sheet, tuple(work.events))

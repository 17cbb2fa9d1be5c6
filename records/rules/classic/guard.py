"""What every chapter refuses in the same words: places that are not there, numbers out of range, a wrecked 'Mech."""

from __future__ import annotations

from . import wreck
from .work import Work


def standing_machine(work: Work) -> None:
    """Refuse what cannot happen to a destroyed 'Mech."""
    if work.sheet.destroyed:
        raise work.refuse("destroyed")


def hittable_machine(work: Work) -> None:
    """Refuse a hit on a destroyed 'Mech, unless it still matters to an optional rule."""
    if wreck.done(work):
        raise work.refuse("destroyed")


def location(work: Work, name: str) -> None:
    """Refuse a location the unit does not have."""
    if name not in work.unit.structure:
        raise work.refuse("no-such-location", location=name)


def between(work: Work, code: str, number: int, low: int, high: int) -> None:
    """Refuse a number outside ``low`` to ``high``."""
    if not low <= number <= high:
        raise work.refuse(code, number=number, low=low, high=high)


def seat(work: Work, member: int) -> None:
    """Refuse a seat the crew does not have."""
    if not 0 <= member < len(work.sheet.crew):
        raise work.refuse("no-such-seat", member=member + 1, seats=len(work.sheet.crew))

"""Telling that a roll was answered: the same way for every kind."""

from __future__ import annotations

from ..entries import Rolled
from ..events import RollAnswered
from ..rolls import Owed
from . import chances
from .work import Work


def told(work: Work, owed: Owed, entry: Rolled, outcome: str, location: str = "") -> None:
    """Record the answer with its outcome code; the roll is no longer owed."""
    work.tell(
        RollAnswered(owed.id, owed.kind, entry.dice, outcome, location or owed.location, owed.target, entry.by_app)
    )


def passed(work: Work, owed: Owed, entry: Rolled) -> bool:
    """Record the answer as passed or failed against the roll's target number."""
    made = chances.met(work.ruleset, owed.kind, owed.target, entry.dice)
    told(work, owed, entry, "passed" if made else "failed")
    return made

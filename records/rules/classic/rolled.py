"""The answer to a roll owed: checked, then handed to the chapter that owed it."""

from __future__ import annotations

from collections.abc import Callable

from ..entries import Rolled
from ..rolls import Owed
from . import breaches, chances, criticals, ejection, engines, explosions, falls, heat_phase, moving, phases, pilot
from .work import Work

Answer = Callable[[Work, Owed, Rolled], None]

#: What answers each kind of roll. Each tells a ``RollAnswered`` first, or refuses.
ANSWERS: dict[str, Answer] = {
    "critical-check": criticals.answer_check,
    "critical-slot": criticals.answer_slot,
    "hull-breach": breaches.answer,
    "consciousness": pilot.answer_consciousness,
    "engine-explosion": explosions.answer_engine,
    "case-ii-critical": explosions.answer_case_ii,
    "recovery": phases.answer_recovery,
    "piloting": phases.answer_piloting,
    "fall-facing": falls.answer_facing,
    "fall-location": falls.answer_location,
    "fall-avoid": falls.answer_avoid,
    "stand-up": falls.answer_stand_up,
    "shutdown": heat_phase.answer_shutdown,
    "restart": heat_phase.answer_restart,
    "heat-ammunition": heat_phase.answer_ammunition,
    "industrial-location": phases.answer_industrial,
    "ice-stall": engines.answer_stall,
    "ice-restart": engines.answer_restart,
    "ejection": ejection.answer,
    "equipment-failure": moving.answer_failure,
}


def rolled(work: Work, entry: Rolled) -> None:
    """Find the roll and answer it. Refused when it is not owed (any more) or the dice cannot be."""
    owed = work.sheet.roll(entry.roll)
    if owed is None:
        raise work.refuse("roll-not-owed", roll=entry.roll)
    legs = 1 if owed.about.get("leg-die") else 0
    if not owed.dice <= len(entry.dice) <= owed.dice + legs:
        raise work.refuse("wrong-number-of-dice", given=len(entry.dice), wanted=owed.dice)
    if any(not 1 <= face <= 6 for face in entry.dice):
        raise work.refuse("dice-out-of-range")
    ANSWERS.get(owed.kind, chances.answered)(work, owed, entry)

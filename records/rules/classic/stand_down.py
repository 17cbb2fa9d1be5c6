"""Between battles: what lasts only as long as a battle ends with it. Our reading; the rules leave it to the table."""

from __future__ import annotations

from ..entries import StoodDown
from ..events import BattleLeft, RollDropped
from ..evolve import evolve
from ..sheet import PHASES
from .work import Work

LAST_TURN = 999
ONE_SHOT = "one-shot-"


def stood_down(work: Work, entry: StoodDown) -> None:
    """Set the sheet's clock and clear what ends with a battle. Destroyed 'Mechs stand down too.

    Violations: ``no-such-phase``, ``no-such-turn`` (1-999), ``rolls-owed`` (count, kinds), ``nothing-changes``.
    """
    if entry.phase not in PHASES:
        raise work.refuse("no-such-phase", phase=entry.phase)
    if not 1 <= entry.turn <= LAST_TURN:
        raise work.refuse("no-such-turn", turn=entry.turn)
    if work.sheet.owed and not entry.drop_rolls:
        kinds = tuple(dict.fromkeys(owed.kind for owed in work.sheet.owed))
        raise work.refuse("rolls-owed", count=len(work.sheet.owed), kinds=kinds)
    counters = work.sheet.counters
    spent = tuple(name for name in sorted(counters) if name.startswith(ONE_SHOT) and counters[name])
    left = BattleLeft(entry.turn, entry.phase, work.sheet.heat, spent)
    if evolve(work.unit, work.sheet, left) == work.sheet:
        raise work.refuse("nothing-changes")
    for owed in work.sheet.owed:
        work.tell(RollDropped(owed.id, owed.kind, "battle-over"))
    work.tell(left)

"""A 'Mech destroyed: once, and what it owed no longer matters except what happens to its crew."""

from __future__ import annotations

from ..events import MachineDestroyed, RollDropped
from .work import Work

OF_THE_CREW = frozenset({"consciousness", "recovery"})
#: Whoever has left the 'Mech lands whatever becomes of it.
OF_THE_LANDING = frozenset({"ejection"})
#: What a wreck still rolls for: its crew, and whether there is anything left to salvage.
OF_A_WRECK = OF_THE_CREW | OF_THE_LANDING | {"engine-explosion", "engine-blast"}
#: What it rolls for besides while hits on it still matter to an optional rule.
OF_THE_DAMAGE = frozenset({"critical-check", "critical-slot", "floating-location"})


def done(work: Work) -> bool:
    """Destroyed, and no further hit on it matters."""
    if not work.sheet.destroyed:
        return False
    ruleset = work.ruleset
    return not any(option.still_hit(ruleset, work.unit, work.sheet) for option in ruleset.asks("still_hit"))


def destroy(work: Work, reason: str) -> None:
    """Take the 'Mech out of the game; a second reason adds nothing."""
    if work.sheet.destroyed:
        return
    work.tell(MachineDestroyed(reason))
    kept = OF_A_WRECK if done(work) else OF_A_WRECK | OF_THE_DAMAGE
    for owed in work.sheet.owed:
        if owed.kind not in kept:
            work.tell(RollDropped(owed.id, owed.kind, "destroyed"))

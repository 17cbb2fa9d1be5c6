"""A 'Mech destroyed: once, and what it owed no longer matters except what happens to its crew."""

from __future__ import annotations

from ..events import MachineDestroyed, RollDropped
from .work import Work

OF_THE_CREW = frozenset({"consciousness", "recovery"})
#: What a wreck still rolls for: its crew, and whether there is anything left to salvage.
OF_A_WRECK = OF_THE_CREW | {"engine-explosion"}


def destroy(work: Work, reason: str) -> None:
    """Take the 'Mech out of the game; a second reason adds nothing."""
    if work.sheet.destroyed:
        return
    work.tell(MachineDestroyed(reason))
    for owed in work.sheet.owed:
        if owed.kind not in OF_A_WRECK:
            work.tell(RollDropped(owed.id, owed.kind, "destroyed"))

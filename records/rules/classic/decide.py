"""decide: which chapter an entry belongs to, and what is looked after when any of them is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import entries as n
from ..entries import Entry
from . import (
    breaches,
    chances,
    corrections,
    criticals,
    damage,
    ejection,
    engines,
    falls,
    firing,
    heat_phase,
    moving,
    phases,
    pilot,
    rolled,
    stand_down,
)
from .work import Work

Chapter = Callable[[Work, Any], None]

#: The chapter of each entry.
CHAPTERS: dict[type, Chapter] = {
    n.Hit: damage.hit,
    n.CriticalCheck: criticals.check,
    n.BreachCheck: breaches.check,
    n.CriticalHit: criticals.hit,
    n.PilotHit: pilot.hit,
    n.Ejected: ejection.eject,
    n.CrewChanged: pilot.change,
    n.OptionUsed: chances.used,
    n.Rolled: rolled.rolled,
    n.Corrected: corrections.correct,
    n.StoodDown: stand_down.stood_down,
    n.StateSwitched: corrections.switch,
    n.CounterUsed: corrections.count,
    n.Moved: moving.moved,
    n.PilotingRollCaused: moving.caused,
    n.Fired: firing.fired,
    n.HeatAdded: heat_phase.heat_added,
    n.SinksSwitched: heat_phase.sinks_switched,
    n.PowerSwitched: heat_phase.power_switched,
    n.FellDown: falls.fell_down,
    n.StandUp: falls.stand_up,
    n.DropProne: falls.drop_prone,
    n.PhaseEnded: phases.end_phase,
    n.TurnEnded: phases.end_turn,
}

#: What is looked after once an entry is decided, in this order.
AFTERWARDS: list[Callable[[Work], None]] = [
    criticals.settle,
    chances.settle,
    breaches.settle,
    falls.settle,
    falls.looked_after,
    heat_phase.looked_after,
    engines.settle,
    phases.advance,
]


def decide(work: Work, entry: Entry) -> None:
    """Decide what follows from an entry. Raises :class:`~..errors.Violated` when it cannot have happened."""
    chapter = CHAPTERS.get(type(entry))
    if chapter is None:
        raise work.refuse("entry-not-known", entry=type(entry).__name__)
    chapter(work, entry)
    for look in AFTERWARDS:
        look(work)

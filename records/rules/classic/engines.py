"""Combustion engines of IndustrialMechs: they may stall when the machine falls, and must be started again (TO)."""

from __future__ import annotations

from dataclasses import replace

from ..entries import Rolled
from ..events import EngineStalled, ReactorShutDown, ReactorStarted
from ..rolls import Owed
from ..unit import Unit
from . import answers, piloting
from .work import Work

RULE = "TO:engine-stall"


def can_stall(unit: Unit) -> bool:
    """Only the internal combustion engine of an IndustrialMech stalls."""
    return unit.industrial and unit.engine.type == "ICE"


def may_stall(work: Work) -> None:
    """A piloting roll keeps it running; where there is nothing to roll it stalls."""
    target = piloting.number(work.unit, work.sheet, work.ruleset)
    if target.automatic:
        _stall(work)
    else:
        work.owe("ice-stall", target=target, cause="fall", rule=RULE)


def restart(work: Work) -> None:
    """An attempt to start a stalled engine: a piloting roll."""
    if any(owed.kind == "ice-restart" for owed in work.sheet.owed):
        raise work.refuse("roll-owed-first", kind="ice-restart")
    target = piloting.number(work.unit, replace(work.sheet, stalled=False, shutdown=False), work.ruleset)
    if target.automatic:
        raise work.refuse("engine-does-not-start")
    work.owe("ice-restart", target=target, cause="engine-stalled", rule=RULE)


def answer_stall(work: Work, owed: Owed, entry: Rolled) -> None:
    """Missed: the engine stalls."""
    if not answers.passed(work, owed, entry):
        _stall(work)


def _stall(work: Work) -> None:
    """A stalled engine is an engine that is off."""
    work.tell(EngineStalled(True))
    if not work.sheet.shutdown:
        work.tell(ReactorShutDown("engine-stalled"))


def answer_restart(work: Work, owed: Owed, entry: Rolled) -> None:
    """Made: the engine runs again."""
    if answers.passed(work, owed, entry):
        work.tell(EngineStalled(False))
        work.tell(ReactorStarted("rolled"))

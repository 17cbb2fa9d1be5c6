"""Combustion engines of IndustrialMechs: they may stall when the machine falls, and must be started again (TO)."""

from __future__ import annotations

from dataclasses import replace

from ..condition import controlled, mechwarrior
from ..entries import Rolled
from ..events import EngineStalled, ReactorShutDown, ReactorStarted, RollDropped
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..unit import Unit
from . import answers, piloting
from .work import Work

RULE = "TO:engine-stall"


def can_stall(unit: Unit) -> bool:
    """Only the internal combustion engine of an IndustrialMech stalls."""
    return unit.industrial and unit.engine.type == "ICE"


def may_stall(work: Work) -> None:
    """After a piloting roll missed: the MechWarrior's plain skill keeps the engine running; nobody there, it stalls."""
    if not can_stall(work.unit) or work.sheet.stalled:
        return
    if not controlled(work.sheet):
        _stall(work)
        return
    skill = Modifier(mechwarrior(work.sheet).piloting, "piloting-skill", piloting.RULE)
    work.owe("ice-stall", target=TargetNumber((skill,)), cause="fall", rule=RULE)


def settle(work: Work) -> None:
    """Whoever blacks out before the roll keeps no engine running."""
    for owed in work.sheet.owed:
        if owed.kind == "ice-stall" and not controlled(work.sheet):
            work.tell(RollDropped(owed.id, owed.kind, "unconscious"))
            _stall(work)


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

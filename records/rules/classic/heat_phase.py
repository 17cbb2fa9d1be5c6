"""The heat phase, step by step: heat settles, the reactor, the ammunition, then the MechWarrior (TW, heat phase)."""

from __future__ import annotations

from ..condition import controlled
from ..entries import HeatAdded, PowerSwitched, Rolled, SinksSwitched
from ..events import HeatGained, HeatSettled, ReactorShutDown, ReactorStarted, SinksSet, SlotHit, StateSet, TriggerAdded
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..sheet import Trigger
from . import answers, engines, explosions, falls, guard, heat, pilot, piloting
from .work import Work

RULE = heat.RULE
MOST_ADDED = 100
#: What a reactor that goes off adds to the roll that it calls for.
SHUTDOWN_ADDS = 3
#: Set while the reactor is off because the MechWarrior wants it so: it does not start by itself.
BY_HAND = "powered-down"


def settle(work: Work) -> None:
    """Heat in, heat out."""
    unit, sheet = work.unit, work.sheet
    made = max(0, heat.sources(unit, sheet, work.ruleset).total)
    total = sheet.heat + made
    sunk = min(total, max(0, heat.capacity(unit, sheet, work.ruleset).total))
    work.tell(HeatSettled(made, sunk, total - sunk))


def power(work: Work) -> None:
    """Shut down: it may start again. Running: it may shut down."""
    if work.sheet.shutdown:
        _restart(work)
        return
    level = work.sheet.heat
    target = heat.shutdown_number(level)
    if target is None:
        return
    if not controlled(work.sheet):
        shut_down(work, "nobody-in-control")
    elif level >= heat.AUTOMATIC_SHUTDOWN:
        shut_down(work, "heat")
    else:
        work.owe("shutdown", target=target, cause="heat", rule=RULE, about={"heat": level})


def _restart(work: Work) -> None:
    sheet = work.sheet
    if sheet.stalled or sheet.states.get(BY_HAND) or not controlled(sheet) or sheet.heat >= heat.AUTOMATIC_SHUTDOWN:
        return
    target = heat.shutdown_number(sheet.heat)
    if target is None:
        work.tell(ReactorStarted("cool"))
    else:
        work.owe("restart", target=target, cause="heat", rule=RULE, about={"heat": sheet.heat})


def shut_down(work: Work, reason: str) -> None:
    """The reactor goes off; a 'Mech on its feet rolls at +3, as it stood before. With nobody awake it falls."""
    base = piloting.number(work.unit, work.sheet, work.ruleset)
    work.tell(ReactorShutDown(reason))
    if work.sheet.prone:
        return
    falls_asleep = not controlled(work.sheet) and work.ruleset.has("CL-shutdown-unconscious-falls")
    if base.automatic == "failure" or falls_asleep:
        falls.fall(work, 0, base, piloting.SHUTDOWN)
        engines.may_stall(work)
    elif not base.automatic and not _roll_due(work):
        _owe_roll(work, base.plus(_harder()))


def _owe_roll(work: Work, target: TargetNumber) -> None:
    work.owe("piloting", target=target, cause=piloting.SHUTDOWN, rule=piloting.RULE, about={"levels": 0})


def _roll_due(work: Work) -> bool:
    """Whether this phase has asked for the roll already: one shutdown more, after a start, asks for no second."""
    owed = any(owed.kind == "piloting" and owed.cause == piloting.SHUTDOWN for owed in work.sheet.owed)
    return owed or any(trigger.modifier.reason == piloting.SHUTDOWN for trigger in work.sheet.triggers)


def _harder() -> Modifier:
    return Modifier(SHUTDOWN_ADDS, piloting.SHUTDOWN, piloting.RULE)


def answer_shutdown(work: Work, owed: Owed, entry: Rolled) -> None:
    """Made: the reactor keeps running."""
    if not answers.passed(work, owed, entry):
        shut_down(work, "heat")


def answer_restart(work: Work, owed: Owed, entry: Rolled) -> None:
    """Made: the reactor starts."""
    if answers.passed(work, owed, entry):
        work.tell(ReactorStarted("rolled"))


def ammunition(work: Work) -> None:
    """From 19 on the hottest thing aboard may go off; inferno rounds have a roll of their own, from 10 on."""
    level = work.sheet.heat
    for infernos, target in ((True, heat.inferno_number(level)), (False, heat.ammunition_number(level))):
        if target is not None and heat.ammunition_at_risk(work.unit, work.sheet, work.ruleset, infernos=infernos) >= 0:
            about: dict[str, str | int | bool] = {"heat": level}
            if infernos:
                about["inferno"] = True
            work.owe("heat-ammunition", target=target, cause="heat", rule=RULE, about=about)


def answer_ammunition(work: Work, owed: Owed, entry: Rolled) -> None:
    """Missed: the bin that does the most damage explodes."""
    if answers.passed(work, owed, entry):
        return
    infernos = bool(owed.about.get("inferno"))
    worst = heat.ammunition_at_risk(work.unit, work.sheet, work.ruleset, infernos=infernos)
    if worst >= 0:
        _explode(work, worst)


def _explode(work: Work, number: int) -> None:
    """The line of a bin that went off is spent, as by a critical."""
    ammunition = work.unit.bins[number]
    name = ammunition.item
    work.tell(SlotHit(ammunition.location, ammunition.slot, name, "explosion"))
    explosions.bin_hit(work, number)


def life_support(work: Work) -> None:
    """Heat with life support hit hurts everybody aboard."""
    wounds = heat.life_support_wounds(work.unit, work.sheet, work.ruleset, work.sheet.heat)
    for member, seat in enumerate(work.sheet.crew if wounds else ()):
        if not (seat.dead or seat.ejected):
            pilot.wound(work, member, wounds, "life-support")


def heat_added(work: Work, entry: HeatAdded) -> None:
    """Heat that the sheet cannot see: counted in this turn's heat phase; from outside to 15, from inside in full."""
    guard.standing_machine(work)
    guard.between(work, "heat-out-of-range", entry.points, 1, MOST_ADDED)
    reason = entry.reason if entry.reason in ("external", "internal") else "external"
    about = "" if reason == entry.reason else entry.reason
    work.tell(HeatGained(Modifier(entry.points, reason, RULE, about)))


def sinks_switched(work: Work, entry: SinksSwitched) -> None:
    """How many heat sinks are off from now on."""
    guard.standing_machine(work)
    guard.between(work, "sinks-out-of-range", entry.off, 0, work.unit.heat_sinks.count)
    if entry.off == work.sheet.sinks_off:
        raise work.refuse("nothing-changes")
    work.tell(SinksSet(entry.off))


def power_switched(work: Work, entry: PowerSwitched) -> None:
    """The MechWarrior shuts the reactor down, or starts it: at once below heat 14, else in the heat phase. Shutting
    down calls for a piloting roll at the end of the phase, once however often it is shut down."""
    from . import phases

    sheet = work.sheet
    guard.standing_machine(work)
    if not controlled(sheet):
        raise work.refuse("nobody-in-control")
    if entry.on:
        _start(work)
        return
    if sheet.shutdown:
        raise work.refuse("already-shut-down")
    base = piloting.number(work.unit, sheet, work.ruleset)
    work.tell(StateSet(BY_HAND, True))
    work.tell(ReactorShutDown("chosen"))
    if sheet.prone or not work.ruleset.has("CL-shutdown-chosen-roll") or _roll_due(work):
        return
    work.tell(TriggerAdded(Trigger(_harder())))
    if phases.rolls_were_due(sheet):  # the phase has asked for its rolls and waits for some: this one joins them
        _owe_roll(work, piloting.with_triggers(base, work.sheet))


def looked_after(work: Work) -> None:
    """A reactor that is off cannot be kept running, and one that runs is not to be started: such rolls are dropped."""
    off = work.sheet.shutdown
    falls.drop(work, ("shutdown",) if off else ("restart",), "shut-down" if off else "reactor-running")


def _start(work: Work) -> None:
    sheet = work.sheet
    if sheet.stalled:
        engines.restart(work)
        return
    if not sheet.shutdown:
        raise work.refuse("already-running")
    if any(owed.kind == "restart" for owed in sheet.owed):
        raise work.refuse("roll-owed-first", kind="restart")
    if sheet.states.get(BY_HAND):
        work.tell(StateSet(BY_HAND, False))
    elif sheet.heat >= heat.RESTARTS_BELOW:
        raise work.refuse("too-hot-to-start", heat=sheet.heat)
    if sheet.heat < heat.RESTARTS_BELOW:
        work.tell(ReactorStarted("chosen"))

"""The end of a phase and of a turn. Closing goes by steps: each may owe rolls, and the last answer takes it on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..condition import able, system_hits
from ..entries import PhaseEnded, Rolled, TurnEnded
from ..events import (
    CounterSet,
    PhaseClosing,
    PhaseSettled,
    PilotRecovered,
    StepReached,
    TriggerAdded,
    TriggersCleared,
    TurnClosing,
)
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..sheet import PHASES, Phase, Sheet, Trigger
from ..tables import consciousness_number, hit_location
from . import answers, breaches, chances, cooling, criticals, engines, falls, heat_phase, pilot, piloting, terrain
from .work import Work

RULE = "TW:piloting"
MUCH_DAMAGE = 20


def end_phase(work: Work, entry: PhaseEnded) -> None:
    """The phase is over for this sheet. Refused while rolls are owed, or when it is not the present phase."""
    _nothing_owed(work)
    if entry.phase != work.sheet.phase:
        raise work.refuse("another-phase", phase=entry.phase, now=work.sheet.phase)
    work.tell(PhaseClosing(entry.phase))
    advance(work)


def end_turn(work: Work, entry: TurnEnded) -> None:
    """All that is left of the turn is worked through; it stops where rolls are owed and goes on when they are made."""
    _nothing_owed(work)
    work.tell(TurnClosing())
    work.tell(PhaseClosing(work.sheet.phase))
    advance(work)


def _nothing_owed(work: Work) -> None:
    owed = work.sheet.owed
    if owed:
        raise work.refuse("rolls-owed", count=len(owed), kinds=tuple(dict.fromkeys(o.kind for o in owed)))
    if work.sheet.ending:
        raise work.refuse("phase-is-closing", phase=work.sheet.phase)


def advance(work: Work) -> None:
    """Take the closing of the phase as far as it goes without a roll. Called after every answer; safe at any time."""
    while work.sheet.ending and not work.sheet.owed:
        steps = _STEPS[work.sheet.phase]
        step = work.sheet.step
        if work.sheet.destroyed or step >= len(steps):
            _settle(work)
            continue
        work.tell(StepReached(step + 1))
        steps[step](work)


def rolls_were_due(sheet: Sheet) -> bool:
    """Whether the phase is being closed and has asked for its piloting rolls, the last step of every phase, already."""
    return sheet.ending and sheet.step >= len(_STEPS[sheet.phase])


def _settle(work: Work) -> None:
    chances.phase_over(work)
    phase, turn = work.sheet.phase, work.sheet.turn
    going_on = work.sheet.turn_ending
    if phase == "end":
        work.tell(PhaseSettled(phase, "movement", turn + 1))
        return
    following: Phase = PHASES[PHASES.index(phase) + 1]
    work.tell(PhaseSettled(phase, following, turn))
    if going_on:
        work.tell(PhaseClosing(following))


def much_damage(work: Work) -> None:
    """20 or more points in the phase: a piloting roll at +1 (TW, piloting skill rolls)."""
    sheet = work.sheet
    if sheet.damage_this_phase >= MUCH_DAMAGE and not sheet.prone:
        modifier = Modifier(1, "damage-20", RULE, str(sheet.damage_this_phase))
        for option in work.ruleset.asks("damage_roll"):
            modifier = option.damage_roll(work.ruleset, work.unit, sheet, modifier)
        work.tell(TriggerAdded(Trigger(modifier)))


def rolls_due(work: Work) -> None:
    """Everything the phase has caused: a roll each, all with all modifiers, or the fall where there is no roll."""
    sheet = work.sheet
    if not sheet.triggers:
        return
    if sheet.prone:
        work.tell(TriggersCleared())
        return
    # The roll for shutting down is made as the 'Mech stood before; any other that a reactor off leaves owed is missed.
    own = all(trigger.modifier.reason == piloting.SHUTDOWN for trigger in sheet.triggers)
    base = piloting.number(work.unit, replace(sheet, shutdown=False) if own else sheet, work.ruleset)
    # Where there is no roll, the card and the log name what brought it down.
    certain = max(sheet.triggers, key=lambda trigger: (trigger.automatic, trigger.levels))
    target = piloting.with_triggers(base, sheet)
    if target.automatic or certain.automatic:
        falls.fall(work, certain.levels, target, certain.modifier.reason, side=certain.side)
        engines.may_stall(work)
        return
    for number, trigger in enumerate(sheet.triggers):
        about: dict[str, str | int | bool] = {"number": number + 1, "of": len(sheet.triggers), "levels": 0}
        cause, ruleset = trigger.modifier.reason, work.ruleset
        more = (m for o in ruleset.asks("roll_due") for m in o.roll_due(ruleset, work.unit, sheet, cause))
        work.owe("piloting", target=target.plus(*more), cause=cause, rule=RULE, about=about)


def answer_piloting(work: Work, owed: Owed, entry: Rolled) -> None:
    """Made: it keeps its feet. Missed: it falls, and what other piloting rolls were due no longer matters; against
    bogging down it is stuck instead."""
    if terrain.answer(work, owed, entry):
        return
    if answers.passed(work, owed, entry):
        return
    falls.fall(work, int(owed.about.get("levels", 0)), owed.target or TargetNumber(), owed.cause)
    engines.may_stall(work)


def recovery(work: Work) -> None:
    """End phase: whoever lost consciousness in an earlier turn may come to (TW, consciousness rolls)."""
    sheet = work.sheet
    for member, seat in enumerate(sheet.crew):
        if able(seat) or seat.dead or seat.ejected or seat.out_since >= sheet.turn:
            continue
        number = consciousness_number(seat.hits)
        target = TargetNumber((Modifier(number, "wounds", "TW:mechwarrior", str(seat.hits)),))
        work.owe("recovery", target=target, cause="unconscious", rule="TW:mechwarrior", about={"member": member})


def answer_recovery(work: Work, owed: Owed, entry: Rolled) -> None:
    """Made: awake again."""
    if answers.passed(work, owed, entry):
        work.tell(PilotRecovered(int(owed.about["member"])))


def submerged(work: Work) -> None:
    """End phase: a head under water or in vacuum with life support hit costs everybody in it a wound (TW, life support
    critical hits)."""
    unit, sheet = work.unit, work.sheet
    if not system_hits(unit, sheet, "Life Support") or not breaches.exposed(unit, sheet, "HD"):
        return
    for member, seat in enumerate(sheet.crew):
        if not (seat.dead or seat.ejected):
            pilot.wound(work, member, 1, "no-air")


def boosters_rest(work: Work) -> None:
    """End phase: turns in a row with MASC or a supercharger count up, and down again when it is left off."""
    movement = work.sheet.movement
    for name in ("masc", "supercharger"):
        turns = work.sheet.counters.get(f"{name}-turns", 0)
        used = movement is not None and bool(getattr(movement, name))
        after = turns + 1 if used else max(0, turns - 1)
        if after != turns:
            work.tell(CounterSet(f"{name}-turns", after))


def industrial_check(work: Work) -> None:
    """End phase: an IndustrialMech that fell this turn rolls for a critical (TW, IndustrialMechs)."""
    unit, sheet = work.unit, work.sheet
    if not (unit.industrial and sheet.fallen and work.ruleset.has("CL-industrial-end-of-turn")):
        return
    about: dict[str, str | int | bool] = {"modifier": sheet.fallen}
    if unit.config == "Tripod":
        about["leg-die"] = True
    work.owe("industrial-location", cause="fell-this-turn", rule="TW:industrial", about=about)


def answer_industrial(work: Work, owed: Owed, entry: Rolled) -> None:
    """The location is known: a critical check there, worse the deeper it fell."""
    total = entry.dice[0] + entry.dice[1]
    leg_die = entry.dice[2] if len(entry.dice) > 2 else 1
    place = hit_location(work.unit.config, "front", total, leg_die=leg_die)
    answers.told(work, owed, entry, "location", place.location)
    extra = (Modifier(int(owed.about["modifier"]), "levels-fallen", "TW:industrial"),)
    criticals.owe_check(work, place.location, rear=False, gone=False, extra=extra, cause="fell-this-turn")


Step = Callable[[Work], None]
_COMBAT: tuple[Step, ...] = (much_damage, rolls_due)
_STEPS: dict[Phase, tuple[Step, ...]] = {
    "initiative": _COMBAT,
    "movement": _COMBAT,
    "weapon": _COMBAT,
    "physical": _COMBAT,
    "heat": (
        heat_phase.settle,
        cooling.spent,
        heat_phase.power,
        heat_phase.ammunition,
        heat_phase.life_support,
        rolls_due,
    ),
    "end": (recovery, submerged, industrial_check, boosters_rest, cooling.rested, *_COMBAT),
}

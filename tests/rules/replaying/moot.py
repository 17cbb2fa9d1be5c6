"""Rolls that a sheet owes though nobody can answer them, or nothing can come of them: none may be left by any entry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from records.rules import Entry, Owed, Ruleset, RuleViolation, Sheet, Unit, condition, enter, entries
from records.rules.classic import wreck

from .compare import Json

MOST_ROLLS = 400
#: What people do besides what the trace tells, and what the ground does to them; most of it in the movement phase.
BESIDES: tuple[Entry, ...] = (
    entries.DropProne(),
    entries.DropProne(),
    entries.StandUp(),
    entries.PilotingRollCaused("building-hardened"),
    entries.PilotingRollCaused("swamp"),
    entries.Moved("walked", 1, terrain="water-1"),
    entries.Moved("walked", 1, terrain="swamp"),
    entries.Moved("jumped", 1, terrain="tundra"),
    entries.Moved("ran", 2),
    entries.StateSwitched("bogged-in-swamp", on=False),
    entries.PowerSwitched(on=False),
    entries.PowerSwitched(on=True),
)
MOST_BESIDES = 6
#: Ends whatever phase the sheet is in.
PHASE_END = entries.PhaseEnded("initiative")


def moot(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> Iterator[str]:
    """Each roll owed that no longer matters on this sheet, in words. A check on a location destroyed by the same damage
    is made though nothing may be left in it to go off (ruling check_on_location_destroyed_by_same_damage)."""
    for owed in sheet.owed:
        why = _why(unit, sheet, ruleset, owed)
        if why:
            yield f"{owed.kind} {owed.location} {dict(owed.about)}: {why}"


def _why(unit: Unit, sheet: Sheet, ruleset: Ruleset, owed: Owed) -> str:
    seat = sheet.crew[int(owed.about.get("member", 0))]
    here = owed.location
    if sheet.destroyed and owed.kind not in wreck.OF_A_WRECK:
        return "owed by a wreck"
    if owed.kind == "critical-check" and sheet.lost.get(here) == "blown off" and not owed.about.get("inward"):
        return "its location was blown off"
    if owed.kind == "critical-slot" and not condition.hittable_lines(unit, sheet, here, ruleset):
        return "no line is left to hit"
    if owed.kind in ("consciousness", "recovery", "fall-avoid") and (seat.dead or seat.ejected):
        return "nobody is in the seat"
    if owed.kind == "consciousness" and not seat.conscious:
        return "unconscious already"
    if owed.kind == "piloting" and sheet.prone:
        return "prone already"
    if owed.kind == "stand-up" and not sheet.prone:
        return "on its feet already"
    stuck = any(on for state, on in sheet.states.items() if state.startswith("bogged-in-"))
    if (owed.about.get("bogs") and stuck) or (owed.about.get("frees") and not stuck):
        return "stuck already" if stuck else "free already"
    twice = [other for other in sheet.owed if other.kind == "piloting" and other.cause == "reactor-shutdown"]
    if owed in twice[1:]:
        return "rolled for once a phase"
    if owed.kind == "shutdown" and sheet.shutdown:
        return "shut down already"
    if owed.kind == "restart" and not sheet.shutdown:
        return "running already"
    return ""


def dice_for(unit: Unit, sheet: Sheet, ruleset: Ruleset, owed: Owed, random: Random) -> Sheet | None:
    """The sheet after an answer with dice thrown at random, thrown again as long as they are refused; None when no dice
    are taken at all."""
    extra = 1 if owed.about.get("leg-die") else 0
    faces = list(product(range(1, 7), repeat=owed.dice + extra))
    random.shuffle(faces)
    for dice in faces:
        outcome = enter(unit, sheet, entries.Rolled(owed.id, dice), ruleset)
        if not isinstance(outcome, RuleViolation):
            return outcome.sheet
    return None


def play(unit: Unit, sheet: Sheet, ruleset: Ruleset, given: list[Entry], random: Random) -> Iterator[str]:
    """Enter all of ``given`` in turn, with things done besides, and answer what is owed in any order; yields whatever
    is left that is moot, cannot be answered, or keeps the phase from ending."""
    for entry in given:
        sheet, faults = besides(unit, sheet, ruleset, random)
        yield from faults
        if entry == PHASE_END or isinstance(entry, entries.TurnEnded):
            entry = entries.PhaseEnded(sheet.phase) if entry == PHASE_END else entry
            sheet, faults = answer_all(unit, sheet, ruleset, random)
            yield from faults
        outcome = enter(unit, sheet, entry, ruleset)
        if isinstance(outcome, RuleViolation):
            if isinstance(entry, entries.PhaseEnded | entries.TurnEnded):
                yield f"{entry} refused: {outcome.code}"
            continue
        sheet = outcome.sheet
        yield from moot(unit, sheet, ruleset)
        if not isinstance(entry, entries.Hit) or random.random() < 0.5:  # groups of one volley may wait for each other
            sheet, faults = answer_all(unit, sheet, ruleset, random)
            yield from faults
    sheet, faults = answer_all(unit, sheet, ruleset, random)
    yield from faults


def besides(unit: Unit, sheet: Sheet, ruleset: Ruleset, random: Random) -> tuple[Sheet, list[str]]:
    """The sheet after a few entries of :data:`BESIDES`, those refused left out, and what is moot then."""
    faults: list[str] = []
    for entry in random.choices(BESIDES, k=random.randint(0, MOST_BESIDES)):
        outcome = enter(unit, sheet, entry, ruleset)
        if isinstance(outcome, RuleViolation):
            continue
        sheet = outcome.sheet
        faults += [f"after {entry}: {fault}" for fault in moot(unit, sheet, ruleset)]
    return sheet, faults


def answer_all(unit: Unit, sheet: Sheet, ruleset: Ruleset, random: Random) -> tuple[Sheet, list[str]]:
    """The sheet with nothing owed any more, and what went wrong on the way."""
    faults: list[str] = []
    for _ in range(MOST_ROLLS):
        faults += moot(unit, sheet, ruleset)
        if faults or not sheet.owed:
            return sheet, faults
        owed = random.choice(sheet.owed)
        after = dice_for(unit, sheet, ruleset, owed, random)
        if after is None:
            return sheet, [f"{owed.kind} {owed.location} takes no dice"]
        sheet = after
    return sheet, ["rolls without end"]


def entries_of(trace: Json, random: Random, start: int) -> list[Entry]:
    """The steps of a trace from ``start`` on as entries; neighbouring hits of a phase change places at random."""
    found: list[Entry] = []
    volley: list[Entry] = []
    for step in trace["steps"][start:]:
        event = step["event"]
        kind = event["type"]
        if kind == "hit":
            volley.append(
                entries.Hit(
                    event["location"], event["damage"], event["rear"], event["through_armor"], event["damage_type"]
                )
            )
            continue
        random.shuffle(volley)
        found += volley
        volley = []
        if kind == "critical_check":
            found.append(entries.CriticalCheck(event["location"]))
        elif kind == "pilot_hit":
            found.append(entries.PilotHit(0, event["hits"]))
        elif kind == "fall":
            found.append(entries.FellDown(event["height"]))
        elif kind == "heat_phase":
            found += [entries.HeatAdded(max(1, min(100, event["heat_generated"])), "internal"), entries.TurnEnded()]
        elif kind == "phase_end":
            found.append(PHASE_END)
    random.shuffle(volley)
    return found + volley

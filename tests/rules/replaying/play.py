"""One trace played: its steps entered, the rolls owed answered with the recorded dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from records.rules import Entry, Modifier, Owed, Ruleset, RuleViolation, Sheet, Unit, enter, entries, events
from records.rules.classic import heat
from records.rules.sheet import fresh_sheet

from . import rulings
from .compare import Json, Places, differences

KINDS = {
    "critical_check": "critical-check", "critical_slot": "critical-slot", "consciousness": "consciousness",
    "wake_up": "recovery", "psr": "piloting", "fall_facing": "fall-facing", "fall_hit_location": "fall-location",
    "pilot_fall_damage": "fall-avoid", "shutdown": "shutdown", "startup": "restart",
    "heat_ammo_explosion": "heat-ammunition", "engine_explosion": "engine-explosion",
    "case_ii_no_critical": "case-ii-critical", "industrial_critical_location": "industrial-location",
    "ice_stall": "ice-stall", "ice_unstall": "ice-restart", "heat_inferno_explosion": "heat-ammunition",
}  # fmt: skip
XXL_STANDING = 2
IGNORED = frozenset({"searchlight", "break_spikes"})


@dataclass
class Result:
    """How a trace went: ``steps`` played, ``stopped`` by which flag, what differed at the first wrong step."""

    trace: str
    steps: int = 0
    stopped: str = ""
    wrong: list[str] = field(default_factory=list)
    excepted: str = ""


class Play:
    """A unit and its sheet while a trace is played on it."""

    def __init__(self, unit: Unit, trace: Json, ruleset: Ruleset = rulings.READINGS) -> None:
        self.unit, self.trace, self.ruleset = unit, trace, ruleset
        pilot = trace["pilot"]
        sheet = fresh_sheet(unit)
        crew = tuple(replace(seat, gunnery=pilot["gunnery"], piloting=pilot["piloting"]) for seat in sheet.crew)
        self.sheet: Sheet = replace(sheet, crew=crew, phase="weapon")
        self.places = Places.of(unit, trace)
        self.faults: list[str] = []
        self.rolls_dropped = False

    def run(self, *, through_flags: bool = False) -> Result:
        """Play until the end, a flag the product does not follow, or the first step that differs."""
        result = Result(self.trace["id"])
        start = differences(self.unit, self.sheet, self.ruleset, self.places, self.trace["sheet"]["initial"])
        result.wrong = [f"before the first step: {words}" for words in start]
        wreckage = rulings.Wreckage()
        for step in self.trace["steps"]:
            if result.wrong:
                break
            flag = rulings.stops(step) or wreckage.stops(step)
            if flag and not through_flags:
                result.stopped = flag
                break
            result.wrong = [f"step {step['n']} {_named(step['event'])}: {words}" for words in self._step(step)]
            if result.wrong and (excuse := rulings.excuses(step)):
                result.stopped, result.wrong = excuse, []
                break
            result.steps += 1
        return result

    def _step(self, step: Json) -> Iterator[str]:
        self.faults = []
        rolls = [roll for roll in step["rolls"] if roll["purpose"] not in IGNORED]
        for entry in self._entries(step["event"], step["after"]):
            self._enter(entry)
            self._answer(rolls)
        rolls = [roll for roll in rolls if not _idle(roll, step) and not self._on_a_limb_that_came_off(roll)]
        # The traces throw for ammunition even where none is left to go off; the rules ask for no such roll.
        if heat.ammunition_at_risk(self.unit, self.sheet, self.ruleset) < 0:
            rolls = [roll for roll in rolls if roll["purpose"] != "heat_ammo_explosion"]
        if rolls and not self.sheet.destroyed:
            self.faults.append("not owed: " + ", ".join(_roll_named(roll) for roll in rolls))
        if self.rolls_dropped and self.sheet.destroyed and step["after"]["destroyed"]:
            return  # nothing more is rolled for a wreck: what the trace rolled on marks no more boxes here
        yield from self.faults
        yield from differences(self.unit, self.sheet, self.ruleset, self.places, step["after"])

    def _on_a_limb_that_came_off(self, roll: Json) -> bool:
        """One more check of the damage that blew the limb off: nothing of the 'Mech is left there to hit."""
        return roll["purpose"] == "critical_check" and self.sheet.lost.get(roll["location"]) == "blown off"

    def _enter(self, entry: Entry) -> bool:
        outcome = enter(self.unit, self.sheet, entry, self.ruleset)
        if isinstance(outcome, RuleViolation):
            self.faults.append(f"refused {entry}: {outcome.code} {dict(outcome.params)}")
            return False
        self.sheet = outcome.sheet
        self.rolls_dropped |= any(isinstance(e, events.RollDropped) and e.reason == "destroyed" for e in outcome.events)
        return True

    def _entries(self, event: Json, after: Json) -> Iterator[Entry]:
        """The entries of a step; bookkeeping is done on the sheet at once."""
        kind = event["type"]
        if kind == "hit":
            yield entries.Hit(
                event["location"], event["damage"], event["rear"], event["through_armor"], event["damage_type"]
            )
        elif kind == "critical_check":
            yield entries.CriticalCheck(event["location"])
        elif kind == "pilot_hit":
            for member in range(len(self.sheet.crew)):
                if not self.sheet.crew[member].dead:
                    yield entries.PilotHit(member, event["hits"])
        elif kind == "fall":
            yield entries.FellDown(event["height"])
        elif kind == "phase_end":
            self.sheet = replace(self.sheet, phase="weapon")
            yield entries.PhaseEnded("weapon")
        else:
            yield from self._bookkeeping(kind, event, after)

    def _bookkeeping(self, kind: str, event: Json, after: Json) -> Iterator[Entry]:
        if kind == "heat_phase":
            # The trace's figure holds the heat of standing still, which XXL engines have and the sheet adds itself.
            made = event["heat_generated"] - heat.movement_heat(self.unit, None)
            # Heat sinks of locations that were blown off sink on in the traces, not by the book (see derived.py).
            kept = replace(self.sheet, lost={loc: how for loc, how in self.sheet.lost.items() if how == "destroyed"})
            sunk = (heat.capacity(self.unit, sheet, self.ruleset).total for sheet in (self.sheet, kept))
            made -= -next(sunk) + next(sunk)
            self.sheet = replace(self.sheet, phase="heat", heat_sources=(Modifier(made, "trace", "trace"),))
            yield entries.PhaseEnded("heat")
            self.sheet = replace(self.sheet, phase="weapon")
        elif kind == "round_end":
            self.sheet = replace(self.sheet, phase="end")
            yield entries.PhaseEnded("end")
            self.sheet = replace(self.sheet, phase="weapon")
        elif kind == "set_ammo":
            self._set_ammo(event, after)
        elif kind == "set_heat":
            self.sheet = replace(self.sheet, heat=event["heat"])
        elif kind == "set_standing":
            self.sheet = replace(self.sheet, prone=False)
        else:
            self.faults.append(f"no such event: {kind}")

    def _set_ammo(self, event: Json, after: Json) -> None:
        """Two bins may share a line: the trace means the one that holds these shots afterwards."""
        bins = enumerate(self.trace["sheet"]["ammo_bins"])
        here = [i for i, b in bins if (b["location"], b["slot"]) == (event["location"], event["slot"])]
        meant = [i for i in here if after["ammo"][i] == event["shots"]]
        mine = self.places.bins[(meant or here)[-1]]
        ammo = (*self.sheet.ammo[:mine], event["shots"], *self.sheet.ammo[mine + 1 :])
        self.sheet = replace(self.sheet, ammo=ammo)

    def _answer(self, rolls: list[Json]) -> None:
        """Answer what is owed with the recorded rolls, in their order where the table allows it."""
        while self.sheet.owed:
            found = next(((roll, owed) for roll in rolls for owed in self._matching(roll)), None)
            if found is None:
                self.faults += [f"still owed: {o.kind} {o.location} {dict(o.about)}" for o in self.sheet.owed]
                return
            roll, owed = found
            rolls.remove(roll)
            if not self._enter(entries.Rolled(owed.id, self._dice(roll))):
                return
            self._check_target(roll, owed)

    def _matching(self, roll: Json) -> Iterator[Owed]:
        kind = KINDS[roll["purpose"]]
        fitting = [owed for owed in self.sheet.owed if owed.kind == kind and _fits(roll, owed)]
        fitting.sort(key=lambda owed: _modifier(owed) != roll.get("modifier", 0))
        yield from fitting[:1]

    def _check_target(self, roll: Json, owed: Owed) -> None:
        wanted = roll.get("target")
        if owed.target is None or not isinstance(wanted, int) or owed.target.automatic:
            return
        if owed.target.total != wanted:
            listed = ", ".join(f"{m.value:+d} {m.reason}" for m in owed.target.modifiers)
            self.faults.append(f"{owed.kind} needs {owed.target.total} ({listed}), the trace has {wanted} "
                               f"{roll.get('modifiers', '')}")  # fmt: skip

    def _dice(self, roll: Json) -> tuple[int, ...]:
        if roll["purpose"] == "critical_slot":
            here, number = roll["location"], self.places.slots[roll["location"], roll["slot"]]
            if len(self.unit.slots[here]) <= 6:
                return (number + 1,)
            return (1 if number < 6 else 4, number % 6 + 1)
        return tuple(roll["dice"])


def _idle(roll: Json, step: Json) -> bool:
    """Rolls of the trace that the product does not ask for because nothing can come of them: one more for the engine
    where a torso goes after an engine hit (the product rolls once for each hit), heat without ammunition to explode."""
    if roll["purpose"] == "engine_explosion":
        return not roll["exploded"]
    if roll["purpose"] == "pilot_fall_damage":
        return bool(roll["target"] == "AUTOMATIC_FAIL")
    explodes = any(effect["effect"] == "heat_explosion_choice" for effect in step["effects"])
    return roll["purpose"] == "heat_ammo_explosion" and not explodes


def _fits(roll: Json, owed: Owed) -> bool:
    if roll["purpose"] in ("critical_check", "critical_slot", "case_ii_no_critical"):
        return bool(owed.location == roll["location"])
    if roll["purpose"] == "consciousness":
        about: dict[str, Any] = dict(owed.about)
        return about.get("member", 0) == roll["crew"] and about.get("hits") == roll["hit_number"]
    if roll["purpose"] in ("wake_up", "pilot_fall_damage"):
        return bool(owed.about.get("member", 0) == roll["crew"])
    return True


def _modifier(owed: Owed) -> int:
    return owed.target.total if owed.target is not None else 0


def _named(event: Json) -> str:
    return " ".join(str(value) for value in event.values() if value not in (False, ""))


def _roll_named(roll: Json) -> str:
    return f"{roll['purpose']} {roll.get('location', '')} {roll.get('dice', roll.get('slot'))}"

"""The movement of a turn, and the piloting rolls it calls for (TW, movement; piloting skill rolls)."""

from __future__ import annotations

from dataclasses import replace

from ..condition import LEG_ACTUATORS, actuator_out, felt, system_hits, working
from ..entries import Moved, PilotingRollCaused, Rolled
from ..events import EquipmentFailed, MovementSet, SlotHit, TriggerAdded
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..ruleset import Ruleset
from ..sheet import Movement, Sheet, Trigger
from ..tables.terrain import NOWHERE, terrains
from ..unit import Unit
from . import answers, cooling, criticals, engines, falls, guard, movement, piloting, switches, systems, terrain
from .work import Work

RULE = "TW:movement"
#: Causes of rolls that go with how the 'Mech moved: dropped when the movement is entered anew.
WITH_MOVEMENT = frozenset({"running-damaged", "jumping-damaged", "prototype-jets", "masc", "supercharger"})
WITH: dict[str, str | int | bool] = {"with-movement": True}
#: What 2D6 must reach with MASC or a supercharger in the first, second, ... turn in a row (TW, MASC).
BOOSTER_NUMBERS = (3, 5, 7, 11, 13)
LEAST_CAUSED, MOST_CAUSED = -5, 10


def moved(work: Work, entry: Moved) -> None:
    """The movement of this turn; entered again it replaces what was entered before."""
    guard.standing_machine(work)
    guard.between(work, "hexes-out-of-range", entry.hexes, 0, 99)
    terrain.known(work, entry.terrain)
    if work.sheet.phase not in ("initiative", "movement"):
        raise work.refuse("movement-over", now=work.sheet.phase)
    if entry.mode == "stood":
        if entry.hexes or entry.masc or entry.supercharger:
            raise work.refuse("stood-means-no-hexes")
    else:
        falls.can_move(work)
        _within_reach(work, entry)
    former = work.sheet.movement
    after = Movement(entry.mode, entry.hexes, entry.masc, entry.supercharger, terrain=entry.terrain)
    if former is not None and after == replace(former, rolled=(), missed=(), freed="", freed_since=0):
        raise work.refuse("nothing-changes")
    for owed in work.sheet.owed:
        if owed.cause in WITH_MOVEMENT or owed.about.get("with-movement"):
            falls.drop_roll(work, owed, "moved-again")
    work.tell(MovementSet(_lasting(work, former, after)))
    _rolls(work, entry)


def _lasting(work: Work, former: Movement | None, after: Movement) -> Movement:
    """The movement with what lasts of that entered before: rolls made stand. Undoes what that did about being stuck."""
    stuck_in = terrain.taken_back(work)
    since = work.sheet.counters.get(terrain.SINCE, 0)
    freed = terrain.get_out(work, after.mode, after.hexes)
    if former is not None:
        missed = (*former.missed, stuck_in) if stuck_in and stuck_in not in former.missed else former.missed
        after = replace(after, rolled=former.rolled, missed=missed)
    return replace(after, freed=freed, freed_since=since) if freed else after


def _within_reach(work: Work, entry: Moved) -> None:
    unit, sheet = work.unit, work.sheet
    off_its_legs = entry.mode in ("jumped", "swam")
    if sheet.prone and (entry.hexes or off_its_legs):
        raise work.refuse("prone-cannot-move")
    if sheet.states.get(switches.HULL_DOWN) and (entry.hexes or off_its_legs):
        raise work.refuse("hull-down-cannot-move")
    if entry.mode == "swam":
        _can_swim(work)
    if entry.mode == "ran" and movement.cannot_run(unit, felt(sheet, work.ruleset)):
        raise work.refuse("no-running-without-a-leg")
    boosters = movement.boosters_working(unit, felt(sheet, work.ruleset))
    for name in ("masc", "supercharger"):
        if getattr(entry, name) and name not in boosters:
            raise work.refuse(f"no-{name}")
        if getattr(entry, name) and entry.mode != "ran":
            raise work.refuse("boost-only-when-running")
    most = reach(unit, sheet, work, entry)
    if most < max(1, entry.hexes):
        raise work.refuse("beyond-movement", hexes=entry.hexes, most=most, mode=entry.mode)


def _can_swim(work: Work) -> None:
    """Underwater manoeuvring units move it under water alone (TacOps, UMU)."""
    if movement.swimming(work.unit, work.sheet, work.ruleset).total < 1:
        raise work.refuse("no-umu")
    if not work.sheet.counters.get("water-depth", 0):
        raise work.refuse("swims-only-in-water")


def reach(unit: Unit, sheet: Sheet, work: Work, entry: Moved) -> int:
    """The MP that this kind of movement has now."""
    if entry.mode == "jumped":
        return movement.jumping(unit, sheet, work.ruleset).total
    if entry.mode == "swam":
        return movement.swimming(unit, sheet, work.ruleset).total
    if entry.mode == "walked":
        return movement.walking(unit, sheet, work.ruleset).total
    names = tuple(name for name in ("masc", "supercharger") if getattr(entry, name))
    return movement.running(unit, sheet, work.ruleset, boosters=names).total


def _rolls(work: Work, entry: Moved) -> None:
    rolled = work.sheet.movement.rolled if work.sheet.movement is not None else ()
    unit, ruleset, ground = work.unit, work.ruleset, entry.terrain
    if terrain.rolls_on_entering(unit, ruleset, ground, entry.mode, entry.hexes):
        if ground not in rolled:
            owe_piloting(work, ground, terrain.entering(unit, terrains()[ground]), about=_entering(ground))
        elif work.sheet.movement is not None and ground in work.sheet.movement.missed:
            terrain.stick(work, ground)  # missed before it was entered anew: that roll stands
    adds = terrain.on_ground(ground)
    for cause, value in rolls_called_for(unit, work.sheet, ruleset, entry.mode, ground):
        if (f"{cause}@{ground}" if adds else cause) not in rolled:
            roll = Modifier(value, cause, piloting.RULE)
            owe_piloting(work, cause, (roll, *adds), about={**WITH, "ground": ground} if adds else WITH)
    if terrain.lands_in_bog(unit, ruleset, ground, entry.mode):
        terrain.stick(work, ground)
    for name in ("masc", "supercharger"):
        if getattr(entry, name) and name not in rolled:
            turns = work.sheet.counters.get(f"{name}-turns", 0)
            number = BOOSTER_NUMBERS[min(turns, len(BOOSTER_NUMBERS) - 1)]
            target = TargetNumber((Modifier(number, name, "TW:masc", str(turns + 1)),))
            about: dict[str, str | int | bool] = {"item": name, "with-movement": True}
            work.owe("equipment-failure", target=target, cause=name, rule="TW:masc", about=about)


def _entering(ground: str) -> dict[str, str | int | bool]:
    return {**WITH, "bogs": ground} if terrains()[ground].bogs else WITH


def rolls_called_for(unit: Unit, sheet: Sheet, ruleset: Ruleset, mode: str, ground: str = "") -> list[tuple[str, int]]:
    """Every piloting roll that moving so calls for besides that of the ground: of damage, and of optional rules."""
    found = damage_rolls(unit, felt(sheet, ruleset), mode)
    lands = ruleset.has(terrain.LANDING) and terrain.lands_in_bog(unit, ruleset, ground, mode)
    if lands and "jumping-damaged" not in (cause for cause, _value in found):
        found.append((terrain.LANDS, 0))
    for option in ruleset.asks("movement_rolls"):
        found += option.movement_rolls(ruleset, unit, sheet, mode)
    return found


def damage_rolls(unit: Unit, now: Sheet, mode: str) -> list[tuple[str, int]]:
    """The rolls that running or jumping call for, each with its cause and modifier."""
    gyro = system_hits(unit, now, "Gyro") > 0
    standing = [leg for leg in unit.legs if leg not in now.lost]
    if mode == "ran" and (gyro or any(actuator_out(unit, now, leg, "Hip") for leg in standing)):
        return [("running-damaged", 0)]
    if mode != "jumped":
        return []
    found = []
    legs = len(standing) < len(unit.legs)
    if gyro or legs or any(actuator_out(unit, now, leg, name) for leg in standing for name in LEG_ACTUATORS):
        found.append(("jumping-damaged", 0))
    jets = unit.gear.jump_jets
    first = unit.gear.items[jets[0]] if jets else None
    if first is not None and first.jump_jet_kind.startswith("Prototype"):
        found.append(("prototype-jets", 3))
    return found


def owe_piloting(
    work: Work, cause: str, modifiers: tuple[Modifier, ...], *, about: dict[str, str | int | bool] | None = None
) -> None:
    """A piloting roll at once; or what a missed one brings where there is nothing to roll. ``about`` of :data:`WITH`:
    it goes with the movement, and is dropped when that is entered anew."""
    if work.sheet.prone:
        return
    told = about or {}
    base = piloting.number(work.unit, work.sheet, work.ruleset)
    if base.automatic:
        if "bogs" in told or "frees" in told:
            terrain.stick(work, str(told.get("bogs") or told.get("frees")))
            return
        falls.fall(work, 0, base, cause)
        engines.may_stall(work)
        return
    target = base.plus(*modifiers)
    work.owe("piloting", target=target, cause=cause, rule=modifiers[0].rule, about={"levels": 0, **told})


def caused(work: Work, entry: PilotingRollCaused) -> None:
    """Something on the table calls for a piloting roll: at once, or at the end of the phase."""
    guard.standing_machine(work)
    guard.between(work, "modifier-out-of-range", entry.value, LEAST_CAUSED, MOST_CAUSED)
    unit, cause = work.unit, entry.cause
    if not piloting.calls_for_roll(unit, cause, work.ruleset):
        raise work.refuse("no-such-cause", cause=cause)
    if work.sheet.prone:
        raise work.refuse("already-prone")
    modifiers = piloting.for_cause(unit, cause)
    automatic = cause in piloting.CERTAIN_FALLS
    if terrains().get(cause, NOWHERE).bogs and terrain.bogged_in(work.sheet):
        raise work.refuse("bogged-already")
    if (entry.now or piloting.at_once(cause)) and not automatic:
        bogs: dict[str, str | int | bool] = {"bogs": cause} if terrains().get(cause, NOWHERE).bogs else {}
        owe_piloting(work, cause, (*modifiers, *_added(entry)), about=bogs)
        return
    about = f"{entry.value:+d}" if entry.value else ""
    modifier = Modifier(modifiers[0].value + entry.value, cause, piloting.RULE, about)
    work.tell(TriggerAdded(Trigger(modifier, automatic, *piloting.CERTAIN_FALLS.get(cause, (0, "")))))


def _added(entry: PilotingRollCaused) -> tuple[Modifier, ...]:
    return (Modifier(entry.value, "table-adds", piloting.RULE),) if entry.value else ()


def answer_failure(work: Work, owed: Owed, entry: Rolled) -> None:
    """Missed: MASC costs every leg a critical check, a supercharger hits the engine (TW, MASC; TO, supercharger)."""
    item = str(owed.about["item"])
    if item == "supercharger-engine":
        _engine_hits(work, owed, entry)
        return
    if item == cooling.RADICAL:
        cooling.answer(work, owed, entry)
        return
    if answers.passed(work, owed, entry):
        return
    work.tell(EquipmentFailed(item))
    if item == "masc":
        for leg in work.unit.legs:
            if leg not in work.sheet.lost:
                criticals.owe_check(work, leg, rear=False, gone=False, cause="masc-failed")
        return
    work.owe("equipment-failure", cause="supercharger-failed", rule="TO:supercharger", about={"item": f"{item}-engine"})
    for mount in working(work.unit, work.sheet, work.unit.gear.superchargers):
        for location, slot in work.unit.mounts[mount].slots[:1]:
            work.tell(SlotHit(location, slot, work.unit.mounts[mount].item, "failed"))


def _engine_hits(work: Work, owed: Owed, entry: Rolled) -> None:
    total = sum(entry.dice)
    hits = (total >= 8) + (total >= 10) + (total >= 12)
    answers.told(work, owed, entry, f"criticals-{hits}")
    for location, slot in work.unit.slots_named("Engine"):
        if hits and location not in work.sheet.lost and not work.sheet.is_hit(location, slot):
            hits -= 1
            systems.strike(work, location, slot, gone=False)

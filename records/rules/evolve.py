"""evolve: the sheet after a recorded event. It asks no rule, so an old battle replays the same for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from . import events as e
from .condition import system_hits
from .gear import own_shots
from .sheet import Fresh, Sheet
from .unit import TORSOS, Unit

ENGINE_GONE = 3

V = TypeVar("V")


def evolve(unit: Unit, sheet: Sheet, event: e.Event) -> Sheet:
    """Apply one event. Events that only tell something (see events.py, "Text only") leave the sheet as it is."""
    change = _CHANGES.get(type(event))
    return sheet if change is None else change(unit, sheet, event)


def evolve_all(unit: Unit, sheet: Sheet, events: Iterable[e.Event]) -> Sheet:
    """Apply recorded events in order."""
    for event in events:
        sheet = evolve(unit, sheet, event)
    return sheet


def _with(mapping: Mapping[str, V], key: str, value: V) -> dict[str, V]:
    return {**mapping, key: value}


def _less(mapping: Mapping[str, int], key: str, points: int) -> dict[str, int]:
    return {**mapping, key: max(0, mapping.get(key, 0) - points)}


def _more(mapping: Mapping[str, int], key: str, points: int) -> dict[str, int]:
    return {**mapping, key: mapping.get(key, 0) + points}


def _armour_lost(unit: Unit, sheet: Sheet, event: e.ArmourLost) -> Sheet:
    loc, fresh, changes = event.location, sheet.fresh, {}
    if event.points:
        if event.rear:
            changes = {"rear": _less(sheet.rear, loc, event.points)}
            fresh = replace(fresh, rear=_more(fresh.rear, loc, event.points))
        else:
            changes = {"armour": _less(sheet.armour, loc, event.points)}
            fresh = replace(fresh, armour=_more(fresh.armour, loc, event.points))
    half = sheet.half
    if event.half >= 0:
        name = f"{loc}R" if event.rear else loc
        half = tuple(n for n in half if n != name) + ((name,) if event.half else ())
    if not changes.get("rear" if event.rear else "armour", {"": 1}).get(loc, 1):  # no point is left to be half gone
        half = tuple(n for n in half if n != (f"{loc}R" if event.rear else loc))
    return replace(sheet, fresh=fresh, half=half, **changes)  # type: ignore[arg-type]


def _structure_lost(unit: Unit, sheet: Sheet, event: e.StructureLost) -> Sheet:
    fresh = replace(sheet.fresh, structure=_more(sheet.fresh.structure, event.location, event.points))
    return replace(sheet, structure=_less(sheet.structure, event.location, event.points), fresh=fresh)


def _modular_lost(unit: Unit, sheet: Sheet, event: e.ModularArmourLost) -> Sheet:
    return replace(sheet, counters=_more(sheet.counters, f"modular-{event.mount}", event.points))


def _shield_struck(unit: Unit, sheet: Sheet, event: e.ShieldStruck) -> Sheet:
    return replace(sheet, counters=_more(sheet.counters, f"shield-{event.mount}", 1))


def _location_breached(unit: Unit, sheet: Sheet, event: e.LocationBreached) -> Sheet:
    fresh = replace(sheet.fresh, breached=(*sheet.fresh.breached, event.location))
    return replace(sheet, breached=(*sheet.breached, event.location), fresh=fresh)


def _damage_counted(unit: Unit, sheet: Sheet, event: e.DamageCounted) -> Sheet:
    return replace(sheet, damage_this_phase=sheet.damage_this_phase + event.points)


def _location_lost(unit: Unit, sheet: Sheet, event: e.LocationLost) -> Sheet:
    """A lost location has no armour or structure left, whatever took it."""
    loc, fresh = event.location, sheet.fresh
    if left := sheet.armour.get(loc, 0):
        fresh = replace(fresh, armour=_more(fresh.armour, loc, left))
    if left := sheet.structure.get(loc, 0):
        fresh = replace(fresh, structure=_more(fresh.structure, loc, left))
    changes: dict[str, Any] = {}
    if loc in TORSOS:
        if left := sheet.rear.get(loc, 0):
            fresh = replace(fresh, rear=_more(fresh.rear, loc, left))
        changes["rear"] = _with(sheet.rear, loc, 0)
    return replace(
        sheet,
        armour=_with(sheet.armour, loc, 0),
        structure=_with(sheet.structure, loc, 0),
        lost=_with(sheet.lost, loc, event.how),
        half=tuple(name for name in sheet.half if name not in (loc, f"{loc}R")),
        fresh=replace(fresh, lost=(*fresh.lost, loc)),
        **changes,
    )


def _machine_destroyed(unit: Unit, sheet: Sheet, event: e.MachineDestroyed) -> Sheet:
    """Nothing is owed any more by a destroyed 'Mech except what happens to its crew."""
    return replace(sheet, destroyed=(*sheet.destroyed, event.reason))


def _slot_hit(unit: Unit, sheet: Sheet, event: e.SlotHit) -> Sheet:
    loc, slot = event.location, event.slot
    if sheet.is_hit(loc, slot):
        return sheet
    fresh = sheet.fresh
    return replace(
        sheet,
        hits=_with(sheet.hits, loc, tuple(sorted((*sheet.hits.get(loc, ()), slot)))),
        fresh=replace(fresh, slots=_with(fresh.slots, loc, tuple(sorted((*fresh.slots.get(loc, ()), slot))))),
    )


def _component_armour_spent(unit: Unit, sheet: Sheet, event: e.ComponentArmourSpent) -> Sheet:
    spent = (*sheet.absorbed.get(event.location, ()), event.slot)
    return replace(sheet, absorbed=_with(sheet.absorbed, event.location, spent))


def _exploded(unit: Unit, sheet: Sheet, event: e.Exploded) -> Sheet:
    if event.bin < 0:
        return sheet
    return replace(sheet, ammo=_set_at(sheet.ammo, event.bin, 0))


def _set_at(items: tuple[V, ...], index: int, value: V) -> tuple[V, ...]:
    return (*items[:index], value, *items[index + 1 :])


def _seat(sheet: Sheet, member: int, **changes: Any) -> Sheet:
    return replace(sheet, crew=_set_at(sheet.crew, member, replace(sheet.crew[member], **changes)))


def _pilot_wounded(unit: Unit, sheet: Sheet, event: e.PilotWounded) -> Sheet:
    return _seat(sheet, event.member, hits=min(6, sheet.crew[event.member].hits + event.hits))


def _crew_set(unit: Unit, sheet: Sheet, event: e.CrewSet) -> Sheet:
    return replace(sheet, crew=_set_at(sheet.crew, event.member, event.crew))


def _roll_owed(unit: Unit, sheet: Sheet, event: e.RollOwed) -> Sheet:
    return replace(sheet, owed=(*sheet.owed, event.roll), serial=max(sheet.serial, event.roll.id))


def _roll_done(unit: Unit, sheet: Sheet, event: e.RollAnswered | e.RollDropped) -> Sheet:
    return replace(sheet, owed=tuple(owed for owed in sheet.owed if owed.id != event.roll))


def _roll_answered(unit: Unit, sheet: Sheet, event: e.RollAnswered) -> Sheet:
    """A roll that went with the movement is made once, however often the movement is entered."""
    owed = sheet.roll(event.roll)
    if owed is not None and sheet.movement is not None and owed.about.get("with-movement"):
        ground, bogs = owed.about.get("ground"), str(owed.about.get("bogs", ""))
        made = (*sheet.movement.rolled, f"{owed.cause}@{ground}" if ground else owed.cause)
        missed = (*sheet.movement.missed, bogs) if bogs and event.outcome == "failed" else sheet.movement.missed
        sheet = replace(sheet, movement=replace(sheet.movement, rolled=made, missed=missed))
    return _roll_done(unit, sheet, event)


def _phase_settled(unit: Unit, sheet: Sheet, event: e.PhaseSettled) -> Sheet:
    """The marks of the phase count from here on; a new turn starts with nothing moved and nothing fired."""
    sheet = replace(
        sheet,
        fresh=Fresh(),
        ending=False,
        step=0,
        damage_this_phase=0,
        triggers=(),
        phase=event.next_phase,
    )
    if event.turn == sheet.turn:
        return sheet
    return replace(sheet, turn=event.turn, movement=None, fired=(), turn_ending=False, fallen=0)


def _battle_left(unit: Unit, sheet: Sheet, event: e.BattleLeft) -> Sheet:
    """What lasts: damage, hits, ammunition, one-shots fired, the crew with their wounds, and the edge they have used.

    Whoever ejected alive is back in the seat; a 'Mech out of the battle for that alone is none the worse.
    """
    return Sheet(
        armour=sheet.armour,
        rear=sheet.rear,
        structure=sheet.structure,
        ammo=sheet.ammo,
        crew=tuple(replace(seat, conscious=not seat.dead, out_since=0, ejected=False) for seat in sheet.crew),
        lost=sheet.lost,
        hits=sheet.hits,
        absorbed=sheet.absorbed,
        half=sheet.half,
        destroyed=() if _only_abandoned(unit, sheet) else sheet.destroyed,
        breached=sheet.breached,
        counters={
            name: used
            for name, used in sheet.counters.items()
            if name in e.LASTING_COUNTERS or name in event.spent or name.startswith(e.LASTING_DAMAGE)
        },
        turn=event.turn,
        phase=event.phase,
        serial=sheet.serial,
    )


def _only_abandoned(unit: Unit, sheet: Sheet) -> bool:
    """Whether a 'Mech is out because its crew left, and what happened to it meanwhile leaves it a 'Mech."""
    whole = not {"CT", "HD"} & sheet.lost.keys() and system_hits(unit, sheet, "Engine") < ENGINE_GONE
    return sheet.destroyed == ("abandoned",) and whole


def _heat_settled(unit: Unit, sheet: Sheet, event: e.HeatSettled) -> Sheet:
    return replace(sheet, heat=event.heat, heat_sources=())


def _went_down(unit: Unit, sheet: Sheet, event: e.WentDown) -> Sheet:
    fallen = event.levels + 1 if event.reason == "fell" else 0
    states = sheet.states
    if states.get("hull-down"):
        states = {name: on for name, on in states.items() if name != "hull-down"}
    return replace(sheet, prone=True, fallen=max(sheet.fallen, fallen), states=states)


def _counters_reset(unit: Unit, sheet: Sheet, event: e.CountersReset) -> Sheet:
    return replace(sheet, counters={name: n for name, n in sheet.counters.items() if name not in event.counters})


def _equipment_switched(unit: Unit, sheet: Sheet, event: e.EquipmentSwitched) -> Sheet:
    """``off-N``: the item of mount N is off; ``switch-due-N``: that changes in the End Phase."""
    due, off = f"switch-due-{event.mount}", f"off-{event.mount}"
    states = {name: on for name, on in sheet.states.items() if name not in (due, *(() if event.due else (off,)))}
    if event.due:
        if event.on == sheet.states.get(off, False):
            states[due] = True
    elif not event.on:
        states[off] = True
    return replace(sheet, states=states)


def _roll_again(unit: Unit, sheet: Sheet, event: e.RollAgain) -> Sheet:
    again = tuple(
        replace(owed, about={**owed.about, "again": True}) if owed.id == event.roll else owed for owed in sheet.owed
    )
    return replace(sheet, owed=again)


def _corrected(unit: Unit, sheet: Sheet, event: e.BoxCorrected) -> Sheet:
    kind, _, rest = event.box.partition(":")
    return _CORRECTIONS[kind](unit, sheet, rest, event.after)


def _correct_lost(unit: Unit, sheet: Sheet, loc: str, value: int) -> Sheet:
    if value:
        return _location_lost(unit, sheet, e.LocationLost(loc, "destroyed", "corrected"))
    return replace(sheet, lost={k: v for k, v in sheet.lost.items() if k != loc})


def _correct_breached(unit: Unit, sheet: Sheet, loc: str, value: int) -> Sheet:
    if value:
        return _location_breached(unit, sheet, e.LocationBreached(loc))
    dry = tuple(place for place in sheet.breached if place != loc)
    fresh = replace(sheet.fresh, breached=tuple(place for place in sheet.fresh.breached if place != loc))
    return replace(sheet, breached=dry, fresh=fresh)


def _correct_slot(unit: Unit, sheet: Sheet, rest: str, value: int) -> Sheet:
    loc, _, number = rest.partition(":")
    if value:
        return _slot_hit(unit, sheet, e.SlotHit(loc, int(number), "", "corrected"))
    left = tuple(slot for slot in sheet.hits.get(loc, ()) if slot != int(number))
    fresh = tuple(slot for slot in sheet.fresh.slots.get(loc, ()) if slot != int(number))
    return replace(
        sheet,
        hits=_with(sheet.hits, loc, left),
        absorbed=_with(sheet.absorbed, loc, tuple(s for s in sheet.absorbed.get(loc, ()) if s != int(number))),
        fresh=replace(sheet.fresh, slots=_with(sheet.fresh.slots, loc, fresh)),
    )


def _correct_points(name: str) -> Callable[[Unit, Sheet, str, int], Sheet]:
    def change(unit: Unit, sheet: Sheet, loc: str, value: int) -> Sheet:
        fresh = {k: v for k, v in getattr(sheet.fresh, name).items() if k != loc}
        changes: dict[str, Any] = {name: _with(getattr(sheet, name), loc, value)}
        renewed: dict[str, Any] = {name: fresh}
        return replace(sheet, fresh=replace(sheet.fresh, **renewed), **changes)

    return change


def _correct_pilot(unit: Unit, sheet: Sheet, rest: str, value: int) -> Sheet:
    return _seat(sheet, int(rest or 0), hits=value, dead=value >= 6)


def _correct_shots(unit: Unit, sheet: Sheet, rest: str, value: int) -> Sheet:
    """``value`` shots are left; what is counted are those fired."""
    name, fired = f"one-shot-{rest}", own_shots(unit.gear.items[int(rest)]) - value
    counters = {key: n for key, n in sheet.counters.items() if key != name}
    return replace(sheet, counters=_with(counters, name, fired) if fired else counters)


_CORRECTIONS: dict[str, Callable[[Unit, Sheet, str, int], Sheet]] = {
    "armour": _correct_points("armour"),
    "rear": _correct_points("rear"),
    "structure": _correct_points("structure"),
    "slot": _correct_slot,
    "lost": _correct_lost,
    "breached": _correct_breached,
    "pilot": _correct_pilot,
    "ammo": lambda u, s, rest, value: replace(s, ammo=_set_at(s.ammo, int(rest), value)),
    "shots": _correct_shots,
    "gunnery": lambda u, s, rest, value: _seat(s, int(rest or 0), gunnery=value),
    "piloting": lambda u, s, rest, value: _seat(s, int(rest or 0), piloting=value),
    "conscious": lambda u, s, rest, value: _seat(
        s, int(rest or 0), conscious=bool(value), out_since=0 if value else s.turn
    ),
    "heat": lambda u, s, rest, value: replace(s, heat=value),
    "prone": lambda u, s, rest, value: replace(s, prone=bool(value)),
    "shutdown": lambda u, s, rest, value: replace(s, shutdown=bool(value)),
    "destroyed": lambda u, s, rest, value: replace(s, destroyed=("corrected",) if value else ()),
    "turn": lambda u, s, rest, value: replace(s, turn=value),
    "sinks-off": lambda u, s, rest, value: replace(s, sinks_off=value),
    "counter": lambda u, s, rest, value: replace(s, counters=_with(s.counters, rest, value)),
    "owed": lambda u, s, rest, value: replace(s, owed=tuple(o for o in s.owed if o.id != int(rest))),
}

_CHANGES: dict[type, Callable[[Unit, Sheet, Any], Sheet]] = {
    e.ArmourLost: _armour_lost,
    e.ModularArmourLost: _modular_lost,
    e.ShieldStruck: _shield_struck,
    e.LocationBreached: _location_breached,
    e.StructureLost: _structure_lost,
    e.DamageCounted: _damage_counted,
    e.LocationLost: _location_lost,
    e.MachineDestroyed: _machine_destroyed,
    e.SlotHit: _slot_hit,
    e.ComponentArmourSpent: _component_armour_spent,
    e.Exploded: _exploded,
    e.PilotWounded: _pilot_wounded,
    e.PilotBlackedOut: lambda u, s, v: _seat(s, v.member, conscious=False, out_since=v.turn),
    e.PilotRecovered: lambda u, s, v: _seat(s, v.member, conscious=True, out_since=0),
    e.PilotDied: lambda u, s, v: _seat(s, v.member, dead=True, conscious=False),
    e.PilotEjected: lambda u, s, v: _seat(s, v.member, ejected=True),
    e.CrewSet: _crew_set,
    e.RollOwed: _roll_owed,
    e.RollAnswered: _roll_answered,
    e.RollDropped: _roll_done,
    e.TriggerAdded: lambda u, s, v: replace(s, triggers=(*s.triggers, v.trigger)),
    e.TriggersCleared: lambda u, s, v: replace(s, triggers=()),
    e.HeatGained: lambda u, s, v: replace(s, heat_sources=(*s.heat_sources, v.source)),
    e.HeatSettled: _heat_settled,
    e.SinksSet: lambda u, s, v: replace(s, sinks_off=v.off),
    e.MovementSet: lambda u, s, v: replace(s, movement=v.movement),
    e.WeaponFired: lambda u, s, v: replace(s, fired=(*s.fired, v.mount)),
    e.AmmunitionSet: lambda u, s, v: replace(s, ammo=_set_at(s.ammo, v.bin, v.rounds)),
    e.WentDown: _went_down,
    e.StoodUp: lambda u, s, v: replace(s, prone=False),
    e.ReactorShutDown: lambda u, s, v: replace(s, shutdown=True),
    e.ReactorStarted: lambda u, s, v: replace(s, shutdown=False),
    e.EngineStalled: lambda u, s, v: replace(s, stalled=v.stalled),
    e.StateSet: lambda u, s, v: replace(s, states=_with(s.states, v.state, v.on)),
    e.CounterSet: lambda u, s, v: replace(s, counters=_with(s.counters, v.counter, v.value)),
    e.CountersReset: _counters_reset,
    e.EquipmentSwitched: _equipment_switched,
    e.RollAgain: _roll_again,
    e.PhaseClosing: lambda u, s, v: replace(s, ending=True, step=0),
    e.TurnClosing: lambda u, s, v: replace(s, turn_ending=True),
    e.StepReached: lambda u, s, v: replace(s, step=v.step),
    e.PhaseSettled: _phase_settled,
    e.BattleLeft: _battle_left,
    e.BoxCorrected: _corrected,
}

__all__ = ["evolve", "evolve_all"]

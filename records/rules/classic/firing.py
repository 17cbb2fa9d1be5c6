"""Weapons fired: what they cost in heat and rounds, and what cannot fire (TW, weapon attacks)."""

from __future__ import annotations

from ..condition import controlled, felt, mount_out, rounds_in, shots_left, system_hits, torso_mounted, why_off
from ..entries import Fired, Shot
from ..equipment import Equipment
from ..events import AmmunitionSet, CounterSet, HeatGained, WeaponFired
from ..gear import needs_ammunition
from ..numbers import Modifier
from ..ruleset import Ruleset
from ..sheet import Sheet
from ..unit import Unit
from . import guard, heat, outer, prone
from .work import Work

MOST_HEAT = 100
ULTRA = frozenset({"AC_ULTRA", "AC_ULTRA_THB"})
ROTARY = frozenset({"AC_ROTARY"})


def most_rounds(item: Equipment) -> int:
    """Shots a turn: 2 for ultra autocannons, 6 for rotary ones, else 1."""
    if item.ammo_type in ULTRA:
        return 2
    return 6 if item.ammo_type in ROTARY else 1


def sensors_out(unit: Unit, sheet: Sheet) -> bool:
    """Two sensor hits leave nothing to aim with; one is enough on an IndustrialMech."""
    hits = system_hits(unit, sheet, "Sensors")
    if torso_mounted(unit):
        return hits >= 3
    return hits >= (1 if unit.industrial else 2)


def nothing_fires(sheet: Sheet) -> str:
    """Why this 'Mech fires nothing at all now, as a code; ``""`` when that is for each weapon to say."""
    if sheet.destroyed:
        return "destroyed"
    if not controlled(sheet):
        return "nobody-in-control"
    return why_off(sheet)


def why_not(unit: Unit, sheet: Sheet, ruleset: Ruleset, mount: int, now: Sheet | None = None) -> str:
    """Why a weapon cannot fire now, as a code; ``""`` when it can. Damage of this phase does not keep it from firing.

    ``now`` is :func:`~..condition.felt` of the sheet where the caller has it.
    """
    now = felt(sheet, ruleset) if now is None else now
    if mount_out(unit, now, mount):
        return "weapon-destroyed"
    if mount in sheet.fired:
        return "already-fired"
    if why := nothing_fires(sheet):
        return why
    if unit.gear.shields and outer.held(unit, now, mount) == "active":
        return "behind-active-shield"
    if why := prone.why_not(unit, now, mount):
        return why
    if sheet.states.get("hull-down") and unit.mounts[mount].location in unit.legs:
        return "hull-down-leg-weapon"
    for option in ruleset.asks("why_not"):
        if why := option.why_not(ruleset, unit, sheet, mount):
            return why
    item = unit.gear.items[mount]
    if item is None:
        return ""
    if item.is_one_shot and not shots_left(unit, sheet, mount):
        return "one-shot-spent"
    if needs_ammunition(item) and not any(rounds_in(unit, sheet, n) for n in unit.gear.feeding(mount)):
        return "no-ammunition"
    if sensors_out(unit, now):
        return "sensors-out"
    return ""


def fired(work: Work, entry: Fired) -> None:
    """Weapons fired this turn. All of them or none: one that cannot fire refuses the entry."""
    sheet = work.sheet
    guard.standing_machine(work)
    if not entry.shots:
        raise work.refuse("nothing-fired")
    if why := nothing_fires(sheet):
        raise work.refuse(why)
    if sheet.phase not in ("initiative", "movement", "weapon"):
        raise work.refuse("firing-over", now=sheet.phase)
    for shot in entry.shots:
        _fire(work, shot)


def _fire(work: Work, shot: Shot) -> None:
    unit = work.unit
    if shot.mount not in unit.weapons:
        raise work.refuse("not-a-weapon", mount=shot.mount)
    item, name = unit.gear.items[shot.mount], unit.mounts[shot.mount].item
    if item is not None:
        name = item.name
    why = why_not(unit, work.sheet, work.ruleset, shot.mount)
    if why:
        raise work.refuse(why, weapon=name)
    most = most_rounds(item) if item is not None else 1
    guard.between(work, "rounds-out-of-range", shot.rounds, 1, most)
    guard.between(work, "heat-out-of-range", max(0, shot.heat), 0, MOST_HEAT)
    if shot.dial and (item is None or shot.dial not in item.dial):
        raise work.refuse("no-such-dial", weapon=name, damage=shot.dial)
    work.tell(WeaponFired(shot.mount, name))
    if item is None:
        return
    if needs_ammunition(item):
        _spend(work, shot, name)
    elif item.is_one_shot:
        counter = f"one-shot-{shot.mount}"
        work.tell(CounterSet(counter, work.sheet.counters.get(counter, 0) + 1))
    now = felt(work.sheet, work.ruleset)
    made = shot.heat if shot.heat >= 0 else heat.mount_heat(unit, now, shot.mount, shot.rounds, shot.dial)
    if made:
        work.tell(HeatGained(Modifier(made, "weapon-fired", heat.RULE, name)))


def _spend(work: Work, shot: Shot, name: str) -> None:
    feeding = work.unit.gear.feeding(shot.mount)
    if shot.bin >= 0 and shot.bin not in feeding:
        raise work.refuse("wrong-ammunition", weapon=name)
    choice = [shot.bin] if shot.bin >= 0 else list(feeding)
    for number in choice:
        left = rounds_in(work.unit, work.sheet, number)
        if left >= shot.rounds:
            work.tell(AmmunitionSet(number, left - shot.rounds, "fired"))
            return
    raise work.refuse("no-ammunition", weapon=name)

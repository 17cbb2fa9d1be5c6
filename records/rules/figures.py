"""The one door for every explained number: what the page shows beside the sheet, each with its reasons.

Functions take the unit, the sheet and the ruleset and change nothing. Numbers derived from damage ignore what this
phase has done until it ends (TW, simultaneous fire).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .classic import (
    attacks,
    breaches,
    clusters,
    cooling,
    ejection,
    firing,
    heat,
    movement,
    moving,
    outer,
    physical,
    switches,
    terrain,
)
from .classic import piloting as pilots
from .classic.clusters import Salvo
from .classic.physical import PhysicalRow
from .classic.targets import TargetSituation
from .classic.targets import grounds as target_grounds
from .condition import able, felt, gyro_destroyed, mechwarrior, mount_out, rounds_in, why_off
from .entries import Shot
from .numbers import Explained, Modifier, TargetNumber
from .ruleset import STANDARD, Ruleset
from .sheet import Sheet
from .tables import Place, cluster_hits, cluster_sizes, consciousness_number, hit_location
from .tables.special import special
from .tables.terrain import terrains
from .unit import Unit

__all__ = [
    "HeatEffects",
    "HeatProjection",
    "PhysicalRow",
    "Place",
    "Salvo",
    "TargetSituation",
    "WeaponState",
    "ammunition_number",
    "bogged",
    "cluster_hits",
    "cluster_modifier",
    "cluster_sizes",
    "consciousness",
    "effects_at",
    "exposed",
    "footings",
    "ground_cost",
    "grounds",
    "gunnery",
    "heat_capacity",
    "heat_now",
    "heat_projection",
    "hit_location",
    "immobile",
    "jumping",
    "landings",
    "movement_rolls",
    "no_try",
    "outer_armour",
    "physical_rows",
    "piloting",
    "running",
    "salvo_hits",
    "shutdown_number",
    "sinks_working",
    "situations",
    "standing_up",
    "swimming",
    "switches_aboard",
    "target_grounds",
    "to_hit",
    "walking",
    "weapon_states",
]  # fmt: skip

walking = movement.walking
running = movement.running
jumping = movement.jumping
swimming = movement.swimming
switches_aboard = switches.aboard
exposed = breaches.exposed
piloting = pilots.number
heat_capacity = heat.capacity
shutdown_number = heat.shutdown_number
ammunition_number = heat.ammunition_number
to_hit = attacks.to_hit
physical_rows = physical.rows
cluster_modifier = clusters.modifier
salvo_hits = clusters.hits


@dataclass(frozen=True, slots=True)
class HeatEffects:
    """What the scale does at one heat: MP lost, added to every weapon attack, and the numbers to reach (or None)."""

    heat: int
    slows: int
    to_hit: int
    shutdown: TargetNumber | None
    ammunition: TargetNumber | None


@dataclass(frozen=True, slots=True)
class HeatProjection:
    """Where the scale will stand after this heat phase, and what that brings; ``wounds`` when life support is hit."""

    before: int
    made: Explained
    sunk: Explained
    after: int
    effects: HeatEffects
    wounds: int


@dataclass(frozen=True, slots=True)
class WeaponState:
    """One weapon: ``state`` is ``ready``, ``fired``, ``destroyed``, ``empty``, ``spent`` or ``blind`` (no sensors).

    ``why`` is the refusal's code, ``""`` when ready. ``hit_now``: hit in this phase, so it fires until that ends.
    ``rounds`` is what its bins hold in all, -1 without ammunition.
    """

    mount: int
    state: str
    why: str
    hit_now: bool
    rounds: int
    bins: tuple[int, ...]
    heat: int


_STATES = {
    "": "ready", "already-fired": "fired", "weapon-destroyed": "destroyed", "no-ammunition": "empty",
    "one-shot-spent": "spent", "sensors-out": "blind", "switched-off": "off", "hull-down-leg-weapon": "off",
    "behind-active-shield": "off", "prone-arm-missing": "off", "prone-leg-weapon": "off",
    "prone-other-arm-fired": "off", "prone-legs-missing": "off", "destroyed": "off", "nobody-in-control": "off",
    "engine-stalled": "off", "shut-down": "off",
}  # fmt: skip


def effects_at(level: int) -> HeatEffects:
    """The line of the heat scale for a heat of 0 and up."""
    return HeatEffects(
        level,
        movement.heat_slows(level),
        heat.to_hit_penalty(level),
        heat.shutdown_number(level),
        heat.ammunition_number(level),
    )


def heat_now(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> Explained:
    """Where the scale stands and what this turn has added so far."""
    made = heat.sources(unit, sheet, ruleset)
    return Explained((Modifier(sheet.heat, "heat-before", heat.RULE), *made.modifiers))


def heat_projection(unit: Unit, sheet: Sheet, ruleset: Ruleset, shots: Iterable[Shot] = ()) -> HeatProjection:
    """The heat phase as it would go now, with ``shots`` that have not been fired yet."""
    made = heat.sources(unit, sheet, ruleset, tuple(_shot_heat(unit, felt(sheet, ruleset), shot) for shot in shots))
    sunk = heat.capacity(unit, sheet, ruleset)
    after = max(0, sheet.heat + max(0, made.total) - max(0, sunk.total))
    wounds = heat.life_support_wounds(unit, felt(sheet, ruleset), ruleset, after)
    return HeatProjection(sheet.heat, made, sunk, after, effects_at(after), wounds)


def _shot_heat(unit: Unit, now: Sheet, shot: Shot) -> tuple[str, int]:
    item = unit.gear.items[shot.mount] if 0 <= shot.mount < len(unit.mounts) else None
    if item is None:
        return "", 0
    dial = shot.dial if shot.dial in item.dial else 0
    return item.name, shot.heat if shot.heat >= 0 else heat.mount_heat(unit, now, shot.mount, shot.rounds, dial)


def weapon_states(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> tuple[WeaponState, ...]:
    """Every weapon of ``Unit.weapons``, in their order: what state it is in and why it cannot fire."""
    found = []
    now = felt(sheet, ruleset)
    for mount in unit.weapons:
        why = firing.why_not(unit, sheet, ruleset, mount, now)
        bins = unit.gear.feeding(mount)
        rounds = sum(rounds_in(unit, sheet, number) for number in bins) if bins else -1
        hit_now = why != "weapon-destroyed" and mount_out(unit, sheet, mount)
        found.append(WeaponState(mount, _STATES[why], why, hit_now, rounds, bins, heat.mount_heat(unit, now, mount)))
    return tuple(found)


def consciousness(sheet: Sheet, member: int = 0) -> TargetNumber | None:
    """What the next wound of this seat will ask for; None when it would kill."""
    hits = sheet.crew[member].hits + 1
    if hits > 5:
        return None
    return TargetNumber((Modifier(consciousness_number(hits), "wounds", "TW:mechwarrior", str(hits)),))


def standing_up(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> TargetNumber:
    """What standing up asks for: nothing of four sound legs; impossible with a destroyed gyro or too few legs."""
    if gyro_destroyed(unit, sheet):
        return TargetNumber((Modifier(0, "gyro-destroyed", pilots.CRITICAL),), "impossible")
    target = pilots.number(unit, sheet, ruleset, "standing-up")
    if target.automatic:
        return TargetNumber(target.modifiers, "impossible")
    if movement.walking(unit, sheet, ruleset).total < 1:
        return TargetNumber((Modifier(0, "no-movement", movement.RULE),), "impossible")
    if len(unit.legs) == 4 and not any(leg in sheet.lost for leg in unit.legs):
        return target.made("success")
    return target


def sinks_working(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> Explained:
    """Heat sinks at work: those built in, less those lost and those switched off."""
    now = felt(sheet, ruleset)
    built = unit.heat_sinks.count
    lost = built - cooling.sinks_at_work(unit, replace(now, sinks_off=0))
    off = min(sheet.sinks_off, built - lost)
    steps = (Modifier(-lost, "sinks-lost", heat.RULE), Modifier(-off, "sinks-off", heat.RULE))
    return Explained((Modifier(built, "sinks-as-built", heat.RULE),)).plus(*steps)


def outer_armour(unit: Unit, sheet: Sheet, location: str) -> tuple[tuple[str, int, int], ...]:
    """Modules of modular armour and shields on a location: name, what is left of it, and of how much. Points of a
    module, hits of a shield; nothing is left of one that is destroyed."""
    found = []
    for mount in (*unit.gear.modular_armour, *unit.gear.shields):
        item = unit.gear.items[mount]
        if item is None or unit.mounts[mount].location != location:
            continue
        shield = mount in unit.gear.shields
        if shield:
            left, full = outer.shield_left(unit, sheet, mount), int(special()["shields"][item.internal]["capacity"])
            left = left if outer.shield_absorbs(unit, sheet, mount) and location not in sheet.lost else 0
        else:
            left, full = outer.modular_left(sheet, mount), int(special()["modular_armour"])
            left = 0 if mount_out(unit, sheet, mount) else left
        found.append((item.name, left, full))
    return tuple(found)


def immobile(sheet: Sheet) -> str:
    """Why the 'Mech counts as immobile, as a code; ``""`` when it does not (TW, immobile targets)."""
    if sheet.destroyed:
        return "destroyed"
    if why := why_off(sheet):
        return why
    return "" if any(able(seat) for seat in sheet.crew) else "nobody-in-control"


def gunnery(sheet: Sheet) -> int:
    """The gunnery skill of whoever shoots."""
    return mechwarrior(sheet).gunnery


def movement_rolls(unit: Unit, sheet: Sheet, ruleset: Ruleset, mode: str) -> tuple[tuple[str, TargetNumber], ...]:
    """The piloting rolls that running (``ran``) or jumping (``jumped``) now would call for: cause and number."""
    base = pilots.number(unit, sheet, ruleset)
    return tuple(
        (cause, base.plus(Modifier(value, cause, pilots.RULE)))
        for cause, value in moving.rolls_called_for(unit, sheet, ruleset, mode)
    )


def situations(unit: Unit, ruleset: Ruleset = STANDARD) -> dict[str, int]:
    """Everything on the table that calls for a piloting roll (``PilotingRollCaused.cause``), with what it adds."""
    return {cause: pilots.situation(unit, cause) for cause in pilots.causes(unit, ruleset)}


def grounds(unit: Unit, ruleset: Ruleset = STANDARD) -> tuple[str, ...]:
    """Terrain that matters to how this unit moves (``Moved.terrain``): it calls for a roll or adds to one."""
    return tuple(
        code for code, kind in terrains().items() if kind.ground or terrain.calls_for_roll(unit, ruleset, kind)
    )


def footings() -> dict[str, int]:
    """Terrain that adds to a piloting roll made on it (``StandUp.terrain``), with what it adds."""
    return {code: kind.ground for code, kind in terrains().items() if kind.ground}


def ground_cost(code: str) -> int:
    """MP that a hex of this terrain costs a 'Mech besides the first; 0 where the table decides."""
    return terrains()[code].cost or 0


def bogged(sheet: Sheet) -> str:
    """The switch of the ground that it is stuck in (``StateSwitched.state``); ``""`` when it is not."""
    code = terrain.bogged_in(sheet)
    return terrain.BOGGED + code if code else ""


def no_try(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> str:
    """Why a 'Mech that is stuck cannot try to get free now, as the code of a refusal; ``""`` when it can."""
    return terrain.no_try(unit, sheet, ruleset)


def landings() -> dict[str, int]:
    """Ground that an ejected crew may come down on (``Ejected.landing``), with what it adds to their roll."""
    return ejection.grounds()

"""Piloting vectors: the rolls a situation calls for, each with its number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

from records.rules import STANDARD, Entry, Owed, Ruleset, Sheet, Unit, enter, entries, figures
from records.rules.classic import piloting
from records.rules.enter import Outcome
from records.rules.sheet import Mode
from records.rules.tables.terrain import terrains

from .common import ACTUATORS, MODES, Json, actuators, crewed, hit, without

#: Who rolls after a physical attack: (trigger, role) and the cause entered. Nobody else does.
CAUSES = {
    ("kick_hit", "target"): "kicked", ("kick_missed", "attacker"): "missed-kick", ("push_hit", "target"): "pushed",
    ("charge_hit", "target"): "charged", ("charge_hit", "attacker"): "made-charge",
    ("dfa_hit", "target"): "hit-by-death-from-above", ("dfa_hit", "attacker"): "made-death-from-above",
    ("dfa_missed", "attacker"): "missed-death-from-above",
}  # fmt: skip
TERRAIN = {
    "water_depth_1": "water-1", "water_depth_2": "water-2", "water_depth_3": "water-3", "water_depth_4": "water-3",
    "rubble_light": "rubble", "rubble_medium": "rubble", "rubble_heavy": "rubble", "rubble_hardened": "rubble",
    "rubble_ultra": "ultra-rubble", "deep_snow": "deep-snow", "snow": "deep-snow", "snow_1": "thin-snow",
    "snow_2": "deep-snow", "magma_1": "magma-crust", "magma_2": "liquid-magma", "rapids_1": "rapids",
    "rapids_2": "torrent",
}  # fmt: skip
MADE = (6, 6)


#: Options of the vectors that the product has, by its own ids. Weight matters to the damage roll alone (HR-A09).
OPTIONS = {"tacops_taking_damage": "HR-A08", "tacops_physical_psr": "HR-A09"}


def built(vector: Json) -> bool:
    """Whether the product has the optional rules of this vector: those of damage taken in a phase. What weight class
    does to a superheavy the rule does not say."""
    return (
        vector["trigger"]["type"] == "damage_in_phase"
        and "tacops_taking_damage" in vector["options"]
        and set(vector["options"]) <= OPTIONS.keys()
        and not ("tacops_physical_psr" in vector["options"] and vector["unit"]["superheavy"])
    )


def first_hit_on_a_heavy_duty_gyro(vector: Json) -> bool:
    """The vectors roll for it; the ruling is that nothing is owed."""
    unit, trigger = vector["unit"], vector["trigger"]
    return (
        unit["gyro_type"] == "Heavy Duty Gyro"
        and not unit["gyro_hits"]
        and (trigger["type"], trigger.get("slot")) == ("critical_this_phase", "gyro")
    )


def check(unit: Unit, vector: Json) -> list[str]:
    """What differs."""
    ours = list(rolls(unit, vector))
    wanted = [roll["value"] if roll["result"] == "number" else roll["result"] for roll in vector["rolls"]]
    if first_hit_on_a_heavy_duty_gyro(vector):
        wanted = []
    if vector["trigger"]["type"] == "dfa_missed" and vector["after"].get("fell_automatically"):
        wanted = ["automatic_fail"]
    if ours == wanted:
        return []
    return [f"rolls {ours}, the vector has {wanted} {[roll['modifiers'] for roll in vector['rolls']]}"]


def sheet_of(unit: Unit, vector: Json) -> Sheet:
    """The machine with the damage of earlier phases."""
    given = vector["unit"]
    sheet = crewed(unit, piloting=given["piloting"])
    sheet = hit(unit, sheet, "Gyro", given["gyro_hits"])
    sheet = actuators(unit, sheet, given["leg_actuator_hits"])
    sheet = actuators(unit, sheet, given.get("arm_actuator_hits", {}))
    return without(sheet, [*given["legs_missing"], *given.get("arms_missing", ())])


def rolls(unit: Unit, vector: Json) -> Iterator[int | str]:
    """The numbers the product asks for, in order."""
    trigger, sheet = vector["trigger"], sheet_of(unit, vector)
    kind = trigger["type"]
    if kind == "base":
        number = figures.piloting(unit, sheet, STANDARD)
        automatic = {"failure": "automatic_fail", "impossible": "impossible", "success": "automatic_success"}
        yield automatic[number.automatic] if number.automatic else number.total
    elif kind in WAYS:
        yield from WAYS[kind](unit, sheet, trigger)
    elif kind == "damage_in_phase":
        ruleset = Ruleset(options=tuple(OPTIONS[option] for option in vector["options"]))
        damaged = replace(sheet, damage_this_phase=trigger["damage"], phase="weapon")
        yield from _enter(unit, damaged, entries.PhaseEnded("weapon"), ruleset=ruleset)
    else:
        cause = CAUSES.get((kind, trigger["role"]))
        if cause is not None:
            yield from _enter(unit, sheet, entries.PilotingRollCaused(cause), entries.PhaseEnded("movement"))


def _enter(unit: Unit, sheet: Sheet, *given: Entry, ruleset: Ruleset = STANDARD) -> Iterator[int | str]:
    """Enter, and make every piloting roll that is owed for it."""
    for entry in given:
        outcome = enter(unit, sheet, entry, ruleset)
        if not isinstance(outcome, Outcome):
            return
        sheet = outcome.sheet
        if any(type(event).__name__ == "WentDown" for event in outcome.events):
            yield "automatic_fail"
            return
        if isinstance(entry, entries.StandUp) and not sheet.owed:
            yield "automatic_success"
        while owed := next((o for o in sheet.owed if o.kind in ("piloting", "stand-up")), None):
            yield _number(owed)
            sheet = cast(Outcome, enter(unit, sheet, entries.Rolled(owed.id, MADE))).sheet


def _number(owed: Owed) -> int:
    return owed.target.total if owed.target is not None else 0


def _moved(unit: Unit, sheet: Sheet, trigger: Json, terrain: str = "") -> Iterator[int | str]:
    mode = cast(Mode, MODES[trigger["movement"]])
    yield from _enter(unit, sheet, entries.Moved(mode, min(trigger.get("hexes", 1), 1), terrain=terrain))


def _entered(unit: Unit, sheet: Sheet, trigger: Json) -> Iterator[int | str]:
    """Entering the terrain is one roll; running or jumping with damage is another."""
    yield from _moved(unit, sheet, trigger, ground(trigger["terrain"]))


def ground(name: str) -> str:
    """The product's code for terrain of the vectors, their level behind it: ``swamp_1``, ``heavy_woods``, ..."""
    plain = name.rstrip("0123456789").rstrip("_").replace("_", "-")
    return TERRAIN.get(name) or (plain if plain in terrains() else "")


def _building(unit: Unit, sheet: Sheet, trigger: Json) -> Iterator[int | str]:
    cause = f"building-{trigger['building']}"
    caused = entries.PilotingRollCaused(cause, now=True)
    yield from _enter(unit, sheet, caused)
    yield from _moved(unit, sheet, trigger)


def _skid(unit: Unit, sheet: Sheet, trigger: Json) -> Iterator[int | str]:
    cause = "skid-on-ice" if trigger["type"] == "turn_on_ice" else "skid"
    value = piloting.skid(trigger["hexes_before_turn"])
    yield from _enter(unit, sheet, entries.PilotingRollCaused(cause, value, now=True))
    yield from _moved(unit, sheet, trigger, "ice" if cause == "skid-on-ice" else "")


def _stand(unit: Unit, sheet: Sheet, trigger: Json) -> Iterator[int | str]:
    yield from _enter(unit, replace(sheet, prone=True), entries.StandUp(ground(trigger["terrain"])))


def _critical(unit: Unit, sheet: Sheet, trigger: Json) -> Iterator[int | str]:
    name, location = trigger["slot"], trigger["location"]
    system = "Gyro" if name == "gyro" else ACTUATORS[name]
    lines = unit.slots_named(system)
    slot = next(s for where, s in lines if where == location and not sheet.is_hit(where, s))
    sheet = replace(sheet, phase="weapon")
    yield from _enter(unit, sheet, entries.CriticalHit(location, slot), entries.PhaseEnded("weapon"))


def _shutdown(unit: Unit, sheet: Sheet, trigger: Json) -> Iterator[int | str]:
    yield from _enter(unit, replace(sheet, heat=60, phase="heat"), entries.PhaseEnded("heat"))


WAYS: dict[str, Callable[[Unit, Sheet, Json], Iterator[int | str]]] = {
    "enter_water": _entered,
    "enter_terrain": _entered,
    "enter_building": _building,
    "turn_on_pavement": _skid,
    "turn_on_ice": _skid,
    "move_with_damage": _moved,
    "stand_up": _stand,
    "critical_this_phase": _critical,
    "shutdown_by_heat": _shutdown,
}

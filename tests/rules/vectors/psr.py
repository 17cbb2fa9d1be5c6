"""Piloting vectors: the rolls a situation calls for, each with its number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

from records.rules import STANDARD, Entry, Owed, Sheet, Unit, enter, entries, figures
from records.rules.classic import piloting
from records.rules.enter import Outcome
from records.rules.sheet import Mode

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
    "rubble_ultra": "ultra-rubble", "swamp": "swamp", "mud": "mud", "tundra": "tundra",
}  # fmt: skip
MADE = (6, 6)


def excepted(vector: Json) -> str:
    """The product's own reading where the vector has another."""
    if vector["unit"]["gyro_type"] == "Heavy Duty Gyro" and vector.get("gyro_hits_now") == 1:
        return "heavy-duty gyro, first hit: no roll (TW errata)"
    return ""


def check(unit: Unit, vector: Json) -> list[str]:
    """What differs."""
    ours = list(rolls(unit, vector))
    wanted = [roll["value"] if roll["result"] == "number" else roll["result"] for roll in vector["rolls"]]
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
    else:
        cause = CAUSES.get((kind, trigger["role"]))
        if cause is not None:
            yield from _enter(unit, sheet, entries.PilotingRollCaused(cause), entries.PhaseEnded("movement"))


def _enter(unit: Unit, sheet: Sheet, *given: Entry) -> Iterator[int | str]:
    """Enter, and make every piloting roll that is owed for it."""
    for entry in given:
        outcome = enter(unit, sheet, entry)
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
    """Terrain on the way is one roll; running or jumping with damage is another."""
    terrain = trigger["terrain"]
    cause = TERRAIN.get(terrain)
    if cause is not None and piloting.calls_for_roll(unit, cause):
        caused = entries.PilotingRollCaused(cause, now=True)
        yield from _enter(unit, sheet, caused)
    yield from _moved(unit, sheet, trigger, terrain)


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
    terrain = trigger["terrain"].split("_")[0]
    yield from _enter(unit, replace(sheet, prone=True), entries.StandUp(terrain))


def _damage(unit: Unit, sheet: Sheet, trigger: Json) -> Iterator[int | str]:
    sheet = replace(sheet, damage_this_phase=trigger["damage"], phase="weapon")
    yield from _enter(unit, sheet, entries.PhaseEnded("weapon"))


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
    "damage_in_phase": _damage,
    "critical_this_phase": _critical,
    "shutdown_by_heat": _shutdown,
}

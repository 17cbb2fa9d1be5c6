"""Heat vectors: movement heat, weapon heat, movement by heat, what the sinks sink, a whole turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from records.rules import STANDARD, Modifier, Sheet, Unit, enter, entries, figures
from records.rules.classic import heat
from records.rules.enter import Outcome
from records.rules.equipment import get
from records.rules.sheet import Mode, Movement

from .common import MODES, Json, crewed, dial, hit

SYSTEMS = {
    "stealth_armor": "stealth", "null_signature": "null-signature", "void_signature": "void-signature",
    "chameleon_lps": "chameleon", "nova_cews": "nova-cews",
}  # fmt: skip


def check(unit: Unit, vector: Json) -> list[str]:
    """What differs."""
    pairs = KINDS[vector["kind"]](unit, vector["input"])
    wanted = vector["result"]
    # The vectors let movement fall below zero; nothing moves less than not at all.
    return [
        f"{name}: {value}, the vector has {wanted[name]}"
        for name, value in pairs.items()
        if value != max(0, wanted[name])
    ]


def _movement(given: Json) -> Movement:
    return Movement(cast(Mode, MODES[given["mode"]]), given["hexes"])


def _moved(unit: Unit, given: Json) -> dict[str, Any]:
    return {"movement_heat": heat.movement_heat(unit, _movement(given["movement"]))}


def _weapon(unit: Unit, given: Json) -> dict[str, Any]:
    insulated = "Insulator" in given.get("linked_by", "")
    made = heat.weapon_heat(get(given["internal"]), given["shots"], dial=dial(given["mode"]), insulated=insulated)
    return {"weapon_heat": made}


def _mp(unit: Unit, given: Json) -> dict[str, Any]:
    sheet = replace(crewed(unit), heat=given["heat"])
    return {
        "walk_mp": figures.walking(unit, sheet, STANDARD).total,
        "run_mp": figures.running(unit, sheet, STANDARD).total,
        "jump_mp": figures.jumping(unit, sheet, STANDARD).total,
        "to_hit": heat.to_hit_penalty(given["heat"]),
    }


def _capacity(unit: Unit, given: Json) -> dict[str, Any]:
    sheet = _sinks_lost(unit, replace(crewed(unit), prone=given["prone"]), given)
    depth = given["water_depth"]
    return {
        "capacity": figures.heat_capacity(unit, sheet, STANDARD).total,
        "capacity_with_water": figures.heat_capacity(unit, sheet, STANDARD, water_depth=depth).total,
    }


def _sinks_lost(unit: Unit, sheet: Sheet, given: Json) -> Sheet:
    """Sinks hit so that as many are out, and as many left in the legs, as the vector says; double ones first unless it
    counts them."""
    legs = [m for m in unit.gear.sinks if unit.mounts[m].location in unit.legs]
    sinks = dict(unit.gear.sink_capacity)
    # A slot of two compact sinks is one double sink here, though the two sink 2 between them as two single ones do.
    doubles = sum(points == 2 for points in sinks.values())
    built = max(unit.heat_sinks.capacity - unit.heat_sinks.count, doubles)
    mixed = given.get("single_sinks_working", 0) > 0
    doubles_out = built - given["double_sinks_working"] if mixed else len(sinks)
    out = legs[: max(0, len(legs) - given.get("leg_sinks_working", 0))]
    others = sorted((m for m in sinks if m not in legs), key=lambda m: -sinks[m])
    for mount in others:
        spare = sinks[mount] == 1 or sum(sinks[m] == 2 for m in out) < max(0, doubles_out)
        if len(out) < given["heat_sinks_destroyed"] and spare:
            out.append(mount)
    hits = dict(sheet.hits)
    for mount in out[: given["heat_sinks_destroyed"]]:
        location, slot = unit.mounts[mount].slots[0]
        hits[location] = (*hits.get(location, ()), slot)
    return replace(sheet, hits=hits)


def _turn(unit: Unit, given: Json) -> dict[str, Any]:
    sheet = replace(_sinks_lost(unit, crewed(unit), given), heat=given["heat_before"], phase="heat")
    sheet = hit(unit, sheet, "Engine", given["engine_hits"])
    shots = tuple(Modifier(shot["heat"], "weapon-fired", "TW:heat", shot["weapon"]) for shot in given["weapons_fired"])
    outside = given["external_heat_before_cap_15"]
    external = (Modifier(outside, "external", "TW:heat"),) if outside else ()
    sheet = replace(
        sheet,
        movement=_movement(given["movement"]),
        heat_sources=(*shots, *external),
        states={SYSTEMS[name]: True for name in given["equipment_on"] if name in SYSTEMS},
        counters={"water-depth": given["water_depth"]} if given["water_depth"] else {},
    )
    made = figures.heat_capacity(unit, sheet, STANDARD)
    outcome = cast(Outcome, enter(unit, sheet, entries.PhaseEnded("heat")))
    return {
        "movement_heat": heat.movement_heat(unit, sheet.movement),
        "engine_heat": heat.engine_heat(unit, sheet),
        "capacity": made.total,
        "heat_after": outcome.sheet.heat,
    }


KINDS = {"movement": _moved, "weapon": _weapon, "mp_by_heat": _mp, "capacity": _capacity, "full_turn": _turn}

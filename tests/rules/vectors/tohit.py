"""To-hit vectors: a weapon, a target and what lies between."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from records.rules import STANDARD, Sheet, Unit, figures
from records.rules.equipment import by_name
from records.rules.figures import TargetSituation
from records.rules.sheet import Mode, Movement

from .common import MODES, Json, actuators, crewed, dial, hit, without

#: Situations the sheet does not know: the table sees the board, the product does not.
OF_THE_BOARD = frozenset({
    "los_blocked_by_woods", "los_blocked_by_smoke_and_woods", "los_blocked_by_terrain", "out_of_arc",
    "indirect_with_line_of_sight", "stealth_secondary_target",
})  # fmt: skip
SIGNATURES = {
    "stealth_armor": "stealth-armour", "null_signature": "null-signature", "chameleon_lps": "chameleon",
    "void_signature": "void-signature",
}  # fmt: skip
#: Rounds to which the vectors forget their own modifier.
FORGOTTEN = "S_enhanced_lrm_munition_modifier_missing"


def excepted(vector: Json) -> str:
    """What the product leaves to the table."""
    situation, result = vector["situation"], vector["result"]
    if result["kind"] == "impossible" and result["code"] in OF_THE_BOARD:
        return f"of the board: {result['code']}"
    if FORGOTTEN in vector["flags"]:
        return "the vector forgets the round's own modifier"
    if "A_c3_ecm" in vector["flags"]:
        return "of the board: a network cut by electronic countermeasures"
    if situation.get("called_shot"):
        return "an optional rule: called shots"
    if "A_superheavy_three_levels_tall_line_of_sight" in vector["flags"]:
        return "of the board: line of sight to a superheavy"
    return ""


def check(unit: Unit, vector: Json) -> list[str]:
    """What differs."""
    sheet = sheet_of(unit, vector)
    mount = _mount(unit, vector["weapon"])
    if mount < 0:
        return [f"no such weapon: {vector['weapon']['internal']} in {vector['weapon']['location']}"]
    weapon, situation = vector["weapon"], vector["situation"]
    ammo = _ammunition(weapon, clan=unit.tech_base == "Clan")
    spotting = bool(vector["attacker"].get("spotting_for_indirect_fire"))
    number = figures.to_hit(
        unit,
        sheet,
        STANDARD,
        mount,
        situation["range"],
        _target(vector),
        ammo=ammo,
        spotting=spotting,
        shots=weapon["shots"],
        dial=dial(weapon.get("mode")),
    )
    ours: int | str = (
        number.total if not number.automatic else {"failure": "automatic_fail"}.get(number.automatic, number.automatic)
    )
    result = vector["result"]
    wanted = result["value"] if result["kind"] == "number" else result["kind"]
    if result["kind"] == "number" and "K_water_partial_cover_plus1_missing" in vector["flags"]:
        wanted += 1
    if ours == wanted:
        return []
    listed = ", ".join(f"{m.value:+d} {m.reason}" for m in number.modifiers)
    return [f"{ours} ({listed}), the vector has {wanted} {vector['modifiers']} {weapon['internal']} {ammo}"]


def sheet_of(unit: Unit, vector: Json) -> Sheet:
    """The attacker as the vector has it."""
    given = vector["attacker"]
    sheet = crewed(unit, gunnery=given["gunnery"])
    sheet = hit(unit, sheet, "Sensors", given["sensor_hits"])
    sheet = actuators(unit, sheet, given["actuator_hits"])
    sheet = without(sheet, given["locations_missing"])
    if given.get("targeting_computer_destroyed"):
        for mount in unit.gear.targeting_computers:
            location, slot = unit.mounts[mount].slots[0]
            sheet = replace(sheet, hits={**sheet.hits, location: (*sheet.hits.get(location, ()), slot)})
    moved = given["movement"]
    fired: tuple[int, ...] = ()
    if given.get("other_arm_already_fired"):
        other = "LA" if vector["weapon"]["location"] == "RA" else "RA"
        fired = tuple(m for m in unit.weapons if unit.mounts[m].location == other)[:1]
    return replace(
        sheet,
        heat=given["heat"],
        prone=given["prone"],
        movement=Movement(cast(Mode, MODES[moved["mode"]]), moved["hexes"]),
        fired=fired,
    )


def _mount(unit: Unit, weapon: Json) -> int:
    fitting = [
        m for m in unit.weapons if unit.mounts[m].item == weapon["internal"] and unit.mounts[m].rear == weapon["rear"]
    ]
    exact = [m for m in fitting if unit.mounts[m].location == weapon["location"]]
    return (exact or fitting or [-1])[0]


def _ammunition(weapon: Json, *, clan: bool) -> str:
    name = weapon.get("ammo")
    if not name:
        return ""
    item = by_name(name, clan)
    return item.internal if item is not None else ""


def _target(vector: Json) -> TargetSituation:
    given, situation, between = vector["target"], vector["situation"], vector["situation"]["between"]
    moved, indirect = given["movement"], situation.get("indirect")
    secondary = {"front_arc": "front", "side_or_rear_arc": "other"}.get(situation["secondary_target"], "")
    if indirect:
        between = indirect.get("between_spotter_and_target", between)
    return TargetSituation(
        movement=cast(Mode, MODES[moved["mode"]]),
        hexes=moved["hexes"],
        prone=given["prone"],
        immobile=bool(given["immobile"]),
        superheavy=given["superheavy"],
        terrain=situation["target_terrain"].replace("_", "-"),
        light_woods=between["light_woods"],
        heavy_woods=between["heavy_woods"],
        light_smoke=between.get("light_smoke", 0),
        partial_cover=situation["partial_cover"],
        secondary=secondary,
        stealth=tuple(SIGNATURES[name] for name in given.get("stealth", ()) if name in SIGNATURES),
        indirect=bool(indirect),
        spotter=cast(Mode, MODES[indirect["spotter_movement"]]) if indirect and indirect.get("spotter") else "stood",
        heat=given["heat"],
        aimed=(situation.get("aimed") or {}).get("mode", "").replace("_", "-"),
        aimed_at=(situation.get("aimed") or {}).get("location", ""),
        c3=(situation.get("c3") or {}).get("spotter_range", 0),
        tagged=bool(situation.get("target_tagged") or (indirect or {}).get("target_tagged")),
        homing=bool(situation.get("inarc_homing_pod_on_target")),
        ecm=bool(given["active_ecm"]),
        spotter_attacks=bool(indirect and indirect.get("spotter_attacks_this_turn")),
    )

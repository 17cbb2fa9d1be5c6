"""Physical vectors: punches, kicks, pushes, clubs, charges, death from above."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any, cast

from records.rules import STANDARD, Sheet, Unit, figures
from records.rules.condition import has_actuator
from records.rules.figures import PhysicalRow, TargetSituation
from records.rules.sheet import Mode, Movement

from .common import MODES, Json, actuators, crewed, without

#: Situations the sheet does not know.
OF_THE_BOARD = frozenset({"elevation", "out_of_arc", "not_directly_ahead", "target_not_mek"})
CODES = {
    "weapons_fired_from_arm": "arm-weapons-fired", "target_prone": "target-prone", "hip_hit": "hip-hit",
    "hand_missing_or_hit": "no-hand", "shoulder_hit": "shoulder-hit", "attacker_prone": "attacker-prone",
    "leg_missing": "leg-missing", "quad_cannot": "quad-cannot", "arm_missing": "arm-missing",
}  # fmt: skip
KINDS = {"dfa": "death-from-above"}
#: Found, not built in: trees and girders picked up from the ground.
FOUND = frozenset({"Tree Club", "Girder Club", "Limb Club"})


def excepted(vector: Json) -> str:
    """What the product leaves to the table."""
    result, attack = vector["result"], vector["attack"]
    if result["kind"] == "impossible" and result["code"] in OF_THE_BOARD:
        return f"of the board: {result['code']}"
    if attack.get("aimed_table"):
        return "beyond the base game: a called table"
    if attack.get("weapon") in FOUND:
        return "not of the sheet: a club picked up"
    if attack["type"] == "charge" and vector["attacker"]["prone"]:
        return "a prone 'Mech cannot charge"
    return ""


def check(unit: Unit, vector: Json) -> list[str]:
    """What differs."""
    sheet, attack, result = sheet_of(unit, vector), vector["attack"], vector["result"]
    row = _row(figures.physical_rows(unit, sheet, STANDARD, _target(vector)), unit, attack)
    if row is None:
        return [] if result.get("code") == "quad_cannot" else [f"no such attack: {dict(attack)}"]
    if result["kind"] == "impossible":
        wanted = CODES.get(result["code"], result["code"])
        return [] if wanted in row.reasons else [f"why not: {row.reasons}, the vector has {wanted!r}"]
    listed = ", ".join(f"{m.value:+d} {m.reason}" for m in row.to_hit.modifiers)
    wanted = result["value"]
    if "K_water_partial_cover_plus1_missing" in vector["flags"]:
        wanted += 1
    if "S_push_water_partial_cover_plus3" in vector["flags"]:
        wanted -= 2
    if "S_dfa_ignores_target_woods" in vector["flags"] and not vector["target"].get("superheavy"):
        wanted += {"light_woods": 1, "heavy_woods": 2}.get(vector["situation"]["target_terrain"], 0)
    wanted += by_reading(unit, attack)
    found = []
    if row.why_not:
        found.append(f"why not: {row.why_not}, the vector has {wanted}")
    elif row.to_hit.total != wanted:
        found.append(f"{row.to_hit.total} ({listed}), the vector has {wanted} {vector['modifiers']}")
    return found + _damage(row, vector)


def by_reading(unit: Unit, attack: Json) -> int:
    """What the product's readings add to a number of the vectors: they let the missing lower arm alone count."""
    arm = attack.get("arm", "")
    bare = attack["type"] == "punch" and not has_actuator(unit, arm, "Lower Arm") and not attack.get("claw")
    return int(bare and not has_actuator(unit, arm, "Hand"))


def _damage(row: PhysicalRow, vector: Json) -> list[str]:
    wanted: dict[str, Any] = vector["damage"]
    found = []
    if vector["attack"].get("talons") and row.kind == "death-from-above" and "to_target" in wanted:
        base = ceil(vector["attacker"]["tons"] * 3 / 10)
        if wanted["to_target"] == base * 3 // 2:  # the product rounds this up
            wanted = {**wanted, "to_target": ceil(base * 3 / 2)}
    if "to_target" in wanted and row.damage.total != wanted["to_target"]:
        found.append(f"damage {row.damage.total}, the vector has {wanted['to_target']}")
    if "to_attacker" in wanted and row.to_self.total != wanted["to_attacker"]:
        found.append(f"damage to itself {row.to_self.total}, the vector has {wanted['to_attacker']}")
    return found


def _row(rows: tuple[PhysicalRow, ...], unit: Unit, attack: Json) -> PhysicalRow | None:
    kind = KINDS.get(attack["type"], attack["type"])
    where = attack.get("arm") or attack.get("leg") or attack.get("location") or ""
    for row in rows:
        if row.kind != kind or (where and row.location != where):
            continue
        if row.mount >= 0 and unit.mounts[row.mount].item != attack["weapon"]:
            continue
        return row
    return None


def sheet_of(unit: Unit, vector: Json) -> Sheet:
    """The attacker as the vector has it."""
    given = vector["attacker"]
    sheet = crewed(unit, piloting=given["piloting"])
    sheet = actuators(unit, sheet, given["actuator_hits"])
    sheet = without(sheet, given["locations_missing"])
    moved = given["movement"]
    hexes = moved.get("hexes", moved.get("hexes_including_target_hex", 0))
    from_where = set(given["weapons_fired_from"])
    fired = tuple(m for m in unit.weapons if unit.mounts[m].location in from_where)
    return replace(
        sheet,
        heat=given["heat"],
        prone=given["prone"],
        movement=Movement(cast(Mode, MODES[moved["mode"]]), hexes),
        fired=fired,
        states={"vibroblade": True} if str(vector["attack"].get("mode")).lower() == "active" else {},
        counters=_water(vector["situation"].get("attacker_terrain") or ""),
    )


def _water(terrain: str) -> dict[str, int]:
    """The water that the attacker stands in: ``water_1`` and so on."""
    kind, _, depth = terrain.partition("_")
    return {"water-depth": min(2, int(depth))} if kind == "water" and depth.isascii() and depth.isdigit() else {}


def _target(vector: Json) -> TargetSituation:
    given, situation = vector["target"], vector["situation"]
    moved = given["movement"]
    return TargetSituation(
        movement=cast(Mode, MODES[moved["mode"]]),
        hexes=moved["hexes"],
        prone=given["prone"],
        immobile=bool(given["immobile"]),
        superheavy=bool(given.get("superheavy")),
        terrain=situation["target_terrain"].replace("_", "-"),
        piloting=given["piloting"],
        tons=given["tons"],
        behind=bool(vector["attack"].get("mule_kick")),
        partial_cover=bool(situation.get("partial_cover")),
        adjacent=True,
        levels=situation["target_ground_level_minus_attacker_ground_level"],
    )

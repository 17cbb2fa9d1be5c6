"""Cluster vectors: how many of a salvo hit on each roll."""

from __future__ import annotations

from records.rules import STANDARD, Unit, figures
from records.rules.equipment import by_name
from records.rules.figures import Salvo

from .common import Json, crewed


def excepted(vector: Json) -> str:
    """What the product leaves to the table."""
    if vector["kind"] == "artemis_proto":
        return "no design carries it: the link was made by hand"
    if "S_cluster_row_8" in vector["flags"]:
        return "row 8 of the cluster hits table as printed"
    return ""


def check(unit: Unit, vector: Json) -> list[str]:
    """What differs."""
    weapon, situation = vector["weapon"], vector["situation"]
    mount = next(
        (m for m in unit.weapons if unit.mounts[m].item == weapon["internal"] and _linked(unit, m, weapon)), -1
    )
    if mount < 0:
        return [f"no such weapon: {weapon['internal']}"]
    item = by_name(weapon["ammo"], unit.tech_base == "Clan") if weapon["ammo"] else None
    salvo = Salvo(
        distance=situation["range"],
        narc=situation["narc_on_target"] or situation["inarc_on_target"],
        ecm=situation["target_has_active_ecm"],
        anti_missile=situation["ams"],
        stealth=situation["attacker_stealth_active"],
        indirect=situation["indirect"],
        shots=weapon["shots"],
    )
    ammo = item.internal if item is not None else ""
    sheet = crewed(unit)
    ours = [figures.salvo_hits(unit, sheet, STANDARD, mount, salvo, roll, ammo=ammo) for roll in range(2, 13)]
    wanted = [vector["hits_by_roll"][str(roll)] for roll in range(2, 13)]
    if ours == wanted:
        return []
    listed = figures.cluster_modifier(unit, sheet, STANDARD, mount, salvo, ammo=ammo)
    return [
        f"{ours} ({listed.total:+d}), the vector has {wanted} ({vector['modifier']:+d}) {weapon['internal']} {ammo}"
    ]


def _linked(unit: Unit, mount: int, weapon: Json) -> bool:
    """With the fire control that the vector names beside it."""
    wanted, here = weapon["linked_by"], unit.mounts[mount].location
    return wanted is None or any(built.item == wanted and built.location == here for built in unit.mounts)

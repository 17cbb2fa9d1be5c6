"""Which state of a sheet is printed."""

from __future__ import annotations

from dataclasses import replace

from records.rules import Sheet, Unit, fresh_sheet
from records.rules.condition import mount_out
from records.rules.sheet import CrewMember

from .printable import State


def in_state(unit: Unit, sheet: Sheet, state: State) -> Sheet:
    """The sheet as it stands; as the factory built it, with its crew healthy; or ready for a battle: full bins, no
    heat, its first turn, and the damage and wounds that were not repaired."""
    if state == "current":
        return sheet
    crew = tuple(CrewMember(m.gunnery, m.piloting, level=m.level, edge=m.edge) for m in sheet.crew)
    fresh = fresh_sheet(unit, crew)
    if state == "fresh":
        return fresh
    wounded = tuple(
        replace(member, hits=now.hits, dead=now.dead, conscious=not now.dead)
        for member, now in zip(crew, sheet.crew, strict=True)
    )
    damaged = replace(
        fresh,
        armour=sheet.armour, rear=sheet.rear, structure=sheet.structure, lost=sheet.lost, hits=sheet.hits,
        absorbed=sheet.absorbed, half=sheet.half, destroyed=sheet.destroyed, crew=wounded,
    )  # fmt: skip
    ammo = tuple(
        0 if (built.mount >= 0 and mount_out(unit, damaged, built.mount)) or built.location in sheet.lost else shots
        for built, shots in zip(unit.bins, fresh.ammo, strict=True)
    )
    return replace(damaged, ammo=ammo)

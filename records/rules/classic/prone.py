"""Firing while prone: what the 'Mech lies on or props itself up with does not fire (TW, prone 'Mechs)."""

from __future__ import annotations

from ..condition import actuator_out, reaches
from ..sheet import Sheet
from ..unit import Unit


def why_not(unit: Unit, sheet: Sheet, mount: int) -> str:
    """Why a prone 'Mech cannot fire this weapon, as a code: it props itself up on an arm, a quad with a bad leg on a
    front leg (TW, prone 'Mechs)."""
    if not sheet.prone:
        return ""
    if len(unit.legs) == 4:
        return _prone_quad(unit, sheet, mount)
    if any(location in sheet.lost for location in unit.arms):
        return "prone-arm-missing"
    if unit.mounts[mount].location in unit.legs:
        return "prone-leg-weapon"
    return "prone-other-arm-fired" if _other_fired(unit, sheet, mount, unit.arms) else ""


def _other_fired(unit: Unit, sheet: Sheet, mount: int, limbs: tuple[str, ...]) -> bool:
    own = set(limbs).intersection(reaches(unit, mount))
    fired = {limb for other in sheet.fired for limb in reaches(unit, other) if limb in limbs}
    return bool(own) and bool(fired - own)


def _prone_quad(unit: Unit, sheet: Sheet, mount: int) -> str:
    if not unsteady(unit, sheet):
        return ""
    front = tuple(leg for leg in unit.legs if leg.startswith("F"))
    gone = [leg for leg in unit.legs if leg in sheet.lost]
    if len(gone) > 2 or all(leg in gone for leg in front):
        return "prone-legs-missing"
    where = unit.mounts[mount].location
    if where in unit.legs and where not in front:
        return "prone-leg-weapon"
    return "prone-other-arm-fired" if _other_fired(unit, sheet, mount, front) else ""


def unsteady(unit: Unit, now: Sheet) -> bool:
    """A leg gone or a hip hit: even four legs do not hold it still when prone."""
    return any(leg in now.lost or actuator_out(unit, now, leg, "Hip") for leg in unit.legs)

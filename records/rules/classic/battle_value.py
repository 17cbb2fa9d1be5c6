"""Battle Value 2.0 of a 'Mech (TM, battle value), explained."""

from __future__ import annotations

from ..sheet import Sheet
from ..tables.worth import battle_values
from ..unit import Unit
from ..worth import BattleValue, Step, nearest
from .attacks import gunners_place
from .bv_defence import defensive
from .bv_items import unknown_items
from .bv_offence import offensive

RULE = "TM:battle-value"
_BEST, _WORST = 0, 8


def battle_value(unit: Unit) -> BattleValue:
    """The battle value with gunnery 4 and piloting 5; worked out once a unit and kept with it."""
    return unit.battle_value


def reckon(unit: Unit) -> BattleValue:
    """The battle value, worked out now."""
    return BattleValue(defensive(unit), offensive(unit), _whole(unit), unknown_items(unit))


def skill_factor(gunnery: int, piloting: int) -> float:
    """What skilled hands multiply a battle value by (TM, skill multipliers); skills outside 0 to 8 count as those."""
    row, column = (min(_WORST, max(_BEST, skill)) for skill in (gunnery, piloting))
    return float(battle_values()["skills"][row][column])


def skills_of(unit: Unit, sheet: Sheet) -> tuple[int, int]:
    """The skills that count: gunnery of the seat that is built to shoot, piloting of the first."""
    return sheet.crew[gunners_place(unit, sheet)].gunnery, sheet.crew[0].piloting


def with_crew(value: int, gunnery: int, piloting: int) -> int:
    """A battle value in the hands of a crew of these skills, rounded to the nearest.

    >>> with_crew(1000, 4, 5), with_crew(1000, 3, 4)
    (1000, 1320)
    """
    return nearest(value * skill_factor(gunnery, piloting))


def _whole(unit: Unit) -> tuple[Step, ...]:
    if unit.cockpit.startswith(("Small", "Torso")):
        return (Step(0.95, "cockpit", RULE, unit.cockpit, how="times"),)
    if unit.cockpit.startswith("Interface"):
        return (Step(1.3, "cockpit", RULE, unit.cockpit, how="times"),)
    if unit.gear.flagged("DRONE_OPERATING_SYSTEM"):
        return (Step(0.95, "drone", RULE, how="times"),)
    return ()

"""Derived numbers beside the trace's: movement, piloting, heat sinks, arms. Compared when no phase is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from records.rules import Ruleset, Sheet, Unit, figures
from records.rules.classic import attacks, heat, movement

if TYPE_CHECKING:
    from .compare import Json, Places


def derived(unit: Unit, sheet: Sheet, ruleset: Ruleset, places: Places, after: Json) -> Iterator[tuple[str, Any, Any]]:
    """``(name, ours, the trace's)`` of every derived number."""
    yield "walking MP", figures.walking(unit, sheet, ruleset).total, after["mp"]["walk"]
    yield "running MP", figures.running(unit, sheet, ruleset).total, after["mp"]["run"]
    boosters = movement.boosters_working(unit, sheet)
    yield "boosted MP", movement.running(unit, sheet, ruleset, boosters=boosters).total, after["mp"]["run_with_masc"]
    yield "heat to hit", heat.to_hit_penalty(sheet.heat), after.get("heat_to_hit", 0)
    theirs = {int(weapon): value for weapon, value in after.get("weapon_to_hit", {}).items()}
    yield "weapons to hit", _to_hit(unit, sheet, ruleset, places, set(after["weapons_out"])), theirs
    # The traces go on counting heat sinks, jump jets and wings of locations that were blown off, not of those destroyed
    # by damage. The book knows no such difference (TW, destroying a location), and the product does not follow it.
    kept = replace(sheet, lost={loc: how for loc, how in sheet.lost.items() if how == "destroyed"})
    jump, sinks = after["mp"]["jump"], after["heat_capacity"]
    if figures.jumping(unit, kept, ruleset).total != jump:
        yield "jumping MP", figures.jumping(unit, sheet, ruleset).total, jump
    if figures.heat_capacity(unit, kept, ruleset).total != sinks:
        yield "heat sinks", figures.heat_capacity(unit, sheet, ruleset).total, sinks
    if not sheet.prone:
        number = figures.piloting(unit, sheet, ruleset)
        wanted = after["psr"]["target"]
        if isinstance(wanted, int):
            yield "piloting", number.total if not number.automatic else number.automatic, wanted
        else:
            yield "piloting", bool(number.automatic), True


def _to_hit(unit: Unit, sheet: Sheet, ruleset: Ruleset, places: Places, out: set[int]) -> dict[int, int]:
    """What sensors and arm actuators add to the attacks of each working weapon, where they add anything."""
    found = {}
    for number, mount in enumerate(places.weapons):
        own = attacks.own(unit, sheet, ruleset, mount)
        added = sum(modifier.value for modifier in own if modifier.rule == "TW:critical-damage")
        if number not in out and added:
            found[number] = added
    return found

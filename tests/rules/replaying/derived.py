"""Derived numbers beside the trace's: movement, piloting, heat sinks, arms. Compared when no phase is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from records.rules import Ruleset, Sheet, Unit, figures

if TYPE_CHECKING:
    from .compare import Json, Places


def derived(unit: Unit, sheet: Sheet, ruleset: Ruleset, places: Places, after: Json) -> Iterator[tuple[str, Any, Any]]:
    """``(name, ours, the trace's)`` of every derived number."""
    yield "walking MP", figures.walking(unit, sheet, ruleset).total, after["mp"]["walk"]
    yield "running MP", figures.running(unit, sheet, ruleset).total, after["mp"]["run"]
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

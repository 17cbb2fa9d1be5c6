"""Derived numbers beside the trace's: movement, piloting, heat sinks, arms. Compared when no phase is open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from records.rules import Ruleset, Sheet, Unit, figures

if TYPE_CHECKING:
    from .compare import Json, Places


def derived(unit: Unit, sheet: Sheet, ruleset: Ruleset, places: Places, after: Json) -> Iterator[tuple[str, Any, Any]]:
    """``(name, ours, the trace's)`` of every derived number."""
    yield "walking MP", figures.walking(unit, sheet, ruleset).total, after["mp"]["walk"]
    yield "running MP", figures.running(unit, sheet, ruleset).total, after["mp"]["run"]
    yield "jumping MP", figures.jumping(unit, sheet, ruleset).total, after["mp"]["jump"]
    yield "heat sinks", figures.heat_capacity(unit, sheet, ruleset).total, after["heat_capacity"]
    if not sheet.prone:
        number = figures.piloting(unit, sheet, ruleset)
        wanted = after["psr"]["target"]
        if isinstance(wanted, int):
            yield "piloting", number.total if not number.automatic else number.automatic, wanted
        else:
            yield "piloting", bool(number.automatic), True

"""Optional rules. Each is one registered object; the chapters ask the ruleset's active options at named points.

A hook that an option does not need keeps its neutral answer, so a chapter asks all active options and adds up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..numbers import Modifier

if TYPE_CHECKING:
    from ..rolls import Owed
    from ..sheet import Sheet
    from ..unit import Unit


@dataclass(frozen=True)
class Option:
    """One optional rule: its id (from the catalogue of the seed documents or ``CL-`` for a reading of the base game),
    whether it is on unless switched off, and the ids it excludes. Title and effect in words are the product's text.
    """

    id: str
    default_on: bool = False
    excludes: tuple[str, ...] = ()

    def piloting(self, unit: Unit, sheet: Sheet) -> Iterable[Modifier]:
        """Modifiers to every piloting roll."""
        return ()

    def critical_check(self, unit: Unit, sheet: Sheet, owed: Owed) -> Iterable[Modifier]:
        """Modifiers to a roll on the critical hits table."""
        return ()

    def heat(self, unit: Unit, sheet: Sheet) -> Iterable[Modifier]:
        """Heat made or sunk in the heat phase besides the base game's."""
        return ()


REGISTRY: dict[str, Option] = {}


def register(option: Option) -> Option:
    """Add an option to the registry; an id registered twice is a bug."""
    if option.id in REGISTRY:
        raise ValueError(f"option {option.id} is registered twice")
    REGISTRY[option.id] = option
    return option


from . import readings  # noqa: E402, F401  (the registry fills itself on import)

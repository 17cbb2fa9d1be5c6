"""Where sheets to print can come from beside their own numbers: rooms that know groups of sheets add what they know."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from records.models import Roster

# The roster that a name stands for (a campaign's slug), or None.
Source = Callable[[str], "Roster | None"]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Add a source of rosters by name; once, when the app is ready."""
    if source not in _sources:
        _sources.append(source)


def roster_named(name: str) -> Roster | None:
    """The roster that any source knows under this name."""
    return next((roster for source in _sources if (roster := source(name)) is not None), None)


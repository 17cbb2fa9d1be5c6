"""Optional rules. Each is one registered object; the chapters ask the ruleset's active options at named points."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from .option import Counter, Gap, Grid, Offer, Option, PrintedBox, Reset, Setting
from .words import Words

__all__ = [
    "REGISTRY", "Counter", "Gap", "Grid", "Offer", "Option", "PrintedBox", "Setting", "Words", "counters_until",
    "register", "the_one_for",
]  # fmt: skip

REGISTRY: dict[str, Option] = {}


def register(option: Option) -> Option:
    """Add an option to the registry; an id registered twice is a bug."""
    if option.id in REGISTRY:
        raise ValueError(f"option {option.id} is registered twice")
    REGISTRY[option.id] = option
    return option


@cache
def the_one_for(kind: str) -> Option | None:
    """The option that answers rolls of this kind, on or off: a roll owed before it was switched off is still owed."""
    return next((option for option in REGISTRY.values() if kind in option.kinds), None)


@cache
def counters_until(reset: Reset) -> frozenset[str]:
    """What starts from nothing with the next phase (or turn), by name."""
    return frozenset(
        counter.name for option in REGISTRY.values() for counter in option.counters if counter.reset == reset
    )


def _fill() -> None:
    """Import every module here that registers options: a new one is found without a list to edit.

    Order counts where one option reads what another added: by each module's ``PLACE`` (90 where it names none), then
    by its name.
    """
    found = []
    for module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        before = set(REGISTRY)
        place = getattr(importlib.import_module(f"{__name__}.{module}"), "PLACE", 90)
        found.append((place, module, [option for key, option in REGISTRY.items() if key not in before]))
    REGISTRY.clear()
    for _place, _module, options in sorted(found, key=lambda one: one[:2]):
        REGISTRY.update({option.id: option for option in options})


_fill()

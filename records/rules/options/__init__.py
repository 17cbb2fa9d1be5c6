"""Optional rules. Each is one registered object; the chapters ask the ruleset's active options at named points."""

from __future__ import annotations

from functools import cache

from .option import Counter, Gap, Grid, Offer, Option, Reset, Setting

__all__ = [
    "REGISTRY", "Counter", "Gap", "Grid", "Offer", "Option", "Setting", "counters_until", "register", "the_one_for",
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


# The registry fills itself on import. Order counts where one option reads what another added: first comes first.
from . import readings  # noqa: E402, I001
from . import reactive  # noqa: E402
from . import errata, damage_steps, critical_rules, engine_rules, movement_rules, battle_uses  # noqa: E402

_FILLED = (readings, reactive, errata, damage_steps, critical_rules, engine_rules, movement_rules, battle_uses)

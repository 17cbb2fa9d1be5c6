"""Ruleset: a base game, the options switched on, and the tables and settings a campaign edited. Frozen and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .options import Option

TOTAL_WARFARE = "total-warfare"


@dataclass(frozen=True)
class Ruleset:
    """The rules of one campaign.

    ``base`` is the base game. ``options`` are ids of optional rules that differ from the base's default: an id switches
    the option on, ``"-id"`` switches one off that is on by default. ``settings`` are numbers an option reads
    (``"HR-B05.uses"``), ``tables`` the cells of its table that were edited (``{"HR-B15b": {"green.jumped": 5}}``).
    ``edition`` counts the changes a campaign has made to its rules; ``version`` counts up when the meaning of this form
    changes.
    """

    base: str = TOTAL_WARFARE
    options: tuple[str, ...] = ()
    settings: Mapping[str, int] = field(default_factory=dict)
    version: int = 1
    tables: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    edition: int = 1

    @cached_property
    def active(self) -> tuple[Option, ...]:
        """The options that are on, in the order of the registry."""
        from .options import REGISTRY

        chosen = set(self.options)
        return tuple(
            option
            for option in REGISTRY.values()
            if (option.id in chosen) or (option.default_on and f"-{option.id}" not in chosen)
        )

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(option.id for option in self.active)

    @cached_property
    def _asked(self) -> dict[str, tuple[Option, ...]]:
        return {}

    def asks(self, hook: str) -> tuple[Option, ...]:
        """The options that are on and have an answer of their own at this point, in the order of the registry."""
        found = self._asked.get(hook)
        if found is None:
            from .options import Option

            neutral = getattr(Option, hook)
            found = tuple(option for option in self.active if getattr(type(option), hook) is not neutral)
            self._asked[hook] = found
        return found

    def has(self, option_id: str) -> bool:
        """Whether the option is on."""
        return option_id in self._ids


STANDARD = Ruleset()

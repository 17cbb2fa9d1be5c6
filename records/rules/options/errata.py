"""Tactical Operations: critical checks from attacks only (p. 74 as corrected)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import register
from .option import Option, Setting
from .words import ERRATA, Words, _

if TYPE_CHECKING:
    from ..classic.damage import Group
    from ..ruleset import Ruleset
    from ..sheet import Sheet
    from ..unit import Unit

PLACE = 20

NO_ATTACK = "no-attack"


class AttacksOnly(Option):
    """TO-074-CRIT: structure lost to anything but an attack (a fall, an explosion inside, a blast) owes no check.

    The text speaks of damage to the structure alone; a 2 on the location roll of a fall is the setting's.
    """

    def checks_structure(self, ruleset: Ruleset, group: Group) -> bool:
        return _attack(group)

    def checks_through_armour(self, ruleset: Ruleset, group: Group) -> bool:
        return _attack(group) or not self.number(ruleset, "also-a-two")

    def marks(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, location: str) -> tuple[str, ...]:
        return (NO_ATTACK,)


def _attack(group: Group) -> bool:
    return group.attack and NO_ATTACK not in group.marks


ATTACKS_ONLY = register(
    AttacksOnly(
        "TO-074-CRIT",
        settings=(Setting("also-a-two", 0),),
        words=Words(
            _("Critical checks from attacks only"),
            ERRATA,
            _(
                "Only internal structure lost to an attack calls for a critical check: falls, explosions "
                "inside and other causes do not. A hit can be marked as no attack."
            ),
            settings={
                "also-a-two": _("a 2 on the location roll of a fall brings no check either"),
            },
            marks={
                "no-attack": _("no attack"),
            },
        ),
    )
)

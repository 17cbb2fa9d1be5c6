"""The embedded rules service. Pure: no Django, no I/O but its own tables, no clock, no dice of its own.

``enter`` takes what a person entered and returns what followed with the new sheet, or a named refusal. ``evolve``
applies recorded events. Everything else the product needs of the rules is reached from here too.
"""

from __future__ import annotations

import typing

from .classic.battle_value import battle_value, skill_factor, skills_of, with_crew
from .classic.cost import cost
from .codec import KINDS, BadData, NewerData, bare, decode, decode_all, decode_tagged, encode, encode_tagged, type_of
from .enter import Outcome, enter
from .entries import Entry
from .errors import RuleViolation
from .events import Event
from .evolve import evolve, evolve_all
from .numbers import Explained, Modifier, TargetNumber
from .rolls import Owed
from .ruleset import STANDARD, Ruleset
from .sheet import CrewMember, Sheet, fresh_sheet
from .unit import Unit
from .worth import BattleValue, Cost, Step

__all__ = [
    "STANDARD", "BadData", "BattleValue", "Cost", "CrewMember", "Entry", "Event", "Explained", "Modifier", "NewerData",
    "Outcome", "Owed", "RuleViolation", "Ruleset", "Sheet", "Step", "TargetNumber", "Unit", "bare", "battle_value",
    "cost", "decode", "decode_all", "decode_tagged", "encode", "encode_tagged", "enter", "evolve", "evolve_all",
    "fresh_sheet", "skill_factor", "skills_of", "type_of", "with_crew",
]  # fmt: skip

# What the database holds as JSON: it carries its version.
KINDS.update({Unit: "unit", Sheet: "sheet", Ruleset: "ruleset"})
KINDS.update(dict.fromkeys(typing.get_args(Entry), "entry"))
KINDS.update(dict.fromkeys(typing.get_args(Event), "event"))

"""The embedded rules service. Pure: no Django, no I/O but its own tables, no clock, no dice of its own.

``enter`` takes what a person entered and returns what followed with the new sheet, or a named refusal. ``evolve``
applies recorded events. Everything else the product needs of the rules is reached from here too.
"""

from __future__ import annotations

from .classic.battle_value import battle_value, skill_factor, skills_of, with_crew
from .classic.cost import cost
from .codec import BadData, decode, decode_tagged, encode, encode_tagged
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
    "STANDARD", "BadData", "BattleValue", "Cost", "CrewMember", "Entry", "Event", "Explained", "Modifier", "Outcome",
    "Owed", "RuleViolation", "Ruleset", "Sheet", "Step", "TargetNumber", "Unit", "battle_value", "cost", "decode",
    "decode_tagged", "encode", "encode_tagged", "enter", "evolve", "evolve_all", "fresh_sheet", "skill_factor",
    "skills_of", "with_crew",
]  # fmt: skip

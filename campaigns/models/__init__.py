"""What lasts between sessions: campaigns and their members, forces, battles."""

from __future__ import annotations

from .actions import Action
from .battles import Battle, BattleSeat, BattleSheet
from .campaign import Campaign, Membership, Role
from .forces import Force, Placement
from .ruleset import RulesetChange

__all__ = [
    "Action", "Battle", "BattleSeat", "BattleSheet", "Campaign", "Force", "Membership", "Placement", "Role",
    "RulesetChange",
]  # fmt: skip

"""What lasts between sessions: campaigns and their members, forces, battles."""

from __future__ import annotations

from .battles import Battle, BattleSheet
from .campaign import Campaign, Membership, Role
from .forces import Force, Placement

__all__ = ["Battle", "BattleSheet", "Campaign", "Force", "Membership", "Placement", "Role"]

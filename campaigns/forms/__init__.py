"""Forms of the campaigns' pages."""

from __future__ import annotations

from .battles import BattleForm, BattleWordsForm, ChooseForm, CloseForm
from .campaigns import CampaignForm, CodeForm, DoorForm, NameForm, PasswordForm, password_form
from .forces import AddForm, ForceForm, LabelForm
from .pilots import PilotForm

__all__ = [
    "AddForm", "BattleForm", "BattleWordsForm", "CampaignForm", "ChooseForm", "CloseForm", "CodeForm", "DoorForm",
    "ForceForm", "LabelForm", "NameForm", "PasswordForm", "PilotForm", "password_form",
]  # fmt: skip

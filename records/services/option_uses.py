"""Things done under optional rules. One of them cancels a roll: that roll is taken back first, all in one step."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.db import transaction

from records.errors import Refused
from records.rules.entries import OptionUsed
from records.rules.options import REGISTRY

from .entries import Applied, already_applied, enter, lock, undo

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def use(*, record_id: int, entry: OptionUsed, user: User | None, key: uuid.UUID) -> Applied:
    """Enter it. What cancels a roll is refused unless that roll was the last thing that happened on the sheet."""
    record = lock([record_id])[record_id]
    if seen := already_applied(record, key):
        return seen
    option = REGISTRY.get(entry.option)
    if option is not None and entry.action in option.takes_back:
        last = record.head
        if last is None or last.what != "Rolled" or last.entered.get("roll") != entry.values.get("roll"):
            raise Refused("edge-too-late")
        undo(record_id=record_id, user=user, key=uuid.uuid5(key, "taken back"))
    return enter(record_id=record_id, entry=entry, user=user, key=key)

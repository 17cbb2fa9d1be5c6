"""Roll for me: dice from the system's generator, entered like any others and marked as the app's."""

from __future__ import annotations

import secrets
import uuid
from typing import TYPE_CHECKING

from django.db import transaction

from records import rules
from records.errors import Refused, Stale
from records.rules.entries import Rolled

from .entries import Applied, already_applied, enter, lock

if TYPE_CHECKING:
    from django.contrib.auth.models import User

TRIES = 200
AGAIN = frozenset({"roll-again", "leg-behind-cover"})
_SYSTEM = secrets.SystemRandom()


@transaction.atomic
def roll_for_me(*, record_id: int, roll: int, user: User | None, key: uuid.UUID) -> Applied:
    """Throw the dice of an owed roll and enter them. Dice that have to be thrown again are thrown again."""
    record = lock([record_id])[record_id]
    if seen := already_applied(record, key):
        return seen
    sheet, design, ruleset = record.sheet, record.unit.design, record.ruleset
    owed = sheet.roll(roll)
    if owed is None:
        raise (Stale if 0 < roll <= sheet.serial else Refused)("roll-not-owed", roll=roll)
    count = owed.dice + int(bool(owed.about.get("leg-die")))  # a tripod's third die picks the leg
    for _try in range(TRIES):
        entry = Rolled(roll, tuple(_SYSTEM.randint(1, 6) for _die in range(count)), by_app=True)
        outcome = rules.enter(design, sheet, entry, ruleset)
        if isinstance(outcome, rules.RuleViolation) and outcome.code in AGAIN:
            continue
        return enter(record_id=record_id, entry=entry, user=user, key=key)
    raise Refused("no-lucky-roll")

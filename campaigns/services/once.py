"""A form is applied once, however often it arrives."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils import timezone

from campaigns.models import Action

if TYPE_CHECKING:
    from django.contrib.auth.models import User

KEPT = timedelta(days=30)
TRIES = 3


def applied(*, key: uuid.UUID, user: User) -> str:
    """The address that this person's form of this key led to; empty when it has not been applied."""
    return Action.objects.filter(key=key, user=user).values_list("result", flat=True).first() or ""


def once(*, key: uuid.UUID, user: User, do: Callable[[], str]) -> str:
    """Do it unless this person's key has been applied before; either way return the address it leads to.

    What ``do`` refuses leaves no trace: the same form can be sent again after the fault is mended. Where somebody else
    got in between its checks and its writes, so that the database would not have it, it is done again from the start:
    the checks then see what the other one did.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            return _once(key=key, user=user, do=do)
        except IntegrityError:
            if not tries_left:
                raise
    raise AssertionError("unreachable")


@transaction.atomic
def _once(*, key: uuid.UUID, user: User, do: Callable[[], str]) -> str:
    action, made = Action.objects.get_or_create(key=key, user=user)
    if not made:
        return action.result
    action.result = do()
    action.save(update_fields=["result"])
    Action.objects.filter(user=user, at__lt=timezone.now() - KEPT).delete()
    return action.result

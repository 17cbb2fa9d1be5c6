"""Taking designs out of the catalogue: one's own uploads, or any for who runs the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from records.errors import NotAllowed, Refused
from records.models import RecordSheet, Unit

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def may_remove(person: Any, unit: Unit) -> bool:
    """Whether this person may take the design out: its uploader, or who runs the server."""
    return bool(person.is_staff) or (person.pk is not None and unit.uploader_id == person.pk)


def remove(*, units: Sequence[Unit], by: User) -> list[str]:
    """Take designs out of the catalogue for good; the names of those that went.

    Those that a record sheet uses stay; Refused when all of them do. NotAllowed when one is not this person's.
    Where a design had taken an earlier one's place, the earlier one is offered again.
    """
    if not all(may_remove(by, unit) for unit in units):
        raise NotAllowed("not-your-designs")
    gone = [unit.name for unit in units if _removed(unit)]
    if not gone:
        raise Refused("designs-in-use")
    return gone


def _removed(unit: Unit) -> bool:
    try:
        with transaction.atomic():
            locked = Unit.objects.select_for_update().filter(pk=unit.pk).defer("blueprint").first()
            if locked is None or RecordSheet.objects.filter(unit=locked).exists():
                return False
            offered = not locked.superseded
            locked.delete()
            if offered:
                _offer_earlier(unit)
    except (ProtectedError, IntegrityError):  # a sheet of it was opened at this moment
        return False
    return True


def _offer_earlier(unit: Unit) -> None:
    same = Unit.objects.filter(chassis=unit.chassis, model=unit.model)
    if not same.filter(superseded=False).exists():
        earlier = same.order_by("-pk").first()
        if earlier is not None:
            Unit.objects.filter(pk=earlier.pk).update(superseded=False)

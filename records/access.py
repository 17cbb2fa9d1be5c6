"""Who may see and change a roster.

``records`` knows only a roster's owner. Rooms that own rosters (campaigns) add what they know through :func:`grants`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from django.http import Http404

from .errors import NotAllowed
from .models import RecordSheet, Roster

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
    from django.db.models import Q

    Person = AbstractBaseUser | AnonymousUser

Right = Literal["none", "see", "change", "run"]
RIGHTS: tuple[Right, ...] = ("none", "see", "change", "run")

# (person, roster, record or None) -> right: "see" reads, "change" makes entries on that sheet, "run" does everything.
Grant = Callable[["Person", Roster, RecordSheet | None], Right]
_grants: list[Grant] = []
_visible: list[Callable[[Person], Q]] = []


def grants(grant: Grant, visible: Callable[[Person], Q]) -> None:
    """Add a source of rights. ``visible`` is the same as a filter on :class:`Roster` for lists."""
    _grants.append(grant)
    _visible.append(visible)


def right_on(person: Person, roster: Roster, record: RecordSheet | None = None) -> Right:
    """The greatest right that the person has on the roster, or on one of its sheets."""
    if not person.is_authenticated:
        return "none"
    if roster.personal:
        return "run" if roster.owner_id == person.pk else "none"
    best: Right = "none"
    for grant in _grants:
        best = max(best, grant(person, roster, record), key=RIGHTS.index)
    return best


def visible_rosters(person: Person) -> Q:
    """The rosters that the person may see, as a filter on :class:`Roster`."""
    from django.db.models import Q

    if not person.is_authenticated:
        return Q(pk__in=())
    found = Q(personal=True, owner_id=person.pk)
    for visible in _visible:
        found |= visible(person)
    return found


def sheet_for(person: Person, pk: int, *, right: Right = "see") -> RecordSheet:
    """The sheet, when the person may do that much with it.

    What a person may not see does not exist for them: 404. A member who may look but not change gets NotAllowed (403).
    """
    rows = RecordSheet.objects.select_related("roster", "unit", "pilot").defer("initial", "unit__blueprint")
    record = rows.filter(pk=pk).first()
    if record is None:
        raise Http404
    check(person, record.roster, record, right=right)
    return record


def check(person: Person, roster: Roster, record: RecordSheet | None = None, *, right: Right) -> None:
    """Raise Http404 or NotAllowed unless the person has the right."""
    has = right_on(person, roster, record)
    if has == "none":
        raise Http404
    if RIGHTS.index(has) < RIGHTS.index(right):
        raise NotAllowed("not-allowed")

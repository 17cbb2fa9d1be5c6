"""Where a record sheet belongs: the links that lead from its page to what it is part of.

``records`` itself knows of nothing around a sheet. Rooms that group sheets add theirs through :func:`tells`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .models import RecordSheet

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

    Person = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True)
class Link:
    """One link. ``kind`` is ``up`` for what the sheet is part of, ``beside`` for a sheet of the same battle.

    ``owed`` counts the rolls that sheet owes; ``current`` marks the sheet one is on.
    """

    label: str
    url: str
    kind: str = "up"
    current: bool = False
    owed: int = 0


_sources: list[Callable[[RecordSheet, Person], Iterable[Link]]] = []


def tells(source: Callable[[RecordSheet, Person], Iterable[Link]]) -> None:
    """Add a source of links."""
    _sources.append(source)


def around(record: RecordSheet, person: Person) -> list[Link]:
    """The links from this sheet's page, for somebody who may see the sheet."""
    return [link for source in _sources for link in source(record, person)]

"""Where a unit of the catalogue can go: every place a person may open a record sheet in.

``records`` itself knows a person's own sheets. Rooms that own other rosters add theirs through :func:`offers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


@dataclass(frozen=True)
class Destination:
    """One place. ``url`` takes a post with ``unit`` (a slug) and ``key``; ``group`` is the heading it stands under."""

    label: str
    url: str
    group: str = ""


_offers: list[Callable[[AbstractBaseUser], Iterable[Destination]]] = []


def offers(source: Callable[[AbstractBaseUser], Iterable[Destination]]) -> None:
    """Add a source of destinations."""
    _offers.append(source)


def destinations(person: AbstractBaseUser) -> list[Destination]:
    """All places where this person may open a sheet, their own first."""
    return [
        Destination(_("My sheets"), reverse("open_sheet")),
        *(place for source in _offers for place in source(person)),
    ]

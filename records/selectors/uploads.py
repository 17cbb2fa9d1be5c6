"""Designs that people uploaded, and where a design is used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from records import access
from records.models import RecordSheet, Roster, Unit

SHOWN = 10
"""Sheets that are named where a design is used; the others are counted."""


def uploads(person: Any, *, everybody: bool = False) -> QuerySet[Unit]:
    """The person's uploads, or everybody's imported designs, by name. ``used``: whether a record sheet uses it."""
    rows = Unit.objects.filter(origin=Unit.Origin.IMPORTED) if everybody else Unit.objects.filter(uploader=person)
    used = Exists(RecordSheet.objects.filter(unit=OuterRef("pk")))
    return rows.annotate(used=used).select_related("uploader").defer("blueprint").order_by("chassis", "model", "pk")


@dataclass(slots=True)
class Usage:
    """A design with the sheets that use it: some of those that the person may see, how many more, and others'."""

    unit: Unit
    sheets: list[RecordSheet] = field(default_factory=list)
    more: int = 0
    hidden: int = 0

    @property
    def used(self) -> bool:
        """Whether any sheet uses it."""
        return bool(self.sheets or self.more or self.hidden)


def usage(units: Sequence[Unit], person: Any) -> list[Usage]:
    """Where each of these designs is used, in two queries."""
    found = {unit.pk: Usage(unit) for unit in units}
    visible = set(Roster.objects.filter(access.visible_rosters(person)).values_list("pk", flat=True))
    rows = RecordSheet.objects.filter(unit__in=found).select_related("unit", "roster")
    for row in rows.defer("state", "initial", "unit__blueprint").order_by("roster__name", "pk"):
        one = found[row.unit_id]
        if row.roster_id not in visible:
            one.hidden += 1
        elif len(one.sheets) < SHOWN:
            one.sheets.append(row)
        else:
            one.more += 1
    return list(found.values())

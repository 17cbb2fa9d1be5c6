"""The entries of a battle that stand: those undone and not redone are not among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import F

from campaigns.models import Battle, BattleSheet
from records import rules
from records.models import SheetEntry
from records.rules import Sheet

from .battles import log


def standing_lines(battle: Battle) -> list[SheetEntry]:
    """What was entered in the battle and not taken back, the oldest first. What is taken back after its end is not in
    it either."""
    undone = _undone(
        SheetEntry.objects.filter(
            record__battles__battle=battle, number__gt=F("record__battles__began"), names__isnull=False
        )
        .order_by("pk")
        .values_list("kind", "names_id")
    )
    lines = log(battle).filter(kind=SheetEntry.Kind.ENTRY).select_related(None).order_by("at", "pk")
    return [line for line in lines.only(*_FIELDS) if line.pk not in undone]


_FIELDS = ("pk", "record_id", "number", "kind", "entered", "events", "turn", "phase", "at")


def _undone(steps: Iterable[tuple[str, int | None]]) -> set[int | None]:
    found: set[int | None] = set()
    for kind, named in steps:
        if kind == SheetEntry.Kind.UNDO:
            found.add(named)
        else:
            found.discard(named)
    return found


def sheets_at(entries: Iterable[BattleSheet], *, end: bool) -> Mapping[int, Sheet]:
    """The sheets of a battle by record as they were when it began or, with ``end``, when it ended; as they stand now
    where it has not."""
    found = {}
    for entry in entries:
        number = entry.ended if end else entry.began
        state = entry.record.state if number is None else _state_at(entry, number)
        found[entry.record_id] = rules.decode(Sheet, state)
    return found


def _state_at(entry: BattleSheet, number: int) -> object:
    """The state after the latest line up to this number; as before all lines where there is none."""
    after = (
        SheetEntry.objects.filter(record_id=entry.record_id, number__lte=number)
        .order_by("-number")
        .values_list("after", flat=True)
        .first()
    )
    return entry.record.initial if after is None else after

"""The entry log: enter, undo, redo. One entry is one transaction; the sheet's row is locked for its length."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from records import access, rules
from records.errors import NotAllowed, Refused, Stale
from records.models import RecordSheet, SheetEntry

from .pilots import write_back

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Applied:
    """What one action did to one sheet. ``repeated``: its key had been applied before, nothing was done again."""

    record: RecordSheet
    line: SheetEntry
    repeated: bool = False


def enter(
    *, record_id: int, entry: rules.Entry, user: User | None, key: uuid.UUID, at: datetime | None = None
) -> Applied:
    """Enter one thing on one sheet. Raises :class:`Refused` with the rules service's code when it cannot be."""
    return enter_on_all(steps=[(record_id, entry)], user=user, key=key, at=at)[0]


@transaction.atomic
def enter_on_all(
    *, steps: Sequence[tuple[int, rules.Entry]], user: User | None, key: uuid.UUID, at: datetime | None = None
) -> list[Applied]:
    """Enter something on several sheets as one action: all of it applies, or none.

    Sheets are locked in the order of their ids, so two such actions cannot wait for each other.
    """
    records = lock([record_id for record_id, _entry in steps])
    batch = key if len(steps) > 1 else None
    applied = []
    for record_id, entry in steps:
        record = records[record_id]
        seen = already_applied(record, key)
        applied.append(seen or _enter(record, entry, user=user, key=key, batch=batch, at=at or timezone.now()))
    return applied


def lock(record_ids: Sequence[int]) -> dict[int, RecordSheet]:
    """The sheets, locked until the transaction ends."""
    rows = (
        RecordSheet.objects.select_for_update(of=("self",))
        .select_related("unit", "roster", "pilot")
        .defer("initial", "unit__blueprint")
        .filter(pk__in=set(record_ids))
        .order_by("pk")
    )
    found = {record.pk: record for record in rows}
    if len(found) != len(set(record_ids)):
        raise Refused("sheet-is-gone")
    return found


def already_applied(record: RecordSheet, key: uuid.UUID) -> Applied | None:
    """The line this key made before, if any: a double tap or a repeated request."""
    line = SheetEntry.objects.filter(record=record, key=key).first()
    return None if line is None else Applied(record, line, repeated=True)


def _enter(
    record: RecordSheet,
    entry: rules.Entry,
    *,
    user: User | None,
    key: uuid.UUID,
    batch: uuid.UUID | None,
    at: datetime,
) -> Applied:
    if record.retired:
        raise Refused("sheet-is-retired")
    before = record.sheet
    outcome = rules.enter(record.unit.design, before, entry, record.ruleset)
    if isinstance(outcome, rules.RuleViolation):
        # The roll was there when the page was drawn: somebody else has answered it meanwhile.
        stale = outcome.code == "roll-not-owed" and 0 < getattr(entry, "roll", 0) <= before.serial
        raise (Stale if stale else Refused)(outcome.code, **dict(outcome.params))
    line = _append(
        record,
        SheetEntry(
            kind=SheetEntry.Kind.ENTRY,
            entered=rules.encode_tagged(entry),
            events=[rules.encode_tagged(event) for event in outcome.events],
            base_id=record.head_id,
            turn=before.turn,
            phase=before.phase,
        ),
        after=rules.encode(outcome.sheet),
        user=user,
        key=key,
        batch=batch,
        at=at,
    )
    _keep(record, state=line.after, head=line, undone=[])
    return Applied(record, line)


@transaction.atomic
def undo(*, record_id: int, user: User | None, key: uuid.UUID, at: datetime | None = None) -> list[Applied]:
    """Take back the latest entry that stands, on every sheet it touched.

    When another sheet of the same action has moved on, the whole undo is refused in words.
    """
    return _on_batch(
        record_id=record_id,
        user=user,
        key=key,
        at=at or timezone.now(),
        pick=_latest,
        step=_undo,
        none="nothing-to-undo",
    )


@transaction.atomic
def redo(*, record_id: int, user: User | None, key: uuid.UUID, at: datetime | None = None) -> list[Applied]:
    """Make the entry that was undone last stand again, on every sheet it touched."""
    return _on_batch(
        record_id=record_id,
        user=user,
        key=key,
        at=at or timezone.now(),
        pick=_undone,
        step=_redo,
        none="nothing-to-redo",
    )


def _latest(record: RecordSheet) -> SheetEntry | None:
    return record.head


def _undone(record: RecordSheet) -> SheetEntry | None:
    return SheetEntry.objects.filter(pk=record.undone[-1]).first() if record.undone else None


def _on_batch(
    *,
    record_id: int,
    user: User | None,
    key: uuid.UUID,
    at: datetime,
    pick: Callable[[RecordSheet], SheetEntry | None],
    step: Callable[..., Applied],
    none: str,
) -> list[Applied]:
    """Undo or redo the picked entry of one sheet together with its batch on the others."""
    peek = RecordSheet.objects.filter(pk=record_id).first()
    if peek is None:
        raise Refused("sheet-is-gone")
    if seen := already_applied(peek, key):
        return [seen]
    batch = getattr(pick(peek), "batch", None)
    others = SheetEntry.objects.filter(batch=batch, kind="entry").values_list("record_id", flat=True) if batch else []
    records = lock([record_id, *others])
    chosen = pick(records[record_id])
    if chosen is None:
        raise Refused(none)
    if chosen.batch != batch:
        raise Stale("sheet-has-changed")
    _check_others(record_id, records, user)
    applied = []
    for record in records.values():
        line = pick(record)
        if line is None or (line.pk != chosen.pk and (batch is None or line.batch != batch)):
            raise Refused("other-sheet-has-moved-on", sheet=record.name)
        applied.append(step(record, line, user=user, key=key, batch=batch, at=at))
    return applied


def _check_others(record_id: int, records: dict[int, RecordSheet], user: User | None) -> None:
    """What was done on several sheets at once is taken back only by somebody who may change all of them."""
    for pk, record in records.items():
        if pk != record_id and user is not None:
            right = access.right_on(user, record.roster, record)
            if access.RIGHTS.index(right) < access.RIGHTS.index("change"):
                raise NotAllowed("other-sheets-are-not-yours", sheet=record.name)


def _undo(
    record: RecordSheet,
    line: SheetEntry,
    *,
    user: User | None,
    key: uuid.UUID,
    batch: uuid.UUID | None,
    at: datetime,
) -> Applied:
    if line.what == "CrewChanged":
        # The seat on the paper and the pilot in the roster change together; going back behind that would part them.
        raise Refused("pilot-was-assigned-then")
    after = record.initial if line.base is None else line.base.after
    new = _append(
        record,
        SheetEntry(kind=SheetEntry.Kind.UNDO, names=line, base_id=line.base_id, turn=line.turn, phase=line.phase),
        after=after,
        user=user,
        key=key,
        batch=batch,
        at=at,
    )
    _keep(record, state=after, head=line.base, undone=[*record.undone, line.pk])
    return Applied(record, new)


def _redo(
    record: RecordSheet,
    line: SheetEntry,
    *,
    user: User | None,
    key: uuid.UUID,
    batch: uuid.UUID | None,
    at: datetime,
) -> Applied:
    new = _append(
        record,
        SheetEntry(kind=SheetEntry.Kind.REDO, names=line, base_id=line.base_id, turn=line.turn, phase=line.phase),
        after=line.after,
        user=user,
        key=key,
        batch=batch,
        at=at,
    )
    _keep(record, state=line.after, head=line, undone=record.undone[:-1])
    return Applied(record, new)


def _append(
    record: RecordSheet,
    line: SheetEntry,
    *,
    after: Any,
    user: User | None,
    key: uuid.UUID,
    batch: uuid.UUID | None,
    at: datetime,
) -> SheetEntry:
    last = SheetEntry.objects.filter(record=record).order_by("-number").values_list("number", flat=True).first()
    line.record, line.after, line.user, line.key, line.batch, line.at = record, after, user, key, batch, at
    line.number = (last or 0) + 1
    line.save(force_insert=True)
    return line


def _keep(record: RecordSheet, *, state: Any, head: SheetEntry | None, undone: list[int]) -> None:
    record.state, record.head, record.undone = state, head, undone
    record.version += 1
    record.save(update_fields=["state", "head", "undone", "version", "changed_at"])
    write_back(record)

"""The entry log: enter, undo, redo. One entry is one transaction; the sheet's row is locked for its length."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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


@dataclass(frozen=True)
class By:
    """Who did it, when, under which key, and what ties it to other sheets."""

    user: User | None
    key: uuid.UUID
    at: datetime
    batch: uuid.UUID | None = None


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
    by = By(user, key, at or timezone.now(), key if len(steps) > 1 else None)
    return [
        already_applied(records[record_id], key) or _enter(records[record_id], entry, by) for record_id, entry in steps
    ]


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


def _enter(record: RecordSheet, entry: rules.Entry, by: By) -> Applied:
    if record.retired:
        raise Refused("sheet-is-retired")
    before = record.sheet
    ruleset = record.ruleset
    outcome = rules.enter(record.unit.design, before, entry, ruleset)
    if isinstance(outcome, rules.RuleViolation):
        # The roll was there when the page was drawn: somebody else has answered it meanwhile.
        stale = outcome.code == "roll-not-owed" and 0 < getattr(entry, "roll", 0) <= before.serial
        raise (Stale if stale else Refused)(outcome.code, **dict(outcome.params))
    line = SheetEntry(
        kind=SheetEntry.Kind.ENTRY,
        entered=rules.encode_tagged(entry),
        events=[rules.encode_tagged(event) for event in outcome.events],
        base_id=record.head_id,
        turn=before.turn,
        phase=before.phase,
        edition=ruleset.edition,
    )
    return _append(record, line, by, after=rules.encode(outcome.sheet), head=line, undone=[])


@transaction.atomic
def undo(*, record_id: int, user: User | None, key: uuid.UUID, at: datetime | None = None) -> list[Applied]:
    """Take back the latest entry that stands, on every sheet it touched.

    When another sheet of the same action has moved on, the whole undo is refused in words.
    """
    return _on_batch(record_id, By(user, key, at or timezone.now()), pick=_latest, step=_undo, none="nothing-to-undo")


@transaction.atomic
def redo(*, record_id: int, user: User | None, key: uuid.UUID, at: datetime | None = None) -> list[Applied]:
    """Make the entry that was undone last stand again, on every sheet it touched."""
    return _on_batch(record_id, By(user, key, at or timezone.now()), pick=_undone, step=_redo, none="nothing-to-redo")


def _latest(record: RecordSheet) -> SheetEntry | None:
    return record.head


def _undone(record: RecordSheet) -> SheetEntry | None:
    return SheetEntry.objects.filter(pk=record.undone[-1]).first() if record.undone else None


def _on_batch(
    record_id: int,
    by: By,
    *,
    pick: Callable[[RecordSheet], SheetEntry | None],
    step: Callable[[RecordSheet, SheetEntry, By], Applied],
    none: str,
) -> list[Applied]:
    """Undo or redo the picked entry of one sheet together with its batch on the others."""
    peek = RecordSheet.objects.filter(pk=record_id).first()
    if peek is None:
        raise Refused("sheet-is-gone")
    batch = getattr(pick(peek), "batch", None)
    others = SheetEntry.objects.filter(batch=batch, kind="entry").values_list("record_id", flat=True) if batch else []
    records = lock([record_id, *others])
    # Looked up under the lock: the same request twice at once must not take back two entries.
    if seen := already_applied(records[record_id], by.key):
        return [seen]
    chosen = pick(records[record_id])
    if chosen is None:
        raise Refused(none)
    if chosen.batch != batch:
        raise Stale("sheet-has-changed")
    _check_others(record_id, records, by.user)
    by = replace(by, batch=batch)
    applied = []
    for record in records.values():
        line = pick(record)
        if line is None or (line.pk != chosen.pk and (batch is None or line.batch != batch)):
            raise Refused("other-sheet-has-moved-on", sheet=record.name)
        applied.append(step(record, line, by))
    return applied


def _check_others(record_id: int, records: dict[int, RecordSheet], user: User | None) -> None:
    """What was done on several sheets at once is taken back only by somebody who may change all of them."""
    for pk, record in records.items():
        if pk != record_id and user is not None:
            right = access.right_on(user, record.roster, record)
            if access.RIGHTS.index(right) < access.RIGHTS.index("change"):
                raise NotAllowed("other-sheets-are-not-yours", sheet=record.name)


def _undo(record: RecordSheet, line: SheetEntry, by: By) -> Applied:
    if line.what == "CrewChanged":
        # The seat on the paper and the pilot in the roster change together; going back behind that would part them.
        raise Refused("pilot-was-assigned-then")
    after = record.initial if line.base is None else line.base.after
    return _append(record, _naming(line, "undo"), by, after=after, head=line.base, undone=[*record.undone, line.pk])


def _redo(record: RecordSheet, line: SheetEntry, by: By) -> Applied:
    return _append(record, _naming(line, "redo"), by, after=line.after, head=line, undone=record.undone[:-1])


def _naming(line: SheetEntry, kind: str) -> SheetEntry:
    """A line that takes back or restores ``line``."""
    return SheetEntry(kind=kind, names=line, base_id=line.base_id, turn=line.turn, phase=line.phase)


def _append(
    record: RecordSheet, line: SheetEntry, by: By, *, after: Any, head: SheetEntry | None, undone: list[int]
) -> Applied:
    """Add a line to the log, and make the sheet what it says."""
    last = SheetEntry.objects.filter(record=record).order_by("-number").values_list("number", flat=True).first()
    line.record, line.after, line.number = record, after, (last or 0) + 1
    line.user, line.key, line.batch, line.at = by.user, by.key, by.batch, by.at
    line.save(force_insert=True)
    record.state, record.head, record.undone = after, head, undone
    record.version += 1
    record.save(update_fields=["state", "head", "undone", "version", "changed_at"])
    write_back(record)
    return Applied(record, line)

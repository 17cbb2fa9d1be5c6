"""Battles: sheets that fight the same turns. Phases end on all sheets as one action: all of it applies, or none."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone

from campaigns.models import Battle, BattleSheet, Campaign
from campaigns.selectors.battles import Fighter, Standing, free_machines, standing
from records import rules
from records.errors import Refused, Stale
from records.models import RecordSheet, SheetEntry
from records.rules.entries import PhaseEnded, StoodDown, TurnEnded
from records.services import entries

from . import seats

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_SHEETS = 48


class RollsOwed(Refused):
    """Rolls are still owed; ``waiting`` are those who owe them."""

    def __init__(self, waiting: Sequence[Fighter]) -> None:
        rolls = sum(len(fighter.condition.owed) for fighter in waiting)
        super().__init__("rolls-owed-in-battle", count=rolls, sheets=[fighter.record.name for fighter in waiting])
        self.waiting = list(waiting)


class PhaseHasMoved(Stale):
    """The page showed an earlier phase: somebody has ended it meanwhile."""


@transaction.atomic
def open_battle(
    *, campaign: Campaign, name: str, record_ids: Iterable[int], user: User, key: uuid.UUID
) -> Battle:
    """Begin a battle of these sheets. Their clocks start at turn 1; a cold 'Mech that stands is left as it is."""
    records = _chosen(campaign, record_ids)
    battle = Battle.objects.create(campaign=campaign, name=name)
    _bring_in(battle, records, user=user, key=key, turn=1, phase="movement")
    return battle


@transaction.atomic
def reinforce(*, battle: Battle, record_ids: Iterable[int], user: User, key: uuid.UUID) -> None:
    """Further sheets join an open battle, at its present turn and phase."""
    battle = _locked(battle)
    records = _chosen(battle.campaign, record_ids)
    now = standing(battle)
    if len(now.fighters) + len(records) > MOST_SHEETS:
        raise Refused("too-many-in-battle", most=MOST_SHEETS)
    _bring_in(battle, records, user=user, key=key, turn=now.turn, phase=now.phase)
    _touch(battle)


@transaction.atomic
def withdraw(*, battle: Battle, record_id: int, user: User, key: uuid.UUID) -> None:
    """A sheet leaves the battle (the map): it stands down, with all its damage."""
    battle = _locked(battle)
    entry = BattleSheet.objects.filter(battle=battle, record=record_id, open=True).first()
    if entry is None:
        raise Refused("not-in-this-battle")
    fighter = next(one for one in standing(battle).fighters if one.record.pk == record_id)
    if fighter.condition.owed:
        raise RollsOwed([fighter])
    _stand_down([entry.record], user=user, key=key)
    _leave([entry], closing=False)
    _touch(battle)


def end_phase(*, battle: Battle, user: User, key: uuid.UUID, shown: str = "") -> Standing:
    """End the present phase on every sheet that is in it. Refused with :class:`RollsOwed` while rolls are owed.

    ``shown`` is where the battle stood on the page of whoever asks (``"3-weapon"``): when it has moved on since,
    :class:`PhaseHasMoved`.

    Sheets whose phase end brings up new rolls go on by themselves when those are answered; the battle follows the
    sheet that is furthest behind.
    """
    return _end(battle=battle, user=user, key=key, turn=False, shown=shown)


def end_turn(*, battle: Battle, user: User, key: uuid.UUID, shown: str = "") -> Standing:
    """Work through what is left of the turn on every sheet that is in its present turn. See :func:`end_phase`."""
    return _end(battle=battle, user=user, key=key, turn=True, shown=shown)


@transaction.atomic
def _end(*, battle: Battle, user: User, key: uuid.UUID, turn: bool, shown: str) -> Standing:
    battle = _locked(battle)
    now = standing(battle)
    if shown and shown != f"{now.turn}-{now.phase}":
        raise PhaseHasMoved("phase-has-moved")
    if not now.active:
        raise Refused("nobody-left-in-battle")
    those = now.in_turn if turn else now.behind
    if owing := [one for one in those if one.condition.owed]:
        raise RollsOwed(owing)
    entry = TurnEnded() if turn else PhaseEnded(phase=now.phase)  # type: ignore[arg-type]
    entries.enter_on_all(steps=[(one.record.pk, entry) for one in those], user=user, key=key)
    _touch(battle)
    return standing(battle)


@transaction.atomic
def undo(*, battle: Battle, user: User, key: uuid.UUID) -> None:
    """Take back the end of a phase or turn that was entered last on all its sheets.

    Refused when a sheet has moved on since: what was entered there is undone there first.
    """
    battle = _locked(battle)
    heads = RecordSheet.objects.filter(battles__battle=battle, battles__open=True).values("head")
    last = (
        SheetEntry.objects.filter(pk__in=heads, entered__type__in=("PhaseEnded", "TurnEnded"))
        .order_by("-at", "-pk")
        .first()
    )
    if last is None:
        raise Refused("no-phase-to-take-back")
    entries.undo(record_id=last.record_id, user=user, key=key)
    _touch(battle)


@transaction.atomic
def close(*, battle: Battle, user: User, key: uuid.UUID, summary: str = "", drop_rolls: bool = False) -> None:
    """End the battle. Sheets keep damage, ammunition and wounds; they cool down, get up and start again.

    Refused with :class:`RollsOwed` while rolls are owed, unless ``drop_rolls`` lets those go.
    """
    battle = _locked(battle)
    now = standing(battle)
    if now.owing and not drop_rolls:
        raise RollsOwed(now.owing)
    battle.turn, battle.phase = now.turn, now.phase
    taking_part = [one.entry for one in now.fighters if one.entry.open]
    stood = _stand_down([entry.record for entry in taking_part], user=user, key=key, drop_rolls=drop_rolls)
    _leave(taking_part)
    battle.closed_at, battle.summary, battle.closing = timezone.now(), summary, key if stood else None
    battle.version = F("version") + 1
    battle.save(update_fields=["turn", "phase", "closed_at", "summary", "closing", "version"])


@transaction.atomic
def reopen(*, battle: Battle, user: User, key: uuid.UUID) -> None:
    """Take the closing back, while no sheet has been used since: everything is as it was before."""
    battle = Battle.objects.select_for_update().get(pk=battle.pk)
    if battle.open:
        raise Refused("battle-is-open", battle=battle.name)
    if battle.closing is not None:
        line = SheetEntry.objects.filter(key=battle.closing, kind="entry", record__battles__battle=battle).first()
        if line is None or line.record.head_id != line.pk:
            raise Refused("battle-cannot-reopen", battle=battle.name)
        entries.undo(record_id=line.record_id, user=user, key=key)
    back = battle.entries.filter(ended_by_closing=True)
    try:
        with transaction.atomic():
            back.update(open=True, ended=None, ended_by_closing=False)
    except IntegrityError:
        raise Refused("battle-cannot-reopen", battle=battle.name) from None
    battle.closed_at, battle.closing, battle.version = None, None, F("version") + 1
    battle.save(update_fields=["closed_at", "closing", "version"])


def change(*, battle: Battle, name: str, summary: str) -> None:
    """Another name or summary."""
    if (battle.name, battle.summary) == (name, summary):
        raise Refused("nothing-changed")
    battle.name, battle.summary = name, summary
    battle.save(update_fields=["name", "summary"])
    _touch(battle)


def _locked(battle: Battle) -> Battle:
    """The battle's row, locked, when it is still being fought."""
    found = Battle.objects.select_for_update(of=("self",)).select_related("campaign__roster").get(pk=battle.pk)
    if not found.open:
        raise Refused("battle-is-closed", battle=found.name)
    return found


def _chosen(campaign: Campaign, record_ids: Iterable[int]) -> list[RecordSheet]:
    wanted = set(record_ids)
    if not wanted:
        raise Refused("nobody-chosen")
    if len(wanted) > MOST_SHEETS:
        raise Refused("too-many-in-battle", most=MOST_SHEETS)
    records = list(free_machines(campaign).filter(pk__in=wanted))
    if len(records) != len(wanted):
        raise Refused("not-all-are-free")
    return records


def _bring_in(
    battle: Battle, records: Sequence[RecordSheet], *, user: User, key: uuid.UUID, turn: int, phase: str
) -> None:
    fresh = _come_back(battle, records)
    order = (battle.entries.aggregate(last=Max("order"))["last"] or 0) + 1
    last = _last_numbers(fresh)
    BattleSheet.objects.bulk_create(
        BattleSheet(
            battle=battle,
            record=record,
            hostile=_hostile(record),
            order=order + step,
            began=last.get(record.pk, 0),
        )
        for step, record in enumerate(fresh)
    )
    seats.note(battle.entries.filter(record__in=list(records)))
    _stand_down(records, user=user, key=key, turn=turn, phase=phase)


def _come_back(battle: Battle, records: Sequence[RecordSheet]) -> list[RecordSheet]:
    """Let those take part again that had withdrawn from this battle; returns the others."""
    entries = {entry.record_id: entry for entry in battle.entries.filter(record__in=list(records))}
    for entry in entries.values():
        entry.open, entry.ended, entry.ended_by_closing = True, None, False
    BattleSheet.objects.bulk_update(entries.values(), ["open", "ended", "ended_by_closing"])
    return [record for record in records if record.pk not in entries]


def _hostile(record: RecordSheet) -> bool:
    placement = getattr(record, "placement", None)
    return bool(placement and placement.force.hostile)


def _last_numbers(records: Iterable[RecordSheet]) -> dict[int, int]:
    rows = SheetEntry.objects.filter(record__in=list(records)).values("record").annotate(last=Max("number"))
    return {row["record"]: row["last"] for row in rows.order_by()}


def _stand_down(
    records: Sequence[RecordSheet],
    *,
    user: User,
    key: uuid.UUID,
    turn: int = 1,
    phase: str = "movement",
    drop_rolls: bool = False,
) -> int:
    """Stand down those that are not so already; returns how many needed it."""
    entry = StoodDown(turn=turn, phase=phase, drop_rolls=drop_rolls)  # type: ignore[arg-type]
    steps = [(record.pk, entry) for record in records if _needs(record, entry)]
    if steps:
        entries.enter_on_all(steps=steps, user=user, key=key)
    return len(steps)


def _needs(record: RecordSheet, entry: StoodDown) -> bool:
    outcome = rules.enter(record.unit.design, record.sheet, entry, record.ruleset)
    if isinstance(outcome, rules.RuleViolation) and outcome.code == "rolls-owed":
        raise Refused("rolls-owed-on", sheet=record.name, count=len(record.sheet.owed))
    return isinstance(outcome, rules.Outcome)


def _leave(those: Sequence[BattleSheet], *, closing: bool = True) -> None:
    last = _last_numbers([entry.record for entry in those])
    for entry in those:
        entry.open, entry.ended, entry.ended_by_closing = False, last.get(entry.record_id, 0), closing
    BattleSheet.objects.bulk_update(those, ["open", "ended", "ended_by_closing"])


def _touch(battle: Battle) -> None:
    Battle.objects.filter(pk=battle.pk).update(version=F("version") + 1)

"""Where a battle stands, read off its sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet, Sum

from campaigns.models import Battle, BattleSheet, Campaign
from records.models import RecordSheet, SheetEntry
from records.rules.sheet import PHASES
from records.selectors.condition import Condition, condition

Clock = tuple[int, int]  # turn, number of the phase in PHASES


@dataclass(frozen=True)
class Fighter:
    """One sheet in a battle, with its condition and who plays it."""

    entry: BattleSheet
    record: RecordSheet
    condition: Condition
    player: User | None

    @property
    def clock(self) -> Clock:
        """Where this sheet stands in the sequence of play."""
        return self.condition.turn, PHASES.index(self.condition.phase)

    @property
    def active(self) -> bool:
        """Whether it still takes part: in the battle, not destroyed."""
        return self.entry.open and not self.condition.out


class Standing:
    """A battle as it stands: both sides, turn and phase, who is owed for, who is behind."""

    def __init__(self, battle: Battle, fighters: Iterable[Fighter]) -> None:
        self.battle = battle
        self.fighters = list(fighters)

    @cached_property
    def active(self) -> list[Fighter]:
        """Those who take part."""
        return [fighter for fighter in self.fighters if fighter.active]

    @cached_property
    def clock(self) -> Clock:
        """The turn and phase of whoever is furthest behind: nobody is left waiting in an earlier phase."""
        if self.battle.open and self.active:
            return min(fighter.clock for fighter in self.active)
        return self.battle.turn, PHASES.index(self.battle.phase)

    @property
    def turn(self) -> int:
        """The turn being fought."""
        return self.clock[0]

    @property
    def phase(self) -> str:
        """The phase being fought, as in PHASES."""
        return PHASES[self.clock[1]]

    @cached_property
    def behind(self) -> list[Fighter]:
        """Those in the battle's present phase, wrecks too: what they owe is owed in it, and it ends for them."""
        return [fighter for fighter in self.fighters if fighter.entry.open and fighter.clock == self.clock]

    @property
    def in_turn(self) -> list[Fighter]:
        """Those in any phase of the present turn, wrecks too."""
        return [fighter for fighter in self.fighters if fighter.entry.open and fighter.condition.turn == self.turn]

    @cached_property
    def ahead(self) -> list[Fighter]:
        """Those who have closed the present phase already, on their own sheets."""
        return [fighter for fighter in self.active if fighter.clock > self.clock]

    @cached_property
    def owing(self) -> list[Fighter]:
        """Those with rolls owed, in or out of action."""
        return [fighter for fighter in self.fighters if fighter.entry.open and fighter.condition.owed]

    @property
    def waiting(self) -> list[Fighter]:
        """Those whose owed rolls keep the phase from ending."""
        return [fighter for fighter in self.behind if fighter.condition.owed]

    @property
    def rolls(self) -> int:
        """How many rolls are owed."""
        return sum(len(fighter.condition.owed) for fighter in self.owing)

    @property
    def records(self) -> list[RecordSheet]:
        """The sheets of both sides."""
        return [fighter.record for fighter in self.fighters]

    @property
    def ours(self) -> list[Fighter]:
        """The campaign's own side."""
        return [fighter for fighter in self.fighters if not fighter.entry.hostile]

    @property
    def theirs(self) -> list[Fighter]:
        """The opposition."""
        return [fighter for fighter in self.fighters if fighter.entry.hostile]


def standing(battle: Battle) -> Standing:
    """The battle as it stands, from its sheets as they are now."""
    return _standings([battle])[0]


def _standings(battles: Iterable[Battle]) -> list[Standing]:
    """Each battle as it stands, all their sheets read at once."""
    listed = list(battles)
    entries: dict[int, list[BattleSheet]] = {battle.pk: [] for battle in listed}
    rows = BattleSheet.objects.filter(battle__in=entries).select_related(
        "record__unit", "record__pilot", "record__placement__player"
    )
    for entry in rows.defer("record__initial", "record__unit__blueprint"):
        entries[entry.battle_id].append(entry)
    return [Standing(battle, (_fighter(entry) for entry in entries[battle.pk])) for battle in listed]


def _fighter(entry: BattleSheet) -> Fighter:
    record = entry.record
    placement = getattr(record, "placement", None)
    return Fighter(entry, record, condition(record), placement.player if placement else None)


def open_battles(campaigns: Iterable[Campaign], most: int | None = None) -> list[Standing]:
    """The open battles of these campaigns, latest first, as they stand; no more than ``most`` of them."""
    battles = Battle.objects.filter(campaign__in=list(campaigns), closed_at=None).select_related("campaign")
    return _standings(battles[:most])


def free_machines(campaign: Campaign) -> QuerySet[RecordSheet]:
    """Machines that can go into a battle: not put aside, not in an open battle."""
    busy = BattleSheet.objects.filter(open=True).values("record")
    return (
        RecordSheet.objects.filter(roster=campaign.roster_id, retired=False)
        .exclude(pk__in=busy)
        .select_related("unit", "pilot", "placement__force")
        .order_by("placement__force__hostile", "placement__force__order", "placement__order", "pk")
    )


def log(battle: Battle) -> QuerySet[SheetEntry]:
    """Every line that the battle wrote on its sheets, newest first."""
    return (
        SheetEntry.objects.filter(
            Q(record__battles__ended=None) | Q(number__lte=F("record__battles__ended")),
            record__battles__battle=battle,
            number__gt=F("record__battles__began"),
        )
        .select_related("user", "names")
        .order_by("-at", "-pk")
        .defer("after", "names__after")
    )


def in_groups(lines: Iterable[SheetEntry]) -> list[list[SheetEntry]]:
    """The lines of a log, those that one action made on several sheets together; each with its sheet and unit."""
    listed = list(lines)
    records = RecordSheet.objects.select_related("unit").in_bulk({line.record_id for line in listed})
    groups: list[list[SheetEntry]] = []
    for line in listed:
        line.record = records[line.record_id]
        same = groups[-1][0] if groups else None
        if same is not None and line.batch is not None and (same.batch, same.key) == (line.batch, line.key):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def versions(battle_pks: Collection[int]) -> dict[int, int]:
    """Of each battle that is there, a number that grows with every change of it or of one of its sheets."""
    found = Battle.objects.filter(pk__in=battle_pks).annotate(sheets=Sum("entries__record__version"))
    return {pk: own + (sheets or 0) + 1 for pk, own, sheets in found.values_list("pk", "version", "sheets")}


def version(battle_pk: int) -> int:
    """A number that grows with every change of the battle or of one of its sheets. 0: the battle is not there."""
    return versions([battle_pk]).get(battle_pk, 0)

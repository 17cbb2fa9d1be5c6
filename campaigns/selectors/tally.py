"""What everybody did in a battle, added up from its log: damage, criticals, kills, rolls, heat, rounds, wounds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from campaigns.models import Battle, BattleSheet
from records.models import SheetEntry
from records.rules import Sheet, Unit
from records.rules import entries as e
from records.rules import events as ev

from .seats import seat_at
from .standing_lines import sheets_at, standing_lines

NOBODY = 0
"""In the place of an attacker whom no entry names."""
EDGE = ("edge-used", "battle-edge")
"""Counts of uses of edge: the MechWarrior's own, and those of a battle."""
TORN = {"armour", "rear", "structure"}
"""Boxes that hold points of damage when they are corrected."""


@dataclass
class Dealt:
    """What one machine has done to another: points of damage by hits, criticals, and whether it was its end."""

    damage: int = 0
    criticals: int = 0
    kills: int = 0


@dataclass
class Deed:
    """What somebody did and took while they sat in one machine: see :class:`Dealt` and :class:`Part`."""

    damage: int = 0
    criticals: int = 0
    kills: int = 0
    taken: int = 0
    wounds: int = 0
    falls: int = 0
    destroyed: str = ""
    """The reason."""


By = tuple[int, int]
"""An attacker and the seat they were in, both as ids."""


@dataclass
class Part:
    """What one machine took and did. ``taken`` are points of armour and structure by location, whatever the cause, and
    ``causes`` the same points by cause: hits, falls, explosions, other, corrected."""

    entry: BattleSheet
    unit: Unit
    began: Sheet
    now: Sheet
    taken: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    criticals: int = 0
    shots: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    heat: int = 0
    made: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    falls: int = 0
    wounds: int = 0
    wounds_of_the_first: int = 0
    """Those of the seat that the roster's MechWarrior sits in."""
    edge: Counter[str] = field(default_factory=Counter)
    moved: int = 0
    destroyed: tuple[int, str] | None = None
    """Turn and reason."""

    @property
    def damage(self) -> int:
        """Points taken in all."""
        return sum(self.taken.values())


@dataclass
class Turn:
    """One turn: points taken and criticals on each side (``True``: the opposition), and what was worth telling."""

    damage: Counter[bool] = field(default_factory=Counter)
    criticals: Counter[bool] = field(default_factory=Counter)
    moments: list[tuple[int, ev.Event]] = field(default_factory=list)


MOMENTS = (
    ev.LocationLost, ev.MachineDestroyed, ev.Exploded, ev.EngineExploded, ev.WentDown, ev.ReactorShutDown,
    ev.PilotBlackedOut, ev.PilotDied, ev.PilotEjected, ev.LocationBreached,
)  # fmt: skip


class Tally:
    """The battle added up. ``pairs`` are keyed by attacker (:data:`NOBODY`) and target, both as record ids; ``deeds``
    by who sat there, as the ids of battle seats."""

    def __init__(self, battle: Battle) -> None:
        entries = list(battle.entries.select_related("record__unit", "record__pilot").prefetch_related("seats__pilot"))
        began, now = sheets_at(entries, end=False), sheets_at(entries, end=True)
        self.parts = {
            entry.record_id: Part(entry, entry.record.unit.design, began[entry.record_id], now[entry.record_id])
            for entry in entries
        }
        self.pairs: dict[tuple[int, int], Dealt] = {}
        self.turns: dict[int, Turn] = {}
        self.deeds: dict[int, Deed] = {}
        self.entries = 0
        self._names = _Names(self.parts)
        self._rolls: dict[tuple[int, int], By] = {}
        self._bins = {record: list(part.began.ammo) for record, part in self.parts.items()}
        self._edge = {
            (record, name): part.began.counters.get(name, 0) for record, part in self.parts.items() for name in EDGE
        }
        for record, part in self.parts.items():
            part.heat = part.began.heat
            self._rolls |= {(record, owed.id): (NOBODY, 0) for owed in part.began.owed}
        for line in standing_lines(battle):
            self._add(line)

    def dealt(self, attacker: int, target: int) -> Dealt:
        """What is known of this pair."""
        return self.pairs.get((attacker, target), Dealt())

    def _add(self, line: SheetEntry) -> None:
        record, part, entry = line.record_id, self.parts[line.record_id], line.entry
        self.entries += 1
        turn = self.turns.setdefault(line.turn, Turn())
        events = line.happened
        by = self._by(record, entry, line.at)
        cause = _cause(entry, events)
        pair = self.pairs.setdefault((by[0], record), Dealt())
        before = _score(pair, part)
        for event in events:
            self._hurt(part, turn, pair, event, cause)
            self._worked(record, part, event)
            if isinstance(event, ev.RollOwed):
                self._rolls[record, event.roll.id] = by
            if isinstance(event, MOMENTS) and not (isinstance(event, ev.WentDown) and event.reason != "fell"):
                turn.moments.append((record, event))
            if isinstance(event, ev.MachineDestroyed) and part.destroyed is None and not part.began.destroyed:
                part.destroyed = line.turn, event.reason
                pair.kills += 1
                self._deed(self._seat(record, line.at)).destroyed = event.reason
        gained = [now - then for now, then in zip(_score(pair, part), before, strict=True)]
        if any(gained):
            self._credit(by[1], self._seat(record, line.at), gained)

    def _by(self, record: int, entry: Any, at: datetime) -> By:
        """Whom an entry is owed to: who is named in a hit, and in the hit that called for the roll answered here."""
        if isinstance(entry, e.Hit):
            # Words say it where there is no number, or one of another battle.
            known = entry.attacker in self.parts and entry.attacker != record
            attacker = entry.attacker if known else self._names.of(entry.source, record)
            return attacker, self._seat(attacker, at)
        if isinstance(entry, e.Rolled):
            return self._rolls.get((record, entry.roll), (NOBODY, 0))
        return NOBODY, 0

    def _seat(self, record: int, at: datetime) -> int:
        """Who sat in the machine at that time: the number of the seat, 0 for nobody known."""
        seat = seat_at(self.parts[record].entry, at) if record in self.parts else None
        return 0 if seat is None else seat.pk

    def _deed(self, seat: int) -> Deed:
        return self.deeds.setdefault(seat, Deed())

    def _credit(self, attacker: int, target: int, gained: list[int]) -> None:
        """Put down to both seats what a line of the log brought."""
        did, took = self._deed(attacker), self._deed(target)
        did.damage, did.criticals, did.kills = (
            have + more for have, more in zip((did.damage, did.criticals, did.kills), gained[:3], strict=True)
        )
        took.taken, took.wounds, took.falls = (
            have + more for have, more in zip((took.taken, took.wounds, took.falls), gained[3:], strict=True)
        )

    def _hurt(self, part: Part, turn: Turn, pair: Dealt, event: ev.Event, cause: str) -> None:
        """Damage and criticals that an event marks."""
        side = part.entry.hostile
        if isinstance(event, ev.SlotHit):
            if event.cause == "critical":
                part.criticals += 1
                pair.criticals += 1
                turn.criticals[side] += 1
            return
        if isinstance(event, ev.ArmourLost | ev.StructureLost | ev.ModularArmourLost):
            place, points = event.location, event.points
        elif isinstance(event, ev.BoxCorrected) and event.box.partition(":")[0] in TORN:
            place, points, cause = event.box.partition(":")[2], event.before - event.after, "corrected"
        else:
            return
        part.taken[place] += points
        part.causes[cause] += points
        turn.damage[side] += points
        pair.damage += points if cause == "hits" else 0

    def _worked(self, record: int, part: Part, event: ev.Event) -> None:
        match event:
            case ev.WeaponFired():
                part.shots[event.name] += 1
            case ev.AmmunitionSet():
                bins = self._bins[record]
                used = bins[event.bin] - event.rounds
                bins[event.bin] = event.rounds
                if used > 0 and event.reason == "fired":
                    part.rounds[part.unit.bins[event.bin].item] += used
            case ev.HeatSettled():
                part.heat = max(part.heat, event.heat)
            case ev.RollAnswered() if event.outcome in ("passed", "failed"):
                (part.made if event.outcome == "passed" else part.failed)[event.kind] += 1
            case ev.WentDown() if event.reason == "fell":
                part.falls += 1
            case ev.PilotWounded():
                part.wounds += event.hits
                part.wounds_of_the_first += 0 if event.member else event.hits
            case ev.CounterSet() if event.counter in EDGE:
                part.edge[event.counter] += max(0, event.value - self._edge[record, event.counter])
                self._edge[record, event.counter] = event.value
            case ev.MovementSet() if event.movement is not None:
                part.moved += event.movement.hexes


def _score(pair: Dealt, part: Part) -> tuple[int, ...]:
    return pair.damage, pair.criticals, pair.kills, part.damage, part.wounds_of_the_first, part.falls


def _cause(entry: Any, events: tuple[ev.Event, ...]) -> str:
    """Why points were lost in this line of the log."""
    if isinstance(entry, e.Hit):
        return "hits"
    if any(isinstance(event, ev.Exploded | ev.EngineExploded | ev.BlastTaken) for event in events):
        return "explosions"
    answered = next((event.kind for event in events if isinstance(event, ev.RollAnswered)), "")
    return {"fall-location": "falls", "blast-location": "explosions"}.get(answered, "other")


class _Names:
    """Who is meant by the words in which a hit says where it came from."""

    def __init__(self, parts: Mapping[int, Part]) -> None:
        self._hostile = {record: part.entry.hostile for record, part in parts.items()}
        self._records: dict[str, list[int]] = {}
        for record, part in parts.items():
            for name in _called(part):
                self._records.setdefault(name, []).append(record)
        longest = sorted(self._records, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
        self._found: dict[tuple[str, int], int] = {}

    def of(self, source: str, target: int) -> int:
        """The machine that the words name, and no other, not the target itself; else :data:`NOBODY`."""
        if not source:
            return NOBODY
        key = source, target
        if key not in self._found:
            self._found[key] = self._search(source.casefold(), target)
        return self._found[key]

    def _search(self, text: str, target: int) -> int:
        meant = [set(self._records[name]) - {target} for name in self._pattern.findall(text)]
        meant = [records for records in meant if records]
        if not meant:
            return NOBODY
        found = set.intersection(*meant) or meant[0]
        if len(found) > 1:  # two of a kind: whoever stands on the other side
            found = {record for record in found if self._hostile[record] != self._hostile[target]}
        return found.pop() if len(found) == 1 else NOBODY


def _called(part: Part) -> set[str]:
    """What a machine may be called: its own name, its design's with or without model, its MechWarrior's."""
    record = part.entry.record
    chassis = record.unit.chassis
    names = {record.label, record.unit.name, chassis, *re.split(r"[()]", chassis)}
    for seat in part.entry.seats.all():
        names |= {seat.name} if seat.pilot is None else {seat.pilot.name, seat.pilot.callsign}
    return {name.strip().casefold() for name in names if len(name.strip()) > 1}

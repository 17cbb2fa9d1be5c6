"""Corrections: any box of the sheet set by hand, and switches and counters (design: people may overrule)."""

from __future__ import annotations

from collections.abc import Callable

from .. import condition
from ..digits import whole
from ..entries import Corrected, CounterUsed, StateSwitched
from ..events import BoxCorrected, CounterSet, StateSet
from ..gear import own_shots
from ..unit import TORSOS
from . import guard, switches, terrain
from .work import Work

HIGHEST_HEAT = 99
LAST_TURN = 999
MOST_COUNTED = 999
Span = tuple[int, int, int]


def correct(work: Work, entry: Corrected) -> None:
    """Set a box. Refused when there is no such box, the value cannot be, or nothing changes."""
    kind, _, rest = entry.box.partition(":")
    reader = _BOXES.get(kind)
    if reader is None or (kind in _PLAIN) == bool(rest):
        raise work.refuse("no-such-box", box=entry.box)
    now, low, high = reader(work, rest)
    guard.between(work, "value-out-of-range", entry.value, low, high)
    if entry.value == now:
        raise work.refuse("nothing-changes")
    work.tell(BoxCorrected(entry.box, now, entry.value, entry.reason))


def _location(work: Work, name: str, *, torso: bool = False) -> str:
    guard.location(work, name)
    if torso and name not in TORSOS:
        raise work.refuse("rear-only-on-torsos", location=name)
    return name


def _number(work: Work, text: str, count: int, box: str) -> int:
    number = whole(text, most=count - 1)
    if number is None:
        raise work.refuse("no-such-box", box=box)
    return number


def _armour(work: Work, rest: str) -> Span:
    _location(work, rest)
    return work.sheet.armour.get(rest, 0), 0, work.unit.armour.get(rest, 0)


def _rear(work: Work, rest: str) -> Span:
    _location(work, rest, torso=True)
    return work.sheet.rear.get(rest, 0), 0, work.unit.rear_armour.get(rest, 0)


def _structure(work: Work, rest: str) -> Span:
    _location(work, rest)
    return work.sheet.structure.get(rest, 0), 0, work.unit.structure[rest]


def _slot(work: Work, rest: str) -> Span:
    location, _, text = rest.partition(":")
    _location(work, location)
    number = _number(work, text, len(work.unit.slots.get(location, ())), f"slot:{rest}")
    if condition.slot_at(work.unit, location, number) is None:
        raise work.refuse("no-such-slot", location=location, line=number + 1)
    return int(work.sheet.is_hit(location, number)), 0, 1


def _ammo(work: Work, rest: str) -> Span:
    number = _number(work, rest, len(work.unit.bins), f"ammo:{rest}")
    return work.sheet.ammo[number], 0, work.unit.bins[number].shots


def _shots(work: Work, rest: str) -> Span:
    box = f"shots:{rest}"
    mount = _number(work, rest, len(work.unit.mounts), box)
    most = own_shots(work.unit.gear.items[mount])
    if not most or rest != str(mount):
        raise work.refuse("no-such-box", box=box)
    return condition.shots_left(work.unit, work.sheet, mount), 0, most


def _seat(work: Work, rest: str, box: str) -> int:
    return _number(work, rest, len(work.sheet.crew), f"{box}:{rest}")


def _pilot(work: Work, rest: str) -> Span:
    return work.sheet.crew[_seat(work, rest, "pilot")].hits, 0, 6


def _conscious(work: Work, rest: str) -> Span:
    return int(work.sheet.crew[_seat(work, rest, "conscious")].conscious), 0, 1


def _gunnery(work: Work, rest: str) -> Span:
    return work.sheet.crew[_seat(work, rest, "gunnery")].gunnery, 0, 8


def _piloting(work: Work, rest: str) -> Span:
    return work.sheet.crew[_seat(work, rest, "piloting")].piloting, 0, 8


def _lost(work: Work, rest: str) -> Span:
    _location(work, rest)
    return int(rest in work.sheet.lost), 0, 1


def _breached(work: Work, rest: str) -> Span:
    _location(work, rest)
    return int(rest in work.sheet.breached), 0, 1


def _counter(work: Work, rest: str) -> Span:
    return work.sheet.counters.get(rest, 0), 0, MOST_COUNTED


def _owed(work: Work, rest: str) -> Span:
    number = _number(work, rest, 1_000_000, f"owed:{rest}")
    if work.sheet.roll(number) is None:
        raise work.refuse("roll-not-owed", roll=number)
    return 1, 0, 0


_BOXES: dict[str, Callable[[Work, str], Span]] = {
    "armour": _armour,
    "rear": _rear,
    "structure": _structure,
    "slot": _slot,
    "ammo": _ammo,
    "shots": _shots,
    "pilot": _pilot,
    "conscious": _conscious,
    "gunnery": _gunnery,
    "piloting": _piloting,
    "lost": _lost,
    "breached": _breached,
    "counter": _counter,
    "owed": _owed,
    "heat": lambda work, rest: (work.sheet.heat, 0, HIGHEST_HEAT),
    "turn": lambda work, rest: (work.sheet.turn, 1, LAST_TURN),
    "sinks-off": lambda work, rest: (work.sheet.sinks_off, 0, max(0, work.unit.heat_sinks.count)),
    "prone": lambda work, rest: (int(work.sheet.prone), 0, 1),
    "shutdown": lambda work, rest: (int(work.sheet.shutdown), 0, 1),
    "destroyed": lambda work, rest: (int(bool(work.sheet.destroyed)), 0, 1),
}
_PLAIN = frozenset({"heat", "turn", "sinks-off", "prone", "shutdown", "destroyed"})


def switch(work: Work, entry: StateSwitched) -> None:
    """Throw a switch of the sheet."""
    guard.standing_machine(work)
    if not entry.state:
        raise work.refuse("no-such-state", state=entry.state)
    if work.sheet.states.get(entry.state, False) == entry.on:
        raise work.refuse("already-so")
    if terrain.before(work, entry.state, entry.on):
        return
    switches.before(work, entry.state, entry.on)
    work.tell(StateSet(entry.state, entry.on))


def count(work: Work, entry: CounterUsed) -> None:
    """Count uses of something."""
    if not entry.counter:
        raise work.refuse("no-such-counter", counter=entry.counter)
    guard.between(work, "uses-out-of-range", entry.uses, 1, MOST_COUNTED)
    used = work.sheet.counters.get(entry.counter, 0) + entry.uses
    work.tell(CounterSet(entry.counter, used))

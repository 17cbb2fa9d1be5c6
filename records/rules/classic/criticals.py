"""Critical hits: the checks owed, what they bring, the lines they pick (TW, critical hits)."""

from __future__ import annotations

from .. import condition
from ..entries import CriticalCheck, CriticalHit, Rolled
from ..events import (
    ComponentArmourSpent,
    CriticalLost,
    CriticalMovedInward,
    RollAnswered,
    RollDropped,
)
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..tables import criticals_on
from ..unit import ARMS, LEGS
from . import guard, systems, wreck
from .work import Work

BLOWN_OFF = 12


def check(work: Work, entry: CriticalCheck) -> None:
    """A check that a rule outside the sheet asks for."""
    guard.hittable_machine(work)
    guard.location(work, entry.location)
    owe_check(work, entry.location, rear=False, gone=False)


def owe_check(
    work: Work, location: str, *, rear: bool, gone: bool, extra: tuple[Modifier, ...] = (), cause: str = "damage"
) -> None:
    """Owe a roll on the critical hits table. ``gone`` marks one for a location that the very same damage destroyed:
    there only explosive items still matter. Criticals of one on a location gone before move inward (``inward``)."""
    if wreck.done(work):
        return
    modifiers = _modifiers(work, location, rear) + extra
    about: dict[str, str | int | bool] = {"rear": rear, "gone": gone}
    if not gone and location in work.sheet.lost:
        about["inward"] = True
    draft = Owed(0, "critical-check", location=location, cause=cause, rule="TW:critical", about=about)
    for option in work.ruleset.asks("critical_check"):
        modifiers += tuple(option.critical_check(work.ruleset, work.unit, work.sheet, draft))
    target = TargetNumber(modifiers) if modifiers else None
    work.owe("critical-check", target=target, location=location, cause=cause, rule="TW:critical", about=about)


def _modifiers(work: Work, location: str, rear: bool) -> tuple[Modifier, ...]:
    found = []
    if work.unit.industrial:
        found.append(Modifier(2, "industrial", "TM:industrial"))
    if work.unit.structure_type == "Reinforced":
        found.append(Modifier(-1, "reinforced-structure", "TO:structure"))
    armour = work.sheet.rear if rear else work.sheet.armour
    if work.unit.armour_type_of(location) == "Anti-Penetrative Ablation" and armour.get(location, 0):
        found.append(Modifier(-2, "anti-penetrative-armour", "TO:armour"))
    return tuple(found)


def answer_check(work: Work, owed: Owed, entry: Rolled) -> None:
    """How many criticals; on 12 a limb or the head is blown off instead."""
    modifier = owed.target.total if owed.target else 0
    total = sum(entry.dice) + modifier
    here = owed.location
    limb = here in ARMS or here in LEGS or here == "HD"
    if limb and total >= BLOWN_OFF:
        _told(work, owed, entry, "blown-off")
        _blow_off(work, owed)
        return
    count = criticals_on(total)
    _told(work, owed, entry, f"criticals-{count}")
    inward = bool(owed.about.get("inward"))
    if count and not inward and work.sheet.lost.get(here) == "blown off":
        work.tell(CriticalLost(here, "location-gone"))
        return
    for _ in range(count):
        owe_slot(work, here, gone=not inward and here in work.sheet.lost)


def _told(work: Work, owed: Owed, entry: Rolled, outcome: str) -> None:
    told = RollAnswered(owed.id, owed.kind, entry.dice, outcome, owed.location, owed.target, entry.by_app)
    work.tell(told)


def _blow_off(work: Work, owed: Owed) -> None:
    """The limb or head comes off; armour on the component of its first line saves it once."""
    from . import damage

    here = owed.location
    if here in work.sheet.lost:
        work.tell(CriticalLost(here, "location-gone"))
        if here not in LEGS:  # a leg that the same damage destroyed stays in place, and is checked on (ruling)
            drop_rolls_at(work, here)
        return
    first = condition.slot_at(work.unit, here, 0)
    if first is not None and first.armoured and 0 not in work.sheet.absorbed.get(here, ()):
        work.tell(ComponentArmourSpent(here, 0, first.name))
        return
    damage.lose(work, here, "blown off", "critical")


def drop_rolls_at(work: Work, location: str) -> None:
    """Slot rolls and checks on a location that came off do not matter: it is no part of the 'Mech any more. Criticals
    of one that was gone all along go inward, and those of one destroyed by the same damage are thrown already."""
    for owed in work.sheet.owed:
        moot = {"critical-check": not owed.about.get("inward"), "critical-slot": not owed.about.get("gone")}
        if owed.location == location and moot.get(owed.kind):
            work.tell(RollDropped(owed.id, owed.kind, "location-gone"))


def owe_slot(work: Work, location: str, *, gone: bool) -> None:
    """Owe the dice that pick a line; a critical that finds nothing left to hit moves inward at once."""
    while True:
        lines = condition.hittable_lines(work.unit, work.sheet, location, work.ruleset)
        if lines and (gone or location not in work.sheet.lost):
            break
        inward = "" if gone else work.unit.inward(location)
        if not inward:
            work.tell(CriticalLost(location, "nothing-left-to-hit"))
            return
        work.tell(CriticalMovedInward(location, inward))
        location = inward
    dice = 1 if len(work.unit.slots[location]) <= 6 else 2
    work.owe("critical-slot", dice=dice, location=location, cause="critical", rule="TW:critical", about={"gone": gone})


def line_of(unit_lines: int, dice: tuple[int, ...]) -> int:
    """The line that the dice pick: one die of six lines; of twelve, the first die picks the half."""
    if unit_lines <= 6:
        return dice[0] - 1
    return (0 if dice[0] <= 3 else 6) + dice[1] - 1


def answer_slot(work: Work, owed: Owed, entry: Rolled) -> None:
    """The line picked is hit; empty, already hit and unhittable lines are rolled again."""
    here = owed.location
    number = line_of(len(work.unit.slots[here]), entry.dice)
    if number not in condition.hittable_lines(work.unit, work.sheet, here, work.ruleset):
        slot = condition.slot_at(work.unit, here, number)
        name = slot.name if slot is not None else ""
        raise work.refuse("roll-again", location=here, line=number + 1, name=name)
    _told(work, owed, entry, f"slot-{number + 1}")
    systems.strike(work, here, number, gone=here in work.sheet.lost)


def hit(work: Work, entry: CriticalHit) -> None:
    """A critical that the table has rolled itself, marked on its line."""
    guard.hittable_machine(work)
    guard.location(work, entry.location)
    here, number = entry.location, entry.slot
    if here in work.sheet.lost:
        raise work.refuse("location-gone", location=here)
    slot = condition.slot_at(work.unit, here, number)
    if slot is None:
        raise work.refuse("no-such-slot", location=here, line=number + 1)
    if not condition.takes_criticals(work.unit, slot, work.ruleset):
        raise work.refuse("slot-unhittable", location=here, line=number + 1, name=slot.name)
    if work.sheet.is_hit(here, number):
        raise work.refuse("slot-already-hit", location=here, line=number + 1, name=slot.name)
    systems.strike(work, here, number, gone=False)


def settle(work: Work) -> None:
    """After anything happened: slot rolls beyond the lines that are left to hit move inward at once; on a location
    lost meanwhile they are lost with it."""
    while not wreck.done(work):
        waiting: dict[str, list[Owed]] = {}
        for owed in work.sheet.owed:
            if owed.kind == "critical-slot":
                waiting.setdefault(owed.location, []).append(owed)
        surplus = next((rolls[-1] for place, rolls in waiting.items() if len(rolls) > _left(work, place)), None)
        if surplus is None:
            return
        work.tell(RollDropped(surplus.id, surplus.kind, "nothing-left-to-hit"))
        _move_on(work, surplus.location, gone=surplus.location in work.sheet.lost)


def _left(work: Work, location: str) -> int:
    return len(condition.hittable_lines(work.unit, work.sheet, location, work.ruleset))


def _move_on(work: Work, location: str, *, gone: bool) -> None:
    inward = "" if gone else work.unit.inward(location)
    if not inward:
        work.tell(CriticalLost(location, "nothing-left-to-hit"))
        return
    work.tell(CriticalMovedInward(location, inward))
    owe_slot(work, inward, gone=False)

"""Leaving the 'Mech: who is thrown out, and the roll for the landing (Tactical Operations, ejection)."""

from __future__ import annotations

from ..entries import Ejected, Rolled
from ..events import PilotEjected
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..tables.terrain import terrains
from . import answers, guard, pilot, wreck
from .work import Work

RULE = "TO:ejection"
PRONE, UNCONSCIOUS, AUTOMATIC = 5, 3, 1
#: A wound for every so many points that the roll is missed by.
MISSED_BY = 2
LEAST_ADDED, MOST_ADDED = -5, 10


def grounds() -> dict[str, int]:
    """Ground that they may land on, with what it adds. A building adds its levels: the table says how many."""
    return {code: kind.landing for code, kind in terrains().items() if kind.landing is not None}


def number(work: Work, member: int, landing: str, *, automatic: bool = False, added: int = 0) -> TargetNumber:
    """What the roll of one seat asks for: piloting, posture, the head's structure lost, and where they land."""
    sheet, seat = work.sheet, work.sheet.crew[member]
    head = work.unit.structure.get("HD", 0) - sheet.structure.get("HD", 0)
    modifiers = (
        Modifier(seat.piloting, "piloting-skill", RULE),
        Modifier(PRONE if sheet.prone else 0, "prone", RULE),
        Modifier(0 if seat.conscious else UNCONSCIOUS, "unconscious", RULE),
        Modifier(AUTOMATIC if automatic else 0, "automatic-ejection", RULE),
        Modifier(head, "head-structure-lost", RULE),
        Modifier(grounds()[landing], f"landing-{landing}", RULE),
        Modifier(added, "table-adds", RULE),
    )
    return TargetNumber(tuple(m for i, m in enumerate(modifiers) if i == 0 or m.value))


def eject(work: Work, entry: Ejected) -> None:
    """Everybody alive leaves the 'Mech, and lands."""
    guard.between(work, "hits-out-of-range", entry.hits, 0, pilot.DEADLY)
    guard.between(work, "modifier-out-of-range", entry.value, LEAST_ADDED, MOST_ADDED)
    if entry.landing and entry.landing not in grounds():
        raise work.refuse("no-such-ground", ground=entry.landing)
    if entry.landing and entry.hits:
        raise work.refuse("landing-rolled-or-entered")
    leaving = _aboard(work)
    if not leaving:
        raise work.refuse("nobody-aboard")
    if not any(work.sheet.crew[member].conscious for member in leaving):
        raise work.refuse("crew-unconscious")
    targets = {member: number(work, member, entry.landing, added=entry.value) for member in leaving if entry.landing}
    for member in leaving:
        if entry.hits:
            pilot.wound(work, member, entry.hits, "ejection")
        if not work.sheet.crew[member].dead:
            work.tell(PilotEjected(member))
    wreck.destroy(work, "abandoned")
    _owe(work, targets, automatic=False)


def thrown_out(work: Work) -> None:
    """Everybody alive is thrown out by the automatic ejection system, and taken to land in the clear; the 'Mech is left
    without a crew."""
    leaving = _aboard(work)
    targets = {member: number(work, member, "clear", automatic=True) for member in leaving}
    for member in leaving:
        pilot.drop_rolls(work, member, "ejected")
        work.tell(PilotEjected(member))
    wreck.destroy(work, "abandoned")
    _owe(work, targets, automatic=True)


def _aboard(work: Work) -> list[int]:
    return [member for member, seat in enumerate(work.sheet.crew) if not seat.dead and not seat.ejected]


def _owe(work: Work, targets: dict[int, TargetNumber], *, automatic: bool) -> None:
    for member, target in targets.items():
        about: dict[str, str | int | bool] = {"member": member, "automatic": automatic}
        work.owe("ejection", target=target, cause="ejection", rule=RULE, about=about)


def answer(work: Work, owed: Owed, entry: Rolled) -> None:
    """Missed: a wound for every 2 points it was missed by, fractions dropped."""
    if answers.passed(work, owed, entry) or owed.target is None:
        return
    hits = (owed.target.total - sum(entry.dice)) // MISSED_BY
    if hits > 0:
        pilot.wound(work, int(owed.about["member"]), hits, pilot.LANDING, outside=True)

"""The MechWarrior: wounds, consciousness, death, and the rest of the crew (TW, MechWarriors)."""

from __future__ import annotations

from .. import condition
from ..entries import CrewChanged, PilotHit, Rolled
from ..events import CrewSet, PilotBlackedOut, PilotDied, PilotWounded, RollAnswered, RollDropped
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..tables import consciousness_number
from . import chances, guard, wreck
from .work import Work

DEADLY = 6
#: Wounds of the landing: whoever left a 'Mech still rolls for consciousness on them.
LANDING = "ejection"
BEST_SKILL, WORST_SKILL = 0, 8


def hit(work: Work, entry: PilotHit) -> None:
    """Wounds from a cause outside the sheet, to one seat."""
    guard.seat(work, entry.member)
    guard.between(work, "hits-out-of-range", entry.hits, 1, DEADLY)
    seat = work.sheet.crew[entry.member]
    if seat.dead:
        raise work.refuse("already-dead", member=entry.member + 1)
    wound(work, entry.member, entry.hits, entry.cause, outside=True)


def wound_all(work: Work, hits: int, cause: str) -> None:
    """Wound everybody aboard: a head hit spares no seat."""
    for member in range(len(work.sheet.crew)):
        wound(work, member, hits, cause)


def wound_driver(work: Work, hits: int, cause: str) -> None:
    """Wound the one who drives: the feedback of an explosion spares the rest of the crew."""
    crew = work.sheet.crew
    member = next((m for m, seat in enumerate(crew) if condition.able(seat)), None)
    if member is None:
        member = next((m for m, seat in enumerate(crew) if not seat.dead and not seat.ejected), 0)
    wound(work, member, hits, cause)


def wound(work: Work, member: int, hits: int, cause: str, *, outside: bool = False) -> None:
    """Wound one seat. Each wound of a conscious MechWarrior owes a consciousness roll; the sixth kills. What happens to
    the 'Mech spares those who have left it; ``outside``: they are meant (the landing after an ejection)."""
    seat = work.sheet.crew[member]
    if seat.dead or (seat.ejected and not outside):
        return
    hits = min(hits, DEADLY - seat.hits)
    work.tell(PilotWounded(member, hits, cause))
    if seat.hits + hits >= DEADLY:
        kill(work, member, cause)
        return
    if not seat.conscious or (work.sheet.destroyed and cause != LANDING):
        return
    for number in range(seat.hits + 1, seat.hits + hits + 1):
        target = TargetNumber((Modifier(consciousness_number(number), "wounds", "TW:mechwarrior", str(number)),))
        about: dict[str, str | int | bool] = {"member": member, "hits": number}
        work.owe("consciousness", target=target, cause=cause, rule="TW:mechwarrior", about=about)


def kill(work: Work, member: int, cause: str) -> None:
    """One seat dies. Without anybody alive aboard the 'Mech is out."""
    if work.sheet.crew[member].dead:
        return
    work.tell(PilotDied(member, cause))
    drop_rolls(work, member, "dead", wreck.OF_THE_CREW | wreck.OF_THE_LANDING)
    if all(seat.dead or seat.ejected for seat in work.sheet.crew):
        wreck.destroy(work, "pilot-dead")


def kill_all(work: Work, cause: str) -> None:
    """Everybody aboard dies."""
    for member, seat in enumerate(work.sheet.crew):
        if not seat.ejected:
            kill(work, member, cause)


def drop_rolls(work: Work, member: int, reason: str, kinds: frozenset[str] = wreck.OF_THE_CREW) -> None:
    """Consciousness and recovery rolls (or other ``kinds``) of a seat that no longer matter."""
    for owed in work.sheet.owed:
        if owed.kind in kinds and owed.about.get("member") == member:
            work.tell(RollDropped(owed.id, owed.kind, reason))


def answer_consciousness(work: Work, owed: Owed, entry: Rolled) -> None:
    """Below the number the MechWarrior blacks out; further rolls of the same wounds no longer matter."""
    member = int(owed.about.get("member", 0))
    awake = chances.met(work.ruleset, owed.kind, owed.target, entry.dice)
    outcome = "passed" if awake else "failed"
    work.tell(RollAnswered(owed.id, owed.kind, entry.dice, outcome, target=owed.target, by_app=entry.by_app))
    if not awake:
        work.tell(PilotBlackedOut(member, work.sheet.turn))
        drop_rolls(work, member, "unconscious")


def change(work: Work, entry: CrewChanged) -> None:
    """Another MechWarrior, or other skills, in a seat."""
    guard.seat(work, entry.member)
    guard.between(work, "skill-out-of-range", entry.crew.gunnery, BEST_SKILL, WORST_SKILL)
    guard.between(work, "skill-out-of-range", entry.crew.piloting, BEST_SKILL, WORST_SKILL)
    guard.between(work, "hits-out-of-range", entry.crew.hits, 0, DEADLY)
    if entry.crew == work.sheet.crew[entry.member]:
        raise work.refuse("nothing-changes")
    drop_rolls(work, entry.member, "replaced")
    work.tell(CrewSet(entry.member, entry.crew))

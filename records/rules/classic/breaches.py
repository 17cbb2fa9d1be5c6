"""Hull breaches: in vacuum and under water a hole in the armour floods or empties a location (TW, hull breaches)."""

from __future__ import annotations

from ..condition import engine_limit, system_hits, working
from ..entries import BreachCheck, Rolled
from ..events import LocationBreached, RollDropped
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..sheet import Sheet
from ..tables.special import special
from ..unit import TORSOS, Unit
from . import answers, guard, pilot, wreck
from .work import Work

RULE = "TW:hull-breach"
VACUUM = "vacuum"
DEEP = 2


def exposed(unit: Unit, sheet: Sheet, location: str) -> bool:
    """Whether water or vacuum is outside the location: the legs in water of depth 1, all of it deeper or prone."""
    if sheet.states.get(VACUUM):
        return True
    depth = sheet.counters.get("water-depth", 0)
    return depth >= DEEP or (depth > 0 and (sheet.prone or location in unit.legs))


def after_damage(work: Work, location: str) -> None:
    """A location lost armour or structure: where it is exposed it may be breached."""
    sheet = work.sheet
    if sheet.destroyed or location in sheet.lost or location in sheet.breached:
        return
    if exposed(work.unit, sheet, location):
        _check(work, location, "damage")


def check(work: Work, entry: BreachCheck) -> None:
    """A check that going into water or vacuum asks for."""
    guard.standing_machine(work)
    guard.location(work, entry.location)
    if entry.location in work.sheet.lost:
        raise work.refuse("location-gone", location=entry.location)
    if entry.location in work.sheet.breached:
        raise work.refuse("already-breached", location=entry.location)
    if any(owed.kind == "hull-breach" and owed.location == entry.location for owed in work.sheet.owed):
        raise work.refuse("roll-owed-first", kind="hull-breach")
    if _sealed(work, entry.location):
        raise work.refuse("sealed-by-harjel", location=entry.location)
    _check(work, entry.location, "exposed")


def _sealed(work: Work, location: str) -> bool:
    """HarJel in the location closes every hole (TacOps, HarJel)."""
    gear = work.unit.gear.flagged("HARJEL", "HARJEL_II", "HARJEL_III")
    return any(work.unit.mounts[m].location == location for m in working(work.unit, work.sheet, gear))


def _check(work: Work, location: str, cause: str) -> None:
    """Without armour it is breached at once; with some left 2D6 say, on 10 and more it is."""
    if _sealed(work, location) or any(o.kind == "hull-breach" and o.location == location for o in work.sheet.owed):
        return
    if not _holds(work.sheet, location):
        breach(work, location)
        return
    number: int = special()["hull_breach"]
    target = TargetNumber((Modifier(number, "hull-breach", RULE),))
    work.owe("hull-breach", target=target, location=location, cause=cause, rule=RULE)


def _holds(sheet: Sheet, location: str) -> bool:
    """Armour is left on every side of the location."""
    return sheet.armour.get(location, 0) > 0 and (location not in TORSOS or sheet.rear.get(location, 0) > 0)


def breach(work: Work, location: str) -> None:
    """Nothing in the location works any more; a breached cockpit kills, a flooded engine stops for good."""
    work.tell(LocationBreached(location))
    if any(where == location for where, _ in work.unit.slots_named("Cockpit")):
        pilot.kill_all(work, "hull-breach")
    if system_hits(work.unit, work.sheet, "Engine") >= engine_limit(work.unit):
        wreck.destroy(work, "engine")


def answer(work: Work, owed: Owed, entry: Rolled) -> None:
    """At the number or above the hull is breached."""
    open_ = owed.target is not None and owed.target.met_by(sum(entry.dice))
    answers.told(work, owed, entry, "breached" if open_ else "holds")
    if open_ and owed.location not in work.sheet.breached:
        breach(work, owed.location)


def settle(work: Work) -> None:
    """Of a location that is gone or breached meanwhile no roll matters any more."""
    for owed in work.sheet.owed:
        if owed.kind == "hull-breach" and (owed.location in work.sheet.lost or owed.location in work.sheet.breached):
            work.tell(RollDropped(owed.id, owed.kind, "location-gone"))

"""A damage group on the sheet: armour, structure, inward, and what goes with a location that is lost (TW, damage)."""

from __future__ import annotations

from dataclasses import dataclass

from .. import condition
from ..entries import DamageKind, Hit
from ..events import (
    ArmourLost,
    CaseHeld,
    DamageChanged,
    DamageCounted,
    DamageMovedInward,
    DamageWasted,
    LocationLost,
    StructureLost,
    TriggerAdded,
)
from ..numbers import Modifier
from ..sheet import Trigger
from ..unit import LEGS, TORSOS
from . import armour, breaches, chances, criticals, explosions, guard, outer, pilot, wreck
from .work import Work

MOST_POINTS = 1000
CASE_II = 2
ARM_OF = {"RT": ("RA", "FRL"), "LT": ("LA", "FLL")}


@dataclass(slots=True)
class Group:
    """One damage group on its way inward. ``rear``: it came from behind. ``inside``: an explosion inside the 'Mech;
    armour is not in its way. ``attack``: somebody's attack. ``marks``: what optional rules know about it."""

    location: str
    points: int
    rear: bool = False
    kind: DamageKind = ""
    inside: bool = False
    through_armour: bool = False
    attack: bool = True
    marks: tuple[str, ...] = ()

    @property
    def behind(self) -> bool:
        """Whether it meets rear armour where it is now."""
        return self.rear and self.location in TORSOS


def hit(work: Work, entry: Hit) -> None:
    """A hit of 1-1,000 points on a location."""
    guard.hittable_machine(work)
    guard.location(work, entry.location)
    guard.between(work, "points-out-of-range", entry.points, 1, MOST_POINTS)
    chances.marked(work, entry)
    land(
        work,
        Group(
            entry.location,
            entry.points,
            entry.rear,
            entry.kind,
            through_armour=entry.through_armour,
            attack=entry.kind != "fall",
            marks=entry.marks,
        ),
    )


def land(work: Work, group: Group) -> None:
    """Apply a group whose location was rolled; an optional rule may have its own idea of a 2."""
    if group.through_armour and any(
        option.location_rolled(work, group) for option in work.ruleset.asks("location_rolled")
    ):
        return
    apply(work, group)


def apply(work: Work, group: Group) -> None:
    """Apply a whole group, then count it for the 20+ damage roll."""
    marked, points = 0, group.points
    while group.points > 0 and group.location:
        if group.location in work.sheet.lost:
            if group.inside and _held_in_wreckage(work, group):
                break
            _move_inward(work, group)
            continue
        marked += _on_location(work, group)
    if marked:
        work.tell(DamageCounted(marked))
    for option in work.ruleset.asks("after_damage"):
        option.after_damage(work, group, points)


def _checks_structure(work: Work, group: Group) -> bool:
    """Whether structure lost to this group calls for a check: always, but for optional rules."""
    return all(option.checks_structure(work.ruleset, group) for option in work.ruleset.asks("checks_structure"))


def _checks_a_two(work: Work, group: Group) -> bool:
    asked = work.ruleset.asks("checks_through_armour")
    return group.through_armour and all(option.checks_through_armour(work.ruleset, group) for option in asked)


def _on_location(work: Work, group: Group) -> int:
    """Armour, structure and the checks of one location; leaves in ``group`` what goes on. Returns points marked."""
    here, checks = group.location, armour.Checks()
    marked = 0 if group.inside else outer.take(work, group) + _armour(work, group, checks)
    if here == "HD" and not checks.stopped and not condition.torso_mounted(work.unit):
        pilot.wound_all(work, 1, "head-hit")
    lost_here = 0
    if group.points > 0:
        lost_here = _structure(work, group)
    marked += lost_here
    gone = work.sheet.structure.get(here, 0) == 0 and lost_here > 0
    if gone:
        lose(work, here, "destroyed", "damage")
    structural = lost_here > 0 and _checks_structure(work, group)
    a_two = not checks.stopped and _checks_a_two(work, group)
    causes = ["damage"] * structural + ["through-armour"] * a_two + ["damage"] * checks.extra
    group.through_armour = False
    if group.inside and causes and work.unit.gear.case.get(here) == CASE_II:
        explosions.owe_case_ii_roll(work, here, gone=gone)
        causes = []
    for number, cause in enumerate(causes):
        modifiers = checks.modifiers if number or not structural else ()
        criticals.owe_check(work, here, rear=group.behind, gone=gone, extra=modifiers, cause=cause)
    if marked:
        breaches.after_damage(work, here)
    if group.points > 0 and not (group.inside and _held_by_case(work, group)):
        _move_inward(work, group)
    return marked


def _armour(work: Work, group: Group, checks: armour.Checks) -> int:
    """Mark the armour that a group meets; ``group.points`` becomes what is left of it."""
    sheet, here = work.sheet, group.location
    if not group.points:  # shields and modular armour took all of it: nothing has reached the location
        checks.stopped = True
        return 0
    behind = group.behind
    points = (sheet.rear if behind else sheet.armour).get(here, 0)
    if not points:
        return 0
    before = group.points
    met = armour.meet(work.unit.armour_type_of(here), group.points, group.kind, points, half=_half(work, group))
    if met.reason:
        work.tell(DamageChanged(here, before, met.counts, met.reason, met.rule))
    armour.note_checks(checks, work.unit, here, before, met)
    if met.marked or met.half >= 0:
        work.tell(ArmourLost(here, met.marked, behind, met.half))
    group.points = met.left
    return met.marked


def _half(work: Work, group: Group) -> bool:
    return (f"{group.location}R" if group.behind else group.location) in work.sheet.half


def _structure(work: Work, group: Group) -> int:
    """Mark the structure that a group meets; ``group.points`` becomes what is left of it."""
    here, before = group.location, group.points
    met = armour.meet_structure(work.unit.structure_type, before, work.sheet.structure.get(here, 0))
    if group.inside and work.unit.gear.case.get(here) == CASE_II:
        met = armour.Met(marked=1, left=before - 1)
    if met.reason:
        work.tell(DamageChanged(here, before, met.counts, met.reason, met.rule))
    if met.marked:
        work.tell(StructureLost(here, met.marked))
    group.points = met.left
    return met.marked


def _held_by_case(work: Work, group: Group) -> bool:
    """CASE lets the rest of an explosion out of the location (TW, CASE; TacOps, CASE II)."""
    level = work.unit.gear.case.get(group.location, 0)
    if not level:
        return False
    work.tell(CaseHeld(group.location, level))
    if level == CASE_II:
        _blow_out(work, group)
    if group.points > 0:
        work.tell(DamageWasted(group.location, group.points, "case"))
    group.points = 0
    return True


def _held_in_wreckage(work: Work, group: Group) -> bool:
    """An explosion in a location that the same damage has just destroyed: CASE holds it all the same."""
    held = _held_by_case(work, group)
    if held and work.unit.gear.case.get(group.location) == CASE_II and _checks_structure(work, group):
        explosions.owe_case_ii_roll(work, group.location, gone=True)
    return held


def _blow_out(work: Work, group: Group) -> None:
    """CASE II lets the blast out through the rear armour of a torso, or half the armour of anything else."""
    here = group.location
    rear = here in TORSOS
    most = work.sheet.rear[here] if rear else (work.unit.armour[here] + 1) // 2
    lost = min(group.points, most, (work.sheet.rear if rear else work.sheet.armour)[here])
    if lost:
        work.tell(ArmourLost(here, lost, rear))
        group.points -= lost


def _move_inward(work: Work, group: Group) -> None:
    """What is left goes on to the next location inward, front or rear as the hit was; or it is lost."""
    inward = work.unit.inward(group.location)
    if not inward:
        work.tell(DamageWasted(group.location, group.points, "nowhere-to-go"))
        group.points = 0
        group.location = ""
        return
    work.tell(DamageMovedInward(group.location, inward, group.points))
    group.location = inward


def lose(work: Work, location: str, how: str, cause: str) -> None:
    """A location is gone, and what hangs on it goes with it (TW, destroying a location)."""
    if location in work.sheet.lost:
        return
    for hanging in ARM_OF.get(location, ()):
        front_leg = hanging in LEGS
        if hanging not in work.unit.structure or hanging in work.sheet.lost:
            continue
        if front_leg and not work.ruleset.has("CL-quad-front-leg-with-torso"):
            continue
        lose(work, hanging, "blown off", "torso-lost")
    work.tell(LocationLost(location, "destroyed" if how == "destroyed" else "blown off", cause))
    if how != "destroyed":
        criticals.drop_rolls_at(work, location)
    if location in LEGS and not work.sheet.prone:
        trigger = Trigger(Modifier(5, "leg-lost", "TW:piloting", location), automatic=True)
        work.tell(TriggerAdded(trigger))
    if location == "HD":
        _head_lost(work)
    if location == "CT":
        wreck.destroy(work, "damage")
    elif location in TORSOS and condition.system_hits(work.unit, work.sheet, "Engine") >= condition.engine_limit(
        work.unit
    ):
        wreck.destroy(work, "engine")


def _head_lost(work: Work) -> None:
    """Without its head a 'Mech is out and the MechWarrior dead, unless the cockpit is in the torso."""
    if condition.torso_mounted(work.unit):
        return
    pilot.kill_all(work, "head-lost")
    wreck.destroy(work, "head")

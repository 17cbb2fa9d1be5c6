"""Physical attacks: to-hit, damage, and why not (TW, physical attacks)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import ceil, floor

from ..condition import (
    actuator_out,
    controlled,
    felt,
    has_actuator,
    mechwarrior,
    mount_out,
    powered,
    torso_mounted,
    working,
)
from ..numbers import Explained, Modifier, TargetNumber
from ..ruleset import Ruleset
from ..sheet import Sheet
from ..unit import ARMS, Unit
from . import attacks, movement, piloting, targets
from .targets import MOVED, NOTHING_KNOWN, TargetSituation

RULE = "TW:physical-attacks"
CRITICAL = "TW:critical-damage"

#: Clubs by internal name: to-hit modifier, divisor of the tonnage (0: none), points added, needs a hand.
CLUBS: dict[str, tuple[int, int, int, bool]] = {
    "Hatchet": (-1, 5, 0, True), "Sword": (-2, 10, 1, True), "Retractable Blade": (-2, 10, 0, False),
    "Mace": (1, 4, 0, True), "Tree Club": (-1, 5, 0, True), "Girder Club": (-1, 5, 0, True),
    "Limb Club": (-1, 5, 0, True), "Chain Whip": (-2, 0, 3, True), "Spot Welder": (-1, 0, 5, False),
    "Dual Saw": (0, 0, 7, False), "Chainsaw": (0, 0, 5, False), "Rock Cutter": (1, 0, 5, False),
    "Combine": (-2, 0, 3, False), "Backhoe": (1, 0, 6, False), "Heavy-Duty Pile Driver": (2, 0, 10, False),
    "ISSmallShield": (-2, 0, 3, False), "ISMediumShield": (-3, 0, 5, False), "ISLargeShield": (-4, 0, 7, False),
    "IS Lance": (1, 5, 0, True), "IS Wrecking Ball": (1, 0, 8, False), "IS Flail": (0, 0, 9, True),
    "ISSmallVibroblade": (-2, 10, 1, True), "ISMediumVibroblade": (-2, 10, 1, True),
    "ISLargeVibroblade": (-2, 10, 1, True), "Buzzsaw": (-1, 0, 7, False), "MiningDrill": (-1, 0, 4, False),
}  # fmt: skip
#: Tools that a quad can use from its torso.
BY_QUADS = frozenset({"Backhoe", "Chainsaw", "Combine", "Dual Saw", "Heavy-Duty Pile Driver", "MiningDrill"})
#: Clubs that triple-strength myomer does not make hit harder.
NOT_BY_MYOMER = frozenset({
    "Dual Saw", "Chainsaw", "Buzzsaw", "ISSmallShield", "ISMediumShield", "ISLargeShield", "Heavy-Duty Pile Driver",
    "IS Flail", "Chain Whip", "IS Wrecking Ball",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class PhysicalRow:
    """One attack it could make: ``kind`` (punch, kick, push, charge, death-from-above, club), with which limb or
    ``mount``, the number, the damage, and ``why_not`` as a code, ``""`` when it may.

    Charge damage is for one hex moved including the target's (``per_hex`` more for each further one).
    """

    kind: str
    location: str
    to_hit: TargetNumber
    damage: Explained
    why_not: str
    mount: int = -1
    to_self: Explained = field(default_factory=Explained)
    per_hex: float = 0.0


def rows(
    unit: Unit, sheet: Sheet, ruleset: Ruleset, target: TargetSituation = NOTHING_KNOWN
) -> tuple[PhysicalRow, ...]:
    """Every physical attack of the unit, possible or not."""
    now = felt(sheet, ruleset)
    found = [punch(unit, sheet, now, arm, target) for arm in unit.arms]
    found += [kick(unit, sheet, now, leg, target) for leg in unit.legs]
    found += [push(unit, sheet, now, target)] if unit.arms else []
    found += [club(unit, sheet, now, mount, target) for mount in unit.gear.clubs]
    found += [charge(unit, sheet, now, target), from_above(unit, sheet, now, ruleset, target)]
    if ruleset.asks("to_hit"):
        seat = mechwarrior(sheet)
        found = [replace(row, to_hit=attacks.optional(ruleset, seat, target, row.to_hit)) for row in found]
    return tuple(found)


def _base(unit: Unit, sheet: Sheet, target: TargetSituation, *more: Modifier, moved: bool = True) -> TargetNumber:
    """Piloting, the attack's own modifier, how both moved, where the target stands."""
    mode = sheet.movement.mode if sheet.movement is not None else "stood"
    modifiers = [Modifier(mechwarrior(sheet).piloting, "piloting-skill", RULE), *more]
    if moved:
        modifiers.append(Modifier(MOVED[mode], f"attacker-{mode}", RULE))
    if unit.gear.industrial_tsm:
        modifiers.append(Modifier(2, "industrial-myomer", "TW:industrial"))
    if torso_mounted(unit) and piloting.head_sensors_gone(unit, sheet):
        modifiers.append(Modifier(4, "head-sensors", "TO:torso-cockpit"))
    modifiers += [m for m in targets.of_target(target, adjacent=True) if not _no_matter(m, target)]
    return TargetNumber(tuple(m for i, m in enumerate(modifiers) if i == 0 or m.value))


def _no_matter(modifier: Modifier, target: TargetSituation) -> bool:
    """A superheavy is no easier to strike, and stands out above the trees."""
    return target.superheavy and (modifier.reason == "target-superheavy" or modifier.reason.endswith("woods"))


def _big(unit: Unit) -> Modifier:
    return Modifier(int(unit.superheavy), "superheavy", "TO:superheavy")


def _burden(unit: Unit, now: Sheet) -> Modifier:
    return Modifier(int(bool(working(unit, now, unit.gear.modular_armour))), "modular-armour", "TO:modular-armour")


def _crew(unit: Unit, sheet: Sheet) -> Modifier:
    dedicated = len(unit.legs) == 3 and unit.crew_size > 1
    return Modifier(-1 if dedicated else 0, "dedicated-pilot", "TO:crew")


def _cannot_act(sheet: Sheet) -> str:
    if sheet.destroyed:
        return "destroyed"
    if not controlled(sheet):
        return "nobody-in-control"
    if not powered(sheet):
        return "shut-down"
    return "attacker-prone" if sheet.prone else ""


def _fired_from(unit: Unit, sheet: Sheet, *locations: str) -> bool:
    return any(unit.mounts[mount].location in locations for mount in sheet.fired)


def _damage(unit: Unit, sheet: Sheet, base: int, halves: int, *, myomer: bool = True) -> Explained:
    steps = [Modifier(base, "tonnage", RULE, str(unit.tons))]
    points = base
    for _ in range(halves):
        steps.append(Modifier(floor(points / 2) - points, "actuator-halves", CRITICAL))
        points = floor(points / 2)
    if myomer and (movement.tsm_active(unit, sheet) or unit.gear.industrial_tsm):
        steps.append(Modifier(points, "triple-strength-myomer", "TW:heat"))
    return Explained(tuple(steps))


def punch(unit: Unit, sheet: Sheet, now: Sheet, arm: str, target: TargetSituation) -> PhysicalRow:
    """A tenth of the tonnage, rounded up; actuators make it harder and halve it."""
    modifiers, halves = _arm(unit, now, arm)
    claw = any(unit.mounts[m].location == arm for m in working(unit, now, unit.gear.claws))
    if claw:
        modifiers.append(Modifier(1, "claw", "TO:claws"))
    number = _base(unit, sheet, target, *modifiers, _big(unit), _burden(unit, now), _crew(unit, sheet))
    why = _cannot_act(sheet) or _arm_missing(unit, now, arm)
    if not why and _fired_from(unit, sheet, arm):
        why = "arm-weapons-fired"
    if not why and target.prone and target.levels < 1:
        why = "target-prone-no-punch"
    base = ceil(unit.tons / 7) if claw else ceil(unit.tons / 10)
    return PhysicalRow("punch", arm, _made(number, why), _damage(unit, sheet, base, halves), why)


def _made(number: TargetNumber, why: str) -> TargetNumber:
    return number.made("impossible") if why else number


def _arm_missing(unit: Unit, now: Sheet, arm: str) -> str:
    if arm in now.lost:
        return "arm-missing"
    return "shoulder-hit" if actuator_out(unit, now, arm, "Shoulder") else ""


def _arm(unit: Unit, now: Sheet, arm: str) -> tuple[list[Modifier], int]:
    found, halves = [], 0
    for name, reason in attacks.ACTUATORS.items():
        missing = name == "Lower Arm" and not has_actuator(unit, arm, name)
        if missing or actuator_out(unit, now, arm, name):
            found.append(Modifier(2, f"{reason}-missing" if missing else reason, CRITICAL, arm))
            halves += 1
    if has_actuator(unit, arm, "Lower Arm"):
        missing = not has_actuator(unit, arm, "Hand")
        if missing or actuator_out(unit, now, arm, "Hand"):
            found.append(Modifier(1, "hand-missing" if missing else "hand", CRITICAL, arm))
    found += _enhanced(unit, now, (arm,))
    return found, halves


def _enhanced(unit: Unit, now: Sheet, limbs: Iterable[str]) -> list[Modifier]:
    enhanced = {unit.mounts[m].location for m in working(unit, now, unit.gear.actuator_enhancement)}
    return [Modifier(-1, "enhancement", "TO:actuator-enhancement")] if set(limbs) <= enhanced else []


def kick(unit: Unit, sheet: Sheet, now: Sheet, leg: str, target: TargetSituation) -> PhysicalRow:
    """A fifth of the tonnage, rounded down; all legs and hips must be whole."""
    found, halves = [Modifier(-2, "kick", RULE)], 0
    for name in ("Upper Leg", "Lower Leg"):
        if actuator_out(unit, now, leg, name):
            found.append(Modifier(2, movement.REASONS[name], CRITICAL, leg))
            halves += 1
    if actuator_out(unit, now, leg, "Foot"):
        found.append(Modifier(1, "foot", CRITICAL, leg))
    if len(unit.legs) == 4 and target.behind:
        found.append(Modifier(1, "mule-kick", "TW:quads"))
    found += _enhanced(unit, now, unit.legs)
    number = _base(unit, sheet, target, *found, _big(unit), _burden(unit, now), _crew(unit, sheet))
    why = _cannot_act(sheet)
    if not why and sheet.states.get("hull-down"):
        why = "hull-down"
    if not why and any(each in now.lost for each in unit.legs):
        why = "leg-missing"
    if not why and any(actuator_out(unit, now, each, "Hip") for each in unit.legs):
        why = "hip-hit"
    if not why and _fired_from(unit, sheet, leg):
        why = "leg-weapons-fired"
    damage = _damage(unit, sheet, floor(unit.tons / 5), halves)
    damage = _with_talons(unit, now, damage, (leg,))
    return PhysicalRow("kick", leg, _made(number, why), damage, why)


def _with_talons(unit: Unit, now: Sheet, damage: Explained, legs: Iterable[str]) -> Explained:
    """Half as much again where every leg that strikes has them."""
    clawed = {location for m in working(unit, now, unit.gear.talons) for location, _slot in unit.mounts[m].slots}
    return damage.plus(Modifier(damage.total // 2, "talons", "TO:talons")) if set(legs) <= clawed else damage


def push(unit: Unit, sheet: Sheet, now: Sheet, target: TargetSituation) -> PhysicalRow:
    """No damage: the target is moved and rolls to stay on its feet. Takes both arms."""
    found = [Modifier(-1, "push", RULE)]
    found += [Modifier(2, "shoulder", CRITICAL, arm) for arm in unit.arms if actuator_out(unit, now, arm, "Shoulder")]
    found += _enhanced(unit, now, unit.arms)
    number = _base(unit, sheet, target, *found)
    why = _cannot_act(sheet)
    if not why and any(arm in now.lost for arm in unit.arms):
        why = "arm-missing"
    if not why and _fired_from(unit, sheet, *unit.arms):
        why = "arm-weapons-fired"
    if not why and target.prone:
        why = "target-prone"
    return PhysicalRow("push", "", _made(number, why), Explained(), why)


def _difference(sheet: Sheet, target: TargetSituation) -> Modifier:
    """The better pilot has the edge in charges and death from above."""
    gap = mechwarrior(sheet).piloting - target.piloting if target.piloting >= 0 else 0
    return Modifier(gap, "piloting-difference", RULE)


def charge(unit: Unit, sheet: Sheet, now: Sheet, target: TargetSituation) -> PhysicalRow:
    """A tenth of the tonnage a hex moved before the target's; the charger takes a tenth of the target's tonnage."""
    hexes = sheet.movement.hexes if sheet.movement is not None else 0
    number = _base(unit, sheet, target, _difference(sheet, target), _big(unit))
    why = ("target-prone" if target.prone else "") or _cannot_act(sheet)
    if not why and sheet.movement is not None and sheet.movement.mode == "jumped":
        why = "jumped-no-charge"
    damage = Explained((Modifier(ceil(unit.tons / 10 * max(0, hexes - 1)), "charge", RULE, str(hexes)),))
    own = Explained((Modifier(ceil(target.tons / 10), "target-tonnage", RULE, str(target.tons)),))
    return PhysicalRow("charge", "", _made(number, why), damage, why, to_self=own, per_hex=unit.tons / 10)


def from_above(unit: Unit, sheet: Sheet, now: Sheet, ruleset: Ruleset, target: TargetSituation) -> PhysicalRow:
    """Three tenths of the tonnage on the target, a fifth on its own legs."""
    moved = sheet.movement is not None and sheet.movement.mode == "jumped"
    more = () if moved else (Modifier(MOVED["jumped"], "attacker-jumped", RULE),)
    number = _base(unit, sheet, target, _difference(sheet, target), _big(unit), *more, moved=moved)
    why = _cannot_act(sheet)
    if not why and movement.jumping(unit, sheet, ruleset).total < 1:
        why = "no-jump"
    damage = _damage(unit, sheet, ceil(unit.tons / 10 * 3), 0, myomer=False)
    damage = _with_talons(unit, now, damage, unit.legs)
    own = Explained((Modifier(ceil(unit.tons / 5), "tonnage", RULE, str(unit.tons)),))
    return PhysicalRow("death-from-above", "", _made(number, why), damage, why, to_self=own)


def club(unit: Unit, sheet: Sheet, now: Sheet, mount: int, target: TargetSituation) -> PhysicalRow:
    """Hatchets, swords and the rest: their own modifier and damage."""
    built = unit.mounts[mount]
    to_hit, divisor, points, hands = CLUBS.get(built.item, (0, 0, 0, False))
    arm = built.location
    found = [Modifier(to_hit, "physical-weapon", RULE, built.item)]
    if arm in ARMS:
        modifiers, _ = _arm(unit, now, arm)
        found += [m for m in modifiers if m.reason in ("upper-arm", "lower-arm", "lower-arm-missing", "enhancement")]
    number = _base(unit, sheet, target, *found, _big(unit), _burden(unit, now), _crew(unit, sheet))
    why = "quad-cannot" if len(unit.legs) == 4 and built.item not in BY_QUADS else _cannot_act(sheet)
    if not why and arm in ARMS:
        why = _arm_missing(unit, now, arm)
    if not why and mount_out(unit, now, mount):
        why = "weapon-destroyed"
    if not why and hands and arm in ARMS and not _whole_hand(unit, now, arm):
        why = "no-hand"
    if not why and _fired_from(unit, sheet, arm):
        why = "arm-weapons-fired"
    base = (ceil(unit.tons / divisor) if divisor else 0) + points
    damage = _damage(unit, sheet, base, 0, myomer=built.item not in NOT_BY_MYOMER)
    return PhysicalRow("club", arm, _made(number, why), damage, why, mount)


def _whole_hand(unit: Unit, now: Sheet, arm: str) -> bool:
    return has_actuator(unit, arm, "Hand") and not actuator_out(unit, now, arm, "Hand")

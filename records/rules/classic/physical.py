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
    reaches,
    torso_mounted,
    why_off,
    working,
)
from ..numbers import Explained, Modifier, TargetNumber
from ..ruleset import Ruleset
from ..sheet import Sheet
from ..unit import ARMS, Unit
from . import attacks, blows, movement, piloting, targets
from .targets import MOVED, NOTHING_KNOWN, TargetSituation

RULE = blows.RULE
CRITICAL = blows.CRITICAL
HAND_WITHOUT_LOWER_ARM = "CL-hand-without-lower-arm"


@dataclass(frozen=True, slots=True)
class PhysicalRow:
    """One attack it could make: ``kind`` (punch, kick, push, charge, death-from-above, club), with which limb or
    ``mount``, the number, the damage, and ``reasons`` why not as codes, all that forbid it, none when it may.

    Charge damage is for one hex moved including the target's (``per_hex`` more for each further one). With ``dice`` the
    damage is thrown with so many D6, and ``damage`` is theirs on average.
    """

    kind: str
    location: str
    to_hit: TargetNumber
    damage: Explained
    reasons: tuple[str, ...] = ()
    mount: int = -1
    to_self: Explained = field(default_factory=Explained)
    per_hex: float = 0.0
    dice: int = 0

    @property
    def halved(self) -> bool:
        """Whether water halves its damage."""
        return any(step.reason == "under-water" for step in self.damage.modifiers)

    @property
    def why_not(self) -> str:
        """The first of the reasons; ``""`` when it may."""
        return self.reasons[0] if self.reasons else ""


def rows(
    unit: Unit, sheet: Sheet, ruleset: Ruleset, target: TargetSituation = NOTHING_KNOWN
) -> tuple[PhysicalRow, ...]:
    """Every physical attack of the unit, possible or not."""
    now = felt(sheet, ruleset)
    found = [punch(unit, sheet, now, ruleset, arm, target) for arm in unit.arms]
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


def _cannot_act(sheet: Sheet) -> list[str]:
    """What keeps it from any attack."""
    if sheet.destroyed:
        return ["destroyed"]
    told = {
        "nobody-in-control": not controlled(sheet),
        why_off(sheet): not powered(sheet),
        "attacker-prone": sheet.prone,
    }
    return [code for code, forbids in told.items() if forbids]


def _fired_from(unit: Unit, sheet: Sheet, *locations: str) -> bool:
    return any(not set(locations).isdisjoint(reaches(unit, mount)) for mount in sheet.fired)


def _made(number: TargetNumber, reasons: list[str]) -> TargetNumber:
    return number.made("impossible") if reasons else number


def punch(unit: Unit, sheet: Sheet, now: Sheet, ruleset: Ruleset, arm: str, target: TargetSituation) -> PhysicalRow:
    """A tenth of the tonnage, rounded up; actuators make it harder and halve it."""
    claw = any(unit.mounts[m].location == arm for m in working(unit, now, unit.gear.claws))
    modifiers, halves = _arm(unit, now, arm)
    modifiers += [Modifier(1, "claw", "TO:claws")] if claw else _hand(unit, now, ruleset, arm)
    modifiers += _enhanced(unit, now, (arm,))
    number = _base(unit, sheet, target, *modifiers, _big(unit), _burden(unit, now), _crew(unit, sheet))
    why = _cannot_act(sheet) + _arm_missing(unit, now, arm)
    if _fired_from(unit, sheet, arm):
        why.append("arm-weapons-fired")
    if target.prone and target.levels < 1:
        why.append("target-prone-no-punch")
    blow = blows.of_tonnage(unit, sheet, ceil(unit.tons / 7) if claw else ceil(unit.tons / 10), halves=halves)
    if blows.submerged(unit, sheet, arm):
        blow.under_water()
    return PhysicalRow("punch", arm, _made(number, why), blow.done(), tuple(why))


def _arm_missing(unit: Unit, now: Sheet, arm: str) -> list[str]:
    if arm in now.lost:
        return ["arm-missing"]
    return ["shoulder-hit"] if actuator_out(unit, now, arm, "Shoulder") else []


def _arm(unit: Unit, now: Sheet, arm: str) -> tuple[list[Modifier], int]:
    """Upper and lower arm +2 each, and each halves the blow; the lower one also where there is none."""
    found, halves = [], 0
    for name, reason in attacks.ACTUATORS.items():
        missing = name == "Lower Arm" and not has_actuator(unit, arm, name)
        if missing or actuator_out(unit, now, arm, name):
            found.append(Modifier(2, f"{reason}-missing" if missing else reason, CRITICAL, arm))
            halves += 1
    return found, halves


def _hand(unit: Unit, now: Sheet, ruleset: Ruleset, arm: str) -> list[Modifier]:
    """A hand hit or not there +1, also beside a lower arm that is not there (BattleMech Manual; not by the reading)."""
    if not has_actuator(unit, arm, "Lower Arm") and not ruleset.has(HAND_WITHOUT_LOWER_ARM):
        return []
    missing = not has_actuator(unit, arm, "Hand")
    if not missing and not actuator_out(unit, now, arm, "Hand"):
        return []
    return [Modifier(1, "hand-missing" if missing else "hand", CRITICAL, arm)]


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
    if sheet.states.get("hull-down"):
        why.append("hull-down")
    if any(each in now.lost for each in unit.legs):
        why.append("leg-missing")
    if any(actuator_out(unit, now, each, "Hip") for each in unit.legs if each not in now.lost):
        why.append("hip-hit")
    if _fired_from(unit, sheet, leg):
        why.append("leg-weapons-fired")
    blow = blows.of_tonnage(unit, sheet, floor(unit.tons / 5), halves=halves)
    blows.talons(blow, unit, now, (leg,))
    if blows.submerged(unit, sheet, leg):
        blow.under_water()
    return PhysicalRow("kick", leg, _made(number, why), blow.done(), tuple(why))


def push(unit: Unit, sheet: Sheet, now: Sheet, target: TargetSituation) -> PhysicalRow:
    """No damage: the target is moved and rolls to stay on its feet. Takes both arms."""
    found = [Modifier(-1, "push", RULE)]
    found += [Modifier(2, "shoulder", CRITICAL, arm) for arm in unit.arms if actuator_out(unit, now, arm, "Shoulder")]
    found += _enhanced(unit, now, unit.arms)
    number = _base(unit, sheet, target, *found)
    why = _cannot_act(sheet)
    if any(arm in now.lost for arm in unit.arms):
        why.append("arm-missing")
    if _fired_from(unit, sheet, *unit.arms):
        why.append("arm-weapons-fired")
    if target.prone:
        why.append("target-prone")
    return PhysicalRow("push", "", _made(number, why), Explained(), tuple(why))


def _difference(sheet: Sheet, target: TargetSituation) -> Modifier:
    """The better pilot has the edge in charges and death from above."""
    gap = mechwarrior(sheet).piloting - target.piloting if target.piloting >= 0 else 0
    return Modifier(gap, "piloting-difference", RULE)


def charge(unit: Unit, sheet: Sheet, now: Sheet, target: TargetSituation) -> PhysicalRow:
    """A tenth of the tonnage a hex moved before the target's; the charger takes a tenth of the target's tonnage.

    Both are halved when its torso is under water, rounded up.
    """
    hexes = sheet.movement.hexes if sheet.movement is not None else 0
    number = _base(unit, sheet, target, _difference(sheet, target), _big(unit))
    why = ["target-prone"] if target.prone else []
    why += _cannot_act(sheet)
    if sheet.movement is not None and sheet.movement.mode == "jumped":
        why.append("jumped-no-charge")
    blow = blows.Blow(ceil(unit.tons / 10 * max(0, hexes - 1)), "charge", str(hexes))
    own, per_hex = blows.Blow(ceil(target.tons / 10), "target-tonnage", str(target.tons)), unit.tons / 10
    if blows.submerged(unit, sheet, "CT"):
        blow.under_water()
        own.under_water()
        per_hex /= 2
    return PhysicalRow("charge", "", _made(number, why), blow.done(), tuple(why), to_self=own.done(), per_hex=per_hex)


def from_above(unit: Unit, sheet: Sheet, now: Sheet, ruleset: Ruleset, target: TargetSituation) -> PhysicalRow:
    """Three tenths of the tonnage on the target, a fifth on its own legs; every rounding is up."""
    moved = sheet.movement is not None and sheet.movement.mode == "jumped"
    more = () if moved else (Modifier(MOVED["jumped"], "attacker-jumped", RULE),)
    number = _base(unit, sheet, target, _difference(sheet, target), _big(unit), *more, moved=moved)
    why = _cannot_act(sheet)
    if movement.jumping(unit, sheet, ruleset).total < 1:
        why.append("no-jump")
    if blows.submerged(unit, sheet, "CT"):
        why.append("under-water")
    blow = blows.Blow(ceil(unit.tons / 10 * 3), "tonnage", str(unit.tons))
    blows.talons(blow, unit, now, unit.legs)
    own = Explained((Modifier(ceil(unit.tons / 5), "tonnage", RULE, str(unit.tons)),))
    return PhysicalRow("death-from-above", "", _made(number, why), blow.done(), tuple(why), to_self=own)


def club(unit: Unit, sheet: Sheet, now: Sheet, mount: int, target: TargetSituation) -> PhysicalRow:
    """Hatchets, swords and the rest: their own modifier and damage."""
    built = unit.mounts[mount]
    kind, arm = blows.CLUBS.get(built.item, blows.Club()), built.location
    found = [Modifier(kind.to_hit, "physical-weapon", RULE, built.item)]
    if arm in ARMS:
        found += [m for m in _arm(unit, now, arm)[0] if m.reason in ("upper-arm", "lower-arm", "lower-arm-missing")]
        found += _enhanced(unit, now, (arm,))
    number = _base(unit, sheet, target, *found, _big(unit), _burden(unit, now), _crew(unit, sheet))
    why = ["quad-cannot"] if len(unit.legs) == 4 and built.item not in blows.BY_QUADS else []
    why += _cannot_act(sheet)
    lost = arm in now.lost
    if arm in ARMS:
        why += _arm_missing(unit, now, arm)
    if mount_out(unit, now, mount) and not (arm in ARMS and lost):
        why.append("weapon-destroyed")
    if kind.hand and arm in ARMS and not lost and not _whole_hand(unit, now, arm):
        why.append("no-hand")
    if _fired_from(unit, sheet, arm):
        why.append("arm-weapons-fired")
    blow = blows.of_club(unit, sheet, now, mount)
    if blows.submerged(unit, sheet, arm):
        blow.under_water()
    return PhysicalRow("club", arm, _made(number, why), blow.done(), tuple(why), mount, dice=kind.dice)


def _whole_hand(unit: Unit, now: Sheet, arm: str) -> bool:
    return has_actuator(unit, arm, "Hand") and not actuator_out(unit, now, arm, "Hand")

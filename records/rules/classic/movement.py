"""Movement points now: what is built in, less what damage and heat take (TW, movement and critical damage).

Rounding: a hip halves walking MP, rounded up, before other actuators and heat are taken off; running multiplies what is
left once (1.5, 2 or 2.5), rounded up.
"""

from __future__ import annotations

from math import ceil

from ..condition import LEG_ACTUATORS, actuator_out, felt, legs_gone, slot_out, working
from ..numbers import Explained, Modifier
from ..ruleset import Ruleset
from ..sheet import Sheet
from ..tables import tables
from ..unit import Unit

RULE = "TW:movement"
CRITICAL = "TW:critical-damage"
HEAT = "TW:heat"
TSM_HEAT = 9
#: Up to this tonnage a partial wing adds 2 to jumping MP, above it 1 (TacOps, partial wing).
LIGHT_WING = 55

REASONS = {"Hip": "hip", "Upper Leg": "upper-leg", "Lower Leg": "lower-leg", "Foot": "foot"}


def heat_slows(heat: int) -> int:
    """Walking MP lost to heat: 1 at 5, 10, 15, 20 and 25; never more than 5."""
    levels: list[int] = tables()["heat"]["movement"]
    return sum(heat >= level for level in levels)


def tsm_active(unit: Unit, sheet: Sheet) -> bool:
    """Triple-strength myomer is at work: from heat 9."""
    return sheet.heat >= TSM_HEAT and bool(unit.gear.tsm)


class _Steps:
    """A figure in the making: each step stands as the difference it makes."""

    def __init__(self, base: Modifier) -> None:
        self.total = base.value
        self.steps = [base]

    def add(self, value: int, reason: str, rule: str, about: str = "") -> None:
        if value:
            self.total += value
            self.steps.append(Modifier(value, reason, rule, about))

    def become(self, value: int, reason: str, rule: str, about: str = "") -> None:
        self.add(value - self.total, reason, rule, about)

    def done(self) -> Explained:
        if self.total < 0:
            self.add(-self.total, "not-below-zero", RULE)
        return Explained(tuple(self.steps))


def walking(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> Explained:
    """Walking MP now. Hips halve (two: nothing left), each other leg actuator takes one, a leg gone leaves 1."""
    sheet = felt(sheet, ruleset)
    steps = _Steps(Modifier(unit.walk, "walking-as-built", RULE))
    _legs(unit, sheet, steps)
    _unburdened(unit, sheet, steps)
    if not (steps.total <= 0 or sheet.heat == 0):
        steps.add(-heat_slows(sheet.heat), "heat", HEAT)
        if tsm_active(unit, sheet):
            steps.add(2, "triple-strength-myomer", HEAT)
    return steps.done()


def swimming(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> Explained:
    """Underwater MP now: one less for each underwater manoeuvring unit out (TacOps, UMU)."""
    sheet = felt(sheet, ruleset)
    steps = _Steps(Modifier(unit.umu, "swimming-as-built", RULE))
    for jet in unit.gear.flagged("UMU"):
        if jet not in working(unit, sheet, (jet,)):
            steps.add(-1, "umu-lost", CRITICAL, unit.mounts[jet].location)
    return steps.done()


def _unburdened(unit: Unit, sheet: Sheet, steps: _Steps) -> None:
    """Modular armour slows by one as built; once none of it is left, that MP is back."""
    if unit.gear.modular_armour and not working(unit, sheet, unit.gear.modular_armour):
        steps.add(1, "modular-armour-gone", "TO:modular-armour")


def _legs(unit: Unit, sheet: Sheet, steps: _Steps) -> None:
    gone = legs_gone(unit, sheet)
    if len(unit.legs) == 4 and len(gone) == 1:
        steps.add(-1, "leg-gone", CRITICAL, gone[0])
    elif gone:
        most = 2 if len(unit.legs) == 4 else 1
        steps.become(1 if len(gone) <= most else 0, "leg-gone", CRITICAL, " ".join(gone))
        if len(unit.legs) < 4:
            return
    _actuators(unit, sheet, steps)


def _actuators(unit: Unit, sheet: Sheet, steps: _Steps) -> None:
    """A leg with its hip hit counts for its hip alone."""
    standing = [leg for leg in unit.legs if leg not in sheet.lost]
    hips = [leg for leg in standing if actuator_out(unit, sheet, leg, "Hip")]
    for number, leg in enumerate(hips):
        halved = ceil(steps.total / 2) if number == 0 or len(unit.legs) == 4 else 0
        steps.become(halved, "hip", CRITICAL, leg)
    for leg in standing:
        if leg in hips:
            continue
        for actuator in LEG_ACTUATORS[1:]:
            if actuator_out(unit, sheet, leg, actuator):
                steps.add(-1, REASONS[actuator], CRITICAL, leg)


def running(unit: Unit, sheet: Sheet, ruleset: Ruleset, *, boosters: tuple[str, ...] = ()) -> Explained:
    """Running MP now: walking times 1.5, rounded up; times 2 with MASC or a supercharger, 2.5 with both (``boosters``,
    those that work count)."""
    now = felt(sheet, ruleset)
    walk = walking(unit, sheet, ruleset).total
    steps = _Steps(Modifier(walk, "walking", RULE))
    if cannot_run(unit, now):
        return steps.done()
    steps.become(ceil(walk * 1.5), "running", RULE)
    on = [name for name in boosters if name in boosters_working(unit, now)]
    if on:
        steps.become(ceil(walk * (2.5 if len(on) == 2 else 2)), on[0], RULE)
    if unit.armoured_with("Hardened") and steps.total:
        steps.add(-1, "hardened-armour", "TO:hardened-armour")
    return steps.done()


def cannot_run(unit: Unit, now: Sheet) -> bool:
    """A leg gone, of four legs two: it only hops along (TW, destroyed legs)."""
    gone = len(legs_gone(unit, now))
    return gone > 1 or (gone == 1 and len(unit.legs) < 4)


def boosters_working(unit: Unit, sheet: Sheet) -> tuple[str, ...]:
    """``"masc"`` and ``"supercharger"``, those aboard that work."""
    found = []
    if unit.gear.masc and len(working(unit, sheet, unit.gear.masc)) == len(unit.gear.masc):
        found.append("masc")
    if working(unit, sheet, unit.gear.superchargers):
        found.append("supercharger")
    return tuple(found)


def jumping(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> Explained:
    """Jumping MP now: one less for each jump jet out, and for each hit on a wing as far as its share goes."""
    sheet = felt(sheet, ruleset)
    gear = unit.gear
    steps = _Steps(Modifier(unit.jump, "jumping-as-built", RULE))
    if not unit.jump:
        return steps.done()
    out = sum(slot_out(sheet, *line) for wing in gear.partial_wings for line in unit.mounts[wing].slots)
    steps.add(-min(out, 2 if unit.tons <= LIGHT_WING else 1), "partial-wing", "TO:partial-wing")
    for jet in gear.jump_jets:
        if jet not in working(unit, sheet, (jet,)):
            steps.add(-1, "jump-jet", CRITICAL, unit.mounts[jet].location)
    if gear.jump_boosters and not working(unit, sheet, gear.jump_boosters):
        steps.become(0, "jump-booster", CRITICAL)
    _unburdened(unit, sheet, steps)
    return steps.done()

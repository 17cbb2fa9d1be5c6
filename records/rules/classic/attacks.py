"""To-hit numbers of weapons: the 'Mech's own modifiers and the target's (TW, weapon attacks)."""

from __future__ import annotations

from ..condition import (
    ARM_ACTUATORS,
    able,
    actuator_out,
    felt,
    mechwarrior,
    reaches,
    system_hits,
    torso_mounted,
    working,
)
from ..equipment import Equipment, UnknownEquipmentError, get
from ..numbers import Modifier, TargetNumber
from ..ruleset import Ruleset
from ..sheet import CrewMember, Mode, Sheet
from ..unit import ARMS, Unit
from . import firing, heat, outer, prone, targets
from .targets import MOVED, NOTHING_KNOWN, RULE, Band, TargetSituation

BANDS: tuple[Band, ...] = ("short", "medium", "long", "extreme")
BAND_MODIFIERS = {"short": 0, "medium": 2, "long": 4, "extreme": 6}
ACTUATORS = {"Upper Arm": "upper-arm", "Lower Arm": "lower-arm"}
#: Damage to which a bombast laser turned down is as easy to aim as any other (TO, bombast laser).
BOMBAST_PLAIN = 7
#: A mortar lobs; fired straight it is harder to hit with.
MORTAR_DIRECT = 3
#: What a target without enough heat adds to heat-seeking rounds, and the reading that says so.
COLD, HEAT_SEEKERS = 1, "CL-heat-seekers-miss-the-cold"
#: What a shield in the way of a weapon adds; an active one lets nothing through.
SHIELDS = {"passive": 2, "no-defence": 1}
VARIABLE_PULSE = {"short": -3, "medium": -2, "long": -1, "extreme": 0}


def to_hit(
    unit: Unit,
    sheet: Sheet,
    ruleset: Ruleset,
    mount: int,
    distance: int | Band,
    target: TargetSituation = NOTHING_KNOWN,
    *,
    ammo: str = "",
    spotting: bool = False,
    shots: int = 1,
    dial: int = 0,
) -> TargetNumber:
    """The number for a weapon at ``distance`` hexes (or a range band, then without minimum range).

    ``ammo`` is the internal name of the round loaded, where it matters; ``shots`` of an autocannon that fires more than
    one; ``dial``: the damage that a bombast laser is turned to (0: full power). ``spotting``: this 'Mech spots for
    indirect fire as well. Impossible when the weapon cannot fire at all; automatic failure out of range.
    """
    item = unit.gear.items[mount]
    skill = Modifier(gunner(unit, sheet), "gunnery-skill", RULE)
    why = firing.why_not(unit, sheet, ruleset, mount)
    if why == "already-fired":
        why = firing.nothing_fires(sheet)
    if item is None or why:
        return TargetNumber((skill, Modifier(0, why or "unknown-weapon", RULE)), "impossible")
    loaded = loaded_round(ammo)
    ranges, minimum = ranges_of(item, loaded)
    band = distance if isinstance(distance, str) else band_at(ranges, distance)
    if band is None:
        return TargetNumber((skill, Modifier(0, "out-of-range", RULE)), "failure")
    modifiers = [skill, *own(unit, sheet, ruleset, mount)]
    if spotting:
        modifiers.append(Modifier(1, "spotting", RULE))
    weapon = _weapon(unit, felt(sheet, ruleset), mount, loaded, band, dial)
    if "MEK_MORTAR" in item.flags and not target.indirect:
        weapon.append(Modifier(MORTAR_DIRECT, "mortar-direct", "TO:mortar"))
    seen_from = _network(ranges, band, target.c3)
    modifiers += weapon + _range(distance, seen_from, minimum, shared=seen_from != band)
    adjacent = distance == 1 if isinstance(distance, int) else target.adjacent
    of_the_target = targets.of_target(target, adjacent=adjacent)
    if unit.config == "Tripod":
        of_the_target = [m for m in of_the_target if m.reason != "secondary-target"]
    cold = COLD if ruleset.has(HEAT_SEEKERS) else 0
    modifiers += of_the_target + targets.munition(loaded, target, of_the_target, cold=cold)
    modifiers += targets.signature(target, seen_from)
    if target.indirect:
        modifiers += targets.indirect(target, loaded)
        if targets.homes_on_tag(target, loaded):
            modifiers = [m for m in modifiers if not m.reason.startswith("target-in-")]
    seat = gunner_seat(unit, sheet)
    return optional(ruleset, seat, target, _summed(_aimed(modifiers, target, item, loaded, shots)))


def optional(ruleset: Ruleset, seat: CrewMember, target: TargetSituation, number: TargetNumber) -> TargetNumber:
    """The number with what optional rules add; each sees what came before it."""
    for option in ruleset.asks("to_hit"):
        found = option.to_hit(ruleset, seat, target, number.modifiers)
        number = number.plus(*(modifier for modifier in found if modifier.value))
    return number


def _summed(modifiers: list[Modifier]) -> TargetNumber:
    return TargetNumber(tuple(m for i, m in enumerate(modifiers) if i == 0 or m.value))


def _aimed(
    modifiers: list[Modifier], target: TargetSituation, item: Equipment, loaded: Equipment | None, shots: int
) -> list[Modifier]:
    """The modifiers with those of an aimed shot in the place of what it gives up."""
    computer = any(m.reason == "targeting-computer" for m in modifiers)
    scatters = loaded is not None and "CLUSTER" in loaded.munition
    aimed = targets.aim(target, item, computer=computer, scatters=scatters, shots=shots)
    given_up = {"aimed": "targeting-computer", "aimed-at-head": "target-immobile"}
    for modifier in aimed:
        modifiers = [m for m in modifiers if m.reason != given_up[modifier.reason]]
    return modifiers + aimed


def _network(ranges: tuple[int, ...], band: Band, hexes: int) -> Band:
    """The better of its own range band and that of the network's member ``hexes`` from the target (TW, C3)."""
    other = band_at(ranges, hexes) if hexes else None
    return min((band, other or band), key=BANDS.index)


def gunner(unit: Unit, sheet: Sheet) -> int:
    """The gunnery skill that counts."""
    return gunner_seat(unit, sheet).gunnery


def gunner_seat(unit: Unit, sheet: Sheet) -> CrewMember:
    """Whoever shoots: a crew with a gunner's seat leaves it to that one."""
    seat = sheet.crew[gunners_place(unit, sheet)]
    return seat if able(seat) else mechwarrior(sheet)


def gunners_place(unit: Unit, sheet: Sheet) -> int:
    """The place of the seat that is built to shoot: that of a crew's gunner, else the first."""
    gunner = unit.config in ("Tripod", "QuadVee") or "Dual" in unit.cockpit
    return 1 if gunner and unit.crew_size > 1 and len(sheet.crew) > 1 else 0


def moving(unit: Unit, sheet: Sheet, ruleset: Ruleset, mode: Mode) -> int:
    """What moving so adds to an attack, beyond what standing still does."""

    def adds(moved: Mode) -> int:
        own = TargetNumber((Modifier(MOVED[moved], f"attacker-{moved}", RULE),))
        return optional(ruleset, gunner_seat(unit, sheet), TargetSituation(), own).total

    return adds(mode) - adds("stood")


def own(unit: Unit, sheet: Sheet, ruleset: Ruleset, mount: int) -> list[Modifier]:
    """The 'Mech's own modifiers for a weapon: movement, heat, sensors, arm actuators, prone, cockpit."""
    now = felt(sheet, ruleset)
    moved = sheet.movement.mode if sheet.movement is not None else "stood"
    found = [Modifier(MOVED[moved], f"attacker-{moved}", RULE)]
    found.append(Modifier(heat.to_hit_penalty(sheet.heat), "heat", heat.RULE))
    sensors = system_hits(unit, now, "Sensors")
    found.append(Modifier(2 * sensors if torso_mounted(unit) else 2 * min(1, sensors), "sensors", "TW:critical-damage"))
    for location in reaches(unit, mount):
        found += arm(unit, now, location, enhanced=location == unit.mounts[mount].location)
    if unit.gear.shields and (how := outer.held(unit, now, mount)) in SHIELDS:
        found.append(Modifier(SHIELDS[how], f"shield-{how}", "TO:shields"))
    if sheet.prone and (len(unit.legs) < 4 or prone.unsteady(unit, now)):
        found.append(Modifier(2, "attacker-prone", RULE))
    if unit.cockpit.startswith("Industrial") and not unit.advanced_fire_control:
        found.append(Modifier(1, "industrial-cockpit", "TW:cockpit"))
    return [m for m in found if m.value]


def arm(unit: Unit, now: Sheet, location: str, *, enhanced: bool = True) -> list[Modifier]:
    """Arm actuators: a shoulder +4 and then no other of that arm, upper and lower arm +1 each. They count for what
    reaches into the arm, an enhancement (unless not ``enhanced``) for what is fired from it."""
    if location not in ARMS:
        return []
    if actuator_out(unit, now, location, ARM_ACTUATORS[0]):
        found = [Modifier(4, "shoulder", "TW:critical-damage", location)]
    else:
        found = [
            Modifier(1, reason, "TW:critical-damage", location)
            for name, reason in ACTUATORS.items()
            if actuator_out(unit, now, location, name)
        ]
    systems = working(unit, now, unit.gear.actuator_enhancement) if enhanced else ()
    if any(unit.mounts[m].location == location for m in systems):
        found.append(Modifier(-1, "arm-enhancement", "TO:actuator-enhancement", location))
    return found


def loaded_round(ammo: str) -> Equipment | None:
    """The item of a round by its internal name; None for none or an unknown one."""
    try:
        return get(ammo) if ammo else None
    except UnknownEquipmentError:
        return None


def ranges_of(item: Equipment, loaded: Equipment | None) -> tuple[tuple[int, ...], int]:
    """Short, medium, long and extreme range, and the minimum; of ATM and MML launchers as the round says."""
    if loaded is not None and item.ammo_type in ("ATM", "IATM"):
        if "EXTENDED_RANGE" in loaded.munition or loaded.internal.endswith(" ER"):
            return (9, 18, 27, 36), 4
        if "HIGH_EXPLOSIVE" in loaded.munition or loaded.internal.endswith((" HE", " IMP")):
            return (3, 6, 9, 12), 0
    if item.ammo_type == "MML":
        short = loaded is not None and "MML_LRM" not in loaded.flags
        return ((3, 6, 9, 12), 0) if short else ((7, 14, 21, 28), 6)
    return item.ranges, item.min_range


def band_at(ranges: tuple[int, ...], hexes: int) -> Band | None:
    """The range band of a distance, extreme range left out (an optional rule); None out of range."""
    return next((band for band, most in zip(BANDS[:3], ranges, strict=False) if hexes <= most), None)


def _range(distance: int | str, band: Band, minimum: int, *, shared: bool) -> list[Modifier]:
    about = "C3" if shared else ""
    found = [Modifier(BAND_MODIFIERS[band], f"range-{band}", RULE, about)]
    if isinstance(distance, int) and minimum and distance <= minimum:
        found.append(Modifier(minimum - distance + 1, "minimum-range", RULE, str(minimum)))
    return found


def dialled(damage: int) -> int:
    """What a bombast laser turned to so much damage adds to its attack: 1 for every two above 7, rounded up."""
    return max(0, -(-(damage - BOMBAST_PLAIN) // 2))


def _weapon(unit: Unit, now: Sheet, mount: int, loaded: Equipment | None, band: Band, dial: int) -> list[Modifier]:
    item = unit.gear.items[mount]
    if item is None:
        return []
    own_modifier = item.to_hit
    if "VSP" in item.name:
        own_modifier = VARIABLE_PULSE[band]
    elif "BOMBAST_LASER" in item.flags:
        own_modifier = dialled(dial or int(item.damage))
    found = [Modifier(own_modifier, "weapon", RULE, item.name)]
    cluster = loaded is not None and "CLUSTER" in loaded.munition
    if loaded is not None:
        found.append(Modifier(-1 if cluster else loaded.to_hit, "ammunition", RULE, loaded.name))
    aided = "DIRECT_FIRE" in item.flags and not cluster and item.ammo_type != "TASER"
    if aided and working(unit, now, unit.gear.targeting_computers):
        found.append(Modifier(-1, "targeting-computer", "TW:targeting-computer"))
    beside = {
        flag
        for i in working(unit, now, unit.gear.flagged("APOLLO", "ARTEMIS_V"))
        if unit.mounts[i].location == unit.mounts[mount].location and (linked := unit.gear.items[i]) is not None
        for flag in linked.flags & {"APOLLO", "ARTEMIS_V"}
    }
    if "APOLLO" in beside and item.ammo_type == "MRM":
        found.append(Modifier(-1, "apollo", "TO:apollo"))
    if "ARTEMIS_V" in beside and loaded is not None and loaded.munition == "ARTEMIS_V_CAPABLE":
        found.append(Modifier(-1, "artemis-v", "TO:artemis-v"))
    return found

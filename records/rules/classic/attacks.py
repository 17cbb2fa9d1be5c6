"""To-hit numbers of weapons: the 'Mech's own modifiers and the target's (TW, weapon attacks)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..condition import ARM_ACTUATORS, actuator_out, felt, mechwarrior, system_hits, torso_mounted, working
from ..equipment import Equipment, UnknownEquipmentError, get
from ..numbers import Modifier, TargetNumber
from ..ruleset import Ruleset
from ..sheet import Mode, Sheet
from ..unit import ARMS, Unit
from . import firing, heat

RULE = "TW:weapon-attacks"
Band = Literal["short", "medium", "long", "extreme"]
BANDS: tuple[Band, ...] = ("short", "medium", "long", "extreme")
BAND_MODIFIERS = {"short": 0, "medium": 2, "long": 4, "extreme": 6}
MOVED = {"stood": 0, "walked": 1, "ran": 2, "jumped": 3}
#: Hexes moved from which a target is a harder one, each time by one more (TW, target movement).
HARDER_FROM = (3, 5, 7, 10, 18, 25)
TERRAIN = {"light-woods": 1, "heavy-woods": 2, "light-smoke": 1, "heavy-smoke": 2}
ACTUATORS = {"Upper Arm": "upper-arm", "Lower Arm": "lower-arm"}
#: A bombast laser is taken to fire at full power.
BOMBAST_FULL_POWER = 3
VARIABLE_PULSE = {"short": -3, "medium": -2, "long": -1, "extreme": 0}


@dataclass(frozen=True, slots=True)
class TargetSituation:
    """The target and what lies between, as far as the table tells.

    ``hexes`` moved by ``movement``. ``light_woods``, ``heavy_woods`` and ``light_smoke`` count hexes between.
    ``terrain`` is the target's own: ``light-woods``, ``heavy-woods``, ``light-smoke``, ``heavy-smoke``, ``water-1``,
    else clear. ``secondary``: another target came first; ``"front"`` when this one is in the front arc, ``"other"``
    when not. ``stealth`` names signature systems that are on. ``indirect``: no line of sight, a spotter sees it;
    ``spotter`` is how that one moved, ``spotter_attacks`` whether it attacks as well. ``adjacent`` matters where the
    distance is a band. ``heat`` of the target matters to heat-seeking rounds; its ``piloting`` (-1: not known) and
    ``tons`` (0: not known) to charges and death from above; ``behind`` to a quad's kick; ``levels``, how much higher it
    stands, to punches at a prone one.
    """

    movement: Mode = "stood"
    hexes: int = 0
    prone: bool = False
    immobile: bool = False
    adjacent: bool = False
    superheavy: bool = False
    terrain: str = "clear"
    light_woods: int = 0
    heavy_woods: int = 0
    light_smoke: int = 0
    partial_cover: bool = False
    secondary: str = ""
    stealth: tuple[str, ...] = ()
    indirect: bool = False
    spotter: Mode = "stood"
    spotter_attacks: bool = False
    heat: int = 0
    piloting: int = -1
    tons: int = 0
    behind: bool = False
    levels: int = 0


NOTHING_KNOWN = TargetSituation()


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
) -> TargetNumber:
    """The number for a weapon at ``distance`` hexes (or a range band, then without minimum range).

    ``ammo`` is the internal name of the round loaded, where it matters. ``spotting``: this 'Mech spots for indirect
    fire as well. Impossible when the weapon cannot fire at all; automatic failure out of range.
    """
    item = unit.gear.items[mount]
    skill = Modifier(gunner(unit, sheet), "gunnery-skill", RULE)
    why = firing.why_not(unit, sheet, ruleset, mount) or prone_arms(unit, sheet, mount)
    if item is None or (why and why != "already-fired"):
        return TargetNumber((skill, Modifier(0, why or "unknown-weapon", RULE)), "impossible")
    loaded = loaded_round(ammo)
    ranges, minimum = ranges_of(item, loaded)
    band = distance if isinstance(distance, str) else band_at(ranges, distance)
    if band is None:
        return TargetNumber((skill, Modifier(0, "out-of-range", RULE)), "failure")
    modifiers = [skill, *own(unit, sheet, ruleset, mount)]
    if spotting:
        modifiers.append(Modifier(1, "spotting", RULE))
    modifiers += _weapon(unit, felt(sheet, ruleset), mount, loaded, band)
    modifiers += _range(distance, band, minimum)
    adjacent = distance == 1 if isinstance(distance, int) else target.adjacent
    of_the_target = of_target(target, adjacent=adjacent)
    if unit.config == "Tripod":
        of_the_target = [m for m in of_the_target if m.reason != "secondary-target"]
    modifiers += of_the_target
    modifiers += _munition(loaded, target, of_the_target)
    modifiers += _signature(target, band)
    if target.indirect:
        modifiers += _indirect(target)
    return TargetNumber(tuple(m for i, m in enumerate(modifiers) if i == 0 or m.value))


def gunner(unit: Unit, sheet: Sheet) -> int:
    """The gunnery skill that counts: a crew with a gunner's seat shoots with that."""
    if unit.crew_size > 1 and len(sheet.crew) > 1 and (len(unit.legs) == 3 or "Dual" in unit.cockpit):
        seat = sheet.crew[1]
        if seat.conscious and not seat.dead and not seat.ejected:
            return seat.gunnery
    return mechwarrior(sheet).gunnery


def own(unit: Unit, sheet: Sheet, ruleset: Ruleset, mount: int) -> list[Modifier]:
    """The 'Mech's own modifiers for a weapon: movement, heat, sensors, arm actuators, prone, cockpit."""
    now = felt(sheet, ruleset)
    moved = sheet.movement.mode if sheet.movement is not None else "stood"
    found = [Modifier(MOVED[moved], f"attacker-{moved}", RULE)]
    found.append(Modifier(heat.to_hit_penalty(sheet.heat), "heat", heat.RULE))
    sensors = system_hits(unit, now, "Sensors")
    found.append(Modifier(2 * sensors if torso_mounted(unit) else 2 * min(1, sensors), "sensors", "TW:critical-damage"))
    found += arm(unit, now, unit.mounts[mount].location)
    if sheet.prone and (len(unit.legs) < 4 or unsteady(unit, now)):
        found.append(Modifier(2, "attacker-prone", RULE))
    if unit.cockpit.startswith("Industrial") and not unit.advanced_fire_control:
        found.append(Modifier(1, "industrial-cockpit", "TW:cockpit"))
    return [m for m in found if m.value]


def arm(unit: Unit, now: Sheet, location: str) -> list[Modifier]:
    """Arm actuators: a shoulder +4 and then no other of that arm, upper and lower arm +1 each."""
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
    if any(unit.mounts[m].location == location for m in working(unit, now, unit.gear.actuator_enhancement)):
        found.append(Modifier(-1, "arm-enhancement", "TO:actuator-enhancement", location))
    return found


def prone_arms(unit: Unit, sheet: Sheet, mount: int) -> str:
    """Why a prone 'Mech cannot fire this weapon, as a code: it props itself up on an arm, a quad with a bad leg on a
    front leg (TW, prone 'Mechs)."""
    if not sheet.prone:
        return ""
    if len(unit.legs) == 4:
        return _prone_quad(unit, sheet, mount)
    if any(location in sheet.lost for location in unit.arms):
        return "prone-arm-missing"
    where = unit.mounts[mount].location
    if where in unit.legs:
        return "prone-leg-weapon"
    return "prone-other-arm-fired" if _other_fired(unit, sheet, where, unit.arms) else ""


def _other_fired(unit: Unit, sheet: Sheet, where: str, limbs: tuple[str, ...]) -> bool:
    fired = {unit.mounts[mount].location for mount in sheet.fired}
    return where in limbs and any(limb in fired for limb in limbs if limb != where)


def _prone_quad(unit: Unit, sheet: Sheet, mount: int) -> str:
    if not unsteady(unit, sheet):
        return ""
    front = tuple(leg for leg in unit.legs if leg.startswith("F"))
    gone = [leg for leg in unit.legs if leg in sheet.lost]
    if len(gone) > 2 or all(leg in gone for leg in front):
        return "prone-legs-missing"
    where = unit.mounts[mount].location
    if where in unit.legs and where not in front:
        return "prone-leg-weapon"
    return "prone-other-arm-fired" if _other_fired(unit, sheet, where, front) else ""


def unsteady(unit: Unit, now: Sheet) -> bool:
    """A leg gone or a hip hit: even four legs do not hold it still when prone."""
    return any(leg in now.lost or actuator_out(unit, now, leg, "Hip") for leg in unit.legs)


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


def _range(distance: int | str, band: Band, minimum: int) -> list[Modifier]:
    found = [Modifier(BAND_MODIFIERS[band], f"range-{band}", RULE)]
    if isinstance(distance, int) and minimum and distance <= minimum:
        found.append(Modifier(minimum - distance + 1, "minimum-range", RULE, str(minimum)))
    return found


def _weapon(unit: Unit, now: Sheet, mount: int, loaded: Equipment | None, band: Band) -> list[Modifier]:
    item = unit.gear.items[mount]
    if item is None:
        return []
    own_modifier = item.to_hit
    if "VSP" in item.name:
        own_modifier = VARIABLE_PULSE[band]
    elif "BOMBAST_LASER" in item.flags:
        own_modifier = BOMBAST_FULL_POWER
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


def _munition(loaded: Equipment | None, target: TargetSituation, found: list[Modifier]) -> list[Modifier]:
    """Rounds of a special kind (TO, alternate munitions)."""
    if loaded is None:
        return []
    value = {"FOLLOW_THE_LEADER": 2, "ARMOR_PIERCING": 1}.get(loaded.munition, 0)
    if loaded.munition == "PRECISION":
        value = -min(2, sum(m.value for m in found if m.reason in ("target-moved", "target-jumped")))
    if loaded.munition == "HEAT_SEEKING":
        value = -(target.heat // 5) if target.heat >= 5 else 1
    return [Modifier(value, "munition", "TO:munitions", loaded.name)]


def of_target(target: TargetSituation, *, adjacent: bool) -> list[Modifier]:
    """What the target's movement, posture and surroundings add."""
    found = []
    if target.immobile:
        found.append(Modifier(-4, "target-immobile", RULE))
    else:
        found.append(Modifier(sum(target.hexes >= h for h in HARDER_FROM), "target-moved", RULE, str(target.hexes)))
        found.append(Modifier(int(target.movement == "jumped"), "target-jumped", RULE))
    if target.prone:
        found.append(Modifier(-2 if adjacent else 1, "target-prone-adjacent" if adjacent else "target-prone", RULE))
    found.append(Modifier(-1 if target.superheavy else 0, "target-superheavy", "TO:superheavy"))
    found.append(Modifier(TERRAIN.get(target.terrain, 0), f"target-in-{target.terrain}", "TW:terrain"))
    found.append(Modifier(target.light_woods, "light-woods-between", "TW:terrain"))
    found.append(Modifier(2 * target.heavy_woods, "heavy-woods-between", "TW:terrain"))
    found.append(Modifier(target.light_smoke, "light-smoke-between", "TW:terrain"))
    water = target.terrain == "water-1" and not target.prone
    found.append(Modifier(int(target.partial_cover or water), "partial-cover", RULE))
    if target.secondary:
        found.append(Modifier(1 if target.secondary == "front" else 2, "secondary-target", RULE))
    return found


def _indirect(target: TargetSituation) -> list[Modifier]:
    return [
        Modifier(1, "indirect-fire", RULE),
        Modifier(MOVED[target.spotter], f"spotter-{target.spotter}", RULE),
        Modifier(int(target.spotter_attacks), "spotter-attacks", RULE),
    ]


def _signature(target: TargetSituation, band: Band) -> list[Modifier]:
    """Stealth armour and its like: harder at medium and long range (TO)."""
    step = {"short": 0, "medium": 1, "long": 2, "extreme": 2}[band]
    found = []
    for name in target.stealth:
        if name in ("stealth-armour", "null-signature", "chameleon"):
            found.append(Modifier(step, name, "TO:stealth"))
        elif name == "void-signature":
            moved = 0 if target.movement == "jumped" or target.hexes > 5 else 1 if target.hexes > 2 else 2
            found.append(Modifier(3 if not target.hexes and target.movement != "jumped" else moved, name, "TO:stealth"))
    return found

"""Salvoes: the modifier to the roll on the cluster hits table, and how many hit (TW, cluster hits).

Rounding: half a rack fires rounded up, and of what lands half counts rounded up; the two never meet in one round.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from ..condition import felt, working
from ..equipment import Equipment
from ..numbers import Explained, Modifier
from ..ruleset import Ruleset
from ..sheet import Sheet
from ..tables import cluster_hits, cluster_sizes
from ..unit import Unit
from .attacks import loaded_round

RULE = "TW:cluster"
#: What an anti-missile system does to the roll, and the roll that a streak launcher counts as then.
ANTI_MISSILE = -4
STREAK_ROLL = 11
HYPER_NEAR, HYPER_FAR = 8, 16
#: Fire control beside a launcher: flag of the equipment, round it takes, what it adds.
LINKED = (
    ("ARTEMIS_V", "ARTEMIS_V_CAPABLE", 3),
    ("ARTEMIS", "ARTEMIS_CAPABLE", 2),
    ("ARTEMIS_PROTO", "ARTEMIS_CAPABLE", 1),
)
LINK_REASONS = {"ARTEMIS_V": "artemis-v", "ARTEMIS": "artemis-iv", "ARTEMIS_PROTO": "artemis-prototype"}
#: What an anti-missile system meets by another rule than that of salvoes: mortar shells, single big missiles.
NO_SALVO = frozenset({"MEK_MORTAR", "LARGEMISSILE"})
HALVED = frozenset({"ANTI_TSM", "TANDEM_CHARGE"})


@dataclass(frozen=True, slots=True)
class Salvo:
    """What the table knows about a salvo. ``distance`` in hexes; ``narc`` a pod on the target; ``ecm`` the target's own
    is on; ``anti_missile`` a system fires at it; ``stealth`` the attacker's own is on; ``shots`` of an autocannon.
    """

    distance: int = 0
    narc: bool = False
    ecm: bool = False
    anti_missile: bool = False
    stealth: bool = False
    indirect: bool = False
    shots: int = 1


def modifier(unit: Unit, sheet: Sheet, ruleset: Ruleset, mount: int, salvo: Salvo, *, ammo: str = "") -> Explained:
    """What is added to the roll on the cluster hits table for this weapon, round and salvo."""
    item, loaded = unit.gear.items[mount], loaded_round(ammo)
    if item is None:
        return Explained()
    found = []
    if not salvo.ecm:
        found += _guidance(unit, felt(sheet, ruleset), mount, loaded, salvo)
    if loaded is not None and loaded.munition == "FOLLOW_THE_LEADER" and not salvo.ecm:
        found.append(Modifier(1, "munition", "TO:munitions", loaded.name))
    if item.ammo_type == "HAG":
        near, far = salvo.distance <= HYPER_NEAR, salvo.distance > HYPER_FAR
        found.append(Modifier(2 if near else -2 if far else 0, "hyper-assault-range", "TW:hag"))
    if salvo.anti_missile and "MISSILE" in item.flags and item.flags.isdisjoint(NO_SALVO):
        found.append(Modifier(ANTI_MISSILE, "anti-missile", "TW:anti-missile"))
    found += [m for o in ruleset.asks("cluster") for m in o.cluster(ruleset, unit, sheet, mount, salvo)]
    return Explained(tuple(m for m in found if m.value))


def _guidance(unit: Unit, now: Sheet, mount: int, loaded: Equipment | None, salvo: Salvo) -> list[Modifier]:
    """Artemis and Narc: never both; an ATM has its own Artemis, lost to its own stealth."""
    item = unit.gear.items[mount]
    if item is not None and item.ammo_type in ("ATM", "IATM") and not salvo.stealth:
        return [Modifier(2, "artemis-iv", "TW:artemis")]
    round_kind = loaded.munition if loaded is not None else ""
    here = unit.mounts[mount].location
    if not salvo.stealth and not salvo.indirect:
        for flag, kind, value in LINKED:
            beside = working(unit, now, unit.gear.flagged(flag))
            if round_kind == kind and any(unit.mounts[m].location == here for m in beside):
                return [Modifier(value, LINK_REASONS[flag], "TW:artemis")]
    if salvo.narc and round_kind == "NARC_CAPABLE" and not salvo.indirect:
        return [Modifier(2, "narc", "TW:narc")]
    return []


def landing(size: int, roll: int) -> int:
    """How many of a salvo of ``size`` land on a modified roll. One missile is no salvo: what hits, hits whole. A
    size without a row of its own is looked up in the largest rows that make it up (TW, cluster hits table)."""
    if size < 2:
        return max(0, size)
    row = max(known for known in cluster_sizes() if known <= size)
    return cluster_hits(row, roll) + (landing(size - row, roll) if size > row else 0)


def never_rolls(item: Equipment, shots: int) -> bool:
    """Streak launchers hit with all or nothing; an autocannon that fires once makes no salvo."""
    return is_streak(item) or (item.ammo_type in ("AC_ULTRA", "AC_ULTRA_THB", "AC_ROTARY") and shots == 1)


def is_streak(item: Equipment) -> bool:
    """It fires only when it locks on, and then with everything."""
    return "streak" in item.traits or "Streak" in item.name


def hits(unit: Unit, sheet: Sheet, ruleset: Ruleset, mount: int, salvo: Salvo, roll: int, *, ammo: str = "") -> int:
    """How many of the salvo hit on a roll of 2-12 (missiles of a rack, shots of an autocannon)."""
    item, loaded = unit.gear.items[mount], loaded_round(ammo)
    if item is None:
        return 0
    many_shots = item.ammo_type in ("AC_ULTRA", "AC_ULTRA_THB", "AC_ROTARY")
    size = salvo.shots if many_shots else int(item.rack)
    if item.ammo_type == "EXLRM" and 0 < salvo.distance <= item.min_range:
        size = ceil(size / 2)
    added = modifier(unit, sheet, ruleset, mount, salvo, ammo=ammo).total
    if never_rolls(item, salvo.shots):
        landed = landing(size, STREAK_ROLL + added) if added else size
    else:
        landed = landing(size, roll + added)
    if loaded is not None and loaded.munition in HALVED:
        landed = ceil(landed / 2)
    return landed

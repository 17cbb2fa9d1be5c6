"""What follows from a 'Mech's parts: movement, heat sinks, Clan CASE."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from records.rules import equipment
from records.rules.digits import leading
from records.rules.equipment import Equipment
from records.rules.unit import Engine, HeatSinks

from .mtf_line import Line
from .mtf_slots import FILE_ORDER, Placed

#: Rating points of an engine for one heat sink inside it (TechManual; a compact one is half the size).
RATING_PER_SINK = 25

_MEDIUM_SHIELD, _LARGE_SHIELD = 2048, 4096
#: Up to this weight a partial wing gives two jump MP in a standard atmosphere, above it one (TO).
_WING_LIGHT_LIMIT = 55


@dataclass(frozen=True, slots=True)
class Movement:
    """MP as built. ``run`` counts an armed MASC or supercharger, ``run_plain`` does not."""

    walk: int
    run: int
    run_plain: int
    jump: int
    umu: int
    jump_type: str


def walking_mp(engine: Engine, tons: int, cockpit: str, in_file: int) -> int:
    """Walking MP: the engine's rating by the weight (TechManual), whatever the file says beside it.

    A primitive 'Mech needs 1.2 times the rating, rounded up to the next five (IO). Without an engine the file decides.
    """
    rating = engine.rating
    if not rating or engine.type == "None":
        return in_file
    if cockpit.startswith("Primitive"):
        rating = 5 * -(-rating // 6)
    return rating // tons


def movement(walk: int, jump_in_file: int, tons: int, hardened: bool, items: Sequence[Equipment]) -> Movement:
    """Movement with what is built in: shields and modular armour slow, ``hardened`` armour on a leg takes one from
    running (TO), a partial wing lengthens a jump. ``jump_in_file`` counts for mechanical boosters only."""
    shields = [item.subtype for item in items if "CLUB" in item.flags]
    modular = any("MODULAR_ARMOR" in item.flags for item in items)
    walk = max(0, walk - shields.count(_LARGE_SHIELD) - shields.count(_MEDIUM_SHIELD) - modular)
    masc = any(item.is_masc for item in items)
    charger = any(item.is_supercharger for item in items)
    factor = 2.5 if masc and charger else 2.0 if masc or charger else 1.5
    jets = [item for item in items if item.is_jump_jet]
    booster = any("JUMP_BOOSTER" in item.flags for item in items)
    jump = jump_in_file if booster else len(jets)
    if jump and any("PARTIAL_WING" in item.flags for item in items):
        jump += 2 if tons <= _WING_LIGHT_LIMIT else 1
    return Movement(
        walk=walk,
        run=max(0, math.ceil(walk * factor) - hardened),
        run_plain=max(0, math.ceil(walk * 1.5) - hardened),
        jump=0 if _LARGE_SHIELD in shields else max(0, jump - shields.count(_MEDIUM_SHIELD) - modular),
        umu=sum("UMU" in item.flags for item in items),
        jump_type=jets[0].jump_jet_kind if jets else "Mechanical Booster" if booster else "",
    )


def heat_sinks(text: str, base_chassis: int, engine: Engine, omni: bool, clan: bool,
               items: Sequence[Equipment]) -> HeatSinks:  # fmt: skip
    """All heat sinks: those in slots, and those inside the engine up to what the file's total and the engine allow.

    ``text`` is the file's line (``"15 IS Double"``), ``base_chassis`` an omni's fixed sinks or -1.
    """
    words = text.lower()
    total = leading(words) or 0
    mounted = [item for item in items if item.is_heat_sink]
    inside = _sink_inside(words, clan, mounted)
    in_slots = sum(item.sinks for item in mounted)
    room = engine.rating // RATING_PER_SINK * (2 if "COMPACT_HEAT_SINK" in inside.flags else 1)
    if engine.type == "None":
        room = 0
    in_engine = max(0, min(total - in_slots, room))
    capacity = sum(item.sink_capacity for item in mounted) + in_engine * inside.sink_capacity
    fixed = -1
    if omni:
        fixed = base_chassis if base_chassis >= 0 else total
    return HeatSinks(in_slots + in_engine, inside.internal, capacity, in_engine, fixed)


def extra_capacity(count: int, items: Sequence[Equipment]) -> int:
    """Heat points a turn that are not the sinks' own: a partial wing spreads three in an atmosphere, a radical heat
    sink system, while it runs, two fifths of the ``count`` of sinks (TO; IO)."""
    wing = 3 if any("PARTIAL_WING" in item.flags for item in items) else 0
    radical = math.ceil(count * 0.4) if any("RADICAL_HEATSINK" in item.flags for item in items) else 0
    return wing + radical


def _sink_inside(words: str, clan: bool, mounted: Sequence[Equipment]) -> Equipment:
    if "laser" in words:
        return equipment.get("Laser Heat Sink")
    if "compact" in words:
        return equipment.get("1 Compact Heat Sink")
    if "double" not in words:
        return equipment.get("Heat Sink")
    if "clan" not in words and "is" not in words.split() and "inner" not in words:
        # A plain "Double" on a unit of mixed technology: those in the slots tell which.
        for item in mounted:
            if "DOUBLE_HEAT_SINK" in item.flags:
                return item
    elif "clan" not in words:
        clan = False
    else:
        clan = True
    return equipment.get("CLDoubleHeatSink" if clan else "ISDoubleHeatSink")


def clan_case(mounts: Sequence[Placed]) -> list[Placed]:
    """The CASE that Clan units have wherever something may explode, unless better is built in (TechManual)."""
    case = equipment.get("CLCASE")
    explosive: set[str] = set()
    protected: set[str] = set()
    for mount in mounts:
        places = {location for location, _ in mount.cells} or {mount.location}
        if mount.item.explosive:
            explosive |= places
        if mount.item.is_case or mount.item.is_case_ii:
            protected |= places
    return [Placed(case, place, Line("CASE")) for place in FILE_ORDER if place in explosive - protected]

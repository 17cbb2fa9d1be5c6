"""Unit: what the factory built. Frozen; nothing that happens in a game is in here.

Locations are named as on the paper: HD CT RT LT RA LA RL LL; a quad has FRL FLL RRL RLL for limbs; a tripod adds CL.
Slot numbers count from 0 after the holes of the file are closed up (all locations but the head).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .gear import Gear
    from .worth import BattleValue, Cost

Config = Literal["Biped", "Quad", "Tripod", "LAM", "QuadVee"]

TORSOS = ("CT", "RT", "LT")
BIPED = ("HD", "CT", "RT", "LT", "RA", "LA", "RL", "LL")
QUAD = ("HD", "CT", "RT", "LT", "FRL", "FLL", "RRL", "RLL")
TRIPOD = (*BIPED, "CL")
LEGS = frozenset({"RL", "LL", "CL", "FRL", "FLL", "RRL", "RLL"})
ARMS = frozenset({"RA", "LA"})

SYSTEMS = frozenset({
    "Life Support", "Sensors", "Cockpit", "Engine", "Gyro", "Shoulder", "Upper Arm", "Lower Arm", "Hand",
    "Hip", "Upper Leg", "Lower Leg", "Foot", "Landing Gear", "Avionics", "Conversion Gear",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Engine:
    """``type`` is one of Fusion, XL, XXL, Light, Compact, ICE, Fuel Cell, Fission, Primitive or None (large ones too).

    ``large`` marks ratings above 400. ``name`` is how the file spells it.
    """

    rating: int
    type: str
    clan: bool = False
    large: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class HeatSinks:
    """All heat sinks of the unit, those inside the engine included.

    ``count`` sinks of ``kind`` (the equipment's internal name, ``"Heat Sink"`` when single) sink ``capacity`` heat
    points a turn when all work. ``in_engine`` of them have no critical slots. ``capacity`` already adds mixed kinds.
    """

    count: int
    kind: str
    capacity: int
    in_engine: int = 0
    base_chassis: int = -1


@dataclass(frozen=True, slots=True)
class Slot:
    """One line of a location's critical list.

    A system slot (``"Engine"``, ``"Upper Arm"``, see :data:`SYSTEMS`) has ``mount`` -1. An equipment slot points to
    its mount and has the item's internal name; a superheavy's double slot has a ``second`` mount. Equipment that nobody
    knows has mount -1 and the name its file gives it. ``hittable`` is False for lines that a critical rolls
    again (endo steel, ferro-fibrous, CASE, ...). ``armoured`` components absorb their first hit.
    """

    name: str
    mount: int = -1
    second: int = -1
    hittable: bool = True
    armoured: bool = False


@dataclass(frozen=True, slots=True)
class Mount:
    """One piece of equipment as built in.

    ``item`` is the internal name in the equipment table. ``slots`` are ``(location, slot number)`` pairs in order; none
    for equipment without slots (heat sinks inside the engine are not listed at all). ``location`` is the one that
    counts for fire and loss: for split weapons the more restrictive one. ``size`` is set for variable-size equipment
    (tons). ``facing`` is the vehicular grenade launchers' own.
    """

    item: str
    location: str
    slots: tuple[tuple[str, int], ...] = ()
    rear: bool = False
    turret: bool = False
    pod: bool = False
    armoured: bool = False
    size: float = 0.0
    facing: str = ""


@dataclass(frozen=True, slots=True)
class Bin:
    """One ammunition bin: ``item`` in the equipment table, ``shots`` when full, where it lies (``mount`` index).

    One-shot weapons carry their only shot themselves and have no bin. ``slot`` is -1 for a bin without slots.
    """

    item: str
    location: str
    slot: int
    shots: int
    mount: int


@dataclass(frozen=True)
class Unit:
    """The factory's sheet. ``mounts`` list weapons, ammunition and other equipment in file order; ``weapons`` are the
    indexes of those that can be fired; ``bins`` the ammunition. MP are as built (``run`` counts MASC or supercharger
    when armed, ``run_plain`` does not); ``jump`` and ``umu`` are 0 without the equipment. ``armour_tech`` says who made
    ferro-fibrous armour where the chassis does not say it.
    """

    chassis: str
    model: str
    config: Config
    tech_base: Literal["Inner Sphere", "Clan"]
    tons: int
    year: int
    engine: Engine
    heat_sinks: HeatSinks
    walk: int
    run: int
    run_plain: int
    jump: int
    armour: Mapping[str, int]
    rear_armour: Mapping[str, int]
    structure: Mapping[str, int]
    slots: Mapping[str, tuple[Slot | None, ...]]
    mounts: tuple[Mount, ...]
    weapons: tuple[int, ...]
    bins: tuple[Bin, ...]
    mixed: bool = False
    omni: bool = False
    armour_type: str = "Standard"
    structure_type: str = "Standard"
    patchwork: Mapping[str, str] = field(default_factory=dict)
    gyro: str = "Standard Gyro"
    cockpit: str = "Standard Cockpit"
    advanced_fire_control: bool = False
    myomer: str = "Standard"
    ejection: str = ""
    lam: str = ""
    motive: str = ""
    umu: int = 0
    jump_type: str = ""
    crew_size: int = 1
    role: str = ""
    source: str = ""
    rules_level: str = ""
    clan_name: str = ""
    mul_id: int = 0
    quirks: tuple[str, ...] = ()
    weapon_quirks: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    armour_tech: Literal["", "Inner Sphere", "Clan"] = ""

    @cached_property
    def name(self) -> str:
        """Chassis and model, as on the name line: ``"Archer ARC-2R"``."""
        return f"{self.chassis} {self.model}".strip()

    @cached_property
    def locations(self) -> tuple[str, ...]:
        """The unit's locations in the order of the paper."""
        if self.config in ("Quad", "QuadVee"):
            return QUAD
        return TRIPOD if self.config == "Tripod" else BIPED

    @cached_property
    def legs(self) -> tuple[str, ...]:
        """Its legs: two, three for a tripod, four for a quad."""
        return tuple(loc for loc in self.locations if loc in LEGS)

    @cached_property
    def arms(self) -> tuple[str, ...]:
        """Its arms: two, none for a quad."""
        return tuple(loc for loc in self.locations if loc in ARMS)

    @cached_property
    def superheavy(self) -> bool:
        """More than 100 tons: two items may share a critical slot."""
        return self.tons > 100

    @cached_property
    def industrial(self) -> bool:
        """An IndustrialMech: industrial structure."""
        return "Industrial" in self.structure_type

    @cached_property
    def total_armour(self) -> int:
        """All armour points, rear included."""
        return sum(self.armour.values()) + sum(self.rear_armour.values())

    @cached_property
    def gear(self) -> Gear:
        """Its equipment, sorted by what the rules ask of it."""
        from .gear import Gear

        return Gear(self)

    @cached_property
    def battle_value(self) -> BattleValue:
        """Its battle value, explained. Ask for it through :func:`records.rules.battle_value`."""
        from .classic.battle_value import reckon

        return reckon(self)

    @cached_property
    def cost(self) -> Cost:
        """Its cost, explained. Ask for it through :func:`records.rules.cost`."""
        from .classic.cost import reckon

        return reckon(self)

    def inward(self, location: str) -> str:
        """Where damage goes that ``location`` cannot take: TW, damage transfer. ``""`` when nowhere."""
        return INWARD[location]

    def armour_type_of(self, location: str) -> str:
        """The kind of armour on a location; differs by location on patchwork armour only."""
        return self.patchwork.get(location, self.armour_type)

    def armoured_with(self, kind: str) -> bool:
        """Whether any location carries this kind of armour."""
        return kind in (self.armour_type, *self.patchwork.values())

    def slots_named(self, name: str) -> tuple[tuple[str, int], ...]:
        """Every ``(location, slot number)`` of a system such as ``"Engine"``."""
        return self._slots_by_name.get(name, ())

    @cached_property
    def _slots_by_name(self) -> dict[str, tuple[tuple[str, int], ...]]:
        found: dict[str, tuple[tuple[str, int], ...]] = {}
        for location, slots in self.slots.items():
            for number, slot in enumerate(slots):
                if slot is not None and slot.mount < 0:
                    found[slot.name] = (*found.get(slot.name, ()), (location, number))
        return found


INWARD: Mapping[str, str] = {
    "HD": "", "CT": "", "RT": "CT", "LT": "CT", "RA": "RT", "LA": "LT", "RL": "RT", "LL": "LT",
    "FRL": "RT", "RRL": "RT", "FLL": "LT", "RLL": "LT", "CL": "CT",
}  # fmt: skip

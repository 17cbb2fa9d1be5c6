"""What a unit carries, sorted by what the rules ask of it. Worked out once a unit; nothing of a game is in here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .equipment import Equipment, UnknownEquipmentError, ammo_for, get
from .tables.special import special

if TYPE_CHECKING:
    from .unit import Unit


@dataclass(frozen=True)
class Gear:
    """Indexes into ``Unit.mounts`` by purpose, and the table's item of each mount (None: nobody knows it)."""

    unit: Unit

    @cached_property
    def items(self) -> tuple[Equipment | None, ...]:
        """The item of every mount, in the order of ``Unit.mounts``."""
        return tuple(_known(mount.item) for mount in self.unit.mounts)

    def flagged(self, *flags: str) -> tuple[int, ...]:
        """Mounts of equipment (not weapons, not ammunition) whose item carries any of these flags."""
        wanted = frozenset(flags)
        return tuple(
            i for i, item in enumerate(self.items) if item is not None and item.kind == "misc" and item.flags & wanted
        )

    @cached_property
    def sinks(self) -> tuple[int, ...]:
        """Heat sinks outside the engine."""
        return tuple(i for i, item in enumerate(self.items) if item is not None and item.is_heat_sink)

    @cached_property
    def jump_jets(self) -> tuple[int, ...]:
        """Jump jets of every kind."""
        return self.flagged("JUMP_JET")

    @cached_property
    def jump_boosters(self) -> tuple[int, ...]:
        """Mechanical jump boosters."""
        return self.flagged("JUMP_BOOSTER")

    @cached_property
    def masc(self) -> tuple[int, ...]:
        """Myomer accelerator signal circuitry."""
        return tuple(i for i, item in enumerate(self.items) if item is not None and item.is_masc)

    @cached_property
    def superchargers(self) -> tuple[int, ...]:
        """Superchargers."""
        return tuple(i for i, item in enumerate(self.items) if item is not None and item.is_supercharger)

    @cached_property
    def tsm(self) -> tuple[int, ...]:
        """Triple-strength myomer that works by heat."""
        return self.flagged("TSM")

    @cached_property
    def industrial_tsm(self) -> tuple[int, ...]:
        """Industrial triple-strength myomer: always at work."""
        return self.flagged("INDUSTRIAL_TSM")

    @cached_property
    def partial_wings(self) -> tuple[int, ...]:
        """Partial wings."""
        return self.flagged("PARTIAL_WING")

    @cached_property
    def modular_armour(self) -> tuple[int, ...]:
        """Modular armour."""
        return self.flagged("MODULAR_ARMOR")

    @cached_property
    def shields(self) -> tuple[int, ...]:
        """Shields: those of the table that can be held before the 'Mech."""
        known = special()["shields"]
        return tuple(i for i, item in enumerate(self.items) if item is not None and item.internal in known)

    @cached_property
    def targeting_computers(self) -> tuple[int, ...]:
        """Targeting computers."""
        return self.flagged("TARGCOMP")

    @cached_property
    def actuator_enhancement(self) -> tuple[int, ...]:
        """Actuator enhancement systems."""
        return self.flagged("ACTUATOR_ENHANCEMENT_SYSTEM")

    @cached_property
    def clubs(self) -> tuple[int, ...]:
        """Physical weapons: hatchets, swords, maces, ..."""
        return self.flagged("CLUB")

    @cached_property
    def claws(self) -> tuple[int, ...]:
        """Claws in the place of hands."""
        return self.flagged("HAND_WEAPON")

    @cached_property
    def talons(self) -> tuple[int, ...]:
        """Talons on the feet."""
        return self.flagged("TALON")

    @cached_property
    def insulators(self) -> dict[int, int]:
        """The laser insulator of each laser that has one: mount of the laser to mount of the insulator. Each insulator
        serves the first laser of its location that has none yet (TO, laser insulator)."""
        found: dict[int, int] = {}
        for mount in self.flagged("LASER_INSULATOR"):
            for gun in self.unit.weapons:
                item, here = self.items[gun], self.unit.mounts[gun].location
                beside = here == self.unit.mounts[mount].location and gun not in found
                if beside and item is not None and "LASER" in item.flags:
                    found[gun] = mount
                    break
        return found

    @cached_property
    def heavy_duty_gyro(self) -> bool:
        """Its gyro takes three hits."""
        return "Heavy Duty" in self.unit.gyro or "Heavy-Duty" in self.unit.gyro

    @cached_property
    def fusion(self) -> bool:
        """The engine is a fusion one: it makes heat when hit."""
        return self.unit.engine.type not in ("ICE", "Fuel Cell", "Fission", "None", "External", "")

    @cached_property
    def sink_capacity(self) -> tuple[tuple[int, int], ...]:
        """``(mount, heat points a turn)`` of every heat sink outside the engine."""
        found = []
        for i in self.sinks:
            item = self.items[i]
            if item is not None:
                found.append((i, 2 if item.sinks == 2 else item.sink_capacity))
        return tuple(found)

    @cached_property
    def case(self) -> dict[str, int]:
        """Locations protected from explosions inside them: 1 CASE, 2 CASE II. Besides what is fitted, a Clan chassis
        has CASE wherever it carries explosives (TM, CASE)."""
        found: dict[str, int] = {}
        clan = self.unit.tech_base == "Clan"
        for mount, item in zip(self.unit.mounts, self.items, strict=True):
            if item is None:
                continue
            level = 2 if item.is_case_ii else int(item.is_case or (item.explosive and clan))
            for location in {mount.location, *(place for place, _ in mount.slots)} if level else ():
                found[location] = max(level, found.get(location, 0))
        return found

    def feeding(self, mount: int) -> tuple[int, ...]:
        """The ammunition bins (indexes into ``Unit.bins``) that a weapon can draw from."""
        return self._feeding.get(mount, ())

    @cached_property
    def _feeding(self) -> dict[int, tuple[int, ...]]:
        bins = [(number, _known(b.item)) for number, b in enumerate(self.unit.bins)]
        found: dict[int, tuple[int, ...]] = {}
        for mount in self.unit.weapons:
            weapon = self.items[mount]
            if weapon is not None and needs_ammunition(weapon):
                found[mount] = tuple(n for n, ammo in bins if ammo is not None and ammo.feeds(weapon))
        return found


def needs_ammunition(weapon: Equipment) -> bool:
    """It draws rounds from bins (one-shot launchers carry their own)."""
    return weapon.is_weapon and weapon.ammo_type not in ("NA", "") and not weapon.is_one_shot


def own_shots(weapon: Equipment | None) -> int:
    """Shots that a one-shot launcher carries with it, 2 for a double one; 0 for every other item."""
    if weapon is None or not weapon.is_one_shot:
        return 0
    return 2 if "DOUBLE_ONESHOT" in weapon.flags else 1


def own_ammunition(weapon: Equipment | None) -> tuple[Equipment, ...]:
    """What a one-shot launcher comes loaded with, a round for each of its shots; none for every other item.

    The plain round of the launcher's own tech base, whatever the chassis; introductory rounds are common to both tech
    bases, and a round that only exists for both serves either.
    """
    shots = own_shots(weapon)
    if weapon is None or not shots:
        return ()
    fitting = ammo_for(weapon)
    plain = [ammo for ammo in fitting if ammo.munition == "STANDARD"] or list(fitting)
    own = {"Clan"} if weapon.tech == "Clan" else {"IS", "All"}
    first = next((ammo for ammo in plain if ammo.tech in own or ammo.level == "Introductory"), None)
    first = first or next((ammo for ammo in plain if ammo.tech == "All"), None)
    return () if first is None else (first,) * shots


def _known(internal: str) -> Equipment | None:
    try:
        return get(internal)
    except UnknownEquipmentError:
        return None

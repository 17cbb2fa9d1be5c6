"""The equipment table and the lookup of a name in all its spellings.

The facts are the product's own data file, ``tables/equipment.json``: one item a line, keys named as
the fields of :class:`Equipment`. The file is read when the first name is looked up, and an item is
built when it is first wanted.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from .digits import whole

Kind = Literal["weapon", "ammo", "misc", "bomb"]
Tech = Literal["IS", "Clan", "All"]

TABLE = Path(__file__).parent / "tables" / "equipment.json"

#: Ammunition types of the weapons whose capacitors explode when hit (TW, critical damage to Gauss weapons).
GAUSS_AMMO = frozenset({"GAUSS", "GAUSS_LIGHT", "GAUSS_HEAVY", "IGAUSS_HEAVY", "HAG", "MAGSHOT", "SBGAUSS"})


class UnknownEquipmentError(KeyError):
    """No item of the table has this internal name."""


class BadTableError(ValueError):
    """The data file is not what the loader expects; the message names the item and the key."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """One item: what any two pieces of it have in common.

    ``tons`` (metric tons) and ``slots`` (critical slots) are None where they depend on the unit, as
    ``bv`` and ``cost`` (C-bills) are. ``damage`` is that of a hit where it is one number; otherwise
    ``damage_kind`` says ``"cluster"`` (``missile_damage`` for each of ``rack`` missiles), ``"variable"``
    (``damage_by_range``: short, medium, long), ``"artillery"`` (``rack`` is the area damage) or
    ``"special"``. ``ranges`` are short, medium, long and extreme in hexes, ``water_ranges`` the same
    under water, 0 where there is none. ``shots`` are the shots in a ton of ammunition, ``shot_damage``
    what one of them adds to an explosion for each of its ``rack``. ``to_hit`` is the item's own modifier.
    ``fixed_only``: never in an omni pod. ``year`` is the first year anywhere; ``year_is`` and ``year_clan`` are None
    where they are the same and 0 where that side never had it.
    """

    internal: str
    name: str
    kind: Kind
    tech: Tech
    short: str = ""
    aliases: tuple[str, ...] = ()
    tons: float | None = None
    slots: int | None = None
    heat: int = 0
    damage: float = 0
    damage_kind: str = ""
    damage_by_range: tuple[int, ...] = ()
    missile_damage: int = 0
    rack: float = 0
    min_range: int = 0
    ranges: tuple[int, ...] = (0, 0, 0, 0)
    water_ranges: tuple[int, ...] = (0, 0, 0, 0)
    ammo_type: str = "NA"
    shots: int = 0
    munition: str = ""
    shot_damage: int = 0
    bv: float | None = 0
    cost: float | None = 0
    to_hit: int = 0
    explosive: bool = False
    explosion_damage: int = 0
    hittable: bool = True
    spreadable: bool = False
    splitable: bool = False
    fixed_only: bool = False
    indirect: bool = False
    flags: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    subtype: int = 0
    modes: tuple[str, ...] = ()
    year: int = 0
    year_is: int | None = None
    year_clan: int | None = None
    level: str = ""

    @property
    def is_weapon(self) -> bool:
        """It is declared and fired (anti-missile systems and electronics on a weapon mount included)."""
        return self.kind == "weapon"

    @property
    def is_ammo(self) -> bool:
        """A bin of ammunition."""
        return self.kind == "ammo"

    @property
    def is_gauss(self) -> bool:
        """A Gauss weapon: its capacitors explode when hit, its ammunition does not."""
        return self.is_weapon and (self.ammo_type in GAUSS_AMMO or "Gauss" in self.name)

    @property
    def is_one_shot(self) -> bool:
        """Carries its only shot (two for a double one-shot) with it."""
        return self.is_weapon and bool(self.flags & {"ONESHOT", "DOUBLE_ONESHOT"})

    @property
    def is_case(self) -> bool:
        """Cellular ammunition storage equipment; not CASE II."""
        return bool(self.flags & {"CASE", "CASEP"}) and not self.is_case_ii

    @property
    def is_case_ii(self) -> bool:
        """CASE II."""
        return "CASEII" in self.flags

    @property
    def is_jump_jet(self) -> bool:
        """A jump jet of any kind."""
        return "JUMP_JET" in self.flags

    @property
    def jump_jet_kind(self) -> str:
        """``"Standard"``, ``"Improved"``, ``"Prototype"``, ``"Prototype Improved"``; else ``""``."""
        if not self.is_jump_jet:
            return ""
        words = [w for w, bit in (("Prototype", 4), ("Improved", 2)) if self.subtype & bit]
        return " ".join(words) or "Standard"

    @property
    def is_masc(self) -> bool:
        """Myomer accelerator signal circuitry."""
        return "MASC" in self.flags and not self.subtype

    @property
    def is_supercharger(self) -> bool:
        """A supercharger."""
        return "MASC" in self.flags and self.subtype == 1

    @property
    def is_tsm(self) -> bool:
        """Triple-strength myomer that works by heat (the industrial kind works always and is not meant)."""
        return "TSM" in self.flags

    @property
    def is_targeting_computer(self) -> bool:
        """A targeting computer."""
        return "TARGCOMP" in self.flags

    @property
    def dial(self) -> tuple[int, ...]:
        """Damage that the weapon can be turned to, the most first; none for weapons that do what they do."""
        settings = (whole(mode.removeprefix("Damage ")) for mode in self.modes if mode.startswith("Damage "))
        return tuple(points for points in settings if points is not None)

    @property
    def is_heat_sink(self) -> bool:
        """A heat sink of any kind."""
        return self.sinks > 0

    @property
    def sinks(self) -> int:
        """Heat sinks that one of these counts as: a slot of two compact ones counts two."""
        if not self.flags & {"HEAT_SINK", "DOUBLE_HEAT_SINK", "IS_DOUBLE_HEAT_SINK_PROTOTYPE"}:
            return 0
        return 2 if {"COMPACT_HEAT_SINK", "DOUBLE_HEAT_SINK"} <= self.flags else 1

    @property
    def sink_capacity(self) -> int:
        """Heat points a turn that one of these sinks, 0 for anything but a heat sink."""
        if self.flags & {"DOUBLE_HEAT_SINK", "IS_DOUBLE_HEAT_SINK_PROTOTYPE"}:
            return 2
        return 1 if "HEAT_SINK" in self.flags else 0

    def feeds(self, weapon: Equipment) -> bool:
        """This ammunition fits that weapon: same type and, where the rack matters, the same rack."""
        if not self.is_ammo or self.ammo_type != weapon.ammo_type or self.ammo_type == "NA":
            return False
        return self.rack == weapon.rack or not self.rack


_TUPLES = frozenset({"aliases", "damage_by_range", "ranges", "water_ranges", "modes"})
_SETS = frozenset({"flags", "traits"})
_FIELDS = frozenset(field.name for field in dataclasses.fields(Equipment))
_NEEDED = ("internal", "name", "kind", "tech")


def get(internal: str) -> Equipment:
    """The item of this internal name, as units carry it: case counts. Raises UnknownEquipmentError."""
    try:
        return _build(_by_internal()[internal])
    except KeyError:
        raise UnknownEquipmentError(internal) from None


def lookup(name: str, clan: bool) -> Equipment | None:
    """What a unit file means by ``name``, or None: an internal name or alias in any case, else the same
    name with the tech base of the chassis before it."""
    key = name.strip().lower()
    index = _by_alias()
    found = index.get(key)
    if found is None:
        found = index.get(("clan " if clan else "is ") + key)
    return None if found is None else _build(found)


def by_name(name: str, clan: bool = False) -> Equipment | None:
    """As :func:`lookup`, and the names people read as well. Where both tech bases have one of that name
    ``clan`` decides, and what a 'Mech can carry comes before what it cannot."""
    found = lookup(name, clan)
    if found is not None:
        return found
    numbers = _by_display().get(name.strip().lower(), ())
    wanted = ("Clan", "All", "IS") if clan else ("IS", "All", "Clan")
    ranked = sorted(map(_build, numbers), key=lambda item: (not _on_mechs(item), wanted.index(item.tech)))
    return ranked[0] if ranked else None


def everything() -> tuple[Equipment, ...]:
    """All items in the order of the table. Builds them all: not for a request."""
    return tuple(map(_build, range(len(_rows()))))


@cache
def ammo_for(weapon: Equipment) -> tuple[Equipment, ...]:
    """Every ammunition that fits a weapon, the standard one first; none for weapons that need none."""
    if not weapon.is_weapon or weapon.ammo_type == "NA":
        return ()
    numbers = (n for n, row in enumerate(_rows()) if row.get("ammo_type") == weapon.ammo_type)
    fitting = [item for item in map(_build, numbers) if item.feeds(weapon)]
    return tuple(sorted(fitting, key=lambda ammo: ammo.munition != "STANDARD"))


def _on_mechs(item: Equipment) -> bool:
    return item.kind == "ammo" or not item.flags.isdisjoint({"MECH_WEAPON", "MECH_EQUIPMENT"})


@cache
def _rows() -> list[dict[str, Any]]:
    with TABLE.open(encoding="utf-8") as file:
        rows: list[dict[str, Any]] = json.load(file)["items"]
    for number, row in enumerate(rows):
        missing = [key for key in _NEEDED if key not in row]
        unknown = row.keys() - _FIELDS
        if missing or unknown:
            wrong = ", ".join([*missing, *sorted(unknown)])
            raise BadTableError(f"item {number} ({row.get('internal')}): {wrong}")
    return rows


@cache
def _build(number: int) -> Equipment:
    row = dict(_rows()[number])
    for key in _TUPLES & row.keys():
        row[key] = tuple(row[key])
    for key in _SETS & row.keys():
        row[key] = frozenset(row[key])
    return Equipment(**row)


@cache
def _by_internal() -> dict[str, int]:
    return {row["internal"]: number for number, row in enumerate(_rows())}


@cache
def _by_alias() -> dict[str, int]:
    # Where two items claim a name, the later one in the table has it: unit files were written against that.
    index: dict[str, int] = {}
    for number, row in enumerate(_rows()):
        for name in (row["internal"], *row.get("aliases", ())):
            index[name.strip().lower()] = number
    return index


@cache
def _by_display() -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for number, row in enumerate(_rows()):
        for name in {row["name"], row.get("short", row["name"])}:
            index.setdefault(name.strip().lower(), []).append(number)
    return index

"""The MTF reader: a 'Mech's file in, its :class:`Unit` out.

Every form in use is read: old and new style, keys and suffixes in any case, any line ends, patchwork armour,
split weapons, double slots of superheavies, fluff between and after. Equipment that nobody knows stays in its slot
under its own name and is listed in ``Unit.unknown``; so is what found no room.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from records.rules.digits import whole
from records.rules.tables.structure import structure_points
from records.rules.unit import LEGS, Bin, Config, Mount, Slot, Unit

from . import mtf_names as names
from .derive import clan_case, heat_sinks, movement, walking_mp
from .errors import FormatError
from .mtf_scan import FEWEST_LINES, Scan, scan
from .mtf_slots import FILE_ORDER, Cell, Fitting, Placed
from .text import plain, text_of

_NEEDED = ("mass", "engine", "walk mp")
_QUAD_PLACES = {"LA": "FLL", "RA": "FRL", "LL": "RLL", "RL": "RRL"}
_NAME_LENGTH = 120
_MOST_ARMOUR = 999


def read_mtf(data: bytes | str) -> Unit:
    """The 'Mech that an MTF file describes.

    Raises FormatError, and nothing else: ``not-mtf``, ``truncated``, ``missing-line``, ``bad-number``, ``bad-tons``,
    ``unknown-tech-base`` and those of :func:`records.formats.text.text_of`.
    """
    found = scan(text_of(data) if isinstance(data, bytes) else plain(data))
    return _Reader(found).unit()


class _Reader:
    def __init__(self, found: Scan) -> None:
        self.found = found
        self.headers = found.headers
        self.config, self.omni = names.config(self._header("config"))
        self.places = _places(self.config)
        self._check()
        self.base, self.mixed = names.tech_base(self._header("techbase"))
        self.clan = self.base == "Clan"
        self.tons = names.number(self._header("mass"), "Mass", most=10_000)

    def unit(self) -> Unit:
        try:
            structure = structure_points(self.config, self.tons)
        except KeyError:
            raise FormatError("bad-tons", tons=self.tons) from None
        fitting = Fitting(
            config=self.config, tons=self.tons, clan=self.clan, old_style=self.found.old_style
        )  # fmt: skip
        fitting.fill(self.found.sections)
        self._loose(fitting)
        if self.clan:
            fitting.mounts += clan_case(fitting.mounts)
        return self._assemble(fitting, structure)

    def _header(self, key: str) -> str:
        return self.headers.get(key, "").strip()

    def _check(self) -> None:
        sections = self.found.sections
        wanted = FILE_ORDER if self.config == "Tripod" else FILE_ORDER[:-1]
        short = [place for place in wanted if place not in sections]
        last = self.found.ended
        # Fewer lines at the end of a file mean that it is cut short.
        if last and len(sections[last]) < FEWEST_LINES:
            short.append(last)
        if short:
            raise FormatError("truncated", locations=[self.places.get(place, place) for place in short])
        lines = [key for key in _NEEDED if not self._header(key)]
        lines += [f"{place} armor" for place in wanted if place not in self.found.armour]
        if not self._header("chassis"):
            lines.insert(0, "chassis")
        if lines:
            raise FormatError("missing-line", lines=lines)

    def _loose(self, fitting: Fitting) -> None:
        for value in self.found.repeated.get("nocrit", ()):
            name, _, place = value.rpartition(":")
            location = place.strip().upper()
            codes = {code: biped for biped, code in self.places.items()}
            fitting.add_loose(name.strip() or location, codes.get(location, ""))

    def _assemble(self, fitting: Fitting, structure: Mapping[str, int]) -> Unit:
        items = [mount.item for mount in fitting.mounts]
        armour, patchwork, kind = self._armour()
        engine = names.engine(self._header("engine"), self.base, self.mixed)
        cockpit = names.cockpit(self._header("cockpit"), self.config)
        in_file = names.number(self._header("walk mp"), "Walk MP", most=99)
        legs = LEGS & set(self.places.values())
        moves = movement(
            walking_mp(engine, self.tons, cockpit, in_file),
            names.number(self._header("jump mp") or "0", "Jump MP", most=99),
            self.tons,
            kind == "Hardened" or any(patchwork.get(leg) == "Hardened" for leg in legs),
            items,
        )
        unit = Unit(
            chassis=self._header("chassis")[:_NAME_LENGTH],
            model=self._header("model")[:_NAME_LENGTH],
            config=self.config,
            tech_base=self.base,
            tons=self.tons,
            year=names.leading_number(self._header("era") or "0", "Era", most=9999),
            engine=engine,
            heat_sinks=heat_sinks(self._sinks_line(), self._base_sinks(), engine, self.omni, self.clan, items),
            walk=moves.walk, run=moves.run, run_plain=moves.run_plain, jump=moves.jump,
            umu=moves.umu, jump_type=moves.jump_type,
            armour=armour, rear_armour=self._rear_armour(), structure=structure,
            slots=self._slots(fitting),
            mounts=tuple(self._mount(mount) for mount in fitting.mounts),
            weapons=tuple(number for number, item in enumerate(items) if item.is_weapon),
            bins=tuple(self._bins(fitting.mounts)),
            mixed=self.mixed, omni=self.omni,
            armour_type=kind, armour_tech=self._armour_tech(kind), patchwork=patchwork,
            cockpit=cockpit, crew_size=names.crew_size(cockpit),
            advanced_fire_control="AFC" in self._header("cockpit").upper(),
        )  # fmt: skip
        return self._about(unit, fitting)

    def _about(self, unit: Unit, fitting: Fitting) -> Unit:
        """The unit with what changes no figure: names of parts, sources, quirks, what was not understood."""
        left_over = [*fitting.left_over, *(text for _, text in self.found.extra)]
        return replace(
            unit,
            structure_type=names.structure_type(self._header("structure"), self.clan),
            gyro=names.gyro(self._header("gyro")),
            myomer=self._header("myomer") or "Standard",
            ejection=self._header("ejection"),
            lam=self._header("lam") or ("Standard" if self.config == "LAM" else ""),
            motive=self._header("motive") or ("Track" if self.config == "QuadVee" else ""),
            role=self._header("role")[:40],
            source=self._header("source")[:200],
            rules_level=names.rules_level(self._header("rules level")),
            clan_name=self._header("clanname")[:_NAME_LENGTH],
            mul_id=whole(self._header("mul id"), most=999_999_999) or 0,
            quirks=tuple(self.found.repeated.get("quirk", ())),
            weapon_quirks=tuple(self.found.repeated.get("weaponquirk", ())),
            unknown=tuple(dict.fromkeys([*fitting.unknown, *left_over])),
        )

    def _sinks_line(self) -> str:
        text = self._header("heat sinks") or "0 Single"
        names.leading_number(text, "Heat Sinks", most=999)
        return text

    def _base_sinks(self) -> int:
        text = self._header("base chassis heat sinks") or "-1"
        return names.number(text, "Base Chassis Heat Sinks", least=-1, most=999)

    def _armour(self) -> tuple[dict[str, int], dict[str, str], str]:
        kind = names.armour_type(self._header("armor"), self.clan)
        points: dict[str, int] = {}
        patchwork: dict[str, str] = {}
        for biped, place in self.places.items():
            spelt, _, figure = self.found.armour[biped].rpartition(":")
            points[place] = names.number(figure, f"{place} Armor", most=_MOST_ARMOUR)
            if spelt and kind == "Patchwork":
                patchwork[place] = names.armour_type(spelt, self.clan)
        return points, patchwork, kind

    def _armour_tech(self, kind: str) -> Literal["", "Inner Sphere", "Clan"]:
        """Who made it, of armour that weighs less from the Clans; ``""`` where the chassis says it already."""
        tech = names.armour_tech(self._header("armor"), self.base)
        return tech if kind == "Ferro-Fibrous" and (self.mixed or tech != self.base) else ""

    def _rear_armour(self) -> dict[str, int]:
        figures = {place: self.found.rear_armour.get(place, "0").rpartition(":")[2] for place in ("CT", "RT", "LT")}
        return {
            place: names.number(figure, f"{place} rear Armor", most=_MOST_ARMOUR) for place, figure in figures.items()
        }

    def _slots(self, fitting: Fitting) -> dict[str, tuple[Slot | None, ...]]:
        numbers = {id(mount): number for number, mount in enumerate(fitting.mounts)}
        return {
            place: tuple(_slot(cell, numbers) for cell in fitting.slots[biped]) for biped, place in self.places.items()
        }

    def _mount(self, mount: Placed) -> Mount:
        line = mount.line
        order = sorted(mount.cells, key=lambda cell: (FILE_ORDER.index(cell[0]), cell[1]))
        return Mount(
            item=mount.item.internal,
            location=self.places.get(mount.location, ""),
            slots=tuple((self.places[location], number) for location, number in order),
            rear=line.rear, turret=line.turret, pod=line.pod, armoured=mount.armoured,
            size=mount.size, facing=line.facing,
        )  # fmt: skip

    def _bins(self, mounts: list[Placed]) -> list[Bin]:
        bins: list[Bin] = []
        for number, mount in enumerate(mounts):
            place = self.places.get(mount.location, "")
            if mount.item.is_ammo:
                slot = mount.cells[0][1] if mount.cells else -1
                bins.append(Bin(mount.item.internal, place, slot, mount.item.shots, number))
        return bins


def _slot(cell: Cell | None, numbers: Mapping[int, int]) -> Slot | None:
    if cell is None:
        return None
    if not cell.mounts:
        return Slot(cell.name, armoured=cell.armoured)
    indexes = [numbers[id(mount)] for mount in cell.mounts]
    return Slot(
        cell.name,
        mount=indexes[0],
        second=indexes[1] if len(indexes) > 1 else -1,
        hittable=any(mount.item.hittable for mount in cell.mounts),
        armoured=cell.armoured,
    )


def _places(config: Config) -> dict[str, str]:
    """The location codes of this configuration by those of a biped, in the order of a file."""
    order = FILE_ORDER if config == "Tripod" else FILE_ORDER[:-1]
    four_legged = config in ("Quad", "QuadVee")
    return {place: _QUAD_PLACES.get(place, place) if four_legged else place for place in order}

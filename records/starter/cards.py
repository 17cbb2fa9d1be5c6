"""Cards: the short notation in which the starter 'Mechs are written down.

A file in ``units/`` holds a ``[defaults]`` table and any number of ``[[mech]]`` tables. A card says what a player
would say about the design; everything the construction rules fix (actuators, engine and gyro slots, internal
structure, walking MP) is left to the builder. Keys of a card:

``name``        ``["Archer", "ARC-2R"]``: chassis and model
``tons``        20 to 100; ``year`` of introduction; ``role`` in the field's words
``engine``      rating and type: ``"280 Fusion"``, ``"375 XL"``, ``"300 Light"``
``heat_sinks``  ``"10 Single"`` or ``"17 Double"``; those the engine cannot hold are listed among the equipment
``base_heat_sinks``  OmniMechs: heat sinks that belong to the chassis
``armour``      ``"HD 9, CT 33/10, RT+LT 24/6, RA+LA 22, RL+LL 26"``, rear armour behind the stroke
``missing``     actuators that the arms lack: ``"hands"``, ``"RA hand"``, ``"lower arms"`` (hands go with them)
``HD`` ``CT`` ``RT`` and so on  equipment in the order of the critical slots:
                ``"LRM 20, LRM 20 Ammo x2, Medium Laser (R)"``; ``arms``, ``sides`` and ``legs`` stand for both

``x2`` counts pieces; for equipment whose size depends on the unit (endo steel, MASC, a hatchet) it counts slots.
``AC/20 [8]`` says how many slots lie here of a weapon split over two locations. On an OmniMech everything but
structure and armour is a pod unless ``fixed`` stands before it.

The others (``config``, ``tech_base``, ``structure``, ``armour_type``, ``gyro``, ``cockpit``, ``ejection``, ``omni``,
``clan_name``, ``source``, ``rules_level``) have defaults and are given where a design differs.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from records.rules.unit import BIPED, QUAD

PAIRS: Mapping[str, tuple[str, str]] = {"arms": ("RA", "LA"), "sides": ("RT", "LT"), "legs": ("RL", "LL")}
DEFAULTS: Mapping[str, Any] = {
    "config": "Biped", "tech_base": "Inner Sphere", "structure": "Standard", "armour_type": "Standard",
    "gyro": "Standard Gyro", "cockpit": "Standard Cockpit", "omni": False, "clan_name": "", "source": "", "role": "",
    "rules_level": "Standard", "missing": "", "base_heat_sinks": -1, "ejection": "",
}  # fmt: skip
REQUIRED = ("name", "tons", "year", "engine", "heat_sinks", "armour")
ITEM = re.compile(r"(?P<fixed>fixed )?(?P<name>.+?)(?P<rear> \(R\))?(?: \[(?P<part>\d+)\])?(?: x(?P<count>\d+))?")
ACTUATORS = {
    "hand": ("hand",),
    "hands": ("hand",),
    "lower arm": ("lower arm", "hand"),
    "lower arms": ("lower arm", "hand"),
}


class CardError(ValueError):
    """A card that cannot be read or built. Only a wrong data file can cause it, so it is raised, not answered."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a location: ``count`` pieces (or slots, see the module) of the equipment called ``name``.

    ``part`` is the number of slots that lie here of a weapon that stretches over two locations, else 0.
    """

    name: str
    count: int = 1
    rear: bool = False
    fixed: bool = False
    part: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """One design, as written. ``missing`` maps an arm to the actuators it lacks (``"lower arm"``, ``"hand"``)."""

    chassis: str
    model: str
    clan_name: str
    config: str
    tech_base: str
    omni: bool
    tons: int
    year: int
    role: str
    source: str
    rules_level: str
    engine_rating: int
    engine_type: str
    heat_sinks: int
    heat_sink_kind: str
    base_heat_sinks: int
    structure: str
    armour_type: str
    gyro: str
    cockpit: str
    ejection: str
    armour: Mapping[str, int]
    rear_armour: Mapping[str, int]
    missing: Mapping[str, frozenset[str]]
    items: Mapping[str, tuple[Item, ...]]

    @property
    def name(self) -> str:
        """Chassis and model."""
        return f"{self.chassis} {self.model}".strip()

    @property
    def clan(self) -> bool:
        """Built on a Clan chassis."""
        return self.tech_base == "Clan"

    @property
    def locations(self) -> tuple[str, ...]:
        """The locations of this configuration, in the order of the paper."""
        return QUAD if self.config == "Quad" else BIPED


@cache
def cards() -> tuple[Card, ...]:
    """Every card of every file, files in the order of their names. Raises :class:`CardError` on a wrong one."""
    found: list[Card] = []
    for file in sorted(files(__package__).joinpath("units").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            found.extend(read_cards(file.read_text(encoding="utf-8")))
    names = [card.name for card in found]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise CardError(f"two cards for one design: {', '.join(sorted(twice))}")
    return tuple(found)


def read_cards(text: str) -> Iterator[Card]:
    """Reads one file of cards."""
    content = tomllib.loads(text)
    defaults = {**DEFAULTS, **content.get("defaults", {})}
    for table in content.get("mech", []):
        yield _card({**defaults, **table})


def _card(facts: Mapping[str, Any]) -> Card:
    absent = [key for key in REQUIRED if key not in facts]
    if absent:
        raise CardError(f"{facts.get('name', 'a card')}: no {', '.join(absent)}")
    chassis, model = facts["name"]
    locations = QUAD if facts["config"] == "Quad" else BIPED
    known = {*DEFAULTS, *REQUIRED, *PAIRS, *locations}
    strange = sorted(set(facts) - known)
    if strange:
        raise CardError(f"{chassis} {model}: unknown key {', '.join(strange)}")
    rating, _, engine_type = facts["engine"].partition(" ")
    sinks, _, sink_kind = facts["heat_sinks"].partition(" ")
    armour, rear = _armour(facts["armour"], locations, f"{chassis} {model}")
    return Card(
        chassis=chassis,
        model=model,
        engine_rating=int(rating),
        engine_type=engine_type,
        heat_sinks=int(sinks),
        heat_sink_kind=sink_kind,
        armour=armour,
        rear_armour=rear,
        missing=_missing(facts["missing"]),
        items={location: _items(facts, location) for location in locations},
        **{key: facts[key] for key in (
            "clan_name", "config", "tech_base", "omni", "tons", "year", "role", "source", "rules_level",
            "base_heat_sinks", "structure", "armour_type", "gyro", "cockpit", "ejection",
        )},
    )  # fmt: skip


def _armour(text: str, locations: tuple[str, ...], name: str) -> tuple[dict[str, int], dict[str, int]]:
    armour: dict[str, int] = {}
    rear: dict[str, int] = {}
    for part in text.split(", "):
        where, points = part.split(" ")
        front, stroke, behind = points.partition("/")
        for location in where.split("+"):
            if location in armour or location not in locations:
                raise CardError(f"{name}: armour of {location}")
            armour[location] = int(front)
            if stroke:
                rear[location] = int(behind)
    if set(armour) != set(locations) or set(rear) != {"CT", "RT", "LT"}:
        raise CardError(f"{name}: armour does not name every location")
    return armour, rear


def _missing(text: str) -> dict[str, frozenset[str]]:
    missing: dict[str, frozenset[str]] = {"RA": frozenset(), "LA": frozenset()}
    for part in filter(None, text.split(", ")):
        arm, what = (part[:2], part[3:]) if part[:2] in missing else ("", part)
        if what not in ACTUATORS:
            raise CardError(f"no such actuator: {part}")
        for location in (arm,) if arm else tuple(missing):
            missing[location] |= frozenset(ACTUATORS[what])
    return missing


def _items(facts: Mapping[str, Any], location: str) -> tuple[Item, ...]:
    texts = [facts[pair] for pair, both in PAIRS.items() if location in both and pair in facts]
    texts += [facts[location]] if location in facts else []
    found: list[Item] = []
    for text in ", ".join(texts).split(", ") if texts else ():
        match = ITEM.fullmatch(text)
        if match is None:
            raise CardError(f"{facts['name']}: cannot read {text!r}")
        count, part = int(match["count"] or 1), int(match["part"] or 0)
        found.append(Item(match["name"], count, bool(match["rear"]), bool(match["fixed"]), part))
    return tuple(found)

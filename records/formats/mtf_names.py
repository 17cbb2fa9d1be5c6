"""What an MTF header's spelling means: engines, armour, structure, cockpits, gyros, tech bases, numbers."""

from __future__ import annotations

import re
from typing import Literal, cast

from records.rules import equipment
from records.rules.digits import leading, whole
from records.rules.unit import Config, Engine

from .errors import FormatError

TechBase = Literal["Inner Sphere", "Clan"]

#: A mark in an engine's name and the type it stands for. The order matters: "xxl" contains "xl".
_ENGINES = (
    ("xxl", "XXL"), ("xl", "XL"), ("light", "Light"), ("compact", "Compact"), ("i.c.e", "ICE"), ("ice", "ICE"),
    ("combustion", "ICE"), ("cell", "Fuel Cell"), ("fission", "Fission"), ("none", "None"), ("maglev", "MagLev"),
    ("steam", "Steam"), ("battery", "Battery"), ("solar", "Solar"), ("external", "External"),
)  # fmt: skip

_COCKPITS = (
    "Standard Cockpit", "Small Cockpit", "Command Console", "Torso-Mounted Cockpit", "Dual Cockpit",
    "Industrial Cockpit", "Primitive Cockpit", "Primitive Industrial Cockpit", "Superheavy Cockpit",
    "Superheavy Tripod Cockpit", "Tripod Cockpit", "Interface Cockpit", "Virtual Reality Piloting Pod",
    "QuadVee Cockpit", "Superheavy Industrial Cockpit", "Superheavy Command Console", "Small Command Console",
    "Tripod Industrial Cockpit", "Superheavy Tripod Industrial Cockpit",
)  # fmt: skip

_GYROS = ("Standard Gyro", "XL Gyro", "Compact Gyro", "Heavy Duty Gyro", "Superheavy Gyro", "None")

_RULES_LEVELS = ("", "Introductory", "Standard", "Advanced", "Experimental", "Unofficial")

#: The largest engine that is not a large one.
LARGEST_STANDARD_RATING = 400


def number(value: str, key: str, *, least: int = 0, most: int) -> int:
    """The whole number a header gives. Raises FormatError ``bad-number`` unless it lies between the limits."""
    text = value.strip()
    found = whole(text, least=least, most=most)
    if found is None:
        raise FormatError("bad-number", key=key, value=text[:40], least=least, most=most)
    return found


def leading_number(value: str, key: str, *, most: int) -> int:
    """As :func:`number` for a value that starts with one: ``"15 IS Double"``, ``"3050 "``."""
    found = leading(value)
    return number(value if found is None else str(found), key, most=most)


def config(value: str) -> tuple[Config, bool]:
    """The configuration and whether it is an omni: ``"Quad Omnimech"`` is ``("Quad", True)``."""
    text = value.lower()
    for mark, kind in (("quadvee", "QuadVee"), ("quad", "Quad"), ("lam", "LAM"), ("tripod", "Tripod")):
        if mark in text:
            return cast(Config, kind), "omni" in text
    return "Biped", "omni" in text


def tech_base(value: str) -> tuple[TechBase, bool]:
    """The tech base of the chassis and whether the unit mixes both."""
    text = value.lower()
    mixed = "mixed" in text
    if "clan" in text:
        return "Clan", mixed
    if mixed or not text or "inner sphere" in text or text.strip() == "is":
        return "Inner Sphere", mixed
    raise FormatError("unknown-tech-base", value=value[:40])


def engine(value: str, base: TechBase, mixed: bool) -> Engine:
    """``"300 XL (Clan) Engine(IS)"`` and its forty kin. Anything unheard of is a standard fusion engine."""
    rating = leading_number(value, "Engine", most=2000)
    text = value.lower()
    kind = next((kind for mark, kind in _ENGINES if mark in text), "Fusion")
    inner_sphere = "inner sphere" in text or ("(is)" in text and "clan" not in text)
    clan = "clan" in text or (base == "Clan" and not inner_sphere)
    if base == "Inner Sphere" and not mixed:
        clan = False
    name = re.sub(r"^\s*[0-9]+\s*", "", value)
    name = re.sub(r"\s*engine\b.*$", "", name, flags=re.IGNORECASE).strip()
    return Engine(rating, kind, clan=clan, large=rating > LARGEST_STANDARD_RATING, name=f"{rating} {name}".strip())


def _of_table(name: str, clan: bool) -> str | None:
    """The printed name of a kind of armour or structure, spelt with or without its tech base."""
    lowered = name.lower()
    prefixes = ("",) if lowered.startswith(("clan ", "is ")) else ("Clan ", "IS ") if clan else ("IS ", "Clan ")
    for prefix in prefixes:
        item = equipment.lookup(prefix + name, clan)
        if item is not None and item.kind == "misc":
            return item.name.strip()
    return None


def structure_type(value: str, clan: bool) -> str:
    """``"IS Endo-Steel"`` is ``"Endo Steel"``; ``"UNKNOWN"`` when nobody knows it."""
    if not value:
        return "Standard"
    return _of_table(value, clan) or "UNKNOWN"


def armour_type(value: str, clan: bool) -> str:
    """``"Ferro-Fibrous(Clan)"`` is ``"Ferro-Fibrous"``; the tech base in brackets goes before the chassis's."""
    name, _, rest = value.partition("(")
    name = name.strip()
    if not name:
        return "Standard"
    if name.lower() == "patchwork":
        return "Patchwork"
    if rest:
        clan = "clan" in rest.lower()
    short = re.sub(r"\s+armou?r$", "", name, flags=re.IGNORECASE)
    return _of_table(name, clan) or _of_table(short, clan) or "UNKNOWN"


def armour_tech(value: str, base: TechBase) -> TechBase:
    """Who made the armour: ``"Ferro-Fibrous(Clan)"``; the chassis's own tech base where nothing else is said."""
    _, bracket, rest = value.lower().partition("(")
    if not bracket or "clan" in rest:
        return "Clan" if bracket else base
    return "Inner Sphere" if "inner sphere" in rest or rest.startswith("is)") else base


def cockpit(value: str, kind: Config) -> str:
    """The cockpit's printed name. A QuadVee always has its own."""
    if kind == "QuadVee":
        return "QuadVee Cockpit"
    return _closest(re.sub(r"\s*\(.*\)$", "", value), _COCKPITS, "Standard Cockpit")


def gyro(value: str) -> str:
    """The gyro's printed name, ``"None"`` where a compact design has none."""
    return _closest(value, _GYROS, "Standard Gyro")


def _closest(value: str, known: tuple[str, ...], default: str) -> str:
    text = value.strip().lower()
    if not text:
        return default
    for name in known:
        if text in (name.lower(), name.lower().rpartition(" ")[0]):
            return name
    return default


def rules_level(value: str) -> str:
    """``"2"`` is ``"Standard"``; anything but 1 to 5 says nothing."""
    text = value.strip()
    return _RULES_LEVELS[int(text)] if text in {"1", "2", "3", "4", "5"} else text[:40]


def crew_size(cockpit_name: str) -> int:
    """MechWarriors aboard: a tripod has a gunner too, a superheavy one an engineer besides."""
    if "Superheavy Tripod" in cockpit_name:
        return 3
    two = ("Tripod", "Command Console", "Dual", "QuadVee")
    return 2 if any(mark in cockpit_name for mark in two) else 1

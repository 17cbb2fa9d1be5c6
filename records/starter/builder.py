"""From a card to a Unit.

The builder lays the critical slots out as a construction sheet does (fixed systems first, then the card's equipment in
order) and hands the result to the reader of unit files, so that what follows from a design (walking and running MP,
internal structure, heat sinks in the engine, mounts, ammunition bins) is worked out in one place only.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from records.formats import read_mtf
from records.formats.sizes import slots_of
from records.rules import equipment
from records.rules.equipment import Equipment
from records.rules.unit import Unit

from .cards import Card, CardError, Item, cards

EMPTY = "-Empty-"
SECTIONS = {
    "LA": "Left Arm", "RA": "Right Arm", "FLL": "Front Left Leg", "FRL": "Front Right Leg", "LT": "Left Torso",
    "RT": "Right Torso", "CT": "Center Torso", "HD": "Head", "LL": "Left Leg", "RL": "Right Leg",
    "RLL": "Rear Left Leg", "RRL": "Rear Right Leg",
}  # fmt: skip
SIX_SLOTS = frozenset({"HD", "RL", "LL", "FRL", "FLL", "RRL", "RLL"})
LEG = ("Hip", "Upper Leg Actuator", "Lower Leg Actuator", "Foot Actuator")
ENGINE = "Fusion Engine"
#: Engine slots in each side torso: IS XL three, Clan XL and light engines two.
SIDE_SLOTS = {"Fusion": 0, "Light": 2}
RULES_LEVELS = {"Introductory": 1, "Standard": 2, "Advanced": 3, "Experimental": 4}


def build(card: Card) -> Unit:
    """The unit of one card. Raises :class:`CardError` when the card does not fit together."""
    unit = read_mtf(text_of(card).encode())
    if unit.unknown:
        raise CardError(f"{card.name}: unknown equipment {', '.join(unit.unknown)}")
    for location, lines in layout(card).items():
        placed = sum(slot is not None for slot in unit.slots[location])
        if placed != sum(line != EMPTY for line in lines):
            raise CardError(f"{card.name}: {location} holds {placed} slots, the card asks for others")
    if unit.heat_sinks.count != card.heat_sinks:
        raise CardError(f"{card.name}: {unit.heat_sinks.count} heat sinks are placed, not {card.heat_sinks}")
    return unit


@cache
def units() -> tuple[Unit, ...]:
    """Every starter 'Mech, in the order of the cards."""
    return tuple(build(card) for card in cards())


def item_of(name: str, clan: bool) -> Equipment:
    """The equipment a card means: that of the chassis's tech base where both sides build it."""
    item = equipment.by_name(f"{'Clan' if clan else 'IS'} {name}", clan) or equipment.by_name(name, clan)
    if item is None:
        raise CardError(f"no equipment is called {name}")
    return item


def layout(card: Card) -> dict[str, list[str]]:
    """Every location's lines, filled up with empty ones."""
    laid: dict[str, list[str]] = {}
    for location in card.locations:
        lines = list(_systems(card, location))
        wanted = [line for item in card.items[location] for line in _lines(card, item)]
        if location == "HD" and wanted:
            # The head's only free slot lies between its systems.
            lines[3] = wanted.pop(0)
        lines += wanted
        size = 6 if location in SIX_SLOTS else 12
        if len(lines) > size:
            raise CardError(f"{card.name}: {location} has {size} slots, not {len(lines)}")
        laid[location] = lines + [EMPTY] * (size - len(lines))
    return laid


def _systems(card: Card, location: str) -> tuple[str, ...]:
    if location == "HD":
        return ("Life Support", "Sensors", "Cockpit", EMPTY, "Sensors", "Life Support")
    if location == "CT":
        return (*[ENGINE] * 3, *["Gyro"] * 4, *[ENGINE] * 3)
    if location in ("RT", "LT"):
        return (ENGINE,) * (SIDE_SLOTS.get(card.engine_type, 2 if card.clan else 3))
    if location in ("RA", "LA"):
        missing = card.missing[location]
        lower = () if "lower arm" in missing else ("Lower Arm Actuator",)
        hand = () if "hand" in missing else ("Hand Actuator",)
        return ("Shoulder", "Upper Arm Actuator", *lower, *hand)
    return LEG


def _lines(card: Card, item: Item) -> Iterator[str]:
    kind = item_of(item.name, card.clan)
    # Structure and armour belong to the chassis; everything else on an omni is a pod unless the card fixes it.
    pod = card.omni and not item.fixed and not (kind.spreadable and kind.kind == "misc" and kind.fixed_only)
    line = f"{kind.internal}{' (R)' if item.rear else ''}{' (omnipod)' if pod else ''}"
    if item.part:
        yield from [line] * item.part
        return
    size = slots_of(kind, card.tons)
    if kind.slots is None and not kind.spreadable and item.count != size:
        raise CardError(f"{card.name}: {item.name} takes {size} slots, not {item.count}")
    yield from [line] * (item.count if kind.slots is None or kind.spreadable else item.count * size)


def text_of(card: Card) -> str:
    """The card as a unit file's text."""
    tech = "Clan" if card.clan else "Inner Sphere"
    jump = sum(line.startswith("Jump Jet") for lines in layout(card).values() for line in lines)
    head = [
        f"chassis:{card.chassis}",
        f"model:{card.model}",
        f"clanname:{card.clan_name}",
        f"Config:{card.config}{' Omnimech' if card.omni else ''}",
        f"TechBase:{tech}",
        f"Era:{card.year}",
        f"Source:{card.source}",
        f"Rules Level:{RULES_LEVELS[card.rules_level]}",
        f"role:{card.role}",
        f"Mass:{card.tons}",
        f"Engine:{card.engine_rating} {card.engine_type} Engine",
        f"Structure:{card.structure}",
        f"Cockpit:{card.cockpit}",
        f"Gyro:{card.gyro}",
        *([f"Ejection:{card.ejection}"] if card.ejection else ()),
        f"Heat Sinks:{card.heat_sinks} {card.heat_sink_kind}",
        *([f"Base Chassis Heat Sinks:{card.base_heat_sinks}"] if card.omni else ()),
        f"Walk MP:{card.engine_rating // card.tons}",
        f"Jump MP:{jump}",
        f"Armor:{card.armour_type}({tech})",
    ]
    head += [f"{location} Armor:{points}" for location, points in card.armour.items()]
    rear = {"RT": "RTR", "LT": "RTL", "CT": "RTC"}
    head += [f"{rear[location]} Armor:{points}" for location, points in card.rear_armour.items()]
    for location, lines in layout(card).items():
        head += ["", f"{SECTIONS[location]}:", *lines]
    return "\n".join([*head, ""])

"""Critical slots of equipment whose size depends on the 'Mech that carries it (TechManual and Tactical Operations)."""

from __future__ import annotations

import math
import re

from records.rules.equipment import Equipment

from .mtf_line import MAX_SIZE

# Subtypes of physical weapons in the equipment table.
_HATCHET, _SWORD, _MACE, _LANCE, _RETRACTABLE_BLADE = 4, 8, 64, 8192, 8388608

_LEGACY_SIZE = re.compile(r"\(([0-9]+(?:\.[0-9]+)?)\s*(tons?|m|kg)\)", re.IGNORECASE)


def legacy_size(name: str) -> float:
    """The size that older files write into the name: ``"Cargo (0.5 tons)"``, ``"(20 kg)"`` in tons, ``"(10 m)"``."""
    match = _LEGACY_SIZE.search(name)
    if match is None:
        return 0.0
    size = float(match[1])
    return min(size / 1000 if match[2].lower() == "kg" else size, MAX_SIZE)


def slots_of(item: Equipment, tons: int, size: float = 0.0) -> int:
    """Critical slots that one of these takes on a 'Mech of ``tons`` that is no superheavy, at least 0.

    Spreadable equipment is placed slot by slot: its number here is 1.
    """
    if item.spreadable:
        return 1
    if item.slots is not None:
        return item.slots
    if "VARIABLE_SIZE" in item.flags:
        return max(1, math.ceil(size))
    if "CLUB" in item.flags:
        return _club(item.subtype, tons)
    if "HAND_WEAPON" in item.flags:
        return math.ceil(tons / 15)
    if item.is_masc:
        # A twentieth of the weight, a twenty-fifth for the Clans, rounded to the nearest, halves up.
        return max(1, math.floor(tons / (25 if item.tech == "Clan" else 20) + 0.5))
    if "ACTUATOR_ENHANCEMENT_SYSTEM" in item.flags:
        return 1 if tons <= 35 else 2 if tons <= 55 else 3 if tons <= 75 else 4
    return 1


def _club(subtype: int, tons: int) -> int:
    if subtype in (_HATCHET, _SWORD):
        return math.ceil(tons / 15)
    if subtype == _MACE:
        return math.ceil(tons / 10)
    if subtype == _LANCE:
        return math.ceil(tons / 20)
    if subtype == _RETRACTABLE_BLADE:
        return 1 + math.ceil(tons / 20)
    return 1

"""One slot line of an MTF file taken apart: ``name[|name2] [(R)] [(T)] [(OMNIPOD)][:SIZE:n] [(ARMORED)]``."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Largest size that a line may give, in tons: what a superheavy could carry.
MAX_SIZE = 200.0

_SIZE = re.compile(r":size:\s*([0-9.]+)", re.IGNORECASE)
_FACINGS = ("(FL)", "(FR)", "(RL)", "(RR)")

SYSTEM_NAMES = {
    "fusion engine": "Engine", "engine": "Engine", "gyro": "Gyro", "life support": "Life Support",
    "sensors": "Sensors", "cockpit": "Cockpit", "landing gear": "Landing Gear", "avionics": "Avionics",
    "conversion gear": "Conversion Gear",
}  # fmt: skip

ACTUATORS = {
    "shoulder": "Shoulder", "upper arm actuator": "Upper Arm", "lower arm actuator": "Lower Arm",
    "hand actuator": "Hand", "hip": "Hip", "upper leg actuator": "Upper Leg",
    "lower leg actuator": "Lower Leg", "foot actuator": "Foot",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """What a slot line says. ``second`` is the other name of a double slot, ``size`` tons or 0."""

    name: str
    second: str = ""
    rear: bool = False
    turret: bool = False
    pod: bool = False
    armoured: bool = False
    size: float = 0.0
    facing: str = ""

    @property
    def is_actuator(self) -> bool:
        """A shoulder, hip or actuator: every location that has them has them in fixed places."""
        return self.name.lower() in ACTUATORS or "actuator" in self.name.lower()


def parse_line(text: str) -> Line:
    """Take the suffixes off, from the end, in any case."""
    rest, armoured = _without(text.strip(), "(armored)")
    rest, pod = _without(rest, "(omnipod)")
    size = 0.0
    match = _SIZE.search(rest)
    if match:
        size = _size(match[1])
        rest = (rest[: match.start()] + rest[match.end() :]).strip()
        # "Liquid Storage (OMNIPOD):SIZE:1.0" has its suffix before the size.
        rest, pod_too = _without(rest, "(omnipod)")
        pod = pod or pod_too
    rest, turret = _without(rest, "(t)")
    rest, rear = _without(rest, "(r)")
    facing = next((mark for mark in _FACINGS if rest.upper().endswith(mark)), "")
    if facing:
        rest = rest[: -len(facing)].strip()
    name, _, second = rest.partition("|")
    return Line(name.strip(), second.strip(), rear, turret, pod, armoured, size, facing.strip("()"))


def _without(text: str, suffix: str) -> tuple[str, bool]:
    if text.lower().endswith(suffix):
        return text[: -len(suffix)].strip(), True
    return text, False


def _size(text: str) -> float:
    try:
        return min(float(text), MAX_SIZE)
    except ValueError:
        return 0.0

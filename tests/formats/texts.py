"""MTF texts written for the tests: a 'Mech of nobody's, put together line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

EMPTY = "-Empty-"
ARM = ("Shoulder", "Upper Arm Actuator", "Lower Arm Actuator", "Hand Actuator")
LEG = ("Hip", "Upper Leg Actuator", "Lower Leg Actuator", "Foot Actuator")
HEAD = ("Life Support", "Sensors", "Cockpit", EMPTY, "Sensors", "Life Support")
CENTER = ("Fusion Engine",) * 3 + ("Gyro",) * 4 + ("Fusion Engine",) * 3

BIPED = {
    "Left Arm": ARM, "Right Arm": ARM, "Left Torso": (), "Right Torso": (), "Center Torso": CENTER,
    "Head": HEAD, "Left Leg": LEG, "Right Leg": LEG,
}  # fmt: skip
QUAD = {
    "Front Left Leg": LEG, "Front Right Leg": LEG, "Left Torso": (), "Right Torso": (), "Center Torso": CENTER,
    "Head": HEAD, "Rear Left Leg": LEG, "Rear Right Leg": LEG,
}  # fmt: skip
TRIPOD = {**BIPED, "Center Leg": LEG}

HEADERS = {
    "Config": "Biped", "TechBase": "Inner Sphere", "Era": "3030", "Source": "nobody's book", "Rules Level": "2",
    "Mass": "50", "Engine": "200 Fusion Engine", "Structure": "Standard", "Myomer": "Standard",
    "Heat Sinks": "10 Single", "Walk MP": "4", "Jump MP": "0", "Armor": "Standard(Inner Sphere)",
}  # fmt: skip
ARMOUR = {
    "LA": 10, "RA": 11, "LT": 12, "RT": 13, "CT": 20, "HD": 9, "LL": 14, "RL": 15, "RTL": 4, "RTR": 5, "RTC": 6,
}  # fmt: skip
QUAD_ARMOUR = {
    "FLL": 10, "FRL": 11, "LT": 12, "RT": 13, "CT": 20, "HD": 9, "RLL": 14, "RRL": 15, "RTL": 4, "RTR": 5, "RTC": 6,
}  # fmt: skip


def mtf(
    headers: Mapping[str, str] | None = None,
    slots: Mapping[str, Sequence[str]] | None = None,
    *,
    armour: Mapping[str, object] | None = None,
    places: Mapping[str, Sequence[str]] = BIPED,
    extra: Sequence[str] = (),
    after: Sequence[str] = (),
    new_style: bool = False,
    name: tuple[str, str] = ("Heron", "HRN-1A"),
) -> str:
    """The text of the Heron, 50 tons, with some headers changed and more in its slots.

    ``slots`` are put below what a location has anyway; ``armour`` replaces the points; ``extra`` lines follow the
    headers, ``after`` lines the last location.
    """
    merged = {**HEADERS, **(headers or {})}
    if new_style:
        lines = ["generator:a program of 2026", f"chassis:{name[0]}", f"model:{name[1]}", "mul id:77", ""]
        lines += [f"{key.lower()}:{value}" for key, value in merged.items()]
    else:
        lines = ["Version:1.0", *name, ""]
        lines += [f"{key}:{value}" for key, value in merged.items()]
    given = armour if armour is not None else QUAD_ARMOUR if "Front Left Leg" in places else ARMOUR
    lines += [f"{place} Armor:{points}" for place, points in given.items()]
    lines += [*extra, "", "Weapons:0", ""]
    for place, fixed in places.items():
        held = [*fixed, *(slots or {}).get(place, ())]
        lines += [f"{place}:", *held, *[EMPTY] * (12 - len(held)), ""]
    return "\n".join([*lines, *after])

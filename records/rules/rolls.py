"""Rolls owed: dice the table has still to throw, with their target number and what they are about.

The core never throws dice. A roll owed stays on the sheet until the answer is entered (:class:`~.entries.Rolled`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .numbers import TargetNumber

RollKind = Literal[
    "critical-check",  # 2D6 on the critical hits table; about: rear, gone (location lost by the same damage), modifier
    "critical-slot",  # one die for a six-line location, two (half, line) for twelve lines
    "consciousness",  # 2D6 >= target or the MechWarrior blacks out; about: member, hits
    "recovery",  # 2D6 >= target or still out; about: member
    "piloting",  # 2D6 >= target or a fall; about: trigger numbers it stands for, levels
    "fall-facing",  # 1D6: the side it falls on; about: levels
    "fall-location",  # 2D6 on the column of that side (tripods: a third die picks the leg); about: points, side
    "fall-avoid",  # 2D6 >= target or the MechWarrior is hurt by the fall; about: member
    "stand-up",  # 2D6 >= target or it falls again
    "shutdown",  # 2D6 >= target avoids it; about: heat
    "restart",  # 2D6 >= target restarts
    "heat-ammunition",  # 2D6 >= target or the most destructive bin goes; about: heat, inferno (only those rounds)
    "engine-explosion",  # non-fusion engines: 2D6 >= target and it explodes; about: hits
    "case-ii-critical",  # 2D6 >= 8 prevents the critical check after a CASE II explosion
    "hull-breach",  # 2D6 >= target and water or vacuum gets into the location
    "industrial-location",  # 2D6 on the front column: where the IndustrialMech's end-of-turn check is made
    "ice-stall",  # 2D6 >= target or the combustion engine stalls
    "ice-restart",  # 2D6 >= target restarts a stalled combustion engine
    "floating-location",  # 2D6 on the column of that side: where a floating critical lands
    "reactive-armour",  # 2D6: on a 2 the armour of the location goes off; about: line
    "engine-blast",  # 2D6 >= target and the engine explodes, with everything in its hex
    "blast-location",  # 2D6 on the column of that side; about: points, side
    "ejection",  # 2D6 >= target or hurt in the landing, a wound for every 2 points missed by; about: member, automatic
    "equipment-failure",  # 2D6 >= target or the equipment in about.item fails (MASC, supercharger, radical heat sinks)
]


@dataclass(frozen=True, slots=True)
class Owed:
    """One roll owed.

    ``id`` is unique on its sheet for ever (taken from ``Sheet.serial``). ``dice`` is how many D6. ``target`` is the
    number to reach for rolls that have one. ``location`` is where it happens, if anywhere. ``cause`` is a reason code
    for the card ("why is this owed?"), ``rule`` where that is written. ``about`` holds what the kind needs, as above.
    ``about["again"]``: the first result was cancelled, this one stands.
    """

    id: int
    kind: RollKind
    dice: int = 2
    target: TargetNumber | None = None
    location: str = ""
    cause: str = ""
    rule: str = ""
    about: Mapping[str, str | int | bool] = field(default_factory=dict)

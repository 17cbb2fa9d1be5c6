"""What a critical does to the line it hits (TW, critical damage)."""

from __future__ import annotations

from .. import condition
from ..events import ComponentArmourSpent, CriticalLost, SlotHit, TriggerAdded
from ..numbers import Modifier
from ..sheet import Trigger
from ..unit import LEGS, Slot
from . import explosions, pilot, wreck
from .work import Work

LEG_TRIGGERS = {"Hip": (2, "hip-hit"), "Upper Leg": (1, "leg-actuator-hit"), "Lower Leg": (1, "leg-actuator-hit"),
                "Foot": (1, "leg-actuator-hit")}  # fmt: skip


def strike(work: Work, location: str, number: int, *, gone: bool) -> None:
    """Hit a line: component armour takes the first hit, else the line is marked and its item suffers.

    ``gone``: the location was destroyed by the same damage, so only an explosion still matters.
    """
    slot = condition.slot_at(work.unit, location, number)
    if slot is None:
        raise work.refuse("no-such-slot", location=location, line=number + 1)
    if slot.armoured and number not in work.sheet.absorbed.get(location, ()):
        work.tell(ComponentArmourSpent(location, number, slot.name))
        return
    worked = [mount for mount in (slot.mount, slot.second) if mount >= 0 and _worked(work, mount)]
    work.tell(SlotHit(location, number, slot.name))
    if slot.mount < 0:
        if gone:  # of a location lost by the same damage only explosions matter (ruling): no roll for its actuators
            work.tell(CriticalLost(location, "location-gone"))
        else:
            _system(work, location, number, slot)
    for mount in worked:
        explosions.item_hit(work, location, number, mount)
    for option in work.ruleset.asks("struck"):
        option.struck(work, location, number)


def _worked(work: Work, mount: int) -> bool:
    """Whether the item was still whole but for a location lost by the same damage."""
    return not any(work.sheet.is_hit(location, line) for location, line in work.unit.mounts[mount].slots)


def _system(work: Work, location: str, number: int, slot: Slot) -> None:
    if slot.name == "Engine":
        engine(work)
    elif slot.name == "Gyro":
        _gyro(work)
    elif slot.name == "Cockpit":
        _cockpit(work, location, number)
    elif location in LEGS and slot.name in LEG_TRIGGERS:
        value, reason = LEG_TRIGGERS[slot.name]
        _trigger(work, value, reason, location)


def engine(work: Work) -> None:
    """An engine hit: destroyed at the limit; a non-fusion engine may explode."""
    hits = condition.system_hits(work.unit, work.sheet, "Engine")
    if hits >= condition.engine_limit(work.unit):
        wreck.destroy(work, "engine")
    if not work.unit.gear.fusion and work.ruleset.has("CL-engine-explosion-non-fusion"):
        explosions.owe_engine_roll(work, hits)


def _cockpit(work: Work, location: str, number: int) -> None:
    """The MechWarrior dies. Where every seat has a cockpit line of its own, only the one who sits there does."""
    lines = work.unit.slots_named("Cockpit")
    seats = len(work.sheet.crew)
    if 1 < seats == len(lines):
        pilot.kill(work, lines.index((location, number)), "cockpit-hit")
    else:
        pilot.kill_all(work, "cockpit-hit")


def _gyro(work: Work) -> None:
    hits, limit = condition.system_hits(work.unit, work.sheet, "Gyro"), condition.gyro_limit(work.unit)
    if hits > limit:
        return
    if hits == limit:
        _trigger(work, 0, "gyro-destroyed", automatic=True)
    elif hits == limit - 1:
        _trigger(work, 3, "gyro-hit")
    elif work.ruleset.has("CL-heavy-duty-gyro-first-hit-roll"):
        _trigger(work, 2, "gyro-hit")


def _trigger(work: Work, value: int, reason: str, about: str = "", *, automatic: bool = False) -> None:
    """A piloting roll at the end of the phase; a prone 'Mech cannot fall again (TW, piloting rolls)."""
    if not work.sheet.prone:
        work.tell(TriggerAdded(Trigger(Modifier(value, reason, "TW:piloting", about), automatic)))

"""Reactive armour: whether its lines can be struck, and the roll that a struck one calls for (Tactical Operations)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..classic import answers
from ..condition import slot_at
from ..events import ArmourLost, DamageCounted, Exploded, RollDropped
from ..rolls import RollKind
from . import register
from .option import Option
from .words import BOOK, Words, _

if TYPE_CHECKING:
    from ..classic.work import Work
    from ..entries import Rolled
    from ..rolls import Owed
    from ..ruleset import Ruleset
    from ..unit import Slot, Unit

PLACE = 15
EXPLODES = 2
ROLL: RollKind = "reactive-armour"


class ReactiveStruck(Option):
    """CL-reactive-armour-struck: a critical on a line of reactive armour marks it and calls for 2D6; on a 2 what is
    left of the armour of that location, front and rear, goes off. Without it such a line is thrown again."""

    def takes_criticals(self, ruleset: Ruleset, unit: Unit, slot: Slot) -> bool:
        return is_reactive(unit, slot)

    def struck(self, work: Work, location: str, line: int) -> None:
        slot = slot_at(work.unit, location, line)
        if slot is None or not is_reactive(work.unit, slot) or location in work.sheet.lost or work.sheet.destroyed:
            return
        if armour_left(work, location):
            work.owe(ROLL, location=location, cause="reactive-armour-struck", rule="TO:armour", about={"line": line})

    def settle(self, work: Work) -> None:
        for owed in work.sheet.owed:
            if owed.kind == ROLL and (owed.location in work.sheet.lost or not armour_left(work, owed.location)):
                work.tell(RollDropped(owed.id, owed.kind, "nothing-left-to-hit"))

    def answer(self, work: Work, owed: Owed, entry: Rolled) -> None:
        explodes = sum(entry.dice) <= EXPLODES
        answers.told(work, owed, entry, "explodes" if explodes else "holds")
        if not explodes:
            return
        here, points = owed.location, armour_left(work, owed.location)
        slot = slot_at(work.unit, here, int(owed.about["line"]))
        work.tell(Exploded(here, int(owed.about["line"]), slot.name if slot is not None else "", points))
        for rear, left in ((False, work.sheet.armour.get(here, 0)), (True, work.sheet.rear.get(here, 0))):
            if left:
                work.tell(ArmourLost(here, left, rear))
        work.tell(DamageCounted(points))


def is_reactive(unit: Unit, slot: Slot) -> bool:
    """Whether a line is one of reactive armour."""
    item = unit.gear.items[slot.mount] if slot.mount >= 0 else None
    return item is not None and "REACTIVE" in item.flags


def armour_left(work: Work, location: str) -> int:
    """Points of armour left on a location, front and rear."""
    return work.sheet.armour.get(location, 0) + work.sheet.rear.get(location, 0)


REACTIVE_STRUCK = register(
    ReactiveStruck(
        "CL-reactive-armour-struck",
        default_on=True,
        kinds=(ROLL,),
        words=Words(
            _("Reactive armour can be struck"),
            BOOK,
            _(
                "A critical on a slot of reactive armour calls for 2D6: on a 2 all armour of that location explodes."
                " Otherwise such a slot is rolled again."
            ),
            rolls={ROLL: _("Reactive armour roll")},
            roll_help={ROLL: _("On a 2 all armour of the location explodes")},
        ),
    )
)

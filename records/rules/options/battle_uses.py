"""What can be used a few times in a battle: HR-B05, edge; HR-B19, the part of the 'Mech put in the way of a shot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..condition import controlled, mechwarrior
from ..events import CounterSet, LocationChosen, RollAgain
from . import register
from .option import Counter, Offer, Option, PrintedBox, Setting
from .words import OWN, Words, _

if TYPE_CHECKING:
    from ..classic.work import Work
    from ..entries import Hit, OptionUsed
    from ..ruleset import Ruleset
    from ..sheet import Sheet
    from ..unit import Unit

PLACE = 70

PUT_IN_THE_WAY = "put-in-the-way"


class Edge(Option):
    """HR-B05: once in a battle the result of a roll that affects this 'Mech is cancelled and thrown again; the second
    one stands. Whatever a sheet owes affects its 'Mech; for rolls of the table the use is counted and no more.
    """

    COUNTER = "battle-edge"

    def most(self, ruleset: Ruleset, sheet: Sheet, counter: Counter) -> int:
        return sheet.crew[0].edge if self.number(ruleset, "of-the-pilot") else super().most(ruleset, sheet, counter)

    def left(self, ruleset: Ruleset, sheet: Sheet) -> int:
        """Uses left in this battle."""
        return max(0, self.most(ruleset, sheet, self.counters[0]) - sheet.counters.get(self.COUNTER, 0))

    def printed(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> Iterable[PrintedBox]:
        own = bool(self.number(ruleset, "of-the-pilot"))
        return (replace(box, own_edge=own) for box in super().printed(ruleset, unit, sheet))

    def offers(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, last_roll: int) -> Iterable[Offer]:
        if not self.left(ruleset, sheet):
            return
        if last_roll:
            yield Offer(self.id, "reroll", (), {"roll": last_roll})
        yield Offer(self.id, "table-roll")

    def use(self, work: Work, entry: OptionUsed) -> None:
        if entry.action not in ("reroll", "table-roll"):
            raise work.refuse("no-such-action", action=entry.action)
        if not self.left(work.ruleset, work.sheet):
            raise work.refuse("edge-used-up")
        used = CounterSet(self.COUNTER, work.sheet.counters.get(self.COUNTER, 0) + 1)
        if entry.action == "table-roll":
            work.tell(used)
            return
        number = entry.values.get("roll")
        owed = work.sheet.roll(number) if isinstance(number, int) else None
        if owed is None:
            raise work.refuse("roll-not-owed", roll=number)
        if owed.about.get("again"):
            raise work.refuse("second-result-stands")
        work.tell(used)
        work.tell(RollAgain(owed.id, owed.kind))


class Zombie(Option):
    """HR-B19: three times a battle, once a turn, an elite puts any part of the 'Mech in the way of a shot that has hit.

    It is said before the location is rolled, so there is no 2. Armour is met on the side the shot came from.
    """

    BATTLE, TURN = "zombie", "zombie-this-turn"

    def allowed(self, sheet: Sheet) -> bool:
        """Whether whoever drives is an elite (or better) and awake."""
        return controlled(sheet) and mechwarrior(sheet).level in ("elite", "legendary")

    def shown(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> bool:
        return any(seat.level in ("elite", "legendary") for seat in sheet.crew)

    def marks(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, location: str) -> tuple[str, ...]:
        return (PUT_IN_THE_WAY,)

    def offered(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, location: str) -> tuple[str, ...]:
        return (PUT_IN_THE_WAY,) if not self._why_not(ruleset, sheet, location) else ()

    def _why_not(self, ruleset: Ruleset, sheet: Sheet, location: str) -> str:
        if not self.allowed(sheet):
            return "only-elites"
        if sheet.counters.get(self.TURN, 0) >= self.number(ruleset, "a-turn"):
            return "zombie-used-this-turn"
        if sheet.counters.get(self.BATTLE, 0) >= self.number(ruleset, "uses"):
            return "zombie-used-up"
        if location in sheet.lost and self.number(ruleset, "must-exist"):
            return "cannot-put-what-is-gone"
        return ""

    def hit(self, work: Work, entry: Hit) -> None:
        if PUT_IN_THE_WAY not in entry.marks:
            return
        if work.sheet.destroyed:
            raise work.refuse("destroyed")
        if why := self._why_not(work.ruleset, work.sheet, entry.location):
            raise work.refuse(why, location=entry.location)
        if entry.through_armour:
            raise work.refuse("chosen-not-rolled")
        counters = work.sheet.counters
        work.tell(LocationChosen(entry.location))
        work.tell(CounterSet(self.BATTLE, counters.get(self.BATTLE, 0) + 1))
        work.tell(CounterSet(self.TURN, counters.get(self.TURN, 0) + 1))


EDGE = register(
    Edge(
        "HR-B05",
        settings=(Setting("uses", 1, 1, 9), Setting("of-the-pilot", 0)),
        counters=(Counter(Edge.COUNTER, "battle", "uses"),),
        takes_back=("reroll",),
        words=Words(
            _("Edge"),
            OWN,
            _(
                "Once in a battle every 'Mech may cancel the result of a roll that affects it, before the next"
                " one is made, and have it thrown again; the second result stands. Not for its own attacks."
            ),
            settings={
                "uses": _("uses in a battle"),
                "of-the-pilot": _("as often as the MechWarrior has edge, instead"),
            },
            actions={
                "reroll": _("Edge: cancel the last roll and throw it again"),
                "table-roll": _("Edge used on a roll at the table"),
            },
            counters={
                "battle-edge": _("edge used this battle"),
            },
            violations={
                "edge-used-up": _("No edge is left in this battle."),
                "edge-too-late": _(
                    "Something came after the roll. Edge is used before the next thing happens: undo back to it."
                ),
                "second-result-stands": _("This roll was thrown again already: the second result stands."),
            },
        ),
    )
)
ZOMBIE = register(
    Zombie(
        "HR-B19",
        settings=(Setting("uses", 3, 1, 9), Setting("a-turn", 1, 1, 9), Setting("must-exist", 1)),
        counters=(Counter(Zombie.BATTLE, "battle", "uses"), Counter(Zombie.TURN, "turn", "a-turn")),
        words=Words(
            _("Zombie"),
            OWN,
            _(
                "Three times in a battle, once a turn, an elite MechWarrior puts any part of the 'Mech in the "
                "way of a shot that has hit, before its location is rolled."
            ),
            settings={
                "uses": _("uses in a battle"),
                "a-turn": _("uses in a turn"),
                "must-exist": _("what is gone cannot be put in the way"),
            },
            counters={
                "zombie": _("zombie this battle"),
                "zombie-this-turn": _("zombie this turn"),
            },
            marks={
                "put-in-the-way": _("put in the way (zombie)"),
            },
            violations={
                "only-elites": _("Only an elite MechWarrior who is awake can do that."),
                "zombie-used-this-turn": _("That was done already this turn."),
                "zombie-used-up": _("That has been done as often as a battle allows."),
                "cannot-put-what-is-gone": _("The %(location)s is gone. Put something else in the way."),
                "chosen-not-rolled": _(
                    "A location that was chosen was not rolled: there is no 2. Leave out “through armour”."
                ),
            },
        ),
    )
)

"""Work: one decision in the making. Chapters read the sheet as it stands and tell what happens, applied at once."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import Violated
from ..events import Event, RollOwed
from ..evolve import evolve
from ..numbers import TargetNumber
from ..rolls import Owed, RollKind
from ..ruleset import Ruleset
from ..sheet import Sheet
from ..unit import Unit


class Work:
    """The unit, the rules, the sheet as it stands and the events so far.

    ``sheet`` is replaced by every :meth:`tell`, so a chapter always reads what the chapters before it did.
    """

    __slots__ = ("events", "ruleset", "sheet", "unit")

    def __init__(self, unit: Unit, sheet: Sheet, ruleset: Ruleset) -> None:
        self.unit = unit
        self.sheet = sheet
        self.ruleset = ruleset
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Record an event and apply it."""
        self.events.append(event)
        self.sheet = evolve(self.unit, self.sheet, event)

    def owe(
        self,
        kind: RollKind,
        *,
        dice: int = 2,
        target: TargetNumber | None = None,
        location: str = "",
        cause: str = "",
        rule: str = "",
        about: Mapping[str, str | int | bool] | None = None,
    ) -> Owed:
        """Record that the table owes a roll."""
        roll = Owed(self.sheet.serial + 1, kind, dice, target, location, cause, rule, about or {})
        self.tell(RollOwed(roll))
        return roll

    def refuse(self, code: str, **params: object) -> Violated:
        """The exception to raise when the entry cannot have happened."""
        return Violated(code, **params)

"""Piloting rolls after damage: HR-A08 in steps of 20, HR-A09 by weight class, HR-B03 ballistic impact."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..events import CounterSet, TriggerAdded
from ..numbers import Modifier
from ..sheet import Trigger
from . import register
from .option import Counter, Grid, Option, Purpose, Setting
from .words import ADOPTED, OWN, Words, _

if TYPE_CHECKING:
    from ..classic.damage import Group
    from ..classic.work import Work
    from ..ruleset import Ruleset
    from ..sheet import Sheet
    from ..unit import Unit

PLACE = 30


class DamageSteps(Option):
    """HR-A08: +1 to every piloting roll of the phase for every full 20 points taken in it, in the place of the +1."""

    def damage_roll(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, modifier: Modifier) -> Modifier:
        return replace(modifier, value=0)

    def piloting(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, purpose: Purpose) -> Iterable[Modifier]:
        steps = sheet.damage_this_phase // self.number(ruleset, "step")
        return (Modifier(steps * self.number(ruleset, "each"), "damage-steps", self.id, str(sheet.damage_this_phase)),)


class WeightClass(Option):
    """HR-A09: the roll for much damage is easier for the heavier 'Mech."""

    def roll_due(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, cause: str) -> Iterable[Modifier]:
        if cause != "damage-20":
            return ()
        kind = weight_class(unit.tons)
        return (Modifier(self.cell(ruleset, kind, "modifier"), f"class-{kind}", self.id),)


def weight_class(tons: int) -> str:
    """Light to 35 tons, medium to 55, heavy to 75, assault to 100, superheavy above."""
    names = ((35, "light"), (55, "medium"), (75, "heavy"), (100, "assault"))
    return next((name for most, name in names if tons <= most), "superheavy")


class BallisticImpact(Option):
    """HR-B03: every ballistic hit of 10 or more makes keeping one's feet, and one's head in a fall, harder by 1."""

    COUNTER = "ballistic-hits"

    def after_damage(self, work: Work, group: Group, points: int) -> None:
        if group.kind != "ballistic" or points < self.number(work.ruleset, "least"):
            return
        hits = work.sheet.counters.get(self.COUNTER, 0) + 1
        work.tell(CounterSet(self.COUNTER, hits))
        if hits == 1 and self.number(work.ruleset, "causes-roll") and not work.sheet.prone:
            work.tell(TriggerAdded(Trigger(Modifier(0, "ballistic-impact", self.id))))

    def piloting(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, purpose: Purpose) -> Iterable[Modifier]:
        hits = sheet.counters.get(self.COUNTER, 0)
        if purpose != "balance" or not hits:
            return ()
        return (Modifier(hits * self.number(ruleset, "each"), "ballistic-hits", self.id, str(hits)),)


DAMAGE_STEPS = register(
    DamageSteps(
        "HR-A08",
        settings=(Setting("step", 20, 5, 50), Setting("each", 1, 1, 3)),
        words=Words(
            _("Damage steps"),
            ADOPTED,
            _(
                "Every full 20 points of damage in a phase make all piloting rolls of that phase harder by 1. "
                "The roll for 20 points is owed as always, without its own +1."
            ),
            settings={
                "step": _("points to a step"),
                "each": _("modifier for each step"),
            },
            reasons={
                "damage-steps": _("damage this phase, in steps"),
            },
        ),
    )
)
WEIGHT_CLASS = register(
    WeightClass(
        "HR-A09",
        grid=Grid(
            ("light", "medium", "heavy", "assault", "superheavy"), ("modifier",), ((1,), (0,), (-1,), (-2,), (-2,))
        ),
        words=Words(
            _("Weight class"),
            ADOPTED,
            _(
                "The piloting roll for much damage in a phase is harder for light 'Mechs and easier for heavy "
                "ones. No other roll is changed."
            ),
            table=_("Modifier by weight class"),
            rows={
                "light": _("light"),
                "medium": _("medium"),
                "heavy": _("heavy"),
                "assault": _("assault"),
                "superheavy": _("superheavy"),
            },
            columns={
                "modifier": _("modifier"),
            },
            reasons={
                "class-light": _("light 'Mech"),
                "class-medium": _("medium 'Mech"),
                "class-heavy": _("heavy 'Mech"),
                "class-assault": _("assault 'Mech"),
                "class-superheavy": _("superheavy 'Mech"),
            },
        ),
    )
)
BALLISTIC_IMPACT = register(
    BallisticImpact(
        "HR-B03",
        asks_kind=True,
        settings=(Setting("least", 10, 1, 30), Setting("each", 1, 1, 3), Setting("causes-roll", 0)),
        counters=(Counter(BallisticImpact.COUNTER, "phase"),),
        words=Words(
            _("Ballistic impact"),
            OWN,
            _(
                "Every hit by a ballistic weapon for 10 or more makes piloting rolls to keep one's feet, and "
                "to avoid harm in a fall, harder by 1 in that phase. Say at the hit that it was ballistic."
            ),
            settings={
                "least": _("points of damage from which it counts"),
                "each": _("modifier for each hit"),
                "causes-roll": _("such a hit also calls for a piloting roll"),
            },
            counters={
                "ballistic-hits": _("ballistic hits this phase"),
            },
            reasons={
                "ballistic-hits": _("ballistic hits this phase"),
                "ballistic-impact": _("ballistic impact"),
            },
        ),
    )
)

"""HR-A12 with TO-078-ENGINE: engines that take too much in one phase explode, and what that does to others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..classic import answers, damage, guard, pilot, wreck
from ..events import BlastTaken, CounterSet, EngineExploded, RollDropped
from ..numbers import Modifier, TargetNumber
from ..tables import SIDES, hit_location, wants_leg_die
from . import register
from .option import Counter, Gap, Offer, Option, Setting
from .words import ADOPTED, ERRATA, Words, _

if TYPE_CHECKING:
    from ..classic.damage import Group
    from ..classic.work import Work
    from ..entries import OptionUsed, Rolled
    from ..rolls import Owed
    from ..ruleset import Ruleset
    from ..sheet import Sheet
    from ..unit import Unit

PLACE = 50

RINGS = ("ring-1", "ring-2", "ring-3")
HIGHEST_RATING = 4000
HIGHEST = 60


class EngineExplosion(Option):
    """HR-A12: with 4 engine hits in one phase 2D6 are thrown, on 10 the engine explodes. Its hex is gone; the rating
    (walking MP as built times tonnage) divided by 10, 20 and 40 is the damage at 1, 2 and 3 hexes, in groups of five.
    """

    ROLLED = "engine-blast-rolled"

    def struck(self, work: Work, location: str, line: int) -> None:
        if (location, line) in work.unit.slots_named("Engine"):
            self._count(work)

    def after_damage(self, work: Work, group: Group, points: int) -> None:
        if "CT" in work.sheet.fresh.lost and self.number(work.ruleset, "count-torso"):
            self._count(work)

    def _count(self, work: Work) -> None:
        hits = self.hits(work.ruleset, work.unit, work.sheet)
        if hits < self.number(work.ruleset, "hits") or work.sheet.counters.get(self.ROLLED):
            return
        work.tell(CounterSet(self.ROLLED, 1))
        number = self.number(work.ruleset, "target")
        target = TargetNumber((Modifier(number, "engine-explosion", self.id, str(hits)),))
        about: dict[str, str | int | bool] = {"hits": hits}
        work.owe("engine-blast", target=target, location="CT", cause="engine-hits", rule=self.id, about=about)
        if work.sheet.destroyed:  # what hit it besides no longer matters
            for owed in work.sheet.owed:
                if owed.kind in wreck.OF_THE_DAMAGE:
                    work.tell(RollDropped(owed.id, owed.kind, "destroyed"))

    def hits(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> int:
        """Engine hits of this phase; with the setting also the engine lines of a centre torso destroyed in it."""
        lost = "CT" in sheet.fresh.lost and bool(self.number(ruleset, "count-torso"))
        return sum(
            line in sheet.fresh.slots.get(place, ())
            or (lost and place == "CT" and line not in sheet.hits.get(place, ()))
            for place, line in unit.slots_named("Engine")
        )

    def still_hit(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> bool:
        """Three engine hits put the 'Mech out; the fourth of the same phase still has to be found out."""
        if sheet.destroyed[:1] != ("engine",) or sheet.counters.get(self.ROLLED):
            return False
        return self.hits(ruleset, unit, sheet) > 0

    def damage_at(self, ruleset: Ruleset, rating: int, distance: int) -> int:
        """Points at 1 to 3 hexes, fractions dropped; nothing beyond."""
        return rating // self.number(ruleset, RINGS[distance - 1]) if 1 <= distance <= len(RINGS) else 0

    # --- what the table does

    def offers(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, last_roll: int) -> Iterable[Offer]:
        if sheet.destroyed:
            return
        gaps = [
            Gap("rating", 1, HIGHEST_RATING),
            Gap("hexes", 0, len(RINGS)),
            Gap("side", choices=SIDES),
        ]
        if ruleset.has("TO-078-ENGINE"):
            gaps.append(Gap("elevation", 0, HIGHEST))
        yield Offer(self.id, "blast", tuple(gaps))

    def use(self, work: Work, entry: OptionUsed) -> None:
        guard.standing_machine(work)
        if entry.action != "blast":
            raise work.refuse("no-such-action", action=entry.action)
        rating, hexes, side = (entry.values.get(name) for name in ("rating", "hexes", "side"))
        elevation = entry.values.get("elevation", 0)
        if not (isinstance(rating, int) and isinstance(hexes, int) and isinstance(elevation, int)) or side not in SIDES:
            raise work.refuse("blast-not-clear")
        guard.between(work, "rating-out-of-range", rating, 1, HIGHEST_RATING)
        guard.between(work, "blast-hexes-out-of-range", hexes, 0, len(RINGS))
        guard.between(work, "elevation-out-of-range", elevation, 0, HIGHEST)
        distance = hexes + _up(work.ruleset, elevation)
        points = self.damage_at(work.ruleset, rating, distance)
        if distance and not points:
            raise work.refuse("out-of-the-blast", distance=distance)
        work.tell(BlastTaken(distance, points))
        if not distance:
            self._gone(work)
            return
        self._owe_groups(work, points, str(side))

    def _owe_groups(self, work: Work, points: int, side: str) -> None:
        while points > 0:
            group = min(self.number(work.ruleset, "group"), points)
            points -= group
            about: dict[str, str | int | bool] = {"points": group, "side": side}
            if work.unit.config == "Tripod":
                about["leg-die"] = True
            work.owe("blast-location", cause="engine-explosion", rule=self.id, about=about)

    def _gone(self, work: Work) -> None:
        """Nothing is left of what stood in the hex."""
        wreck.destroy(work, "engine-explosion")
        if self.number(work.ruleset, "kills-crew"):
            pilot.kill_all(work, "engine-explosion")
        damage.lose(work, "CT", "destroyed", "engine-explosion")

    # --- answers

    def answer(self, work: Work, owed: Owed, entry: Rolled) -> None:
        if owed.kind == "engine-blast":
            self._exploded(work, owed, entry)
        else:
            self._blast_lands(work, owed, entry)

    def _exploded(self, work: Work, owed: Owed, entry: Rolled) -> None:
        explodes = owed.target is not None and owed.target.met_by(sum(entry.dice))
        answers.told(work, owed, entry, "explodes" if explodes else "holds")
        if not explodes:
            return
        rating = work.unit.walk * work.unit.tons
        rings = tuple(self.damage_at(work.ruleset, rating, distance) for distance in (1, 2, 3))
        work.tell(EngineExploded(rating, rings, self.number(work.ruleset, "group")))
        self._gone(work)

    def _blast_lands(self, work: Work, owed: Owed, entry: Rolled) -> None:
        side, config = str(owed.about["side"]), work.unit.config
        total, leg_die = entry.dice[0] + entry.dice[1], entry.dice[2] if len(entry.dice) > 2 else 0
        if wants_leg_die(config, side, total) and not leg_die:
            raise work.refuse("leg-die-missing")
        place = hit_location(config, side, total, leg_die=leg_die or 1)
        answers.told(work, owed, entry, "location", place.location)
        group = damage.Group(place.location, int(owed.about["points"]), side == "rear", "area", attack=False)
        group.through_armour = place.through_armour
        damage.land(work, group)


class ExplosionByHeight(Option):
    """TO-078-ENGINE: every 5 full elevations count as 1 hex of distance."""


def _up(ruleset: Ruleset, elevation: int) -> int:
    if not ruleset.has(BY_HEIGHT.id):
        return 0
    return elevation // BY_HEIGHT.number(ruleset, "elevations")


ENGINE_EXPLOSION = register(
    EngineExplosion(
        "HR-A12",
        excludes=("CL-engine-explosion-non-fusion",),
        settings=(
            Setting("hits", 4, 1, 8),
            Setting("target", 10, 2, 12),
            Setting("ring-1", 10, 1, 100),
            Setting("ring-2", 20, 1, 100),
            Setting("ring-3", 40, 1, 100),
            Setting("group", 5, 1, 20),
            Setting("count-torso", 0),
            Setting("kills-crew", 1),
        ),
        counters=(Counter(EngineExplosion.ROLLED, "phase", shown=False),),
        kinds=("engine-blast", "blast-location"),
        words=Words(
            _("Engine explosion"),
            ADOPTED,
            _(
                "A 'Mech that takes 4 engine hits in one phase rolls 2D6; on 10 or more its engine explodes "
                "with everything in its hex. Walking MP as built times tonnage, over 10, 20 and 40, is the "
                "damage at 1, 2 and 3 hexes."
            ),
            settings={
                "hits": _("engine hits in a phase"),
                "target": _("explodes on this number or more"),
                "ring-1": _("damage at 1 hex: rating divided by"),
                "ring-2": _("damage at 2 hexes: rating divided by"),
                "ring-3": _("damage at 3 hexes: rating divided by"),
                "group": _("points to a damage group"),
                "count-torso": _("the engine lines of a centre torso destroyed in the phase count too"),
                "kills-crew": _("the MechWarrior dies with the 'Mech"),
            },
            choices={
                "front": _("front"),
                "rear": _("rear"),
                "left": _("left side"),
                "right": _("right side"),
            },
            actions={
                "blast": _("Caught in an engine explosion"),
            },
            gaps={
                "rating": _("engine rating"),
                "hexes": _("hexes away"),
                "side": _("from the"),
                "elevation": _("elevation"),
            },
            counters={
                "engine-blast-rolled": _("engine explosion rolled for"),
            },
            rolls={
                "engine-blast": _("Engine explosion roll"),
                "blast-location": _("Location of the blast's damage"),
            },
            roll_help={
                "engine-blast": _("On this number or more the engine explodes"),
                "blast-location": _("2D6 on the column of that side"),
            },
            causes={
                "engine-hits": _("engine hits in one phase"),
            },
            violations={
                "blast-not-clear": _("Give the rating of the engine, the distance and the side it came from."),
                "rating-out-of-range": _("An engine's rating runs from %(low)d to %(high)d; %(number)d is none."),
                "blast-hexes-out-of-range": _(
                    "The explosion reaches %(high)d hexes: give %(low)d to %(high)d, not %(number)d."
                ),
                "elevation-out-of-range": _("Elevations run from %(low)d to %(high)d, not %(number)d."),
                "out-of-the-blast": _("At that distance (%(distance)d hexes) the explosion does no harm."),
            },
        ),
    )
)
BY_HEIGHT = register(
    ExplosionByHeight(
        "TO-078-ENGINE",
        needs=("HR-A12",),
        settings=(Setting("elevations", 5, 1, 20),),
        words=Words(
            _("Engine explosions by height"),
            ERRATA,
            _("For a unit that stands higher, every 5 full elevations count as 1 hex of distance from the explosion."),
            settings={
                "elevations": _("elevations to a hex"),
            },
        ),
    )
)

"""Falls: damage in groups of five on the side it fell on, and the MechWarrior's roll to avoid harm (TW, falling)."""

from __future__ import annotations

from math import ceil

from ..condition import able, controlled, felt, gyro_destroyed, legs_gone
from ..entries import DropProne, FellDown, Rolled, StandUp
from ..events import CounterSet, HeatGained, RollDropped, StoodUp, TriggersCleared, WentDown
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..tables import fall_side, hit_location, wants_leg_die
from . import answers, damage, guard, movement, pilot, piloting, terrain
from .work import Work

RULE = "TW:falling"
GROUP = 5
MOST_LEVELS = 20
STANDING_COSTS = 2


def points(tons: int, levels: int, depth: int = 0) -> int:
    """Damage of a fall: a tenth of the tonnage, rounded up, for each level and one more. Water halves it, rounded
    down; whoever falls from above the surface meets that first and the bottom, ``depth`` levels down, after it, each
    half rounded for itself (TW, falling into water)."""
    each = ceil(tons / 10)
    if not depth:
        return each * (levels + 1)
    if levels <= depth:
        return each * (levels + 1) // 2
    return each * (levels - depth + 1) // 2 + each * (depth + 1) // 2


def fall(work: Work, levels: int, target: TargetNumber, cause: str, *, side: str = "") -> None:
    """It goes down. ``target`` is the piloting roll it failed; the MechWarrior's roll carries the same modifiers.
    ``side`` it lands on, when no die has to say it."""
    depth = terrain.depth(cause)
    if depth and depth != work.sheet.counters.get("water-depth", 0):
        # It lies in the water that it entered: heat and breaches go by that from now on.
        work.tell(CounterSet("water-depth", depth))
    total = points(work.unit.tons, levels, work.sheet.counters.get("water-depth", 0))
    work.tell(WentDown("fell", levels, total))
    drop(work, ("piloting", "stand-up"), "fell")
    if side:
        land_on(work, side, total)
    else:
        work.owe("fall-facing", dice=1, cause=cause, rule=RULE, about={"levels": levels, "points": total})
    if levels > 1:
        target = target.plus(Modifier(levels - 1, "height-of-fall", RULE))
    avoid(work, target)


def avoid(work: Work, target: TargetNumber) -> None:
    """A roll for everybody aboard; no roll but a wound for those who cannot control it."""
    for member, seat in enumerate(work.sheet.crew):
        if seat.dead or seat.ejected:
            continue
        if target.automatic == "impossible" or not able(seat):
            pilot.wound(work, member, 1, "fall")
            continue
        work.owe(
            "fall-avoid",
            target=TargetNumber(target.modifiers),
            cause="fall",
            rule=RULE,
            about={"member": member},
        )


def looked_after(work: Work) -> None:
    """A 'Mech that the table has put down falls no more, and one put on its feet need not stand up."""
    down = work.sheet.prone
    drop(work, ("piloting",) if down else ("stand-up",), "prone" if down else "on-its-feet")


def settle(work: Work) -> None:
    """In a crew of several, whoever blacks out in the fall has no roll left and is hurt for certain (TO, crews).

    A lone MechWarrior makes the roll all the same: the fall began while he was awake.
    """
    if len(work.sheet.crew) == 1:
        return
    for owed in work.sheet.owed:
        member = int(owed.about.get("member", 0))
        if owed.kind == "fall-avoid" and not able(work.sheet.crew[member]):
            drop_roll(work, owed, "unconscious")
            pilot.wound(work, member, 1, "fall")


def drop(work: Work, kinds: tuple[str, ...], reason: str) -> None:
    """Rolls of these kinds no longer matter."""
    for owed in work.sheet.owed:
        if owed.kind in kinds:
            drop_roll(work, owed, reason)


def drop_roll(work: Work, owed: Owed, reason: str) -> None:
    """This roll no longer matters."""
    work.tell(RollDropped(owed.id, owed.kind, reason))


def answer_facing(work: Work, owed: Owed, entry: Rolled) -> None:
    """The side is known: a location for every five points."""
    side = fall_side(entry.dice[0])
    answers.told(work, owed, entry, f"side-{side}")
    land_on(work, side, int(owed.about.get("points", 0)))


def land_on(work: Work, side: str, left: int) -> None:
    """A location for every five points, on the column of that side."""
    tripod = work.unit.config == "Tripod"
    while left > 0:
        group = min(GROUP, left)
        left -= group
        about: dict[str, str | int | bool] = {"points": group, "side": side}
        if tripod:
            about["leg-die"] = True
        work.owe("fall-location", cause="fall", rule=RULE, about=about)


def answer_location(work: Work, owed: Owed, entry: Rolled) -> None:
    """A group lands. On a tripod's legs a third die says on which."""
    side, config = str(owed.about["side"]), work.unit.config
    total, leg_die = entry.dice[0] + entry.dice[1], entry.dice[2] if len(entry.dice) > 2 else 0
    if wants_leg_die(config, side, total) and not leg_die:
        raise work.refuse("leg-die-missing")
    place = hit_location(config, side, total, leg_die=leg_die or 1)
    answers.told(work, owed, entry, "location", place.location)
    group = damage.Group(
        place.location,
        int(owed.about["points"]),
        side == "rear",
        "fall",
        through_armour=place.through_armour,
        attack=False,
    )
    damage.land(work, group)


def answer_avoid(work: Work, owed: Owed, entry: Rolled) -> None:
    """Made: unhurt. Missed: one wound."""
    if not answers.passed(work, owed, entry):
        pilot.wound(work, int(owed.about["member"]), 1, "fall")


def fell_down(work: Work, entry: FellDown) -> None:
    """A fall without a roll."""
    guard.standing_machine(work)
    guard.between(work, "levels-out-of-range", entry.levels, 0, MOST_LEVELS)
    if work.sheet.triggers:
        work.tell(TriggersCleared())
    fall(work, entry.levels, piloting.number(work.unit, work.sheet, work.ruleset), "fell")


def drop_prone(work: Work, entry: DropProne) -> None:
    """Down on purpose: no harm, no roll. What called for a piloting roll before came before: that is rolled first."""
    can_move(work)
    _movement_lasts(work)
    if work.sheet.prone:
        raise work.refuse("already-prone")
    if any(owed.kind == "piloting" for owed in work.sheet.owed):
        raise work.refuse("piloting-owed-first")
    work.tell(WentDown("chosen"))


def stand_up(work: Work, entry: StandUp) -> None:
    """An attempt to stand: 1 heat, and a piloting roll; four sound legs need none."""
    can_move(work)
    _movement_lasts(work)
    sheet, unit = work.sheet, work.unit
    if not sheet.prone:
        raise work.refuse("not-prone")
    if any(owed.kind == "stand-up" for owed in sheet.owed):
        raise work.refuse("roll-owed-first", kind="stand-up")
    terrain.known(work, entry.terrain)
    why = cannot_stand(work)
    if why:
        raise work.refuse(why)
    work.tell(HeatGained(Modifier(1, "standing-up", "TW:heat")))
    if len(unit.legs) == 4 and not legs_gone(unit, sheet):
        work.tell(StoodUp())
        return
    target = piloting.number(unit, sheet, work.ruleset, "standing-up").plus(*terrain.on_ground(entry.terrain))
    about: dict[str, str | int | bool] = {"terrain": entry.terrain}
    work.owe("stand-up", target=target, cause="standing-up", rule="TW:movement", about=about)


def cannot_stand(work: Work) -> str:
    """Why it cannot even try, as a code; ``""`` when it can."""
    unit, sheet = work.unit, work.sheet
    if gyro_destroyed(unit, sheet):
        return "gyro-destroyed-no-standing"
    if piloting.number(unit, sheet, work.ruleset).automatic:
        return "too-few-legs-to-stand"
    if movement.walking(unit, sheet, work.ruleset).total < 1:
        return "no-movement-to-stand"
    return ""


def answer_stand_up(work: Work, owed: Owed, entry: Rolled) -> None:
    """Made: on its feet. Missed: it falls again."""
    if answers.passed(work, owed, entry):
        work.tell(StoodUp())
        _ran_to_stand(work, str(owed.about.get("terrain", "")))
    else:
        fall(work, 0, owed.target or TargetNumber(), "standing-up")


def _ran_to_stand(work: Work, ground: str) -> None:
    """Standing takes 2 MP: with 1 walking MP it is done running, and a damaged hip or gyro asks for its roll."""
    from . import moving

    if movement.walking(work.unit, work.sheet, work.ruleset).total >= STANDING_COSTS:
        return
    for cause, value in moving.damage_rolls(work.unit, felt(work.sheet, work.ruleset), "ran"):
        roll = Modifier(value, cause, piloting.RULE)
        moving.owe_piloting(work, cause, (roll, *terrain.on_ground(ground)))


def _movement_lasts(work: Work) -> None:
    """Standing up and going prone on purpose are movement."""
    if work.sheet.phase not in ("initiative", "movement"):
        raise work.refuse("movement-over", now=work.sheet.phase)


def can_move(work: Work) -> None:
    """Refuse what a 'Mech that cannot move cannot do."""
    sheet = work.sheet
    guard.standing_machine(work)
    if not controlled(sheet):
        raise work.refuse("nobody-in-control")
    if sheet.stalled:
        raise work.refuse("engine-stalled")
    if sheet.shutdown:
        raise work.refuse("shut-down")

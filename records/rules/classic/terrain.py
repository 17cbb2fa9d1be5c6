"""Ground that matters to a 'Mech: entering it, what it adds to rolls, bogging down (TW, terrain; TO pp. 32-63).

All numbers stand in ``tables/terrain.json``. Whoever misses the roll against bogging down is stuck, not down: it stays
where it is until a roll with the same modifiers, one a turn, frees it, or until it jumps out.
"""

from __future__ import annotations

from ..condition import controlled
from ..entries import Rolled
from ..events import CounterSet, StateSet
from ..numbers import Modifier
from ..rolls import Owed
from ..ruleset import Ruleset
from ..sheet import Mode, Sheet
from ..tables.terrain import Terrain, terrain, terrains
from ..unit import Unit
from . import answers
from .work import Work

PILOTING, TERRAIN, BOG = "TW:piloting", "TO:terrain", "TO:bog-down"
ON_FOOT: frozenset[Mode] = frozenset({"walked", "ran"})
BOGGED = "bogged-in-"
#: The turn in which it stuck, and that of the last try to get free.
SINCE, TRIED = "bogged-since", "bogged-tried"
IN_MUD, LANDING = "CL-bog-down-in-mud", "CL-landing-roll-on-boggy-ground"
#: Modifier of the roll that a reading asks of everybody who lands in such ground.
LANDS = "boggy-landing"


def calls_for_roll(unit: Unit, ruleset: Ruleset, kind: Terrain) -> bool:
    """Whether this 'Mech rolls for entering ground of the kind at all."""
    if kind.enter is None:
        return False
    return unit.superheavy or not kind.only_superheavy or (kind.code == "mud" and ruleset.has(IN_MUD))


def entering(unit: Unit, kind: Terrain) -> tuple[Modifier, ...]:
    """What entering it adds to the piloting roll, one by one."""
    if not kind.bogs:
        return (Modifier(kind.enter or 0, kind.code, PILOTING),)
    found = [Modifier(kind.enter or 0, "bog-down", BOG)]
    if unit.superheavy and kind.superheavy:
        found.append(Modifier(kind.superheavy, "superheavy", BOG))
    return (*found, *on_ground(kind.code))


def on_ground(code: str) -> tuple[Modifier, ...]:
    """What the ground underfoot adds to a roll made for another reason, if anything."""
    value = terrain(code).ground
    return (Modifier(value, f"on-{code}", TERRAIN),) if value else ()


def rolls_on_entering(unit: Unit, ruleset: Ruleset, code: str, mode: str, hexes: int) -> bool:
    """Whether moving so into ground of this kind calls for its roll: on foot, and by jump where the table says so."""
    kind = terrain(code)
    moved = (mode in ON_FOOT and hexes > 0) or (mode == "jumped" and kind.by_jump)
    return moved and calls_for_roll(unit, ruleset, kind)


def lands_in_bog(unit: Unit, ruleset: Ruleset, code: str, mode: str) -> bool:
    """Whether a jump ends in ground that holds whoever lands in it (TO p. 62)."""
    return mode == "jumped" and terrain(code).bogs and calls_for_roll(unit, ruleset, terrain(code))


def known(work: Work, code: str) -> None:
    """Refuse ground that the table does not have."""
    if code and code not in terrains():
        raise work.refuse("no-such-terrain", ground=code[:20])


# --- stuck


def bogged_in(sheet: Sheet) -> str:
    """The ground that it is stuck in, by its code; ``""`` when it is not."""
    return next((name.removeprefix(BOGGED) for name, on in sheet.states.items() if on and name.startswith(BOGGED)), "")


def stick(work: Work, code: str) -> None:
    """It bogs down."""
    if not bogged_in(work.sheet):
        work.tell(StateSet(BOGGED + code, True))
        work.tell(CounterSet(SINCE, work.sheet.turn))


def let_go(work: Work) -> None:
    """It is stuck no longer."""
    if code := bogged_in(work.sheet):
        work.tell(StateSet(BOGGED + code, False))


def may_move(work: Work, mode: str, hexes: int) -> None:
    """Refuse to move whoever has been stuck since before this movement; a jump frees it (TO p. 62, errata)."""
    if not bogged_in(work.sheet):
        return
    this_movement = work.sheet.movement is not None and work.sheet.counters.get(SINCE) == work.sheet.turn
    if mode == "jumped":
        let_go(work)
    elif this_movement and work.sheet.movement is not None and work.sheet.movement.mode == "jumped":
        let_go(work)  # the jump that landed here is entered anew
    elif hexes and not this_movement:
        raise work.refuse("bogged-down")


def struggle(work: Work, state: str) -> None:
    """One try a turn to get free, by the roll that entering asked for (TO p. 62)."""
    from . import falls, moving

    code = state.removeprefix(BOGGED)
    falls.can_move(work)
    if work.sheet.phase not in ("initiative", "movement"):
        raise work.refuse("movement-over", now=work.sheet.phase)
    if work.sheet.counters.get(TRIED) == work.sheet.turn:
        raise work.refuse("bogged-tried")
    work.tell(CounterSet(TRIED, work.sheet.turn))
    moving.owe_piloting(work, "bogged-down", entering(work.unit, terrain(code)), about={"frees": code})


def before(work: Work, state: str, on: bool) -> bool:
    """A switch about to be thrown by hand. True: it is not thrown, a roll says whether it is."""
    code = state.removeprefix(BOGGED)
    if code == state:
        return False
    if not terrain(code).bogs:
        raise work.refuse("no-such-terrain", ground=code)
    if on:
        if bogged_in(work.sheet):
            raise work.refuse("already-so")
        return False
    if not controlled(work.sheet):
        raise work.refuse("nobody-in-control")
    struggle(work, state)
    return True


def answer(work: Work, owed: Owed, entry: Rolled) -> bool:
    """Answer a roll against bogging down or to get free. False: it is none of these."""
    into, out_of = str(owed.about.get("bogs", "")), str(owed.about.get("frees", ""))
    if not into and not out_of:
        return False
    made = answers.passed(work, owed, entry)
    if into and not made:
        stick(work, into)
    elif out_of and made:
        let_go(work)
    return True


def bog_kinds() -> tuple[str, ...]:
    """Codes of the ground that a 'Mech can bog down in."""
    return tuple(code for code, kind in terrains().items() if kind.bogs)

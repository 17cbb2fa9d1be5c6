"""Ground that matters to a 'Mech: entering it, what it adds to rolls, bogging down (TW, terrain; TO pp. 32-63).

All numbers stand in ``tables/terrain.json``. Whoever misses the roll against bogging down is stuck, not down: it stays
where it is until a roll with the same modifiers, one a turn, frees it, or until it jumps out.
"""

from __future__ import annotations

from ..condition import controlled
from ..digits import whole
from ..entries import Rolled
from ..events import CounterSet, RollDropped, StateSet
from ..numbers import Modifier
from ..rolls import Owed
from ..ruleset import Ruleset
from ..sheet import Mode, Movement, Sheet
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


def depth(cause: str) -> int:
    """Depth of the water that a roll was owed for entering (``"water-2"``: 2); 0 for every other cause."""
    kind, _dash, levels = cause.partition("-")
    return whole(levels) or 0 if kind == "water" else 0


def bogged_in(sheet: Sheet) -> str:
    """The ground that it is stuck in, by its code; ``""`` when it is not."""
    return next((name.removeprefix(BOGGED) for name, on in sheet.states.items() if on and name.startswith(BOGGED)), "")


def stick(work: Work, code: str) -> None:
    """It bogs down; other rolls against that no longer matter."""
    if not bogged_in(work.sheet):
        work.tell(StateSet(BOGGED + code, True))
        work.tell(CounterSet(SINCE, work.sheet.turn))
    _drop(work, "bogs", "bogged-already")


def let_go(work: Work) -> None:
    """It is stuck no longer, and rolls to get free no longer matter."""
    if code := bogged_in(work.sheet):
        work.tell(StateSet(BOGGED + code, False))
    _drop(work, "frees", "bogged-free")


def _drop(work: Work, which: str, reason: str) -> None:
    for owed in work.sheet.owed:
        if owed.about.get(which):
            work.tell(RollDropped(owed.id, owed.kind, reason))


def taken_back(work: Work) -> str:
    """The movement is entered anew: what the one entered before did is undone. Stuck by it, it is so no longer; freed
    by its jump, it is stuck again, since when it was. The ground that it had stuck in on foot, ``""``."""
    former = work.sheet.movement
    if former is None:
        return ""
    stuck_in = bogged_in(work.sheet) if _stuck_by(work.sheet, former) else ""
    if stuck_in:
        let_go(work)
    if former.freed and not bogged_in(work.sheet):
        work.tell(StateSet(BOGGED + former.freed, True))
        work.tell(CounterSet(SINCE, former.freed_since))
    return stuck_in if former.mode in ON_FOOT else ""


def _stuck_by(sheet: Sheet, former: Movement) -> bool:
    """Whether it bogged down in this very movement, not before it or by what the table said."""
    entered = former.mode == "jumped" or (former.mode in ON_FOOT and former.hexes > 0)
    return entered and sheet.counters.get(SINCE) == sheet.turn and bogged_in(sheet) == former.terrain != ""


def get_out(work: Work, mode: str, hexes: int) -> str:
    """The ground that a jump gets it out of (TO p. 62, errata), ``""``; whoever is stuck does not move otherwise."""
    code = bogged_in(work.sheet)
    if code and mode == "jumped":
        if any(owed.about.get("frees") for owed in work.sheet.owed):
            work.tell(CounterSet(TRIED, 0))  # the try that nobody has rolled for is no try
        let_go(work)
        return code
    if code and hexes:
        raise work.refuse("bogged-down")
    return ""


def no_try(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> str:
    """Why whoever is stuck cannot try to get free now, as a code; ``""`` when it can."""
    from . import piloting

    if sheet.destroyed:
        return "destroyed"
    if not controlled(sheet):
        return "nobody-in-control"
    if sheet.stalled or sheet.shutdown:
        return "engine-stalled" if sheet.stalled else "shut-down"
    if sheet.phase not in ("initiative", "movement"):
        return "movement-over"
    if sheet.prone:
        return "bogged-prone"
    if sheet.counters.get(SINCE) == sheet.turn:
        return "bogged-this-turn"
    if sheet.counters.get(TRIED) == sheet.turn:
        return "bogged-tried"
    return "bogged-for-good" if piloting.number(unit, sheet, ruleset).automatic else ""


def struggle(work: Work, state: str) -> None:
    """One try a turn to get free, from the turn after it stuck on, by the roll that entering asked for (TO p. 62)."""
    from . import moving

    code = state.removeprefix(BOGGED)
    why = no_try(work.unit, work.sheet, work.ruleset)
    if why:
        raise work.refuse(why, now=work.sheet.phase)
    work.tell(CounterSet(TRIED, work.sheet.turn))
    moving.owe_piloting(work, "bogged-down", entering(work.unit, terrain(code)), about={"frees": code})


def before(work: Work, state: str, on: bool) -> bool:
    """A switch about to be thrown by hand. True: it is thrown here, or a roll says whether it is."""
    code = state.removeprefix(BOGGED)
    if code == state:
        return False
    if not terrain(code).bogs:
        raise work.refuse("no-such-terrain", ground=code)
    if on:
        if bogged_in(work.sheet):
            raise work.refuse("already-so")
        stick(work, code)
        return True
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

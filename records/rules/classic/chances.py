"""What optional rules bring to the chapters: whether a roll is made, marks of a hit, uses, the end of a phase."""

from __future__ import annotations

from ..entries import Hit, OptionUsed, Rolled
from ..events import CountersReset
from ..numbers import TargetNumber
from ..rolls import Owed
from ..ruleset import Ruleset
from .work import Work


def met(ruleset: Ruleset, kind: str, target: TargetNumber | None, dice: tuple[int, ...]) -> bool:
    """Whether dice make a number. ``kind`` is a roll's (``rolls.RollKind``), ``to-hit`` or ``physical``."""
    made = target is None or target.met_by(sum(dice))
    if target is not None and target.automatic:
        return made
    for option in ruleset.asks("on_roll"):
        made = option.on_roll(ruleset, kind, dice, made)
    return made


def marked(work: Work, entry: Hit) -> None:
    """A hit as optional rules see it before it is marked. Marks that none of them knows are refused."""
    ruleset = work.ruleset
    if entry.marks:
        known = {
            mark
            for option in ruleset.asks("marks")
            for mark in option.marks(ruleset, work.unit, work.sheet, entry.location)
        }
        for mark in entry.marks:
            if mark not in known:
                raise work.refuse("no-such-mark", mark=mark)
    for option in ruleset.asks("hit"):
        option.hit(work, entry)


def used(work: Work, entry: OptionUsed) -> None:
    """Something done under an optional rule: handed to that rule when it is on."""
    option = next((option for option in work.ruleset.asks("use") if option.id == entry.option), None)
    if option is None:
        raise work.refuse("option-is-off", option=entry.option[:20])
    option.use(work, entry)


def answered(work: Work, owed: Owed, entry: Rolled) -> None:
    """The answer to a roll that an optional rule owed, on or off by now."""
    from ..options import the_one_for

    option = the_one_for(owed.kind)
    if option is None:
        raise work.refuse("roll-not-owed", roll=owed.id)
    option.answer(work, owed, entry)


def settle(work: Work) -> None:
    """After anything happened: rolls of optional rules that no longer matter are dropped."""
    if work.sheet.owed:
        for option in work.ruleset.asks("settle"):
            option.settle(work)


def phase_over(work: Work) -> None:
    """The last of a phase: what optional rules do then, and counters that start from nothing again."""
    for option in work.ruleset.asks("end_of_phase"):
        option.end_of_phase(work, work.sheet.phase)
    if not work.sheet.counters:
        return
    from ..options import counters_until

    over = counters_until("phase") | (counters_until("turn") if work.sheet.phase == "end" else frozenset())
    names = tuple(name for name in work.sheet.counters if name in over)
    if names:
        work.tell(CountersReset(names))

"""The summary of a battle: how it ended, who did what to whom, what everybody took and did, turn by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Battle
from campaigns.selectors.seats import sitters, told_apart
from campaigns.selectors.tally import NOBODY, Dealt, Part, Tally
from campaigns.selectors.tally import Turn as Fought
from records import words
from records.models import Pilot
from records.printing import report
from records.printing.report import Cell, Report, Table, Words
from records.rules import events as ev
from records.selectors.condition import Condition, condition_of
from records.words import events as event_words

from . import glance, hurt

FIGURES = (24, 20, 17, 15, 13)
"""Heights of the small figures to try, mm; without them where they cost a page."""
ACROSS = 9
"""Targets beside each other in the table of who hit whom; more go into a further table."""
PLACES = ("HD", "CT", "LT", "RT", "LA", "RA", "LL", "RL", "CL", "FLL", "FRL", "RLL", "RRL")
ABANDONED = "abandoned"
"""The reason of a machine that is out because its crew has left it."""
MOST_ROLLS = ("piloting", "stand-up", "fall-avoid", "consciousness", "recovery", "shutdown", "heat-ammunition")


def battle_summary(battle: Battle) -> Report:
    """Everything about a battle that its log tells."""
    told = _Told(battle)
    first: list[report.Part] = []
    if battle.summary.strip():
        first.append(Words(battle.summary.splitlines(), _("In the game master’s words")))
    first.append(told.outcome())
    rest = [*told.pairs(), *told.taken(), *told.done(), *told.turns()]
    plain = Report(battle.name, [*first, *told.sides(drawn=False), *rest], about=told.about(), points=8, wide=True)
    if not told.parts:
        return plain
    drawn = [*first, hurt.key(), *told.sides(drawn=True), *rest]
    return replace(plain, parts=drawn, figures=FIGURES, shorter=plain)


class _Told:
    """The parts of the summary, from one reading of the log."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.tally = Tally(battle)
        self.parts = list(self.tally.parts.values())
        records = [part.entry.record for part in self.parts]
        self.names = told_apart(records, {part.entry.record_id: _first(part) for part in self.parts})
        self.conditions = {part.entry.record_id: condition_of(part.unit, part.now) for part in self.parts}

    def _now(self, part: Part) -> Condition:
        return self.conditions[part.entry.record_id]

    def _side(self, hostile: bool) -> list[Part]:
        return [part for part in self.parts if part.entry.hostile == hostile]

    def about(self) -> str:
        battle = self.battle
        turn = max((part.now.turn for part in self.parts), default=battle.turn) if battle.open else battle.turn
        state = _("being fought, turn %(turn)d") if battle.open else _("ended in turn %(turn)d")
        found = [battle.campaign.name, state % {"turn": turn}, date_format(localtime(battle.opened_at), "j M Y")]
        count = self.tally.entries
        found.append(ngettext("%(n)d entry", "%(n)d entries", count) % {"n": count})
        return " · ".join(found)

    # --- how it ended

    def outcome(self) -> Words:
        """A sentence for each side."""
        if not self.parts:
            return Words([_("Nobody has joined this battle yet.")])
        return Words([self._sentence(hostile, self._side(hostile)) for hostile in (False, True) if self._side(hostile)],
                     _("So far") if self.battle.open else _("Outcome"))  # fmt: skip

    def _sentence(self, hostile: bool, side: Sequence[Part]) -> str:
        out = [part for part in side if self._now(part).out or _abandoned(part)]
        worth = sum((glance.worth(part.unit, self._now(part)) for part in out), glance.Worth())
        return _("%(side)s: %(out)d of %(all)d destroyed, %(tons)d of %(whole)d tons and %(bv)s BV lost.") % {
            "side": _("Opposition") if hostile else _("Our side"), "out": len(out), "all": len(side),
            "tons": sum(part.unit.tons for part in out), "whole": sum(part.unit.tons for part in side),
            "bv": glance.value(worth.crewed, known=worth.known),
        }  # fmt: skip

    def sides(self, *, drawn: bool) -> Iterator[Table]:
        """How the machines of each side stand; ``drawn``: with a small figure of each."""
        for hostile, title in ((False, _("Our side")), (True, _("Opposition"))):
            if side := self._side(hostile):
                heads = [_("machine"), _("MechWarrior"), _("BV"), _("armour"), _("structure")]
                heads.append(_("now") if self.battle.open else _("at the end"))
                rows, widths = [self._stands(part, drawn=drawn) for part in side], [3.2, 3, 1.1, 1.8, 1.8, 5]
                if drawn:
                    heads, widths = ["", *heads], [1, *widths]
                bold, right = (1, 3) if drawn else (0, 2)
                yield Table(heads, rows, widths, title, (bold,), right=(right,))

    def _stands(self, part: Part, *, drawn: bool) -> list[Cell]:
        now = self._now(part)
        worth = glance.worth(part.unit, now)
        text = glance.trouble(part.unit, part.now, now)
        if drawn:
            text = "; ".join(hurt.lines(part.unit, part.now, now, full=False))
        if part.destroyed:
            turn, why = part.destroyed
            if _abandoned(part) and not now.out:
                gone = _("destroyed: %(why)s") % {"why": words.cause(why)}
                text = f"{gone}; {text}" if text != "–" else gone
            text = _("turn %(turn)d: %(what)s") % {"turn": turn, "what": text}
        elif not part.entry.open and not part.entry.ended_by_closing:
            text = _("left the battle; %(what)s") % {"what": text} if text != "–" else _("left the battle")
        return [
            *([hurt.figure(part.unit, part.now, now)] if drawn else []), self.names[part.entry.record_id],
            ", ".join(sitters(part.entry)) or _("empty seat"), glance.value(worth.crewed, known=worth.known),
            glance.meter(now.armour), glance.meter(now.structure), text,
        ]  # fmt: skip

    # --- who did what to whom

    def pairs(self) -> Iterator[Table]:
        """Attackers down, targets across; in several tables where there are many targets."""
        hit = [
            part for part in self.parts
            if any(target == part.entry.record_id and _any(dealt) for (_by, target), dealt in self.tally.pairs.items())
        ]  # fmt: skip
        attackers = [
            number for number in (*self.tally.parts, NOBODY)
            if any(by == number and _any(dealt) for (by, _target), dealt in self.tally.pairs.items())
        ]  # fmt: skip
        for start in range(0, len(hit), ACROSS):
            targets = [part.entry.record_id for part in hit[start : start + ACROSS]]
            last = start + ACROSS >= len(hit)
            yield self._matrix(attackers, targets, total=last, first=start == 0)

    def _matrix(self, attackers: Sequence[int], targets: Sequence[int], *, total: bool, first: bool) -> Table:
        heads = [_("by"), *(self.names[target] for target in targets)] + ([_("all")] if total else [])
        rows: list[list[Cell]] = []
        for by in attackers:
            row = [_told(self.tally.dealt(by, target)) for target in targets]
            if total:
                row.append(_told(_sum(dealt for (who, _t), dealt in self.tally.pairs.items() if who == by)))
            rows.append([self.names.get(by, _("not entered")), *row])
        pairs = self.tally.pairs
        sums = [_told(_sum(dealt for (_by, to), dealt in pairs.items() if to == target)) for target in targets]
        if total:
            sums.append(_told(_sum(pairs.values())))
        rows.append([_("taken"), *sums])
        note = _(
            "Points of damage by hits, ×criticals, † destroyed. An attacker is known where a hit says from whom; the "
            "rest is “not entered”."
        )
        return Table(heads, rows, [2.4, *([1.3] * (len(heads) - 1))],
                     _("Who did what to whom") if first else _("Who did what to whom, further targets"),
                     sums=(len(rows) - 1,), note=note if total else "")  # fmt: skip

    # --- what everybody took and did

    def taken(self) -> Iterator[Table]:
        """Damage by location and by cause."""
        struck = [part for part in self.parts if part.damage or part.criticals]
        if not struck:
            return
        places = [place for place in PLACES if any(part.taken[place] for part in struck)]
        causes = {"hits": _("hits"), "falls": _("falls"), "explosions": _("explosions"),
                  "other": _("other"), "corrected": _("by hand")}  # fmt: skip
        used = [cause for cause in causes if any(part.causes[cause] for part in struck)]
        heads = [_("machine"), *places, _("all"), *(causes[cause] for cause in used), _("criticals")]
        rows: list[list[Cell]] = []
        for part in struck:
            rows.append([self.names[part.entry.record_id], *(_count(part.taken[place]) for place in places),
                         str(part.damage), *(_count(part.causes[cause]) for cause in used),
                         _count(part.criticals)])  # fmt: skip
        widths = [4, *([0.9] * len(places)), 1, *([1.35] * len(used)), 1.3]
        yield Table(heads, rows, widths, _("Damage taken: points by location, then by cause"),
                    (0, 1 + len(places)), right=range(1, len(heads)))  # fmt: skip

    def done(self) -> Iterator[Table]:
        """Shots, rounds, heat, rolls, falls, wounds, edge."""
        if not self.parts:
            return
        heads = [
            _("machine"), _("hexes"), _("shots"), _("rounds used"), _("heat peak"), _("rolls made"), _("rolls failed"),
            _("falls"), _("wounds"), _("edge"),
        ]  # fmt: skip
        rows: list[list[Cell]] = [
            [
                self.names[part.entry.record_id], _count(part.moved), _count(sum(part.shots.values())),
                _listed(part.rounds), str(part.heat), _rolls(part.made), _rolls(part.failed), _count(part.falls),
                _count(part.wounds), _count(max(part.edge.values(), default=0)),
            ]
            for part in self.parts
        ]  # fmt: skip
        yield Table(heads, rows, [3.4, 0.9, 0.9, 3, 0.9, 2.7, 2.7, 0.8, 1, 0.8], _("What everybody did"),
                    right=(1, 2, 4, 7, 8, 9))  # fmt: skip

    # --- turn by turn

    def turns(self) -> Iterator[Table]:
        """A line a turn: what each side took, and what was worth telling."""
        if not self.tally.turns:
            return
        heads = [_("turn"), _("damage to us"), _("criticals"), _("damage to them"), _("criticals"), _("what happened")]
        rows = [
            [str(number), _count(turn.damage[False]), _count(turn.criticals[False]), _count(turn.damage[True]),
             _count(turn.criticals[True]), self._moments(turn)]
            for number, turn in sorted(self.tally.turns.items())
        ]  # fmt: skip
        yield Table(heads, rows, [0.7, 1.2, 1.1, 1.3, 1.1, 12], _("Turn by turn"), right=(1, 2, 3, 4))

    def _moments(self, turn: Fought) -> str:
        told: dict[int, list[str]] = {}
        for record, event in turn.moments:
            told.setdefault(record, []).append(_moment(event, self.tally.parts[record]))
        found = [f"{self.names[record]}: {', '.join(dict.fromkeys(texts))}" for record, texts in told.items()]
        return "; ".join(found) or "–"


def _abandoned(part: Part) -> bool:
    """Its crew left it: once the battle is closed they are back in their seats, which is not how it ended."""
    return part.destroyed is not None and part.destroyed[1] == ABANDONED and not part.entry.open


def _first(part: Part) -> Pilot | None:
    """Who sat in the machine when it joined the battle, where that is still on the roster."""
    return next((seat.pilot for seat in part.entry.seats.all()), None)


def _any(dealt: Dealt) -> bool:
    return bool(dealt.damage or dealt.criticals or dealt.kills)


def _sum(dealt: Iterable[Dealt]) -> Dealt:
    whole = Dealt()
    for one in dealt:
        whole.damage += one.damage
        whole.criticals += one.criticals
        whole.kills += one.kills
    return whole


def _told(dealt: Dealt) -> str:
    """What one did to another: ``"33 ×2 †"``."""
    if not _any(dealt):
        return "–"
    found = [str(dealt.damage)]
    found += [f"×{dealt.criticals}"] if dealt.criticals else []
    found += ["†" if dealt.kills == 1 else f"†{dealt.kills}"] if dealt.kills else []
    return " ".join(found)


def _count(number: int) -> str:
    return str(number) if number else "–"


def _listed(counted: Counter[str]) -> str:
    """Rounds by kind."""
    return ", ".join(f"{glance.round_name(name)} {count}" for name, count in counted.most_common()) or "–"


def _rolls(counted: Counter[str]) -> str:
    """Rolls by kind, the usual ones first."""
    kinds = sorted(counted, key=lambda kind: MOST_ROLLS.index(kind) if kind in MOST_ROLLS else len(MOST_ROLLS))
    return ", ".join(f"{event_words.roll_name(kind).lower()} {counted[kind]}" for kind in kinds) or "–"


def _moment(event: ev.Event, part: Part) -> str:
    if isinstance(event, ev.MachineDestroyed):
        return _("destroyed (%(why)s)") % {"why": words.cause(event.reason)}
    text = event_words.describe(event, part.unit)
    as_it_is = isinstance(event, ev.Exploded | ev.PilotBlackedOut | ev.PilotDied | ev.PilotEjected)
    return text if as_it_is else text[:1].lower() + text[1:]

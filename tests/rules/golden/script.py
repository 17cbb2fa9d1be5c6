"""Playing a battle from text, and writing beside it what followed.

A line begins with the name of a 'Mech (or ``all``) and says what the table does::

    Archer> walked 4
    Archer> hit RT 12 rear
    Archer> critical-check RT 4+4        an owed roll of that kind, there where one says so, and its dice
    all> phase                           the phase ends for every 'Mech

``design NAME = STARTER`` takes a starter 'Mech; ``draw NAME`` draws one in the notation of ``tests.rules.notation``,
line by line with ``|`` in front. ``#`` begins a remark. Lines that begin with ``    ->`` tell what followed, ``    =``
how the sheet stands, ``    !`` with which code the rules refused: ``python -m tests.rules.golden --write`` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from records.rules import STANDARD, Entry, Event, Owed, RuleViolation, Sheet, TargetNumber, Unit, enter, fresh_sheet
from records.rules import entries as n
from records.rules import events as e
from records.rules.unit import Engine
from records.starter.builder import units
from tests.rules.notation import machine, marks

ANSWER = re.compile(r"^(?P<kind>[a-z-]+)(?: (?P<place>[A-Z]{2,3}))? (?P<dice>[1-6](?:\+[1-6])*)$")
WRITTEN = ("    ->", "    =", "    !")
QUIET = (e.DamageCounted, e.StepReached, e.PhaseClosing, e.TurnClosing, e.MovementSet, e.TriggersCleared)


class BadScript(Exception):
    """A line that says nothing the player understands."""


class Battle:
    """The 'Mechs of a script as they stand, and which kinds of rolls have been owed so far."""

    def __init__(self) -> None:
        self.units: dict[str, Unit] = {}
        self.sheets: dict[str, Sheet] = {}
        self.kinds: set[str] = set()
        self.refusals: list[str] = []
        self.written: list[str] = []

    def play(self, text: str) -> str:
        """Play a script; returns it with everything written anew that follows from it."""
        lines = [line for line in text.splitlines() if not line.startswith(WRITTEN)]
        out = self.written = []
        drawing: list[str] = []
        name = ""
        for line in lines:
            out.append(line)
            if line.startswith("|"):
                drawing.append(line[1:].strip())
                continue
            if drawing:
                self._join(name, machine("\n".join(drawing), **self._fields))
                drawing = []
            if line.startswith("design "):
                name, _, design = line.removeprefix("design ").partition(" = ")
                self._join(name, next(unit for unit in units() if unit.name == design))
            elif line.startswith("draw "):
                name, _, given = line.removeprefix("draw ").partition(" ")
                self._fields = _given(given)
            elif "> " in line and not line.startswith("#"):
                out += self._do(line.split("#")[0].strip())
        return "\n".join(out) + "\n"

    def _join(self, name: str, unit: Unit) -> None:
        self.units[name], self.sheets[name] = unit, fresh_sheet(unit)

    def _do(self, line: str) -> Iterator[str]:
        who, _, what = line.partition("> ")
        if who == "all":
            for name in self.units:
                if not self.sheets[name].destroyed:
                    yield from self._enter(name, self._entry(name, what), f"{name}: ")
            return
        yield from self._enter(who, self._entry(who, what), "")

    def _enter(self, name: str, entry: Entry, label: str) -> Iterator[str]:
        unit, before = self.units[name], self.sheets[name]
        outcome = enter(unit, before, entry, STANDARD)
        if isinstance(outcome, RuleViolation):
            self.refusals.append(outcome.code)
            yield f"    ! {label}{outcome.code}"
            return
        self.sheets[name] = outcome.sheet
        for event in outcome.events:
            if isinstance(event, e.RollOwed):
                self.kinds.add(event.roll.kind)
            if not isinstance(event, QUIET):
                yield f"    -> {label}{say(event)}"
        if not label:
            yield f"    = {stands(unit, outcome.sheet)}"

    def _entry(self, name: str, what: str) -> Entry:
        verb, _, rest = what.partition(" ")
        make = _VERBS.get(verb)
        if make is not None:
            return make(self.units[name], self.sheets[name], rest.split())
        answer = ANSWER.match(what)
        if answer is None:
            raise BadScript(f"{name}> {what}")
        return n.Rolled(self._owed(name, answer["kind"], answer["place"]), tuple(map(int, answer["dice"].split("+"))))

    def _owed(self, name: str, kind: str, place: str | None) -> int:
        found = [o for o in self.sheets[name].owed if o.kind == kind and place in (None, o.location)]
        if not found:
            raise BadScript(f"{name} owes no {kind} {place or ''}, but {[o.kind for o in self.sheets[name].owed]}")
        return found[0].id


def _given(text: str) -> dict[str, Any]:
    """``tons=80 engine=200,ICE structure_type=Industrial`` as fields of a unit."""
    found: dict[str, Any] = {}
    for piece in text.split():
        key, _, value = piece.partition("=")
        if key == "engine":
            rating, _, kind = value.partition(",")
            found[key] = Engine(int(rating), kind)
        else:
            found[key] = int(value) if value.isdigit() else value
    return found


# --- what the table does


def _hit(unit: Unit, sheet: Sheet, words: list[str]) -> Entry:
    kinds = [word for word in words[2:] if word not in ("rear", "2")]
    kind: Any = kinds[0] if kinds else ""
    return n.Hit(words[0], int(words[1]), "rear" in words, "2" in words[2:], kind)


def _moved(mode: Any) -> Callable[[Unit, Sheet, list[str]], Entry]:
    def make(unit: Unit, sheet: Sheet, words: list[str]) -> Entry:
        hexes = int(words[0]) if words else 0
        return n.Moved(mode, hexes, masc="masc" in words, supercharger="supercharger" in words)

    return make


def _fire(unit: Unit, sheet: Sheet, words: list[str]) -> Entry:
    """Weapons by name, separated by commas; each the first of that name that has not been fired."""
    shots: list[n.Shot] = []
    for wanted in " ".join(words).split(", "):
        names = {m: item.name for m in unit.weapons if (item := unit.gear.items[m]) is not None}
        taken = {shot.mount for shot in shots} | set(sheet.fired)
        free = [m for m, weapon in names.items() if weapon == wanted and m not in taken]
        if not free:
            raise BadScript(f"no {wanted} left: {sorted(set(names.values()))}")
        shots.append(n.Shot(free[0]))
    return n.Fired(tuple(shots))


def _caused(unit: Unit, sheet: Sheet, words: list[str]) -> Entry:
    value = next((int(word) for word in words[1:] if word != "now"), 0)
    return n.PilotingRollCaused(words[0], value, now="now" in words)


_VERBS: dict[str, Callable[[Unit, Sheet, list[str]], Entry]] = {
    "hit": _hit,
    "critical": lambda u, s, w: n.CriticalHit(w[0], int(w[1]) - 1),
    "check": lambda u, s, w: n.CriticalCheck(w[0]),
    "breach": lambda u, s, w: n.BreachCheck(w[0]),
    "stood": _moved("stood"),
    "walked": _moved("walked"),
    "ran": _moved("ran"),
    "jumped": _moved("jumped"),
    "fire": _fire,
    "heat": lambda u, s, w: n.HeatAdded(int(w[0]), *w[1:2]),
    "caused": _caused,
    "fell": lambda u, s, w: n.FellDown(int(w[0])),
    "stand": lambda u, s, w: n.StandUp(),
    "go-prone": lambda u, s, w: n.DropProne(),
    "power": lambda u, s, w: n.PowerSwitched(w[0] == "on"),
    "switch": lambda u, s, w: n.StateSwitched(w[0], w[1] == "on"),
    "water": lambda u, s, w: n.Corrected("counter:water-depth", int(w[0])),
    "eject": lambda u, s, w: n.Ejected(int(w[0]), *w[1:2]),
    "phase": lambda u, s, w: n.PhaseEnded(s.phase),
    "answer": lambda u, s, w: n.Rolled(int(w[0]), tuple(map(int, w[1].split("+")))),
}


# --- what followed


def say(event: Event) -> str:
    """An event in the notation of the script."""
    if isinstance(event, e.RollOwed):
        return f"owed: {owed(event.roll)}"
    if isinstance(event, e.RollAnswered):
        return f"{event.kind} {event.location} {'+'.join(map(str, event.dice))}: {event.outcome}".replace("  ", " ")
    if isinstance(event, e.TriggerAdded):
        modifier = event.trigger.modifier
        return (
            f"due at the end of the phase: {modifier.reason} {'falls' if event.trigger.automatic else modifier.value}"
        )
    if isinstance(event, e.HeatGained):
        return f"heat +{event.source.value} {event.source.about or event.source.reason}"
    if isinstance(event, e.EngineStalled):
        return "engine stalls" if event.stalled else "engine runs again"
    said = [_field(event, f.name) for f in fields(event) if f.name not in ("turn", "roll", "mount", "bin")]
    return f"{_plain(type(event).__name__)} {' '.join(part for part in said if part)}".strip()


def _field(event: Event, name: str) -> str:
    value = getattr(event, name)
    if isinstance(value, bool):
        return name if value else ""
    if name == "half":
        return "half" if value == 1 else ""
    if name == "slot":
        return f"[{value + 1}]" if value >= 0 else ""
    return str(value).lower() if name == "name" else str(value)


def _plain(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def owed(roll: Owed) -> str:
    """A roll owed, with its number and what makes it."""
    text = f"{roll.kind} {roll.location}".strip()
    return f"{text} {number(roll.target)}" if roll.target is not None else text


def number(target: TargetNumber) -> str:
    """A target number and its modifiers."""
    parts = ", ".join(
        f"{m.reason} {m.value:+d}" if i else f"{m.reason} {m.value}" for i, m in enumerate(target.modifiers)
    )
    return f"{target.automatic or f'{target.total}+'} ({parts})"


def stands(unit: Unit, sheet: Sheet) -> str:
    """How the sheet stands."""
    shown = replace(sheet, lost=dict(sheet.lost))
    parts = [marks(unit, shown) or "no marks"]
    parts += [f"heat {sheet.heat}"] if sheet.heat else []
    parts += [name for name in ("prone", "shutdown", "stalled") if getattr(sheet, name)]
    parts += [f"breached {' '.join(sheet.breached)}"] if sheet.breached else []
    spent = [f"{b.location} {left}/{b.shots}" for b, left in zip(unit.bins, sheet.ammo, strict=True) if left != b.shots]
    parts += [f"rounds {', '.join(spent)}"] if spent else []
    parts += [f"owes {', '.join(o.kind for o in sheet.owed)}"] if sheet.owed else []
    return " | ".join(parts)

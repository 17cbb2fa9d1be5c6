"""The keypad of a location: every number with what it would do, asked of the rules without saving anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from records import rules
from records.rules import entries as e
from records.rules import events as ev
from records.words import events as event_words

from . import options
from .sheets import SheetPage

USUAL = (2, 3, 5, 6, 8, 10, 12, 15, 20, 25)
"""Damage of the usual weapons and of five-point groups, first on the keypad."""
KINDS = ("", "ballistic", "energy", "missile", "area")
SPECIAL = ("hardened", "reactive", "reflective", "ballistic", "impact", "ablat", "lamellor", "dissipating")
TABS = ("hit", "criticals", "correct")


@dataclass(frozen=True, slots=True)
class Key:
    """One number of the keypad. ``depth``: armour, structure, lost (the location goes) or inward (damage goes on)."""

    points: int
    preview: str
    depth: str


def tray(page: SheetPage, location: str, *, tab: str, rear: bool, through: bool, kind: str) -> dict[str, Any]:
    """The keypad's context."""
    rear = rear and location != "HD"
    kind = kind if kind in KINDS else ""
    tab = tab if tab in TABS else "hit"
    found: dict[str, Any] = {
        "location": page.location(location),
        "code": location,
        "tab": tab,
        "rear": rear,
        "through": through,
        "kind": kind,
        "sides": location != "HD",
        "kinds": KINDS if _special(page.unit, location) or options.asks_kind(page.ruleset) else (),
        "marks": options.marks(page.unit, page.sheet, page.ruleset, location),
    }
    if tab == "hit":
        keys = {n: key(page, location, n, rear, through, kind) for n in (*range(1, 21), 25)}
        found["usual"] = [keys[n] for n in USUAL]
        found["keys"] = [keys[n] for n in range(1, 21)]
    return found


def _special(unit: rules.Unit, location: str) -> bool:
    """Whether the kind of damage matters here."""
    names = f"{unit.armour_type_of(location)} {unit.structure_type}".lower()
    return any(word in names for word in SPECIAL)


def key(page: SheetPage, location: str, points: int, rear: bool, through: bool, kind: str) -> Key:
    """A number with what it would do."""
    entry = e.Hit(location, points, rear=rear, through_armour=through, kind=cast(e.DamageKind, kind))
    outcome = rules.enter(page.unit, page.sheet, entry, page.ruleset)
    if isinstance(outcome, rules.RuleViolation):
        return Key(points, event_words.refused(outcome), "refused")
    return Key(points, event_words.preview(entry, outcome.events), _depth(location, outcome.events))


def _depth(location: str, events: tuple[rules.Event, ...]) -> str:
    if any(isinstance(event, ev.DamageMovedInward) for event in events):
        return "inward"
    if any(isinstance(event, (ev.LocationLost, ev.MachineDestroyed)) for event in events):
        return "lost"
    if any(isinstance(event, ev.StructureLost) for event in events):
        return "structure"
    return "armour"

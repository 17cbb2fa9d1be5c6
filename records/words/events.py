"""Entries, events and rolls owed as the table says them. Events are data; this is the only place that words them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from records import rules
from records.rules import entries as e
from records.rules import equipment
from records.rules import events as ev
from records.rules.classic.terrain import BOGGED
from records.rules.digits import whole
from records.rules.rolls import Owed

from . import app, cause, location, options, outcome, plain, reason, refusal
from . import rules as rule_words

if TYPE_CHECKING:
    SlotNames = Callable[[str, int], str]

QUIET = (
    ev.DamageCounted, ev.StepReached, ev.TriggersCleared, ev.RollOwed, ev.PhaseClosing, ev.TurnClosing, ev.MovementSet,
    ev.WeaponFired, ev.CrewSet, ev.CounterSet, ev.CountersReset,
)  # fmt: skip
"""Events that the log need not show: bookkeeping, or said by the entry itself."""


def refused(violation: rules.RuleViolation) -> str:
    """A rules service's no, in words."""
    return refusal(violation.code, violation.params)


# --- what was entered ------------------------------------------------------------------------------------------------


def headline(entry: rules.Entry, unit: rules.Unit) -> str:
    """An entry as the first words of its log line: ``"11 to the left torso"``."""
    word = _HEADLINES.get(type(entry))
    return str(word(entry, unit)) if word else plain(type(entry).__name__)


def _hit(entry: e.Hit, unit: rules.Unit) -> str:
    text = _("%(points)d to the %(location)s") % {"points": entry.points, "location": location(entry.location)}
    if entry.rear:
        text += " " + _("from behind")
    if entry.through_armour:
        text += ", " + _("through armour")
    for mark in entry.marks:
        text += f", {options.word('marks', mark)}"
    if entry.attacker:
        return _("%(hit)s from %(attacker)s") % {"hit": text, "attacker": entry.source}
    return f"{text} ({entry.source})" if entry.source else text


def _rolled(entry: e.Rolled, unit: rules.Unit) -> str:
    faces = " + ".join(str(face) for face in entry.dice)
    total = f" = {sum(entry.dice)}" if len(entry.dice) > 1 else ""
    who = " " + _("(rolled by the app)") if entry.by_app else ""
    return _("Dice %(dice)s") % {"dice": f"{faces}{total}"} + who


def _moved(entry: e.Moved, unit: rules.Unit) -> str:
    text = str(app.MODES[entry.mode]).capitalize()
    if entry.mode != "stood":
        text += ", " + ngettext("%(n)d hex", "%(n)d hexes", entry.hexes) % {"n": entry.hexes}
    extras = [str(app.TERRAINS.get(entry.terrain, entry.terrain))] if entry.terrain else []
    extras += [name for name, on in (("MASC", entry.masc), (_("supercharger"), entry.supercharger)) if on]
    return f"{text} ({', '.join(extras)})" if extras else text


def _fired(entry: e.Fired, unit: rules.Unit) -> str:
    names: dict[str, int] = {}
    for shot in entry.shots:
        name = item(unit.mounts[shot.mount].item) if 0 <= shot.mount < len(unit.mounts) else "?"
        names[name] = names.get(name, 0) + 1
    listed = ", ".join(f"{count}× {name}" if count > 1 else name for name, count in names.items())
    return _("Fired %(weapons)s") % {"weapons": listed}


def _corrected(entry: e.Corrected, unit: rules.Unit) -> str:
    text = _("Corrected: %(box)s set to %(value)d") % {"box": box(entry.box, unit), "value": entry.value}
    return f"{text} ({entry.reason})" if entry.reason else text


def box(name: str, unit: rules.Unit) -> str:
    """A box of the sheet by its code: ``"armour:LT"`` is ``"armour of the left torso"``."""
    kind, _colon, rest = name.partition(":")
    if kind == "shots" and (mount := whole(rest, most=len(unit.mounts) - 1)) is not None:
        return f"{rule_words.BOXES[kind]} {item(unit.mounts[mount].item)}"
    if kind == "counter":
        return reason(rest)
    where, _colon, number = rest.partition(":")
    text = str(app.BOX_NAMES.get(kind) or rule_words.BOXES.get(kind) or kind.replace("-", " "))
    if where in app.LOCATIONS:
        text = _("%(box)s of the %(location)s") % {"box": text, "location": location(where)}
        return text if (line := whole(number)) is None else f"{text} {line + 1}"
    return f"{text} {where}".strip() if (seat := whole(where)) is None else f"{text} {seat + 1}"


def _piloting_caused(entry: e.PilotingRollCaused, unit: rules.Unit) -> str:
    value = f" {entry.value:+d}" if entry.value else ""
    return _("Piloting roll called for: %(cause)s%(value)s") % {"cause": cause(entry.cause), "value": value}


def _seat(member: int, unit: rules.Unit) -> str:
    return _("MechWarrior") if unit.crew_size == 1 else _("Seat %(n)d") % {"n": member + 1}


_HEADLINES: dict[type, Callable[[Any, rules.Unit], Any]] = {
    e.Hit: _hit,
    e.CriticalCheck: lambda v, u: _("Critical check on the %(l)s") % {"l": location(v.location)},
    e.BreachCheck: lambda v, u: _("Breach check on the %(l)s") % {"l": location(v.location)},
    e.CriticalHit: lambda v, u: (
        _("Critical hit on the %(l)s, line %(n)d") % {"l": location(v.location), "n": v.slot + 1}
    ),
    e.Rolled: _rolled,
    e.Moved: _moved,
    e.Fired: _fired,
    e.HeatAdded: lambda v, u: (
        _("%(n)d heat from outside") % {"n": v.points}
        if v.reason == "external"
        else _("%(n)d heat from outside (%(why)s)") % {"n": v.points, "why": cause(v.reason)}
    ),
    e.PilotHit: lambda v, u: (
        ngettext("%(who)s: %(n)d hit", "%(who)s: %(n)d hits", v.hits) % {"who": _seat(v.member, u), "n": v.hits}
    ),
    e.PilotingRollCaused: _piloting_caused,
    e.FellDown: lambda v, u: _("Fell") if not v.levels else _("Fell %(n)d levels") % {"n": v.levels},
    e.StandUp: lambda v, u: _("Tries to stand up"),
    e.DropProne: lambda v, u: _("Goes prone"),
    e.PowerSwitched: lambda v, u: _("Reactor started") if v.on else _("Reactor shut down"),
    e.SinksSwitched: lambda v, u: ngettext("%(n)d heat sink off", "%(n)d heat sinks off", v.off) % {"n": v.off},
    e.Ejected: lambda v, u: _("Ejects"),
    e.StateSwitched: lambda v, u: (
        _("Tries to get free")
        if v.state.startswith(BOGGED) and not v.on
        else f"{reason(v.state).capitalize()}: {_('on') if v.on else _('off')}"
    ),
    e.CounterUsed: lambda v, u: f"{reason(v.counter).capitalize()} +{v.uses}",
    e.CrewChanged: lambda v, u: (
        _("%(who)s now gunnery %(g)d, piloting %(p)d")
        % {"who": _seat(v.member, u), "g": v.crew.gunnery, "p": v.crew.piloting}
    ),
    e.OptionUsed: lambda v, u: options.action(v.option, v.action),
    e.StoodDown: lambda v, u: _("Stands down between battles"),
    e.PhaseEnded: lambda v, u: _("End of phase: %(phase)s") % {"phase": phase(v.phase)},
    e.TurnEnded: lambda v, u: _("End of the turn"),
    e.Corrected: _corrected,
}


def phase(code: str) -> str:
    """A phase's name."""
    return str(app.PHASES.get(code, code))


# --- what followed ---------------------------------------------------------------------------------------------------


def consequences(events: Iterable[rules.Event], unit: rules.Unit) -> list[str]:
    """What followed from an entry, a sentence each, bookkeeping left out. Of phases passed through, only the last."""
    told = [event for event in events if not isinstance(event, QUIET)]
    settled = [event for event in told if isinstance(event, ev.PhaseSettled)]
    return [describe(event, unit) for event in told if not isinstance(event, ev.PhaseSettled) or event is settled[-1]]


def describe(event: rules.Event, unit: rules.Unit) -> str:
    """One event in words."""
    word = _DESCRIBED.get(type(event))
    return str(word(event, unit)) if word else plain(type(event).__name__)


def item(name: str) -> str:
    """A line of the sheet as people say it: events carry the equipment table's own name for it."""
    try:
        return equipment.get(name).name
    except equipment.UnknownEquipmentError:
        return name


def _armour_lost(event: ev.ArmourLost, unit: rules.Unit) -> str:
    where = f"{event.location} {_('rear')}" if event.rear else event.location
    if not event.points:
        return _("%(where)s: half a point of armour") % {"where": where}
    return _("%(where)s: armour −%(n)d") % {"where": where, "n": event.points}


def _answered(event: ev.RollAnswered, unit: rules.Unit) -> str:
    # Where a roll found a location, that is its outcome.
    told = location(event.location) if event.outcome == "location" else outcome(event.outcome)
    text = f"{roll_name(event.kind)}: {told}"
    if event.target is not None:
        text += f" ({target(event.target)})"
    return text


def target(number: rules.TargetNumber) -> str:
    """A target number as it is said: ``"7+"``, ``"automatic"``."""
    words = {"success": _("automatic"), "failure": _("cannot be made"), "impossible": _("not possible")}
    return words.get(number.automatic) or f"{number.total}+"


def _went_down(event: ev.WentDown, unit: rules.Unit) -> str:
    if event.reason != "fell":
        return _("Prone")
    if event.points:
        return _("Falls: %(n)d damage, prone") % {"n": event.points}
    return _("Falls, prone")


def _trigger(event: ev.TriggerAdded, unit: rules.Unit) -> str:
    why = reason(event.trigger.modifier.reason, event.trigger.modifier.rule)
    if event.trigger.automatic:
        return _("Falls at the end of the phase: %(why)s") % {"why": why}
    return _("Piloting roll at the end of the phase: %(why)s %(n)+d") % {"why": why, "n": event.trigger.modifier.value}


def _settled(event: ev.HeatSettled, unit: rules.Unit) -> str:
    return _("Heat +%(g)d −%(s)d: now %(h)d") % {"g": event.generated, "s": event.sunk, "h": event.heat}


def _switched(event: ev.EquipmentSwitched, unit: rules.Unit) -> str:
    state = _("on") if event.on else _("off")
    when = " " + _("from the End Phase on") if event.due else ""
    return f"{item(event.name)}: {state}{when}"


def _next_phase(event: ev.PhaseSettled, unit: rules.Unit) -> str:
    return _("Turn %(t)d: %(p)s") % {"t": event.turn, "p": phase(event.next_phase)}


def _mw(text: str) -> Callable[[Any, rules.Unit], str]:
    return lambda event, unit: f"{_seat(event.member, unit)} {_(text)}"  # the text is marked where it stands


_DESCRIBED: dict[type, Callable[[Any, rules.Unit], Any]] = {
    ev.ArmourLost: _armour_lost,
    ev.ModularArmourLost: lambda v, u: _("%(l)s: modular armour −%(n)d") % {"l": v.location, "n": v.points},
    ev.ShieldStruck: lambda v, u: _("The shield on the %(arm)s takes %(n)d") % {"arm": location(v.arm), "n": v.points},
    ev.LocationBreached: lambda v, u: (
        _("%(l)s breached: nothing there works any more") % {"l": location(v.location).capitalize()}
    ),
    ev.StructureLost: lambda v, u: _("%(where)s: structure −%(n)d") % {"where": v.location, "n": v.points},
    ev.DamageChanged: lambda v, u: (
        _("%(l)s: %(b)d points count as %(a)d (%(why)s)")
        % {"l": v.location, "b": v.before, "a": v.after, "why": reason(v.reason)}
    ),
    ev.DamageMovedInward: lambda v, u: (
        _("%(n)d go on from %(a)s to %(b)s") % {"n": v.points, "a": v.source, "b": v.location}
    ),
    ev.DamageWasted: lambda v, u: (
        _("%(n)d points lost in %(l)s (%(why)s)") % {"n": v.points, "l": v.location, "why": cause(v.reason)}
    ),
    ev.DamageCounted: lambda v, u: _("%(n)d points count this phase") % {"n": v.points},
    ev.LocationLost: lambda v, u: (
        _("%(l)s %(how)s")
        % {"l": location(v.location).capitalize(), "how": _("blown off") if v.how == "blown off" else _("destroyed")}
    ),
    ev.MachineDestroyed: lambda v, u: _("'Mech destroyed: %(why)s") % {"why": cause(v.reason)},
    ev.SlotHit: lambda v, u: _("%(l)s: %(name)s hit") % {"l": v.location, "name": item(v.name) or v.slot + 1},
    ev.ComponentArmourSpent: lambda v, u: (
        _("%(l)s: the armour of %(name)s took it") % {"l": v.location, "name": item(v.name)}
    ),
    ev.CriticalMovedInward: lambda v, u: _("Critical goes on from %(a)s to %(b)s") % {"a": v.source, "b": v.location},
    ev.CriticalLost: lambda v, u: (
        _("%(l)s: critical without effect (%(why)s)") % {"l": v.location, "why": cause(v.reason)}
    ),
    ev.Exploded: lambda v, u: (
        _("%(name)s in %(l)s explodes: %(n)d points") % {"l": v.location, "name": v.name, "n": v.points}
    ),
    ev.CaseHeld: lambda v, u: (
        _("%(case)s in %(l)s holds the explosion") % {"l": v.location, "case": "CASE II" if v.kind == 2 else "CASE"}
    ),
    ev.PilotWounded: lambda v, u: (
        ngettext("%(who)s: %(n)d hit (%(why)s)", "%(who)s: %(n)d hits (%(why)s)", v.hits)
        % {"who": _seat(v.member, u), "n": v.hits, "why": cause(v.cause)}
    ),
    ev.PilotBlackedOut: _mw(gettext_noop("blacks out")),
    ev.PilotRecovered: _mw(gettext_noop("comes to")),
    ev.PilotDied: lambda v, u: _("%(who)s is dead (%(why)s)") % {"who": _seat(v.member, u), "why": cause(v.cause)},
    ev.PilotEjected: _mw(gettext_noop("has ejected")),
    ev.CrewSet: lambda v, u: _seat(v.member, u),
    ev.RollOwed: lambda v, u: _("Owed: %(roll)s") % {"roll": roll_name(v.roll.kind)},
    ev.RollAnswered: _answered,
    ev.RollDropped: lambda v, u: (
        _("%(roll)s no longer needed (%(why)s)") % {"roll": roll_name(v.kind), "why": cause(v.reason)}
    ),
    ev.TriggerAdded: _trigger,
    ev.TriggersCleared: lambda v, u: _("Piloting rolls of the phase are done"),
    ev.HeatGained: lambda v, u: (
        _("Heat %(n)+d: %(why)s")
        % {"n": v.source.value, "why": v.source.about or reason(v.source.reason, v.source.rule)}
    ),
    ev.HeatSettled: _settled,
    ev.SinksSet: lambda v, u: ngettext("%(n)d heat sink off", "%(n)d heat sinks off", v.off) % {"n": v.off},
    ev.MovementSet: lambda v, u: _("Movement noted"),
    ev.WeaponFired: lambda v, u: _("%(name)s fired") % {"name": item(v.name)},
    ev.AmmunitionSet: lambda v, u: _("%(name)s: %(n)d left") % {"name": _bin(v.bin, u), "n": v.rounds},
    ev.WentDown: _went_down,
    ev.StoodUp: lambda v, u: _("Stands"),
    ev.ReactorShutDown: lambda v, u: _("Reactor shuts down (%(why)s)") % {"why": cause(v.reason)},
    ev.ReactorStarted: lambda v, u: _("Reactor starts (%(why)s)") % {"why": cause(v.reason)},
    ev.CountersReset: lambda v, u: _("Counted anew: %(what)s") % {"what": ", ".join(reason(c) for c in v.counters)},
    ev.EquipmentSwitched: _switched,
    ev.RollAgain: lambda v, u: _("%(roll)s cancelled: thrown again") % {"roll": roll_name(v.kind)},
    ev.LocationChosen: lambda v, u: _("The %(l)s takes the shot") % {"l": location(v.location)},
    ev.EngineExploded: lambda v, u: (
        _("The engine explodes: %(damage)s points at 1, 2 and 3 hexes")
        % {"damage": ", ".join(str(points) for points in v.damage)}
    ),
    ev.BlastTaken: lambda v, u: (
        _("%(n)d points from an engine that exploded %(d)d hexes away") % {"n": v.points, "d": v.distance}
    ),
    ev.EquipmentFailed: lambda v, u: _("%(item)s fails") % {"item": reason(v.item).capitalize()},
    ev.BattleLeft: lambda v, u: (
        _("The battle is over: cooled down from %(h)d heat, on its feet, reactor running") % {"h": v.heat}
    ),
    ev.EngineStalled: lambda v, u: _("Engine stalls") if v.stalled else _("Engine runs again"),
    ev.StateSet: lambda v, u: f"{reason(v.state).capitalize()}: {_('on') if v.on else _('off')}",
    ev.CounterSet: lambda v, u: f"{reason(v.counter).capitalize()}: {v.value}",
    ev.PhaseClosing: lambda v, u: _("Closing: %(p)s") % {"p": phase(v.phase)},
    ev.TurnClosing: lambda v, u: _("Closing the turn"),
    ev.StepReached: lambda v, u: "",
    ev.PhaseSettled: _next_phase,
    ev.BoxCorrected: lambda v, u: _("%(box)s: %(a)d → %(b)d") % {"box": box(v.box, u), "a": v.before, "b": v.after},
}


def _bin(number: int, unit: rules.Unit) -> str:
    if not 0 <= number < len(unit.bins):
        return _("Ammunition")
    built = unit.bins[number]
    return f"{item(built.item)} ({built.location})"


# --- rolls owed ------------------------------------------------------------------------------------------------------


def roll_name(kind: str) -> str:
    """What a roll is: ``"Consciousness roll"``."""
    return str(app.ROLLS.get(kind) or options.find("rolls", kind) or kind.replace("-", " ").capitalize())


def roll_why(owed: Owed) -> str:
    """Why a roll is owed, with its place."""
    why = cause(owed.cause, owed.rule) if owed.cause else ""
    where = location(owed.location) if owed.location else ""
    return " · ".join(part for part in (where, why) if part)


#: Rolls that say where damage lands: their cards name the points, and the column of the hit-location table.
_LANDING = ("fall-location", "blast-location")


def roll_help(owed: Owed) -> str:
    """What the dice mean, in a line."""
    text = str(app.ROLL_HELP.get(owed.kind) or options.find("roll_help", owed.kind, owed.rule))
    again = _("Thrown again: this result stands") if owed.about.get("again") else ""
    points = owed.about.get("points") if owed.kind in _LANDING else None
    landing = ngettext("%(n)d point", "%(n)d points", int(points)) % {"n": int(points)} if points else ""
    side = str(app.COLUMNS.get(str(owed.about.get("side", "")), "")) if landing else ""
    return ". ".join(part for part in (", ".join(filter(None, (landing, side))) or text, again) if part)


# --- the keypad's preview --------------------------------------------------------------------------------------------


def preview(entry: e.Hit, events: Iterable[rules.Event]) -> str:
    """What a hit would do, in one line: ``"11 to LT: armour 6, structure 5, critical check owed"``."""
    told = sorted(events, key=lambda event: isinstance(event, ev.RollOwed))  # what is owed comes last
    parts = [text for event in told if (text := _preview_part(event, entry.location))]
    where = f"{entry.location} {_('from behind')}" if entry.rear else entry.location
    return f"{entry.points} → {where}: {', '.join(parts) or _('nothing')}"


def _preview_part(event: rules.Event, at: str) -> str:
    where = getattr(event, "location", at)
    place = f"{where} " if where not in (at, "") else ""
    if isinstance(event, ev.ArmourLost):
        return place + _("armour %(n)d") % {"n": event.points} if event.points else ""
    if isinstance(event, ev.ModularArmourLost):
        return place + _("modular armour %(n)d") % {"n": event.points}
    if isinstance(event, ev.ShieldStruck):
        return _("shield %(n)d") % {"n": event.points}
    if isinstance(event, ev.StructureLost):
        return place + _("structure %(n)d") % {"n": event.points}
    if isinstance(event, ev.LocationLost):
        return _("%(l)s lost") % {"l": event.location}
    if isinstance(event, ev.DamageWasted):
        return place + _("%(n)d wasted") % {"n": event.points}
    if isinstance(event, ev.MachineDestroyed):
        return _("'Mech destroyed")
    if isinstance(event, ev.PilotWounded):
        return _("MechWarrior hit")
    if isinstance(event, ev.Exploded):
        return _("explosion %(n)d") % {"n": event.points}
    if isinstance(event, ev.RollOwed):
        return _("%(roll)s owed") % {"roll": roll_name(event.roll.kind).lower()}
    return ""

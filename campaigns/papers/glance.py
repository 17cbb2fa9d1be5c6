"""A machine at a glance, as the papers tell it: what it is worth, what is out, which bins run low."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records import words
from records.models import RecordSheet
from records.printing.report import Meter
from records.rules import Sheet, Unit
from records.rules.condition import mount_out, rounds_in
from records.selectors import worth as worths
from records.selectors.condition import Condition, Left
from records.words import events as event_words
from records.words.numbers import grouped

LOW = 4
"""A bin runs low with a part of so many left in it, or less."""
NAMED = 3

_AMMUNITION = re.compile(r" Ammo\b| \[(?:IS|Clan)\]")

Worth = worths.Worth


def worth(unit: Unit, now: Condition) -> Worth:
    """What a machine is worth as built, and with the skills of whoever sits in it."""
    return worths.worth(unit, now.skills)


def value(number: int, *, known: bool = True) -> str:
    """A battle value; of several, a plus says that one of them is not known."""
    if known:
        return grouped(number)
    return f"{grouped(number)} + ?" if number else "?"


def meter(left: Left) -> Meter:
    """What is left of it, as a bar with its percentage."""
    return Meter(left.percent, f"{left.percent}%")


def together(parts: Iterable[Left]) -> Left:
    """What is left of several."""
    found = list(parts)
    return Left(sum(part.left for part in found), sum(part.total for part in found))


def seat(record: RecordSheet) -> str:
    """Who sits in it."""
    return str(record.pilot) if record.pilot is not None else _("empty seat")


def rounds(unit: Unit, sheet: Sheet) -> str:
    """Rounds left of those built, then the kinds that run low."""
    left: Counter[str] = Counter()
    built: Counter[str] = Counter()
    for number, one in enumerate(unit.bins):
        name = round_name(one.item)
        built[name] += one.shots
        left[name] += rounds_in(unit, sheet, number)
    if not built:
        return "–"
    text = f"{sum(left.values())}/{sum(built.values())}"
    low = [f"{name} {left[name]}/{shots}" for name, shots in built.items() if left[name] * LOW <= shots]
    return _("%(all)s; low: %(bins)s") % {"all": text, "bins": ", ".join(low)} if low else text


def round_name(item: str) -> str:
    """A kind of round, without saying that it is ammunition."""
    return _AMMUNITION.sub("", event_words.item(item))


def trouble(unit: Unit, sheet: Sheet, now: Condition) -> str:
    """What is out, in a few words; a dash where nothing is."""
    found = [_fate(now)]
    if weapons := weapons_out(unit, sheet):
        found.append(_("out: %(weapons)s") % {"weapons": weapons})
    if now.criticals:
        found.append(ngettext("%(count)d critical", "%(count)d criticals", now.criticals) % {"count": now.criticals})
    found.append(_standing(now))
    return "; ".join(part for part in found if part) or "–"


def state(now: Condition) -> str:
    """What became of a machine, its limbs and its MechWarrior; empty where all is well."""
    return "; ".join(part for part in (_fate(now), _standing(now)) if part)


def _fate(now: Condition) -> str:
    found = [_("destroyed: %(why)s") % {"why": ", ".join(map(words.cause, now.destroyed))}] if now.destroyed else []
    if now.lost:
        found.append(_("lost %(places)s") % {"places": ", ".join(now.lost)})
    return "; ".join(found)


def _standing(now: Condition) -> str:
    found = [_("MechWarrior dead")] if now.crew.dead else [] if now.crew.conscious else [_("unconscious")]
    found += [_("heat %(heat)d") % {"heat": now.heat}] if now.heat else []
    found += [_("prone")] if now.prone else []
    found += [_("bogged down")] if now.bogged else []
    found += [_("engine stalled")] if now.stalled else [_("shut down")] if now.shutdown else []
    return "; ".join(found)


def weapons_out(unit: Unit, sheet: Sheet, named: int = NAMED) -> str:
    """The weapons that work no more, the most frequent ``named`` kinds by name."""
    out = [event_words.item(unit.mounts[number].item) for number in unit.weapons if mount_out(unit, sheet, number)]
    if out and len(out) == len(unit.weapons):
        return _("all weapons")
    counted = Counter(out).most_common()
    told = [f"{count}× {name}" if count > 1 else name for name, count in counted[:named]]
    more = sum(count for _name, count in counted[named:])
    if more:
        told.append(ngettext("%(n)d more", "%(n)d more", more) % {"n": more})
    return ", ".join(told)

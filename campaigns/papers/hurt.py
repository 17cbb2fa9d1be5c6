"""Where a machine is hurt, in the words of a roster: what its small figure shows, and what works no more.

``full`` words name every weapon, bin and location; without, only what matters most is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.printing.report import Figure, Key
from records.printing.small import Share, build_of, shares_of
from records.rules import Sheet, Unit
from records.rules.condition import rounds_in
from records.selectors.condition import Condition
from records.words import events as event_words

from . import glance

NOTHING = "–"


@dataclass(frozen=True)
class _Points:
    """What is left of a place's armour or structure."""

    place: str
    left: int
    built: int

    def __str__(self) -> str:
        return f"{self.place} {self.left}/{self.built}"


def figure(unit: Unit, sheet: Sheet, now: Condition) -> Figure:
    """The small figure of a machine as it stands."""
    return Figure(build_of(unit), shares_of(unit, sheet), now.out)


def key() -> Key:
    """What the tones of the figures mean."""
    return Key((
        (Share(""), _("whole")), (Share("", armour=0.5), _("armour going")), (Share("", armour=0), _("no armour")),
        (Share("", armour=0, structure=0.5), _("structure going")), (Share("", lost=True), _("lost")),
    ))  # fmt: skip


def lines(unit: Unit, sheet: Sheet, now: Condition, *, full: bool) -> list[str]:
    """What became of it, armour, structure, weapons out, criticals: a line each; a dash where nothing is wrong."""
    found = [glance.state(now), *_armour(unit, sheet, full=full), _structure(unit, sheet)]
    if weapons := glance.weapons_out(unit, sheet, named=99 if full else glance.NAMED):
        found.append(_("out: %(weapons)s") % {"weapons": weapons})
    found.append(_criticals(unit, sheet) if full else _critical_count(now))
    return [line for line in found if line] or [NOTHING]


def rounds(unit: Unit, sheet: Sheet, *, full: bool) -> list[str]:
    """Rounds left of those built, then what runs low: each bin, or where room is short each kind."""
    if not full or not unit.bins:
        return [glance.rounds(unit, sheet)]
    found: Counter[str] = Counter()
    whole = 0
    for number, one in enumerate(unit.bins):
        left = rounds_in(unit, sheet, number)
        whole += left
        if left * glance.LOW <= one.shots:
            text = _("%(bin)s: %(left)d of %(all)d") if left else _("%(bin)s: empty")
            name = f"{one.location} {glance.round_name(one.item)}"
            found[text % {"bin": name, "left": left, "all": one.shots}] += 1
    named = [f"{text} ×{count}" if count > 1 else text for text, count in found.items()]
    return [f"{whole}/{sum(one.shots for one in unit.bins)}", *named]


def _places(unit: Unit, sheet: Sheet) -> Iterator[_Points]:
    """Armour that is not whole, front and rear, of what still stands."""
    for code in unit.locations:
        if sheet.gone(code):
            continue
        for place, left, built in (
            (code, sheet.armour.get(code, 0), unit.armour.get(code, 0)),
            (f"{code} {_('rear')}", sheet.rear.get(code, 0), unit.rear_armour.get(code, 0)),
        ):
            if left < built:
                yield _Points(place, left, built)


def _armour(unit: Unit, sheet: Sheet, *, full: bool) -> list[str]:
    hurt = list(_places(unit, sheet))
    bare = [points for points in hurt if points.left == 0]
    thin = [points for points in hurt if points.left and (full or points.left * 2 <= points.built)]
    light = [points for points in hurt if points.left and points not in thin]
    found = []
    if bare:
        found.append(_("no armour: %(places)s") % {"places": ", ".join(points.place for points in bare)})
    if thin:
        found.append(_("armour: %(places)s") % {"places": ", ".join(map(str, thin))})
    if light:
        found.append(_("over half left: %(places)s") % {"places": ", ".join(points.place for points in light)})
    return found


def _structure(unit: Unit, sheet: Sheet) -> str:
    hurt = [
        _Points(code, sheet.structure.get(code, 0), built)
        for code, built in unit.structure.items()
        if not sheet.gone(code) and sheet.structure.get(code, 0) < built
    ]
    return _("structure: %(places)s") % {"places": ", ".join(map(str, hurt))} if hurt else ""


def _critical_count(now: Condition) -> str:
    if not now.criticals:
        return ""
    return ngettext("%(count)d critical", "%(count)d criticals", now.criticals) % {"count": now.criticals}


def _criticals(unit: Unit, sheet: Sheet) -> str:
    """Every line that was hit, the same things together: ``"criticals: Engine ×2, LT Jump Jet"``."""
    counted: Counter[str] = Counter()
    for code in unit.locations:
        for number in sheet.hits.get(code, ()):
            slot = unit.slots[code][number]
            name = event_words.item(slot.name) if slot is not None else _("slot %(n)d") % {"n": number + 1}
            everywhere = slot is not None and slot.mount < 0 and len(unit.slots_named(slot.name)) > 1 and code in _TRUNK
            counted[name if everywhere else f"{code} {name}"] += 1
    if not counted:
        return ""
    named = [f"{name} ×{count}" if count > 1 else name for name, count in counted.items()]
    return _("criticals: %(names)s") % {"names": ", ".join(named)}


_TRUNK = ("HD", "CT", "LT", "RT")
"""Systems that stand here are one thing, wherever their lines are."""


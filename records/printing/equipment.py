"""The other equipment and the quirks on the page; and over them what of the machine is out, and the campaign's options.
"""

from __future__ import annotations

from collections import Counter

from records.rules import Ruleset, Sheet, Unit, fresh_sheet
from records.rules.classic.firing import most_rounds
from records.rules.classic.heat import mount_heat
from records.rules.condition import mount_out
from records.selectors.drawing import mount_name
from records.words import options as option_words

from .blocks import clean, wrapped
from .printable import Printable
from .weapons import WIDTH, place
from .wording import gettext as _

NOTE = 8.0
"""Size of the type, points."""
LEADING = 3.1
WRITTEN = 7.5


def others(unit: Unit) -> list[int]:
    """Mounts that are neither weapons nor ammunition nor part of the frame."""
    taken = {*unit.weapons, *(b.mount for b in unit.bins), *unit.gear.sinks, *unit.gear.jump_jets}
    return [
        mount
        for mount, item in enumerate(unit.gear.items)
        if mount not in taken and not (item is not None and not item.hittable)
    ]


def text(unit: Unit) -> str:
    """The other equipment as one sentence, equal pieces of one location counted."""
    counted = Counter((clean(mount_name(unit, mount)), place(unit, mount)) for mount in others(unit))
    parts = [f"{f'{count} × ' if count > 1 else ''}{name} ({where})" for (name, where), count in counted.items()]
    parts += [f"{clean(name)} ({_('not in the equipment table')})" for name in unit.unknown]
    return " · ".join(parts)


def all_heat(unit: Unit) -> int:
    """What all its weapons make when each fires as often as it can in a turn."""
    whole = fresh_sheet(unit)
    known = ((mount, item) for mount in unit.weapons if (item := unit.gear.items[mount]) is not None)
    return sum(mount_heat(unit, whole, mount, most_rounds(item)) for mount, item in known)


def notes(unit: Unit) -> list[str]:
    """Lines of the form: the heat of all weapons, equipment, and quirks."""
    parts = []
    if unit.weapons:
        parts.append(_("All weapons fired: %(heat)d heat") % {"heat": all_heat(unit)})
    if shown := text(unit):
        parts.append(_("Equipment: %(equipment)s") % {"equipment": shown})
    found = wrapped(" · ".join(parts), WIDTH, NOTE)
    if unit.quirks:
        quirks = ", ".join(clean(quirk).replace("_", " ").lower() for quirk in unit.quirks)
        found += wrapped(_("Quirks: %(quirks)s") % {"quirks": quirks}, WIDTH, NOTE)
    return found


def out_text(unit: Unit, sheet: Sheet) -> str:
    """What does not work any more, one sentence: weapons, ammunition and equipment."""
    mounts = [*unit.weapons, *others(unit), *(b.mount for b in unit.bins if b.mount >= 0)]
    counted = Counter(
        (clean(mount_name(unit, mount)), place(unit, mount)) for mount in mounts if mount_out(unit, sheet, mount)
    )
    return ", ".join(f"{f'{count} × ' if count > 1 else ''}{name} ({at})" for (name, at), count in counted.items())


def options_text(ruleset: Ruleset) -> str:
    """The campaign's optional rules by their titles."""
    return ", ".join(option_words.title(option.id) for option in ruleset.active if not option.default_on)


def written(printable: Printable, width: float) -> list[str]:
    """Lines that a game and a campaign write below: what is out, and the options played with."""
    found = []
    if gone := out_text(printable.unit, printable.sheet):
        found += wrapped(_("Out: %(out)s") % {"out": gone}, width, WRITTEN)
    return found + options_lines(printable, width)


def options_lines(printable: Printable, width: float) -> list[str]:
    """The options played with, as lines of this width."""
    chosen = options_text(printable.ruleset)
    return wrapped(_("Options: %(options)s") % {"options": chosen}, width, WRITTEN) if chosen else []

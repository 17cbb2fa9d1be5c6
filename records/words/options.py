"""Optional rules in words. What an option says of itself stands in its own module (:mod:`records.rules.options.words`);
here it is looked up and translated. A word that is missing never fails a page: the code is shown instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from records.rules.options import REGISTRY
from records.rules.options import Words as OptionWords

from .app import Words

if TYPE_CHECKING:
    from records.rules.options import Option

GROUPS: dict[str, str | Promise] = {
    "CL": _("Readings of the base game"),
    "TO": _("Tactical Operations"),
    "HR-A": _("Adopted from Maximum Tech and Tactical Operations"),
    "HR-B": _("The club's own rules"),
    "": _("Other rules"),
}
"""Where options come from, by the beginning of their ids; ``""`` is what begins like none of these."""

BASES: Words = {"total-warfare": _("Total Warfare")}

VIOLATIONS: Words = {
    "option-is-off": _("This optional rule is not in use. The campaign's rules say which are."),
    "no-such-action": _("This rule knows no such action. Load the page again."),
    "no-such-mark": _("This mark of a hit belongs to a rule that is not in use. Enter the hit without it."),
    "no-such-base": _("There is no such base game."),
    "no-such-option": _("There is no optional rule %(option)s."),
    "options-exclude": _("“%(option)s” and “%(other)s” cannot both be in use. Switch one of them off."),
    "option-needs": _("“%(option)s” only adds to “%(other)s”. Switch that one on too, or this one off."),
    "no-such-setting": _("There is no setting %(setting)s."),
    "setting-out-of-range": _("%(setting)s runs from %(low)d to %(high)d; %(number)d is beyond it."),
}
"""Refusals of optional rules at large; each option has those of its own."""

SILENT = OptionWords()


def words_of(option_id: str) -> OptionWords:
    """What an option says of itself, untranslated; nothing where there is no such option."""
    option = REGISTRY.get(option_id)
    return option.words if option is not None else SILENT


def find(table: str, code: str, option_id: str = "") -> str:
    """The text of a code in one table (``"reasons"``, ``"actions"``, ...), translated; ``""`` where nobody has one.

    The option named is asked first, then the others in the order of the registry: a code that is stored without its
    option (a mark, a counter) means what its option says.
    """
    for words in (words_of(option_id), *(option.words for option in REGISTRY.values())):
        if text := getattr(words, table).get(code):
            return gettext(text)
    return ""


def word(table: str, code: str, option_id: str = "") -> str:
    """As :func:`find`; the code itself, made readable, where nobody has a text."""
    return find(table, code, option_id) or code.replace("-", " ").replace("_", " ")


def _own(option_id: str, text: str) -> str:
    return gettext(text) if text else option_id


def title(option_id: str) -> str:
    """An option's title; its id where it has none."""
    return _own(option_id, words_of(option_id).title)


def effect(option_id: str) -> str:
    """What an option does, in a sentence or two; ``""`` where it does not say."""
    return _own("", words_of(option_id).effect)


def source(option_id: str) -> str:
    """Where an option is written; ``""`` where it does not say."""
    return _own("", words_of(option_id).source)


def table(option_id: str) -> str:
    """What an option's table is called; ``""`` without one."""
    return _own("", words_of(option_id).table)


def action(option_id: str, name: str) -> str:
    """What was done, with the rule that it was done under."""
    return f"{word('actions', name, option_id)} ({title(option_id)})"


def setting_name(option_id: str, name: str) -> str:
    """A setting of an option: ``"uses in a battle"``."""
    own = words_of(option_id).settings.get(name)
    return gettext(own) if own else name.replace("-", " ")


def cell(option_id: str, row: str, column: str) -> str:
    """A cell of an option's table: ``"green, jumped"``."""
    return f"{word('rows', row, option_id)}, {word('columns', column, option_id)}"


def setting(name: str) -> str:
    """``"HR-B05.uses"`` in words; a cell of a table likewise."""
    option_id, _dot, rest = name.partition(".")
    if option_id not in REGISTRY:
        return name
    row, _dot, column = rest.partition(".")
    text = cell(option_id, row, column) if column else setting_name(option_id, rest)
    return f"{title(option_id)}: {text}"


def missing(option: Option, offered: Iterable[tuple[str, str]] = ()) -> list[str]:
    """What an option has no words for: ``["title", "settings: uses"]``. ``offered`` are further codes, by table, that
    it shows only in play."""
    own, grid = option.words, option.grid
    wanted = [("settings", one.name) for one in option.settings]
    wanted += [("choices", choice) for one in option.settings for choice in one.choices]
    wanted += [("counters", one.name) for one in option.counters]
    wanted += [(table, kind) for table in ("rolls", "roll_help") for kind in option.kinds]
    wanted += [("rows", row) for row in (grid.rows if grid else ())]
    wanted += [("columns", column) for column in (grid.columns if grid else ())]
    texts = ("title", "source", "effect", *(("table",) if grid else ()))
    lacks = [name for name in texts if not getattr(own, name).strip()]
    return lacks + [f"{name}: {code}" for name, code in (*wanted, *offered) if not getattr(own, name).get(code)]

"""What an option says of itself: plain English messages, translated where they are shown.

The rules know nothing of Django, so a message is marked with :func:`_` of this module, which returns it as it is:
``makemessages`` finds it by that name, and :mod:`records.words.options` looks the translation up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def _(message: str) -> str:
    """The message itself: marks it for translation."""
    return message


Texts = Mapping[str, str]

# Where a rule is written; an option may say something else.
BOOK = _("Total Warfare, where printings differ")
ERRATA = _("Tactical Operations errata v3.0")
ADOPTED = _("House rules, part A: adopted from Maximum Tech and Tactical Operations")
OWN = _("House rules, part B: the club's own")


@dataclass(frozen=True)
class Words:
    """The words of one option, by the option's own codes: two options may use the same code for different things.

    ``title``, ``source`` (where it is written), ``effect`` (what it does, in a sentence or two) and ``table`` (what its
    table is called) are texts. The others are texts by code: ``settings``, ``choices`` (of settings and parameters),
    ``rows`` and ``columns`` of the table, ``actions``, ``gaps`` (the parameters of an action), ``counters`` (also the
    printed boxes), ``marks`` of a hit, ``rolls`` and ``roll_help`` by kind, ``reasons`` of modifiers, ``causes``, and
    ``violations`` (refusals, with ``%(name)s`` for their parameters).
    """

    title: str = ""
    source: str = ""
    effect: str = ""
    table: str = ""
    settings: Texts = field(default_factory=dict)
    choices: Texts = field(default_factory=dict)
    rows: Texts = field(default_factory=dict)
    columns: Texts = field(default_factory=dict)
    actions: Texts = field(default_factory=dict)
    gaps: Texts = field(default_factory=dict)
    counters: Texts = field(default_factory=dict)
    marks: Texts = field(default_factory=dict)
    rolls: Texts = field(default_factory=dict)
    roll_help: Texts = field(default_factory=dict)
    reasons: Texts = field(default_factory=dict)
    causes: Texts = field(default_factory=dict)
    violations: Texts = field(default_factory=dict)

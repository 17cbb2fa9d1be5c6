"""What the campaigns' templates say: keys of forms, people, phases, rolls owed, lines of a log."""

from __future__ import annotations

import uuid
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaigns.models import Battle
from campaigns.selectors.ruleset import Edition, changed_in
from campaigns.services.members import name_of
from records import words
from records.models import SheetEntry
from records.rules import BadData
from records.rules.rolls import Owed
from records.rules.sheet import PHASES
from records.words import app, events
from records.words.stored import unreadable_line

register = template.Library()


@register.simple_tag
def form_key() -> SafeString:
    """The hidden key of a form: the same key applies once, however often the form arrives."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid.uuid4())


@register.filter
def person_name(user: Any) -> str:
    """How a person is called."""
    return name_of(user) if user is not None else ""


@register.filter
def phase_name(code: str) -> str:
    """A phase as people say it."""
    return str(app.PHASES.get(code, code))


@register.simple_tag
def phases() -> tuple[str, ...]:
    """The phases of a turn in order, from where a turn begins on the sheets: initiative is thrown at the table."""
    return PHASES[PHASES.index("movement") :]


@register.simple_tag
def rules_changed(battle: Battle) -> list[Edition]:
    """Changes of the campaign's rules while the battle was fought."""
    return changed_in(battle)


@register.filter
def location_name(code: str) -> str:
    """A location in full."""
    return words.location(code)


@register.filter
def cause_name(code: str) -> str:
    """Why something happened."""
    return words.cause(code)


@register.filter
def roll_name(owed: Owed) -> str:
    """What a roll owed is, with the number to reach where it has one: ``"Piloting roll 6+"``."""
    name = events.roll_name(owed.kind)
    return f"{name} {events.target(owed.target)}" if owed.target is not None else name


@register.filter
def roll_why(owed: Owed) -> str:
    """Where and why a roll is owed."""
    return events.roll_why(owed)


@register.filter
def headline(line: SheetEntry) -> str:
    """A log line's first words."""
    source = line.names if line.names is not None else line
    try:
        return events.headline(source.entry, line.record.unit.design)
    except BadData as error:
        return f"{words.plain(source.what)} ({unreadable_line(error)})".strip()


@register.filter
def consequences(line: SheetEntry) -> list[str]:
    """What followed from a log line."""
    try:
        return [text for text in events.consequences(line.happened, line.record.unit.design) if text]
    except BadData as error:
        return [unreadable_line(error)]

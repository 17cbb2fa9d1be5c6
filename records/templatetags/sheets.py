"""What the record sheet's templates say and show: words for codes and events, explained numbers, posted forms."""

from __future__ import annotations

import uuid
from typing import Any

from django import template
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from records import rules, words
from records.models import SheetEntry
from records.rules.figures import PhysicalRow
from records.rules.rolls import Owed
from records.words import app, events, numbers
from records.words.stored import unreadable_line

register = template.Library()

register.filter("reason", words.reason)
register.filter("cause", words.cause)
register.filter("rule_source", words.rule)
register.filter("phase", events.phase)
register.filter("roll_name", events.roll_name)


@register.filter
def location(code: str) -> str:
    """A location in full."""
    return words.location(code)


@register.filter
def mode(code: str) -> str:
    """A movement mode in words."""
    return str(app.MODES.get(code, code))


@register.filter
def terrain(code: str) -> str:
    """A kind of terrain in words."""
    return str(app.TERRAINS.get(code, code))


@register.filter
def system(name: str) -> str:
    """A system that counts hits, in words."""
    return str(app.SYSTEMS.get(name, name))


@register.filter
def why_not(code: str) -> str:
    """Why something cannot be done, in a few words."""
    return words.reason(code)


@register.filter
def target(number: rules.TargetNumber | None) -> str:
    """``"7+"``; a dash when there is nothing to roll."""
    return "–" if number is None else events.target(number)


@register.filter
def signed(number: int) -> str:
    """A modifier with its sign, a true minus."""
    return numbers.signed(number)


@register.filter
def thrown(attack: PhysicalRow) -> str:
    """The damage of an attack that dice say; ``""`` for a figure."""
    return numbers.thrown(attack.dice, halved=attack.halved) if attack.dice else ""


@register.filter
def roll_why(owed: Owed) -> str:
    """Where and why a roll is owed."""
    return events.roll_why(owed)


@register.filter
def roll_help(owed: Owed) -> str:
    """What its dice mean."""
    return events.roll_help(owed)


@register.simple_tag
def headline(line: SheetEntry, unit: rules.Unit | None) -> str:
    """The first words of a log line; undo and redo name what they took back."""
    if line.kind == SheetEntry.Kind.ENTRY:
        return _headline(line, unit)
    named = line.names
    what = _headline(named, unit) if named is not None else ""
    text = _("Undone: %(what)s") if line.kind == SheetEntry.Kind.UNDO else _("Done again: %(what)s")
    return text % {"what": what}


def _headline(line: SheetEntry, unit: rules.Unit | None) -> str:
    """What was entered; what can be said of it where this release cannot read it, or (None) its design."""
    if unit is None:
        return words.plain(line.what)
    try:
        return events.headline(line.entry, unit)
    except rules.BadData as error:
        return f"{words.plain(line.what)} ({unreadable_line(error)})".strip()


@register.simple_tag
def consequences(line: SheetEntry, unit: rules.Unit | None) -> list[str]:
    """What followed, a sentence each."""
    if unit is None:
        return []
    try:
        return events.consequences(line.happened, unit)
    except rules.BadData as error:
        return [unreadable_line(error)]


@register.simple_tag
def explained(number: Any, label: str, text: str = "") -> SafeString:
    """A number that opens to its modifiers, each with reason and rule. ``text`` replaces the figure on its face."""
    if number is None:
        return format_html('<span class="figure-none">{}</span>', "–")
    is_target = isinstance(number, rules.TargetNumber)
    face = text or (events.target(number) if is_target else str(number.total))
    rows = format_html_join(
        "",
        '<li><span class="why-value">{}</span> <span>{}</span> <span class="why-rule">{}</span></li>',
        ((signed(m.value), _named(m), words.rule(m.rule)) for m in number.modifiers),
    )
    return format_html(
        '<details class="why"><summary><span class="visually-hidden">{label}: </span>{face}</summary>'
        '<div class="why-box"><p>{label}</p><ul>{rows}</ul></div></details>',
        label=label,
        face=face,
        rows=rows,
    )


def _named(modifier: rules.Modifier) -> str:
    about = words.location(modifier.about) if modifier.about else ""
    why = words.reason(modifier.reason, modifier.rule)
    return f"{why} ({about})" if about else why


@register.simple_tag(takes_context=True)
def post_to(context: template.Context, name: str = "enter") -> SafeString:
    """The attributes of a form that posts to this sheet: with htmx the panels come back, without it the page."""
    url = reverse(name, args=[context["record"].pk])
    return format_html(
        'method="post" action="{url}" hx-post="{url}" hx-target="find .form-error" hx-swap="innerHTML" '
        'hx-sync="#sheet:queue all"',
        url=url,
    )


@register.simple_tag(takes_context=True)
def entry(context: template.Context, kind: str = "") -> SafeString:
    """The hidden fields of a form: what is entered, and its key, so that a double tap applies once."""
    token = _token(context["request"])
    kind_field = format_html('<input type="hidden" name="type" value="{}">', kind) if kind else ""
    return format_html(
        '{}<input type="hidden" name="key" value="{}"><input type="hidden" name="csrfmiddlewaretoken" value="{}">',
        kind_field,
        uuid.uuid4(),
        token,
    )


def _token(request: HttpRequest) -> str:
    """The request's CSRF token, masked once: a page has dozens of forms."""
    token = request.META.get("ledger.csrf_token")
    if token is None:
        token = request.META["ledger.csrf_token"] = get_token(request)
    return str(token)


@register.simple_tag
def oob(wanted: Any) -> SafeString:
    """The attribute that swaps a panel in its place, when it comes as an answer."""
    return SafeString(' hx-swap-oob="true"' if wanted else "")

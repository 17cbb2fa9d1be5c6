"""Battle value and cost on a page: figures that open to the steps behind them."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from records import words
from records.rules.worth import Step, nearest
from records.selectors.worth import Account
from records.words import numbers
from records.words import worth as worth_words

register = template.Library()

#: From here on figures are told without their tenths.
_GROUPED = 1000


@register.filter
def grouped(number: int | None) -> str:
    """A large number as people write it; a question mark for one that nobody knows."""
    return "?" if number is None else numbers.grouped(number)


@register.simple_tag
def account(found: Account, label: str) -> SafeString:
    """A figure that opens to its parts and their steps, or why there is none."""
    if found.total is None:
        why = _("unknown: %(names)s") % {"names": ", ".join(found.unknown)}
        return format_html('<span class="figure-none">{}</span>', why)
    parts = format_html_join(
        "",
        '<p><b>{}</b> {} <span class="account-rule">{}</span></p><ul>{}</ul>',
        (
            (worth_words.PARTS[code], grouped(nearest(comes_to)), _rules(steps), _rows(steps))
            for code, steps, comes_to in found.parts
        ),
    )
    return format_html(
        '<details class="account"><summary><span class="visually-hidden">{}: </span>{}</summary>{}</details>',
        label,
        grouped(found.total),
        parts,
    )


def _rules(steps: tuple[Step, ...]) -> str:
    """Where the rules of a part are written, each once."""
    return "; ".join(dict.fromkeys(words.rule(step.rule) for step in steps))


def _rows(steps: tuple[Step, ...]) -> SafeString:
    rows = ((_figure(step), _named(step)) for step in steps if _counts(step))
    return format_html_join("", '<li><span class="account-value">{}</span> <span>{}</span></li>', rows)


def _counts(step: Step) -> bool:
    """Steps that change nothing are left out, but for the skills: whoever looks for them should find them."""
    if step.how == "at-least":
        return False
    return step.reason == "skills" or step.value != (1 if step.how == "times" else 0)


def _figure(step: Step) -> str:
    if step.how == "times":
        return "×" + number_format(round(step.value, 2), 2)
    size = abs(step.value)
    said = number_format(round(size, 1), 1) if size % 1 and size < _GROUPED else grouped(nearest(size))
    return ("−" if step.value < 0 else "+") + said


def _named(step: Step) -> str:
    said = str(worth_words.STEPS.get(step.reason, words.plain(step.reason)))
    if not step.about:
        return said
    about = f"{step.count} × {step.about}" if step.count > 1 else step.about
    return f"{about} ({said})"

"""Words for the codes that rules and services give. Text and its translation are made here, never inside a rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from records.rules.digits import whole

from . import app, options, rules

LOCATIONS = app.LOCATIONS
LONGEST_VALUE = 200
"""Letters of what somebody sent that a refusal repeats: it also travels in a header."""


def refusal(code: str, params: Mapping[str, Any] | None = None) -> str:
    """Why something was refused and what to do, for a refusal's code and the values that fill its gaps."""
    rule = str((params or {}).get("rule", ""))
    text = app.REFUSALS.get(code) or rules.VIOLATIONS.get(code) or options.find("violations", code, rule)
    if not text:
        return _("That cannot be done: %(reason)s.") % {"reason": plain(code)}
    return fill(str(text), {name: _value(value) for name, value in (params or {}).items()})


def reason(code: str, rule: str = "") -> str:
    """What a modifier stands for: ``"gyro hit"``. ``rule``: which rule gave it; an option's own words come first."""
    return _why(code, rule, rules.REASONS, rules.CAUSES, ("reasons", "causes", "counters"))


def cause(code: str, rule: str = "") -> str:
    """Why something happened or a roll is owed; ``rule`` as for :func:`reason`."""
    return _why(code, rule, rules.CAUSES, rules.REASONS, ("causes", "reasons", "counters"))


def _why(code: str, rule: str, first: rules.Words, second: rules.Words, tables: tuple[str, ...]) -> str:
    own = options.words_of(rule)
    if any(getattr(own, table).get(code) for table in tables):
        return next(options.find(table, code, rule) for table in tables if getattr(own, table).get(code))
    if text := first.get(code) or second.get(code):
        return str(text)
    return next(filter(None, (options.find(table, code) for table in tables)), plain(code))


def outcome(code: str) -> str:
    """What a roll led to. ``slot-4`` and the like carry their number."""
    text = rules.OUTCOMES.get(code)
    if text is None:
        stem, _dash, number = code.rpartition("-")
        count = whole(number)
        if count is not None and (text := rules.OUTCOMES.get(stem)):
            return fill(str(text), {"number": count, "count": count})
    return str(text or plain(code))


def location(code: str) -> str:
    """A location in full: ``"left torso"``."""
    return str(LOCATIONS.get(code, code))


def rule(code: str) -> str:
    """Where a rule is written, as players say it: ``"TW, critical damage"`` for ``"TW:critical-damage"``."""
    if options.words_of(code).title:
        return options.title(code)
    book, _colon, section = code.partition(":")
    return ", ".join(part for part in (book, plain(section)) if part)


def plain(code: str) -> str:
    """A code as words, where nobody has given it better ones."""
    return code.replace("-", " ").replace("_", " ")


def fill(text: str, params: Mapping[str, Any]) -> str:
    """The text with its ``%(gaps)s`` filled; a gap without a value stays empty rather than failing a page."""
    return text % _Gaps(params) if "%(" in text else text


class _Gaps(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return ""


def _value(value: Any) -> Any:
    if isinstance(value, str):
        value = value if len(value) <= LONGEST_VALUE else f"{value[: LONGEST_VALUE - 1]}…"
        return str(LOCATIONS.get(value) or app.ROLLS.get(value) or options.find("rolls", value) or value)
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_value(item)) for item in value)
    return value

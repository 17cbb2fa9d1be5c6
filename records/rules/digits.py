"""Whole numbers in text from outside: unit files, forms, addresses, cookies, commands.

Python's own ways are too kind or too cruel for such text: ``str.isdigit`` is true for ``²``, which ``int`` refuses;
``int`` reads ``٣``, ``1_000`` and ``" +5"``; ``\\d`` matches the digits of every script; and a number of 5,000 digits
raises. Here a number is the digits 0 to 9, no more than :data:`LONGEST` of them.
"""

from __future__ import annotations

import re

#: Digits that a number may have: every one of them fits the database's largest id.
LONGEST = 18
LARGEST = 10**LONGEST - 1

_WHOLE = re.compile(rf"-?[0-9]{{1,{LONGEST}}}")
_LEADING = re.compile(rf"\s*([0-9]{{1,{LONGEST}}})(.?)", re.DOTALL)


def whole(text: object, *, least: int = 0, most: int = LARGEST) -> int | None:
    """The whole number that a text is, None when it is none or lies beyond the limits.

    Digits 0 to 9 alone; before them a minus, where ``least`` allows for one. No spaces, no plus, no underscores.
    """
    if not isinstance(text, str) or not _WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if least <= number <= most and (least < 0 or text[0] != "-") else None


def leading(text: str) -> int | None:
    """The whole number that a text begins with: 15 of ``"15 IS Double"``; None when it begins with none.

    ``"11²4"`` and ``"1_000"`` begin with none: what goes on so is neither 11 nor 1.
    """
    found = _LEADING.match(text)
    return None if found is None or found[2].isnumeric() or found[2] == "_" else int(found[1])

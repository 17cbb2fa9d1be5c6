"""Numbers as people write them, the same on screen and paper."""

from __future__ import annotations

from django.utils.formats import number_format


def grouped(number: int) -> str:
    """A large number with its thousands apart."""
    return number_format(number, force_grouping=True)


def signed(number: int, none: str = "+0") -> str:
    """A modifier with its sign, a true minus: ``+1``, ``−2``; ``none`` where it changes nothing."""
    return f"{number:+d}".replace("-", "−") if number else none

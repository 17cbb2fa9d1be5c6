"""Numbers as people write them, the same on screen and paper."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _


def grouped(number: int) -> str:
    """A large number with its thousands apart."""
    return number_format(number, force_grouping=True)


def thrown(dice: int, *, halved: bool = False) -> str:
    """Damage that dice say: ``2D6``, ``half of 2D6``."""
    text = f"{dice}D6"
    return _("half of %(dice)s") % {"dice": text} if halved else text


def signed(number: int, none: str = "+0") -> str:
    """A modifier with its sign, a true minus: ``+1``, ``−2``; ``none`` where it changes nothing."""
    return f"{number:+d}".replace("-", "−") if number else none

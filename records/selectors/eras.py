"""The eras of the setting by year, for searching: facts of the game's calendar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Era:
    """One era: ``first`` and ``last`` year, both counted in."""

    code: str
    name: str | _StrPromise
    first: int
    last: int


ERAS = (
    Era("age-of-war", _("Age of War"), 0, 2570),
    Era("star-league", _("Star League"), 2571, 2780),
    Era("early-succession-wars", _("Early Succession Wars"), 2781, 2900),
    Era("late-succession-wars", _("Late Succession Wars"), 2901, 3049),
    Era("clan-invasion", _("Clan Invasion"), 3050, 3061),
    Era("civil-war", _("Civil War"), 3062, 3067),
    Era("jihad", _("Jihad"), 3068, 3080),
    Era("republic", _("Republic"), 3081, 3130),
    Era("dark-age", _("Dark Age"), 3131, 3150),
    Era("ilclan", _("ilClan"), 3151, 9999),
)
BY_CODE = {era.code: era for era in ERAS}


def era_of(year: int) -> Era:
    """The era a year lies in."""
    return next(era for era in ERAS if era.first <= year <= era.last)

"""Whom a hit comes from: what the keypad offers, and the choice that a device remembers until the turn ends.

The choice is kept in a cookie of the sheet's own path, which the page's script sets too, as soon as somebody is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from records import surroundings
from records.models import RecordSheet
from records.rules.digits import whole
from records.selectors.sheets import SheetPage
from records.surroundings import Attacker, Fray

COOKIE = "hit-from"
KEPT_SECONDS = 12 * 3600
AT_ONCE = 4
"""So many machines stand side by side; more are behind one line that opens."""
WORDS = 80


@dataclass(frozen=True, slots=True)
class Origin:
    """What the keypad shows of the battle: whom it offers and who is chosen; ``other``: words instead, or none yet.

    ``until`` comes before the choice where it is remembered: it names battle and turn. ``path`` is where it is valid.
    """

    fray: Fray
    chosen: Attacker | None
    other: bool
    words: str
    until: str
    path: str

    @property
    def theirs(self) -> list[Attacker]:
        """Machines of the other side."""
        return [one for one in self._offered if one.other_side]

    @property
    def own(self) -> list[Attacker]:
        """Machines of the sheet's own side."""
        return [one for one in self._offered if not one.other_side]

    @property
    def _offered(self) -> list[Attacker]:
        return [one for one in self.fray.attackers if one.here or one == self.chosen]

    @property
    def folded(self) -> bool:
        """Whether they are too many to stand side by side."""
        return len(self._offered) > AT_ONCE


def origin(request: HttpRequest, page: SheetPage) -> Origin | None:
    """What the keypad of this sheet offers; None where it is in no battle."""
    fray = surroundings.fray(page.record)
    if fray is None:
        return None
    until = f"{fray.battle}.{page.sheet.turn}."
    choice, words = _posted(request) or _remembered(request, until)
    chosen = fray.find(whole(choice) or 0)
    other = choice == "other"
    return Origin(fray, chosen, other, words if other else "", until, _path(page.record))


def _posted(request: HttpRequest) -> tuple[str, str] | None:
    """The choice in a form that comes back: it was refused, or it asks for the next one."""
    if "attacker" not in request.POST:
        return None
    words = request.POST.get("source", "")[:WORDS]
    return request.POST["attacker"] or ("other" if words else ""), words


def _remembered(request: HttpRequest, until: str) -> tuple[str, str]:
    kept = request.COOKIES.get(COOKIE, "")
    if not kept.startswith(until):
        return "", ""
    choice, _comma, words = kept.removeprefix(until).partition("-")
    return choice, unquote(words)[:WORDS]


def _path(record: RecordSheet) -> str:
    return reverse("sheet", args=[record.pk])


def remember(request: HttpRequest, answer: HttpResponse, page: SheetPage) -> None:
    """Have a device without scripts keep the choice with which a hit was entered, until the battle's turn ends."""
    posted = _posted(request)
    fray = None if posted is None else surroundings.fray(page.record)
    if posted is None or fray is None:
        return
    choice, words = posted
    if choice == "other":
        kept = f"other-{quote(words, safe='', errors='replace')}"
    else:  # a cookie holds nothing that was not looked up: it may be any text
        kept = str(whole(choice)) if fray.find(whole(choice) or 0) else ""
    value = f"{fray.battle}.{page.sheet.turn}.{kept}"
    answer.set_cookie(COOKIE, value, max_age=KEPT_SECONDS, path=_path(page.record), samesite="Lax")

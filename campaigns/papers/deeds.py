"""What a MechWarrior's machine has done in its battles: a part of the dossier."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, fields

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaigns.models import Battle
from campaigns.selectors import battles as battle_selectors
from campaigns.selectors.tally import NOBODY, Tally
from records import words
from records.models import RecordSheet
from records.printing.report import Cell, Part, Table

KEPT = 64


@dataclass(frozen=True)
class Deed:
    """What one machine did and took in one battle. ``named``: damage, criticals and kills where hits say from whom."""

    damage: int = 0
    criticals: int = 0
    kills: int = 0
    taken: int = 0
    wounds: int = 0
    falls: int = 0
    lost: str = ""


_kept: dict[Hashable, dict[int, Deed]] = {}


def deeds_of(pilot: int) -> Sequence[Part]:
    """The battles of the machine in which a MechWarrior sits; none where there is none."""
    record = RecordSheet.objects.select_related("unit").filter(pilot=pilot).first()
    if record is None:
        return []
    battles = list(Battle.objects.filter(entries__record=record).select_related("campaign").order_by("opened_at"))
    if not battles:
        return []
    found = [_deeds(battle)[record.pk] for battle in battles]
    rows = [_row(battle, deed) for battle, deed in zip(battles, found, strict=True)]
    sums = [sum(getattr(deed, field.name) for deed in found) for field in fields(Deed)[:-1]]
    rows.append([_("all"), "", *(_count(number) for number in sums), ""])
    heads = [_("battle"), _("begun"), _("damage"), _("criticals"), _("kills"), _("taken"), _("wounds"), _("falls"), ""]
    note = _(
        "From the logs: damage, criticals and kills as far as hits say from whom. Who sat in the machine then is not "
        "recorded."
    )
    title = _("Battles of %(name)s") % {"name": record.name}
    return [Table(heads, rows, [4, 2.1, 1.1, 1.2, 0.8, 1, 1.1, 0.9, 2.4], title,
                  right=(2, 3, 4, 5, 6, 7), sums=(len(rows) - 1,), note=note)]  # fmt: skip


def _row(battle: Battle, deed: Deed) -> list[Cell]:
    numbers = (deed.damage, deed.criticals, deed.kills, deed.taken, deed.wounds, deed.falls)
    ended = deed.lost or (_("being fought") if battle.open else "")
    return [battle.name, date_format(localtime(battle.opened_at), "j M Y"), *map(_count, numbers), ended]


def _count(number: int) -> str:
    return str(number) if number else "–"


def _deeds(battle: Battle) -> dict[int, Deed]:
    """What everybody did in a battle; kept until something changes in it, for a campaign prints many dossiers."""
    entries = battle.entries.select_related("record__pilot")
    seats = tuple((entry.record_id, entry.record.label, str(entry.record.pilot or "")) for entry in entries)
    key = battle.pk, battle.opened_at, battle_selectors.version(battle.pk), seats
    if key not in _kept:
        if len(_kept) >= KEPT:
            _kept.clear()
        _kept[key] = _added_up(Tally(battle))
    return _kept[key]


def _added_up(tally: Tally) -> dict[int, Deed]:
    found = {}
    for record, part in tally.parts.items():
        own = [dealt for (by, _target), dealt in tally.pairs.items() if by == record != NOBODY]
        lost = _("destroyed: %(why)s") % {"why": words.cause(part.destroyed[1])} if part.destroyed else ""
        found[record] = Deed(
            sum(dealt.damage for dealt in own), sum(dealt.criticals for dealt in own),
            sum(dealt.kills for dealt in own), part.damage, part.wounds, part.falls, lost,
        )  # fmt: skip
    return found

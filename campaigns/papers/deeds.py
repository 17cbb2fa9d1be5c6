"""What a MechWarrior has done in battles, whatever machine they sat in: a part of the dossier."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaigns.models import Battle, BattleSeat
from campaigns.selectors import battles as battle_selectors
from campaigns.selectors.tally import Deed, Tally
from records import words
from records.models import RecordSheet
from records.printing.report import Cell, Part, Table

KEPT = 64
COUNTED = ("damage", "criticals", "kills", "taken", "wounds", "falls")

_kept: dict[Hashable, Mapping[int, Deed]] = {}


def deeds_of(pilot: int) -> Sequence[Part]:
    """The battles in which a MechWarrior sat in a machine, a line each machine; none where there is none."""
    seats = list(
        BattleSeat.objects.filter(pilot=pilot)
        .select_related("pilot", "entry__battle__campaign", "entry__record__unit")
        .defer("entry__record__initial", "entry__record__state", "entry__record__unit__blueprint")
        .order_by("entry__battle__opened_at", "since", "pk")
    )
    if not seats:
        return []
    known: dict[int, Mapping[int, Deed]] = {}
    found: dict[tuple[Battle, RecordSheet], Deed] = {}
    for seat in seats:
        battle = seat.entry.battle
        if battle.pk not in known:
            known[battle.pk] = _deeds(battle)
        place = battle, seat.entry.record
        found[place] = _sum(found.get(place, Deed()), known[battle.pk].get(seat.pk, Deed()))
    rows = [_row(battle, record, deed) for (battle, record), deed in found.items()]
    whole = Deed()
    for deed in found.values():
        whole = _sum(whole, deed)
    rows.append([_("all"), "", "", *_counts(whole), ""])
    heads = [_("battle"), _("in"), _("begun"), _("damage"), _("criticals"), _("kills"), _("taken"), _("wounds")]
    heads += [_("falls"), ""]
    note = _("From the logs: damage, criticals and kills as far as hits say from whom.")
    title = _("Battles of %(name)s") % {"name": seats[0].pilot.name if seats[0].pilot else ""}
    return [Table(heads, rows, [3.2, 2.8, 1.8, 1.1, 1.2, 0.8, 1, 1.1, 0.9, 2.1], title,
                  right=(3, 4, 5, 6, 7, 8), sums=(len(rows) - 1,), note=note)]  # fmt: skip


def _sum(one: Deed, other: Deed) -> Deed:
    added = {name: getattr(one, name) + getattr(other, name) for name in COUNTED}
    return replace(other, **added, destroyed=one.destroyed or other.destroyed)


def _row(battle: Battle, record: RecordSheet, deed: Deed) -> list[Cell]:
    lost = _("destroyed: %(why)s") % {"why": words.cause(deed.destroyed)} if deed.destroyed else ""
    ended = lost or (_("being fought") if battle.open else "")
    return [battle.name, record.name, date_format(localtime(battle.opened_at), "j M Y"), *_counts(deed), ended]


def _counts(deed: Deed) -> list[Cell]:
    return [str(number) if (number := getattr(deed, name)) else "–" for name in COUNTED]


def _deeds(battle: Battle) -> Mapping[int, Deed]:
    """What everybody did in a battle by battle seat; kept until something changes in it, for a campaign prints many
    dossiers."""
    named = battle.entries.values_list("record__label", "seats", "seats__name", "seats__pilot__name")
    key = battle.pk, battle.opened_at, battle_selectors.version(battle.pk), tuple(named)
    # Read once: another thread may clear what is kept at any moment.
    found = _kept.get(key)
    if found is None:
        found = Tally(battle).deeds
        if len(_kept) >= KEPT:
            _kept.clear()
        _kept[key] = found
    return found

"""Reading for prints: a person's jobs, and what a job prints as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from records import access, rules
from records.errors import Refused
from records.models import PrintJob, RecordSheet, Unit
from records.printing import sources
from records.printing.order import NOTHING, Order
from records.printing.printable import Item, Printable, Seat
from records.printing.states import in_state
from records.rules import Sheet
from records.selectors.reference import reference

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LISTED = 50
"""Prints on one page of the list."""


def job_of(user: User, pk: UUID) -> PrintJob:
    """The person's own job; anybody else's does not exist for them."""
    job = PrintJob.objects.filter(pk=pk, owner=user).first()
    if job is None:
        raise Http404
    return job


def jobs_of(user: User) -> QuerySet[PrintJob]:
    """The person's prints, the latest first."""
    return PrintJob.objects.filter(owner=user).order_by("-created_at", "pk")


def items(job: PrintJob) -> Iterator[Item]:
    """What the job prints, one by one, each as it stands when it is asked for.

    Raises :class:`Refused` when a sheet, design or paper is gone or may not be seen any more.
    """
    order, language = Order.of(job.params), str(job.params.get("language", "en-gb"))
    yield from ordered(job.owner, order, language)


def ordered(user: User, order: Order, language: str) -> Iterator[Item]:
    """Papers, then sheets, then designs of an order."""
    for name in order.papers:
        paper = sources.paper(user, name)
        if paper is None:
            raise Refused("paper-is-gone")
        with translation.override(language):
            yield replace(paper.make(), language=language, stamp=_printed())
    began = sources.battle_began(order.sheets) if order.state == "current" else {}
    for pk in order.sheets:
        with translation.override(language):
            yield of_sheet(_record(user, pk), language, order, began.get(pk))
    for slug in order.units:
        unit = Unit.objects.filter(slug=slug).first()
        if unit is None:
            raise Refused("unit-is-gone", unit=slug)
        with translation.override(language):
            yield of_unit(unit, language, order)


def _record(user: User, pk: int) -> RecordSheet:
    record = RecordSheet.objects.select_related("unit", "pilot", "roster").filter(pk=pk).first()
    if record is None or access.right_on(user, record.roster, record) == "none":
        raise Refused("sheet-is-gone")
    return record


def _printed() -> str:
    return _("printed %(when)s") % {"when": date_format(timezone.localtime(), "j M Y H:i")}


def of_sheet(
    record: RecordSheet, language: str = "en-gb", order: Order = NOTHING, began: int | None = None
) -> Printable:
    """A record sheet in the state that the order asks for. ``began`` is the last entry before the present battle."""
    unit, sheet = record.unit.design, record.sheet
    stamp = {
        "current": _("sheet %(sheet)d, change %(version)d, %(printed)s"),
        "fresh": _("sheet %(sheet)d as built, %(printed)s"),
        "unrepaired": _("sheet %(sheet)d before its next battle, %(printed)s"),
    }[order.state] % {"sheet": record.pk, "version": record.version, "printed": _printed()}
    before: Sheet | None = None
    if order.state == "unrepaired":
        before = in_state(unit, sheet, order.state)
    elif order.state == "current" and began is not None:
        before = _sheet_at(record, began)
    ruleset = record.ruleset
    return Printable(
        unit,
        in_state(unit, sheet, order.state),
        ruleset=ruleset,
        label=record.label,
        seat=_seat(record, order),
        roster=record.roster.name,
        stamp=stamp,
        language=language,
        before=before,
        reference=reference(ruleset, language, ("Biped", unit.config)) if order.choices.backs else None,
    )


def _seat(record: RecordSheet, order: Order) -> Seat:
    pilot = record.pilot
    if order.blank or pilot is None:
        return Seat(blank=order.blank)
    used = pilot.edge_used if order.state == "current" else 0
    return Seat(pilot.name, pilot.callsign, str(pilot.get_level_display()), pilot.edge, used)


def _sheet_at(record: RecordSheet, number: int) -> Sheet:
    """The sheet as it was after an entry; before all entries where the number is 0."""
    entry = record.entries.filter(number__lte=number).order_by("-number").first()
    return rules.decode(Sheet, entry.after if entry is not None else record.initial)


def of_unit(unit: Unit, language: str = "en-gb", order: Order = NOTHING) -> Printable:
    """A fresh sheet of a design, with nobody in it."""
    back = reference(rules.STANDARD, language, ("Biped", unit.config)) if order.choices.backs else None
    return Printable(
        unit.design, rules.fresh_sheet(unit.design), stamp=_("fresh sheet"), language=language,
        seat=Seat(blank=order.blank), reference=back,
    )  # fmt: skip

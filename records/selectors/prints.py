"""Reading for prints: a person's jobs, and the pages of a job as plain data."""

from __future__ import annotations

from collections.abc import Iterator
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
from records.printing.printable import Printable, Seat

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LISTED = 50


def job_of(user: User, pk: UUID) -> PrintJob:
    """The person's own job; anybody else's does not exist for them."""
    job = PrintJob.objects.filter(pk=pk, owner=user).first()
    if job is None:
        raise Http404
    return job


def jobs_of(user: User) -> QuerySet[PrintJob]:
    """The person's prints, the latest first."""
    return PrintJob.objects.filter(owner=user)[:LISTED]


def pages(job: PrintJob) -> Iterator[Printable]:
    """The job's pages one by one, each as its sheet stands when it is asked for.

    Raises :class:`Refused` when a sheet or design is gone or may not be seen any more.
    """
    language = str(job.params.get("language", "en-gb"))
    for pk in job.params.get("sheets", ()):
        with translation.override(language):
            yield of_sheet(_record(job, pk), language)
    for slug in job.params.get("units", ()):
        unit = Unit.objects.filter(slug=slug).first()
        if unit is None:
            raise Refused("unit-is-gone", unit=slug)
        with translation.override(language):
            yield of_unit(unit, language)


def _record(job: PrintJob, pk: int) -> RecordSheet:
    record = RecordSheet.objects.select_related("unit", "pilot", "roster").filter(pk=pk).first()
    if record is None or access.right_on(job.owner, record.roster, record) == "none":
        raise Refused("sheet-is-gone")
    return record


def of_sheet(record: RecordSheet, language: str = "en-gb") -> Printable:
    """A record sheet as it stands."""
    pilot = record.pilot
    seat = Seat()
    if pilot is not None:
        seat = Seat(pilot.name, pilot.callsign, str(pilot.get_level_display()), pilot.edge, pilot.edge_used)
    stamp = _("sheet %(sheet)d, change %(version)d, printed %(when)s") % {
        "sheet": record.pk,
        "version": record.version,
        "when": date_format(timezone.localtime(), "j M Y H:i"),
    }
    return Printable(
        record.unit.design,
        record.sheet,
        ruleset=record.ruleset,
        label=record.label,
        seat=seat,
        roster=record.roster.name,
        stamp=stamp,
        language=language,
    )


def of_unit(unit: Unit, language: str = "en-gb") -> Printable:
    """A fresh sheet of a design, with nobody in it."""
    return Printable(unit.design, rules.fresh_sheet(unit.design), stamp=_("fresh sheet"), language=language)

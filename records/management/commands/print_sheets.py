"""``print_sheets``: record sheets and designs as one PDF."""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.models import RecordSheet, Unit
from records.printing import sources
from records.printing.order import Order
from records.printing.printable import PAPERS, STATES, Item
from records.rules.digits import whole
from records.selectors import prints
from records.services.unit_files import printable

SHOWN = 8


def sheet_number(text: str) -> int:
    """The number of a record sheet; what is none is refused in words."""
    number = whole(text, least=1)
    if number is None:
        raise ArgumentTypeError(_("There is no record sheet %(ids)s.") % {"ids": printable(text[:40])})
    return number


class Command(BaseCommand):
    help = "Write record sheets as they stand, or fresh ones of designs, into one PDF: a page each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--unit", nargs="+", action="extend", metavar="NAME", help='designs by name: "Archer ARC-2R"')
        what.add_argument("--campaign", metavar="SLUG", help="every machine of a campaign, force by force")
        what.add_argument(
            "--sheet", nargs="+", action="extend", type=sheet_number, metavar="ID", help="record sheets by number"
        )
        papers = "with --campaign: first its rosters, dossiers, battle summaries and the quick reference"
        parser.add_argument("--papers", action="store_true", help=papers)
        parser.add_argument("--out", required=True, type=Path, metavar="FILE.pdf")
        parser.add_argument("--paper", choices=list(PAPERS), default="a4")
        parser.add_argument("--state", choices=STATES, default="current", help="of record sheets: which state")
        parser.add_argument("--black", action="store_true", help="no colours")
        parser.add_argument("--large", action="store_true", help="larger type, on two pages a sheet")
        parser.add_argument("--backs", action="store_true", help="the quick reference behind each sheet of one page")
        parser.add_argument("--blank", action="store_true", help="leave the MechWarrior to be filled in by hand")

    def handle(self, *args: Any, **options: Any) -> None:
        from records.printing.pdf import Pack, RenderError

        out: Path = options["out"]
        if options["papers"] and not options["campaign"]:
            raise CommandError(_("--papers prints what stands around a campaign's sheets: name one with --campaign."))
        if not out.parent.is_dir():
            raise CommandError(_("There is no folder %(folder)s to write into.") % {"folder": out.parent})
        with translation.override(settings.LANGUAGE_CODE):
            pages = list(self._pages(options))
            pack = Pack(_order(options).choices, pages[0].title if len(pages) == 1 else _("Record sheets"))
            for number, page in enumerate(pages, 1):
                try:
                    pack.add(page)
                except RenderError as error:
                    raise CommandError(str(error)) from error
                if options["verbosity"] and self.stderr.isatty():
                    self.stderr.write(f"\r{number}/{len(pages)} {page.title[:60]:<60}", ending="")
            if options["verbosity"] and self.stderr.isatty():
                self.stderr.write("")
            _write(out, pack.pdf())
            done = ngettext("%(count)d page in %(file)s", "%(count)d pages in %(file)s", pack.page_count)
            self.stdout.write(done % {"count": pack.page_count, "file": out})

    def _pages(self, options: dict[str, Any]) -> Iterator[Item]:
        language, order = settings.LANGUAGE_CODE, _order(options)
        if options["unit"]:
            for unit in [_unit(name) for name in options["unit"]]:
                yield prints.of_unit(unit, language, order)
            return
        if options["campaign"]:
            owner, whole = _campaign(options["campaign"], order, papers=options["papers"])
            yield from prints.ordered(owner, whole, language)
            return
        records = _sheets(options["sheet"])
        began = sources.battle_began(record.pk for record in records) if order.state == "current" else {}
        for record in records:
            yield prints.of_sheet(record, language, order, began.get(record.pk))


def _order(options: dict[str, Any]) -> Order:
    return Order.of({name: options[name] for name in ("paper", "state", "black", "large", "backs", "blank")})


def _unit(name: str) -> Unit:
    """The design of this name: written out, its slug, or the only one whose name holds these words."""
    offered, name = Unit.objects.filter(superseded=False), printable(name)
    slug = slugify(name)
    words = name.split()
    wanted = name.lower()
    exact = [unit for unit in offered.filter(slug__startswith=slug[:50]) if wanted in (unit.name.lower(), unit.slug)]
    if len(exact) == 1:
        return exact[0]
    found = offered
    for word in words:
        found = found.filter(search_text__icontains=word)
    several = exact or list(found[: SHOWN + 1])
    if len(several) == 1 and words:
        return several[0]
    if not several or not words:
        raise CommandError(_("No design in the catalogue is called “%(name)s”.") % {"name": name})
    names = "; ".join(f"{unit.name} ({unit.slug})" for unit in several[:SHOWN])
    more = "; …" if len(several) > SHOWN else ""
    text = _("“%(name)s” may be any of these; give one of them in full: %(names)s")
    raise CommandError(text % {"name": name, "names": names + more})


def _sheets(numbers: list[int]) -> list[RecordSheet]:
    known = [number for number in numbers if 0 < number < 2**63]
    records = RecordSheet.objects.select_related("unit", "pilot", "roster").in_bulk(known)
    missing = [str(number) for number in numbers if number not in records]
    if missing:
        text = ngettext("There is no record sheet %(ids)s.", "There are no record sheets %(ids)s.", len(missing))
        raise CommandError(text % {"ids": ", ".join(missing)})
    return [records[number] for number in dict.fromkeys(numbers)]


def _campaign(slug: str, order: Order, *, papers: bool) -> tuple[User, Order]:
    """The order for everything of a campaign, as its owner would give it."""
    roster = sources.roster_named(slug)
    group = sources.group(roster.owner, slug) if roster is not None else None
    if roster is None or group is None:
        raise CommandError(_("There is no campaign “%(slug)s”.") % {"slug": slug})
    sheets = tuple(number for number, _title in group.sheets)
    if not sheets and not papers:
        raise CommandError(_("The campaign “%(slug)s” has no machines to print.") % {"slug": slug})
    names = tuple(name for name, _title in group.papers) if papers else ()
    return roster.owner, replace(order, sheets=sheets, papers=names)


def _write(out: Path, data: bytes) -> None:
    """The file is whole or not there: written beside its place, then moved."""
    part: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=out.parent, suffix=".part")
        part = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        part.chmod(0o644)
        part.replace(out)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        raise CommandError(_("%(file)s cannot be written: %(why)s") % {"file": out, "why": error.strerror}) from error

"""``describe_unit FILE_OR_NAME…``: what the product understands of a unit."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from records import describe
from records.describe_sheet import sheet
from records.formats import FormatError, read_mtf
from records.rules.unit import Unit
from records.services import unit_files
from records.words.files import rejection


class Command(BaseCommand):
    help = "Print the facts of units, from files and folders (no database needed) or by name from the catalogue."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("units", nargs="+", metavar="FILE_OR_NAME", help="a file, a folder, a zip, or a name")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        as_json: bool = options["json"]
        wrong = 0
        for path, unit, error in self._found(options["units"]):
            if unit is None:
                wrong += 1
                self._complain(path, error, as_json)
            elif as_json:
                self.stdout.write(json.dumps({"path": path, **describe.facts(unit)}, ensure_ascii=False))
            else:
                self.stdout.write(sheet(unit))
        if wrong:
            sys.exit(1)

    def _complain(self, path: str, error: FormatError | None, as_json: bool) -> None:
        if error is None:
            code, reason = "unknown-unit", _("neither a file nor the name of one unit in the catalogue.")
        else:
            code, reason = error.code, rejection(error.code, error.params)
        if as_json:
            self.stdout.write(json.dumps({"path": path, "error": code, "reason": reason}, ensure_ascii=False))
        self.stderr.write(f"{path}: {reason}")

    def _found(self, wanted: list[str]) -> Iterator[tuple[str, Unit | None, FormatError | None]]:
        for text in wanted:
            path = Path(text)
            if not unit_files.is_there(path):
                yield unit_files.printable(text), self._by_name(unit_files.printable(text)), None
                continue
            for source in unit_files.of_paths([path]):
                try:
                    yield source.name, read_mtf(source.read()), None
                except FormatError as error:
                    yield source.name, None, error

    def _by_name(self, name: str) -> Unit | None:
        # Only here is the database wanted: files are described without one.
        from django.db.models import Q

        from records.models import Unit as Row

        words = " ".join(name.split())
        offered = Row.objects.filter(superseded=False)
        exact = [row for row in offered.filter(chassis__istartswith=words.split(" ")[0]) if _same(row.name, words)]
        found = exact or list(offered.filter(Q(slug=words) | Q(search_text__contains=words.lower()))[:20])
        if len(found) != 1:
            for row in found:
                self.stderr.write(_("Do you mean “%(name)s”?") % {"name": row.name})
            return None
        return found[0].design


def _same(name: str, words: str) -> bool:
    return " ".join(name.split()).lower() == words.lower()

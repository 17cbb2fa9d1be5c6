"""``import_units PATH…``: unit files, folders and zips into the catalogue."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from records.services.importing import ImportReport, import_paths
from records.services.unit_files import count


class Command(BaseCommand):
    help = "Read .mtf files, folders of them and zips of them into the catalogue of units."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file, a folder or a zip")
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        paths: list[Path] = options["paths"]
        report = self._import(paths)
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False, default=str))
        else:
            self._print(report)
        if not report.read:
            sys.exit(1)

    def _import(self, paths: list[Path]) -> ImportReport:
        console = Console(stderr=True)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(_("Reading unit files"), total=count(paths))
            return import_paths(paths, progress=lambda done, _name: bar.update(task, completed=done))

    def _print(self, report: ImportReport) -> None:
        for one in report.rejected:
            self.stdout.write(_("Rejected: %(name)s: %(reason)s") % {"name": one.name, "reason": one.reason})
        for puzzle in report.puzzling:
            unknown = ", ".join(puzzle.unknown)
            self.stdout.write(
                _("Unknown or without room in %(name)s: %(unknown)s") % {"name": puzzle.name, "unknown": unknown}
            )
        self.stdout.write(
            _("%(imported)s imported, %(updated)s updated, %(unchanged)s unchanged, %(rejected)s rejected.")
            % {
                "imported": len(report.imported),
                "updated": len(report.updated),
                "unchanged": len(report.unchanged),
                "rejected": len(report.rejected),
            }
        )

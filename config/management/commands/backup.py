"""``backup FILE``: everything of this installation into one file, while it runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.backup import BackupRefused, write_backup
from config.backup.words import counted, shown_progress


class Command(BaseCommand):
    help = (
        "Write everything of this installation into one file, as it stands at this moment, while the server runs: "
        "people with their passwords, units, sheets with their entries, campaigns, printed files. Keep it where only "
        "you can read it. The secret key is not in it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the file to write, e.g. ledger.zip")
        parser.add_argument("--force", action="store_true", help="replace the file when it is there already")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with shown_progress() as progress:
                written = write_backup(path, replace=options["force"], progress=progress)
        except BackupRefused as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            raise CommandError(_("Stopped; no backup was written.")) from None
        if written.missing:
            text = _("Printed files that were not there any more: %(names)s")
            self.stderr.write(text % {"names": ", ".join(written.missing)})
        done = _("%(file)s: %(what)s; %(size).1f MB.")
        what = counted(written.rows, written.files)
        self.stdout.write(done % {"file": path, "what": what, "size": written.bytes / 10**6})

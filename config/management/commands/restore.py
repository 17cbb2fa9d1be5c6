"""``restore FILE``: what ``backup`` wrote, in place of everything that is there."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.backup import BackupRefused, Restored, restore
from config.backup.words import counted, shown_progress


class Command(BaseCommand):
    help = (
        "Put everything of a backup in place of what this installation holds. All of it is checked first; when "
        "something is wrong, nothing is changed. A database that holds something is replaced only when you say so. "
        "Stop the server before, and start it afterwards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what manage.py backup wrote")
        parser.add_argument("--replace", action="store_true", help="replace what is there without asking")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with shown_progress() as progress:

                def agree(there: dict[str, int]) -> bool:
                    progress.pause()
                    return options["replace"] or self.ask(there)

                restored = restore(path, agree=agree, progress=progress)
        except BackupRefused as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            raise CommandError(_("Stopped; nothing was changed.")) from None
        if restored is None:
            raise CommandError(_("Nothing was changed."))
        self.tell(path, restored)

    def ask(self, there: dict[str, int]) -> bool:
        """Whether the person at the terminal agrees to what is lost. Raises CommandError where there is none."""
        text = _("The database holds %(what)s. All of that is replaced by the backup.")
        held = text % {"what": counted(there)}
        if not sys.stdin.isatty():
            raise CommandError(held + " " + _("Say so with --replace. Nothing was changed."))
        self.stdout.write(held)
        try:
            answer = input(_("Type yes to go on: "))
        except EOFError:
            answer = ""
        return answer.strip().casefold() in ("yes", _("yes").casefold())

    def tell(self, path: Path, restored: Restored) -> None:
        made = restored.manifest
        rows = {part.name: part.rows for part in made.tables}
        text = _("Restored from %(file)s, made at %(when)s by version %(version)s: %(what)s.")
        what = counted(rows, len(made.files))
        self.stdout.write(text % {"file": path, "when": made.made_at, "version": made.version, "what": what})
        if restored.upgraded:
            self.stdout.write(_("It was made by an older release and was brought up to date."))
        if restored.not_moved:
            text = _("These printed files could not be put in their place; print them again: %(names)s")
            self.stderr.write(text % {"names": ", ".join(restored.not_moved)})
        self.stdout.write(_("Everybody signs in again: by password, or by a link of manage.py sign_in_link NAME."))

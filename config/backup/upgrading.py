"""A backup of an older release, made into one of this release.

It is loaded into a scratch database that has the older release's tables, and migrated there as an update would have.
What is restored is a backup of that: the real database sees only rows that fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import ConnectionHandler
from django.utils.translation import gettext as _

from .archive import Archive
from .errors import BackupRefused, Progress
from .loading import all_or_nothing, empty, load
from .schema import Schema
from .writing import write_backup


def upgrade(archive: Archive, schema: Schema, folder: Path, progress: Progress) -> Path:
    """The same rows as this release has them, as a backup without files in this folder. Raises BackupRefused."""
    result = folder / "upgraded.zip"
    with _scratch(folder / "scratch.sqlite3"):
        try:
            MigrationExecutor(connection).migrate(schema.targets)
            with all_or_nothing():
                empty(schema)
                load(archive, schema, progress)
            call_command("migrate", interactive=False, verbosity=0)
        except DatabaseError as error:
            why = str(error).strip().splitlines()[0]
            text = _("The backup of an older release cannot be brought up to date: %(why)s. Nothing was changed.")
            raise BackupRefused(text % {"why": why}) from error
        write_backup(result, with_files=False, progress=progress)
    return result


@contextmanager
def _scratch(path: Path) -> Iterator[None]:
    """An empty database is the default one of this thread: migrations name no other."""
    options = {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF"}
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}
    real, scratch = connections["default"], ConnectionHandler({"default": database})["default"]
    connections["default"] = scratch
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        scratch.close()
        connections["default"] = real
        ContentType.objects.clear_cache()

"""Restoring a backup: all of it is checked, then all of it is put in, or nothing is changed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from . import printed_files
from .archive import Archive, opened
from .checking import check
from .errors import BackupRefused, Progress, silent
from .loading import all_or_nothing, empty, load
from .manifest import Manifest, Part
from .new_file import clear_remains
from .schema import MADE_BY_MIGRATE, Schema, UnknownMigrations
from .upgrading import upgrade


@dataclass(frozen=True)
class Restored:
    """What was put in. ``not_moved`` are printed files that could not be put in their place."""

    manifest: Manifest
    upgraded: bool
    not_moved: tuple[str, ...]


Agree = Callable[[dict[str, int]], bool]
"""Asked before rows are replaced: how many there are, by table."""


def restore(path: Path, *, agree: Agree, progress: Progress = silent) -> Restored | None:
    """Put everything of a backup in place of everything that is there. None when it was not agreed to.

    Raises BackupRefused, with nothing changed: the file is damaged, edited, of a newer release or no backup; the
    database is of a newer release, busy, or does not take a row; there is no room.
    """
    with opened(path) as archive:
        schema = check(archive, progress)
        code = Schema.of_code()
        there = _rows_there()
        if there and not agree(there):
            return None
        if schema.migrations == code.migrations:
            return _replace(archive, archive, code, progress)
        _check_room(archive.manifest.tables, Path(settings.DATA_DIR))
        with _scratch_folder() as folder, opened(upgrade(archive, schema, folder, progress)) as tables:
            return _replace(tables, archive, code, progress)


@contextmanager
def _scratch_folder() -> Iterator[Path]:
    """A folder for the time being, where there is room for data. Raises BackupRefused where it cannot be made."""
    clear_remains(Path(settings.DATA_DIR), ".restore-*")
    try:
        folder = tempfile.TemporaryDirectory(prefix=".restore-", dir=settings.DATA_DIR, ignore_cleanup_errors=True)
    except OSError as error:
        text = _("%(file)s cannot be written: %(why)s. Nothing was changed.")
        raise BackupRefused(text % {"file": settings.DATA_DIR, "why": error.strerror or error}) from error
    with folder as name:
        yield Path(name)


def _rows_there() -> dict[str, int]:
    """How many rows the database has, by table, where it has any that somebody made."""
    try:
        schema = Schema.of_database(connection)
        counted = {name: table.queryset().count() for name, table in schema.tables.items()}
    except UnknownMigrations as error:
        text = _("The database was set up by a newer release of Lance Ledger. %(why)s Nothing was changed.")
        raise BackupRefused(text % {"why": error}) from error
    except DatabaseError as error:
        text = _("The database cannot be read: %(why)s. Nothing was changed.")
        raise BackupRefused(text % {"why": str(error).strip().splitlines()[0]}) from error
    return {name: count for name, count in counted.items() if count and name not in MADE_BY_MIGRATE}


def _replace(tables: Archive, files: Archive, code: Schema, progress: Progress) -> Restored:
    """``tables`` has the rows as this release has them; ``files`` is the backup that was given."""
    if (folder := _database_folder()) is not None:
        _check_room(tables.manifest.tables, folder)
    _check_room(files.manifest.files, Path(settings.MEDIA_ROOT))
    with printed_files.unpacked(files, progress) as unpacked:
        unpacked.make_room()
        _migrate()
        before = printed_files.names_in_database(code)
        with all_or_nothing():
            empty(code)
            load(tables, code, progress)
        not_moved = unpacked.move_in()
    printed_files.remove(before - {part.name for part in files.manifest.files})
    ContentType.objects.clear_cache()
    return Restored(files.manifest, tables is not files, tuple(not_moved))


def _migrate() -> None:
    """Bring the database up to this release, where it is not: a fresh one has no tables yet."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        text = _("The database cannot be set up: %(why)s")
        raise BackupRefused(text % {"why": str(error).strip().splitlines()[0]}) from error


def _database_folder() -> Path | None:
    """Where the embedded database grows; None for one that is elsewhere."""
    return Path(str(connection.settings_dict["NAME"])).parent if connection.vendor == "sqlite" else None


def _check_room(parts: Iterable[Part], folder: Path) -> None:
    """Raises BackupRefused where what is in the backup cannot fit: told before hours are spent on unpacking it."""
    need = sum(part.bytes for part in parts)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        text = _("%(file)s cannot be written: %(why)s. Nothing was changed.")
        raise BackupRefused(text % {"file": folder, "why": error.strerror or error}) from error
    if need > free:
        text = _("There is no room: the backup needs %(need)d MB in %(folder)s, and %(free)d MB are free.")
        raise BackupRefused(text % {"need": need // 10**6 + 1, "folder": folder, "free": free // 10**6})

"""Making a backup: every table at one moment, and the printed files, into one zip."""

from __future__ import annotations

import contextlib
import hashlib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from django.core.files.storage import default_storage
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from . import manifest
from .errors import BackupRefused, Progress, silent
from .manifest import FilePart, Manifest, TablePart
from .new_file import new_file
from .printed_files import CHUNK, is_clean
from .rows import Table, line_of
from .schema import Schema, UnknownMigrations, product_version
from .snapshot import snapshot

ROWS_AT_ONCE = 500
LEVEL = 4
"""Of compression: sheets and logs repeat themselves so much that the next levels only cost time."""
LINE_BUFFER = 256 * 1024


@dataclass(frozen=True)
class Written:
    """What went into a backup: rows by table, printed files, and those that were gone."""

    rows: dict[str, int]
    files: int
    missing: tuple[str, ...]
    bytes: int


def write_backup(
    path: Path, *, replace: bool = False, with_files: bool = True, progress: Progress = silent
) -> Written:
    """Write everything to a new file, as it stands at one moment. Memory does not grow with the database.

    Raises BackupRefused: the database is not set up or of a newer release, the file is there already (and not
    ``replace``), the disk is full.
    """
    with new_file(path, replace=replace) as file:
        try:
            made = _Backup(file, progress).write(with_files=with_files)
        except DatabaseError as error:
            why = str(error).strip().splitlines()[0]
            raise BackupRefused(_("The database cannot be read: %(why)s") % {"why": why}) from error
    return Written(
        rows={part.name: part.rows for part in made.tables},
        files=len(made.files),
        missing=made.missing,
        bytes=path.stat().st_size,
    )


@dataclass
class _Names:
    """The printed files that rows name, in their order and once each."""

    found: dict[str, None] = field(default_factory=dict)

    def take(self, table: Table, row: tuple[object, ...]) -> None:
        for column, value in zip(table.columns, row, strict=True):
            if column.is_file and value:
                self.found[str(value)] = None


class _Backup:
    """One backup being written."""

    def __init__(self, file: BinaryIO, progress: Progress) -> None:
        self.file = file
        self.progress = progress
        self.names = _Names()
        self.done = self.total = 0

    def write(self, *, with_files: bool) -> Manifest:
        archive = zipfile.ZipFile(self.file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL)
        try:
            made = self.fill(archive, with_files=with_files)
        except BaseException:
            # The file is thrown away: what closing it finds to complain of is not the trouble.
            with contextlib.suppress(OSError, ValueError):
                archive.close()
            raise
        archive.close()
        return made

    def fill(self, archive: zipfile.ZipFile, *, with_files: bool) -> Manifest:
        made_at = timezone.now().isoformat(timespec="seconds")
        with snapshot():
            schema = _schema()
            self.total = sum(table.queryset().count() for table in schema.tables.values())
            tables = tuple(self.table(archive, table) for table in schema.tables.values())
        files, missing = self.files(archive) if with_files else ((), ())
        made = Manifest(product_version(), made_at, connection.vendor, schema.migrations, tables, files, missing)
        data = made.dump()
        archive.writestr(manifest.NAME, data)
        archive.writestr(manifest.SUM_NAME, f"{hashlib.sha256(data).hexdigest()}  {manifest.NAME}\n")
        return made

    def table(self, archive: zipfile.ZipFile, table: Table) -> TablePart:
        digest, size, rows = hashlib.sha256(), 0, 0
        part = TablePart(table.name, 0, "", tuple(column.name for column in table.columns), 0)
        with archive.open(part.member, "w", force_zip64=True) as member:
            for data, count in self.lines(table):
                digest.update(data)
                member.write(data)
                size += len(data)
                rows += count
                self.done += count
                self.progress(_("Writing the backup"), self.done, self.total)
        return TablePart(part.name, size, digest.hexdigest(), part.columns, rows)

    def lines(self, table: Table) -> Iterator[tuple[bytes, int]]:
        """The rows as lines, some hundred kilobytes at once, with how many they are."""
        has_files = any(column.is_file for column in table.columns)
        columns = [column.name for column in table.columns]
        buffer, count = bytearray(), 0
        for row in table.queryset().values_list(*columns).iterator(chunk_size=ROWS_AT_ONCE):
            if has_files:
                self.names.take(table, row)
            buffer += line_of(row)
            count += 1
            if len(buffer) > LINE_BUFFER:
                yield bytes(buffer), count
                buffer.clear()
                count = 0
        yield bytes(buffer), count

    def files(self, archive: zipfile.ZipFile) -> tuple[tuple[FilePart, ...], tuple[str, ...]]:
        """The printed files, and the names of those that are not there (deleted since the rows were read, perhaps)."""
        found, missing = [], []
        for number, name in enumerate(self.names.found):
            part = _copy(archive, name) if is_clean(name) else None
            if part is None:
                missing.append(name)
            else:
                found.append(part)
            self.progress(_("Copying printed files"), number + 1, len(self.names.found))
        return tuple(found), tuple(missing)


def _copy(archive: zipfile.ZipFile, name: str) -> FilePart | None:
    """One printed file as it is (it is compressed already); None when it is not there."""
    try:
        source = Path(default_storage.path(name)).open("rb")  # noqa: SIM115 -- closed below; only opening it may fail
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None
    digest, size = hashlib.sha256(), 0
    info = zipfile.ZipInfo(f"files/{name}", timezone.localtime().timetuple()[:6])
    with source, archive.open(info, "w", force_zip64=True) as member:
        while chunk := source.read(CHUNK):
            digest.update(chunk)
            member.write(chunk)
            size += len(chunk)
    return FilePart(name, size, digest.hexdigest())


def _schema() -> Schema:
    """The tables of the database. Raises BackupRefused where there are none, or ones of a newer release."""
    try:
        schema = Schema.of_database(connection)
    except UnknownMigrations as error:
        text = _("The database was set up by a newer release of Lance Ledger: make the backup with that one. %(why)s")
        raise BackupRefused(text % {"why": error}) from error
    if not schema.migrations:
        raise BackupRefused(_("The database is empty: there is nothing to back up."))
    return schema

"""Everything that can be wrong with a backup is found here, before anything is changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from .archive import Archive
from .errors import BackupRefused, Progress
from .manifest import TablePart, damaged, newer
from .printed_files import CHUNK, is_clean
from .rows import BadRow, Table
from .schema import Schema, UnknownMigrations

REPORT_EVERY = 500


def check(archive: Archive, progress: Progress) -> Schema:
    """The tables of the backup, when all of it is right: checksums, numbers of rows, every value of its column's kind,
    every row that another one refers to, every name of a file.

    Raises BackupRefused. Memory does not grow with the rows, but for keys that are not numbers.
    """
    schema = _schema(archive)
    _check_columns(archive, schema)
    for file in archive.manifest.files:
        if not is_clean(file.name):
            raise _climbs_out(file.name)
    checker = _Checker(archive, schema, progress)
    for part in archive.manifest.tables:
        checker.table(part)
    checker.finish()
    for number, file in enumerate(archive.manifest.files):
        for _chunk in archive.chunks(file, CHUNK):
            pass
        progress(_("Checking printed files"), number + 1, len(archive.manifest.files))
    return schema


def rows(archive: Archive, part: TablePart, table: Table) -> Iterator[list[Any]]:
    """The rows of a table. Raises BackupRefused with the line and the column that cannot be read."""
    for number, line in enumerate(archive.lines(part), 1):
        try:
            yield table.read(line)
        except BadRow as error:
            text = _("The backup is damaged or was changed: row %(row)d of %(table)s is not one (%(column)s).")
            raise BackupRefused(text % {"row": number, "table": part.name, "column": error}) from error


def _schema(archive: Archive) -> Schema:
    try:
        return Schema(archive.manifest.migrations)
    except UnknownMigrations as error:
        raise newer(archive.manifest.version) from error


def _check_columns(archive: Archive, schema: Schema) -> None:
    """The backup has the tables that its migrations made, with their columns; no other and none less."""
    said = {part.name: list(part.columns) for part in archive.manifest.tables}
    if said != {name: [column.name for column in table.columns] for name, table in schema.tables.items()}:
        raise damaged("manifest.json")


def _climbs_out(name: str) -> BackupRefused:
    text = _("The backup names a file outside the folder of printed files: %(name)s. Nothing was changed.")
    return BackupRefused(text % {"name": ascii(name[:200])})


class _Checker:
    """The check of all tables. What a row refers to may come later: it is remembered until the end."""

    def __init__(self, archive: Archive, schema: Schema, progress: Progress) -> None:
        self.archive = archive
        self.schema = schema
        self.progress = progress
        self.total = sum(part.rows for part in archive.manifest.tables)
        self.done = 0
        self.keys = {name: Keys() for name in schema.tables}
        self.awaited: dict[str, set[Any]] = {name: set() for name in schema.tables}
        self.known_files = {part.name for part in archive.manifest.files} | set(archive.manifest.missing)
        self.named_files: set[str] = set()

    def table(self, part: TablePart) -> None:
        table = self.schema.tables[part.name]
        refers = [(number, column.refers_to) for number, column in enumerate(table.columns) if column.refers_to]
        files = [number for number, column in enumerate(table.columns) if column.is_file]
        own = self.keys[part.name]
        for row in rows(self.archive, part, table):
            if not own.add(row[table.key]):
                text = _("The backup is damaged or was changed: %(table)s has the row %(key)s twice.")
                raise BackupRefused(text % {"table": part.name, "key": str(row[table.key])[:60]})
            for number, other in refers:
                self.refer(other, row[number])
            for number in files:
                self.file(row[number])
            self.done += 1
            if self.done % REPORT_EVERY == 0:
                self.progress(_("Checking the backup"), self.done, self.total)
        self.progress(_("Checking the backup"), self.done, self.total)

    def refer(self, other: str, key: Any) -> None:
        if key is not None and other in self.keys and key not in self.keys[other]:
            self.awaited[other].add(key)

    def file(self, name: str | None) -> None:
        if not name:
            return
        if not is_clean(name):
            raise _climbs_out(name)
        if name not in self.known_files:
            raise damaged(f"files/{name}")
        self.named_files.add(name)

    def finish(self) -> None:
        """What was referred to is there; and no file came along that no row names."""
        for name, keys in self.awaited.items():
            for key in keys:
                if key not in self.keys[name]:
                    text = _("The backup is damaged or was changed: it refers to a missing row (%(table)s %(key)s).")
                    raise BackupRefused(text % {"table": name, "key": str(key)[:60]})
        for part in self.archive.manifest.files:
            if part.name not in self.named_files:
                raise damaged(part.member)


class Keys:
    """The keys of a table. Numbers that come in their order, as they do from a backup, are kept as a few spans."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        self._others: set[Any] = set()

    def add(self, key: Any) -> bool:
        """Take one in; False when it was there."""
        if key in self:
            return False
        if type(key) is not int or (self._lasts and key < self._lasts[-1]):
            self._others.add(key)
        elif self._lasts and key == self._lasts[-1] + 1:
            self._lasts[-1] = key
        else:
            self._firsts.append(key)
            self._lasts.append(key)
        return True

    def __contains__(self, key: Any) -> bool:
        if key in self._others:
            return True
        if type(key) is not int:
            return False
        at = bisect_right(self._firsts, key) - 1
        return at >= 0 and key <= self._lasts[at]

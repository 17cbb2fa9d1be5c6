"""Reading the file of a backup: what is in it, and that every member is what was written."""

from __future__ import annotations

import hashlib
import io
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import IO, Any, BinaryIO

from django.utils.translation import gettext as _

from . import manifest
from .errors import BackupRefused
from .manifest import FilePart, Manifest, TablePart, damaged

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one row; the longest that the app can write has some two million."""
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What reading a zip raises when it is not one, is cut short, or says what it cannot mean."""
ENCRYPTED = 1
KNOWN_BEGINNINGS = {b"SQLite format 3\0": "SQLite", b"\x1f\x8b": "gzip", b"PGDMP": "PostgreSQL"}


class Archive:
    """A backup that is open for reading; its manifest is right, its members are there and as long as it says."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
        except BROKEN as error:
            raise _no_backup(file, path) from error
        self.manifest = self._read_manifest(path)
        self._check_members()

    def _read_manifest(self, path: Path) -> Manifest:
        names = self._zip.namelist()
        for info in self._zip.infolist():
            # Other methods unpack a whole member into memory at once.
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or info.flag_bits & ENCRYPTED:
                raise damaged(info.filename)
        if manifest.NAME not in names or manifest.SUM_NAME not in names:
            raise BackupRefused(_("%(file)s is a zip, but not a backup of Lance Ledger.") % {"file": path})
        data = self._small(manifest.NAME, manifest.LARGEST)
        said = self._small(manifest.SUM_NAME, 200).split()
        if not said or said[0] != hashlib.sha256(data).hexdigest().encode("ascii"):
            raise damaged(manifest.NAME)
        return Manifest.load(data)

    def _small(self, name: str, most: int) -> bytes:
        if self._zip.getinfo(name).file_size > most:
            raise damaged(name)
        with self._reading(name) as member:
            return member.read(most)

    def _check_members(self) -> None:
        """Every member that the manifest names, once, of that length; and no other."""
        wanted = {manifest.NAME: None, manifest.SUM_NAME: None}
        every: list[TablePart | FilePart] = [*self.manifest.tables, *self.manifest.files]
        parts = {part.member: part for part in every}
        infos = self._zip.infolist()
        for info in infos:
            part = parts.get(info.filename)
            if part is None and info.filename not in wanted:
                text = _("The backup was changed since it was made: it holds %(member)s besides what was written.")
                raise BackupRefused(text % {"member": info.filename[:200]})
            if part is not None and info.file_size != part.bytes:
                raise damaged(info.filename)
        if len(infos) != len(parts) + len(wanted) or len(parts) != len(every):
            missing = sorted(set(parts) - {info.filename for info in infos})
            raise damaged((missing or [manifest.NAME])[0])

    def chunks(self, part: TablePart | FilePart, size: int) -> Iterator[bytes]:
        """A member's bytes; at its end it is told whether they were the ones that were written."""
        digest = hashlib.sha256()
        with self._reading(part.member) as member:
            while chunk := member.read(size):
                digest.update(chunk)
                yield chunk
        if digest.hexdigest() != part.sha256:
            raise damaged(part.member)

    def lines(self, part: TablePart) -> Iterator[bytes]:
        """A table's lines; at its end it is told whether they were the ones that were written."""
        digest, rows = hashlib.sha256(), 0
        with self._reading(part.member) as member:
            raw: Any = member  # it has what a buffer asks for, and its type says not so
            reader = io.BufferedReader(raw, 1024 * 1024)
            while line := reader.readline(LONGEST_LINE):
                if not line.endswith(b"\n"):
                    raise damaged(part.member)
                digest.update(line)
                rows += 1
                yield line
        if digest.hexdigest() != part.sha256 or rows != part.rows:
            raise damaged(part.member)

    @contextmanager
    def _reading(self, name: str) -> Iterator[IO[bytes]]:
        """A member, open. What is wrong with the zip is told in words; other errors are not ours."""
        try:
            with self._zip.open(name) as member:
                yield member
        except BROKEN as error:
            raise damaged(name) from error
        except OSError as error:
            why = error.strerror or str(error)
            raise BackupRefused(_("The backup cannot be read: %(why)s.") % {"why": why}) from error


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """A backup, open for reading. Raises BackupRefused for whatever is none."""
    try:
        # Without waiting: a pipe would.
        if not stat.S_ISREG(path.stat().st_mode):
            raise BackupRefused(_("%(file)s is not a file.") % {"file": path})
        file = path.open("rb")
    except FileNotFoundError as error:
        raise BackupRefused(_("There is no file %(file)s.") % {"file": path}) from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BackupRefused(_("%(file)s cannot be read: %(why)s.") % {"file": path, "why": why}) from error
    with file:
        yield Archive(file, path)


def _no_backup(file: BinaryIO, path: PurePath) -> BackupRefused:
    file.seek(0)
    start = file.read(16)
    if start.startswith(b"PK"):
        text = _("%(file)s is cut short or damaged: the end of the backup is missing. Copy it again.")
        return BackupRefused(text % {"file": path})
    for beginning, kind in KNOWN_BEGINNINGS.items():
        if start.startswith(beginning):
            text = _("%(file)s is a %(kind)s file, not a backup of Lance Ledger: those are made by manage.py backup.")
            return BackupRefused(text % {"file": path, "kind": kind})
    return BackupRefused(_("%(file)s is not a backup of Lance Ledger.") % {"file": path})

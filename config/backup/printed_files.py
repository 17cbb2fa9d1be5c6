"""The printed files: which names are taken for one, and moving them in when everything else has gone well."""

from __future__ import annotations

import contextlib
import errno
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import default_storage
from django.utils.translation import gettext as _

from .archive import Archive
from .errors import BackupRefused, Progress
from .new_file import clear_remains
from .schema import Schema

CHUNK = 1024 * 1024


def is_clean(name: str) -> bool:
    """Whether a name is the path of a file inside the folder of files, written in the one way there is."""
    parts = name.split("/")
    if any(part in ("", ".", "..") or len(part.encode("utf-8", "replace")) > 255 for part in parts):
        return False
    if "\\" in name or ":" in name or not name.isprintable() or name.startswith("."):
        return False
    try:
        default_storage.path(name)
    except SuspiciousFileOperation:
        return False
    return True


def names_in_database(schema: Schema) -> set[str]:
    """The files that rows of the database name."""
    found: set[str] = set()
    for table in schema.tables.values():
        for column in table.columns:
            if column.is_file:
                found |= set(table.queryset().values_list(column.name, flat=True).iterator(chunk_size=500))
    return {name for name in found if name and is_clean(name)}


class Unpacked:
    """The files of a backup, unpacked beside the folder's own ones: whole, and in nobody's way."""

    def __init__(self, folder: Path, names: list[str]) -> None:
        self._folder = folder
        self._names = names

    def make_room(self) -> None:
        """Make the folders that they go to. Raises BackupRefused where something else is in the way."""
        for name in self._names:
            path = Path(default_storage.path(name))
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                if path.is_dir():
                    raise IsADirectoryError(errno.EISDIR, "a folder is in its place")
            except OSError as error:
                raise _cannot(path, error) from error

    def move_in(self) -> list[str]:
        """Move each to its place; returns those that could not be."""
        left = []
        for number, name in enumerate(self._names):
            try:
                (self._folder / str(number)).replace(default_storage.path(name))
            except OSError:
                left.append(name)
        return left


@contextmanager
def unpacked(archive: Archive, progress: Progress) -> Iterator[Unpacked]:
    """Unpack the files, and clear away afterwards what was not moved in. Raises BackupRefused: damaged, disk full."""
    files = archive.manifest.files
    root = Path(settings.MEDIA_ROOT)
    folder: Path | None = None
    try:
        try:
            root.mkdir(parents=True, exist_ok=True)
            clear_remains(root, ".restore-*")
            folder = Path(tempfile.mkdtemp(prefix=".restore-", dir=root))
            for number, part in enumerate(files):
                with (folder / str(number)).open("xb") as file:
                    for chunk in archive.chunks(part, CHUNK):
                        file.write(chunk)
                progress(_("Unpacking printed files"), number + 1, len(files))
        except OSError as error:
            raise _cannot(root, error) from error
        yield Unpacked(folder, [part.name for part in files])
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def remove(names: set[str]) -> None:
    """Remove files that no row names any more."""
    for name in names:
        with contextlib.suppress(OSError):
            default_storage.delete(name)


def _cannot(path: Path, error: OSError) -> BackupRefused:
    text = _("%(file)s cannot be written: %(why)s. Nothing was changed.")
    return BackupRefused(text % {"file": path, "why": error.strerror or error})

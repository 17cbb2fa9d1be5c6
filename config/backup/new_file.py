"""A file that is whole or not there."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from django.utils.translation import gettext as _

from .errors import BackupRefused

REMAINS_SECONDS = 3600


@contextmanager
def new_file(path: Path, *, replace: bool) -> Iterator[BinaryIO]:
    """A file to be written beside its place and moved there when all of it is on the disk; readable by its owner only.

    Raises BackupRefused where it cannot be written, or where there is a file already and ``replace`` is not said.
    """
    _check_place(path, replace=replace)
    part: Path | None = None
    try:
        clear_remains(path.parent, f".{path.name[:100]}.*.part")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.", suffix=".part")
        part = Path(name)
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _move(part, path, replace=replace)
        part = None
        _sync_folder(path.parent)
    except OSError as error:
        why = error.strerror or str(error)
        raise BackupRefused(_("%(file)s cannot be written: %(why)s.") % {"file": path, "why": why}) from error
    finally:
        if part is not None:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def clear_remains(folder: Path, pattern: str) -> None:
    """Remove what a run that was killed left behind: files or folders of that pattern, untouched for an hour."""
    for remains in folder.glob(pattern):
        with contextlib.suppress(OSError):
            if time.time() - remains.stat().st_mtime > REMAINS_SECONDS:
                shutil.rmtree(remains) if remains.is_dir() else remains.unlink()


def _check_place(path: Path, *, replace: bool) -> None:
    try:
        if not path.parent.is_dir():
            raise BackupRefused(_("There is no folder %(folder)s to write into.") % {"folder": path.parent})
        there = path.lstat().st_mode
        if stat.S_ISLNK(there):
            there = path.stat().st_mode
    except FileNotFoundError:
        if path.is_symlink():
            raise _no_file(path) from None
        return
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BackupRefused(_("%(file)s cannot be written: %(why)s.") % {"file": path, "why": why}) from error
    if not stat.S_ISREG(there):
        raise _no_file(path)
    if not replace:
        raise _taken(path)


def _no_file(path: Path) -> BackupRefused:
    return BackupRefused(_("%(file)s is not a file: give the name of one to write.") % {"file": path})


def _taken(path: Path) -> BackupRefused:
    text = _("%(file)s is there already: give another name, or --force to replace it.")
    return BackupRefused(text % {"file": path})


def _move(part: Path, path: Path, *, replace: bool) -> None:
    if not replace:
        try:
            path.hardlink_to(part)
        except FileExistsError:
            raise _taken(path) from None
        except OSError:
            # A memory stick's file system knows no links: there, look once more and move.
            if path.exists():
                raise _taken(path) from None
        else:
            part.unlink()
            return
    part.replace(path)


def _sync_folder(folder: Path) -> None:
    """So that the name survives a power cut too, where folders can be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

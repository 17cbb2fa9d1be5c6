"""Unit files wherever they lie: single files, folders, zips, uploads. Nothing is ever unpacked to the disk.

A zip may come from anybody, so nothing it says about itself is believed: sizes are counted while reading, and names
are only ever shown. The limits leave room for the largest honest pack there is, every unit of every book: some
9,300 files, 45 MB unpacked, in which no file grows more than twentyfold.
"""

from __future__ import annotations

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from records.formats.errors import FormatError
from records.formats.text import MAX_BYTES

MEGABYTE = 1024 * 1024
MAX_ZIP_BYTES = 64 * MEGABYTE
MAX_ZIP_MEMBERS = 20_000
MAX_ZIP_TOTAL = 256 * MEGABYTE
#: Unpacked bytes for one packed byte; small members are let off, because short repetitive text packs well.
MAX_RATIO = 100
RATIO_FROM = 256 * 1024
#: The zip's table of contents, read as a whole before anything else: some 400 bytes a member.
MAX_DIRECTORY_BYTES = 8 * MEGABYTE

#: What the standard library raises for a member that is not what the zip says of it.
_DAMAGED = (
    zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, zlib.error, struct.error,
)  # fmt: skip
_SYSTEM_JUNK = re.compile(r"(^|/)(__MACOSX|\.(?!\.?(/|$))[^/]*|Thumbs\.db|desktop\.ini)(/|$)", re.IGNORECASE)
_UNSAFE = re.compile(r"^(/|[A-Za-z]:)|(^|/)\.\.(/|$)|[\x00-\x1f]")


@dataclass(frozen=True, slots=True)
class Source:
    """One file to read. ``name`` is what people call it, ``path`` its place inside the folder or zip it came in.

    ``read`` gives its bytes or raises FormatError. Read one before asking for the next: a zip is open only so long.
    """

    name: str
    path: str
    read: Callable[[], bytes]


def rejected(name: str, code: str, **params: Any) -> Source:
    """A file that is refused before it is read."""

    def refuse() -> bytes:
        raise FormatError(code, **params)

    return Source(printable(name), printable(name), refuse)


def of_paths(paths: Iterable[Path]) -> Iterator[Source]:
    """Everything that files, folders and zips hold, in the order given, folders sorted."""
    for path in paths:
        if not is_there(path):
            yield rejected(str(path), "no-such-file")
        elif path.is_dir():
            for inner in sorted(path.rglob("*")):
                relative = inner.relative_to(path).as_posix()
                if inner.is_file() and not _SYSTEM_JUNK.search(relative):
                    yield from _of_path(inner, relative)
        elif path.is_file():
            yield from _of_path(path, path.name)
        else:
            yield rejected(str(path), "no-such-file")


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder; what cannot be a path at all is not there."""
    try:
        return path.exists()
    except OSError:  # longer than any name, or behind a folder that nobody may look into
        return False


def count(paths: Iterable[Path]) -> int:
    """How many files :func:`of_paths` will give, for a progress bar; nothing is read."""
    return sum(1 for _source in of_paths(paths))


def of_uploads(files: Iterable[Any]) -> Iterator[Source]:
    """The same for uploaded files (Django's ``UploadedFile``)."""
    for file in files:
        name = Path(str(file.name)).name
        if name.lower().endswith(".zip"):
            yield from _of_zip(file, name, file.size or 0)
        else:
            yield _of_kind(name, name, partial(_limited, file))


def _of_path(path: Path, relative: str) -> Iterator[Source]:
    if not path.name.lower().endswith(".zip"):
        yield _of_kind(str(path), relative, partial(_of_disk, path))
        return
    try:
        with path.open("rb") as file:
            yield from _of_zip(file, str(path), path.stat().st_size)
    except OSError as problem:
        yield rejected(str(path), "cannot-read", problem=problem.strerror or "")


def _of_kind(name: str, path: str, read: Callable[[], bytes]) -> Source:
    lowered, name, path = name.lower(), printable(name), printable(path)
    if lowered.endswith(".mtf"):
        return Source(name, path, read)
    return rejected(name, "vehicles-later" if lowered.endswith(".blk") else "unknown-kind")


def _of_disk(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return _limited(file)
    except OSError as problem:
        raise FormatError("cannot-read", problem=problem.strerror or "") from None


def _limited(file: IO[bytes]) -> bytes:
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise FormatError("too-big", megabytes=MAX_BYTES // MEGABYTE)
    return data


def _of_zip(file: IO[bytes], name: str, size: int) -> Iterator[Source]:
    try:
        archive = _opened(file, size)
    except FormatError as error:
        yield rejected(name, error.code, **error.params)
        return
    with archive:
        budget = _Budget()
        seen: set[str] = set()
        for member in archive.infolist():
            path = member.filename.replace("\\", "/")
            if member.is_dir() or _SYSTEM_JUNK.search(path):
                continue
            label = f"{name}/{printable(path)[:200]}"
            code = "duplicate-name" if path in seen else _fault(member, path)
            seen.add(path)
            if code:
                yield rejected(label, code)
            else:
                yield _of_kind(label, path, partial(budget.read, archive, member))


def _opened(file: IO[bytes], size: int) -> zipfile.ZipFile:
    if size > MAX_ZIP_BYTES:
        raise FormatError("zip-too-big", megabytes=MAX_ZIP_BYTES // MEGABYTE)
    if _directory_bytes(file) > MAX_DIRECTORY_BYTES:
        raise FormatError("zip-too-many", limit=MAX_ZIP_MEMBERS)
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, struct.error):
        raise FormatError("bad-zip") from None
    if len(archive.infolist()) > MAX_ZIP_MEMBERS:
        archive.close()
        raise FormatError("zip-too-many", limit=MAX_ZIP_MEMBERS)
    return archive


def _directory_bytes(file: IO[bytes]) -> int:
    """How long the zip says its table of contents is: the standard library reads that much in one go."""
    file.seek(0, 2)
    file.seek(max(0, file.tell() - 65_557))
    tail = file.read()
    file.seek(0)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 20:
        return 0
    return int(struct.unpack_from("<L", tail, at + 12)[0])


def _fault(member: zipfile.ZipInfo, path: str) -> str:
    if _UNSAFE.search(path):
        return "unsafe-path"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "symlink"
    if member.flag_bits & 0x1:
        return "encrypted"
    if path.lower().endswith(".zip"):
        return "zip-in-zip"
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # Other methods let a few bytes claim gigabytes of memory.
        return "damaged-member"
    return ""


def printable(path: str) -> str:
    """A name without what no terminal, page or database takes: lone surrogates of old disks, control characters."""
    return "".join(c if c.isprintable() else "?" for c in path)


class _Budget:
    """Bytes read from one zip so far, counted as they come out whatever the zip declares."""

    def __init__(self) -> None:
        self.used = 0

    def read(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
        if self.used >= MAX_ZIP_TOTAL:
            raise FormatError("zip-total", megabytes=MAX_ZIP_TOTAL // MEGABYTE)
        try:
            with archive.open(member) as file:
                data = file.read(MAX_BYTES + 1)
        except _DAMAGED:
            raise FormatError("damaged-member") from None
        self.used += len(data)
        unpacked = max(len(data), member.file_size)
        if unpacked > RATIO_FROM and unpacked > MAX_RATIO * max(1, member.compress_size):
            raise FormatError("zip-bomb")
        if len(data) > MAX_BYTES:
            raise FormatError("too-big", megabytes=MAX_BYTES // MEGABYTE)
        return data

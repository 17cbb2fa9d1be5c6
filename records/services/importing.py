"""Reading unit files into the catalogue: files, folders, zips and uploads.

What decides is the fingerprint, the hash of a file's text with its line ends evened out: the same text again changes
nothing. What happens to a changed file of a known unit is written in :mod:`records.services.units`. A file that
cannot be read is rejected by name with the reason, and all the others are read.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, InterfaceError, OperationalError

from records.formats import FormatError, read_mtf
from records.formats.text import text_of
from records.models import Unit
from records.words.files import rejection

from . import unit_files
from .unit_files import Source
from .units import Incoming, Saved, save_units

if TYPE_CHECKING:
    from django.contrib.auth.models import User

logger = logging.getLogger(__name__)

#: Part of every fingerprint: counted up when the reader understands more, so that files are read again.
READER = "mtf-1"
#: Designs saved in one transaction: fast, and somebody who enters a hit meanwhile waits for less than a second.
BATCH = 200
_TRIES = 3

_REFUSED = {Saved.REFUSED: "name-taken", Saved.TOO_MANY: "too-many-designs", Saved.FAILED: "not-understood"}

Progress = Callable[[int, str], None]


@dataclass(frozen=True, slots=True)
class Rejection:
    """A file that was not read. ``code`` and ``params`` are those of FormatError."""

    name: str
    code: str
    params: dict[str, Any] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """The reason in words, in the reader's language."""
        return rejection(self.code, self.params)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A unit that was read although it carries equipment that nobody knows or that found no room."""

    name: str
    unknown: tuple[str, ...]


@dataclass(slots=True)
class ImportReport:
    """What became of every file, by the name people know it by."""

    imported: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    rejected: list[Rejection] = field(default_factory=list)
    puzzling: list[Puzzle] = field(default_factory=list)

    @property
    def read(self) -> int:
        """Files that are in the catalogue now."""
        return len(self.imported) + len(self.updated) + len(self.unchanged)

    @property
    def total(self) -> int:
        """Files looked at."""
        return self.read + len(self.rejected)

    def as_json(self) -> dict[str, Any]:
        """The report as plain JSON."""
        return {
            "imported": self.imported,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "rejected": [
                {"name": r.name, "code": r.code, "reason": r.reason, "params": r.params} for r in self.rejected
            ],
            "puzzling": [{"name": p.name, "unknown": list(p.unknown)} for p in self.puzzling],
        }


def import_paths(paths: Sequence[Path], *, progress: Progress | None = None) -> ImportReport:
    """Read files, folders and zips. ``progress`` is told after each file how many are done and its name."""
    return _import(unit_files.of_paths(paths), progress)


def import_uploads(
    files: Iterable[Any],
    *,
    progress: Progress | None = None,
    may_replace: bool = True,
    by: User | None = None,
    most: int | None = None,
) -> ImportReport:
    """Read files that ``by`` uploads, zips among them. Without ``may_replace`` a file that would take the place of
    somebody else's design of that name is rejected; so are those beyond the ``most`` that one person may have.
    """
    return _import(unit_files.of_uploads(files), progress, may_replace=may_replace, by=by, most=most)


def fingerprint(text: str) -> str:
    """SHA-256 in hex of a unit file's text, whatever its line ends."""
    # Not splitlines: that breaks lines at characters where the reader does not.
    even = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    return hashlib.sha256(f"{READER}\n{even}".encode("utf-8", "surrogatepass")).hexdigest()


def _import(
    sources: Iterable[Source],
    progress: Progress | None,
    *,
    may_replace: bool = True,
    by: User | None = None,
    most: int | None = None,
) -> ImportReport:
    report = ImportReport()
    listed = {Saved.ADDED: report.imported, Saved.UPDATED: report.updated, Saved.UNCHANGED: report.unchanged}
    save = partial(save_units, origin=Unit.Origin.IMPORTED, may_replace=may_replace, by=by, most=most)
    saved: set[str] = set()
    for batch in _batches(_read(sources, report, progress)):
        outcomes = _saved(save, [incoming for _name, incoming in batch], saved)
        saved |= {incoming.fingerprint for _name, incoming in batch}
        for (name, incoming), outcome in zip(batch, outcomes, strict=True):
            if outcome in listed:
                listed[outcome].append(name)
            else:
                params = {"unit": incoming.design.name, "most": most}
                report.rejected.append(Rejection(name, _REFUSED[outcome], params))
    return report


def _read(sources: Iterable[Source], report: ImportReport, progress: Progress | None) -> Iterator[tuple[str, Incoming]]:
    for done, source in enumerate(sources, start=1):
        try:
            text = text_of(source.read())
            design = read_mtf(text)
        except FormatError as error:
            report.rejected.append(Rejection(source.name, error.code, dict(error.params)))
        except Exception:  # a fault of the reader's is this file's alone: the others are read
            logger.exception("%s could not be read", source.name)
            report.rejected.append(Rejection(source.name, "not-understood"))
        else:
            if design.unknown:
                report.puzzling.append(Puzzle(source.name, design.unknown))
            yield source.name, Incoming(design, fingerprint(text), source.path)
        if progress is not None:
            progress(done, source.name)


def _batches(read: Iterator[tuple[str, Incoming]]) -> Iterator[list[tuple[str, Incoming]]]:
    batch: list[tuple[str, Incoming]] = []
    for one in read:
        batch.append(one)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


Save = Callable[..., list[Saved]]


def _saved(save: Save, incoming: list[Incoming], alongside: Set[str]) -> list[Saved]:
    """What becomes of each: together where that goes, else each for itself, so that a bad one takes none with it."""
    try:
        return _together(save, incoming, alongside)
    except (OperationalError, InterfaceError):  # the database is away: nobody's file is bad
        raise
    except Exception:
        if len(incoming) == 1:
            logger.exception("%s could not be saved", incoming[0].design.name)
            return [Saved.FAILED]
    outcomes: list[Saved] = []
    for number, one in enumerate(incoming):
        before = {other.fingerprint for other in incoming[:number]}
        outcomes += _saved(save, [one], alongside | before)
    return outcomes


def _together(save: Save, incoming: list[Incoming], alongside: Set[str]) -> list[Saved]:
    for tries_left in reversed(range(_TRIES)):
        try:
            return save(incoming=incoming, alongside=alongside)
        except IntegrityError:
            # Somebody imports the same files at this moment: seen again, theirs are already known.
            if not tries_left:
                raise
    raise AssertionError("unreachable")

"""What a backup says of itself: ``manifest.json``."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from .errors import BackupRefused

WHAT = "Lance Ledger backup"
FORMAT = 1
NAME = "manifest.json"
SUM_NAME = "manifest.json.sha256"
LARGEST = 64 * 1024 * 1024
"""Bytes; a manifest has a few hundred for each printed file."""


@dataclass(frozen=True)
class Part:
    """One member of the file: what it is called there, its length in bytes, its SHA-256."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True)
class TablePart(Part):
    """A table: ``name`` is the model's, as ``"records.unit"``."""

    columns: tuple[str, ...]
    rows: int

    @property
    def member(self) -> str:
        """Its name in the zip."""
        return f"tables/{self.name}.jsonl"


@dataclass(frozen=True)
class FilePart(Part):
    """A printed file: ``name`` is its path in the folder of files, as the rows have it."""

    @property
    def member(self) -> str:
        """Its name in the zip."""
        return f"files/{self.name}"


@dataclass(frozen=True)
class Manifest:
    """``migrations`` are those that had made the tables. ``missing`` are printed files that rows name and that were
    not there any more when the backup was made."""

    version: str
    made_at: str
    database: str
    migrations: dict[str, list[str]]
    tables: tuple[TablePart, ...]
    files: tuple[FilePart, ...]
    missing: tuple[str, ...]

    def dump(self) -> bytes:
        """As it is written."""
        return json.dumps({"what": WHAT, "format": FORMAT, **asdict(self)}, indent=1).encode("ascii")

    @classmethod
    def load(cls, data: bytes) -> Manifest:
        """Read it. Raises BackupRefused for another format, and for what no backup command writes."""
        try:
            said = json.loads(data)
            if said["what"] != WHAT or type(said["format"]) is not int:
                raise ValueError(WHAT)
            if said["format"] > FORMAT:
                raise newer(str(said.get("version", "")))
            return cls(
                version=_text(said["version"]),
                made_at=_text(said["made_at"]),
                database=_text(said["database"]),
                migrations={_text(app): _texts(names) for app, names in said["migrations"].items()},
                tables=tuple(_table(one) for one in _list(said["tables"])),
                files=tuple(FilePart(**_part(one)) for one in _list(said["files"])),
                missing=tuple(_texts(said["missing"])),
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise damaged(NAME) from error


def newer(version: str) -> BackupRefused:
    """A backup that this release is too old for."""
    text = _("The backup was made by a newer release of Lance Ledger (%(version)s). Update this one, then restore.")
    return BackupRefused(text % {"version": version[:40]})


def damaged(member: str) -> BackupRefused:
    """A backup that is not as it was written."""
    text = _("The backup is damaged or was changed since it was made: %(member)s is not what was written.")
    return BackupRefused(text % {"member": member[:200]})


def _text(value: Any) -> str:
    if type(value) is not str:
        raise ValueError(value)
    return value


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise ValueError(value)
    return value


def _texts(value: Any) -> list[str]:
    return [_text(one) for one in _list(value)]


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def _part(said: Any) -> dict[str, Any]:
    digest = _text(said["sha256"])
    if not re.fullmatch(r"[0-9a-f]{64}", digest):
        raise ValueError(digest)
    return {"name": _text(said["name"]), "bytes": _count(said["bytes"]), "sha256": digest}


def _table(said: Any) -> TablePart:
    return TablePart(**_part(said), columns=tuple(_texts(said["columns"])), rows=_count(said["rows"]))

"""A release's database, opened by the code of today: a copy in a file, migrated."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connections

HERE = Path(__file__).parent
RELEASES = sorted(HERE.glob("*.sql.gz"))


def unpacked(release: Path, folder: Path) -> Path:
    """The release's database as it was, in a file of its own."""
    path = folder / f"{release.name.removesuffix('.sql.gz')}.sqlite3"
    with sqlite3.connect(path) as database:
        database.executescript(gzip.decompress(release.read_bytes()).decode())
    database.close()
    return path


def migrated(release: Path, folder: Path) -> Path:
    """The release's database with today's migrations applied."""
    path = unpacked(release, folder)
    with at(path):
        call_command("migrate", verbosity=0)
    return path


def copied(path: Path, folder: Path) -> Path:
    """A copy to play with."""
    return Path(shutil.copy(path, folder / "copy.sqlite3"))


@contextmanager
def at(path: Path) -> Iterator[None]:
    """Django's database is this SQLite file meanwhile, whatever the other tests run on."""
    before, settings = connections["default"], connections.settings["default"]
    wanted: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}
    wanted["OPTIONS"] = {"init_command": "PRAGMA synchronous=OFF;", "timeout": 20}
    connections.settings["default"] = connections.configure_settings({"default": wanted})["default"]
    connections["default"] = connections.create_connection("default")
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"], connections["default"] = settings, before

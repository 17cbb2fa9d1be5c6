"""Keeps SQLite's write-ahead log and its index on the disk while the server runs.

When the last connection to a database closes, SQLite deletes both, and the next one makes them anew: with a full disk
it cannot, and then nobody reads either. One connection that does nothing keeps them; it also spares every quiet
request a checkpoint.
"""

from __future__ import annotations

import atexit
import contextlib
import sqlite3
import threading
from pathlib import Path

from django.conf import settings

_lock = threading.Lock()
_kept: sqlite3.Connection | None = None


def keep() -> bool:
    """Open the connection that stays open, one a process. False where the database is no SQLite file, or not there."""
    global _kept
    database = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return False
    with _lock:
        if _kept is None:
            _kept = _opened(str(database["NAME"]))
            if _kept is not None:
                atexit.register(let_go)
        return _kept is not None


def _opened(name: str) -> sqlite3.Connection | None:
    # Of the mode "rw": a database that is not there is not made.
    with contextlib.suppress(sqlite3.OperationalError):
        connection = sqlite3.connect(f"{Path(name).as_uri()}?mode=rw", uri=True, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            return None
        return connection
    return None


def let_go() -> None:
    """Close it: the last one to do so writes the log into the database."""
    global _kept
    with _lock:
        if _kept is not None:
            _kept.close()
            _kept = None

"""Keeps SQLite's write-ahead log and its index on the disk while the server runs.

When the last connection to a database closes, SQLite deletes both, and the next one makes them anew: with a full disk
it cannot, and then nobody reads either. One connection that does nothing keeps them; it also spares every quiet
request a checkpoint. For a server that is started when the disk is full already, a reserve makes room for them.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sqlite3
import threading
from pathlib import Path

from django.conf import settings

RESERVE = "reserve"
RESERVE_BYTES = 1024 * 1024

_lock = threading.Lock()
_kept: sqlite3.Connection | None = None


def keep() -> bool:
    """Open the connection that stays open, one a process. False where the database is no SQLite file, or not there."""
    global _kept
    database = settings.DATABASES["default"]
    path = Path(str(database["NAME"]))
    if database["ENGINE"] != "django.db.backends.sqlite3" or not path.is_file():
        return False
    with _lock:
        if _kept is None:
            reserve = path.parent / RESERVE
            _kept = _opened(path)
            if _kept is None:
                reserve.unlink(missing_ok=True)
                _kept = _opened(path)
            else:
                _put_by(reserve)
            if _kept is not None:
                atexit.register(let_go)
        return _kept is not None


def _opened(path: Path) -> sqlite3.Connection | None:
    """A connection that has read, and so has the log and its index open; None when SQLite could not."""
    connection = None
    try:
        # Of the mode "rw": a database that is not there is not made.
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:  # whoever asks the database next says why, in words
        if connection is not None:
            connection.close()
        return None
    return connection


def _put_by(reserve: Path) -> None:
    """Make the reserve unless it is there or the disk has no room; random bytes, for file systems that compress."""
    with contextlib.suppress(OSError):
        if not reserve.exists():
            try:
                reserve.write_bytes(os.urandom(RESERVE_BYTES))
            except OSError:
                reserve.unlink(missing_ok=True)


def let_go() -> None:
    """Close it: the last one to do so writes the log into the database."""
    global _kept
    with _lock:
        if _kept is not None:
            _kept.close()
            _kept = None

"""The database as it stands at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read inside is of one moment; nobody waits for it.

    SQLite: a transaction that only reads, beside the write-ahead log. PostgreSQL: repeatable read. Must not be inside
    another transaction.
    """
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        with _deferred(), transaction.atomic(durable=True):
            yield
        return
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _deferred() -> Iterator[None]:
    """The app's transactions take SQLite's write lock as they begin; this one must not."""
    ours: Any = connection
    before = ours.transaction_mode
    ours.transaction_mode = None
    try:
        yield
    finally:
        ours.transaction_mode = before

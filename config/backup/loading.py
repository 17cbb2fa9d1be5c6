"""Rows of a backup into the tables of the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.utils.translation import gettext as _

from .archive import Archive
from .checking import rows
from .errors import BackupRefused, Progress
from .rows import Table
from .schema import Schema

ROWS_AT_ONCE = 200
LOCK_SECONDS = 20


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """One transaction; when the database refuses, it says why and nothing was changed."""
    try:
        with transaction.atomic(durable=True):
            yield
    except OperationalError as error:
        text = _("The database is busy, away or out of room: %(why)s. Nothing was changed: stop the server, try again.")
        raise BackupRefused(text % {"why": _first_line(error)}) from error
    except IntegrityError as error:
        text = _("The rows of the backup contradict each other: %(why)s. Nothing was changed.")
        raise BackupRefused(text % {"why": _first_line(error)}) from error
    except (DatabaseError, ValueError, OverflowError) as error:
        text = _("The database does not take what is in the backup: %(why)s. Nothing was changed.")
        raise BackupRefused(text % {"why": _first_line(error)}) from error


def empty(schema: Schema) -> None:
    """Remove all rows of these tables, and who is signed in: those people may be others afterwards."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
    names = [table.model._meta.db_table for table in schema.tables.values()]
    names += [model._meta.db_table for model in apps.get_app_config("sessions").get_models()]
    there = set(connection.introspection.table_names())
    flush: Any = connection.ops
    flush.execute_sql_flush(flush.sql_flush(no_style(), [name for name in names if name in there]))


def load(archive: Archive, schema: Schema, progress: Progress) -> None:
    """Insert every row with the key it had, and let new keys go on from there. Inside a transaction."""
    total, done = sum(part.rows for part in archive.manifest.tables), 0
    for part in archive.manifest.tables:
        table = schema.tables[part.name]
        for count in _insert(table, rows(archive, part, table)):
            done += count
            progress(_("Restoring"), done, total)
    connection.check_constraints()
    models = [table.model for table in schema.tables.values()]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def _insert(table: Table, values: Iterable[list[Any]]) -> Iterator[int]:
    """Insert rows, some hundred at once; yields how many each time."""
    storing = [(number, make) for number, column in enumerate(table.columns) if (make := column.storing(connection))]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(column.column) for column in table.columns)
    places = "(" + ", ".join(["%s"] * len(table.columns)) + ")"
    begin = f"INSERT INTO {quote(table.model._meta.db_table)} ({columns}) VALUES "  # noqa: S608 -- names of our models
    # SQLite takes so many values in one statement.
    most = min(ROWS_AT_ONCE, (connection.features.max_query_params or 10**6) // len(table.columns))
    remaining = iter(values)
    with connection.cursor() as cursor:
        while batch := list(islice(remaining, most)):
            for row in batch:
                for number, make in storing:
                    row[number] = make(row[number])
            cursor.execute(begin + ", ".join([places] * len(batch)), [value for row in batch for value in row])
            yield len(batch)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")

"""A row as a line of JSON and back again."""

from __future__ import annotations

import base64
import json
import uuid
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.duration import duration_iso_string

LARGEST = 2**63


class BadRow(ValueError):
    """A line that is no row of its table; the message says which column, in words."""


class Column:
    """One column: its field, and the table that it refers to, if any."""

    def __init__(self, field: Any) -> None:
        self.name: str = field.attname
        self.column: str = field.column
        self.nullable: bool = field.null
        self.is_file = isinstance(field, models.FileField)
        self.refers_to: str | None = None
        if field.remote_field is not None and field.target_field.primary_key:
            self.refers_to = field.remote_field.model._meta.label_lower
        while field.remote_field is not None:
            field = field.target_field
        self.field: Any = field
        self.is_json = isinstance(field, models.JSONField)
        self._read = _reader(field)

    def read(self, raw: Any) -> Any:
        """The value of what stands in a line. Raises BadRow."""
        if raw is None and (self.nullable or self.is_json):
            return None
        try:
            return self._read(raw)
        except (ValueError, TypeError, OverflowError, ValidationError) as error:
            raise BadRow(self.name) from error

    def storing(self, connection: BaseDatabaseWrapper) -> Callable[[Any], Any] | None:
        """What makes of a value that which the database takes; None where it takes it as it is."""
        field = self.field
        if self.is_json:
            ops: Any = connection.ops
            nothing = None if self.nullable else ops.adapt_json_value(None, field.encoder)
            return lambda value: nothing if value is None else ops.adapt_json_value(value, field.encoder)
        if isinstance(field, models.BooleanField | models.IntegerField | models.CharField | models.TextField):
            return None
        return lambda value: field.get_db_prep_save(value, connection=connection)


class Table:
    """One table: its model as the migrations have it, and its columns."""

    def __init__(self, model: type[models.Model]) -> None:
        self.model = model
        self.name = model._meta.label_lower
        self.columns = [Column(field) for field in model._meta.local_concrete_fields if not _is_generated(field)]
        self.key = next(number for number, column in enumerate(self.columns) if column.column == _key_column(model))

    def queryset(self) -> models.QuerySet[Any]:
        """The rows in the order of their keys: lists of values, in the order of the columns."""
        return self.model._base_manager.order_by("pk")

    def read(self, line: bytes) -> list[Any]:
        """The values of a line. Raises BadRow."""
        try:
            row = _DECODER.decode(line.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise BadRow("JSON") from error
        if type(row) is not list or len(row) != len(self.columns):
            raise BadRow("JSON")
        return [column.read(raw) for column, raw in zip(self.columns, row, strict=True)]


def line_of(row: Any) -> bytes:
    """A row's values as a line."""
    return _ENCODER.encode(row).encode("ascii") + b"\n"


def _key_column(model: type[models.Model]) -> str | None:
    return model._meta.pk.column


def _is_generated(field: Any) -> bool:
    return bool(getattr(field, "generated", False))


def _plain(value: Any) -> Any:
    """What JSON has no word for, as a text that the field reads again, without losing microseconds."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, uuid.UUID | Decimal):
        return str(value)
    if isinstance(value, timedelta):
        return duration_iso_string(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(f"{type(value)} has no place in a backup")


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


# Without escapes a lone surrogate in somebody's text could not be written.
_ENCODER = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), default=_plain, check_circular=False)
_DECODER = json.JSONDecoder(parse_constant=_no_number)


def _reader(field: Any) -> Callable[[Any], Any]:
    if isinstance(field, models.JSONField):
        return _as_it_is
    if isinstance(field, models.BooleanField):
        return _boolean
    if isinstance(field, models.IntegerField):
        return _integer
    if isinstance(field, models.CharField | models.TextField | models.FileField):
        return _text
    if isinstance(field, models.UUIDField):
        return _uuid
    if isinstance(field, models.DateTimeField):
        return _moment
    return lambda raw: _by_field(field, raw)


def _as_it_is(raw: Any) -> Any:
    return raw


def _boolean(raw: Any) -> bool:
    if raw is not True and raw is not False:
        raise ValueError
    return raw


def _integer(raw: Any) -> int:
    if type(raw) is not int or not -LARGEST <= raw < LARGEST:
        raise ValueError
    return raw


def _text(raw: Any) -> str:
    # No page takes a NUL, and PostgreSQL keeps none.
    if type(raw) is not str or "\0" in raw:
        raise ValueError
    if not raw.isascii():
        raw.encode("utf-8")
    return raw


def _uuid(raw: Any) -> uuid.UUID:
    value = uuid.UUID(raw) if type(raw) is str else None
    if value is None or str(value) != raw:
        raise ValueError
    return value


def _moment(raw: Any) -> datetime:
    value = datetime.fromisoformat(raw)
    if value.tzinfo is None or value.isoformat() != raw:
        raise ValueError
    return value


def _by_field(field: Any, raw: Any) -> Any:
    """Read by the field itself; it must write what it read."""
    value = field.to_python(raw)
    if value != raw and _plain(value) != raw:
        raise ValueError
    return value

"""JSON for every value of the rules service: ``decode(cls, encode(value)) == value``.

What is stored (:data:`KINDS`) carries the version of its shape as ``"v"``; older shapes are upgraded on reading
(:mod:`.upgrades`), newer ones refused. A dataclass becomes an object of those fields that differ from their default; a
member of a union (an entry, an event) also carries its class name as ``"type"``. Data that does not fit raises
:class:`BadData` and names the place.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from .upgrades import VERSIONS, BadData, Kind, NewerData, is_current, upgraded

__all__ = [
    "BadData", "NewerData", "bare", "decode", "decode_all", "decode_tagged", "encode", "encode_tagged", "type_of",
]  # fmt: skip

T = TypeVar("T")

KINDS: dict[Any, Kind] = {}
"""The classes whose JSON is stored, and what they are: filled by :mod:`records.rules`."""


def encode(value: Any) -> Any:
    """Plain JSON of a value: dict, list, str, int, float, bool or None; with its version where it is stored."""
    kind = KINDS.get(type(value))
    return bare(value) if kind is None else {"v": VERSIONS[kind], **bare(value)}


def bare(value: Any) -> Any:
    """As :func:`encode`, without a version."""
    if isinstance(value, (str, int, float)) or value is None:
        return value
    if isinstance(value, (tuple, list)):
        return [bare(item) for item in value]
    if isinstance(value, Mapping):
        return {key: bare(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value):
        kind: Any = type(value)
        return {name: bare(item) for name, default in _defaults(kind) if (item := getattr(value, name)) != default}
    raise BadData(f"no JSON for {type(value).__name__}")


def encode_tagged(value: Any) -> dict[str, Any]:
    """As :func:`encode`, with the class name as ``"type"``: for entries and events."""
    return {"type": type(value).__name__, **encode(value)}


def decode(cls: type[T], data: Any) -> T:
    """The value of class ``cls`` that ``data`` stands for. BadData where it stands for none, NewerData where a newer
    release has written it."""
    wanted: Any = cls
    kind = KINDS.get(wanted)
    if kind is not None and isinstance(data, Mapping):
        if is_current(kind, data):
            data = {key: item for key, item in data.items() if key != "v"}
        else:
            [data] = upgraded(kind, data)
    return typing.cast(T, _decoder(wanted)(data))


def decode_tagged(union: Any, data: Any) -> Any:
    """The member of ``union`` that ``data["type"]`` names. BadData also where an upgrade makes it none or several."""
    found = _shapes(union, data)
    if len(found) != 1:
        raise BadData(f"{data!r} stands for {len(found)} values now, not for one")
    return _member(union, found[0])


def decode_all(union: Any, data: typing.Iterable[Any]) -> tuple[Any, ...]:
    """The members of ``union`` that a stored list stands for: older events may have become several."""
    if not isinstance(data, (list, tuple)):
        raise BadData(f"a list is wanted, not {data!r}")
    return tuple(_member(union, shape) for item in data for shape in _shapes(union, item))


def type_of(union: Any, data: Mapping[str, Any]) -> str:
    """The type of what is stored, by its name today; by the name it was stored under where it cannot be read."""
    try:
        return str(_shapes(union, data)[0].get("type", ""))
    except (BadData, IndexError):
        return str(data.get("type", ""))


def _shapes(union: Any, data: Any) -> list[Any]:
    """What the stored value stands for in today's shape; its ``"v"`` may still be there."""
    kind = _kind(union)
    if kind is None or not isinstance(data, Mapping) or is_current(kind, data):
        return [data]
    return upgraded(kind, data)


_ABOUT = ("type", "v")


@cache
def _kind(union: Any) -> Kind | None:
    return next((KINDS[member] for member in typing.get_args(union) if member in KINDS), None)


def _member(union: Any, data: Any) -> Any:
    members = _members(union)
    if not isinstance(data, Mapping) or data.get("type") not in members:
        raise BadData(f"unknown type {data.get('type') if isinstance(data, Mapping) else data!r}")
    return _decoder(members[data["type"]])({k: v for k, v in data.items() if k not in _ABOUT})


@cache
def _members(union: Any) -> dict[str, type]:
    return {member.__name__: member for member in typing.get_args(union)}


_MISSING = object()


@cache
def _defaults(cls: Any) -> tuple[tuple[str, Any], ...]:
    found = []
    for field in dataclasses.fields(cls):
        default: Any = _MISSING
        if field.default is not dataclasses.MISSING:
            default = field.default
        elif field.default_factory is not dataclasses.MISSING:
            default = field.default_factory()
        found.append((field.name, default))
    return tuple(found)


@cache
def _decoder(hint: Any) -> Callable[[Any], Any]:
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _dataclass_decoder(hint)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return _tuple_decoder(args)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_decoder(args[1])
    if origin in (typing.Union, types.UnionType):
        return _union_decoder(args)
    if origin is typing.Literal:
        return _literal_decoder(frozenset(args))
    if hint in (str, int, bool, float):
        return _scalar_decoder(hint)
    raise TypeError(f"no decoder for {hint!r}")


def _dataclass_decoder(cls: type) -> Callable[[Any], Any]:
    hints = typing.get_type_hints(cls)
    names = {field.name: hints[field.name] for field in dataclasses.fields(cls)}

    def build(data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise BadData(f"{cls.__name__}: an object is wanted, not {data!r}")
        unknown = data.keys() - names.keys()
        if unknown:
            raise BadData(f"{cls.__name__}: unknown field {sorted(map(str, unknown))[0]}")
        try:
            return cls(**{name: _decoder(names[name])(item) for name, item in data.items()})
        except TypeError as error:
            raise BadData(f"{cls.__name__}: {error}") from None

    return build


def _tuple_decoder(args: tuple[Any, ...]) -> Callable[[Any], Any]:
    def build(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, (list, tuple)):
            raise BadData(f"a list is wanted, not {data!r}")
        if len(args) == 2 and args[1] is Ellipsis:
            inner = _decoder(args[0])
            return tuple(inner(item) for item in data)
        if len(data) != len(args):
            raise BadData(f"{len(args)} items are wanted, not {len(data)}")
        return tuple(_decoder(arg)(item) for arg, item in zip(args, data, strict=True))

    return build


def _mapping_decoder(inner_hint: Any) -> Callable[[Any], Any]:
    def build(data: Any) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            raise BadData(f"an object is wanted, not {data!r}")
        inner = _decoder(inner_hint)
        return {str(key): inner(item) for key, item in data.items()}

    return build


def _union_decoder(args: tuple[Any, ...]) -> Callable[[Any], Any]:
    def build(data: Any) -> Any:
        if data is None and type(None) in args:
            return None
        for arg in args:
            if arg is not type(None):
                try:
                    return _decoder(arg)(data)
                except BadData:
                    continue
        raise BadData(f"{data!r} fits none of what is allowed")

    return build


def _literal_decoder(allowed: frozenset[Any]) -> Callable[[Any], Any]:
    def build(data: Any) -> Any:
        if not isinstance(data, (str, int)) or data not in allowed:
            raise BadData(f"{data!r} is not one of {sorted(map(str, allowed))}")
        return data

    return build


def _scalar_decoder(cls: type) -> Callable[[Any], Any]:
    def build(data: Any) -> Any:
        if cls is float and isinstance(data, int) and not isinstance(data, bool):
            try:
                return float(data)
            except OverflowError:
                raise BadData("a number that is too large") from None
        if not isinstance(data, cls) or (cls is int and isinstance(data, bool)):
            raise BadData(f"{cls.__name__} is wanted, not {data!r}")
        return data

    return build

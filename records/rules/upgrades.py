"""Stored JSON of older releases, made into the shape that this code reads.

What is kept (designs, sheets, entries, events, rulesets) says which version of its shape it has: ``"v"``. A value
without one is of the first version. Every later version has one step here that makes the version before it into it; a
value is taken through the steps one after the other when it is read, and is stored in the newest shape the next time it
is made.

To change a shape: count its version up in :data:`VERSIONS`, write the step, and keep an example of the old JSON with
what it becomes in ``tests/rules/stored/``. Owed rolls and seats stand inside sheets *and* events: change both. Queries
that look into JSON (``entered__type``) see the stored shape: they must know old names too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

Kind = Literal["unit", "sheet", "entry", "event", "ruleset"]
Shape = dict[str, Any]
Step = Callable[[Shape], "Shape | list[Shape]"]

FIRST = 1

VERSIONS: dict[Kind, int] = {"unit": 1, "sheet": 1, "entry": 1, "event": 1, "ruleset": 1}
"""The version that this code reads and writes."""

STEPS: dict[tuple[Kind, int], Step] = {}


class BadData(ValueError):
    """JSON that is not what it should be; the message names the field."""


class NewerData(BadData):
    """JSON of a version that this code does not know yet: a newer release has written it."""

    def __init__(self, kind: Kind, version: int) -> None:
        super().__init__(f"{kind} of version {version}; this release reads up to {VERSIONS[kind]}")
        self.kind, self.version, self.known = kind, version, VERSIONS[kind]


def step(kind: Kind, version: int) -> Callable[[Step], Step]:
    """Registers what makes JSON of ``version`` into that of the next one.

    The function gets an object of its own, without ``"v"``, and returns the new one. It is pure. For an event it may
    return a list: one event that became several, or none.
    """

    def keep(function: Step) -> Step:
        if (kind, version) in STEPS:
            raise ValueError(f"{kind} {version} has a step already")
        STEPS[kind, version] = function
        return function

    return keep


def version_of(kind: Kind, data: Mapping[str, Any]) -> int:
    """The version that stored JSON says it has. BadData for one that is none, :class:`NewerData` beyond ours."""
    version = data.get("v", FIRST)
    if not isinstance(version, int) or isinstance(version, bool) or version < FIRST:
        raise BadData(f"{kind}: {version!r} is no version")
    if version > VERSIONS[kind]:
        raise NewerData(kind, version)
    return version


def is_current(kind: Kind, data: Mapping[str, Any]) -> bool:
    """Whether stored JSON has today's shape already."""
    version = data.get("v", FIRST)
    return type(version) is int and version == VERSIONS[kind]


def upgraded(kind: Kind, data: Mapping[str, Any]) -> list[Shape]:
    """Stored JSON in the newest shape, without ``"v"``; more or less than one only for events. ``data`` stays as it
    is."""
    shapes = [{key: value for key, value in data.items() if key != "v"}]
    for version in range(version_of(kind, data), VERSIONS[kind]):
        shapes = [new for shape in shapes for new in _taken(kind, version, shape)]
    return shapes


def _taken(kind: Kind, version: int, shape: Shape) -> list[Shape]:
    try:
        new = STEPS[kind, version](dict(shape))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadData(f"{kind} of version {version} cannot be upgraded: {error}") from error
    if isinstance(new, list):
        if kind != "event":
            raise TypeError(f"only events become several, not {kind}")
        return new
    return [new]

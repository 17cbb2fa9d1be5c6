"""Terrain: what each kind costs, rolls and adds, read from ``terrain.json`` and checked."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from . import BadTable

FILE = Path(__file__).with_name("terrain.json")
_MOST = 9


@dataclass(frozen=True, slots=True)
class Terrain:
    """One kind of terrain; ``None`` where the table has no say (no roll, not a place for it).

    ``cost``: MP besides the first. ``enter``: modifier of the roll for entering it, on foot, with ``by_jump`` for
    landing in it too; ``bogs``: that roll is against bogging down. ``only_superheavy``: nothing of 100 tons or less
    rolls; ``superheavy``: what those above add. ``ground``: added to other rolls on it. ``to_hit``: added to attacks on
    who stands in it; ``cover``: partial cover. ``landing``: added to an ejected crew's roll.
    """

    code: str
    cost: int | None = None
    enter: int | None = None
    by_jump: bool = False
    bogs: bool = False
    only_superheavy: bool = False
    superheavy: int = 0
    ground: int = 0
    to_hit: int | None = None
    cover: bool = False
    landing: int | None = None


_FIELDS = frozenset(field.name for field in dataclasses.fields(Terrain)) - {"code"}
NOWHERE = Terrain("")


@cache
def terrains() -> Mapping[str, Terrain]:
    """Every kind of terrain by its code, in the order of the table. Raises :class:`BadTable` for a bad file."""
    with FILE.open(encoding="utf-8") as file:
        return check(json.load(file)["kinds"])


def terrain(code: str) -> Terrain:
    """The terrain of this code; one that adds nothing for ``""`` and for codes that the table does not have."""
    return terrains().get(code, NOWHERE)


def check(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Terrain]:
    """The rows as terrain. Raises :class:`BadTable` for fields, numbers and pairs of them that the rules cannot use."""
    found = {}
    for code, row in rows.items():
        if not code or code != code.lower() or " " in code:
            raise BadTable(f"terrain {code!r}: a code is in lower case, with dashes")
        if unknown := row.keys() - _FIELDS:
            raise BadTable(f"terrain {code}: {', '.join(sorted(unknown))}")
        for name, value in row.items():
            kind = bool if name in ("by_jump", "bogs", "only_superheavy", "cover") else int
            if type(value) is not kind or not -_MOST <= value <= _MOST:
                raise BadTable(f"terrain {code}: {name} is {value!r}")
        one = Terrain(code, **row)
        if one.enter is None and (one.by_jump or one.bogs or one.only_superheavy or one.superheavy):
            raise BadTable(f"terrain {code}: nothing to roll for")
        if one.cost is not None and one.cost < 0:
            raise BadTable(f"terrain {code}: cost below 0")
        found[code] = one
    if "clear" not in found:
        raise BadTable("terrain: no clear ground")
    return MappingProxyType(found)

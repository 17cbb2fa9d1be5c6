"""physical vectors."""

from __future__ import annotations

from records.rules import Unit

from .common import Json


def excepted(vector: Json) -> str:
    return "x"


def check(unit: Unit, vector: Json) -> list[str]:
    return []

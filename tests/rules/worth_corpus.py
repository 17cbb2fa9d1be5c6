"""The designs that battle value and cost are proved on: the reference's and our own, and the known differences."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from records.formats import read_mtf
from records.rules import Unit
from records.starter.builder import units
from tests.shared import SHARED

EXCEPTIONS = Path(__file__).parent / "worth_exceptions.json"


@cache
def exceptions(of: str) -> Mapping[str, str]:
    """Path to reason, of designs whose ``battle_value`` or ``cost`` is not the expected one."""
    found: dict[str, str] = json.loads(EXCEPTIONS.read_text(encoding="utf-8"))[of]
    return found


@cache
def starter() -> dict[str, Unit]:
    return {unit.name: unit for unit in units()}


@cache
def corpus() -> dict[str, tuple[Unit, dict[str, Any]]]:
    """Each design of the reference by its path, with the facts expected of it."""
    root = SHARED / "corpus"
    with gzip.open(root / "expected_meks.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = {row["path"]: row for row in map(json.loads, lines)}
    return {path: (read_mtf((root / "meks" / path).read_bytes()), row) for path, row in rows.items()}

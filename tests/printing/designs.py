"""Designs to print in tests: our own starter 'Mechs, and the reference files where they are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from records.formats.mtf import read_mtf
from records.rules import Unit
from records.starter.builder import units
from tests.shared import SHARED


@cache
def starters() -> tuple[Unit, ...]:
    """The starter 'Mechs."""
    return tuple(units())


def corpus() -> Iterator[Unit]:
    """Every reference 'Mech: bipeds, quads, tripods, LAMs, QuadVees, superheavies."""
    for path in sorted((SHARED / "corpus" / "meks").rglob("*.[mM][tT][fF]")):
        yield read_mtf(path.read_bytes())

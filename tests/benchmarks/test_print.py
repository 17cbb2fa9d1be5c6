"""How fast pages are printed: one at a time, and a company of twelve in one document."""

from __future__ import annotations

import sys
import sysconfig
import time
from typing import Any

import pytest

from records.printing.pdf import render
from records.printing.printable import Printable
from records.rules import fresh_sheet
from tests.printing.designs import starters

MOST = 0.3
"""Seconds that one warm page may take."""


def pages(count: int) -> list[Printable]:
    units = starters()
    step = max(1, len(units) // count)
    return [Printable(unit, fresh_sheet(unit)) for unit in units[::step][:count]]


def build() -> str:
    optimised = "--enable-optimizations" in str(sysconfig.get_config_var("CONFIG_ARGS"))
    return f"Python {sys.version.split()[0]}, {'with' if optimised else 'without'} PGO"


def taken(sheets: list[Printable]) -> tuple[float, float, bytes]:
    """Seconds of the processor, seconds on the clock, and the PDF. Only the first are this program's own: other
    programs on the machine lengthen the second."""
    begin, clock = time.process_time(), time.perf_counter()
    data = render(sheets, "a4")
    return time.process_time() - begin, time.perf_counter() - clock, data


def test_a_warm_page_takes_less_than_three_tenths_of_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    twelve = pages(12)
    render(twelve[:1], "a4")
    each = sorted(min(taken([page])[:2] for _run in range(3)) for page in twelve[:5])
    company, clock, data = taken(twelve)
    with capsys.disabled():
        print(
            f"\none warm page {each[2][0] * 1000:.0f} ms of processor, {each[2][1] * 1000:.0f} ms on the clock; "
            f"twelve in one document {company:.2f} s of processor, {clock:.2f} s on the clock, "
            f"{company / 12 * 1000:.0f} ms and {len(data) / 12 / 1000:.0f} kB a page ({build()})"
        )
    assert each[2][0] < MOST
    assert company / 12 < MOST


def test_one_page(benchmark: Any) -> None:
    sheet = pages(1)
    render(sheet, "a4")
    benchmark.pedantic(render, args=(sheet, "a4"), rounds=5)


def test_twelve_pages(benchmark: Any) -> None:
    benchmark.pedantic(render, args=(pages(12), "a4"), rounds=2)

"""How long all the figures of a sheet take: they are asked for with every page."""

from __future__ import annotations

import statistics
import time

from records.rules import STANDARD, Sheet, fresh_sheet
from records.rules import figures as f
from tests.rules.strategies import BRAWLER

ROUNDS = 300
LONGEST_MEDIAN = 0.003


def everything(sheet: Sheet) -> None:
    """What a page shows."""
    for figure in (f.walking, f.running, f.jumping, f.piloting, f.heat_now, f.heat_capacity, f.heat_projection):
        figure(BRAWLER, sheet, STANDARD)
    f.weapon_states(BRAWLER, sheet, STANDARD)
    f.physical_rows(BRAWLER, sheet, STANDARD)
    for mount in BRAWLER.weapons:
        for band in ("short", "medium", "long"):
            f.to_hit(BRAWLER, sheet, STANDARD, mount, band)


def test_all_figures_of_a_sheet_take_under_three_milliseconds() -> None:
    sheet = fresh_sheet(BRAWLER)
    everything(sheet)
    taken = []
    for _ in range(ROUNDS):
        before = time.perf_counter()
        everything(sheet)
        taken.append(time.perf_counter() - before)
    median = statistics.median(taken)
    print(f"\nall figures of a sheet: median {median * 1e3:.2f} ms")
    assert median < LONGEST_MEDIAN

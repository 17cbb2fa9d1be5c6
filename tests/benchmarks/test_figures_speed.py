"""How long all the figures of a sheet take: they are asked for with every page."""

from __future__ import annotations

from records.rules import STANDARD, Sheet, encode, fresh_sheet
from records.rules import figures as f
from tests.benchmarks.floor import json_round_trip, median_seconds
from tests.rules.strategies import BRAWLER

ROUNDS = 300
MOST = 150
"""Times the floor: the sheet written as JSON and read again, in the same run."""


def everything(sheet: Sheet) -> None:
    """What a page shows."""
    for figure in (f.walking, f.running, f.jumping, f.piloting, f.heat_now, f.heat_capacity, f.heat_projection):
        figure(BRAWLER, sheet, STANDARD)
    f.weapon_states(BRAWLER, sheet, STANDARD)
    f.physical_rows(BRAWLER, sheet, STANDARD)
    for mount in BRAWLER.weapons:
        for band in ("short", "medium", "long"):
            f.to_hit(BRAWLER, sheet, STANDARD, mount, band)


def test_all_figures_of_a_sheet_against_its_json() -> None:
    sheet = fresh_sheet(BRAWLER)
    floor = json_round_trip(encode(sheet))
    median = median_seconds(lambda: everything(sheet), ROUNDS)
    print(f"\nall figures of a sheet: median {median * 1e3:.2f} ms, {median / floor:.0f} times its JSON there and back")
    assert median < MOST * floor

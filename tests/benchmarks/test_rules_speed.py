"""How fast the rules service takes a hit. Promised are 0.2 ms (median) and 5,000 a second; the figures are printed."""

from __future__ import annotations

import statistics
import time

from records.rules import encode, enter, fresh_sheet
from records.rules.entries import Hit
from tests.benchmarks.floor import json_round_trip
from tests.rules.strategies import BRAWLER

HITS = 3000
ROUNDS = 3
MOST = 15
"""Times the floor: the sheet written as JSON and read again, in the same run."""


def test_a_hit_against_the_sheets_json() -> None:
    sheet = fresh_sheet(BRAWLER)
    floor = json_round_trip(encode(sheet))
    entries = [Hit(("RT", "LA", "CT", "LL", "HD")[i % 5], 1 + i % 30, through_armour=i % 7 == 0) for i in range(HITS)]
    enter(BRAWLER, sheet, entries[0])
    medians, rates = [], []
    for _ in range(ROUNDS):  # the best round counts: the others say how busy the machine was
        taken = []
        begun = time.perf_counter()
        for entry in entries:
            before = time.perf_counter()
            enter(BRAWLER, sheet, entry)
            taken.append(time.perf_counter() - before)
        rates.append(HITS / (time.perf_counter() - begun))
        medians.append(statistics.median(taken))
    ratio = min(medians) / floor
    print(
        f"\na hit: median {min(medians) * 1e6:.0f} µs, {max(rates):,.0f} a second; {ratio:.1f} times the sheet's JSON"
    )
    assert ratio < MOST

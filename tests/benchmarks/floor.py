"""What the machine can do at this moment: the floor that a benchmark's ratio stands on."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any


def median_seconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of a piece of work over so many rounds, after one that does not count."""
    work()
    taken = []
    for _round in range(rounds):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def json_round_trip(value: Any, rounds: int = 300) -> float:
    """Seconds to write a value as JSON and read it again."""
    return median_seconds(lambda: json.loads(json.dumps(value)), rounds)

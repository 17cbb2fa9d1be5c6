"""``python -m tests.rules.replay_traces FILE… [--units FOLDER] [--json]``: damage traces through the rules service.

A trace is a unit, a list of steps with every die thrown, and the sheet after each step. FILE holds one trace a line,
plain or gzipped. They are played with the readings of the base game that they follow themselves, and a replay stops
before a step whose flag the product does not follow (both in ``replaying/rulings.py``) and counts as right up to there.
What differs beyond the flags is listed in ``trace_exceptions.json`` with the rule that the product follows. Says how
many steps were compared and where replays stopped, and ends with ``N right, N wrong, N excepted``; exit status 1 when
any is wrong.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path

from records.formats.errors import FormatError
from records.formats.mtf import read_mtf
from records.rules import Unit
from tests.rules.replaying.compare import Json
from tests.rules.replaying.play import Play, Result
from tests.shared import SHARED

EXCEPTIONS = Path(__file__).parent / "trace_exceptions.json"


def traces(path: Path) -> Iterator[Json]:
    """The traces of a file, gzipped or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


@cache
def exceptions() -> dict[str, str]:
    """Traces known to differ, each with the rule that the product follows instead."""
    return dict(json.loads(EXCEPTIONS.read_text(encoding="utf-8"))["traces"])


def replay(trace: Json, folder: Path, *, through_flags: bool = False) -> Result:
    """Play one trace on its unit's file below ``folder``. A trace that cannot be played at all counts as wrong."""
    try:
        result = Play(unit_of(folder / trace["unit"]), trace).run(through_flags=through_flags)
    except (OSError, FormatError, LookupError, ValueError, TypeError) as fault:
        result = Result(trace.get("id", "?"), wrong=[f"cannot be played: {type(fault).__name__} {fault}"])
    if result.wrong:
        result.excepted = exceptions().get(trace["id"], "")
    return result


@cache
def unit_of(path: Path) -> Unit:
    """The unit of a file."""
    return read_mtf(path.read_bytes())


def main(arguments: list[str] | None = None) -> int:
    """Replay files and report."""
    parser = argparse.ArgumentParser(prog="replay_traces", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--units", type=Path, default=SHARED / "corpus" / "meks", metavar="FOLDER")
    parser.add_argument("--json", action="store_true", help="one JSON object a trace")
    parser.add_argument("--through-flags", action="store_true", help="go on past flags the product does not follow")
    given = parser.parse_args(arguments)
    right = wrong = excepted = steps = 0
    stopped: Counter[str] = Counter()
    for file in given.files:
        for trace in traces(file):
            result = replay(trace, given.units, through_flags=given.through_flags)
            steps += result.steps
            stopped.update([result.stopped] if result.stopped else [])
            right += not result.wrong
            excepted += bool(result.wrong and result.excepted)
            wrong += bool(result.wrong and not result.excepted)
            _report(result, trace, as_json=given.json)
    if not given.json:
        print(f"steps compared: {steps}")
        for name, count in stopped.most_common():
            print(f"    {count} stopped at {name}")
    print(f"{right} right, {wrong} wrong, {excepted} excepted")
    return 1 if wrong else 0


def _report(result: Result, trace: Json, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(result), ensure_ascii=False))
        return
    if result.wrong:
        note = f" (excepted: {result.excepted})" if result.excepted else ""
        print(f"{result.trace} {trace['unit']}{note}")
        for words in result.wrong:
            print(f"    {words}")


if __name__ == "__main__":
    sys.exit(main())

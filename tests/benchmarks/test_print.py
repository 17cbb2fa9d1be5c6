"""How fast pages are printed, how large they are and how much memory they take."""

from __future__ import annotations

import random
import subprocess
import sys
import sysconfig
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from records.printing import typeset
from records.printing.pdf import render, warm_up
from records.printing.printable import Printable, Seat
from records.rules import fresh_sheet
from tests.printing.designs import starters
from tests.printing.test_pixels import battle_state

ROOT = Path(__file__).resolve().parents[2]
KILOBYTES = 60
MEGABYTES = 250


def pages(count: int) -> list[Printable]:
    units = starters()
    step = max(1, len(units) // count)
    return [Printable(units[i * step % len(units)], fresh_sheet(units[i * step % len(units)])) for i in range(count)]


def build() -> str:
    optimised = "--enable-optimizations" in str(sysconfig.get_config_var("CONFIG_ARGS"))
    return f"Python {sys.version.split()[0]}, {'with' if optimised else 'without'} PGO"


def taken(sheets: list[Printable]) -> tuple[float, bytes]:
    """Seconds of the processor, and the PDF. Other programs on the machine do not lengthen the first."""
    begin = time.process_time()
    data = render(sheets)
    return time.process_time() - begin, data


def from_nothing(sheets: list[Printable]) -> tuple[float, bytes]:
    """The same in a process that is warm and has set none of these designs."""
    typeset.forget()
    warm_up()
    return taken(sheets)


def with_other_marks(page: Printable, dice: random.Random) -> Printable:
    """The same design in another battle: damage, criticals, heat, rounds fired, wounds, another pilot."""
    before, now = battle_state(page.unit, dice)
    crew = tuple(replace(member, hits=dice.randint(0, 5)) for member in now.crew)
    ammo = tuple(dice.randint(0, rounds) for rounds in now.ammo)
    seat = Seat(f"Pilot {dice.randint(1, 999)}", "Ace", "Veteran", edge=3, edge_used=dice.randint(0, 3))
    return replace(page, sheet=replace(now, crew=crew, ammo=ammo), before=before, seat=seat, stamp="evening 3")


def test_pages_are_quick_and_small(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The hundred are printed by ``make bench`` only; a part of them stands for them in the suite."""
    many = 20 if benchmark.disabled else 100
    twelve, dice = pages(12), random.Random(4)
    singly = sorted(from_nothing([page])[0] for page in twelve)
    company, data = from_nothing(twelve)
    again = sorted(taken([with_other_marks(page, dice)])[0] for page in twelve for _run in range(3))
    hundred, whole = benchmark.pedantic(from_nothing, args=(pages(many),), rounds=1)
    largest = max(len(render([page])) for page in twelve)
    with capsys.disabled():
        print(
            f"\none sheet from nothing {median(singly) * 1000:.0f} ms, {singly[-1] * 1000:.0f} at most; the same"
            f" design with other marks {median(again) * 1000:.1f} ms, {again[-1] * 1000:.1f} at most; twelve different"
            f" in one document {company:.2f} s; {many} different {hundred:.1f} s; a page alone {largest / 1000:.0f} kB"
            f" at most, {len(data) / 12000:.0f} kB in a document of twelve, {len(whole) / many / 1000:.0f} kB in one of"
            f" {many} ({build()}, processor time)"
        )
    # Times are told, not tested: the machine's other work would decide. Their ratio is the machine's no more.
    assert median(again) < median(singly) / 2
    assert largest <= KILOBYTES * 1000


SCRIPT = """
import sys
import django
django.setup()
from records.printing.pdf import Pack
from records.printing.printable import AS_USUAL
from tests.benchmarks.test_print import pages
def peak():
    # Of this program alone: getrusage would tell the peak of whoever started it where that was larger.
    line = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    return int(line.split()[1]) // 1024
pack = Pack(AS_USUAL)
for number, page in enumerate(pages(int(sys.argv[1]))):
    pack.add(page)
    if number == 20:
        early = peak()
size = len(pack.pdf())
print(early, peak(), size)
"""


def rendered_apart(many: int) -> subprocess.CompletedProcess[str]:
    """So many sheets in a process of their own, whose memory is theirs alone."""
    surroundings = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-c", SCRIPT, str(many)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=surroundings)


def test_three_hundred_sheets_take_little_memory(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """All of them by ``make bench``, a part in the suite."""
    many = 40 if benchmark.disabled else 300
    done = benchmark.pedantic(rendered_apart, args=(many,), rounds=1)
    early, most, size = map(int, done.stdout.split())
    with capsys.disabled():
        print(f"\n{many} sheets: {most} MB at most ({early} MB after 20), {size / many / 1000:.0f} kB a page")
    assert most <= MEGABYTES

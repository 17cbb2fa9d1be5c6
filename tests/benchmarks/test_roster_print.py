"""How fast the roster of a force is printed: its figures change with every battle, so nothing of it is kept."""

from __future__ import annotations

import random
from statistics import median
from typing import Any

import pytest

from campaigns.models import Campaign, Placement
from campaigns.papers.force import force_roster
from records import rules
from records.printing.pdf import warm_up
from records.printing.report import Report
from tests.benchmarks.test_print import KILOBYTES, taken
from tests.factory import make_campaign, make_pilot, make_sheet, make_unit, own_force
from tests.printing.designs import starters
from tests.printing.test_pixels import battle_state

pytestmark = pytest.mark.django_db


def roster(campaign: Campaign, dice: random.Random) -> Report:
    """Of every machine of the campaign, after another battle."""
    for record in campaign.roster.sheets.select_related("unit"):
        _before, now = battle_state(record.unit.design, dice)
        record.state = rules.encode(now)
        record.save()
    return force_roster(own_force(campaign))


def test_the_roster_of_twelve_is_quick(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    campaign, dice = make_campaign(), random.Random(12)
    for unit in starters()[:12]:
        fields = {name: getattr(unit, name) for name in unit.__dataclass_fields__ if name not in ("chassis", "model")}
        stored = make_unit(unit.chassis, unit.model, **fields)
        record = make_sheet(roster=campaign.roster, unit=stored, pilot=make_pilot(campaign.roster))
        Placement.objects.create(record=record, force=own_force(campaign))
    warm_up()
    rosters = [roster(campaign, dice) for _battle in range(6)]
    first, data = benchmark.pedantic(lambda: taken(rosters[:1]), rounds=1)  # type: ignore[arg-type]
    times = sorted(taken([one])[0] for one in rosters[1:])  # type: ignore[list-item]
    with capsys.disabled():
        print(
            f"\nroster of twelve: first {first * 1000:.0f} ms, then {median(times) * 1000:.0f} ms,"
            f" {times[-1] * 1000:.0f} at most; {len(data) / 1000:.0f} kB"
        )
    # Times are told, not tested: the machine's other work would decide. A page is one, and no larger than another.
    assert len(data) <= KILOBYTES * 1000

"""Loading the starter 'Mechs into the catalogue."""

from __future__ import annotations

import hashlib
import json

from records import rules
from records.models import Unit
from records.rules import codec
from records.starter.builder import units

from .units import Incoming, Saved, batched, save_units

#: Goes into every fingerprint, so that a starter 'Mech is never taken for the file of an imported one.
MARK = "starter"


def load_starter_units() -> int:
    """Put the starter 'Mechs into the catalogue and return how many were added or updated: 0 when all are there.

    A design that changed takes the place of its earlier version, or stands beside it when record sheets use that one.
    Where a person has imported a unit of the same name, theirs stays and ours is left out.
    """
    wanted = [_incoming(design) for design in units()]
    theirs = _imported({one.design.chassis for one in wanted})
    ours = [one for one in wanted if (one.design.chassis, one.design.model) not in theirs]
    return sum(outcome is not Saved.UNCHANGED for outcome in save_units(incoming=ours, origin=Unit.Origin.STARTER))


def _incoming(design: rules.Unit) -> Incoming:
    text = json.dumps([MARK, codec.bare(design)], sort_keys=True, separators=(",", ":"))
    return Incoming(design, hashlib.sha256(text.encode()).hexdigest())


def _imported(chassis: set[str]) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for some in batched(chassis):
        rows = Unit.objects.filter(chassis__in=some, origin=Unit.Origin.IMPORTED, superseded=False)
        found |= set(rows.values_list("chassis", "model"))
    return found

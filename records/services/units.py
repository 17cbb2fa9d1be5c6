"""Putting designs into the catalogue.

A unit is known by its fingerprint: the hash of what it was read from. The same fingerprint again is nothing new. A
changed design of the same name takes the old one's place while no record sheet uses it; where one does, the old
blueprint stays for its sheets, superseded, and the new one is added beside it.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.text import slugify

from records import rules
from records.models import RecordSheet, Unit
from records.rules import codec

if TYPE_CHECKING:
    from django.contrib.auth.models import User

T = TypeVar("T")


class Saved(Enum):
    """What became of a design that was saved."""

    ADDED = "added"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    REFUSED = "refused"
    TOO_MANY = "too-many"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Incoming:
    """A design on its way into the catalogue. ``fingerprint`` is a SHA-256 in hex of what it was read from."""

    design: rules.Unit
    fingerprint: str
    file_name: str = ""


def search_text(design: rules.Unit) -> str:
    """Lower-case words under which the design is found: its names, also without accents and punctuation."""
    names = " ".join(filter(None, (design.chassis, design.model, design.clan_name))).lower()
    plain = unicodedata.normalize("NFKD", names).encode("ascii", "ignore").decode()
    bare = "".join(c if c.isalnum() or c.isspace() else "" for c in plain)
    return " ".join(dict.fromkeys((names, plain, " ".join(bare.split()))))[:400]


def columns(incoming: Incoming, *, origin: str, by: User | None = None) -> dict[str, object]:
    """The values of a catalogue row, but for its slug."""
    design = incoming.design
    return {
        "chassis": design.chassis[:120],
        "model": design.model[:120],
        "config": design.config,
        "tech_base": design.tech_base,
        "mixed": design.mixed,
        "omni": design.omni,
        "tons": design.tons,
        "year": design.year,
        "role": design.role[:30],
        "walk": design.walk,
        "run": design.run,
        "jump": design.jump,
        "total_armour": design.total_armour,
        "battle_value": rules.battle_value(design).total,
        "cost": rules.cost(design).total,
        "rules_level": design.rules_level[:30],
        "source": design.source[:200],
        "search_text": search_text(design),
        "blueprint": codec.encode(design),
        "fingerprint": incoming.fingerprint,
        "origin": origin,
        "file_name": incoming.file_name[:255],
        "uploader_id": None if by is None else by.pk,
        "superseded": False,
    }


def save_unit(*, design: rules.Unit, origin: str, fingerprint: str, file_name: str = "") -> tuple[Unit, Saved]:
    """Save one design. See the module for what happens to one that is there already."""
    outcome = save_units(incoming=[Incoming(design, fingerprint, file_name)], origin=origin)[0]
    return Unit.objects.get(fingerprint=fingerprint), outcome


@transaction.atomic
def save_units(
    *,
    incoming: Iterable[Incoming],
    origin: str,
    alongside: Set[str] = frozenset(),
    may_replace: bool = True,
    by: User | None = None,
    most: int | None = None,
) -> list[Saved]:
    """Save many designs in a few queries; the outcome of each, in order. Of equal fingerprints the first counts.

    ``alongside`` are fingerprints saved just before from the same files: some designs share a name, and such a one
    is no earlier version of the other. Without ``may_replace`` a design that would take the place of somebody else's is
    refused: the catalogue is everybody's. ``by`` uploads them, and may have no more than ``most`` in the catalogue.
    """
    wanted = list(incoming)
    room = _room(by, most)
    shelf = _Shelf(wanted, alongside)
    outcomes: list[Saved] = []
    fresh: list[Unit] = []
    for one in wanted:
        if one.fingerprint in shelf.known:
            superseded = shelf.known[one.fingerprint]
            refused = superseded and not may_replace
            outcomes.append(Saved.REFUSED if refused else shelf.bring_back(one.fingerprint))
            continue
        old = shelf.predecessor(one)
        if old is not None and not may_replace and (by is None or old.uploader_id != by.pk):
            outcomes.append(Saved.REFUSED)
            continue
        grows = old is None or old.pk in shelf.used or by is None or old.uploader_id != by.pk
        if grows and len(fresh) >= room:
            outcomes.append(Saved.TOO_MANY)
            continue
        shelf.known[one.fingerprint] = False
        values = columns(_with_what_was_known(one, old), origin=origin, by=by)
        outcomes.append(Saved.ADDED if old is None else Saved.UPDATED)
        if old is None or old.pk in shelf.used:
            if old is not None:
                Unit.objects.filter(pk=old.pk).update(superseded=True)
            fresh.append(Unit(slug=shelf.slug(one.design), **values))
        else:
            Unit.objects.filter(pk=old.pk).update(**values)
    Unit.objects.bulk_create(fresh, batch_size=200)
    return outcomes


def _room(by: User | None, most: int | None) -> float:
    """How many more designs this person may add. Their row is locked: two uploads at once share one limit."""
    if by is None or most is None:
        return math.inf
    get_user_model().objects.select_for_update().filter(pk=by.pk).first()
    return max(0, most - Unit.objects.filter(uploader=by).count())


def _with_what_was_known(one: Incoming, old: Unit | None) -> Incoming:
    """Old files name no role: the one that the catalogue knows by then stays."""
    if old is None or one.design.role or not old.role:
        return one
    return replace(one, design=replace(one.design, role=old.role))


class _Shelf:
    """What the catalogue holds of the names that come in."""

    def __init__(self, wanted: list[Incoming], alongside: Set[str]) -> None:
        fingerprints = [one.fingerprint for one in wanted]
        #: Fingerprint to whether its unit is superseded.
        self.known: dict[str, bool] = {}
        for some in batched(fingerprints):
            rows = Unit.objects.filter(fingerprint__in=some)
            self.known.update(rows.values_list("fingerprint", "superseded"))
        self._old: dict[tuple[str, str], list[Unit]] = {}
        for some in batched({one.design.chassis[:120] for one in wanted}):
            for unit in Unit.objects.filter(chassis__in=some, superseded=False).defer("blueprint"):
                # A unit whose own file comes in too is no predecessor of another file of that name.
                if unit.fingerprint not in self.known and unit.fingerprint not in alongside:
                    self._old.setdefault((unit.chassis, unit.model), []).append(unit)
        held = [unit.pk for units in self._old.values() for unit in units]
        self.used: set[int] = set()
        for keys in batched(held):
            self.used |= set(RecordSheet.objects.filter(unit__in=keys).values_list("unit_id", flat=True))
        # The catalogue's own pages have these addresses.
        self._slugs = {"upload", "uploads", "remove", *Unit.objects.values_list("slug", flat=True)}

    def predecessor(self, one: Incoming) -> Unit | None:
        """The unit that this design takes the place of, each only once: that of the same file before others."""
        there = self._old.get((one.design.chassis[:120], one.design.model[:120]), [])
        there.sort(key=lambda unit: (unit.file_name != one.file_name, unit.pk))
        return there.pop(0) if there else None

    def bring_back(self, fingerprint: str) -> Saved:
        """A design that is known. When a later one had superseded it, it is offered again."""
        if not self.known[fingerprint]:
            return Saved.UNCHANGED
        self.known[fingerprint] = False
        unit = Unit.objects.get(fingerprint=fingerprint)
        later = Unit.objects.filter(chassis=unit.chassis, model=unit.model, superseded=False)
        later.filter(file_name=unit.file_name).update(superseded=True)
        Unit.objects.filter(pk=unit.pk).update(superseded=False)
        return Saved.UPDATED

    def slug(self, design: rules.Unit) -> str:
        """A free slug for the design's name."""
        stem = slugify(design.name)[:190] or "unit"
        slug, number = stem, 2
        while slug in self._slugs:
            slug, number = f"{stem}-{number}", number + 1
        self._slugs.add(slug)
        return slug


def batched(values: Iterable[T], size: int = 400) -> Iterator[list[T]]:
    """The values in lists short enough for the parameters of one query."""
    remaining = list(values)
    for start in range(0, len(remaining), size):
        yield remaining[start : start + size]

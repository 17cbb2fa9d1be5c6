"""The tree of forces."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from campaigns.errors import NotThere
from campaigns.models import Campaign, Force
from records.errors import Refused

DEEPEST = 8


def force_in(campaign: Campaign, pk: int | None) -> Force:
    """The campaign's force of this id. Raises :class:`NotThere` when there is none."""
    force = Force.objects.filter(campaign=campaign, pk=pk).select_related("parent").first() if pk else None
    if force is None:
        raise NotThere("no-such-force")
    return force


@transaction.atomic
def create(*, campaign: Campaign, name: str, parent: Force | None = None, hostile: bool = False) -> Force:
    """A new force. One inside another is on that one's side."""
    if parent is not None and len(_line_of(parent)) >= DEEPEST:
        raise Refused("forces-too-deep", count=DEEPEST)
    last = Force.objects.filter(campaign=campaign).aggregate(last=Max("order"))["last"] or 0
    return Force.objects.create(
        campaign=campaign, name=name, parent=parent, hostile=parent.hostile if parent else hostile, order=last + 1
    )


@transaction.atomic
def change(*, force: Force, name: str, parent: Force | None, hostile: bool) -> None:
    """Another name, place in the tree or side. Everything inside goes along."""
    if parent is not None and force.pk in {above.pk for above in _line_of(parent)}:
        raise Refused("force-inside-itself", force=force.name)
    if parent is not None and len(_line_of(parent)) >= DEEPEST:
        raise Refused("forces-too-deep", count=DEEPEST)
    hostile = parent.hostile if parent else hostile
    if (force.name, force.parent, force.hostile) == (name, parent, hostile):
        raise Refused("nothing-changed")
    force.name, force.parent, force.hostile = name, parent, hostile
    force.save(update_fields=["name", "parent", "hostile"])
    Force.objects.filter(pk__in=_inside(force)).update(hostile=hostile)


def remove(*, force: Force) -> None:
    """Take an empty force out of the tree. One with machines or forces inside is refused: they are moved first."""
    if force.placements.filter(record__retired=False).exists() or force.children.exists():
        raise Refused("force-is-not-empty", force=force.name)
    force.delete()


def _line_of(force: Force) -> list[Force]:
    """The force and all above it."""
    line: list[Force] = []
    step: Force | None = force
    while step is not None:
        line.append(step)
        step = step.parent
    return line


def _inside(force: Force) -> set[int]:
    """The ids of all forces below this one."""
    found: set[int] = set()
    layer = {force.pk}
    while layer:
        layer = set(Force.objects.filter(parent__in=layer).values_list("pk", flat=True))
        found |= layer
    return found

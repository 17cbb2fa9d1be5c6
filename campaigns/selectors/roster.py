"""A campaign's machines in the tree of its forces, each with its condition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from django.contrib.auth.models import User

from campaigns.models import Battle, BattleSheet, Campaign, Force
from records.models import Pilot, RecordSheet
from records.selectors.condition import Condition, condition
from records.selectors.worth import Worth, worth


@dataclass(frozen=True)
class Machine:
    """One machine as a line of the tree."""

    record: RecordSheet
    condition: Condition
    player: User | None
    battle: Battle | None

    @cached_property
    def worth(self) -> Worth:
        """Its battle value as built, and in the hands of whoever sits in it."""
        if self.condition.unreadable:
            return Worth(known=False)
        return worth(self.record.unit.design, self.condition.skills)


@dataclass
class Node:
    """One force with its machines and the forces inside it. ``depth`` 0 at the top."""

    force: Force
    depth: int = 0
    machines: list[Machine] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)

    def __iter__(self) -> Iterator[Node]:
        """This node and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child

    @property
    def records(self) -> list[RecordSheet]:
        """The sheets of its own machines."""
        return [machine.record for machine in self.machines]

    @property
    def tons(self) -> int:
        """Weight of all machines in it and below that are not destroyed."""
        return sum(
            machine.record.unit.tons for node in self for machine in node.machines if not machine.condition.out
        )

    @property
    def worth(self) -> Worth:
        """Battle value of all machines in it and below that are not destroyed."""
        standing = (machine for node in self for machine in node.machines if not machine.condition.out)
        return sum((machine.worth for machine in standing), Worth())

    @property
    def count(self) -> int:
        """Machines in it and below."""
        return sum(len(node.machines) for node in self)


class Tree:
    """All forces and machines of a campaign."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    @cached_property
    def tops(self) -> list[Node]:
        """The forces that belong to no other, the campaign's own side first."""
        nodes = {force.pk: Node(force) for force in self.campaign.forces.select_related("parent")}
        tops = []
        for node in nodes.values():
            if node.force.parent_id:
                nodes[node.force.parent_id].children.append(node)
            else:
                tops.append(node)
        for top in tops:
            _deepen(top, 0)
        for machine in self.machines:
            placement = getattr(machine.record, "placement", None)
            if placement is not None:
                nodes[placement.force_id].machines.append(machine)
        return tops

    @cached_property
    def machines(self) -> list[Machine]:
        """Every machine that has not been put aside."""
        records = (
            RecordSheet.objects.filter(roster=self.campaign.roster_id, retired=False)
            .select_related("unit", "pilot", "placement__player")
            .defer("initial", "unit__blueprint")
            .order_by("placement__order", "pk")
        )
        fighting = {
            entry.record_id: entry.battle
            for entry in BattleSheet.objects.filter(battle__campaign=self.campaign, open=True).select_related(
                "battle__campaign"
            )
        }
        return [
            Machine(record, condition(record), _player(record), fighting.get(record.pk)) for record in records
        ]

    @property
    def nodes(self) -> list[Node]:
        """Every force in reading order."""
        return [node for top in self.tops for node in top]

    @property
    def unplaced(self) -> list[Machine]:
        """Machines that stand in no force yet."""
        return [machine for machine in self.machines if getattr(machine.record, "placement", None) is None]


def machine(record: RecordSheet) -> Machine:
    """One machine as it stands."""
    fighting = BattleSheet.objects.filter(record=record, open=True).select_related("battle__campaign").first()
    return Machine(record, condition(record), _player(record), fighting.battle if fighting else None)


def _deepen(node: Node, depth: int) -> None:
    node.depth = depth
    for child in node.children:
        _deepen(child, depth + 1)


def _player(record: RecordSheet) -> User | None:
    placement = getattr(record, "placement", None)
    return placement.player if placement is not None else None


def retired(campaign: Campaign) -> list[RecordSheet]:
    """Machines that were put aside."""
    return list(RecordSheet.objects.filter(roster=campaign.roster_id, retired=True).select_related("unit"))


def pilots_of(campaign: Campaign) -> list[Pilot]:
    """The campaign's pilots with the 'Mechs they sit in: those who can fight first, then by name."""
    found = campaign.roster.pilots.select_related("sheet__unit").order_by("name", "pk")
    return sorted(found, key=lambda pilot: pilot.status in (Pilot.Status.DEAD, Pilot.Status.MISSING))

"""Small things to test with: people, a hand-built unit, sheets, campaigns. No unit files are needed."""

from __future__ import annotations

import uuid
from dataclasses import replace
from itertools import count
from typing import Any

from django.contrib.auth.models import User

from campaigns.models import Battle, Campaign, Force, Membership, Placement, Role
from campaigns.services import battles, campaigns
from records import rules
from records.models import Pilot, RecordSheet, Roster, Unit
from records.rules.unit import Bin, Engine, HeatSinks, Mount, Slot
from records.services.sheets import open_sheet, personal_roster

_numbers = count(1)

LASER, GUN, ROUNDS, SINK, JET = "Medium Laser", "Autocannon/5", "IS Ammo AC/5", "Heat Sink", "Jump Jet"


def key() -> uuid.UUID:
    """A fresh key, as a form brings it."""
    return uuid.uuid4()


def make_user(name: str = "", **fields: Any) -> User:
    """A person; each one has a name of their own."""
    return User.objects.create_user(username=name or f"person-{next(_numbers)}", **fields)


def _systems(*names: str, empty: int) -> tuple[Slot | None, ...]:
    return (*(Slot(name) for name in names), *(None for _line in range(empty)))


def make_design(chassis: str = "Testbed", model: str = "TST-1A") -> rules.Unit:
    """A plain 50-ton biped, 4/6/4: two medium lasers, an autocannon/5 with a bin of 20, thirteen heat sinks."""
    arm = _systems("Shoulder", "Upper Arm", "Lower Arm", "Hand", empty=7)
    leg = _systems("Hip", "Upper Leg", "Lower Leg", "Foot", empty=0)
    return rules.Unit(
        chassis=chassis,
        model=model,
        config="Biped",
        tech_base="Inner Sphere",
        tons=50,
        year=3025,
        engine=Engine(200, "Fusion"),
        heat_sinks=HeatSinks(13, SINK, 13, in_engine=8),
        walk=4,
        run=6,
        run_plain=6,
        jump=4,
        armour={"HD": 9, "CT": 20, "RT": 16, "LT": 16, "RA": 14, "LA": 14, "RL": 18, "LL": 18},
        rear_armour={"CT": 7, "RT": 5, "LT": 5},
        structure={"HD": 3, "CT": 16, "RT": 12, "LT": 12, "RA": 8, "LA": 8, "RL": 12, "LL": 12},
        slots={
            "HD": (Slot("Life Support"), Slot("Sensors"), Slot("Cockpit"), None, Slot("Sensors"), Slot("Life Support")),
            "CT": _systems("Engine", "Engine", "Engine", "Gyro", "Gyro", "Gyro", "Gyro", *["Engine"] * 3, empty=2),
            "RT": (*(Slot(GUN, 2) for _line in range(4)), Slot(ROUNDS, 3), Slot(SINK, 4), Slot(SINK, 5), *[None] * 5),
            "LT": (Slot(SINK, 6), Slot(SINK, 7), Slot(SINK, 8), *[None] * 9),
            "RA": (*arm[:4], Slot(LASER, 0), *arm[4:]),
            "LA": (*arm[:4], Slot(LASER, 1), *arm[4:]),
            "RL": (*leg, Slot(JET, 9), Slot(JET, 10)),
            "LL": (*leg, Slot(JET, 11), Slot(JET, 12)),
        },
        mounts=(
            Mount(LASER, "RA", (("RA", 4),)),
            Mount(LASER, "LA", (("LA", 4),)),
            Mount(GUN, "RT", (("RT", 0), ("RT", 1), ("RT", 2), ("RT", 3))),
            Mount(ROUNDS, "RT", (("RT", 4),)),
            Mount(SINK, "RT", (("RT", 5),)),
            Mount(SINK, "RT", (("RT", 6),)),
            *(Mount(SINK, "LT", (("LT", line),)) for line in range(3)),
            Mount(JET, "RL", (("RL", 4),)),
            Mount(JET, "RL", (("RL", 5),)),
            Mount(JET, "LL", (("LL", 4),)),
            Mount(JET, "LL", (("LL", 5),)),
        ),
        weapons=(0, 1, 2),
        bins=(Bin(ROUNDS, "RT", 4, 20, 3),),
        role="Brawler",
    )


def make_unit(chassis: str = "Testbed", model: str = "", **changes: Any) -> Unit:
    """A unit of the catalogue with the design of :func:`make_design`; ``changes`` go into the design."""
    model = model or f"TST-{next(_numbers)}A"
    design = replace(make_design(chassis, model), **changes)
    return Unit.objects.create(
        chassis=design.chassis,
        model=design.model,
        slug=f"{chassis}-{model}".lower().replace(" ", "-"),
        config=design.config,
        tech_base=design.tech_base,
        tons=design.tons,
        year=design.year,
        role=design.role,
        walk=design.walk,
        run=design.run,
        jump=design.jump,
        total_armour=design.total_armour,
        battle_value=rules.battle_value(design).total,
        cost=rules.cost(design).total,
        search_text=design.name.lower(),
        blueprint=rules.encode(design),
        fingerprint=uuid.uuid4().hex,
        origin=Unit.Origin.STARTER,
    )


def make_pilot(roster: Roster, name: str = "", **fields: Any) -> Pilot:
    """A pilot of the roster: Regular, 4/5, unless said otherwise."""
    return Pilot.objects.create(roster=roster, name=name or f"Pilot {next(_numbers)}", **fields)


def make_sheet(
    owner: User | None = None, *, roster: Roster | None = None, unit: Unit | None = None, pilot: Pilot | None = None
) -> RecordSheet:
    """A fresh record sheet: on the roster given, else on the owner's own."""
    roster = roster or personal_roster(owner or make_user())
    return open_sheet(roster=roster, unit=unit or make_unit(), pilot=pilot)


def make_campaign(owner: User | None = None, name: str = "") -> Campaign:
    """A campaign with its owner; it starts with one force for each side."""
    return campaigns.create(owner=owner or make_user(), name=name or f"Campaign {next(_numbers)}")


def join(campaign: Campaign, role: Role | str = Role.PLAYER, user: User | None = None) -> User:
    """A person made a member of the campaign with this role."""
    user = user or make_user()
    Membership.objects.create(campaign=campaign, user=user, role=role)
    return user


def own_force(campaign: Campaign) -> Force:
    """The campaign's first force of its own."""
    return campaign.forces.filter(hostile=False).order_by("pk")[0]


def make_machine(
    campaign: Campaign, *, hostile: bool = False, player: User | None = None, unit: Unit | None = None
) -> RecordSheet:
    """A 'Mech of the campaign in the first force of that side, with a pilot, given to a player or to nobody."""
    record = make_sheet(roster=campaign.roster, unit=unit, pilot=make_pilot(campaign.roster))
    force = campaign.forces.filter(hostile=hostile).order_by("pk")[0]
    Placement.objects.create(record=record, force=force, player=player)
    return record


def make_battle(campaign: Campaign, *records: RecordSheet, name: str = "Ambush at the ford") -> Battle:
    """An open battle of these sheets."""
    by = campaign.roster.owner
    return battles.open_battle(
        campaign=campaign, name=name, record_ids=[record.pk for record in records], user=by, key=key()
    )
